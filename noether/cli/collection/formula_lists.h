// Lists of Task 2: the formula of a topic in its sentence, with formulas of a collection in theirs.
//
// A formula that was judged or found is identified by its visual id and may occur at many places.
// Each place is a separate text under that id, unless another place has the same text, so that a
// run ranks a formula by its best place, as ARQMath does.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "noether/amr/mathamr/context_text.h"
#include "noether/cli/collection/list_writer.h"
#include "noether/collection/topics.h"
#include "noether/text/document.h"

namespace noether::cli {

struct FormulaListsOptions {
  amr::Representation representation = amr::Representation::TextLatex;
  amr::ContextOptions context;
  // The maximum number of places for each visual id; ARQMath's assessors saw up to five.
  std::uint32_t places = 5;
  std::string parser;  // folder; empty: the shipped parser
};

class FormulaLists {
 public:
  // All three must outlive this.
  FormulaLists(const std::vector<collection::Topic>& topics, const TopicCandidates& candidates,
               const FormulaListsOptions& options);

  // Keeps the sentences of formulas that are candidates of a topic.
  void add(const text::Document& document);

  // Writes the lists of the topics that have candidates in the documents. Ends the program if
  // sentences cannot be parsed.
  void write(ListWriter& writer) const;

 private:
  struct Place {
    amr::FormulaSentence sentence;
    std::size_t formula = 0;  // in the sentence
    std::uint64_t draw = 0;   // the places with the lowest numbers are kept
  };

  void add_place(std::vector<Place>& places, Place place) const;
  static Place place_of(const collection::Topic& topic);

  const std::vector<collection::Topic>& topics_;
  const TopicCandidates& candidates_;
  const FormulaListsOptions& options_;
  std::unordered_map<std::string, std::vector<Place>> places_;  // by visual id
};

}  // namespace noether::cli
