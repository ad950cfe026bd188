#include "noether/cli/evaluate/eval_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/cli/console/messages.h"
#include "noether/cli/console/reading_problems.h"
#include "noether/cli/console/terminal_text.h"
#include "noether/cli/evaluate/eval_output.h"
#include "noether/evaluation/answers/answer_embeddings.h"
#include "noether/evaluation/answers/answer_scores.h"
#include "noether/evaluation/pooling/pool.h"
#include "noether/search/present/shown_text.h"

namespace noether::cli {
namespace {

using evaluation::AnswerMeasure;
using evaluation::AnswerScores;

constexpr std::string_view kCommand = "eval";

template <typename T>
T read_or_fail(base::Result<T> read, const std::string& path) {
  if (!read) fail(kCommand, read.error(), reading_error_code(path));
  return std::move(*read);
}

// The contents of the files; `evidence` points into them.
struct Evidence {
  explicit Evidence(const AnswerEvaluation& request, const evaluation::ReadOptions& reading) {
    judgements =
        read_or_fail(evaluation::read_judgements(request.judgements, reading), request.judgements);
    evidence.judgements = &judgements;
    evidence.threshold = request.threshold;
    const AnswerFiles& files = request.files;
    if (!files.known.empty()) {
      known = read_or_fail(evaluation::read_known_answers(files.known, reading), files.known);
      evidence.known = &known;
    }
    if (!files.teams.empty()) {
      teams = read_or_fail(evaluation::read_teams(files.teams, reading), files.teams);
      evidence.teams = &teams;
    }
    if (!files.annotations.empty()) {
      annotations =
          read_or_fail(evaluation::read_annotations(files.annotations, reading), files.annotations);
      evidence.annotations = &annotations;
    }
    if (!files.embeddings.empty()) {
      embeddings.emplace(
          read_or_fail(evaluation::EmbeddingFile::open(files.embeddings), files.embeddings));
      evidence.embeddings = &*embeddings;
    }
    if (files.encodes) {
      auto opened = evaluation::ContextEncoder::open();
      if (!opened) fail(kCommand, opened.error(), ExitCode::Failure);
      encoder.emplace(*std::move(opened));
      evidence.embeddings = &*encoder;
    }
    evidence.without_sources = files.without_sources;
  }
  Evidence(const Evidence&) = delete;
  Evidence& operator=(const Evidence&) = delete;

  evaluation::Judgements judgements;
  evaluation::KnownAnswers known;
  evaluation::Teams teams;
  evaluation::Annotations annotations;
  std::optional<evaluation::EmbeddingFile> embeddings;
  std::optional<evaluation::ContextEncoder> encoder;
  evaluation::AnswerEvidence evidence;
};

AnswerScores score(const AnswerEvaluation& request, const std::string& path,
                   const evaluation::AnswerEvidence& evidence,
                   const evaluation::ReadOptions& reading) {
  if (request.of_rankings) {
    return evaluation::score_first_results(read_or_fail(evaluation::read_run(path, reading), path),
                                           evidence);
  }
  const auto run = read_or_fail(evaluation::read_answer_run(path, reading), path);
  return read_or_fail(evaluation::score_answers(run, evidence), request.files.embeddings);
}

void report_gaps(const AnswerScores& scores, const std::string& path) {
  if (scores.unjudged > 0) {
    fmt::print(stderr, "noether {}: {}: {} answers are not judged, and count as 0\n", kCommand,
               path, scores.unjudged);
  }
  const bool is_empty = std::ranges::all_of(
      scores.measures,
      [](const evaluation::AnswerMeasure& measure) { return measure.scores.values.empty(); });
  if (is_empty) {
    fail(kCommand,
         {fmt::format("{}: nothing is known about its answers", path),
          {},
          "judgements and other files identify an answer by its topic and the tag of its run"},
         ExitCode::BadInput);
  }
}

struct ScoredAnswers {
  std::string path;
  evaluation::AnswerScores scores;
};

const AnswerMeasure* find_measure(const AnswerScores& scores, const std::string& name) {
  const auto found = std::ranges::find(scores.measures, name, &AnswerMeasure::name);
  return found == scores.measures.end() ? nullptr : &*found;
}

// The measures that some run has, in their usual order.
std::vector<std::string> measure_names(const std::vector<ScoredAnswers>& runs) {
  std::vector<std::string> names;
  for (const char* name : {"ar", "p@1", "lo", "cs", "mg", "ui"}) {
    if (std::ranges::any_of(runs, [&](const ScoredAnswers& run) {
          return find_measure(run.scores, name) != nullptr;
        })) {
      names.emplace_back(name);
    }
  }
  return names;
}

bool share_topics(const AnswerMeasure& first, const AnswerMeasure& second) {
  return std::ranges::find_first_of(first.scores.topics, second.scores.topics) !=
         first.scores.topics.end();
}

struct NaturalLess {
  bool operator()(const std::string& a, const std::string& b) const {
    return evaluation::natural_less(a, b);
  }
};
using ByTopic = std::map<std::string, std::map<std::string, double>, NaturalLess>;

ByTopic values_by_topic(const AnswerScores& scores) {
  ByTopic by_topic;
  for (const AnswerMeasure& measure : scores.measures) {
    for (std::size_t i = 0; i < measure.scores.topics.size(); ++i) {
      by_topic[measure.scores.topics[i]][measure.name] = measure.scores.values[i];
    }
  }
  return by_topic;
}

std::string topics_text(const ScoredAnswers& run, const std::vector<std::string>& names,
                        std::size_t width) {
  std::string text;
  for (const auto& [topic, values] : values_by_topic(run.scores)) {
    text += fmt::format("{:<{}}", "  " + search::clean_text(topic), width);
    for (const std::string& name : names) {
      const auto found = values.find(name);
      text += found == values.end() ? fmt::format("  {:>13}", "-")
                                    : fmt::format("  {:>7.4f}{:6}", found->second, "");
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text;
}

std::string score_text(double value) { return fmt::format("{}", value); }

// Compares all other runs with the first one, by each measure that both have.
std::vector<MeasureComparison> compare_answers(const std::vector<ScoredAnswers>& runs) {
  std::vector<MeasureComparison> comparisons;
  for (const AnswerMeasure& baseline : runs.front().scores.measures) {
    std::vector<evaluation::TopicScores> others;
    for (std::size_t r = 1; r < runs.size(); ++r) {
      const AnswerMeasure* other = find_measure(runs[r].scores, baseline.name);
      if (other != nullptr && share_topics(baseline, *other)) others.push_back(other->scores);
    }
    if (others.empty()) continue;
    comparisons.push_back({baseline.name, evaluation::compare_systems(baseline.scores, others)});
  }
  return comparisons;
}

std::string answers_text(const std::vector<ScoredAnswers>& runs, bool topics) {
  const std::vector<std::string> names = measure_names(runs);
  std::size_t width = 5;
  for (const ScoredAnswers& run : runs) width = std::max(width, run.scores.system.size());
  width = std::min<std::size_t>(width, 40);
  std::string text = fmt::format("{:<{}}", "run", width);
  for (const std::string& name : names) text += fmt::format("  {:>7} topics", name);
  text += "\n";
  for (const ScoredAnswers& run : runs) {
    text += fmt::format("{:<{}}", search::clean_text(run.scores.system), width);
    for (const std::string& name : names) {
      const AnswerMeasure* measure = find_measure(run.scores, name);
      const auto mean = measure == nullptr ? std::nullopt : measure->mean();
      text += mean ? fmt::format("  {:>7.4f} {:>6}", *mean, measure->scores.values.size())
                   : fmt::format("  {:>7} {:>6}", "-", 0);
    }
    text += "\n";
    if (topics) text += topics_text(run, names, width);
  }
  return text;
}

std::string answers_json(const std::vector<ScoredAnswers>& runs, bool topics,
                         const std::vector<MeasureComparison>& comparisons) {
  std::vector<std::string> systems;
  for (const ScoredAnswers& run : runs) {
    JsonObject measures;
    for (const AnswerMeasure& measure : run.scores.measures) {
      const auto mean = measure.mean();
      measures.add(
          measure.name,
          JsonObject()
              .add("mean", mean ? score_text(*mean) : "null")
              .add_number("topics", static_cast<std::int64_t>(measure.scores.values.size()))
              .text());
    }
    JsonObject object;
    object.add_string("run", run.path)
        .add_string("tag", run.scores.system)
        .add_number("unjudged", static_cast<std::int64_t>(run.scores.unjudged))
        .add("measures", measures.text());
    if (topics) {
      JsonObject by_topic;
      for (const auto& [topic, values] : values_by_topic(run.scores)) {
        JsonObject of_topic;
        for (const auto& [name, value] : values) of_topic.add(name, score_text(value));
        by_topic.add(topic, of_topic.text());
      }
      object.add("by_topic", by_topic.text());
    }
    systems.push_back(object.text());
  }
  JsonObject all;
  all.add("runs", json_array(systems));
  if (!comparisons.empty()) all.add("comparisons", comparisons_json(comparisons));
  return all.text() + "\n";
}

}  // namespace

void add_answer_options(CLI::App& command, AnswerFiles& files) {
  command.add_option("--answers", files.known,
                     "Task 3: known answers to compare with, as JSON Lines with topic, id, text, "
                     "grade and runs");
  command.add_option("--teams", files.teams,
                     "Task 3: lines `run team`; an answer that only runs of a team returned is not "
                     "a reference for it");
  command.add_option("--embeddings", files.embeddings,
                     "Task 3: embeddings of the tokens of answers");
  command.add_flag("--encode", files.encodes,
                   "Task 3: embeddings by the encoder of texts: $NOETHER_TEXT_MODEL, or the "
                   "shipped one");
  command.add_flag("--without-sources", files.without_sources,
                   "Task 3: the sources that an answer names are not references for it");
  command.add_option("--annotations", files.annotations,
                     "Task 3: lines `topic run machine-generated unrelated` with 0, 1 or -");
}

void evaluate_answers(const AnswerEvaluation& request) {
  if (request.compare && request.runs.size() < 2) {
    fail(kCommand, {"--compare needs a run to compare the first one with", {}, {}},
         ExitCode::Failure);
  }
  const bool has_embeddings = !request.files.embeddings.empty();
  if ((has_embeddings || request.files.encodes) && request.files.known.empty()) {
    fail(kCommand, {"embeddings are those of answers to compare with", {}, "give --answers too"},
         ExitCode::Failure);
  }
  if (has_embeddings && request.files.encodes) {
    fail(kCommand, {"--embeddings and --encode exclude each other", {}, {}}, ExitCode::Failure);
  }
  ReadingProblems problems(std::string(kCommand), request.lenient);
  const Evidence evidence(request, problems.options());
  std::vector<ScoredAnswers> runs;
  for (const std::string& path : request.runs) {
    runs.push_back({path, score(request, path, evidence.evidence, problems.options())});
    report_gaps(runs.back().scores, path);
  }
  problems.finish();
  std::vector<MeasureComparison> comparisons;
  if (request.compare) comparisons = compare_answers(runs);
  if (request.json) {
    print_result(kCommand, answers_json(runs, request.topics, comparisons));
    return;
  }
  std::string text = answers_text(runs, request.topics);
  if (request.compare) {
    const std::vector<ScoredRun> baseline = {{runs.front().path, runs.front().scores.system, {}}};
    text += comparison_text(baseline, comparisons, stdout_is_terminal());
  }
  print_result(kCommand, text);
}

}  // namespace noether::cli
