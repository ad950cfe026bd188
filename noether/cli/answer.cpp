// noether answer: one answer to a question, with its sources.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noether/answer/check/check.h"
#include "noether/answer/compute/compute.h"
#include "noether/answer/confidence.h"
#include "noether/answer/extract.h"
#include "noether/cli/answer_output.h"
#include "noether/cli/commands.h"
#include "noether/cli/expression_arguments.h"
#include "noether/cli/search_output.h"
#include "noether/cli/terminal_text.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_reader.h"
#include "noether/search/document_table.h"
#include "noether/search/profile/chosen_profile.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "answer";
constexpr std::uint32_t kResultsInstead = 5;

struct AnswerArguments {
  std::string folder;
  std::vector<std::string> words;  // as the shell gave them
  std::string profile = std::string(search::kDefaultProfile);
  std::size_t limit = answer::AnswerOptions().limit;
  double enough = answer::kEnough;
  std::string how = "all";
  bool json = false;
  bool markdown = false;
  bool explain = false;
};

void print_results(search::Searcher& searcher, const answer::Question& question, bool json) {
  const search::Query query = answer::query_of(question);
  const auto results =
      searcher.search(query, {.top = kResultsInstead, .marks = search::Marks::All});
  if (!results) fail(kCommand, results.error(), ExitCode::Failure);
  SearchOutput output(stdout_is_terminal(), terminal_columns());
  std::string out;
  for (std::size_t i = 0; i < results->documents.size(); ++i) {
    const search::FoundDocument& found = results->documents[i];
    out += json ? result_json(i + 1, found, query) + "\n" : output.text(i + 1, found);
  }
  print_result(kCommand, out);
}

// The whole of an answer; of one that was written while it grew, its end.
void print_answer(const AnswerArguments& arguments, const answer::Answer& found,
                  AnswerOutput& output) {
  if (arguments.json) {
    print_result(kCommand, answer_json(found) + "\n");
  } else if (arguments.markdown) {
    print_result(kCommand, answer::answer_markdown(found));
  } else {
    print_result(kCommand, output.more(found) + output.end(found, arguments.explain));
  }
}

void run(const AnswerArguments& arguments) {
  const std::string asked = fmt::format("{}", fmt::join(arguments.words, " "));
  const auto question = answer::read_question(asked);
  if (!question) fail(kCommand, question.error(), ExitCode::BadInput);
  const bool is_computed = arguments.how != "extract";
  const auto computed = is_computed ? answer::compute(*question) : std::nullopt;
  // What is certain needs no documents.
  if (computed && (computed->is_sure || arguments.how == "compute")) {
    AnswerOutput output(terminal_columns());
    return print_answer(arguments, answer::answer_of(*computed), output);
  }
  if (arguments.how == "compute") {
    fail(kCommand,
         {.message = "the question is no task that algebra can do", .span = {}, .hint = {}},
         ExitCode::BadInput);
  }
  auto opened = index::open_search_index(arguments.folder);
  if (!opened) fail(kCommand, opened.error(), ExitCode::Failure);
  const auto index = std::make_shared<const index::IndexReader>(*std::move(opened));
  const auto chosen = search::choose_profile(arguments.profile, *index);
  if (!chosen) fail(kCommand, chosen.error(), ExitCode::Failure);
  if (!chosen->remark.empty()) fmt::print(stderr, "noether {}: {}\n", kCommand, chosen->remark);
  auto searcher =
      search::Searcher::open(index, chosen->profile.search, chosen->profile.formula_weights);
  if (!searcher) fail(kCommand, searcher.error(), ExitCode::Failure);
  if (chosen->encoder) searcher->set_text_encoder(chosen->encoder);
  const auto documents = search::DocumentTable::read(*index);
  if (!documents) fail(kCommand, documents.error(), ExitCode::Failure);
  const auto ranking = answer::CandidateRanking::open(*index, *documents, chosen->profile);
  if (!ranking) fail(kCommand, ranking.error(), ExitCode::Failure);

  answer::Extractor extractor(*ranking, *searcher, chosen->encoder.get());
  AnswerOutput output(terminal_columns());
  const auto on_sentences = [&](const answer::Answer& so_far) {
    if (arguments.json || arguments.markdown || so_far.confidence < arguments.enough) return;
    print_result(kCommand, output.more(so_far));
  };
  auto found = extractor.answer(*question, {.limit = arguments.limit}, on_sentences);
  if (!found) fail(kCommand, found.error(), ExitCode::Failure);
  const bool is_known = *found && (*found)->confidence >= arguments.enough;
  if (!is_known) {
    fmt::print(stderr, "noether {}: no answer is likely enough ({:.2f}); search results instead:\n",
               kCommand, *found ? (*found)->confidence : 0.0);
    print_results(*searcher, *question, arguments.json);
    finish(ExitCode::BadInput);
  }
  answer::check_answer(**found);
  print_answer(arguments, **found, output);
  if (computed && !arguments.json) {
    AnswerOutput below(terminal_columns());
    print_result(kCommand, "\n");
    print_answer(arguments, answer::answer_of(*computed), below);
  }
}

}  // namespace

void register_answer(CLI::App& app) {
  CLI::App* command = app.add_subcommand("answer", "Answers a question from an index");
  const auto arguments = std::make_shared<AnswerArguments>();
  command->add_option("INDEX", arguments->folder, "The folder of the index")->required();
  command
      ->add_option("QUESTION", arguments->words,
                   "What is asked, with formulas between dollar signs; words need no quotes")
      ->required();
  command
      ->add_option(
          "--how", arguments->how,
          "extract: sentences of a document that answer; compute: by algebra; all: every way "
          "there is")
      ->check(CLI::IsMember({"extract", "compute", "all"}))
      ->capture_default_str();
  command
      ->add_option("--limit", arguments->limit,
                   "The most characters; those of ARQMath's Task 3 by default")
      ->check(CLI::Range(std::size_t{100}, std::size_t{100'000}))
      ->capture_default_str();
  command
      ->add_option("--enough", arguments->enough,
                   "The least confidence, from 0 to 1; below it search results are shown instead")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command->add_option("--profile", arguments->profile, "How to rank; see noether run")
      ->capture_default_str();
  CLI::Option* json = command->add_flag("--json", arguments->json, "One JSON object");
  command->add_flag("--markdown", arguments->markdown, "Markdown, with a list of the sources")
      ->excludes(json);
  command->add_flag("--explain", arguments->explain, "Says what the confidence comes from");
  command->footer(
      "The exit code is 0 when there is an answer, 1 when search results are shown instead or the\n"
      "question cannot be read, 2 when the search failed.\n"
      "\n"
      "Example:\n"
      "  noether answer arqmath.idx 'why is $\\sum 1/n$ divergent'");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
