#include "noether/search/retrieval/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>

namespace noether::search {
namespace {

const double kLargestLogarithm = 1 + std::log(static_cast<double>(UINT32_MAX));

}  // namespace

FrequencyTable::FrequencyTable(const Model& model, double average_length)
    : frequency_(model.frequency), base_(model.k1 * (1 - model.b)) {
  if (average_length > 0) {
    const auto slope = static_cast<float>(model.k1 * model.b / average_length);
    slope_ = static_cast<double>(slope);
  }
  // Few units have more than four times the average length, and the table must be cheap to make.
  const auto most = static_cast<std::uint32_t>(std::clamp(4 * average_length, 256.0, 4096.0));
  shift_ = static_cast<std::uint32_t>(std::bit_width(most - 1));
  table_.resize(std::size_t{kWeights} << shift_);
  for (std::uint32_t weight = 1; weight <= kWeights; ++weight) {
    std::uint16_t* row = &table_[std::size_t{weight - 1} << shift_];
    if (is_saturated()) {
      for (std::uint32_t length = 0; length < lengths(); ++length) {
        row[length] = saturated(weight, length);
      }
    } else {
      std::fill_n(row, lengths(), compute(weight, 0));
    }
  }
}

// The table is made for every query, so a compiler must be able to compute several lengths at once.
// The code must also round in the same way wherever it is inlined. The products are exact, a slope
// of 24 bits times a length of 29 in 53 bits, and a multiple of a power of two; so it does not
// matter whether they are fused with the sums.
inline std::uint16_t FrequencyTable::saturated(std::uint32_t weight, std::uint32_t length) const {
  const double norm = base_ + slope_ * std::min(length, (1U << 29) - 1);
  const auto frequency = static_cast<float>(weight);
  const float part = frequency / (frequency + static_cast<float>(norm));
  // NOLINTNEXTLINE(bugprone-incorrect-roundings): it is positive; std::lround is not vectorised
  const auto rounded = static_cast<std::uint32_t>(part * static_cast<float>(kOne) + 0.5F);
  return static_cast<std::uint16_t>(std::max(rounded, 1U));
}

std::uint16_t FrequencyTable::compute(std::uint32_t weight, std::uint32_t length) const {
  if (is_saturated()) return saturated(weight, length);
  if (frequency_ == Model::Frequency::Present) return kOne;
  const double part = (1 + std::log(static_cast<double>(weight))) / kLargestLogarithm;
  return static_cast<std::uint16_t>(std::clamp(part * kOne + 0.5, 1.0, static_cast<double>(kOne)));
}

FrequencyBounds::FrequencyBounds(const FrequencyTable& frequencies,
                                 const index::LengthClasses& classes) {
  for (std::uint32_t i = 0; i < index::LengthClasses::kCount; ++i) {
    table_[i][0] = 0;
    for (std::uint32_t code = 1; code < index::PostingBounds::kWeightCodes; ++code) {
      // Rounding may reverse the order of neighbours, by 1.
      const std::uint32_t most =
          frequencies(index::PostingBounds::weight_of(code), classes.begin(i)) + 1;
      table_[i][code] = static_cast<std::uint16_t>(most);
    }
  }
}

double rarity(Model::Rarity rarity, std::uint64_t units, std::uint64_t with) {
  const auto all = static_cast<double>(units);
  const auto some = static_cast<double>(with);
  switch (rarity) {
    case Model::Rarity::Bm25:
      return std::log(1 + (all - some + 0.5) / (some + 0.5));
    case Model::Rarity::Terrier:
      return std::log2(all / some + 1);
    case Model::Rarity::Plain:
      return std::max(std::log(all / some), 1e-6);
    case Model::Rarity::Smooth:
      return 1 + std::log((1 + all) / (1 + some));
    case Model::Rarity::None:
      return 1;
  }
  return 1;
}

double largest_frequency(const Model& model) {
  switch (model.frequency) {
    case Model::Frequency::Bm25:
      return model.k1 + 1;
    case Model::Frequency::Robertson:
      return model.k1;
    case Model::Frequency::Logarithmic:
      return kLargestLogarithm;
    case Model::Frequency::Present:
      return 1;
  }
  return 1;
}

namespace {

// The sum of the factors of all terms before rounding. Rounding adds less than 1 for each of at
// most kMaxTerms terms, and the total times FrequencyTable::kOne fits into 32 bits.
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
  constexpr double kMaxK1 = 1e6;  // quotients by k1 remain finite
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
    // A term that only other parts of the collection have also takes its share of the scale.
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

void RemainingBounds::add(const ScoredList& list, const BoundRow& row) {
  auto part = std::ranges::find(parts_, list.part, &Part::part);
  if (part == parts_.end()) {
    parts_.push_back({.part = list.part, .lengths = list.lengths});
    part = parts_.end() - 1;
  }
  for (std::size_t i = 0; i < row.size(); ++i) part->sums[i] += row[i];
  part->most = std::ranges::max(part->sums);
}

void RemainingBounds::remove(const ScoredList& list, const BoundRow& row) {
  const auto part = std::ranges::find(parts_, list.part, &Part::part);
  for (std::size_t i = 0; i < row.size(); ++i) part->sums[i] -= row[i];
  part->most = std::ranges::max(part->sums);
}

std::uint64_t RemainingBounds::most() const {
  std::uint64_t sum = 0;
  for (const Part& part : parts_) sum += part.most;
  return sum;
}

std::uint64_t RemainingBounds::most_with(const ScoredList& list, const BoundRow& row) const {
  std::uint64_t sum = 0;
  bool is_new = true;
  for (const Part& part : parts_) {
    if (part.part != list.part) {
      sum += part.most;
      continue;
    }
    is_new = false;
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < row.size(); ++i) most = std::max(most, part.sums[i] + row[i]);
    sum += most;
  }
  return is_new ? sum + std::ranges::max(row) : sum;
}

}  // namespace noether::search
