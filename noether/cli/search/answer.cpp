// noether answer: one answer to a question, with its sources.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "noether/answer/ask.h"
#include "noether/answer/candidates.h"
#include "noether/answer/extract.h"
#include "noether/answer/generate/writer.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/console/terminal_text.h"
#include "noether/cli/search/answer_output.h"
#include "noether/cli/search/search_output.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "answer";
constexpr std::uint32_t kResultsInstead = 5;

struct AnswerArguments {
  std::string folder;
  std::vector<std::string> words;  // as the shell passes them
  std::string profile = std::string(search::kDefaultProfile);
  std::size_t limit = answer::AnswerOptions().limit;
  double enough = answer::kEnough;
  std::string how = "all";
  std::string generator;  // an address, or a folder; empty: no text is generated
  std::string model;
  bool json = false;
  bool markdown = false;
  bool explain = false;
};

// The best search results, as text or each as a JSON object.
std::vector<std::string> results_instead(search::Searcher& searcher,
                                         const answer::Question& question, bool json) {
  const search::Query query = answer::query_of(question);
  const auto results =
      searcher.search(query, {.top = kResultsInstead, .marks = search::Marks::All});
  if (!results) fail(kCommand, results.error(), ExitCode::Failure);
  SearchOutput output(stdout_is_terminal(), terminal_columns());
  std::vector<std::string> out;
  for (std::size_t i = 0; i < results->documents.size(); ++i) {
    const search::FoundDocument& found = results->documents[i];
    out.push_back(json ? result_json(i + 1, found, query) : output.text(i + 1, found));
  }
  return out;
}

// Opens the answerers of an index when they are needed; a computation needs none of them.
class LazyAnswerers {
 public:
  explicit LazyAnswerers(const AnswerArguments& arguments) : arguments_(arguments) {}

  base::Result<answer::Answerer*> extractor() {
    if (!extractor_) {
      if (auto opened = open(); !opened) return std::unexpected(std::move(opened.error()));
      extractor_.emplace(index_->ranking(), *searcher_, index_->texts());
    }
    return &*extractor_;
  }
  base::Result<answer::Answerer*> writer() {
    auto texts = answer::open_text_writer(arguments_.generator, arguments_.model);
    if (!texts) return std::unexpected(std::move(texts.error()));
    text_writer_ = *std::move(texts);
    auto judge = embedding::CrossEncoder::open_if_any();
    if (!judge) return std::unexpected(std::move(judge.error()));
    judge_ = *std::move(judge);
    if (auto opened = open(); !opened) return std::unexpected(std::move(opened.error()));
    if (answer::leaves_this_machine(arguments_.generator)) {
      fmt::print(stderr, "noether {}: the question and passages of the index are sent to {}\n",
                 kCommand, arguments_.generator);
    }
    writer_.emplace(index_->ranking(), *searcher_, index_->texts(), *text_writer_, judge_.get());
    return &*writer_;
  }
  // Call this only after the index was opened.
  search::Searcher& searcher() { return *searcher_; }

 private:
  base::Result<void> open() {
    if (searcher_) return {};
    auto opened = answer::AnsweringIndex::open(arguments_.folder, arguments_.profile);
    if (!opened) return std::unexpected(std::move(opened.error()));
    index_ = *std::move(opened);
    const std::string& remark = index_->chosen().remark;
    if (!remark.empty()) fmt::print(stderr, "noether {}: {}\n", kCommand, remark);
    auto searcher = index_->new_searcher();
    if (!searcher) return std::unexpected(std::move(searcher.error()));
    searcher_.emplace(*std::move(searcher));
    return {};
  }

  const AnswerArguments& arguments_;
  std::unique_ptr<const answer::AnsweringIndex> index_;
  std::optional<search::Searcher> searcher_;
  std::optional<answer::Extractor> extractor_;
  std::unique_ptr<const answer::TextWriter> text_writer_;
  std::shared_ptr<const embedding::CrossEncoder> judge_;
  std::optional<answer::Writer> writer_;
};

// Prints an answer for people as it grows.
class TerminalListener final : public answer::AskListener {
 public:
  explicit TerminalListener(bool writes_text) : writes_text_(writes_text) {}

  void warning(const answer::FormulaWarning& warning) override {
    warn_of_formula(kCommand, warning.error, warning.latex);
  }
  // The text of a withdrawn answer remains on the terminal, so the next answer is separated from
  // it.
  void begins(const answer::Answer&) override { end_text(); }
  void withdrawn(const answer::Answer& answer) override {
    if (!end_text()) return;
    fmt::print(stderr,
               "noether {}: the text above is withdrawn, because it is not likely enough\n{}",
               kCommand, output_.notes(answer));
  }
  void sentence(const answer::Answer& so_far, std::size_t number) override {
    if (!writes_text_) return;
    has_written_ = true;
    print_result(kCommand, output_.sentence(so_far, number));
  }
  // A remark is printed after the end of the text, so that it does not interrupt a line.
  void remark(const answer::Remark& remark) override {
    remarks_.push_back(answer::whole_text(remark));
    if (!has_written_) print_remarks();
  }
  void print_remarks() {
    for (const std::string& remark : std::exchange(remarks_, {})) {
      fmt::print(stderr, "noether {}: {}\n", kCommand, remark);
    }
  }
  AnswerOutput& output() { return output_; }

 private:
  // Ends the text; returns whether there was any.
  bool end_text() {
    if (has_written_) print_result(kCommand, output_.end_paragraph() + "\n");
    output_ = AnswerOutput(terminal_columns());
    print_remarks();
    return std::exchange(has_written_, false);
  }

  bool writes_text_;
  bool has_written_ = false;
  std::vector<std::string> remarks_;  // not printed yet
  AnswerOutput output_{terminal_columns()};
};

// Prints the part of the answer that the listener has not printed yet.
void print_asked(const AnswerArguments& arguments, const answer::Asked& asked,
                 TerminalListener& listener) {
  if (arguments.json) return print_result(kCommand, asked_json(asked) + "\n");
  for (std::size_t i = 0; i < asked.answers.size(); ++i) {
    const answer::Answer& found = asked.answers[i];
    if (i > 0) print_result(kCommand, "\n");
    if (arguments.markdown) {
      print_result(kCommand, answer::answer_markdown(found));
    } else if (i == 0) {
      print_result(kCommand, listener.output().end(found, arguments.explain));
      listener.print_remarks();
    } else {
      AnswerOutput below(terminal_columns());
      print_result(kCommand, below.whole(found, arguments.explain));
    }
  }
}

// The reasons why there is no answer.
std::string no_answer_text(const AnswerArguments& arguments, const answer::Asked& asked) {
  const bool computes = arguments.how == "compute";
  if (!asked.way) {
    if (computes && !asked.remarks.empty()) return "there is no computed answer";
    if (computes) return "the question is not a task that algebra can do";
    return arguments.how == "generate" ? "the generator has no answer" : "no answer was found";
  }
  return fmt::format("{} is not likely enough: its confidence is {:.2f}, and --enough is {:.2f}",
                     computes ? "the computed answer" : "the best answer", asked.confidence,
                     arguments.enough);
}

// Prints the reasons why there is no answer, and the results of a search instead. A computation has
// no index to search.
void print_no_answer(const AnswerArguments& arguments, answer::Asked asked,
                     const answer::Question& question, LazyAnswerers& index) {
  const bool searches = arguments.how != "compute";
  asked.remarks.push_back({.text = no_answer_text(arguments, asked)});
  std::vector<std::string> results;
  if (searches) results = results_instead(index.searcher(), question, arguments.json);
  const std::string_view instead =
      results.empty() ? "; a search finds nothing either" : "; search results instead:";
  fmt::print(stderr, "noether {}: {}{}\n", kCommand, asked.remarks.back().text,
             searches ? instead : "");
  print_result(kCommand, arguments.json ? no_answer_json(asked, results) + "\n"
                                        : fmt::format("{}", fmt::join(results, "")));
  finish(ExitCode::BadInput);
}

void run(const AnswerArguments& arguments) {
  const std::string asked_text = fmt::format("{}", fmt::join(arguments.words, " "));
  const auto question = answer::read_question(asked_text);
  if (!question) fail(kCommand, question.error(), ExitCode::BadInput);
  if (!arguments.generator.empty() && (arguments.how == "extract" || arguments.how == "compute")) {
    fail(kCommand,
         {.message = fmt::format("--how {} uses no generator", arguments.how),
          .span = {},
          .hint = "leave out --generator, or ask with --how generate or --how all"},
         ExitCode::Failure);
  }
  LazyAnswerers opened(arguments);
  TerminalListener listener(!arguments.json && !arguments.markdown);
  const answer::AskOptions options{.how = *answer::how_named(arguments.how),
                                   .limit = arguments.limit,
                                   .enough = arguments.enough};
  answer::Answerers answerers{.extractor = [&] { return opened.extractor(); }};
  if (!arguments.generator.empty()) answerers.generator = [&] { return opened.writer(); };
  const auto asked = answer::ask(*question, answerers, options, listener);
  if (!asked) {
    listener.print_remarks();
    fail(kCommand, asked.error(), ExitCode::Failure);
  }
  if (!asked->answers.empty()) return print_asked(arguments, *asked, listener);
  print_no_answer(arguments, *asked, *question, opened);
}

}  // namespace

void register_answer(CLI::App& app) {
  CLI::App* command = app.add_subcommand("answer", "Answers a question from an index");
  const auto arguments = std::make_shared<AnswerArguments>();
  command->add_option("INDEX", arguments->folder, "The folder of the index")->required();
  command
      ->add_option("QUESTION", arguments->words,
                   "The question, with formulas between dollar signs; words need no quotes")
      ->required();
  command
      ->add_option("--how", arguments->how,
                   "extract: sentences of documents; compute: by algebra, without the index; "
                   "generate: written by a model; all: computed if the question is a task of "
                   "algebra, else written if there is a generator, else extracted")
      ->check(CLI::IsMember({"extract", "compute", "generate", "all"}))
      ->capture_default_str();
  CLI::Option* generator =
      command->add_option("--generator", arguments->generator,
                          "The writer of answers: the address of an API like OpenAI's, such as "
                          "http://127.0.0.1:11434/v1, or the folder of a decoder");
  command->add_option("--model", arguments->model, "The model to request at that address")
      ->needs(generator);
  command
      ->add_option("--limit", arguments->limit,
                   "The maximum number of characters; by default that of ARQMath's Task 3")
      ->check(CLI::Range(std::size_t{100}, std::size_t{100'000}))
      ->capture_default_str();
  command
      ->add_option("--enough", arguments->enough,
                   "The minimum confidence, from 0 to 1; below it search results are shown instead")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command->add_option("--profile", arguments->profile, "How to rank; see noether run")
      ->capture_default_str();
  CLI::Option* json = command->add_flag(
      "--json", arguments->json, "Print one JSON object, with an answer or with search results");
  command->add_flag("--markdown", arguments->markdown, "Markdown, with a list of the sources")
      ->excludes(json);
  command->add_flag("--explain", arguments->explain, "Print the numbers behind the confidence");
  command->footer(
      "A warning before the answer points at a formula of the question that cannot be read.\n"
      "\n"
      "The exit code is 0 if there is an answer, 1 if there is no answer or the question cannot "
      "be\n"
      "read, 2 if the search or the generator failed. Without an answer, search results are shown\n"
      "instead, except with --how compute. With --how all, an answer is extracted if the "
      "generator\n"
      "fails.\n"
      "\n"
      "The question and passages of the index are sent to the address after --generator. The key "
      "of\n"
      "its API is taken from the environment variable NOETHER_GENERATOR_KEY.\n"
      "\n"
      "Examples:\n"
      "  noether answer arqmath.idx 'why is $\\sum 1/n$ divergent'\n"
      "  noether answer arqmath.idx --how generate --generator http://127.0.0.1:11434/v1 \\\n"
      "    --model qwen3 'why is $\\sum 1/n$ divergent'");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
