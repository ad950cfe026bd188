#include "noether/search/answers/answer_collection.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "noether/index/analysis/spaces.h"
#include "noether/index/nearest_passages.h"

namespace noether::search {
namespace {

// Links to duplicates by the id of the other post, until all documents are known.
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

std::vector<std::uint32_t> spaces_of(const Signal& signal) {
  switch (signal.matter) {
    case Signal::Matter::Words:
      return signal.spaces;
    case Signal::Matter::Tuples:
      return {index::space::document_tuples};
    case Signal::Matter::Paths:
      return {index::space::paths};
    default:
      return {};
  }
}

base::Result<AnswerCollection> AnswerCollection::read(const index::IndexReader& index,
                                                      std::vector<Signal> signals,
                                                      std::string_view kind) {
  AnswerCollection collection;
  collection.index_ = &index;
  collection.signals_ = std::move(signals);
  auto threads = Threads::read(index);
  if (!threads) return std::unexpected(std::move(threads.error()));
  collection.threads_ = std::move(*threads);
  collection.candidates_ = collection.threads_.documents_of(kind);
  for (const Signal& signal : collection.signals_) {
    auto units = collection.make_units(signal);
    if (!units) return std::unexpected(std::move(units.error()));
    collection.units_.push_back(std::move(*units));
  }
  if (auto done = collection.read_sizes(); !done) return std::unexpected(std::move(done.error()));
  if (std::ranges::any_of(collection.signals_, &Signal::is_of_language)) {
    auto done = collection.open_encoder();
    if (!done) return std::unexpected(std::move(done.error()));
  }
  const auto cross = std::ranges::find(collection.signals_, Signal::Matter::Cross, &Signal::matter);
  if (cross != collection.signals_.end()) {
    auto done = collection.open_cross_encoder();
    if (!done) return std::unexpected(std::move(done.error()));
  }
  return collection;
}

base::Result<void> AnswerCollection::open_cross_encoder() {
  auto encoder = embedding::CrossEncoder::open_shipped();
  if (!encoder) return std::unexpected(std::move(encoder.error()));
  cross_encoder_ = std::make_shared<const embedding::CrossEncoder>(*std::move(encoder));
  return {};
}

base::Result<void> AnswerCollection::open_encoder() {
  auto encoder = PassageEncoder::open();
  if (!encoder) return std::unexpected(std::move(encoder.error()));
  if (auto has = index::expect_passages_of(*index_, encoder->model()); !has) return has;
  encoder_ = std::make_shared<const PassageEncoder>(*std::move(encoder));
  first_of_thread_.assign(threads_.count(), Threads::kNone);
  for (std::uint32_t document = 0; document < index_->documents(); ++document) {
    const std::uint32_t thread = threads_.thread_of(document);
    if (thread != Threads::kNone && threads_.is_first(document)) {
      first_of_thread_[thread] = document;
    }
  }
  return {};
}

base::Result<void> AnswerCollection::read_sizes() {
  std::vector<std::uint32_t> all;
  for (const index::OpenSegment& segment : index_->segments()) {
    const auto column = segment.reader->lengths(index::space::document_tuples);
    if (!column) return std::unexpected(column.error());
    for (std::uint32_t i = 0; i < segment.reader->documents(); ++i) all.push_back((*column)[i]);
  }
  for (const std::uint32_t candidate : candidates_) sizes_.push_back(all[candidate]);
  return {};
}

base::Result<AnswerCollection::Units> AnswerCollection::make_units(const Signal& signal) const {
  Units units;
  if (!signal.is_of_terms()) return units;
  units.unit_of.assign(index_->documents(), Threads::kNone);
  std::size_t count = threads_.count();
  if (signal.scope == Signal::Scope::Own) {
    count = candidates_.size();
    for (std::uint32_t c = 0; c < count; ++c) units.unit_of[candidates_[c]] = c;
  } else {
    for (std::uint32_t d = 0; d < index_->documents(); ++d) {
      if (signal.scope == Signal::Scope::Thread || threads_.is_first(d)) {
        units.unit_of[d] = threads_.thread_of(d);
      }
    }
  }
  units.norm.resize(count);
  const auto lengths = signal.matter == Signal::Matter::Paths ? lengths_by_places(units)
                                                              : lengths_of_documents(signal, units);
  if (!lengths) return std::unexpected(lengths.error());
  double total = 0;
  for (const double length : *lengths) total += length;
  const double average = std::max(1.0, total / std::max(1.0, static_cast<double>(count)));
  for (std::size_t u = 0; u < count; ++u) {
    units.norm[u] =
        static_cast<float>(signal.k1 * (1 - signal.b + signal.b * (*lengths)[u] / average));
  }
  return units;
}

base::Result<std::vector<double>> AnswerCollection::lengths_of_documents(const Signal& signal,
                                                                         Units& units) const {
  std::vector<double> lengths(units.norm.size());
  for (const std::uint32_t space : spaces_of(signal)) {
    for (const index::OpenSegment& segment : index_->segments()) {
      const auto column = segment.reader->lengths(space);
      if (!column) return std::unexpected(column.error());
      for (std::uint32_t i = 0; i < segment.reader->documents(); ++i) {
        const std::uint32_t unit = units.unit_of[segment.first_document + i];
        if (unit != Threads::kNone) lengths[unit] += (*column)[i];
      }
    }
  }
  return lengths;
}

// The length of a unit is the number of leaves of its formulas.
base::Result<std::vector<double>> AnswerCollection::lengths_by_places(Units& units) const {
  std::vector<double> lengths(units.norm.size());
  units.first_place.push_back(0);
  for (const index::OpenSegment& segment : index_->segments()) {
    const auto column = segment.reader->lengths(index::space::paths);
    if (!column) return std::unexpected(column.error());
    for (std::uint32_t f = 0; f < segment.reader->formulas(); ++f) {
      const auto places = segment.reader->places(f);
      if (!places) return std::unexpected(places.error());
      for (const index::Place& place : *places) {
        const std::uint32_t unit = units.unit_of[segment.first_document + place.document];
        if (unit == Threads::kNone) continue;
        units.places.push_back(unit);
        lengths[unit] += (*column)[f];
      }
      units.first_place.push_back(static_cast<std::uint32_t>(units.places.size()));
    }
  }
  return lengths;
}

}  // namespace noether::search
