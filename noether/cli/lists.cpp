// noether lists: questions with texts that may answer them, for training and scoring
// cross-encoders.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "noether/base/parallel.h"
#include "noether/base/progress.h"
#include "noether/base/result_file.h"
#include "noether/cli/collection_arguments.h"
#include "noether/cli/counted.h"
#include "noether/cli/expression_arguments.h"
#include "noether/cli/json_text.h"
#include "noether/cli/reading_problems.h"
#include "noether/collection/answer_table.h"
#include "noether/collection/text_pairs.h"
#include "noether/collection/topics.h"
#include "noether/evaluation/judgements.h"
#include "noether/evaluation/run.h"
#include "noether/evaluation/runs/run_ranking.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_reader.h"
#include "noether/search/profile/chosen_profile.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "lists";

using collection::AnswerTable;

struct ListsOptions {
  CollectionArguments collection;
  std::uint32_t right = 1;
  std::optional<std::uint32_t> wrong;  // as many as right ones when not given
  std::uint64_t seed = 1;
  std::string hard;
  std::uint32_t depth = 100;
  std::string profile = std::string(search::kDefaultProfile);
  std::string topics;
  std::string judgements;
  std::string run;
  std::uint32_t top = 1000;
  std::string output;
};

struct TextToList {
  const AnswerTable::Answer* answer = nullptr;
  std::optional<std::int32_t> grade;
};

// Runs name ids as words.
std::string as_word(std::string id) {
  std::ranges::replace_if(
      id, [](char c) { return std::string_view(" \t\r\n\f\v").contains(c); }, '_');
  return id;
}

std::string list_json(const std::string& id, const std::string& query,
                      const std::vector<TextToList>& texts) {
  std::vector<std::string> listed;
  for (const TextToList& text : texts) {
    JsonObject json;
    json.add_string("id", as_word(text.answer->id));
    if (text.grade) json.add_number("grade", *text.grade);
    listed.push_back(json.add_string("text", text.answer->text).text());
  }
  return JsonObject()
             .add_string("id", as_word(id))
             .add_string("query", query)
             .add("texts", json_array(listed))
             .text() +
         "\n";
}

AnswerTable read_answers(ListsOptions& options) {
  auto source = options.collection.open(kCommand);
  if (!source) fail(kCommand, source.error(), ExitCode::Failure);
  base::ProgressBar progress("documents", (*source)->total_bytes());
  AnswerTable answers;
  std::uint64_t documents = 0;
  text::Document document;
  while (true) {
    const auto more = (*source)->next(document);
    if (!more) fail(kCommand, more.error(), ExitCode::Failure);
    if (!*more) break;
    progress.update(++documents, (*source)->bytes_read());
    answers.add(document);
  }
  answers.join();
  return answers;
}

// What was written, and what it is made of.
class ListWriter {
 public:
  explicit ListWriter(const ListsOptions& options)
      : output_(open(options.output, options.collection.sources())) {}

  void write(const std::string& id, const std::string& query,
             const std::vector<TextToList>& texts) {
    if (const auto written = output_.write(list_json(id, query, texts)); !written) {
      fail(kCommand, written.error(), ExitCode::Failure);
    }
    ++lists_;
    for (const TextToList& text : texts) {
      ++(!text.grade ? ungraded_ : *text.grade > 0 ? right_ : wrong_);
    }
  }

  // Whether there is anything.
  bool commit() {
    if (const auto done = output_.commit(); !done) fail(kCommand, done.error(), ExitCode::Failure);
    std::vector<std::string> parts;
    if (right_ > 0) parts.push_back(fmt::format("{} right", right_));
    if (wrong_ > 0) parts.push_back(fmt::format("{} wrong", wrong_));
    if (ungraded_ > 0) parts.push_back(fmt::format("{} without a grade", ungraded_));
    fmt::print(stderr, "{}: {}\n", counted(lists_, "list"),
               parts.empty() ? "no texts" : fmt::format("{}", fmt::join(parts, ", ")));
    return lists_ > 0;
  }

 private:
  static base::ResultFile open(const std::string& path, const std::vector<std::string>& sources) {
    auto output = base::ResultFile::create(base::FileSystem::real(), path,
                                           sources.size() == 1 ? sources.front() : std::string());
    if (!output) fail(kCommand, output.error(), ExitCode::Failure);
    return std::move(*output);
  }

  base::ResultFile output_;
  std::uint64_t lists_ = 0;
  std::uint64_t right_ = 0;
  std::uint64_t wrong_ = 0;
  std::uint64_t ungraded_ = 0;
};

// Answers that the index ranks high for each question and that cannot be right, by question.
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
  // Its own answers may stand first and are left out.
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

// Questions with answers of their own, and others.
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
    std::vector<TextToList> texts;
    for (const std::uint32_t answer : right) texts.push_back({&answers.answer(answer), 1});
    for (const std::uint32_t answer : wrong) texts.push_back({&answers.answer(answer), 0});
    writer.write(question.id, collection::question_text(question.title.text, question.body.text),
                 texts);
  }
}

// Topics with the answers that were judged for them, that a run found, or both. False when topics
// were skipped.
bool write_topics(const AnswerTable& answers, const ListsOptions& options, ListWriter& writer) {
  collection::ProblemList problems;
  problems.listen([](const collection::Problem& problem) {
    fmt::print(stderr, "noether {}: {}\n", kCommand, collection::problem_text(problem));
  });
  const auto topics = collection::read_topic_file(options.topics, problems);
  if (!topics) fail(kCommand, topics.error(), ExitCode::Failure);
  evaluation::Judgements judgements;
  if (!options.judgements.empty()) {
    auto read = evaluation::read_judgements(options.judgements);
    if (!read) fail(kCommand, read.error(), reading_error_code(options.judgements));
    judgements = std::move(*read);
  }
  evaluation::Run run;
  if (!options.run.empty()) {
    auto read = evaluation::read_run(options.run);
    if (!read) fail(kCommand, read.error(), reading_error_code(options.run));
    run = std::move(*read);
  }
  std::uint64_t absent = 0;
  for (const collection::Topic& topic : *topics) {
    std::vector<TextToList> texts;
    std::unordered_set<std::string_view> listed;
    const auto add = [&](const std::string& id, std::optional<std::int32_t> grade) {
      const AnswerTable::Answer* const answer = answers.find_answer(id);
      if (answer == nullptr) {
        ++absent;
      } else if (listed.insert(answer->id).second) {
        texts.push_back({answer, grade});
      }
    };
    if (const auto* const judged = judgements.find(topic.number)) {
      for (const evaluation::Judgement& judgement : judged->all()) {
        if (judgement.grade >= 0) add(judgement.id, judgement.grade);
      }
    }
    const auto found =
        std::ranges::find(run.topics, topic.number, &evaluation::TopicResults::topic);
    if (found != run.topics.end()) {
      const std::size_t count = std::min<std::size_t>(found->results.size(), options.top);
      for (std::size_t i = 0; i < count; ++i) add(found->results[i].id, std::nullopt);
    }
    if (texts.empty()) continue;
    writer.write(topic.number, collection::question_text(topic.title.text, topic.question.text),
                 texts);
  }
  if (absent > 0) {
    fmt::print(stderr, "{} not in the collection\n", counted(absent, "answer"));
  }
  return problems.count(collection::Problem::Severity::Skipped) == 0;
}

void run(ListsOptions& options) {
  const bool has_topics = !options.topics.empty();
  if (has_topics && options.judgements.empty() && options.run.empty()) {
    fail(kCommand, {"topics alone have no answers", {}, "give --judgements, --run, or both"},
         ExitCode::Failure);
  }
  const AnswerTable answers = read_answers(options);
  ListWriter writer(options);
  bool is_whole = true;
  if (has_topics) {
    is_whole = write_topics(answers, options, writer);
  } else {
    write_threads(answers, options, writer);
  }
  const bool has_lists = writer.commit();
  if (answers.lost_answers() > 0) {
    fmt::print(stderr, "{} without a question\n", counted(answers.lost_answers(), "answer"));
  }
  fmt::print(stderr, "{}\n", options.collection.problem_summary());
  const bool is_bad =
      !has_lists || !is_whole ||
      options.collection.problems().count(collection::Problem::Severity::Skipped) > 0;
  if (is_bad) finish(ExitCode::BadInput);
}

}  // namespace

void register_lists(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "lists", "Writes questions with right and wrong answers, for training and scoring");
  const auto options = std::make_shared<ListsOptions>();
  options->collection.add_options(*command);
  CLI::Option* const right =
      command->add_option("--right", options->right, "Most answers of its own for each question");
  right->check(CLI::Range(1, 1'000'000))->capture_default_str();
  CLI::Option* const wrong = command->add_option(
      "--wrong", options->wrong,
      "Answers to other questions that share a tag; as many as right ones when not given");
  wrong->check(CLI::Range(1, 1'000'000));
  CLI::Option* const seed =
      command->add_option("--seed", options->seed, "What is drawn depends on it");
  seed->capture_default_str();
  CLI::Option* const hard = command->add_option(
      "--hard", options->hard,
      "Index; wrong answers are drawn from what it ranks first for the question");
  command
      ->add_option("--depth", options->depth, "With --hard: how many of the first are drawn from")
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
  command->add_option("--top", options->top, "With --run: take so many of its first answers")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str()
      ->needs(run_file);
  command
      ->add_option("-o,--output", options->output,
                   "The lists, one JSON object a line; - for standard output")
      ->required();
  command->footer(
      "Examples:\n"
      "  noether lists arqmath/collection --right 10 -o lists.jsonl\n"
      "  noether lists arqmath/collection --topics Topics_Task1_2021.xml --judgements "
      "qrel_task1_2021.tsv -o judged.jsonl");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
