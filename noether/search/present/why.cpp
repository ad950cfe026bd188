#include "noether/search/present/why.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "noether/amr/draw/draw_graph.h"
#include "noether/amr/draw/shared_cards.h"
#include "noether/amr/mathamr/formula_splice.h"
#include "noether/amr/parser/words.h"
#include "noether/formula/formula_io.h"
#include "noether/formula/notation/unicode_line.h"
#include "noether/index/nearest_passages.h"
#include "noether/search/contexts/sentence_record.h"
#include "noether/search/formula/formula_query.h"

namespace noether::search {
namespace {

// With this number, Smatch takes less than a second in the worst case, for two graphs of
// kMostWhyTriples.
constexpr unsigned kRestarts = 8;

std::string_view latex_of(const text::Field& sentence, const text::FormulaSpan& span) {
  return std::string_view(sentence.text).substr(span.begin, span.end - span.begin);
}

// A graph in preparation, with its formulas as they were read.
struct ReadGraph {
  SentenceGraph graph;
  std::vector<formula::Formula> formulas;
  std::vector<std::vector<amr::NodeId>> parts;  // by formula and node of its operator tree
};

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

base::Result<ReadGraph> read_graph(const FoundSentence& sentence, bool is_query,
                                   std::optional<amr::Graph> known, const SentenceParser& parse) {
  const amr::FormulaSentence read_sentence = amr::read_formula_sentence(
      sentence.text, {0, static_cast<std::uint32_t>(sentence.text.text.size())});
  const std::size_t count = amr::split_words(read_sentence.words).words.size();
  if (count > kMostWhyWords) {
    return base::fail(fmt::format("the sentence of the {} has {} words: at most {} are compared",
                                  is_query ? "query" : "document", count, kMostWhyWords));
  }
  if (!known) {
    auto parsed = parse(read_sentence);
    if (!parsed) return std::unexpected(std::move(parsed.error()));
    known = *std::move(parsed);
  }
  ReadGraph read;
  read.formulas = read_formulas_of(sentence.text, is_query);
  std::vector<amr::SentenceFormula> given;
  for (std::size_t i = 0; i < read.formulas.size(); ++i) {
    const std::size_t symbols = read.formulas[i].operators.node_count();
    const bool is_drawn = symbols > 0 && symbols <= kMostWhySymbols;
    given.push_back({.id = fmt::format("{}", i),
                     .formula = is_drawn ? &read.formulas[i] : nullptr,
                     .is_queried = sentence.formula == i});
  }
  amr::SplicedGraph spliced = amr::splice(*known, given, {.layout = false});
  std::vector<amr::NodeId> places;
  auto tree = amr::lay_out(spliced.graph, &places);
  if (!tree) return std::unexpected(std::move(tree.error()));
  read.graph.tree = *std::move(tree);
  const auto place_of = [&](amr::NodeId node) {
    return node == amr::kNoNode ? node : places[node];
  };
  for (std::size_t i = 0; i < given.size(); ++i) {
    const formula::LayoutTree& layout = read.formulas[i].layout;
    read.graph.formulas.push_back(
        {.node = place_of(spliced.formulas[i].node),
         .line = layout.empty() ? std::string(latex_of(sentence.text, sentence.text.formulas[i]))
                                : formula::unicode_line(layout).text});
    for (amr::NodeId& part : spliced.formulas[i].parts) part = place_of(part);
    read.parts.push_back(std::move(spliced.formulas[i].parts));
  }
  return read;
}

// The largest parts of formulas that are completely in both graphs.
class SharedParts {
 public:
  SharedParts(const ReadGraph& read, const amr::MatchedParts& matched)
      : read_(read), matched_(matched) {}

  std::vector<base::Span> of(std::size_t formula) {
    operators_ = &read_.formulas[formula].operators;
    parts_ = read_.parts[formula];
    spans_.clear();
    if (!operators_->empty() && !parts_.empty()) look_at(operators_->root(), amr::kNoNode);
    std::ranges::sort(spans_, {}, &base::Span::begin);
    return spans_;
  }

 private:
  // Whether everything below the node is in both graphs. If not, the children for which this holds
  // are added to `spans_`. The depth of trees is limited by formula/limits.h.
  bool look_at(formula::NodeId id, amr::NodeId parent) {
    const amr::NodeId node = parts_[id];
    bool is_whole =
        node == amr::kNoNode ? has_number(parent, operators_->label(id)) : matched_.has_node(node);
    std::vector<formula::NodeId> whole;
    for (const formula::NodeId child : operators_->children(id)) {
      if (look_at(child, node)) {
        whole.push_back(child);
      } else {
        is_whole = false;
      }
    }
    if (is_whole) return !is_root(id) || add(id);
    for (const formula::NodeId child : whole) add(child);
    return false;
  }

  bool is_root(formula::NodeId id) const { return id == operators_->root(); }

  bool add(formula::NodeId id) {
    const base::Span source = operators_->node(id).source;
    if (source.begin < source.end) spans_.push_back(source);
    return true;
  }

  bool has_number(amr::NodeId parent, std::string_view value) const {
    if (parent == amr::kNoNode) return false;
    const auto& branches = read_.graph.tree.nodes[parent].branches;
    for (std::size_t b = 0; b < branches.size(); ++b) {
      if (branches[b].kind == amr::PenmanTree::Target::Constant &&
          amr::without_quotes(branches[b].constant) == value && matched_.has_branch(parent, b)) {
        return true;
      }
    }
    return false;
  }

  const ReadGraph& read_;
  const amr::MatchedParts& matched_;
  const formula::OperatorTree* operators_ = nullptr;
  std::vector<amr::NodeId> parts_;
  std::vector<base::Span> spans_;
};

SentenceGraph finished(ReadGraph read, const amr::MatchedParts& matched) {
  SharedParts shared(read, matched);
  std::vector<std::vector<base::Span>> spans;
  for (std::size_t i = 0; i < read.formulas.size(); ++i) spans.push_back(shared.of(i));
  for (std::size_t i = 0; i < spans.size(); ++i) {
    read.graph.formulas[i].shared = std::move(spans[i]);
  }
  return std::move(read.graph);
}

}  // namespace

SentenceParser parser_of(const SentenceGraphs& graphs) {
  return [&graphs](const amr::FormulaSentence& sentence) -> base::Result<amr::Graph> {
    auto graph = graphs.graph_of(sentence);
    if (!graph) return std::unexpected(std::move(graph.error()));
    if (!*graph) return base::fail("there is no parser of sentences");
    return **std::move(graph);
  };
}

base::Result<std::optional<amr::Graph>> stored_graph(const index::IndexReader& index,
                                                     std::uint32_t document,
                                                     const FoundSentence& sentence) {
  const auto sentences = index::passages_of(index, document, index::kSentenceGraphs);
  if (!sentences) return std::unexpected(sentences.error());
  const index::Passage* const kept =
      index::passage_at(*sentences, sentence.field, sentence.span.begin);
  if (kept == nullptr || kept->span != sentence.span) return std::nullopt;
  const auto record = unpack_record(kept->tokens);
  if (!record) return std::unexpected(record.error());
  const auto tree = amr::read_penman(record->graph);
  if (!tree) return std::unexpected(tree.error());
  return amr::graph_of(*tree);
}

base::Result<Why> compare_sentences(SentencePair sentences, const SentenceParser& parse,
                                    std::optional<amr::Graph> of_hit, const IsOver& is_over) {
  Why why;
  auto query = read_graph(sentences.query, true, std::nullopt, parse);
  if (!query) return std::unexpected(std::move(query.error()));
  if (auto on = go_on(is_over); !on) return std::unexpected(std::move(on.error()));
  auto hit = read_graph(sentences.hit, false, std::move(of_hit), parse);
  if (!hit) return std::unexpected(std::move(hit.error()));
  if (auto on = go_on(is_over); !on) return std::unexpected(std::move(on.error()));
  const amr::Triples asked = amr::triples_of(amr::graph_of(query->graph.tree));
  const amr::Triples found = amr::triples_of(amr::graph_of(hit->graph.tree));
  if (const std::size_t most = std::max(asked.size(), found.size()); most > kMostWhyTriples) {
    return base::fail(fmt::format("the graph of a sentence has {} parts: at most {} are compared",
                                  most, kMostWhyTriples));
  }
  auto match = amr::smatch(asked, found, {.restarts = kRestarts});
  if (!match) return std::unexpected(std::move(match.error()));
  why.sentences = std::move(sentences);
  why.match = *std::move(match);
  why.parts = amr::compared_parts(query->graph.tree, hit->graph.tree, why.match.gold_of_predicted);
  why.query = finished(*std::move(query), why.parts.left);
  why.hit = finished(*std::move(hit), why.parts.right);
  return why;
}

std::vector<amr::Card> query_cards(const Why& why) {
  return amr::make_cards(why.query.tree, why.parts.left);
}

std::vector<amr::Card> hit_cards(const Why& why) {
  return amr::make_cards(why.hit.tree, why.parts.right);
}

std::vector<std::string> shared_phrases(const Why& why, PhraseFormulas formulas) {
  const text::Field& sentence = why.sentences.query.text;
  std::vector<std::string> names(why.query.tree.nodes.size());
  for (std::size_t i = 0; i < why.query.formulas.size(); ++i) {
    const SentenceGraph::Formula& formula = why.query.formulas[i];
    if (formula.node >= names.size()) continue;
    names[formula.node] = formulas == PhraseFormulas::Lines
                              ? formula.line
                              : fmt::format("${}$", latex_of(sentence, sentence.formulas[i]));
  }
  return amr::shared_phrases(query_cards(why), names);
}

std::string picture_of(const Why& why) {
  return amr::draw_comparison({&why.query.tree, "query", why.sentences.query.text.text},
                              {&why.hit.tree, "found", why.sentences.hit.text.text},
                              why.match.gold_of_predicted);
}

}  // namespace noether::search
