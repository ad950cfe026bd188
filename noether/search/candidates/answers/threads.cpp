#include "noether/search/candidates/answers/threads.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace noether::search {
namespace {

// Duplicates by the id of the other post, until all documents are known.
struct NamedLink {
  std::uint32_t thread;
  std::string other;
};

bool is_duplicate(std::string_view property) {
  return property == "duplicate-of" || property == "duplicated-by";
}
bool is_link(std::string_view property) {
  return is_duplicate(property) || property == "links-to" || property == "linked-from";
}

}  // namespace

base::Result<Threads> Threads::read(const index::IndexReader& index) {
  Threads threads;
  std::unordered_map<std::string, std::uint32_t> by_name;  // of the first document of a thread
  std::unordered_map<std::string, std::uint16_t> kinds;
  std::vector<NamedLink> named;
  threads.thread_of_.assign(index.documents(), kNone);
  threads.is_first_.resize(index.documents());
  threads.kind_of_.resize(index.documents());
  for (std::uint32_t d = 0; d < index.documents(); ++d) {
    if (index.is_deleted(d)) continue;
    auto head = index.document_head(d);
    if (!head) return std::unexpected(std::move(head.error()));
    const bool is_first = head->parent.empty();
    const auto next = static_cast<std::uint32_t>(threads.links_.size());
    const auto [at, is_new] =
        by_name.try_emplace(is_first ? std::move(head->id) : std::move(head->parent), next);
    if (is_new) threads.links_.push_back(0);
    const std::uint32_t thread = at->second;
    threads.thread_of_[d] = thread;
    threads.is_first_[d] = is_first;
    const auto kind = kinds.try_emplace(head->kind, kinds.size());
    if (kind.second) threads.kinds_.push_back(head->kind);
    threads.kind_of_[d] = kind.first->second;
    if (!is_first) continue;
    for (auto& [name, value] : head->properties) {
      if (!is_link(name)) continue;
      ++threads.links_[thread];
      if (is_duplicate(name)) named.push_back({thread, std::move(value)});
    }
  }

  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const NamedLink& link : named) {
    const auto other = by_name.find(link.other);
    if (other == by_name.end() || other->second == link.thread) continue;
    pairs.emplace_back(link.thread, other->second);
    pairs.emplace_back(other->second, link.thread);
  }
  std::ranges::sort(pairs);
  const auto rest = std::ranges::unique(pairs);
  pairs.erase(rest.begin(), rest.end());
  threads.first_duplicate_.assign(threads.links_.size() + 1, 0);
  for (const auto& [thread, other] : pairs) {
    ++threads.first_duplicate_[thread + 1];
    threads.duplicates_.push_back(other);
  }
  for (std::size_t t = 0; t < threads.links_.size(); ++t) {
    threads.first_duplicate_[t + 1] += threads.first_duplicate_[t];
  }
  return threads;
}

std::vector<std::uint32_t> Threads::documents_of(std::string_view kind) const {
  std::vector<std::uint32_t> documents;
  for (std::uint32_t d = 0; d < thread_of_.size(); ++d) {
    if (thread_of_[d] == kNone) continue;
    if (kind.empty() || kinds_[kind_of_[d]] == kind) documents.push_back(d);
  }
  return documents;
}

}  // namespace noether::search
