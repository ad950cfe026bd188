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
  std::string parser;  // folder; empty: the default parser
  std::string graphs;  // file of graphs that replace those of the parser
  // Folder of a model of contexts; empty: the encoder of texts encodes the sentences.
  std::string model;
};

// Parses and encodes sentences. The models are opened before the work begins; if one cannot be
// opened, the program ends.
class SentenceContexts {
 public:
  // `text_model` is the folder of the encoder of texts; empty for the shipped one.
  SentenceContexts(std::string_view command, const ContextArguments& arguments,
                   const std::string& text_model);

  // Adds the missing graphs and vectors to the index in a folder, with progress bars, and returns a
  // summary of all of them. Ends the program on failure; what was added before is kept.
  std::string add_to(const std::string& folder, unsigned threads, bool json) const;

 private:
  std::string add_vectors(const std::string& folder, unsigned threads, bool json) const;

  std::string_view command_;
  bool has_bank_;
  std::optional<search::SentenceGraphs> graphs_;
  // One of these two makes the vectors.
  std::optional<search::ContextEncoder> contexts_;
  std::optional<search::PassageEncoder> texts_;
};

}  // namespace noether::cli
