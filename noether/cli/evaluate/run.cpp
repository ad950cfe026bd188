// noether run: ranks answers or formulas for all topics of a file, or answers the topics, and
// writes a run.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "noether/base/cpu_clock.h"
#include "noether/base/progress.h"
#include "noether/base/result_file.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/collection/topics.h"
#include "noether/evaluation/run.h"
#include "noether/evaluation/runs/answer_writing.h"
#include "noether/evaluation/runs/run_ranking.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_reader.h"
#include "noether/search/pipeline/chosen_profile.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "run";

struct RunArguments {
  std::string folder;
  std::string topics;
  int task = 1;
  std::string profile = std::string(search::kDefaultProfile);
  std::uint32_t top = 1000;
  std::string tag;
  std::string format = "trec";
  std::string ids = "formula";
  std::string posts;
  std::string output;
  unsigned threads = 0;
};

// The lines of a run for one topic.
struct TopicLines {
  std::string lines;
  std::size_t results = 0;
};
// Works on the topic with this number, one topic at a time; not thread-safe.
using TopicWorker = std::function<base::Result<TopicLines>(std::size_t topic)>;
using MakeTopicWorker = std::function<TopicWorker()>;

// The outcome of one topic.
struct TopicOutcome {
  TopicLines written;
  double cpu_seconds = 0;
  std::optional<base::Error> problem;
};

// Each thread takes the next topic that is not taken yet; the place of a topic in the result does
// not depend on the thread.
std::vector<TopicOutcome> work_on_all(std::size_t topics, const MakeTopicWorker& make_worker,
                                      unsigned threads) {
  std::vector<TopicOutcome> outcomes(topics);
  base::ProgressBar progress("topics", topics);
  std::atomic<std::size_t> next = 0;
  std::size_t done = 0;
  std::mutex mutex;
  const auto work = [&] {
    const TopicWorker worker = make_worker();
    for (std::size_t t = next++; t < topics; t = next++) {
      const double started = base::thread_cpu_seconds();
      auto written = worker(t);
      outcomes[t].cpu_seconds = base::thread_cpu_seconds() - started;
      if (written) {
        outcomes[t].written = *std::move(written);
      } else {
        outcomes[t].problem = std::move(written.error());
      }
      const std::scoped_lock lock(mutex);
      ++done;
      progress.update(done, done);
    }
  };
  std::vector<std::thread> workers;
  for (unsigned i = 1; i < threads; ++i) workers.emplace_back(work);
  work();
  for (std::thread& worker : workers) worker.join();
  return outcomes;
}

std::vector<TopicOutcome> rank_all(const evaluation::RunRanking& ranking, unsigned threads,
                                   const RunArguments& arguments) {
  const std::span<const collection::Topic> topics = ranking.topics();
  const evaluation::RunLayout format =
      arguments.format == "trec" ? evaluation::RunLayout::Trec : evaluation::RunLayout::Arqmath;
  const auto make_worker = [&]() -> TopicWorker {
    return [&, rank = ranking.make_worker()](std::size_t topic) -> base::Result<TopicLines> {
      const auto items = rank(topic);
      if (!items) return std::unexpected(items.error());
      return TopicLines{evaluation::run_lines(topics[topic].number, *items, format, arguments.tag),
                        items->size()};
    };
  };
  auto outcomes = work_on_all(topics.size(), make_worker, threads);
  // The time of the work shared by all topics is divided equally among them.
  const double share = ranking.shared_seconds() / static_cast<double>(topics.size());
  for (TopicOutcome& outcome : outcomes) outcome.cpu_seconds += share;
  return outcomes;
}

// Task 3.
std::vector<TopicOutcome> make_answers(const std::shared_ptr<const index::IndexReader>& index,
                                       const search::ChosenProfile& chosen,
                                       const std::vector<collection::Topic>& topics,
                                       unsigned threads, const RunArguments& arguments) {
  const auto make_answerer = evaluation::extract_answers(index, chosen, topics);
  if (!make_answerer) fail(kCommand, make_answerer.error(), ExitCode::Failure);
  const auto make_worker = [&]() -> TopicWorker {
    return [&, answer = (*make_answerer)()](std::size_t topic) -> base::Result<TopicLines> {
      const auto written = answer(topic);
      if (!written) return std::unexpected(written.error());
      if (!*written) return TopicLines();
      return TopicLines{evaluation::answer_run_line(**written, arguments.tag), 1};
    };
  };
  return work_on_all(topics.size(), make_worker, threads);
}

// The post that each topic was made from, if the profile asks for it.
std::unordered_map<std::string, std::string> topic_posts(const search::Profile& profile,
                                                         const RunArguments& arguments) {
  std::unordered_map<std::string, std::string> posts;
  if (!arguments.posts.empty()) {
    auto read = evaluation::read_topic_posts(arguments.posts);
    if (!read) fail(kCommand, read.error(), ExitCode::Failure);
    posts = std::move(read->posts);
    if (read->broken_rows > 0) {
      fmt::print(stderr, "noether {}: {}: {} broken rows were left out\n", kCommand,
                 arguments.posts, read->broken_rows);
    }
  }
  if (arguments.task == 1 && evaluation::needs_posts(profile) && posts.empty()) {
    fail(kCommand,
         {"linked posts are looked up by the post of a topic, which is unknown",
          {},
          "give the table of topic formulas, which has it, as --posts"},
         ExitCode::BadInput);
  }
  return posts;
}

// Tasks 1 and 2.
std::vector<TopicOutcome> make_rankings(const std::shared_ptr<const index::IndexReader>& index,
                                        const search::Profile& profile,
                                        const std::vector<collection::Topic>& topics,
                                        unsigned threads, const RunArguments& arguments) {
  const auto posts = topic_posts(profile, arguments);
  const auto ranking = evaluation::RunRanking::prepare(
      index, profile, topics, posts,
      {.task = arguments.task,
       .top = arguments.top,
       .ids = arguments.ids == "visual" ? evaluation::FormulaIds::Visual
                                        : evaluation::FormulaIds::Formula});
  if (!ranking) fail(kCommand, ranking.error(), ExitCode::Failure);
  if (const auto good = ranking->check(); !good) fail(kCommand, good.error(), ExitCode::BadInput);
  return rank_all(*ranking, threads, arguments);
}

std::string closing_line(const std::vector<TopicOutcome>& outcomes, double seconds) {
  std::vector<double> times;
  std::size_t found = 0;
  double sum = 0;
  for (const TopicOutcome& outcome : outcomes) {
    if (outcome.problem) continue;
    found += outcome.written.results;
    sum += outcome.cpu_seconds;
    times.push_back(outcome.cpu_seconds);
  }
  if (times.empty()) return "no topic was ranked\n";
  std::ranges::sort(times);
  return fmt::format(
      "{} topics in {:.1f} s, {} results; {:.2f} ms of processor time per topic, 95 % below {:.2f} "
      "ms\n",
      times.size(), seconds, found, sum * 1e3 / static_cast<double>(times.size()),
      times[(times.size() * 95 - 1) / 100] * 1e3);
}

void run(RunArguments& arguments) {
  const auto started = std::chrono::steady_clock::now();
  auto opened = index::open_search_index(arguments.folder);
  if (!opened) fail(kCommand, opened.error(), ExitCode::Failure);
  const auto index = std::make_shared<const index::IndexReader>(std::move(*opened));
  const auto chosen = search::choose_profile(
      arguments.profile, *index, nullptr,
      arguments.task == 2 ? index::kSentenceVectors : index::kPassageVectors);
  if (!chosen) fail(kCommand, chosen.error(), ExitCode::Failure);
  if (!chosen->remark.empty()) fmt::print(stderr, "noether {}: {}\n", kCommand, chosen->remark);
  const search::Profile* const profile = &chosen->profile;
  if (arguments.tag.empty())
    arguments.tag = "noether-" + std::string(profile->name.substr(profile->name.rfind('/') + 1));
  if (!evaluation::is_run_tag(arguments.tag)) {
    fail(kCommand, {fmt::format("'{}' cannot be a tag", arguments.tag), {}, "a tag is one word"},
         ExitCode::BadInput);
  }
  collection::ProblemList problems;
  problems.listen([](const collection::Problem& problem) {
    fmt::print(stderr, "noether {}: {}\n", kCommand, collection::problem_text(problem));
  });
  const auto topics = collection::read_topic_file(arguments.topics, problems);
  if (!topics) fail(kCommand, topics.error(), ExitCode::Failure);
  auto output =
      base::ResultFile::create(base::FileSystem::real(), arguments.output, arguments.topics);
  if (!output) fail(kCommand, output.error(), ExitCode::Failure);

  unsigned threads =
      arguments.threads > 0 ? arguments.threads : std::thread::hardware_concurrency();
  threads =
      std::clamp(threads, 1U, static_cast<unsigned>(std::min<std::size_t>(topics->size(), 256)));
  const auto outcomes = arguments.task == 3
                            ? make_answers(index, *chosen, *topics, threads, arguments)
                            : make_rankings(index, *profile, *topics, threads, arguments);
  bool is_bad = problems.count(collection::Problem::Severity::Skipped) > 0;
  for (std::size_t t = 0; t < outcomes.size(); ++t) {
    if (outcomes[t].problem) {
      is_bad = true;
      base::Error error = *outcomes[t].problem;
      error.message = fmt::format("topic {}: {}", (*topics)[t].number, error.message);
      error.span = {};
      print_error(kCommand, error);
    } else if (outcomes[t].written.results == 0) {
      fmt::print(stderr, "noether {}: topic {}: nothing was found\n", kCommand,
                 (*topics)[t].number);
    }
    if (auto written = output->write(outcomes[t].written.lines); !written) {
      fail(kCommand, written.error(), ExitCode::Failure);
    }
  }
  if (auto written = output->commit(); !written) fail(kCommand, written.error(), ExitCode::Failure);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started;
  fmt::print(stderr, "{}", closing_line(outcomes, passed.count()));
  if (is_bad) finish(ExitCode::BadInput);
}

std::string profile_list() {
  std::string list;
  for (const search::Profile& profile : search::shipped_profiles()) {
    list += fmt::format("  {:<18} {}\n", profile.name, profile.about);
  }
  return list;
}

}  // namespace

void register_run(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "run", "Ranks answers or formulas for topics of ARQMath, or writes answers");
  const auto arguments = std::make_shared<RunArguments>();
  command->add_option("INDEX", arguments->folder, "The folder of the index")->required();
  command->add_option("TOPICS", arguments->topics, "The XML file of topics")->required();
  command
      ->add_option("--task", arguments->task,
                   "1: answers to questions; 2: formulas; 3: one written answer")
      ->check(CLI::IsMember({1, 2, 3}))
      ->capture_default_str();
  command
      ->add_option(
          "--profile", arguments->profile,
          "How to rank: a name below, or a file; default is hybrid-rerank for an index with "
          "passages, else lexical")
      ->capture_default_str();
  command
      ->add_option("--top", arguments->top,
                   "The number of results for each topic, in tasks 1 and 2")
      ->check(CLI::Range(1U, 10'000'000U))
      ->capture_default_str();
  command->add_option("--tag", arguments->tag,
                      "The name of the run; by default that of the profile");
  command
      ->add_option("--format", arguments->format,
                   "trec: topic Q0 id rank score tag; arqmath: topic id rank score tag, with the "
                   "post after the id of a formula")
      ->check(CLI::IsMember({"trec", "arqmath"}))
      ->capture_default_str();
  command
      ->add_option("--ids", arguments->ids,
                   "Task 2: formulas by their own ids, at most 5 that are drawn the same; or each "
                   "drawing once, by its visual id")
      ->check(CLI::IsMember({"formula", "visual"}))
      ->capture_default_str();
  command->add_option("--posts", arguments->posts,
                      "For linked-posts: a table with the columns topic_id and thread_id");
  command
      ->add_option("--threads", arguments->threads, "The number of threads; 0 uses all processors")
      ->capture_default_str();
  command->add_option("-o,--output", arguments->output, "The run; - for standard output")
      ->required();
  command->footer([] {
    return "Profiles:\n" + profile_list() +
           "\n"
           "Example:\n"
           "  noether run arqmath.idx Topics_Task1_2021.xml --task 1 --top 1000 -o answers.run";
  });
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
