#include "noether/index/space_builder.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "noether/index/segment_layout.h"

namespace noether::index {

void SpaceBuilder::add(std::uint32_t unit, std::uint32_t length, std::span<const Term> terms) {
  lengths_.resize(unit, 0);
  lengths_.push_back(length);
  for (const Term& term : terms) {
    const std::uint32_t weight = std::max(term.weight, 1U);
    const auto [number, is_new] = keys_.insert(kept_key(space_, term.key));
    if (is_new) {
      last_.push_back(UINT32_MAX);
      if (space_.keeps_texts) {
        texts_.emplace_back(term.text);
        text_bytes_ += term.text.size() + sizeof(std::string);
      }
    }
    if (last_[number] != UINT32_MAX && log_[last_[number]].posting.unit == unit) {
      std::uint32_t& sum = log_[last_[number]].posting.weight;
      sum = weight > UINT32_MAX - sum ? UINT32_MAX : sum + weight;
      continue;
    }
    last_[number] = static_cast<std::uint32_t>(log_.size());
    log_.push_back({number, {unit, weight}});
  }
}

std::uint64_t SpaceBuilder::memory() const {
  // Writing needs the postings once more.
  return keys_.memory() + sizeof(Record) * log_.capacity() + sizeof(Posting) * log_.size() +
         4 * (lengths_.capacity() + last_.capacity()) + text_bytes_;
}

std::vector<Posting> SpaceBuilder::sort_by_term(std::vector<std::uint64_t>& ends) {
  ends.assign(keys_.keys().size() + 1, 0);
  for (const Record& record : log_) ++ends[record.term + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  // From the beginnings, each goes to its end as the postings come in.
  ends.pop_back();
  std::vector<Posting> sorted(log_.size());
  for (const Record& record : log_) sorted[ends[record.term]++] = record.posting;
  log_ = {};
  last_ = {};
  return sorted;
}

base::Result<void> SpaceBuilder::write(SegmentWriter& segment, std::uint32_t number,
                                       std::uint32_t units) {
  lengths_.resize(units, 0);
  std::vector<std::uint64_t> ends;
  const std::vector<Posting> postings = sort_by_term(ends);
  std::vector<std::uint32_t> order(keys_.keys().size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t term) { return keys_.keys()[term]; });
  auto done = segment.begin_space(number, units, pack_lengths(lengths_));
  for (std::size_t i = 0; done && i < order.size(); ++i) {
    const std::uint32_t term = order[i];
    const std::uint64_t begin = term == 0 ? 0 : ends[term - 1];
    done = segment.add_term(keys_.keys()[term],
                            std::span(postings).subspan(begin, ends[term] - begin));
  }
  std::vector<std::string_view> texts(texts_.begin(), texts_.end());
  std::ranges::sort(texts);
  if (done) done = segment.end_space(texts);
  return done;
}

}  // namespace noether::index
