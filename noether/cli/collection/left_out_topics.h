// Questions of ARQMath's topics, which commands leave out of what models learn from.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "noether/collection/known_questions.h"

namespace noether::cli {

class LeftOutTopics {
 public:
  void add_option(CLI::App& command);  // --leave-out
  // Ends the program when a file is no file of topics.
  collection::KnownQuestions questions(std::string_view command) const;

 private:
  std::vector<std::string> files_;
};

}  // namespace noether::cli
