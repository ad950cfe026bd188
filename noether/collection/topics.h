// Topics of the ARQMath tasks: questions to answer (Tasks 1 and 3), and formulas in questions to
// find again (Task 2).
// The HTML of a topic is escaped text in the XML. In the topics of 2020 a `<` inside a formula is
// escaped twice, as HTML requires; in those of 2021 and 2022 it is not, so inside a formula only
// `</span>` is a tag.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/problem_list.h"
#include "noether/text/document.h"

namespace noether::collection {

struct Topic {
  std::string number;  // A.1, B.201
  text::Field title;   // named title and question; the spans have the ids q_1 ...
  text::Field question;
  std::vector<std::string> tags;
  std::string formula_id;  // Task 2: q_4, one of the formulas in the title or the question
  std::string latex;       // Task 2: the formula itself

  bool has_formula() const { return !formula_id.empty() || !latex.empty(); }
  friend bool operator==(const Topic&, const Topic&) = default;
};

// Topics without a number, and those after malformed XML, are reported and left out.
std::vector<Topic> read_topics(std::string_view xml, const std::string& file,
                               ProblemList& problems);
// Returns an error if the file cannot be read or is not an XML file of topics.
base::Result<std::vector<Topic>> read_topic_file(const std::string& path, ProblemList& problems);

}  // namespace noether::collection
