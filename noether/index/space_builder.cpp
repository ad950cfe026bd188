#include "noether/index/space_builder.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "noether/index/segment_layout.h"

namespace noether::index {

void SpaceBuilder::add(std::uint32_t unit, std::uint32_t length, std::span<const Term> terms) {
  constexpr std::size_t kAhead = 24;
  lengths_.resize(unit, 0);
  lengths_.push_back(length);
  ends_.resize(unit, log_.size());
  for (std::size_t i = 0; i < std::min(kAhead, terms.size()); ++i) {
    keys_.prefetch(kept_key(space_, terms[i].key));
  }
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (i + kAhead < terms.size()) keys_.prefetch(kept_key(space_, terms[i + kAhead].key));
    const Term& term = terms[i];
    const std::uint32_t weight = std::max(term.weight, 1U);
    const auto [slot, is_new] = keys_.insert(kept_key(space_, term.key));
    if (is_new && space_.keeps_texts) {
      texts_.emplace_back(term.text);
      text_bytes_ += term.text.size() + sizeof(std::string);
    }
    if (slot.note == unit) {
      add_again(slot.number, weight);
    } else {
      log_.push_back({slot.number, weight});
      slot.note = unit;
    }
  }
  ends_.push_back(log_.size());
}

void SpaceBuilder::add_again(std::uint32_t term, std::uint32_t weight) {
  auto record = log_.rbegin();
  while (record->term != term) ++record;
  record->weight = weight > UINT32_MAX - record->weight ? UINT32_MAX : record->weight + weight;
}

std::uint64_t SpaceBuilder::memory() const {
  // Writing needs the postings once more.
  return keys_.memory() + sizeof(Record) * log_.capacity() + sizeof(Posting) * log_.size() +
         8 * ends_.capacity() + 4 * lengths_.capacity() + text_bytes_;
}

std::vector<Posting> SpaceBuilder::sort_by_term(std::vector<std::uint64_t>& ends) {
  ends.assign(std::size_t{keys_.size()} + 1, 0);
  for (const Record& record : log_) ++ends[record.term + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  // From the beginnings, each goes to its end as the postings come in.
  ends.pop_back();
  std::vector<Posting> sorted(log_.size());
  std::uint64_t at = 0;
  for (std::uint32_t unit = 0; unit < ends_.size(); ++unit) {
    for (; at < ends_[unit]; ++at) sorted[ends[log_[at].term]++] = {unit, log_[at].weight};
  }
  log_ = {};
  ends_ = {};
  return sorted;
}

base::Result<void> SpaceBuilder::write(SegmentWriter& segment, std::uint32_t number,
                                       std::uint32_t units) {
  lengths_.resize(units, 0);
  std::vector<std::uint64_t> ends;
  const std::vector<Posting> postings = sort_by_term(ends);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
  order.reserve(keys_.size());
  for (const std::uint64_t key : keys_.keys()) {
    order.emplace_back(key, static_cast<std::uint32_t>(order.size()));
  }
  keys_ = {};
  std::ranges::sort(order);
  auto done = segment.begin_space(number, space_, units, pack_lengths(lengths_));
  for (std::size_t i = 0; done && i < order.size(); ++i) {
    const auto [key, term] = order[i];
    const std::uint64_t begin = term == 0 ? 0 : ends[term - 1];
    done = segment.add_term(key, std::span(postings).subspan(begin, ends[term] - begin));
  }
  std::vector<std::string_view> texts(texts_.begin(), texts_.end());
  std::ranges::sort(texts);
  if (done) done = segment.end_space(texts);
  return done;
}

}  // namespace noether::index
