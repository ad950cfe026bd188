#include "noether/search/contexts/symbol_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "noether/formula/formula_io.h"

namespace noether::search {
namespace {

bool has_symbol(const amr::FormulaSentence& sentence, std::span<const std::string> symbols,
                formula::FormulaReader& reader) {
  return std::ranges::any_of(sentence.latex, [&](const std::string& latex) {
    formula::Formula formula;
    if (!reader.read(formula::Notation::Latex, latex, formula,
                     formula::FormulaReader::Want::Operators)) {
      return false;
    }
    return std::ranges::any_of(symbols_of(formula.operators), [&](const std::string& symbol) {
      return std::ranges::find(symbols, symbol) != symbols.end();
    });
  });
}

// The sentences with a symbol that are nearest to the place, in the order of the document.
std::vector<PlacedSentence> sentences_about(const text::Document& document,
                                            std::span<const std::string> symbols,
                                            const index::Place& place) {
  std::vector<PlacedSentence> sentences = sentences_with_formulas(document);
  const auto own = std::ranges::find_if(sentences, [&](const PlacedSentence& sentence) {
    return sentence.field == place.field && sentence.span.begin <= place.begin &&
           place.begin < sentence.span.end;
  });
  const auto distance = [&](std::size_t i) {
    return std::abs(static_cast<std::ptrdiff_t>(i) - (own - sentences.begin()));
  };
  std::vector<std::size_t> order(sentences.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, distance);
  formula::FormulaReader reader;
  std::vector<std::size_t> chosen;
  for (const std::size_t i : order) {
    if (chosen.size() == kMostParsedSentences) break;
    if (has_symbol(sentences[i].formulas, symbols, reader)) chosen.push_back(i);
  }
  std::ranges::sort(chosen);
  std::vector<PlacedSentence> about;
  for (const std::size_t i : chosen) about.push_back(std::move(sentences[i]));
  return about;
}

base::Result<std::vector<PlacedDeclaration>> parsed_declarations(
    const index::IndexReader& index, std::span<const std::string> symbols,
    const index::Place& place, const SentenceGraphs& graphs, const IsOver& is_over) {
  const auto document = index.document(place.document);
  if (!document) return std::unexpected(document.error());
  std::vector<PlacedDeclaration> here;
  for (const PlacedSentence& sentence : sentences_about(*document, symbols, place)) {
    if (auto on = go_on(is_over); !on) return std::unexpected(std::move(on.error()));
    const auto record = graphs.record_of(sentence);
    if (!record) return std::unexpected(record.error());
    if (!*record) continue;
    for (const amr::Declaration& one : (*record)->declarations) {
      here.push_back({one, place.document, sentence.field, sentence.span});
    }
  }
  return declarations_for(symbols, place.field, place.begin, here, {});
}

bool is_same(const amr::Declaration& a, const amr::Declaration& b) {
  return a.symbol == b.symbol && a.kind == b.kind && a.quantifier == b.quantifier &&
         a.is_negated == b.is_negated;
}

}  // namespace

base::Result<SymbolKinds> kinds_of_symbols(const index::IndexReader& index,
                                           std::span<const std::string> symbols,
                                           std::span<const index::Place> places,
                                           const SentenceGraphs* graphs, const IsOver& is_over) {
  const bool is_stored = has_sentence_graphs(index);
  SymbolKinds found;
  if (symbols.empty() || (!is_stored && graphs == nullptr)) return found;
  const ContextReader contexts(index);
  found.places = std::min(places.size(), is_stored ? kMostKindPlaces : kMostParsedPlaces);
  for (const index::Place& place : places.first(found.places)) {
    if (auto on = go_on(is_over); !on) return std::unexpected(std::move(on.error()));
    auto said = is_stored ? contexts.declarations_of(place)
                          : parsed_declarations(index, symbols, place, *graphs, is_over);
    if (!said) return std::unexpected(std::move(said.error()));
    for (PlacedDeclaration& one : *said) {
      const auto known = std::ranges::find_if(found.kinds, [&](const SymbolKind& kind) {
        return is_same(kind.said.declaration, one.declaration);
      });
      if (known != found.kinds.end()) {
        ++known->places;
      } else {
        found.kinds.push_back({std::move(one), 1});
      }
    }
  }
  const auto place_of = [&](const SymbolKind& kind) {
    return std::ranges::find(symbols, kind.said.declaration.symbol) - symbols.begin();
  };
  std::ranges::stable_sort(found.kinds, [&](const SymbolKind& a, const SymbolKind& b) {
    return place_of(a) != place_of(b) ? place_of(a) < place_of(b) : a.places > b.places;
  });
  return found;
}

std::string where_filter(const amr::Declaration& declaration) {
  const std::string condition = fmt::format("{}={}", declaration.symbol, declaration.kind);
  const bool is_plain = std::ranges::all_of(condition, [](char c) {
    return c == '=' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
  });
  return is_plain ? "where:" + condition : fmt::format("where:\"{}\"", condition);
}

}  // namespace noether::search
