#include "noether/search/candidates/formula/formula_ranker.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace noether::search {
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

// Layout trees are not kept in an index: they are read again.
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
