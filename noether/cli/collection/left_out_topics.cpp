#include "noether/cli/collection/left_out_topics.h"

#include "noether/cli/algebra/expression_arguments.h"
#include "noether/cli/commands.h"
#include "noether/collection/topics.h"

namespace noether::cli {

void LeftOutTopics::add_option(CLI::App& command) {
  command.add_option("--leave-out", files_,
                     "Topics of ARQMath, whose questions are left out; may be repeated");
}

collection::KnownQuestions LeftOutTopics::questions(std::string_view command) const {
  collection::KnownQuestions questions;
  for (const std::string& file : files_) {
    collection::ProblemList problems;
    const auto topics = collection::read_topic_file(file, problems);
    if (!topics) fail(command, topics.error(), ExitCode::Failure);
    for (const collection::Topic& topic : *topics) {
      questions.add(topic.title.text, topic.question.text);
    }
  }
  return questions;
}

}  // namespace noether::cli
