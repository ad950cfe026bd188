#include "noether/search/formula/formula_ranker.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "noether/index/analysis/spaces.h"

namespace noether::search {
namespace {

// A query may have no tuples, or only tuples without a score.
constexpr double kLeastScore = 1e-9;

// The longest run of symbols that both have, as a share of the query's symbols. The nodes of a line
// are stored from its end to its beginning, which makes no difference.
double longest_run(std::span<const FlatNode> query, std::span<const FlatNode> candidate,
                   std::vector<std::uint16_t>& lengths) {
  if (query.empty()) return 0;
  lengths.assign(candidate.size() + 1, 0);
  std::uint16_t longest = 0;
  for (const FlatNode& own : query) {
    for (std::size_t j = candidate.size(); j > 0; --j) {
      const bool is_same = own.label == candidate[j - 1].label;
      lengths[j] = is_same ? static_cast<std::uint16_t>(lengths[j - 1] + 1) : std::uint16_t{0};
      longest = std::max(longest, lengths[j]);
    }
  }
  return static_cast<double>(longest) / static_cast<double>(query.size());
}

}  // namespace

base::Result<void> FormulaComparison::assign(const index::CollectionStatistics& statistics,
                                             const FormulaQuery& query, const FirstStep& step) {
  own_first_ = step.own;
  first_prefixes_.clear();
  for (const QueryTerm& term : step.spaces[1].terms) first_prefixes_.push_back(term.key);
  std::ranges::sort(first_prefixes_);
  formulas_ = std::max(1U, statistics.units(index::space::paths));
  average_leaves_ =
      std::max(1.0, static_cast<double>(statistics.total_length(index::space::paths))) / formulas_;
  query_.assign(query.formula().operators);
  const auto is_wildcard = [&](std::size_t node) {
    return query.wildcard(query_.sources()[node]) != 0;
  };
  paths_.assign(query_, is_wildcard);
  if (const auto set = set_rarities(statistics, paths_); !set) return set;
  labels_.assign(query_);
  siblings_.assign(query_);
  edit_.assign(query_.nodes());
  layout_.assign(query.formula().layout);
  layout_edit_.assign(layout_.nodes());
  const PathScore own = path_scorer_.score(paths_, query_);
  own_path_ = std::max(own.score, kLeastScore);
  own_structure_ = std::max(1U, own.structure);
  return {};
}

double FormulaComparison::first_score_of_paths(std::uint32_t leaves) const {
  double sum = 0;
  for (std::uint32_t i = 0; i < paths_.nodes().size(); ++i) {
    const std::uint32_t count = path_scorer_.most(i);
    if (count == 0) continue;
    if (!std::ranges::binary_search(first_prefixes_, paths_.nodes()[i].key)) continue;
    std::uint32_t in_query = 0;
    for (const PathQuery::Weight& weight : paths_.weights(i)) {
      in_query = std::max(in_query, weight.weight);
    }
    sum += feature_score(formulas_, static_cast<double>(paths_.nodes()[i].frequency), in_query,
                         count, leaves, average_leaves_);
  }
  return sum;
}

FormulaFeatures FormulaComparison::compare(const FlatTree& candidate, double first_score,
                                           Sameness sameness) {
  FormulaFeatures features{};
  const auto set = [&](FormulaFeature feature, double value) {
    value_of(features, feature) = value;
  };
  using enum FormulaFeature;
  const PathScore paths = path_scorer_.score(paths_, candidate);
  const double of_tuples = first_score - first_score_of_paths(paths.leaves);
  set(First, first_score / std::max(own_first_.sum(), kLeastScore));
  set(Tuples, std::max(0.0, of_tuples) / std::max(own_first_.tuples, kLeastScore));
  set(Path, paths.score / own_path_);
  set(PathStructure, paths.structure / own_structure_);
  const SubtreeSimilarity common = subtree_.compare(query_.nodes(), candidate.nodes());
  set(SubtreeRecall, common.recall);
  set(SubtreePrecision, common.precision);
  set(SubtreeExact, common.exact_recall);
  set(Drawing, sameness == Sameness::Drawing ? 1 : 0);
  set(Renaming, sameness >= Sameness::Renaming ? 1 : 0);
  set(Meaning, sameness >= Sameness::Meaning ? 1 : 0);
  const LabelSimilarity shared = labels_.compare(candidate);
  set(Labels, shared.recall);
  set(Symbols, shared.cosine);
  set(Siblings, siblings_.recall(candidate));
  set(Numbers, shared.numbers);
  set(Words, shared.words);
  set(WordRecall, shared.word_recall);
  set(Dots, candidate.has_dots() == query_.has_dots() ? 1 : 0);
  set(DotsKept, candidate.has_dots() || !query_.has_dots() ? 1 : 0);
  // A formula that is too large to compare has no tree.
  const bool both_have_trees = query_.size() > 0 && candidate.size() > 0;
  set(SameRoot, both_have_trees && candidate.root().type == query_.root().type ? 1 : 0);
  return features;
}

void FormulaComparison::compare_edits(const FlatTree& candidate, FormulaFeatures& features) {
  const EditSimilarity edits = edit_.compare(candidate.nodes());
  value_of(features, FormulaFeature::Edit) = edits.whole;
  value_of(features, FormulaFeature::EditPart) = edits.part;
}

void FormulaComparison::compare_layout(const FlatLayout& candidate, FormulaFeatures& features) {
  const auto set = [&](FormulaFeature feature, double value) {
    value_of(features, feature) = value;
  };
  using enum FormulaFeature;
  const SubtreeSimilarity common = subtree_.compare(layout_.nodes(), candidate.nodes());
  set(LayoutRecall, common.recall);
  set(LayoutPrecision, common.precision);
  set(LayoutExact, common.exact_recall);
  const EditSimilarity edits = layout_edit_.compare(candidate.nodes());
  set(LayoutEdit, edits.whole);
  set(LayoutEditPart, edits.part);
  set(LayoutRun, longest_run(layout_.nodes(), candidate.nodes(), runs_));
}

namespace {

double weighted_sum(const FormulaFeatures& features, const FormulaWeights& weights) {
  return std::inner_product(features.begin(), features.end(), weights.begin(), 0.0);
}

}  // namespace

base::Result<std::vector<FormulaHit>> FormulaRanker::rank(const FormulaQuery& query,
                                                          const FirstStep& step,
                                                          std::vector<FormulaHit> hits,
                                                          std::vector<FormulaHit> rest,
                                                          const FormulaSearchOptions& options) {
  if (auto assigned = comparison_.assign(*statistics_, query, step); !assigned) {
    return std::unexpected(assigned.error());
  }
  if (const auto scored = score(hits, options); !scored) return std::unexpected(scored.error());
  const double least = hits.empty() ? 0 : std::ranges::min(hits, {}, &FormulaHit::score).score;
  std::ranges::sort(hits, options.same_first ? is_more_alike : scores_higher);
  const double best = rest.empty() ? 0 : rest.front().score;
  const double scale = best > 0 ? std::max(least, 0.0) / best : 0;
  for (FormulaHit& hit : rest) hit.score *= scale;
  hits.insert(hits.end(), rest.begin(), rest.end());
  if (hits.size() > options.top) hits.resize(options.top);
  return hits;
}

base::Result<void> FormulaRanker::score(std::vector<FormulaHit>& hits,
                                        const FormulaSearchOptions& options) {
  compared_.clear();
  for (std::size_t i = 0; i < hits.size(); ++i) {
    if (auto on = go_on(options.is_over); !on) return on;
    auto features = compare(hits[i]);
    if (!features) return std::unexpected(std::move(features.error()));
    compared_.push_back({i, weighted_sum(*features, weights_), *features});
  }
  const auto refine = [&](std::uint32_t most, auto add) -> base::Result<void> {
    const auto count = std::min<std::size_t>(most, compared_.size());
    std::ranges::partial_sort(compared_, compared_.begin() + static_cast<std::ptrdiff_t>(count),
                              [](const Compared& a, const Compared& b) {
                                return a.score != b.score ? a.score > b.score : a.hit < b.hit;
                              });
    for (Compared& best : std::span(compared_).first(count)) {
      if (auto on = go_on(options.is_over); !on) return on;
      if (auto added = (this->*add)(hits[best.hit].formula, best.features); !added) return added;
      best.score = weighted_sum(best.features, weights_);
    }
    return {};
  };
  if (auto done = refine(options.edited, &FormulaRanker::add_edits); !done) return done;
  if (auto done = refine(options.redrawn, &FormulaRanker::add_layout); !done) return done;
  for (const Compared& one : compared_) hits[one.hit].score = one.score;
  return {};
}

base::Result<FormulaFeatures> FormulaRanker::features(const FormulaQuery& query,
                                                      const FirstStep& step,
                                                      const FormulaHit& hit) {
  if (auto assigned = comparison_.assign(*statistics_, query, step); !assigned) {
    return std::unexpected(assigned.error());
  }
  auto features = compare(hit);
  if (!features) return features;
  auto added = add_edits(hit.formula, *features);
  if (added) added = add_layout(hit.formula, *features);
  if (!added) return std::unexpected(std::move(added.error()));
  return features;
}

base::Result<void> FormulaRanker::read_candidate(std::uint32_t formula) {
  const auto payload = index_->payload(formula);
  if (!payload) return std::unexpected(payload.error());
  candidate_.assign(*payload);
  return {};
}

base::Result<FormulaFeatures> FormulaRanker::compare(const FormulaHit& hit) {
  if (auto read = read_candidate(hit.formula); !read) return std::unexpected(read.error());
  return comparison_.compare(candidate_, hit.score, hit.sameness);
}

base::Result<void> FormulaRanker::add_edits(std::uint32_t formula, FormulaFeatures& features) {
  if (auto read = read_candidate(formula); !read) return read;
  comparison_.compare_edits(candidate_, features);
  return {};
}

// An index stores no layout trees, so they are read from the LaTeX again.
base::Result<void> FormulaRanker::add_layout(std::uint32_t formula, FormulaFeatures& features) {
  const auto stored = index_->formula(formula);
  if (!stored) return std::unexpected(stored.error());
  problems_.clear();
  latex_reader_.read(stored->latex, drawn_, problems_);
  layout_.assign(drawn_);
  comparison_.compare_layout(layout_, features);
  return {};
}

}  // namespace noether::search
