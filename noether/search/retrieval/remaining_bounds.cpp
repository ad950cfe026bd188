#include "noether/search/retrieval/remaining_bounds.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace noether::search {
namespace {

template <typename Length>
void write_classes(const char* lengths, const FrequencyTable& frequencies,
                   std::span<std::uint8_t> classes) {
  for (std::size_t i = 0; i < classes.size(); ++i) {
    Length length;
    std::memcpy(&length, lengths + sizeof(Length) * i, sizeof(Length));
    classes[i] = static_cast<std::uint8_t>(frequencies.length_class(length));
  }
}

void write_classes(const ScoredList& list, std::uint32_t begin, std::span<std::uint8_t> classes) {
  const std::uint32_t width = list.lengths.width();
  const char* lengths = list.lengths.bytes().data() + std::size_t{width} * begin;
  const FrequencyTable& frequencies = list.score.frequencies();
  if (width == 1) return write_classes<std::uint8_t>(lengths, frequencies, classes);
  if (width == 2) return write_classes<std::uint16_t>(lengths, frequencies, classes);
  write_classes<std::uint32_t>(lengths, frequencies, classes);
}

}  // namespace

BoundRow bound_row(const ScoredList& list, std::uint32_t bound, std::uint32_t max_weight) {
  BoundRow row;
  for (std::uint32_t i = 0; i < row.size(); ++i) {
    row[i] =
        std::min(bound, list.score.at_most({max_weight, list.score.frequencies().class_begin(i)}));
  }
  return row;
}

void RemainingBounds::start(std::uint32_t begin, std::uint32_t end) {
  for (Part& part : parts_) unused_.push_back(std::move(part.classes));
  parts_.clear();
  begin_ = begin;
  end_ = end;
}

RemainingBounds::Part& RemainingBounds::part_of(const ScoredList& list) {
  const auto known = std::ranges::find(parts_, list.part, &Part::part);
  if (known != parts_.end()) return *known;
  Part& part = parts_.emplace_back();
  part.part = list.part;
  if (!unused_.empty()) {
    part.classes = std::move(unused_.back());
    unused_.pop_back();
  }
  part.classes.resize(end_ - begin_);
  write_classes(list, begin_, part.classes);
  return part;
}

void RemainingBounds::add(const ScoredList& list, const BoundRow& row) {
  Part& part = part_of(list);
  for (std::size_t i = 0; i < row.size(); ++i) part.sums[i] += row[i];
}

void RemainingBounds::remove(const ScoredList& list, const BoundRow& row) {
  Part& part = part_of(list);
  for (std::size_t i = 0; i < row.size(); ++i) part.sums[i] -= row[i];
}

}  // namespace noether::search
