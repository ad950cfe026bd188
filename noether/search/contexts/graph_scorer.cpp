#include "noether/search/contexts/graph_scorer.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "noether/amr/declarations/kind_words.h"
#include "noether/formula/formula_io.h"
#include "noether/search/contexts/declared_kinds.h"

namespace noether::search {
namespace {

// The number of cached documents: most formulas occur in several places of few documents.
constexpr std::size_t kMostKnownDocuments = 1 << 16;

void sort_each_once(std::vector<std::string>& words) {
  std::ranges::sort(words);
  const auto twice = std::ranges::unique(words);
  words.erase(twice.begin(), twice.end());
}

// The heads of the kinds of a formula's symbols.
std::vector<std::string> kinds_at(std::string_view latex, std::uint32_t field, std::uint32_t begin,
                                  std::span<const PlacedDeclaration> here,
                                  std::span<const PlacedDeclaration> of_question,
                                  formula::FormulaReader& reader) {
  std::vector<std::string> kinds;
  formula::Formula formula;
  if (!reader.read(formula::Notation::Latex, latex, formula)) return kinds;
  for (const PlacedDeclaration& one :
       declarations_for(subjects_of(formula), field, begin, here, of_question)) {
    if (one.declaration.is_negated) continue;
    for (std::string& stem : kind_stems(one.declaration.head)) kinds.push_back(std::move(stem));
  }
  sort_each_once(kinds);
  return kinds;
}

bool is_around(std::uint32_t field, const base::Span& span, std::uint32_t in, std::uint32_t byte) {
  return field == in && span.begin <= byte && byte < span.end;
}

}  // namespace

std::vector<std::string> concepts_of(std::string_view penman) {
  constexpr std::string_view kBefore = " / ";
  std::vector<std::string> concepts;
  for (std::size_t at = penman.find(kBefore); at != std::string_view::npos;
       at = penman.find(kBefore, at)) {
    at += kBefore.size();
    const std::size_t end = std::min(penman.find_first_of(" )", at), penman.size());
    concepts.emplace_back(amr::without_sense(penman.substr(at, end - at)));
  }
  sort_each_once(concepts);
  return concepts;
}

base::Result<ConceptTable> ConceptTable::read(const index::IndexReader& index) {
  ConceptTable table;
  for (std::uint32_t document = 0; document < index.documents(); ++document) {
    const auto sentences = index::passages_of(index, document, index::kSentenceGraphs);
    if (!sentences) return std::unexpected(sentences.error());
    for (const index::Passage& sentence : *sentences) {
      const auto record = unpack_record(sentence.tokens);
      if (!record) return std::unexpected(record.error());
      ++table.sentences_;
      for (std::string& name : concepts_of(record->graph)) ++table.counts_[std::move(name)];
    }
  }
  return table;
}

double ConceptTable::weight(const std::string& name) const {
  const auto found = counts_.find(name);
  const std::uint32_t count = found == counts_.end() ? 1 : found->second;
  return std::log1p(static_cast<double>(sentences_) / count);
}

double ConceptTable::cosine(const std::vector<std::string>& a,
                            const std::vector<std::string>& b) const {
  const auto squares = [&](const std::vector<std::string>& names) {
    double sum = 0;
    for (const std::string& name : names) sum += weight(name) * weight(name);
    return sum;
  };
  std::vector<std::string> both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  if (both.empty()) return 0;
  return squares(both) / std::sqrt(squares(a) * squares(b));
}

base::Result<void> GraphScorer::ask(const text::Document& query, std::uint32_t field,
                                    std::uint32_t byte) {
  asked_concepts_.clear();
  asked_kinds_.clear();
  std::vector<PlacedDeclaration> declared;
  for (const PlacedSentence& sentence : sentences_with_formulas(query)) {
    auto record = graphs_->record_of(sentence);
    if (!record) return std::unexpected(std::move(record.error()));
    if (!*record) continue;
    if (is_around(sentence.field, sentence.span, field, byte)) {
      asked_concepts_ = concepts_of((*record)->graph);
    }
    for (amr::Declaration& one : (*record)->declarations) {
      declared.push_back({std::move(one), 0, sentence.field, sentence.span});
    }
  }
  if (field >= query.fields.size()) return {};
  formula::FormulaReader reader;
  for (const text::FormulaSpan& formula : query.fields[field].formulas) {
    if (formula.begin != byte) continue;
    const std::string_view text = query.fields[field].text;
    asked_kinds_ = kinds_at(text.substr(formula.begin, formula.end - formula.begin), field, byte,
                            declared, {}, reader);
  }
  return {};
}

base::Result<GraphScorer::Known> GraphScorer::read(std::uint32_t number) const {
  Known all;
  const auto sentences = index::passages_of(*index_, number, index::kSentenceGraphs);
  if (!sentences) return std::unexpected(sentences.error());
  for (const index::Passage& sentence : *sentences) {
    const auto record = unpack_record(sentence.tokens);
    if (!record) return std::unexpected(record.error());
    all.sentences.push_back({sentence.field, sentence.span, concepts_of(record->graph)});
  }
  const auto document = index_->document(number);
  if (!document) return std::unexpected(document.error());
  const auto here = contexts_.declarations_in(number);
  if (!here) return std::unexpected(here.error());
  const auto of_question = contexts_.declarations_of_question(*document, number);
  if (!of_question) return std::unexpected(of_question.error());
  if (here->empty() && of_question->empty()) return all;
  formula::FormulaReader reader;
  for (std::uint32_t field = 0; field < document->fields.size(); ++field) {
    const std::string_view text = document->fields[field].text;
    for (const text::FormulaSpan& span : document->fields[field].formulas) {
      Words kinds = kinds_at(text.substr(span.begin, span.end - span.begin), field, span.begin,
                             *here, *of_question, reader);
      if (!kinds.empty()) all.formulas.push_back({field, span.begin, std::move(kinds)});
    }
  }
  return all;
}

base::Result<const GraphScorer::Known*> GraphScorer::known(std::uint32_t document) {
  if (const auto found = known_.find(document); found != known_.end()) return &found->second;
  auto all = read(document);
  if (!all) return std::unexpected(std::move(all.error()));
  if (known_.size() >= kMostKnownDocuments) known_.clear();
  return &known_.emplace(document, *std::move(all)).first->second;
}

base::Result<GraphScorer::Likeness> GraphScorer::likeness(const index::Place& place) {
  Likeness like;
  if (asked_concepts_.empty() && asked_kinds_.empty()) return like;
  const auto all = known(place.document);
  if (!all) return std::unexpected(all.error());
  for (const Known::Sentence& sentence : (*all)->sentences) {
    if (!is_around(sentence.field, sentence.span, place.field, place.begin)) continue;
    like.graph = concepts_->cosine(asked_concepts_, sentence.concepts);
  }
  for (const Known::Formula& formula : (*all)->formulas) {
    if (formula.field != place.field || formula.begin != place.begin) continue;
    Words both;
    std::ranges::set_intersection(asked_kinds_, formula.kinds, std::back_inserter(both));
    const std::size_t either = asked_kinds_.size() + formula.kinds.size() - both.size();
    if (either > 0) like.kinds = static_cast<double>(both.size()) / static_cast<double>(either);
  }
  return like;
}

}  // namespace noether::search
