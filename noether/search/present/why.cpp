#include "noether/search/present/why.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "noether/amr/draw/draw_graph.h"
#include "noether/amr/draw/shared_phrases.h"
#include "noether/amr/mathamr/formula_splice.h"
#include "noether/amr/parser/words.h"
#include "noether/formula/formula_io.h"
#include "noether/formula/notation/unicode_line.h"
#include "noether/search/candidates/formula/formula_query.h"

namespace noether::search {
namespace {

constexpr unsigned kRestarts = 8;

std::string_view latex_of(const text::Field& sentence, const text::FormulaSpan& span) {
  return std::string_view(sentence.text).substr(span.begin, span.end - span.begin);
}

// Formulas of a query may have wildcards, which only FormulaQuery reads.
std::vector<formula::Formula> read_formulas_of(const text::Field& sentence, bool is_query) {
  std::vector<formula::Formula> formulas(sentence.formulas.size());
  formula::FormulaReader reader;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const std::string_view latex = latex_of(sentence, sentence.formulas[i]);
    if (is_query) {
      if (const auto read = FormulaQuery::read(latex)) formulas[i] = read->formula();
    } else if (!reader.read(formula::Notation::Latex, latex, formulas[i])) {
      formulas[i].clear();
    }
  }
  return formulas;
}

base::Result<SentenceGraph> read_graph(const FoundSentence& sentence, bool is_query,
                                       const SentenceParser& parse) {
  const std::string words = parser_text(sentence.text);
  const std::size_t count = amr::split_words(words).words.size();
  if (count > kMostWhyWords) {
    return base::fail(fmt::format("the sentence of the {} has {} words: at most {} are compared",
                                  is_query ? "query" : "document", count, kMostWhyWords));
  }
  const auto parsed = parse(words);
  if (!parsed) return std::unexpected(parsed.error());
  const std::vector<formula::Formula> formulas = read_formulas_of(sentence.text, is_query);
  std::vector<amr::SentenceFormula> given;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const std::size_t symbols = formulas[i].operators.node_count();
    const bool is_drawn = symbols > 0 && symbols <= kMostWhySymbols;
    given.push_back({.id = fmt::format("{}", i),
                     .formula = is_drawn ? &formulas[i] : nullptr,
                     .is_queried = sentence.formula == i});
  }
  const amr::SplicedGraph spliced = amr::splice(*parsed, given, {.layout = false});
  std::vector<amr::NodeId> places;
  auto tree = amr::lay_out(spliced.graph, &places);
  if (!tree) return std::unexpected(std::move(tree.error()));
  SentenceGraph graph{.tree = *std::move(tree), .formulas = {}, .lines = {}};
  graph.lines.resize(graph.tree.nodes.size());
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const amr::NodeId node = spliced.formulas[i];
    graph.formulas.push_back(node == amr::kNoNode ? node : places[node]);
    if (node == amr::kNoNode) continue;
    graph.lines[places[node]] =
        formulas[i].layout.empty() ? std::string(latex_of(sentence.text, sentence.text.formulas[i]))
                                   : formula::unicode_line(formulas[i].layout).text;
  }
  return graph;
}

}  // namespace

std::string parser_text(const text::Field& sentence) {
  std::string text;
  std::size_t at = 0;
  for (std::size_t i = 0; i < sentence.formulas.size(); ++i) {
    const text::FormulaSpan& formula = sentence.formulas[i];
    std::size_t begin = formula.begin;
    std::size_t end = formula.end;
    while (begin > at && sentence.text[begin - 1] == '$') --begin;
    while (end < sentence.text.size() && sentence.text[end] == '$') ++end;
    text += fmt::format("{} eqx{}eqx ", sentence.text.substr(at, begin - at), i);
    at = end;
  }
  text += sentence.text.substr(at);
  // A dollar that is money would begin a formula.
  std::ranges::replace(text, '$', ' ');
  return text;
}

base::Result<Why> compare_sentences(SentencePair sentences, const SentenceParser& parse,
                                    const IsOver& is_over) {
  Why why;
  auto query = read_graph(sentences.query, true, parse);
  if (!query) return std::unexpected(std::move(query.error()));
  if (auto on = go_on(is_over); !on) return std::unexpected(std::move(on.error()));
  auto hit = read_graph(sentences.hit, false, parse);
  if (!hit) return std::unexpected(std::move(hit.error()));
  if (auto on = go_on(is_over); !on) return std::unexpected(std::move(on.error()));
  const amr::Triples asked = amr::triples_of(amr::graph_of(query->tree));
  const amr::Triples found = amr::triples_of(amr::graph_of(hit->tree));
  if (const std::size_t most = std::max(asked.size(), found.size()); most > kMostWhyTriples) {
    return base::fail(fmt::format("the graph of a sentence has {} parts: at most {} are compared",
                                  most, kMostWhyTriples));
  }
  auto match = amr::smatch(asked, found, {.restarts = kRestarts});
  if (!match) return std::unexpected(std::move(match.error()));
  why.sentences = std::move(sentences);
  why.query = *std::move(query);
  why.hit = *std::move(hit);
  why.match = *std::move(match);
  why.parts = amr::compared_parts(why.query.tree, why.hit.tree, why.match.gold_of_predicted);
  return why;
}

std::vector<amr::Card> query_cards(const Why& why) {
  return amr::make_cards(why.query.tree, why.parts.left);
}

std::vector<amr::Card> hit_cards(const Why& why) {
  return amr::make_cards(why.hit.tree, why.parts.right);
}

std::vector<std::string> shared_phrases(const Why& why) {
  return amr::shared_phrases(query_cards(why), why.query.lines);
}

std::string picture_of(const Why& why) {
  return amr::draw_comparison({&why.query.tree, "query", why.sentences.query.text.text},
                              {&why.hit.tree, "found", why.sentences.hit.text.text},
                              why.match.gold_of_predicted);
}

}  // namespace noether::search
