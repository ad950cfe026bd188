// The interface by which an index gets passages of documents and their vectors.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/vectors/segment_vectors.h"
#include "noether/index/vectors/vector_set.h"
#include "noether/text/document.h"

namespace noether::index {

// The default set of passages.
inline const VectorSet kPassageVectors = {VectorUnit::Passage, "passages"};

// Sentences are passages too: each contains formulas, and the sentence of a place is the one around
// it (passage_at in segment_passages.h). This set has those that the encoder of passages reads;
// sets of other readings may exist beside it.
inline const VectorSet kSentenceVectors = {VectorUnit::Sentence, "sentences"};

// The meaning of the same sentences, without vectors: a record of each, which search/contexts
// writes and reads.
inline const VectorSet kSentenceGraphs = {VectorUnit::Sentence, "graphs"};

// Formulas at their places, each with the vector that a model of contexts computes for it there:
// the span of such a passage is that of the formula.
inline const VectorSet kContextVectors = {VectorUnit::Sentence, "contexts"};

// The command that messages suggest.
inline constexpr std::string_view kAddPassagesCommand = "`noether index --dense`";
inline constexpr std::string_view kAddContextsCommand = "`noether index --contexts`";
inline std::string_view command_that_adds(const VectorSet& set) {
  const bool is_of_contexts = set == kSentenceGraphs || set == kContextVectors;
  return is_of_contexts ? kAddContextsCommand : kAddPassagesCommand;
}

struct EncodedPassage {
  std::uint32_t field = 0;  // of the document
  base::Span span = {};     // bytes of the field's text
  // model.width numbers; the index scales them to length 1.
  std::vector<float> vector = {};
  // The codes of its tokens, token_bytes each or, if token_bytes is 1, any other bytes to be
  // stored: the index does not read them.
  std::string tokens = {};
  // The terms by which documents with such a passage are found (passage_terms.h).
  std::vector<std::string> terms = {};
};

struct PassageEmbedding {
  VectorModel model;              // width 0: there are no vectors
  std::uint32_t token_bytes = 0;  // 0: tokens have no codes
  VectorSet set = kPassageVectors;
  // The passages of each document; a document may have none. An error ends the work.
  std::function<base::Result<std::vector<std::vector<EncodedPassage>>>(
      std::span<const text::Document>)>
      encode;
  // The maximum number of documents that are encoded at a time.
  std::uint32_t batch = 64;
  // The interval between commits; it is longer if a commit takes more than a tenth of it. 0: after
  // each batch.
  std::chrono::seconds commit_every{60};
  // Whether large segments get a graph of neighbours. Without a graph, every search compares all
  // vectors.
  bool graph = true;
};

// Callbacks that report the progress of the work.
struct PassageProgress {
  std::function<void(std::uint64_t documents)> encoded;  // in this run, in all segments
  std::function<void(std::uint32_t passages)> linked;    // into the graph of the segment
};

struct PassageCounts {
  std::uint64_t documents = 0;  // documents that were encoded in this run
  std::uint64_t passages = 0;   // the passages of these documents
  std::uint64_t kept = 0;       // documents that were encoded before
};

}  // namespace noether::index
