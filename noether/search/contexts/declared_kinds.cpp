#include "noether/search/contexts/declared_kinds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <ranges>
#include <utility>

#include "noether/formula/formula_io.h"
#include "noether/index/nearest_passages.h"
#include "noether/search/contexts/contexts.h"
#include "noether/text/words.h"

namespace noether::search {
namespace {

// Separates the parts of a term. Neither stems nor symbols contain it.
constexpr char kBetween = '\t';

base::Result<void> expect_kind_terms(const index::IndexReader& index) {
  if (auto has = expect_sentence_graphs(index); !has) return has;
  for (const index::OpenSegment& segment : index.segments()) {
    const index::SegmentPassages* graphs = segment.passages_of(index::kSentenceGraphs);
    if (graphs == nullptr || graphs->model().reading == kSentenceRecordVersion) continue;
    return base::fail("an older program made the graphs of sentences of this index", {},
                      fmt::format("make them again with {}", index::kAddContextsCommand));
  }
  return {};
}

// In the form that declarations use: α for \alpha, x² + 1 for x^2+1.
std::string symbol_as_declared(const std::string& typed) {
  formula::FormulaReader reader;
  formula::Formula formula;
  if (!reader.read(formula::Notation::Latex, typed, formula)) return typed;
  const std::vector<std::string> subjects = subjects_of(formula);
  return subjects.empty() ? typed : subjects.front();
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
  const std::size_t equals = text.rfind('=');  // an equation contains others itself
  const bool has_symbol = equals != std::string_view::npos;
  if (has_symbol) condition.symbol = symbol_as_declared(std::string(text.substr(0, equals)));
  condition.stems = kind_stems(has_symbol ? text.substr(equals + 1) : text);
  if (condition.stems.empty() || (has_symbol && condition.symbol.empty())) {
    return base::fail(fmt::format("'{}' does not say what a symbol is", text), {},
                      "name a symbol and its kind, as in where:G=group, or a kind: where:group");
  }
  return condition;
}

StemmedKind StemmedKind::of(const amr::Declaration& declaration) {
  StemmedKind kind{.symbol = declaration.symbol, .head = {}, .stems = kind_stems(declaration.kind)};
  std::vector<std::string> head = kind_stems(declaration.head);
  if (!head.empty()) kind.head = std::move(head.back());
  return kind;
}

std::vector<std::string> StemmedKind::terms() const {
  std::vector<std::string> terms;
  if (stems.empty()) return terms;
  const std::string rest = fmt::format("{0}{1}{0}{2}{0}{3}", kBetween, symbol, head,
                                       fmt::join(stems, std::string(1, kBetween)));
  terms.push_back(stems.back() + rest);
  if (!head.empty() && head != stems.back()) terms.push_back(head + rest);
  return terms;
}

std::optional<StemmedKind> StemmedKind::of_term(std::string_view term) {
  std::vector<std::string> parts;
  for (const auto part : std::views::split(term, kBetween)) {
    parts.emplace_back(part.begin(), part.end());
  }
  if (parts.size() < 4) return std::nullopt;
  return StemmedKind{
      .symbol = std::move(parts[1]),
      .head = std::move(parts[2]),
      .stems = {std::make_move_iterator(parts.begin() + 3), std::make_move_iterator(parts.end())}};
}

bool KindCondition::is_met_by(const StemmedKind& kind) const {
  if (!symbol.empty() && symbol != kind.symbol) return false;
  if (kind.stems == stems) return true;
  return stems.back() == kind.head && std::ranges::all_of(stems, [&](const std::string& stem) {
           return std::ranges::find(kind.stems, stem) != kind.stems.end();
         });
}

bool KindCondition::is_met_by(const amr::Declaration& declaration) const {
  return !declaration.is_negated && is_met_by(StemmedKind::of(declaration));
}

std::string KindCondition::term_prefix() const {
  return symbol.empty() ? fmt::format("{}{}", stems.back(), kBetween)
                        : fmt::format("{0}{1}{2}{1}", stems.back(), kBetween, symbol);
}

base::Result<DocumentSet> documents_where(const index::IndexReader& index,
                                          const KindCondition& condition) {
  if (auto has = expect_kind_terms(index); !has) return std::unexpected(has.error());
  const auto terms = index::passage_terms(index, condition.term_prefix(), index::kSentenceGraphs);
  if (!terms) return std::unexpected(terms.error());
  DocumentSet found(index.documents());
  for (const index::TermDocuments& term : *terms) {
    const auto kind = StemmedKind::of_term(term.term);
    if (!kind || !condition.is_met_by(*kind)) continue;
    for (const std::uint32_t document : term.documents) found.add(document);
  }
  return found;
}

base::Result<WhereDocuments> documents_where(const index::IndexReader& index, const Query& query) {
  WhereDocuments all;
  for (std::uint32_t i = 0; i < query.clauses.size(); ++i) {
    const Clause& clause = query.clauses[i];
    if (clause.kind != ClauseKind::Where) continue;
    const auto condition = KindCondition::read(clause.text);
    if (!condition) {
      return base::fail(condition.error().message, clause.inner, condition.error().hint);
    }
    auto where = documents_where(index, *condition);
    if (!where) {
      where.error().span = clause.span;
      return std::unexpected(std::move(where.error()));
    }
    all[i] = std::make_shared<const DocumentSet>(*std::move(where));
  }
  return all;
}

}  // namespace noether::search
