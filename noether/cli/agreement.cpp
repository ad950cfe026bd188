// noether agreement: how well assessors agree about the same results.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "noether/cli/agreement_output.h"
#include "noether/cli/commands.h"
#include "noether/cli/expression_arguments.h"
#include "noether/cli/reading_problems.h"
#include "noether/evaluation/agreement/assessors.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "agreement";

struct AgreementArguments {
  std::vector<std::string> files;
  int threshold = 2;
  bool topics = false;
  bool lenient = false;
  bool json = false;
};

// An assessor is called as the file, without its folder where that leaves them different.
std::vector<std::string> assessor_names(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  std::set<std::string> different;
  for (const std::string& file : files) {
    names.push_back(std::filesystem::path(file).stem().string());
    different.insert(names.back());
  }
  return different.size() == names.size() ? names : files;
}

// Topics that at least two judged, in the order of their first file.
std::vector<std::string> shared_topics(const std::vector<evaluation::Judgements>& assessors) {
  std::vector<std::string> topics;
  std::set<std::string> seen;
  for (const evaluation::Judgements& judgements : assessors) {
    for (const evaluation::TopicJudgements& topic : judgements.topics()) {
      const auto count = std::ranges::count_if(assessors, [&](const evaluation::Judgements& other) {
        return other.find(topic.topic()) != nullptr;
      });
      if (count > 1 && seen.insert(topic.topic()).second) topics.push_back(topic.topic());
    }
  }
  return topics;
}

evaluation::Agreement agreement_of(const std::vector<evaluation::Judgements>& assessors,
                                   const evaluation::AgreementOptions& options) {
  auto agreement = evaluation::assessor_agreement(assessors, options);
  if (!agreement) fail(kCommand, agreement.error(), ExitCode::BadInput);
  return std::move(*agreement);
}

void run(const AgreementArguments& arguments) {
  ReadingProblems problems(std::string(kCommand), arguments.lenient);
  std::vector<evaluation::Judgements> assessors;
  for (const std::string& path : arguments.files) {
    auto judgements = evaluation::read_judgements(path, problems.options());
    if (!judgements) fail(kCommand, judgements.error(), reading_error_code(path));
    assessors.push_back(std::move(*judgements));
  }
  problems.finish();
  AgreementReport report;
  report.assessors = assessor_names(arguments.files);
  report.threshold = arguments.threshold;
  report.all = agreement_of(assessors, {.threshold = arguments.threshold, .topic = {}});
  if (arguments.topics) {
    for (const std::string& topic : shared_topics(assessors)) {
      report.topics.emplace_back(
          topic, agreement_of(assessors, {.threshold = arguments.threshold, .topic = topic}));
    }
  }
  print_result(kCommand, arguments.json ? agreement_json(report) : agreement_text(report));
  const bool nothing_shared = std::ranges::all_of(
      report.all.pairs, [](const evaluation::PairAgreement& pair) { return pair.items == 0; });
  if (nothing_shared) {
    fail(kCommand,
         {"no two assessors judged the same result", {}, "do the files belong to one pool?"},
         ExitCode::BadInput);
  }
}

}  // namespace

void register_agreement(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("agreement", "Measures how well assessors agree (Cohen's kappa)");
  const auto arguments = std::make_shared<AgreementArguments>();
  command
      ->add_option("FILE", arguments->files,
                   "Judgements of one assessor each: lines `topic 0 id grade`")
      ->required()
      ->expected(2, 1000);
  command->add_option("--threshold", arguments->threshold, "The lowest relevant grade")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->add_flag("-q,--topics", arguments->topics, "Print every topic too");
  command->add_flag("--lenient", arguments->lenient, "Skip malformed lines and count them");
  command->add_flag("--json", arguments->json, "As a JSON object");
  command->footer(
      "Only items that both assessors of a pair judged are compared; a negative grade is not a\n"
      "judgement. Kappa is computed by grade, and two-way: relevant or not. The number after ± is\n"
      "its standard error.\n"
      "\n"
      "Example:\n"
      "  printf 'A.1 0 11 3\\nA.1 0 12 0\\n' > ann.tsv\n"
      "  printf 'A.1 0 11 2\\nA.1 0 12 0\\n' > bob.tsv\n"
      "  noether agreement ann.tsv bob.tsv");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
