#include "noether/search/semantic/similar_formulas.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace noether::search {
namespace {

using index::NearFormula;

// The formulas that are drawn or built like the query, ascending.
base::Result<std::vector<std::uint32_t>> same_as(FormulaSearcher& formulas,
                                                 const FormulaQuery& query) {
  const auto same =
      formulas.search(query, {.mode = FormulaMode::Same, .top = kMostTiedFormulas / 2});
  if (!same) return std::unexpected(same.error());
  std::vector<std::uint32_t> numbers;
  for (const FormulaHit& hit : *same) numbers.push_back(hit.formula);
  std::ranges::sort(numbers);
  return numbers;
}

// For each formula, the first one with which it ties. A new tie begins where a formula is farther
// away than that, so that a long slope of cosines is not one tie.
std::vector<std::size_t> beginnings_of_ties(std::span<const NearFormula> near) {
  std::vector<std::size_t> beginnings;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < near.size(); ++i) {
    if (near[i].cosine < near[begin].cosine - index::kTiedCosines) begin = i;
    beginnings.push_back(begin);
  }
  return beginnings;
}

// Formulas that tie with another one, the nearest first.
std::vector<std::uint32_t> tied_formulas(std::span<const NearFormula> near,
                                         std::span<const std::size_t> beginnings) {
  std::vector<std::uint32_t> tied;
  for (std::size_t i = 0; i < near.size() && tied.size() < kMostTiedFormulas; ++i) {
    const bool has_next = i + 1 < near.size() && beginnings[i + 1] == beginnings[i];
    if (has_next || beginnings[i] < i) tied.push_back(near[i].formula);
  }
  return tied;
}

// Orders ties by `looks`; formulas that are missing there come last.
std::vector<NearFormula> order_ties(std::span<const NearFormula> near,
                                    std::span<const std::size_t> beginnings,
                                    std::span<const FormulaHit> looks) {
  std::unordered_map<std::uint32_t, std::size_t> places;
  for (const FormulaHit& hit : looks) places.emplace(hit.formula, places.size());
  std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> order;
  for (std::size_t i = 0; i < near.size(); ++i) {
    const auto found = places.find(near[i].formula);
    order.emplace_back(beginnings[i], found == places.end() ? places.size() : found->second, i);
  }
  std::ranges::sort(order);
  std::vector<NearFormula> sorted;
  for (const auto& [tie, place, before] : order) sorted.push_back(near[before]);
  return sorted;
}

}  // namespace

base::Result<std::vector<NearFormula>> similar_formulas(const index::IndexReader& index,
                                                        FormulaSearcher& formulas,
                                                        const FormulaQuery& query,
                                                        const FormulaQuestion& question,
                                                        const index::NearestOptions& options,
                                                        const index::VectorSet& set) {
  const auto same = same_as(formulas, query);
  if (!same) return std::unexpected(same.error());
  index::NearestOptions nearest = options;
  nearest.exact = options.exact || question.is_of_one_part;
  auto near = index::nearest_with_ties(index, question.vector, nearest,
                                       {.most = kMostTiedFormulas, .first = *same}, set);
  if (!near) return near;
  for (NearFormula& one : *near) one.cosine *= question.cosine_factor;
  const std::vector<std::size_t> beginnings = beginnings_of_ties(*near);
  const std::vector<std::uint32_t> tied = tied_formulas(*near, beginnings);
  if (!tied.empty()) {
    const auto looks = formulas.order_by_looks(query, tied, {.reranked = kMostTiedTrees});
    if (!looks) return std::unexpected(looks.error());
    *near = order_ties(*near, beginnings, *looks);
  }
  near->resize(std::min<std::size_t>(near->size(), options.count));
  return near;
}

}  // namespace noether::search
