// `noether eval --task 3`: scores written answers.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace noether::cli {

// What answers are measured by, beside judgements.
struct AnswerFiles {
  std::string known;
  std::string teams;
  std::string embeddings;
  std::string annotations;
  bool encodes = false;          // embeddings are made by the encoder of texts
  bool without_sources = false;  // sources of an answer are no references for it
};

void add_answer_options(CLI::App& command, AnswerFiles& files);

struct AnswerEvaluation {
  std::string judgements;
  std::vector<std::string> runs;
  AnswerFiles files;
  int threshold = 2;
  // The runs are rankings, of which the first results are scored as if they were answers.
  bool of_rankings = false;
  bool topics = false;
  bool compare = false;
  bool json = false;
  bool lenient = false;
};

// Prints the scores; ends the program when something is wrong.
void evaluate_answers(const AnswerEvaluation& request);

}  // namespace noether::cli
