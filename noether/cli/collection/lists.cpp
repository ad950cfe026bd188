// noether lists: lists of questions with texts that may answer them, and of formulas in their
// sentences with other such formulas, for training and scoring encoders.
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "noether/base/parallel.h"
#include "noether/base/progress.h"
#include "noether/cli/collection/collection_arguments.h"
#include "noether/cli/collection/formula_lists.h"
#include "noether/cli/collection/list_writer.h"
#include "noether/cli/console/messages.h"
#include "noether/collection/answer_table.h"
#include "noether/collection/text_pairs.h"
#include "noether/collection/topics.h"
#include "noether/evaluation/runs/run_ranking.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_reader.h"
#include "noether/search/pipeline/chosen_profile.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "lists";

using collection::AnswerTable;

struct ListsOptions {
  CollectionArguments collection;
  std::uint32_t right = 1;
  std::optional<std::uint32_t> wrong;  // absent: as many as there are right ones
  std::uint64_t seed = 1;
  std::string hard;
  std::uint32_t depth = 100;
  std::string profile = std::string(search::kDefaultProfile);
  std::string topics;
  std::string judgements;
  std::string run;
  std::uint32_t top = 1000;
  int task = 1;
  FormulaListsOptions formulas;
  std::string output;
};

void read_documents(ListsOptions& options, const std::function<void(const text::Document&)>& take) {
  auto source = options.collection.open(kCommand);
  if (!source) fail(kCommand, source.error(), ExitCode::Failure);
  base::ProgressBar progress("documents", (*source)->total_bytes());
  std::uint64_t documents = 0;
  text::Document document;
  while (true) {
    const auto more = (*source)->next(document);
    if (!more) fail(kCommand, more.error(), ExitCode::Failure);
    if (!*more) return;
    progress.update(++documents, (*source)->bytes_read());
    take(document);
  }
}

AnswerTable read_answers(ListsOptions& options) {
  AnswerTable answers;
  read_documents(options, [&](const text::Document& document) { answers.add(document); });
  answers.join();
  return answers;
}

// For each question, answers that the index ranks high and that cannot be right.
std::vector<std::vector<std::uint32_t>> hard_answers(const AnswerTable& answers,
                                                     const ListsOptions& options) {
  auto opened = index::open_search_index(options.hard);
  if (!opened) fail(kCommand, opened.error(), ExitCode::Failure);
  const auto index = std::make_shared<const index::IndexReader>(std::move(*opened));
  const auto chosen = search::choose_profile(options.profile, *index);
  if (!chosen) fail(kCommand, chosen.error(), ExitCode::Failure);
  if (!chosen->remark.empty()) fmt::print(stderr, "noether {}: {}\n", kCommand, chosen->remark);
  std::vector<collection::Topic> topics;
  for (const AnswerTable::Question& question : answers.questions()) {
    topics.push_back({.number = question.id,
                      .title = question.title,
                      .question = question.body,
                      .tags = question.tags,
                      .formula_id = {},
                      .latex = {}});
  }
  // The question's own answers may rank first; they are left out.
  constexpr std::size_t kOwnAnswers = 50;
  const std::unordered_map<std::string, std::string> posts;
  const auto ranking = evaluation::RunRanking::prepare(
      index, chosen->profile, topics, posts, {.task = 1, .top = options.depth + kOwnAnswers});
  if (!ranking) fail(kCommand, ranking.error(), ExitCode::Failure);
  if (const auto good = ranking->check(); !good) fail(kCommand, good.error(), ExitCode::BadInput);

  const unsigned threads = base::thread_count(0);
  std::vector<evaluation::RunRanking::Worker> workers;
  for (unsigned i = 0; i < threads; ++i) workers.push_back(ranking->make_worker());
  std::vector<std::vector<std::uint32_t>> hard(topics.size());
  std::vector<std::optional<base::Error>> problems(topics.size());
  base::for_each_in_parallel(topics.size(), threads, [&](std::size_t t, std::size_t thread) {
    const auto items = workers[thread](t);
    if (!items) {
      problems[t] = items.error();
      return;
    }
    for (const evaluation::RunItem& item : *items) {
      const auto number = answers.answer_number(item.id);
      if (!number || answers.may_be_right(static_cast<std::uint32_t>(t), *number)) continue;
      if (hard[t].size() < options.depth) hard[t].push_back(*number);
    }
  });
  for (const auto& problem : problems) {
    if (problem) fail(kCommand, *problem, ExitCode::Failure);
  }
  return hard;
}

ListedText listed_answer(const AnswerTable& answers, std::uint32_t number, std::int32_t grade) {
  const AnswerTable::Answer& answer = answers.answer(number);
  return {answer.id, grade, answer.text};
}

// Writes questions with their own answers and with others.
void write_threads(const AnswerTable& answers, const ListsOptions& options, ListWriter& writer) {
  std::vector<std::vector<std::uint32_t>> hard;
  if (!options.hard.empty()) hard = hard_answers(answers, options);
  for (std::uint32_t number = 0; number < answers.questions().size(); ++number) {
    const AnswerTable::Question& question = answers.questions()[number];
    const std::uint64_t seed = collection::draw_seed(options.seed, question.id);
    const auto right = answers.draw_right(number, options.right, seed);
    const std::size_t count = options.wrong.value_or(static_cast<std::uint32_t>(right.size()));
    const auto wrong = hard.empty() ? answers.draw_wrong(number, count, seed)
                                    : collection::draw_some(hard[number], count, seed);
    if (right.empty() || wrong.empty()) continue;
    std::vector<ListedText> texts;
    for (const std::uint32_t answer : right) texts.push_back(listed_answer(answers, answer, 1));
    for (const std::uint32_t answer : wrong) texts.push_back(listed_answer(answers, answer, 0));
    writer.write(question.id, collection::question_text(question.title.text, question.body.text),
                 texts);
  }
}

// Reads the topics of a file; `is_whole` tells whether all of them could be read.
std::vector<collection::Topic> read_topics(const std::string& path, bool& is_whole) {
  collection::ProblemList problems;
  problems.listen([](const collection::Problem& problem) {
    fmt::print(stderr, "noether {}: {}\n", kCommand, collection::problem_text(problem));
  });
  auto topics = collection::read_topic_file(path, problems);
  if (!topics) fail(kCommand, topics.error(), ExitCode::Failure);
  is_whole = problems.count(collection::Problem::Severity::Skipped) == 0;
  return std::move(*topics);
}

// Writes topics with the answers that were judged for them, that a run found, or both.
void write_topics(const AnswerTable& answers, const std::vector<collection::Topic>& topics,
                  const TopicCandidates& candidates, ListWriter& writer) {
  std::uint64_t absent = 0;
  for (const collection::Topic& topic : topics) {
    std::vector<ListedText> texts;
    for (const TopicCandidates::Candidate& candidate : candidates.of(topic.number)) {
      const AnswerTable::Answer* const answer = answers.find_answer(std::string(candidate.id));
      if (answer == nullptr) {
        ++absent;
      } else {
        texts.push_back({answer->id, candidate.grade, answer->text});
      }
    }
    if (texts.empty()) continue;
    writer.write(topic.number, collection::question_text(topic.title.text, topic.question.text),
                 texts);
  }
  if (absent > 0) {
    fmt::print(stderr, "{} not in the collection\n", counted(absent, "answer"));
  }
}

// Writes topics of Task 2 with formulas in their sentences.
void write_formula_topics(const std::vector<collection::Topic>& topics,
                          const TopicCandidates& candidates, ListsOptions& options,
                          ListWriter& writer) {
  FormulaLists lists(topics, candidates, options.formulas);
  read_documents(options, [&](const text::Document& document) { lists.add(document); });
  lists.write(writer);
}

void run(ListsOptions& options) {
  const bool has_topics = !options.topics.empty();
  if (has_topics && options.judgements.empty() && options.run.empty()) {
    fail(kCommand, {"topics alone have no answers", {}, "give --judgements, --run, or both"},
         ExitCode::Failure);
  }
  if (options.task == 2 && !has_topics) {
    fail(kCommand, {"lists of Task 2 need topics", {}, "give --topics"}, ExitCode::Failure);
  }
  ListWriter writer(options.output, options.collection.sources());
  bool is_whole = true;
  std::vector<collection::Topic> topics;
  std::optional<TopicCandidates> candidates;
  if (has_topics) {
    topics = read_topics(options.topics, is_whole);
    candidates.emplace(options.judgements, options.run, options.top);
  }
  std::uint64_t lost_answers = 0;
  if (options.task == 2) {
    write_formula_topics(topics, *candidates, options, writer);
  } else {
    const AnswerTable answers = read_answers(options);
    lost_answers = answers.lost_answers();
    if (has_topics) {
      write_topics(answers, topics, *candidates, writer);
    } else {
      write_threads(answers, options, writer);
    }
  }
  const bool has_lists = writer.commit();
  if (lost_answers > 0) {
    fmt::print(stderr, "{} without a question\n", counted(lost_answers, "answer"));
  }
  fmt::print(stderr, "{}\n", options.collection.problem_summary());
  const bool is_bad =
      !has_lists || !is_whole ||
      options.collection.problems().count(collection::Problem::Severity::Skipped) > 0;
  if (is_bad) finish(ExitCode::BadInput);
}

void add_formula_options(CLI::App& command, ListsOptions& options, CLI::Option& topics) {
  FormulaListsOptions& formulas = options.formulas;
  CLI::Option* const task =
      command.add_option("--task", options.task,
                         "With --topics: 1, answers; 2, formulas in the sentences around them");
  task->check(CLI::IsMember({1, 2}))->capture_default_str()->needs(&topics);
  command
      .add_option_function<std::string>(
          "--representation",
          [&formulas](const std::string& name) {
            formulas.representation = *amr::representation_by_name(name);
          },
          "With --task 2: the form in which a formula in its sentence is read")
      ->check(CLI::IsMember(std::vector<std::string>(amr::kRepresentationNames.begin(),
                                                     amr::kRepresentationNames.end())))
      ->default_str(std::string(amr::representation_name(formulas.representation)))
      ->needs(task);
  command
      .add_flag("--queried-first", formulas.context.queried_first,
                "With --task 2: repeat the formula before its sentence")
      ->needs(task);
  command
      .add_option(
          "--places", formulas.places,
          "With --task 2: the maximum number of sentences for formulas that are drawn the same")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str()
      ->needs(task);
  command
      .add_option("--parser", formulas.parser,
                  "With amr-opt and amr-latex: folder of the parser; by default that of "
                  "NOETHER_AMR_PARSER or the shipped one")
      ->needs(task);
}

}  // namespace

void register_lists(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "lists", "Writes questions with right and wrong answers, for training and scoring");
  const auto options = std::make_shared<ListsOptions>();
  options->collection.add_options(*command);
  CLI::Option* const right = command->add_option(
      "--right", options->right, "The maximum number of right answers for each question");
  right->check(CLI::Range(1, 1'000'000))->capture_default_str();
  CLI::Option* const wrong =
      command->add_option("--wrong", options->wrong,
                          "The number of answers to other questions that share a tag; by default "
                          "the number of right ones");
  wrong->check(CLI::Range(1, 1'000'000));
  CLI::Option* const seed =
      command->add_option("--seed", options->seed, "The seed of the random choice");
  seed->capture_default_str();
  CLI::Option* const hard = command->add_option(
      "--hard", options->hard,
      "An index; wrong answers are drawn from those that it ranks first for the question");
  command
      ->add_option("--depth", options->depth,
                   "With --hard: the number of first answers to draw from")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str()
      ->needs(hard);
  command->add_option("--profile", options->profile, "With --hard: how the index ranks")
      ->capture_default_str()
      ->needs(hard);
  CLI::Option* const topics =
      command->add_option("--topics", options->topics, "XML file of topics, instead of questions");
  topics->excludes(hard)->excludes(right)->excludes(wrong)->excludes(seed);
  command
      ->add_option("--judgements", options->judgements,
                   "With --topics: answers that were judged, with their grades")
      ->needs(topics);
  CLI::Option* const run_file =
      command->add_option("--run", options->run, "With --topics: answers that a run found");
  run_file->needs(topics);
  command->add_option("--top", options->top, "With --run: the number of its first answers to use")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str()
      ->needs(run_file);
  add_formula_options(*command, *options, *topics);
  command
      ->add_option("-o,--output", options->output,
                   "File for the lists, one JSON object per line; - for standard output")
      ->required();
  command->footer(
      "Examples:\n"
      "  noether lists arqmath/collection --right 10 -o lists.jsonl\n"
      "  noether lists arqmath/collection --topics Topics_Task1_2021.xml --judgements "
      "qrel_task1_2021.tsv -o judged.jsonl\n"
      "  noether lists arqmath/collection --topics Topics_Task2_2021.xml --task 2 --judgements "
      "qrel_task2_2021_visual_id.tsv --representation amr-opt -o formulas.jsonl");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
