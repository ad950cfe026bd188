#include "noether/evaluation/runs/formula_ranking.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace noether::evaluation {
namespace {

// More formulas than are wanted, for the thread may bring up one from far below.
constexpr std::uint32_t kDepthFactor = 3;
constexpr std::size_t kMostWanted = 1 << 19;
// Nobody waits for a run: more trees are compared than in a search.
constexpr std::uint32_t kEdited = 80;
constexpr std::uint32_t kRedrawn = 32;

// The title and the text of a topic are read as a document.
text::Document document_of(const collection::Topic& topic) {
  text::Document document;
  document.fields = {topic.title, topic.question};
  return document;
}

// The formula of a topic, and where it stands in that document: by its id, else by what is written.
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

// What a run calls it. What the collection has no name for cannot be told in one.
std::string_view name_of(const index::NamedPlace& place, FormulaIds ids) {
  return ids == FormulaIds::Visual ? place.visual_id : place.id;
}

// What counts of a candidate, with its weight.
struct WeightedEvidence {
  double weight = 0;
  double FormulaEvidence::* value;
};

std::vector<WeightedEvidence> weighted_evidence(const search::FormulaContext& weights) {
  std::vector<WeightedEvidence> all = {
      {weights.formula, &FormulaEvidence::formula},   {weights.thread, &FormulaEvidence::thread},
      {weights.sentence, &FormulaEvidence::sentence}, {weights.context, &FormulaEvidence::context},
      {weights.graph, &FormulaEvidence::graph},       {weights.kinds, &FormulaEvidence::kinds}};
  std::erase_if(all, [](const WeightedEvidence& one) { return one.weight <= 0; });
  return all;
}

// The logarithm of how often each is drawn among them.
std::vector<double> logarithms_of_places(std::span<const FormulaCandidate> candidates) {
  std::unordered_map<std::string_view, std::size_t> places;
  for (const FormulaCandidate& candidate : candidates) ++places[candidate.place.visual_id];
  std::vector<double> logarithms;
  for (const FormulaCandidate& candidate : candidates) {
    const std::string& id = candidate.place.visual_id;
    logarithms.push_back(id.empty() ? 0 : std::log(static_cast<double>(places[id])));
  }
  return logarithms;
}

// By ranks: a list for each part of the evidence, of those that have it.
std::vector<search::ScoredUnit> fused(std::span<const FormulaCandidate> candidates,
                                      const search::Profile& profile) {
  const std::vector<WeightedEvidence> parts = weighted_evidence(profile.context);
  std::vector<std::vector<search::ScoredUnit>> lists(parts.size());
  std::vector<search::RankedList> ranked;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t unit = 0; unit < candidates.size(); ++unit) {
      const double value = candidates[unit].evidence.*parts[i].value;
      if (value > 0) lists[i].push_back({static_cast<std::uint32_t>(unit), value});
    }
    search::sort_by_score(lists[i], lists[i].size());
    ranked.push_back({lists[i], parts[i].weight});
  }
  return search::fuse(ranked, profile.context_fusion, candidates.size());
}

// The best first. A weighted sum is one of the evidence as it is; other fusions go by ranks.
std::vector<search::ScoredUnit> scores_of(std::span<const FormulaCandidate> candidates,
                                          const search::Profile& profile) {
  if (profile.context_fusion.method != search::FusionMethod::Linear) {
    return fused(candidates, profile);
  }
  const std::vector<WeightedEvidence> parts = weighted_evidence(profile.context);
  const std::vector<double> places =
      profile.context.places == 0 ? std::vector<double>() : logarithms_of_places(candidates);
  std::vector<search::ScoredUnit> scores;
  for (std::size_t unit = 0; unit < candidates.size(); ++unit) {
    double score = 0;
    for (const WeightedEvidence& part : parts) {
      score += part.weight * candidates[unit].evidence.*part.value;
    }
    if (!places.empty()) score += profile.context.places * places[unit];
    scores.push_back({static_cast<std::uint32_t>(unit), score});
  }
  search::sort_by_score(scores, scores.size());
  return scores;
}

}  // namespace

base::Result<FormulaRanking> FormulaRanking::prepare(const index::IndexReader& index,
                                                     const search::Profile& profile,
                                                     ContextReaders readers) {
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
  if (auto opened = ranking.open_readers(std::move(readers)); !opened) {
    return std::unexpected(std::move(opened.error()));
  }
  return ranking;
}

base::Result<void> FormulaRanking::open_readers(ContextReaders readers) {
  const search::FormulaContext& weights = profile_->context;
  if (weights.sentence > 0) {
    if (readers.sentences == nullptr) {
      auto opened = search::PassageEncoder::open();
      if (!opened) return std::unexpected(std::move(opened.error()));
      readers.sentences = std::make_shared<const search::PassageEncoder>(*std::move(opened));
    }
    const auto has = index::expect_passages_of(*index_, readers.sentences->sentence_model(),
                                               index::kSentenceVectors);
    if (!has) return std::unexpected(has.error());
    readers_.sentences = std::move(readers.sentences);
  }
  if (weights.context > 0) {
    if (readers.contexts == nullptr) {
      auto opened = search::ContextEncoder::open();
      if (!opened) return std::unexpected(std::move(opened.error()));
      readers.contexts = std::make_shared<const search::ContextEncoder>(*std::move(opened));
    }
    const auto has = index::expect_passages_of(*index_, readers.contexts->model_for(*index_),
                                               index::kContextVectors);
    if (!has) return std::unexpected(has.error());
    readers_.contexts = std::move(readers.contexts);
  }
  const bool reads_graphs = weights.graph > 0 || weights.kinds > 0;
  const bool parses = reads_graphs || (readers_.contexts && readers_.contexts->reads_graph());
  if (!parses) return {};
  if (auto has = search::expect_sentence_graphs(*index_); !has) return has;
  if (readers.graphs == nullptr) {
    auto opened = search::SentenceGraphs::open();
    if (!opened) return std::unexpected(std::move(opened.error()));
    readers.graphs = std::make_shared<const search::SentenceGraphs>(*std::move(opened));
  }
  readers_.graphs = std::move(readers.graphs);
  if (!reads_graphs) return {};
  auto concepts = search::ConceptTable::read(*index_);
  if (!concepts) return std::unexpected(std::move(concepts.error()));
  concepts_ = std::make_shared<const search::ConceptTable>(*std::move(concepts));
  return {};
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
      formulas_(*ranking.index_, ranking.profile_->formula_weights) {
  const ContextReaders& readers = ranking.readers_;
  if (readers.sentences != nullptr) sentences_.emplace(*ranking.index_, *readers.sentences);
  if (readers.contexts != nullptr) {
    contexts_.emplace(*ranking.index_, *readers.contexts, readers.graphs.get());
  }
  if (ranking.concepts_ != nullptr) {
    graphs_.emplace(*ranking.index_, *ranking.concepts_, *readers.graphs);
  }
}

base::Result<std::vector<FormulaCandidate>> FormulaRanking::Worker::find_formulas(
    const search::FormulaQuery& query, std::uint32_t top) {
  const auto hits = formulas_.search(query, {.mode = ranking_->profile_->search.formula_mode,
                                             .top = top * kDepthFactor,
                                             .edited = kEdited,
                                             .redrawn = kRedrawn});
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
  Candidates candidates;
  if (sentences_) {
    auto near = sentences_->nearest(count);
    if (!near) return std::unexpected(std::move(near.error()));
    for (search::SentenceScorer::Near& one : *near) candidates.push_back({std::move(one.place)});
  }
  if (!contexts_) return candidates;
  const auto near = contexts_->nearest(count);
  if (!near) return std::unexpected(near.error());
  for (const index::Place& place : *near) {
    const auto document = ranking_->index_->document(place.document);
    if (!document) return std::unexpected(document.error());
    for (const text::FormulaSpan& span : document->fields[place.field].formulas) {
      if (span.begin == place.begin) candidates.push_back({{place, span.id, span.visual_id}});
    }
  }
  return candidates;
}

base::Result<void> FormulaRanking::Worker::ask(const text::Document& topic,
                                               const index::Place& place) {
  if (sentences_) {
    const auto asked = sentences_->ask(topic, place.field, place.begin);
    if (!asked) return std::unexpected(asked.error());
  }
  if (contexts_) {
    const auto asked = contexts_->ask(topic, place.field, place.begin);
    if (!asked) return std::unexpected(asked.error());
  }
  return graphs_ ? graphs_->ask(topic, place.field, place.begin) : base::Result<void>();
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

base::Result<void> FormulaRanking::Worker::add_contexts(Candidates& candidates) {
  for (FormulaCandidate& candidate : candidates) {
    const index::Place& place = candidate.place.place;
    if (sentences_) {
      const auto cosine = sentences_->cosine(place);
      if (!cosine) return std::unexpected(cosine.error());
      candidate.evidence.sentence = static_cast<double>(*cosine);
    }
    if (contexts_) {
      const auto cosine = contexts_->cosine(place);
      if (!cosine) return std::unexpected(cosine.error());
      candidate.evidence.context = static_cast<double>(*cosine);
    }
    if (!graphs_) continue;
    const auto like = graphs_->likeness(place);
    if (!like) return std::unexpected(like.error());
    candidate.evidence.graph = like->graph;
    candidate.evidence.kinds = like->kinds;
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
  auto done = ask(asked.place ? document_of(topic) : text::Document(),
                  asked.place.value_or(index::Place()));
  if (!done) return std::unexpected(done.error());
  const auto wanted = static_cast<std::uint32_t>(std::min<std::size_t>(top, kMostWanted));
  // As many sentences as results are wanted: each has a formula, and most have several.
  const bool by_context = weights.formula == 0 && (sentences_ || contexts_);
  auto candidates = by_context ? find_near(wanted) : find_formulas(*query, wanted);
  if (!candidates) return candidates;
  if (!by_context && weights.near >= 1) {
    auto near = find_near(static_cast<std::uint32_t>(std::min<double>(weights.near, kMostWanted)));
    if (!near) return near;
    std::ranges::move(*near, std::back_inserter(*candidates));
  }
  // What was found twice stays as it was found first.
  std::set<index::Place> seen;
  std::erase_if(*candidates, [&](const FormulaCandidate& candidate) {
    return name_of(candidate.place, ids).empty() || !seen.insert(candidate.place.place).second;
  });
  if (weights.thread > 0) done = add_threads(topic, *candidates);
  if (done) done = add_contexts(*candidates);
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
  for (const search::ScoredUnit& one : scores_of(candidates, profile)) {
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
