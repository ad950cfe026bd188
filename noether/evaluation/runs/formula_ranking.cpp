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

}  // namespace

base::Result<FormulaRanking> FormulaRanking::prepare(
    const index::IndexReader& index, const search::Profile& profile,
    std::shared_ptr<const search::PassageEncoder> encoder) {
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
  if (profile.context.sentence <= 0) return ranking;
  if (encoder == nullptr) {
    auto opened = search::PassageEncoder::open();
    if (!opened) return std::unexpected(std::move(opened.error()));
    encoder = std::make_shared<const search::PassageEncoder>(*std::move(opened));
  }
  const auto has =
      index::expect_passages_of(index, encoder->sentence_model(), index::kSentenceVectors);
  if (!has) return std::unexpected(has.error());
  ranking.encoder_ = std::move(encoder);
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
      formulas_(*ranking.index_, ranking.profile_->formula_weights) {
  if (ranking.encoder_ != nullptr) sentences_.emplace(*ranking.index_, *ranking.encoder_);
}

base::Result<std::vector<FormulaRanking::Worker::Candidate>> FormulaRanking::Worker::find_formulas(
    const search::FormulaQuery& query, std::uint32_t top) {
  const auto hits = formulas_.search(query, {.mode = ranking_->profile_->search.formula_mode,
                                             .top = top * kDepthFactor,
                                             .edited = kEdited,
                                             .redrawn = kRedrawn});
  if (!hits) return std::unexpected(hits.error());
  const double best = hits->empty() || hits->front().score <= 0 ? 1 : hits->front().score;
  std::vector<Candidate> candidates;
  for (const search::FormulaHit& hit : *hits) {
    auto places = ranking_->index_->named_places(hit.formula);
    if (!places) return std::unexpected(std::move(places.error()));
    for (index::NamedPlace& place : *places) {
      candidates.push_back(
          {std::move(place), ranking_->profile_->context.formula * hit.score / best});
    }
  }
  return candidates;
}

base::Result<std::vector<FormulaRanking::Worker::Candidate>> FormulaRanking::Worker::find_sentences(
    std::uint32_t top) {
  // As many sentences as results are wanted: each has a formula, and most have several.
  auto near = sentences_->nearest(top);
  if (!near) return std::unexpected(std::move(near.error()));
  std::vector<Candidate> candidates;
  for (search::SentenceScorer::Near& one : *near) candidates.push_back({std::move(one.place)});
  return candidates;
}

base::Result<void> FormulaRanking::Worker::add_threads(const collection::Topic& topic,
                                                       std::vector<Candidate>& candidates) {
  const auto scores = answers_.rank_threads(topic);
  if (!scores) return std::unexpected(scores.error());
  if (scores->empty()) return {};
  const auto best = static_cast<double>(std::ranges::max(*scores));
  const double weight = ranking_->profile_->context.thread / (best > 0 ? best : 1);
  for (Candidate& candidate : candidates) {
    const std::uint32_t document = candidate.place.place.document;
    candidate.score +=
        weight * static_cast<double>((*scores)[ranking_->answers_->threads().thread_of(document)]);
  }
  return {};
}

base::Result<void> FormulaRanking::Worker::add_sentences(std::vector<Candidate>& candidates) {
  for (Candidate& candidate : candidates) {
    const auto cosine = sentences_->cosine(candidate.place.place);
    if (!cosine) return std::unexpected(cosine.error());
    candidate.score += ranking_->profile_->context.sentence * static_cast<double>(*cosine);
  }
  return {};
}

void FormulaRanking::Worker::add_places(std::vector<Candidate>& candidates) const {
  std::unordered_map<std::string_view, std::size_t> places;
  for (const Candidate& candidate : candidates) ++places[candidate.place.visual_id];
  for (Candidate& candidate : candidates) {
    if (candidate.place.visual_id.empty()) continue;
    const auto count = static_cast<double>(places[candidate.place.visual_id]);
    candidate.score += ranking_->profile_->context.places * std::log(count);
  }
}

base::Result<std::vector<RunItem>> FormulaRanking::Worker::rank(const collection::Topic& topic,
                                                                std::size_t top, FormulaIds ids) {
  const search::FormulaContext& weights = ranking_->profile_->context;
  const TopicFormula asked = formula_of(topic);
  if (asked.latex.empty()) {
    return base::fail("the topic has no formula", {}, "topics of Task 2 name one of theirs");
  }
  const auto query = search::FormulaQuery::read(asked.latex);
  if (!query) return std::unexpected(query.error());
  if (sentences_) {
    const auto place = asked.place.value_or(index::Place());
    const auto found = sentences_->ask(asked.place ? document_of(topic) : text::Document(),
                                       place.field, place.begin);
    if (!found) return std::unexpected(found.error());
  }
  const auto wanted = static_cast<std::uint32_t>(std::min<std::size_t>(top, kMostWanted));
  const bool by_sentence = weights.formula == 0 && sentences_;
  auto candidates = by_sentence ? find_sentences(wanted) : find_formulas(*query, wanted);
  if (!candidates) return std::unexpected(std::move(candidates.error()));
  std::erase_if(*candidates,
                [&](const Candidate& candidate) { return name_of(candidate.place, ids).empty(); });
  auto added = base::Result<void>();
  if (weights.thread > 0) added = add_threads(topic, *candidates);
  if (added && sentences_) added = add_sentences(*candidates);
  if (!added) return std::unexpected(added.error());
  add_places(*candidates);
  std::ranges::sort(*candidates, [](const Candidate& a, const Candidate& b) {
    return a.score != b.score ? a.score > b.score : a.place.place < b.place.place;
  });

  std::vector<RunItem> items;
  std::unordered_map<std::string, std::size_t> seen;
  const std::size_t most = ids == FormulaIds::Visual ? 1 : kMostPlacesDrawnTheSame;
  for (Candidate& candidate : *candidates) {
    if (items.size() == top) break;
    index::NamedPlace& place = candidate.place;
    if (!place.visual_id.empty() && ++seen[place.visual_id] > most) continue;
    const auto post = ranking_->index_->document_id(place.place.document);
    if (!post) return std::unexpected(post.error());
    items.push_back({std::move(ids == FormulaIds::Visual ? place.visual_id : place.id),
                     std::string(*post), candidate.score});
  }
  return items;
}

}  // namespace noether::evaluation
