// Measures how much the sentence around a formula of a query agrees with the sentences around
// formulas of an index, by their meaning graphs; and how far the symbols of both formulas are of
// the same kinds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/contexts/contexts.h"
#include "noether/search/contexts/sentence_graphs.h"
#include "noether/text/document.h"

namespace noether::search {

// The concepts of a graph in PENMAN without their senses, sorted, each once: boy, want.
std::vector<std::string> concepts_of(std::string_view penman);

// The number of sentences of an index that contain each concept. It is read once; then any number
// of threads may use it.
class ConceptTable {
 public:
  static base::Result<ConceptTable> read(const index::IndexReader& index);

  // The fewer sentences have a concept, the larger is its weight: ln(1 + n / count).
  double weight(const std::string& name) const;
  // Between 0 and 1: the cosine of the weighted concepts of both.
  double cosine(const std::vector<std::string>& a, const std::vector<std::string>& b) const;

 private:
  std::unordered_map<std::string, std::uint32_t> counts_;
  std::uint64_t sentences_ = 0;
};

// For one query after the other. All arguments must outlive this object. Not thread-safe.
class GraphScorer {
 public:
  GraphScorer(const index::IndexReader& index, const ConceptTable& concepts,
              const SentenceGraphs& graphs)
      : index_(&index), concepts_(&concepts), graphs_(&graphs), contexts_(index) {}

  // Sets the formula of the query: the one that begins at a byte of a field.
  base::Result<void> ask(const text::Document& query, std::uint32_t field, std::uint32_t byte);

  // Both are 0 if either formula has no graph, or no symbol of a known kind.
  struct Likeness {
    double graph = 0;  // of the sentences: the cosine of their concepts
    double kinds = 0;  // of the symbols: the kinds of both over the kinds of either
  };
  base::Result<Likeness> likeness(const index::Place& place);

 private:
  using Words = std::vector<std::string>;  // sorted, each once
  // The data of a document of the index, read at the first request.
  struct Known {
    struct Sentence {
      std::uint32_t field = 0;
      base::Span span;
      Words concepts;
    };
    struct Formula {
      std::uint32_t field = 0;
      std::uint32_t begin = 0;
      Words kinds;
    };
    std::vector<Sentence> sentences;
    std::vector<Formula> formulas;
  };
  base::Result<const Known*> known(std::uint32_t document);
  base::Result<Known> read(std::uint32_t document) const;

  const index::IndexReader* index_;
  const ConceptTable* concepts_;
  const SentenceGraphs* graphs_;
  ContextReader contexts_;
  Words asked_concepts_;
  Words asked_kinds_;
  std::unordered_map<std::uint32_t, Known> known_;
};

}  // namespace noether::search
