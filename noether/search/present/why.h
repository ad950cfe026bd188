// Explains by the meaning of sentences why a document was found: the graph of the query's sentence
// and that of the document's sentence, with their formulas in them (MathAMR), and the parts that
// both graphs share.
//
//   query + document ─► best_sentences ─► parse ─► splice ─► smatch ─► words, cards, picture
//
// Time is bounded: sentences of more than kMostWhyWords words are refused, formulas of more than
// kMostWhySymbols symbols stand for themselves, and graphs larger than kMostWhyTriples are refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "noether/amr/draw/graph_cards.h"
#include "noether/amr/draw/matched_parts.h"
#include "noether/amr/graph.h"
#include "noether/amr/mathamr/context_text.h"
#include "noether/amr/penman.h"
#include "noether/amr/smatch/smatch.h"
#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/contexts/sentence_graphs.h"
#include "noether/search/is_over.h"
#include "noether/search/present/sentence_pair.h"

namespace noether::search {

inline constexpr std::size_t kMostWhyWords = 240;
inline constexpr std::size_t kMostWhySymbols = 150;
inline constexpr std::size_t kMostWhyTriples = 1000;

struct SentenceGraph {
  struct Formula {
    amr::NodeId node = amr::kNoNode;      // of the tree; formulas that are drawn the same share one
    std::string line;                     // as people read it
    std::vector<base::Span> shared = {};  // bytes of its LaTeX: the parts that both graphs have
  };

  amr::PenmanTree tree;
  std::vector<Formula> formulas;  // of the sentence, in its order
};

struct Why {
  SentencePair sentences;
  SentenceGraph query;
  SentenceGraph hit;
  amr::SmatchResult match;   // the query's graph is `gold`
  amr::ComparedParts parts;  // `left` is the query's
};

// Parses a sentence into a graph. Formulas are `eqx0eqx`, `eqx1eqx`, … in it, in their order.
using SentenceParser = std::function<base::Result<amr::Graph>(const amr::FormulaSentence&)>;
// `graphs` must outlive the result.
SentenceParser parser_of(const SentenceGraphs& graphs);

// The graph that the index stores for a sentence of a document, if any (contexts/contexts.h).
base::Result<std::optional<amr::Graph>> stored_graph(const index::IndexReader& index,
                                                     std::uint32_t document,
                                                     const FoundSentence& sentence);

// `of_hit` is the graph of the document's sentence, if there is one already.
base::Result<Why> compare_sentences(SentencePair sentences, const SentenceParser& parse,
                                    std::optional<amr::Graph> of_hit = std::nullopt,
                                    const IsOver& is_over = {});

// The common parts as phrases: "prove → finite group". Formulas are readable lines, or LaTeX
// between dollar signs.
enum class PhraseFormulas : std::uint8_t { Lines, Latex };
std::vector<std::string> shared_phrases(const Why& why,
                                        PhraseFormulas formulas = PhraseFormulas::Lines);
std::vector<amr::Card> query_cards(const Why& why);
std::vector<amr::Card> hit_cards(const Why& why);
// Both graphs side by side, as SVG.
std::string picture_of(const Why& why);

}  // namespace noether::search
