// noether agreement: measures how well assessors agree about the same results.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/console/reading_problems.h"
#include "noether/evaluation/agreement/agreement.h"
#include "noether/search/present/shown_text.h"

namespace noether::cli {
namespace {

using evaluation::Agreement;
using evaluation::Kappa;
using evaluation::MeanKappa;
using evaluation::PairAgreement;

constexpr std::string_view kCommand = "agreement";

struct AgreementArguments {
  std::vector<std::string> files;
  int threshold = 2;
  bool topics = false;
  bool lenient = false;
  bool json = false;
};

// An assessor is named by the file, without its folder if the names remain different.
std::vector<std::string> assessor_names(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  std::set<std::string> different;
  for (const std::string& file : files) {
    names.push_back(std::filesystem::path(file).stem().string());
    different.insert(names.back());
  }
  return different.size() == names.size() ? names : files;
}

// Topics that at least two assessors judged, in the order of their first file.
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

struct AgreementReport {
  std::vector<std::string> assessors;
  std::int32_t threshold = 2;
  evaluation::Agreement all;
  std::vector<std::pair<std::string, evaluation::Agreement>> topics;
};

std::string kappa_text(const std::optional<Kappa>& kappa) {
  if (!kappa) return fmt::format("{:>7}          ", "-");
  return fmt::format("{:>7.4f} ± {:<6.4f} ", kappa->value, kappa->standard_error);
}

std::string mean_text(const std::optional<double>& mean) {
  return mean ? fmt::format("{:>7.4f}          ", *mean) : fmt::format("{:>7}          ", "-");
}

std::string agree_text(const std::optional<Kappa>& kappa, std::uint64_t items) {
  // If kappa is undefined, both assessors put all results into one category.
  if (items == 0) return "-";
  return fmt::format("{:.3f}", kappa ? kappa->observed : 1.0);
}

std::string line(const std::string& name, std::size_t width, const std::string& items,
                 const std::string& agree, const std::string& graded, const std::string& binary) {
  std::string text =
      fmt::format("{:<{}} {:>7} {:>6} {} {}", name, width, items, agree, graded, binary);
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

std::string pair_lines(const AgreementReport& report, const Agreement& agreement, std::size_t width,
                       const std::string& prefix) {
  std::string text;
  for (const PairAgreement& pair : agreement.pairs) {
    if (!prefix.empty() && pair.items == 0) continue;
    const std::string name =
        prefix + report.assessors[pair.first] + " - " + report.assessors[pair.second];
    text +=
        line(search::clean_text(name), width, fmt::to_string(pair.items),
             agree_text(pair.graded, pair.items), kappa_text(pair.graded), kappa_text(pair.binary));
  }
  return text;
}

std::string confusion_text(const AgreementReport& report, const PairAgreement& pair) {
  std::string text =
      fmt::format("\n{} down, {} across\n{:>6}", search::clean_text(report.assessors[pair.first]),
                  search::clean_text(report.assessors[pair.second]), "");
  for (const std::int32_t grade : report.all.grades) text += fmt::format(" {:>6}", grade);
  text += "\n";
  for (std::size_t i = 0; i < report.all.grades.size(); ++i) {
    text += fmt::format("{:>6}", report.all.grades[i]);
    for (std::size_t j = 0; j < report.all.grades.size(); ++j) {
      text += fmt::format(" {:>6}", pair.table.count(i, j));
    }
    text += "\n";
  }
  return text;
}

std::string json_number(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "null";
}

std::string kappa_json(const std::optional<Kappa>& kappa) {
  if (!kappa) return "null";
  JsonObject object;
  object.add("kappa", json_number(kappa->value))
      .add("standard_error", json_number(kappa->standard_error))
      .add("chance_error", json_number(kappa->chance_error))
      .add("observed", json_number(kappa->observed))
      .add("expected", json_number(kappa->expected));
  return object.text();
}

std::string table_json(const evaluation::ConfusionTable& table) {
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < table.categories(); ++i) {
    std::vector<std::string> row;
    for (std::size_t j = 0; j < table.categories(); ++j) {
      row.push_back(fmt::to_string(table.count(i, j)));
    }
    rows.push_back(json_array(row));
  }
  return json_array(rows);
}

std::string mean_json(const MeanKappa& mean) {
  JsonObject object;
  object.add("graded", json_number(mean.graded)).add("binary", json_number(mean.binary));
  return object.text();
}

JsonObject agreement_object(const AgreementReport& report, const Agreement& agreement) {
  std::vector<std::string> pairs;
  for (const PairAgreement& pair : agreement.pairs) {
    JsonObject object;
    object.add_string("first", report.assessors[pair.first])
        .add_string("second", report.assessors[pair.second])
        .add_number("items", static_cast<std::int64_t>(pair.items))
        .add("graded", kappa_json(pair.graded))
        .add("binary", kappa_json(pair.binary))
        .add("table", table_json(pair.table));
    pairs.push_back(object.text());
  }
  std::vector<std::string> assessors;
  for (std::size_t i = 0; i < agreement.assessors.size(); ++i) {
    JsonObject object;
    object.add_string("assessor", report.assessors[i])
        .add("mean", mean_json(agreement.assessors[i]));
    assessors.push_back(object.text());
  }
  std::vector<std::string> grades;
  for (const std::int32_t grade : agreement.grades) grades.push_back(fmt::to_string(grade));
  JsonObject object;
  object.add("grades", json_array(grades))
      .add("pairs", json_array(pairs))
      .add("assessors", json_array(assessors))
      .add("mean", mean_json(agreement.mean));
  return object;
}

std::string agreement_text(const AgreementReport& report) {
  std::size_t widest = 9;
  for (const std::string& name : report.assessors) widest = std::max(widest, name.size());
  std::size_t prefix = 0;
  for (const auto& [topic, agreement] : report.topics) prefix = std::max(prefix, topic.size() + 1);
  const std::size_t width = std::min<std::size_t>(2 * widest + 3 + prefix, 60);
  std::string text = line("assessors", width, "items", "agree", "  kappa by grade ",
                          fmt::format("  kappa, grade >= {}", report.threshold));
  text += pair_lines(report, report.all, width, "");
  for (const auto& [topic, agreement] : report.topics) {
    text += pair_lines(report, agreement, width, topic + " ");
  }
  if (report.assessors.size() > 2) {
    text += "\nmean with all others\n";
    for (std::size_t i = 0; i < report.assessors.size(); ++i) {
      const MeanKappa& mean = report.all.assessors[i];
      text += line(search::clean_text(report.assessors[i]), width, "", "", mean_text(mean.graded),
                   mean_text(mean.binary));
    }
    text += line("all pairs", width, "", "", mean_text(report.all.mean.graded),
                 mean_text(report.all.mean.binary));
  } else {
    text += confusion_text(report, report.all.pairs.front());
  }
  return text;
}

std::string agreement_json(const AgreementReport& report) {
  JsonObject object = agreement_object(report, report.all);
  object.add_number("threshold", report.threshold);
  std::vector<std::string> topics;
  for (const auto& [topic, agreement] : report.topics) {
    JsonObject of_topic = agreement_object(report, agreement);
    of_topic.add_string("topic", topic);
    topics.push_back(of_topic.text());
  }
  if (!topics.empty()) object.add("topics", json_array(topics));
  return object.text() + "\n";
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
