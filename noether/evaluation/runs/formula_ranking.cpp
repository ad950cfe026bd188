#include "noether/evaluation/runs/formula_ranking.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace noether::evaluation {
namespace {

// More formulas are gathered than are wanted, because the thread may raise one from far below.
constexpr std::uint32_t kDepthFactor = 3;
constexpr std::size_t kMostWanted = 1 << 19;
// More trees are compared than in a search, because a run has no waiting user.
constexpr std::uint32_t kCompared = 320;

// The title and the text of a topic as a document.
text::Document document_of(const collection::Topic& topic) {
  text::Document document;
  document.fields = {topic.title, topic.question};
  return document;
}

// The formula of a topic and its place in that document, found by its id, else by its text.
struct TopicFormula {
  std::string latex;
  std::optional<index::Place> place = std::nullopt;
};

TopicFormula formula_of(const collection::Topic& topic) {
  TopicFormula formula{.latex = topic.latex};
  const text::Document document = document_of(topic);
  for (std::uint32_t field = 0; field < document.fields.size(); ++field) {
    const text::Field& read = document.fields[field];
    for (const text::FormulaSpan& span : read.formulas) {
      const std::string written = read.text.substr(span.begin, span.end - span.begin);
      const bool has_id = !topic.formula_id.empty() && span.id == topic.formula_id;
      if (!has_id && (formula.place || written != topic.latex)) continue;
      formula.place = {0, field, span.begin, span.end};
      if (!has_id) continue;
      if (formula.latex.empty()) formula.latex = written;
      return formula;
    }
  }
  return formula;
}

// The name of a formula in a run. A formula without an id in the collection cannot be in a run.
std::string_view name_of(const index::NamedPlace& place, FormulaIds ids) {
  return ids == FormulaIds::Visual ? place.visual_id : place.id;
}

}  // namespace

base::Result<FormulaRanking> FormulaRanking::prepare(const index::IndexReader& index,
                                                     const search::Profile& profile,
                                                     search::ContextReaders readers) {
  FormulaRanking ranking;
  ranking.index_ = &index;
  ranking.profile_ = &profile;
  // Signals of single answers do not apply to threads. Signals of language would cost more than all
  // others.
  std::vector<search::Signal> signals;
  if (profile.context.thread > 0) signals = search::signals_of_threads(profile.signals);
  auto answers = search::AnswerCollection::read(index, std::move(signals), {});
  if (!answers) return std::unexpected(std::move(answers.error()));
  ranking.answers_ = std::make_unique<search::AnswerCollection>(std::move(*answers));
  auto contexts = search::FormulaContexts::open(index, profile.context, std::move(readers));
  if (!contexts) return std::unexpected(std::move(contexts.error()));
  ranking.contexts_ = *std::move(contexts);
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
      formulas_(*ranking.index_, ranking.profile_->formula_weights),
      contexts_(ranking.contexts_) {}

base::Result<std::vector<FormulaCandidate>> FormulaRanking::Worker::find_formulas(
    const search::FormulaQuery& query, std::uint32_t top) {
  const auto hits = formulas_.search(query, {.mode = ranking_->profile_->search.formula_mode,
                                             .top = top * kDepthFactor,
                                             .reranked = kCompared,
                                             .edited = kCompared,
                                             .redrawn = kCompared});
  if (!hits) return std::unexpected(hits.error());
  const double best = hits->empty() || hits->front().score <= 0 ? 1 : hits->front().score;
  Candidates candidates;
  for (const search::FormulaHit& hit : *hits) {
    auto places = ranking_->index_->named_places(hit.formula);
    if (!places) return std::unexpected(std::move(places.error()));
    for (index::NamedPlace& place : *places) {
      candidates.push_back({std::move(place), {.formula = hit.score / best}});
    }
  }
  return candidates;
}

base::Result<std::vector<FormulaCandidate>> FormulaRanking::Worker::find_near(std::uint32_t count) {
  auto near = contexts_.nearest(count);
  if (!near) return std::unexpected(std::move(near.error()));
  Candidates candidates;
  for (index::NamedPlace& place : *near) candidates.push_back({std::move(place)});
  return candidates;
}

base::Result<void> FormulaRanking::Worker::add_threads(const collection::Topic& topic,
                                                       Candidates& candidates) {
  const auto scores = answers_.rank_threads(topic);
  if (!scores) return std::unexpected(scores.error());
  if (scores->empty()) return {};
  const auto best = static_cast<double>(std::ranges::max(*scores));
  for (FormulaCandidate& candidate : candidates) {
    const std::uint32_t document = candidate.place.place.document;
    candidate.evidence.thread =
        static_cast<double>((*scores)[ranking_->answers_->threads().thread_of(document)]) /
        (best > 0 ? best : 1);
  }
  return {};
}

base::Result<std::vector<FormulaCandidate>> FormulaRanking::Worker::gather(
    const collection::Topic& topic, std::size_t top, FormulaIds ids) {
  const search::FormulaContext& weights = ranking_->profile_->context;
  const TopicFormula asked = formula_of(topic);
  if (asked.latex.empty()) {
    return base::fail("the topic has no formula", {}, "topics of Task 2 name one of theirs");
  }
  const auto query = search::FormulaQuery::read(asked.latex);
  if (!query) return std::unexpected(query.error());
  auto done = contexts_.ask(document_of(topic), asked.place);
  if (!done) return std::unexpected(done.error());
  const auto wanted = static_cast<std::uint32_t>(std::min<std::size_t>(top, kMostWanted));
  // The number of sentences equals the number of wanted results: each has a formula, and most have
  // several.
  const bool by_context = weights.formula == 0 && contexts_.finds_nearest();
  auto candidates = by_context ? find_near(wanted) : find_formulas(*query, wanted);
  if (!candidates) return candidates;
  if (!by_context && weights.near >= 1) {
    auto near = find_near(static_cast<std::uint32_t>(std::min<double>(weights.near, kMostWanted)));
    if (!near) return near;
    std::ranges::move(*near, std::back_inserter(*candidates));
  }
  // A formula found twice keeps its first entry.
  std::set<index::Place> seen;
  std::erase_if(*candidates, [&](const FormulaCandidate& candidate) {
    return name_of(candidate.place, ids).empty() || !seen.insert(candidate.place.place).second;
  });
  if (weights.thread > 0) done = add_threads(topic, *candidates);
  if (done) done = contexts_.add_evidence(*candidates);
  if (!done) return std::unexpected(done.error());
  std::ranges::sort(*candidates, {}, [](const FormulaCandidate& one) { return one.place.place; });
  return candidates;
}

base::Result<std::vector<RunItem>> FormulaRanking::Worker::rank(const collection::Topic& topic,
                                                                std::size_t top, FormulaIds ids) {
  auto candidates = gather(topic, top, ids);
  if (!candidates) return std::unexpected(std::move(candidates.error()));
  return order_candidates(*ranking_->index_, *candidates, *ranking_->profile_, top, ids);
}

base::Result<std::vector<RunItem>> order_candidates(const index::IndexReader& index,
                                                    std::vector<FormulaCandidate> candidates,
                                                    const search::Profile& profile, std::size_t top,
                                                    FormulaIds ids) {
  std::ranges::sort(candidates, {}, [](const FormulaCandidate& one) { return one.place.place; });
  std::vector<RunItem> items;
  std::unordered_map<std::string_view, std::size_t> seen;
  const std::size_t most = ids == FormulaIds::Visual ? 1 : kMostPlacesDrawnTheSame;
  for (const search::ScoredUnit& one : search::order_by_evidence(candidates, profile)) {
    if (items.size() == top) break;
    const index::NamedPlace& place = candidates[one.unit].place;
    if (!place.visual_id.empty() && ++seen[place.visual_id] > most) continue;
    const auto post = index.document_id(place.place.document);
    if (!post) return std::unexpected(post.error());
    items.push_back({std::string(name_of(place, ids)), std::string(*post), one.score});
  }
  return items;
}

}  // namespace noether::evaluation
