#include "noether/search/map/map_topics.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace noether::search {

MapTopics::MapTopics(const DocumentTable& documents) : documents_(documents) {
  const NameTable* names = &documents.tags();
  by_ = "tag";
  if (names->size() == 0) {
    const bool has_sources = documents.sources().size() > 1;
    names = has_sources ? &documents.sources() : &documents.kinds();
    by_ = has_sources ? "source" : "kind";
  }
  std::vector<std::uint32_t> order(names->size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return names->count(a) != names->count(b) ? names->count(a) > names->count(b)
                                              : names->name(a) < names->name(b);
  });
  order.resize(std::min<std::size_t>(order.size(), kMostTopics));
  topic_of_.assign(names->size(), kOtherTopic);
  for (const std::uint32_t number : order) {
    topic_of_[number] = static_cast<std::uint8_t>(names_.size());
    names_.push_back(names->name(number));
  }
}

std::uint8_t MapTopics::topic_of(std::span<const std::uint32_t> documents) const {
  std::array<std::uint32_t, kMostTopics + 1> counts{};
  for (const std::uint32_t document : documents) {
    if (by_ == "source") {
      ++counts[topic_of_[documents_.source(document)]];
    } else if (by_ == "kind") {
      ++counts[topic_of_[documents_.kind(document)]];
    } else {
      // Answers have no tags of their own in some collections.
      std::span<const std::uint32_t> tags = documents_.tags(document);
      if (tags.empty()) tags = documents_.tags(documents_.thread(document));
      for (const std::uint32_t tag : tags) ++counts[topic_of_[tag]];
    }
  }
  std::uint8_t best = kOtherTopic;
  for (std::uint8_t topic = 0; topic < names_.size(); ++topic) {
    if (counts[topic] == 0) continue;
    if (best == kOtherTopic || counts[topic] >= counts[best]) best = topic;
  }
  return best;
}

}  // namespace noether::search
