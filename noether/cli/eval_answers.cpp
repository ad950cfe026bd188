#include "noether/cli/eval_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "noether/cli/eval_answers_output.h"
#include "noether/cli/eval_output.h"
#include "noether/cli/expression_arguments.h"
#include "noether/cli/reading_problems.h"
#include "noether/cli/terminal_text.h"
#include "noether/evaluation/answers/answer_scores.h"
#include "noether/evaluation/answers/context_encoder.h"
#include "noether/evaluation/answers/embedding_file.h"

namespace noether::cli {
namespace {

using evaluation::AnswerScores;

constexpr std::string_view kCommand = "eval";

template <typename T>
T read_or_fail(base::Result<T> read, const std::string& path) {
  if (!read) fail(kCommand, read.error(), reading_error_code(path));
  return std::move(*read);
}

// The files, read; `evidence` points into them.
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
          "judgements and other files know an answer by its topic and the tag of its run"},
         ExitCode::BadInput);
  }
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
                   "Task 3: embeddings by the encoder of texts: $NOETHER_TEXT_MODEL, or the one "
                   "that ships");
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
