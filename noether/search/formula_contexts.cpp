#include "noether/search/formula_contexts.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "noether/formula/formula_io.h"
#include "noether/formula/ids.h"
#include "noether/search/pipeline/prepared_query.h"

namespace noether::search {
namespace {

// One kind of evidence of a candidate, with its weight.
struct WeightedEvidence {
  double weight = 0;
  double FormulaEvidence::* value;
};

std::vector<WeightedEvidence> weighted_evidence(const FormulaContext& weights) {
  std::vector<WeightedEvidence> all = {
      {weights.formula, &FormulaEvidence::formula},   {weights.thread, &FormulaEvidence::thread},
      {weights.sentence, &FormulaEvidence::sentence}, {weights.context, &FormulaEvidence::context},
      {weights.graph, &FormulaEvidence::graph},       {weights.kinds, &FormulaEvidence::kinds}};
  std::erase_if(all, [](const WeightedEvidence& one) { return one.weight <= 0; });
  return all;
}

// The logarithm of the number of candidates with the same drawing.
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

// Fuses by ranks: each kind of evidence gives a list of the candidates that have it.
std::vector<ScoredUnit> fused_by_ranks(std::span<const FormulaCandidate> candidates,
                                       const Profile& profile) {
  const std::vector<WeightedEvidence> parts = weighted_evidence(profile.context);
  std::vector<std::vector<ScoredUnit>> lists(parts.size());
  std::vector<RankedList> ranked;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t unit = 0; unit < candidates.size(); ++unit) {
      const double value = candidates[unit].evidence.*parts[i].value;
      if (value > 0) lists[i].push_back({static_cast<std::uint32_t>(unit), value});
    }
    sort_by_score(lists[i], lists[i].size());
    ranked.push_back({lists[i], parts[i].weight});
  }
  return fuse(ranked, profile.context_fusion, candidates.size());
}

}  // namespace

base::Result<FormulaContexts> FormulaContexts::open(const index::IndexReader& index,
                                                    const FormulaContext& weights,
                                                    ContextReaders readers) {
  FormulaContexts opened;
  opened.index_ = &index;
  if (weights.sentence > 0) {
    if (readers.sentences == nullptr) {
      auto encoder = PassageEncoder::open();
      if (!encoder) return std::unexpected(std::move(encoder.error()));
      readers.sentences = std::make_shared<const PassageEncoder>(*std::move(encoder));
    }
    const auto has = index::expect_passages_of(index, readers.sentences->sentence_model(),
                                               index::kSentenceVectors);
    if (!has) return std::unexpected(has.error());
    opened.readers_.sentences = std::move(readers.sentences);
  }
  if (weights.context > 0) {
    if (readers.contexts == nullptr) {
      auto encoder = ContextEncoder::open();
      if (!encoder) return std::unexpected(std::move(encoder.error()));
      readers.contexts = std::make_shared<const ContextEncoder>(*std::move(encoder));
    }
    const auto has = index::expect_passages_of(index, readers.contexts->model_for(index),
                                               index::kContextVectors);
    if (!has) return std::unexpected(has.error());
    opened.readers_.contexts = std::move(readers.contexts);
  }
  if (auto done = opened.open_graphs(weights, std::move(readers.graphs)); !done) {
    return std::unexpected(std::move(done.error()));
  }
  return opened;
}

base::Result<void> FormulaContexts::open_graphs(const FormulaContext& weights,
                                                std::shared_ptr<const SentenceGraphs> given) {
  const bool reads_graphs = weights.graph > 0 || weights.kinds > 0;
  const bool parses = reads_graphs || (readers_.contexts && readers_.contexts->reads_graph());
  if (!parses) return {};
  if (auto has = expect_sentence_graphs(*index_); !has) return has;
  if (given == nullptr) {
    auto graphs = SentenceGraphs::open();
    if (!graphs) return std::unexpected(std::move(graphs.error()));
    given = std::make_shared<const SentenceGraphs>(*std::move(graphs));
  }
  readers_.graphs = std::move(given);
  if (!reads_graphs) return {};
  auto concepts = ConceptTable::read(*index_);
  if (!concepts) return std::unexpected(std::move(concepts.error()));
  concepts_ = std::make_shared<const ConceptTable>(*std::move(concepts));
  return {};
}

FormulaContextScorer::FormulaContextScorer(const FormulaContexts& contexts)
    : index_(contexts.index_) {
  const ContextReaders& readers = contexts.readers_;
  if (readers.sentences != nullptr) sentences_.emplace(*index_, *readers.sentences);
  if (readers.contexts != nullptr) {
    contexts_.emplace(*index_, *readers.contexts, readers.graphs.get());
  }
  if (contexts.concepts_ != nullptr) {
    graphs_.emplace(*index_, *contexts.concepts_, *readers.graphs);
  }
}

base::Result<void> FormulaContextScorer::ask(const text::Document& query,
                                             const std::optional<index::Place>& place) {
  const text::Document none;
  const text::Document& asked_in = place ? query : none;
  const index::Place at = place.value_or(index::Place());
  if (sentences_) {
    const auto asked = sentences_->ask(asked_in, at.field, at.begin);
    if (!asked) return std::unexpected(asked.error());
  }
  if (contexts_) {
    const auto asked = contexts_->ask(asked_in, at.field, at.begin);
    if (!asked) return std::unexpected(asked.error());
  }
  return graphs_ ? graphs_->ask(asked_in, at.field, at.begin) : base::Result<void>();
}

base::Result<std::vector<index::NamedPlace>> FormulaContextScorer::nearest(
    std::uint32_t count) const {
  std::vector<index::NamedPlace> places;
  if (sentences_) {
    auto near = sentences_->nearest(count);
    if (!near) return std::unexpected(std::move(near.error()));
    for (SentenceScorer::Near& one : *near) places.push_back(std::move(one.place));
  }
  if (!contexts_) return places;
  const auto near = contexts_->nearest(count);
  if (!near) return std::unexpected(near.error());
  for (const index::Place& place : *near) {
    const auto document = index_->document(place.document);
    if (!document) return std::unexpected(document.error());
    for (const text::FormulaSpan& span : document->fields[place.field].formulas) {
      if (span.begin == place.begin) places.push_back({place, span.id, span.visual_id});
    }
  }
  return places;
}

base::Result<void> FormulaContextScorer::add_evidence(std::span<FormulaCandidate> candidates) {
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

std::vector<ScoredUnit> order_by_evidence(std::span<const FormulaCandidate> candidates,
                                          const Profile& profile) {
  if (profile.context_fusion.method != FusionMethod::Linear) {
    return fused_by_ranks(candidates, profile);
  }
  const std::vector<WeightedEvidence> parts = weighted_evidence(profile.context);
  const std::vector<double> places =
      profile.context.places == 0 ? std::vector<double>() : logarithms_of_places(candidates);
  std::vector<ScoredUnit> scores;
  for (std::size_t unit = 0; unit < candidates.size(); ++unit) {
    double score = 0;
    for (const WeightedEvidence& part : parts) {
      score += part.weight * candidates[unit].evidence.*part.value;
    }
    if (!places.empty()) score += profile.context.places * places[unit];
    scores.push_back({static_cast<std::uint32_t>(unit), score});
  }
  sort_by_score(scores, scores.size());
  return scores;
}

namespace {

// At most this many of the nearest sentences are examined, whatever the profile says.
constexpr double kMostNearSentences = 1 << 19;

// A query as a document of one field.
text::Document document_of_query(const Query& query) {
  EncoderText read = encoder_text(query);
  text::Document document;
  text::Field& field = document.fields.emplace_back();
  field.text = std::move(read.text);
  for (const base::Span& span : read.formulas) {
    field.formulas.push_back({.begin = span.begin, .end = span.end, .id = {}, .visual_id = {}});
  }
  return document;
}

// The place of the first formula with this LaTeX.
std::optional<index::Place> place_of_formula(const text::Document& document,
                                             std::string_view latex) {
  const text::Field& field = document.fields.front();
  for (const text::FormulaSpan& span : field.formulas) {
    const std::string_view text = field.text;
    if (text.substr(span.begin, span.end - span.begin) != latex) continue;
    return index::Place{0, 0, span.begin, span.end};
  }
  return std::nullopt;
}

// The number of the formula at a place.
base::Result<std::optional<std::uint32_t>> formula_at(const index::IndexReader& index,
                                                      const index::Place& place) {
  const auto document = index.document(place.document);
  if (!document) return std::unexpected(document.error());
  if (place.field >= document->fields.size()) return std::nullopt;
  const std::string_view text = document->fields[place.field].text;
  if (place.begin > place.end || place.end > text.size()) return std::nullopt;
  formula::FormulaReader reader;
  formula::Formula formula;
  const std::string_view latex = text.substr(place.begin, place.end - place.begin);
  if (!reader.read(formula::Notation::Latex, latex, formula)) return std::nullopt;
  const auto numbers =
      index.find_formulas(index::Identity::Drawing, formula::visual_id(formula.layout));
  if (!numbers) return std::unexpected(numbers.error());
  for (const std::uint32_t number : *numbers) {
    const auto places = index.places(number);
    if (!places) return std::unexpected(places.error());
    if (std::ranges::find(*places, place) != places->end()) return number;
  }
  return std::nullopt;
}

// Hits with their places, while evidence is collected.
class ContextHits {
 public:
  ContextHits(const index::IndexReader& index, const DocumentSet* within)
      : index_(&index), within_(within) {}

  base::Result<void> add(std::span<const FormulaHit> hits) {
    double best = 0;
    for (const FormulaHit& hit : hits) best = std::max(best, hit.score);
    for (const FormulaHit& hit : hits) {
      if (auto done = add(hit, best > 0 ? hit.score / best : 0); !done) return done;
    }
    return {};
  }
  // A formula of a near sentence counts at all of its places, like any other formula.
  base::Result<void> add_near(std::span<const index::NamedPlace> places) {
    for (const index::NamedPlace& near : places) {
      if (seen_.contains(near.place)) continue;
      const auto number = formula_at(*index_, near.place);
      if (!number) return std::unexpected(number.error());
      if (!*number) continue;
      if (auto done = add({.formula = **number}, 0); !done) return done;
    }
    return {};
  }

  std::span<FormulaCandidate> candidates() { return candidates_; }

  // The hits that have places, each with the best score of its places.
  std::vector<FormulaHit> ordered(const Profile& profile) {
    std::unordered_map<std::uint32_t, double> scores;  // the first one is the best
    for (const ScoredUnit& one : order_by_evidence(candidates_, profile)) {
      scores.try_emplace(formula_of_[one.unit], one.score);
    }
    std::erase_if(hits_, [&](FormulaHit& hit) {
      const auto score = scores.find(hit.formula);
      if (score != scores.end()) hit.score = score->second;
      return score == scores.end();
    });
    std::ranges::stable_sort(hits_, is_more_alike);
    return std::move(hits_);
  }

 private:
  base::Result<void> add(const FormulaHit& hit, double evidence) {
    auto places = index_->named_places(hit.formula);
    if (!places) return std::unexpected(std::move(places.error()));
    for (index::NamedPlace& place : *places) {
      if (within_ != nullptr && !within_->has(place.place.document)) continue;
      if (!seen_.insert(place.place).second) continue;
      candidates_.push_back({std::move(place), {.formula = evidence}});
      formula_of_.push_back(hit.formula);
    }
    hits_.push_back(hit);
    return {};
  }

  const index::IndexReader* index_;
  const DocumentSet* within_;
  std::vector<FormulaHit> hits_;
  std::vector<FormulaCandidate> candidates_;
  std::vector<std::uint32_t> formula_of_;  // of each candidate
  std::set<index::Place> seen_;
};

}  // namespace

bool has_sentence(const Query& query) { return has_words(query); }

base::Result<std::vector<FormulaHit>> formulas_in_contexts(
    const index::IndexReader& index, FormulaSearcher& searcher, FormulaContextScorer& scorer,
    const Query& query, const FormulaQuery& formula, const Profile& profile,
    const ContextSearchOptions& options) {
  const text::Document document = document_of_query(query);
  const auto place = has_sentence(query) ? place_of_formula(document, formula.latex())
                                         : std::optional<index::Place>();
  if (!place) return searcher.search(formula, options.formulas);
  if (auto asked = scorer.ask(document, place); !asked) return std::unexpected(asked.error());

  ContextHits found(index, options.within);
  const bool by_context = profile.context.formula == 0 && scorer.finds_nearest();
  if (!by_context) {
    auto hits = searcher.search(formula, options.formulas);
    if (!hits) return hits;
    if (auto done = found.add(*hits); !done) return std::unexpected(done.error());
  }
  const FormulaMode mode = options.formulas.mode;
  const bool any_formula = mode == FormulaMode::Similar || mode == FormulaMode::Paths;
  const auto near =
      by_context ? options.formulas.top
                 : static_cast<std::uint32_t>(std::min(profile.context.near, kMostNearSentences));
  if (near > 0 && any_formula) {
    const auto places = scorer.nearest(near);
    if (!places) return std::unexpected(places.error());
    if (auto done = found.add_near(*places); !done) return std::unexpected(done.error());
  }
  if (auto done = scorer.add_evidence(found.candidates()); !done) {
    return std::unexpected(done.error());
  }
  return found.ordered(profile);
}

}  // namespace noether::search
