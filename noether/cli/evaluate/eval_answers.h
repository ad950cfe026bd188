// `noether eval --task 3`: scores written answers.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace noether::cli {

// The files that answers are measured with, in addition to judgements.
struct AnswerFiles {
  std::string known;
  std::string teams;
  std::string embeddings;
  std::string annotations;
  bool encodes = false;          // the encoder of texts makes the embeddings
  bool without_sources = false;  // the sources of an answer are not references for it
};

void add_answer_options(CLI::App& command, AnswerFiles& files);

struct AnswerEvaluation {
  std::string judgements;
  std::vector<std::string> runs;
  AnswerFiles files;
  int threshold = 2;
  // The runs are rankings; their first results are scored as if they were answers.
  bool of_rankings = false;
  bool topics = false;
  bool compare = false;
  bool json = false;
  bool lenient = false;
};

// Prints the scores; reports an error and ends the program.
void evaluate_answers(const AnswerEvaluation& request);

}  // namespace noether::cli
