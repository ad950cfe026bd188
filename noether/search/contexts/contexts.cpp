#include "noether/search/contexts/contexts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "noether/base/utf8.h"
#include "noether/formula/formula_io.h"
#include "noether/formula/ids.h"
#include "noether/formula/notation/unicode_line.h"
#include "noether/text/sentences.h"

namespace noether::search {
namespace {

using Declarations = std::vector<PlacedDeclaration>;

struct SentencePlace {
  std::uint32_t field = 0;
  std::uint32_t begin = 0;

  friend auto operator<=>(const SentencePlace&, const SentencePlace&) = default;
};

SentencePlace sentence_place(const PlacedDeclaration& one) {
  return {one.field, one.sentence.begin};
}

// The declarations of a symbol.
Declarations said_of(std::span<const PlacedDeclaration> all, std::string_view symbol) {
  Declarations said;
  std::ranges::copy_if(all, std::back_inserter(said), [&](const PlacedDeclaration& one) {
    return one.declaration.symbol == symbol;
  });
  return said;
}

// The declarations of the sentence that contains this one.
void append_sentence_of(const Declarations& said, Declarations::const_iterator one,
                        Declarations& out) {
  std::ranges::copy_if(said, std::back_inserter(out), [&](const PlacedDeclaration& other) {
    return sentence_place(other) == sentence_place(*one);
  });
}

}  // namespace

bool has_sentence_graphs(const index::IndexReader& index) {
  return std::ranges::any_of(index.segments(), [](const index::OpenSegment& segment) {
    return segment.passages_of(index::kSentenceGraphs) != nullptr;
  });
}

base::Result<void> expect_sentence_graphs(const index::IndexReader& index) {
  for (const index::OpenSegment& segment : index.segments()) {
    if (const auto* damage = segment.damage_of(index::kSentenceGraphs)) {
      return std::unexpected(*damage);
    }
  }
  if (has_sentence_graphs(index)) return {};
  return base::fail("the index has no graphs of sentences", {},
                    fmt::format("add them with {}", index::kAddContextsCommand));
}

std::vector<std::string> symbols_of(const formula::OperatorTree& formula) {
  std::vector<std::string> symbols;
  for (formula::NodeId node = 0; node < formula.node_count(); ++node) {
    const std::string_view label = formula.label(node);
    if (label.empty()) continue;
    // A function of one letter is a symbol; `sin` is not.
    const bool is_function = formula.op(node) == formula::Op::Call &&
                             base::decode_code_point(label).bytes.size() == label.size();
    if (formula.op(node) != formula::Op::Variable && !is_function) continue;
    if (std::ranges::find(symbols, label) == symbols.end()) symbols.emplace_back(label);
  }
  return symbols;
}

std::vector<std::string> subjects_of(const formula::Formula& formula) {
  std::vector<std::string> subjects;
  if (formula.operators.node_count() > 1) {
    subjects.push_back(formula::unicode_line(formula.layout).text);
  }
  std::ranges::move(symbols_of(formula.operators), std::back_inserter(subjects));
  return subjects;
}

std::vector<PlacedDeclaration> declarations_for(std::span<const std::string> symbols,
                                                std::uint32_t field, std::uint32_t byte,
                                                std::span<const PlacedDeclaration> here,
                                                std::span<const PlacedDeclaration> of_question) {
  Declarations found;
  for (const std::string& symbol : symbols) {
    const Declarations said = said_of(here, symbol);
    const Declarations asked = said_of(of_question, symbol);
    const auto behind =
        std::ranges::upper_bound(said, SentencePlace{field, byte}, {}, sentence_place);
    if (behind != said.begin()) {
      append_sentence_of(said, std::prev(behind), found);
    } else if (!asked.empty()) {
      append_sentence_of(asked, std::prev(asked.end()), found);
    } else if (!said.empty()) {
      append_sentence_of(said, said.begin(), found);
    }
  }
  return found;
}

base::Result<std::optional<FormulaInSentence>> ContextReader::at(const index::Place& place) const {
  const auto sentences = index::passages_of(*index_, place.document, index::kSentenceGraphs);
  if (!sentences) return std::unexpected(sentences.error());
  const index::Passage* around = index::passage_at(*sentences, place.field, place.begin);
  if (around == nullptr) return std::nullopt;
  auto record = unpack_record(around->tokens);
  if (!record) return std::unexpected(std::move(record.error()));
  const auto document = index_->document(place.document);
  if (!document) return std::unexpected(document.error());
  FormulaInSentence context{.sentence = around->span, .record = *std::move(record)};
  for (const text::FormulaSpan& formula : document->fields[place.field].formulas) {
    if (formula.begin >= around->span.begin && formula.begin < place.begin) ++context.formula;
  }
  return context;
}

base::Result<Declarations> ContextReader::declarations_in(std::uint32_t document) const {
  const auto sentences = index::passages_of(*index_, document, index::kSentenceGraphs);
  if (!sentences) return std::unexpected(sentences.error());
  Declarations all;
  for (const index::Passage& sentence : *sentences) {
    auto declarations = unpack_declarations(sentence.tokens);
    if (!declarations) return std::unexpected(std::move(declarations.error()));
    for (amr::Declaration& one : *declarations) {
      all.push_back({std::move(one), document, sentence.field, sentence.span});
    }
  }
  return all;
}

base::Result<Declarations> ContextReader::declarations_of_question(const text::Document& document,
                                                                   std::uint32_t number) const {
  if (document.parent.empty()) return Declarations();
  const auto question = index_->find_document(document.parent, index_->member_of(number));
  if (!question) return std::unexpected(question.error());
  return *question ? declarations_in(**question) : Declarations();
}

base::Result<Declarations> ContextReader::declarations_of(const index::Place& place) const {
  const auto document = index_->document(place.document);
  if (!document) return std::unexpected(document.error());
  if (place.field >= document->fields.size() || place.begin > place.end ||
      place.end > document->fields[place.field].text.size()) {
    return base::fail("the formula is outside the text of its document");
  }
  formula::FormulaReader reader;
  formula::Formula formula;
  const std::string_view text = document->fields[place.field].text;
  const std::string_view latex = text.substr(place.begin, place.end - place.begin);
  if (!reader.read(formula::Notation::Latex, latex, formula)) return Declarations();

  const auto here = declarations_in(place.document);
  if (!here) return std::unexpected(here.error());
  const auto of_question = declarations_of_question(*document, place.document);
  if (!of_question) return std::unexpected(of_question.error());
  return declarations_for(subjects_of(formula), place.field, place.begin, *here, *of_question);
}

namespace {

// Draws one formula after the other and returns digests of the drawings.
class Drawings {
 public:
  // Nothing for a formula that cannot be read, and for a name or a number alone.
  std::optional<base::Digest> of(std::string_view latex) {
    if (!reader_.read(formula::Notation::Latex, latex, formula_)) return std::nullopt;
    if (formula_.operators.node_count() < 2) return std::nullopt;
    return formula::visual_id(formula_.layout);
  }

 private:
  formula::FormulaReader reader_;
  formula::Formula formula_;
};

}  // namespace

std::vector<SameFormula> same_formula_in(const text::Document& document, std::uint32_t field,
                                         std::uint32_t begin, std::size_t most) {
  std::vector<SameFormula> found;
  if (field >= document.fields.size()) return found;
  const auto& own_formulas = document.fields[field].formulas;
  const auto own = std::ranges::find(own_formulas, begin, &text::FormulaSpan::begin);
  if (own == own_formulas.end()) return found;
  const auto latex_of = [](const text::Field& in, const text::FormulaSpan& span) {
    return std::string_view(in.text).substr(span.begin, span.end - span.begin);
  };
  Drawings drawings;
  const std::string_view latex = latex_of(document.fields[field], *own);
  const auto drawn = drawings.of(latex);
  if (!drawn) return found;
  std::size_t read = 0;
  for (std::uint32_t number = 0; number < document.fields.size(); ++number) {
    const text::Field& here = document.fields[number];
    auto formula = here.formulas.begin();
    for (const base::Span& sentence : text::find_sentences(here)) {
      const bool is_own = number == field && sentence.begin <= begin && begin < sentence.end;
      bool is_new = !is_own;
      for (; formula != here.formulas.end() && formula->begin < sentence.end; ++formula) {
        if (!is_new || formula->begin < sentence.begin) continue;
        const std::string_view other = latex_of(here, *formula);
        if (other != latex && ++read > kMostSameFormulasRead) return found;
        if (other != latex && drawings.of(other) != drawn) continue;
        found.push_back({number, sentence, {formula->begin, formula->end}});
        if (found.size() == most) return found;
        is_new = false;
      }
    }
  }
  return found;
}

}  // namespace noether::search
