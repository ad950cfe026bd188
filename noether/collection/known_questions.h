// Questions that must not be used for training, such as the topics of a lab, recognised in other
// texts by their words: a dump may have them under other ids, with other markup.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace noether::collection {

class KnownQuestions {
 public:
  void add(std::string_view title, std::string_view body);

  // Whether a text has the title of a question, or a stretch from the middle of its body. Only
  // letters and digits are compared, in lower case.
  bool has(std::string_view text) const;

 private:
  std::vector<std::string> stretches_;
};

}  // namespace noether::collection
