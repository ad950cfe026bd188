// The sentences of formulas with their meaning graphs, for the command that adds them to an index.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "noether/search/contexts/sentence_graphs.h"

namespace noether::cli {

struct ContextArguments {
  std::string parser;  // folder; empty: the one that is used where nobody names one
  std::string graphs;  // file of graphs that are used in place of the parser's
};

// What reads sentences. Opened before the work begins; ends the program when it cannot be.
class SentenceContexts {
 public:
  SentenceContexts(std::string_view command, const ContextArguments& arguments);

  // Adds what is missing to the index in a folder, with progress bars, and says what there is then.
  // Ends the program when that fails; what was done until then is kept.
  std::string add_to(const std::string& folder, unsigned threads, bool json) const;

 private:
  std::string_view command_;
  std::optional<search::SentenceGraphs> graphs_;
};

}  // namespace noether::cli
