#include "noether/search/contexts/formulas_in_contexts.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "noether/formula/formula_io.h"
#include "noether/formula/ids.h"
#include "noether/search/query/prepared_query.h"

namespace noether::search {
namespace {

// More of the nearest sentences are not looked at, whatever the profile says.
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

// Where the first formula of this LaTeX stands in it.
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

// The number of the formula that stands at a place.
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

// Hits with their places, while evidence is gathered.
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
  // A formula of a near sentence counts at all of its places, as any other does.
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

  // Those that stand anywhere, with the best score of their places.
  std::vector<FormulaHit> ordered(const Profile& profile) {
    std::unordered_map<std::uint32_t, double> scores;  // the best comes first
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
