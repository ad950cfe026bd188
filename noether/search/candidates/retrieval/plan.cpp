#include "noether/search/candidates/retrieval/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace noether::search {
namespace {

// The factors of all terms, before they are rounded, add up to this, and rounding adds less than 1
// for each of so many terms. Times FrequencyTable::kOne that fits into 32 bits.
constexpr double kFactors = 1 << 18;
constexpr std::size_t kMaxTerms = std::size_t{1} << 17;
static_assert((std::uint64_t{1} << 18) + (std::uint64_t{1} << 17) <
              UINT32_MAX / FrequencyTable::kOne);

bool is_good(double number) { return std::isfinite(number) && number >= 0; }

}  // namespace

base::Result<void> Plan::choose_unit(std::span<const SpaceQuery> query, const Filter& filter) {
  const index::Schema& schema = index_->schema();
  std::optional<index::Unit> unit;
  base::Result<void> done;
  const auto take = [&](std::uint32_t space) {
    if (!done) return;
    if (space >= schema.spaces.size()) {
      done = base::fail(fmt::format("the index has no space {}", space));
    } else if (unit && *unit != schema.spaces[space].unit) {
      done = base::fail(fmt::format("the space '{}' is about {}, unlike other spaces of the query",
                                    schema.spaces[space].name,
                                    *unit == index::Unit::Document ? "formulas" : "documents"));
    } else {
      unit = schema.spaces[space].unit;
    }
  };
  for (const SpaceQuery& one : query) take(one.space);
  for (const TermOfSpace& term : filter.must) take(term.space);
  for (const TermOfSpace& term : filter.must_not) take(term.space);
  for (const Alternatives& group : filter.any_of) {
    for (const TermOfSpace& term : group.terms) take(term.space);
  }
  if (unit) unit_ = *unit;
  return done;
}

base::Result<void> Plan::look_up(std::size_t part, const SpaceQuery& query,
                                 std::vector<double>& factors) {
  const Model& model = query.model;
  constexpr double kMaxK1 = 1e6;  // what is divided by it stays a number
  if (!is_good(query.weight) || !is_good(model.k1) || !is_good(model.b) || model.b > 1 ||
      model.k1 > kMaxK1) {
    return base::fail("a weight, k1 or b of the query is below 0, too large or not a number");
  }
  const std::uint32_t units = statistics_->units(query.space);
  frequencies_.emplace_back(model, statistics_->average_length(query.space));
  std::vector<index::DictionaryEntry> entries(index_->segments().size());
  for (const QueryTerm& term : query.terms) {
    if (!is_good(term.weight)) return base::fail("a term of the query has an invalid weight");
    const double weight = query.weight * term.weight;
    if (weight == 0) continue;
    std::uint64_t here = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      auto entry = index_->segments()[i].reader->find(query.space, term.key);
      if (!entry) return std::unexpected(entry.error());
      here += entry->count;
      entries[i] = *entry;
    }
    const auto with = statistics_->frequency_beyond(query.space, term.key, here);
    if (!with) return std::unexpected(with.error());
    // What other parts of the collection have takes its share of the scale here as well.
    if (*with == 0) continue;
    if (terms_.size() == kMaxTerms) return base::fail("the query has too many terms");
    factors.push_back(weight * rarity(model.rarity, units, *with) * largest_frequency(model));
    terms_.push_back({part, query.space, term.key, *with, TermScore(0, &frequencies_.back())});
    for (std::size_t i = 0; i < entries.size(); ++i) entries_[i].push_back(entries[i]);
  }
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto lengths = index_->segments()[i].reader->lengths(query.space);
    if (!lengths) return std::unexpected(lengths.error());
    bounds_[i].emplace_back(frequencies_.back(), lengths->classes());
  }
  return {};
}

base::Result<Plan> Plan::make(const SearchedIndex& in, std::span<const SpaceQuery> query,
                              const Filter& filter) {
  Plan plan(in);
  if (auto done = plan.choose_unit(query, filter); !done) return std::unexpected(done.error());
  plan.frequencies_.reserve(query.size());  // terms point to them
  plan.entries_.resize(in.index->segments().size());
  plan.bounds_.resize(in.index->segments().size());
  std::vector<double> factors;
  for (std::size_t i = 0; i < query.size(); ++i) {
    if (auto done = plan.look_up(i, query[i], factors); !done) return std::unexpected(done.error());
  }
  const double total = std::accumulate(factors.begin(), factors.end(), 0.0);
  if (total == 0) return plan;
  const double scale = kFactors / total;
  if (!std::isnormal(scale) || !std::isfinite(total)) {
    return base::fail("the weights of the query are too small or too large");
  }
  plan.unit_of_score_ = 1 / (scale * FrequencyTable::kOne);
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const double factor = std::max(1.0, std::round(factors[i] * scale));
    TermScore& score = plan.terms_[i].score;
    score = TermScore(static_cast<std::uint32_t>(factor), &score.frequencies());
  }
  return plan;
}

base::Result<std::vector<ScoredList>> Plan::open(std::size_t segment) const {
  const index::SegmentReader& reader = *index_->segments()[segment].reader;
  std::vector<ScoredList> lists;
  lists.reserve(terms_.size());
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    const index::DictionaryEntry& entry = entries_[segment][i];
    if (entry.count == 0) continue;
    auto cursor = reader.postings(terms_[i].space, entry);
    if (!cursor) return std::unexpected(cursor.error());
    const auto lengths = reader.lengths(terms_[i].space);
    if (!lengths) return std::unexpected(lengths.error());
    lists.push_back(
        {*cursor, *lengths, terms_[i].score, &bounds_[segment][terms_[i].part], i, terms_[i].part});
  }
  return lists;
}

base::Result<void> Plan::check(std::size_t segment, std::span<const ScoredList> lists) const {
  for (const ScoredList& list : lists) {
    if (list.cursor.damaged()) {
      return index_->segments()[segment].reader->files().terms.damage(
          "has a list that contradicts itself");
    }
  }
  return {};
}

}  // namespace noether::search
