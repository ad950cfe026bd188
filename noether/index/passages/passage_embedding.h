// What cuts documents into passages and gives each a vector, as far as an index has to do with it.
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

// The set that passages have where nobody says otherwise.
inline const VectorSet kPassageVectors = {VectorUnit::Passage, "passages"};

// Sentences are passages, too: each is one in which formulas stand, and the sentence of a place is
// the one around it (passage_at in segment_passages.h). This set has those that the encoder of
// passages reads; others, of other readings, may stand beside it.
inline const VectorSet kSentenceVectors = {VectorUnit::Sentence, "sentences"};

// What the same sentences say, without vectors: a record of each, which search/contexts writes and
// reads.
inline const VectorSet kSentenceGraphs = {VectorUnit::Sentence, "graphs"};

// Formulas where they stand, each with the vector that a model of contexts gives it there: the span
// of such a passage is that of the formula.
inline const VectorSet kContextVectors = {VectorUnit::Sentence, "contexts"};

// What messages advise to run.
inline constexpr std::string_view kAddPassagesCommand = "`noether index --dense`";
inline constexpr std::string_view kAddContextsCommand = "`noether index --contexts`";
inline std::string_view command_that_adds(const VectorSet& set) {
  const bool is_of_contexts = set == kSentenceGraphs || set == kContextVectors;
  return is_of_contexts ? kAddContextsCommand : kAddPassagesCommand;
}

struct EncodedPassage {
  std::uint32_t field = 0;  // of the document
  base::Span span = {};     // bytes of the field's text
  // model.width numbers; brought to length 1 where they have another.
  std::vector<float> vector = {};
  // Codes of its tokens, token_bytes each, or with token_bytes 1 anything else that is to be kept:
  // the index does not read them.
  std::string tokens = {};
  // By which documents are found that have such a passage (passage_terms.h).
  std::vector<std::string> terms = {};
};

struct PassageEmbedding {
  VectorModel model;              // of width 0: there are no vectors
  std::uint32_t token_bytes = 0;  // 0: tokens have no codes
  VectorSet set = kPassageVectors;
  // The passages of each document; a document may have none. An error ends the work.
  std::function<base::Result<std::vector<std::vector<EncodedPassage>>>(
      std::span<const text::Document>)>
      encode;
  // At most so many documents are encoded at once.
  std::uint32_t batch = 64;
  // What was encoded is committed that often; less often where a commit takes longer than a tenth
  // of this. 0: after each batch.
  std::chrono::seconds commit_every{60};
  // Whether large segments get a graph of neighbours. Without one every search compares all.
  bool graph = true;
};

// Who waits for the work hears of it.
struct PassageProgress {
  std::function<void(std::uint64_t documents)> encoded;  // now, of all segments
  std::function<void(std::uint32_t passages)> linked;    // into the graph of the segment
};

struct PassageCounts {
  std::uint64_t documents = 0;  // that were encoded now
  std::uint64_t passages = 0;   // that they have
  std::uint64_t kept = 0;       // documents that were encoded before
};

}  // namespace noether::index
