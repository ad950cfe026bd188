#include "noether/evaluation/runs/formula_ranking.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace noether::evaluation {
namespace {

// More formulas than are wanted, for the thread may bring up one from far below.
constexpr std::size_t kDepthFactor = 3;
// Nobody waits for a run: more trees are compared than in a search.
constexpr std::uint32_t kEdited = 80;
constexpr std::uint32_t kRedrawn = 32;

// The formula of a topic: given itself, or by the id of one in its text.
std::string_view formula_of(const collection::Topic& topic) {
  if (!topic.latex.empty()) return topic.latex;
  for (const text::Field* field : {&topic.title, &topic.question}) {
    for (const text::FormulaSpan& span : field->formulas) {
      if (span.id == topic.formula_id) {
        return std::string_view(field->text).substr(span.begin, span.end - span.begin);
      }
    }
  }
  return {};
}

// What a run calls it. What the collection has no name for cannot be told in one.
std::string_view name_of(const index::NamedPlace& place, FormulaIds ids) {
  return ids == FormulaIds::Visual ? place.visual_id : place.id;
}

struct RankedFormula {
  std::string visual_id;
  std::string id;
  std::uint32_t document = 0;
  double score = 0;
};

}  // namespace

base::Result<FormulaRanking> FormulaRanking::prepare(const index::IndexReader& index,
                                                     const search::Profile& profile) {
  FormulaRanking ranking;
  ranking.index_ = &index;
  ranking.profile_ = &profile;
  // Signals of single answers say nothing of threads. Those of language would cost more than all
  // the rest.
  std::vector<search::Signal> signals;
  if (profile.context.thread > 0) signals = search::signals_of_threads(profile.signals);
  auto answers = search::AnswerCollection::read(index, std::move(signals), {});
  if (!answers) return std::unexpected(std::move(answers.error()));
  ranking.answers_ = std::make_unique<search::AnswerCollection>(std::move(*answers));
  return ranking;
}

base::Result<bool> FormulaRanking::has_ids(FormulaIds ids) const {
  for (std::uint32_t formula = 0; formula < index_->formulas(); ++formula) {
    const auto places = index_->named_places(formula);
    if (!places) return std::unexpected(places.error());
    for (const index::NamedPlace& place : *places) {
      if (!name_of(place, ids).empty()) return true;
    }
  }
  return false;
}

FormulaRanking::Worker::Worker(const FormulaRanking& ranking)
    : ranking_(&ranking),
      answers_(*ranking.answers_),
      formulas_(*ranking.index_, ranking.profile_->formula_weights) {}

base::Result<std::vector<float>> FormulaRanking::Worker::context_of(
    const collection::Topic& topic) {
  auto scores = answers_.rank_threads(topic);
  if (!scores || scores->empty()) return scores;
  const float best = std::ranges::max(*scores);
  if (best > 0) {
    for (float& score : *scores) score /= best;
  }
  return scores;
}

base::Result<std::vector<RunItem>> FormulaRanking::Worker::rank(const collection::Topic& topic,
                                                                std::size_t top, FormulaIds ids) {
  const std::string_view latex = formula_of(topic);
  if (latex.empty()) {
    return base::fail("the topic has no formula", {}, "topics of Task 2 name one of theirs");
  }
  const auto query = search::FormulaQuery::read(latex);
  if (!query) return std::unexpected(query.error());
  const auto depth = static_cast<std::uint32_t>(std::min<std::size_t>(top * kDepthFactor, 1 << 20));
  const auto hits = formulas_.search(*query, {.mode = ranking_->profile_->search.formula_mode,
                                              .top = depth,
                                              .edited = kEdited,
                                              .redrawn = kRedrawn});
  if (!hits) return std::unexpected(hits.error());
  std::vector<float> threads;
  const search::FormulaContext& weights = ranking_->profile_->context;
  if (weights.thread > 0) {
    auto context = context_of(topic);
    if (!context) return std::unexpected(std::move(context.error()));
    threads = std::move(*context);
  }

  const double best = hits->empty() || hits->front().score <= 0 ? 1 : hits->front().score;
  std::vector<RankedFormula> candidates;
  for (const search::FormulaHit& hit : *hits) {
    auto places = ranking_->index_->named_places(hit.formula);
    if (!places) return std::unexpected(std::move(places.error()));
    for (index::NamedPlace& place : *places) {
      if (name_of(place, ids).empty()) continue;
      const std::uint32_t document = place.place.document;
      double score = weights.formula * hit.score / best;
      if (!threads.empty()) {
        score += weights.thread *
                 static_cast<double>(threads[ranking_->answers_->threads().thread_of(document)]);
      }
      candidates.push_back({std::move(place.visual_id), std::move(place.id), document, score});
    }
  }
  std::unordered_map<std::string_view, std::size_t> places;
  for (const RankedFormula& candidate : candidates) ++places[candidate.visual_id];
  for (RankedFormula& candidate : candidates) {
    if (candidate.visual_id.empty()) continue;
    const auto count = static_cast<double>(places[candidate.visual_id]);
    candidate.score += weights.places * std::log(count);
  }
  std::ranges::sort(candidates, [](const RankedFormula& a, const RankedFormula& b) {
    return a.score != b.score ? a.score > b.score : a.document < b.document;
  });

  std::vector<RunItem> items;
  std::unordered_map<std::string, std::size_t> seen;
  const std::size_t most = ids == FormulaIds::Visual ? 1 : kMostPlacesDrawnTheSame;
  for (RankedFormula& candidate : candidates) {
    if (items.size() == top) break;
    if (!candidate.visual_id.empty() && ++seen[candidate.visual_id] > most) continue;
    const auto post = ranking_->index_->document_id(candidate.document);
    if (!post) return std::unexpected(post.error());
    items.push_back({std::move(ids == FormulaIds::Visual ? candidate.visual_id : candidate.id),
                     std::string(*post), candidate.score});
  }
  return items;
}

}  // namespace noether::evaluation
