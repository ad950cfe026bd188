// The sentences of formulas with their meaning graphs and vectors, for the command that adds them
// to an index.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "noether/search/contexts/context_encoder.h"
#include "noether/search/contexts/sentence_graphs.h"
#include "noether/search/semantic/passage_encoder.h"

namespace noether::cli {

struct ContextArguments {
  std::string parser;  // folder; empty: the one that is used where nobody names one
  std::string graphs;  // file of graphs that are used in place of the parser's
  std::string model;   // folder of a model of contexts; empty: sentences by the encoder of texts
};

// What reads sentences. Opened before the work begins; ends the program when it cannot be.
class SentenceContexts {
 public:
  // `text_model` is the folder of the encoder of texts, or empty for the one that ships.
  SentenceContexts(std::string_view command, const ContextArguments& arguments,
                   const std::string& text_model);

  // Adds what is missing to the index in a folder, with progress bars, and says what there is then.
  // Ends the program when that fails; what was done until then is kept.
  std::string add_to(const std::string& folder, unsigned threads, bool json) const;

 private:
  std::string add_vectors(const std::string& folder, unsigned threads, bool json) const;

  std::string_view command_;
  bool has_bank_;
  std::optional<search::SentenceGraphs> graphs_;
  // One of these gives vectors.
  std::optional<search::ContextEncoder> contexts_;
  std::optional<search::PassageEncoder> texts_;
};

}  // namespace noether::cli
