#include "noether/search/contexts/declared_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "noether/formula/formula_io.h"
#include "noether/search/contexts/contexts.h"
#include "noether/text/words.h"

namespace noether::search {
namespace {

// As declarations have it: α of \alpha.
std::string symbol_as_declared(const std::string& typed) {
  formula::FormulaReader reader;
  formula::Formula formula;
  if (!reader.read(formula::Notation::Latex, typed, formula)) return typed;
  const std::vector<std::string> symbols = symbols_of(formula.operators);
  return symbols.size() == 1 ? symbols.front() : typed;
}

}  // namespace

std::vector<std::string> kind_stems(std::string_view kind) {
  std::vector<std::string> stems;
  text::WordReader words;
  text::Word word;
  words.start(kind);
  while (words.next(word)) stems.emplace_back(word.stem);
  return stems;
}

base::Result<KindCondition> KindCondition::read(std::string_view text) {
  KindCondition condition;
  const std::size_t equals = text.find('=');
  const bool has_symbol = equals != std::string_view::npos;
  if (has_symbol) condition.symbol = symbol_as_declared(std::string(text.substr(0, equals)));
  condition.stems = kind_stems(has_symbol ? text.substr(equals + 1) : text);
  if (condition.stems.empty() || (has_symbol && condition.symbol.empty())) {
    return base::fail(fmt::format("'{}' says of no symbol what it is", text), {},
                      "name a symbol and its kind, as in where:G=group, or a kind: where:group");
  }
  return condition;
}

bool KindCondition::is_met_by(const amr::Declaration& declaration) const {
  if (declaration.is_negated) return false;
  if (!symbol.empty() && symbol != declaration.symbol) return false;
  const std::vector<std::string> head = kind_stems(declaration.head);
  const std::vector<std::string> kind = kind_stems(declaration.kind);
  if (kind == stems) return true;
  return !head.empty() && stems.back() == head.back() &&
         std::ranges::all_of(stems, [&](const std::string& stem) {
           return std::ranges::find(kind, stem) != kind.end();
         });
}

base::Result<DocumentSet> documents_where(const index::IndexReader& index,
                                          const KindCondition& condition) {
  if (auto has = expect_sentence_graphs(index); !has) return std::unexpected(has.error());
  const ContextReader contexts(index);
  DocumentSet found(index.documents());
  for (std::uint32_t document = 0; document < index.documents(); ++document) {
    const auto declared = contexts.declarations_in(document);
    if (!declared) return std::unexpected(declared.error());
    const bool meets = std::ranges::any_of(*declared, [&](const PlacedDeclaration& one) {
      return condition.is_met_by(one.declaration);
    });
    if (meets) found.add(document);
  }
  return found;
}

base::Result<std::shared_ptr<const DocumentSet>> documents_where(const index::IndexReader& index,
                                                                 const Query& query) {
  std::shared_ptr<const DocumentSet> left = query.within;
  for (const Clause& clause : query.clauses) {
    if (clause.kind != ClauseKind::Where) continue;
    if (clause.group != 0) {
      return base::fail("where: cannot be one of several alternatives", clause.span,
                        "search for each of them");
    }
    const auto condition = KindCondition::read(clause.text);
    if (!condition) {
      return base::fail(condition.error().message, clause.inner, condition.error().hint);
    }
    auto where = documents_where(index, *condition);
    if (!where) {
      where.error().span = clause.span;
      return std::unexpected(std::move(where.error()));
    }
    const bool is_excluded = clause.occurrence == Occurrence::Excluded;
    auto next = std::make_shared<DocumentSet>(index.documents());
    for (std::uint32_t document = 0; document < index.documents(); ++document) {
      if (left != nullptr && !left->has(document)) continue;
      if (where->has(document) != is_excluded) next->add(document);
    }
    left = std::move(next);
  }
  return left;
}

}  // namespace noether::search
