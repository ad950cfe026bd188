#include "noether/cli/algebra/equiv_batch.h"

#include <fmt/format.h>

#include <array>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "noether/algebra/decide/decide_equations.h"
#include "noether/algebra/notation/input_notation.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/base/line_reader.h"
#include "noether/base/output.h"
#include "noether/base/parallel.h"
#include "noether/base/progress.h"
#include "noether/cli/algebra/evidence.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/formula/limits.h"

namespace noether::cli {
namespace {

constexpr std::string_view kEquiv = "equiv";
// A line of two expressions and the JSON around them.
constexpr std::size_t kLongestLine = 2 * formula::kMaxInputBytes + 4096;
// The lines that one thread takes at a time, and the maximum that may wait to be written.
constexpr std::size_t kGroupLines = 16;
constexpr std::size_t kGroupBytes = std::size_t{256} << 10;
constexpr std::size_t kMostGroups = 256;

struct Question {
  std::string a;
  std::string b;
  std::string id;  // JSON; empty if absent
  bool is_json = false;
  std::string error;  // the problem of the line
};

// An answer is one line: tabs, line feeds and control sequences are removed.
std::string one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return line;
}

class QuestionReader {
 public:
  static Question read(const std::string& line) {
    Question question;
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string::npos) {
      question.error = "the line is blank";
      return question;
    }
    // A line that begins with {x} is LaTeX if it has a tab before a second expression.
    question.is_json = std::string_view(line).substr(begin).starts_with("{\"") ||
                       (line[begin] == '{' && line.find('\t') == std::string::npos);
    if (question.is_json) {
      read_json(line, question);
    } else {
      read_columns(line, question);
    }
    return question;
  }

 private:
  static void read_columns(const std::string& line, Question& question) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) {
      question.error = "the line has no tab between two expressions";
      return;
    }
    question.a = line.substr(0, tab);
    std::size_t end = line.find('\t', tab + 1);
    if (end == std::string::npos) end = line.size();
    question.b = line.substr(tab + 1, end - tab - 1);
    if (question.b.ends_with('\r')) question.b.pop_back();
  }

  static void read_json(const std::string& line, Question& question) {
    const auto object = nlohmann::json::parse(line, nullptr, false);
    if (object.is_discarded() || !object.is_object()) {
      question.error = "the line is not a JSON object";
      return;
    }
    for (const auto& [name, text] : {std::pair("a", &question.a), std::pair("b", &question.b)}) {
      const auto member = object.find(name);
      if (member == object.end() || !member->is_string()) {
        question.error = fmt::format("the object has no text '{}'", name);
        return;
      }
      *text = member->get<std::string>();
    }
    if (const auto id = object.find("id"); id != object.end()) {
      question.id = id->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }
  }
};

struct Counts {
  std::array<std::uint64_t, 4> by_verdict{};
  std::uint64_t errors = 0;

  std::uint64_t all() const {
    return by_verdict[0] + by_verdict[1] + by_verdict[2] + by_verdict[3] + errors;
  }
  void add(const Counts& other) {
    for (std::size_t i = 0; i < by_verdict.size(); ++i) by_verdict[i] += other.by_verdict[i];
    errors += other.errors;
  }
};

// The working state of one thread.
class Answerer {
 public:
  explicit Answerer(const EquivBatch& batch) : batch_(batch) {}

  void answer(const base::Line& line, std::string& out, Counts& counts) {
    Question question;
    if (line.too_long) {
      question.error = fmt::format("the line is longer than {} bytes", kLongestLine);
    } else {
      question = QuestionReader::read(std::string(line.text));
    }
    // Names and numbers of earlier questions must not affect the answer.
    algebra::Vocabulary vocabulary;
    algebra::Expressions pool(vocabulary);
    if (question.error.empty()) decide(line.number, question, pool, out, counts);
    if (question.error.empty()) return;
    ++counts.errors;
    if (!question.is_json && !batch_.json) {
      out += "error\t" + one_line(question.error) + "\n";
      return;
    }
    out += head(line.number, question)
               .add_string("verdict", "error")
               .add_string("reason", question.error)
               .text();
    out += '\n';
  }

 private:
  static JsonObject head(std::uint64_t number, const Question& question) {
    JsonObject object;
    object.add_number("line", static_cast<std::int64_t>(number));
    if (!question.id.empty()) object.add("id", question.id);
    return object;
  }

  void decide(std::uint64_t number, Question& question, algebra::Expressions& pool,
              std::string& out, Counts& counts) {
    reader_.set_matrices(batch_.matrices);
    algebra::declare_shown_matrices(reader_, batch_.from, {question.a, question.b});
    std::array<algebra::InputSides, 2> sides;
    const std::array<const std::string*, 2> texts = {&question.a, &question.b};
    for (const std::size_t i : {0U, 1U}) {
      auto read = algebra::read_input_sides(reader_, batch_.from, *texts[i], pool);
      if (!read) {
        question.error = fmt::format("{}: {}", i == 0 ? "A" : "B", read.error().message);
        if (!read.error().hint.empty()) question.error += " (" + read.error().hint + ")";
        return;
      }
      sides[i] = *std::move(read);
    }
    const auto decided = algebra::decide_sides(pool, sides[0].sides, sides[1].sides, batch_.decide);
    if (!decided) {
      question.error = decided.error().message;
      return;
    }
    ++counts.by_verdict[static_cast<std::size_t>(decided->verdict)];
    if (batch_.json || question.is_json) {
      JsonObject object = head(number, question);
      add_evidence(object, pool, *decided, sides[0].notation);
      out += object.text();
      out += '\n';
      return;
    }
    out += algebra::verdict_name(decided->verdict);
    out += '\t' + one_line(decided->reason);
    if (decided->verdict == algebra::Verdict::Refuted) {
      std::string point;
      for (const auto& [variable, value] : decided->point.coordinates) {
        if (!point.empty()) point += ", ";
        point += std::string(pool.vocabulary().variable_name(variable)) + " = " +
                 algebra::expression_text(sides[0].notation, pool, value);
      }
      out += '\t' + one_line(point) + '\t' + one_line(decided->left_value) + '\t' +
             one_line(decided->right_value);
    }
    out += '\n';
  }

  const EquivBatch& batch_;
  algebra::ExpressionReader reader_;
};

// The lines that one thread answers at a time.
struct Group {
  std::vector<std::string> texts;
  std::vector<base::Line> lines;  // they point into the texts
  std::string answers;
  Counts counts;
  std::uint64_t bytes_read = 0;
  bool is_done = false;
};

class BatchRun {
 public:
  BatchRun(const EquivBatch& batch, base::LineReader& lines, base::Output& output)
      : batch_(batch),
        lines_(lines),
        output_(output),
        progress_("questions", lines.total_bytes()) {}

  void run() {
    const unsigned threads = base::thread_count(batch_.threads);
    base::for_each_in_parallel(threads, threads, [&](std::size_t, std::size_t) { work(); });
    progress_.finish();
  }

  const Counts& counts() const { return counts_; }
  const std::optional<base::Error>& failure() const { return failure_; }
  bool pipe_closed() const { return output_.pipe_closed(); }

 private:
  void work() {
    Answerer answerer(batch_);
    while (Group* group = take()) {
      for (const base::Line& line : group->lines) {
        answerer.answer(line, group->answers, group->counts);
      }
      finish_group(*group);
    }
  }

  // Returns the next lines, or null at the end and after a failure. Reading may wait for the writer
  // of a pipe, so no lock that the output needs is held meanwhile.
  Group* take() {
    const std::lock_guard reading(reading_);
    {
      std::unique_lock lock(mutex_);
      written_.wait(lock, [&] { return waiting_.size() < kMostGroups || is_over_; });
      if (is_over_) return nullptr;
    }
    Group group;
    std::size_t bytes = 0;
    std::optional<base::Error> failure;
    bool is_end = false;
    while (group.lines.size() < kGroupLines && bytes < kGroupBytes) {
      const auto line = lines_.next();
      if (!line) failure = line.error();
      is_end = !line || !*line;
      if (is_end) break;
      group.texts.emplace_back((*line)->text);
      group.lines.push_back({{}, (*line)->number, (*line)->too_long});
      bytes += (*line)->text.size();
      if (!lines_.total_bytes() && !lines_.has_buffered_line()) break;
    }
    group.bytes_read = lines_.bytes_read();
    const std::lock_guard lock(mutex_);
    if (failure) failure_ = failure;
    is_over_ |= is_end;
    Group& placed = waiting_.emplace_back(std::move(group));
    for (std::size_t i = 0; i < placed.lines.size(); ++i) placed.lines[i].text = placed.texts[i];
    return &placed;
  }

  // Writes the finished groups that are next in order.
  void finish_group(Group& group) {
    const std::lock_guard lock(mutex_);
    group.is_done = true;
    while (!waiting_.empty() && waiting_.front().is_done) {
      const Group& first = waiting_.front();
      if (!failure_) {
        auto written = output_.write(first.answers);
        if (written && !lines_.total_bytes()) written = output_.flush();
        if (!written) {
          failure_ = written.error();
          is_over_ = true;
        }
      }
      counts_.add(first.counts);
      progress_.update(counts_.all(), first.bytes_read);
      waiting_.pop_front();
    }
    written_.notify_all();
  }

  const EquivBatch& batch_;
  base::LineReader& lines_;
  base::Output& output_;
  base::ProgressBar progress_;
  std::mutex reading_;
  std::mutex mutex_;  // protects the following members and the output
  std::condition_variable written_;
  std::deque<Group> waiting_;  // in order; threads keep pointers, so elements are never moved
  Counts counts_;
  std::optional<base::Error> failure_;
  bool is_over_ = false;
};

}  // namespace

void run_equiv_batch(const EquivBatch& batch) {
  auto lines = base::LineReader::open(batch.file, kLongestLine);
  if (!lines) fail(kEquiv, lines.error(), ExitCode::Failure);
  auto output = base::Output::create("-");
  if (!output) fail(kEquiv, output.error(), ExitCode::Failure);
  BatchRun run(batch, *lines, *output);
  run.run();
  auto failure = run.failure();
  if (!failure) {
    if (const auto closed = output->close(); !closed) failure = closed.error();
  }
  if (output->pipe_closed()) return;
  if (failure) fail(kEquiv, *failure, ExitCode::Failure);
  const Counts& counts = run.counts();
  fmt::print(stderr,
             "noether equiv: {} questions: {} proven, {} refuted, {} agree, {} unknown, {} "
             "errors\n",
             counts.all(), counts.by_verdict[0], counts.by_verdict[1], counts.by_verdict[2],
             counts.by_verdict[3], counts.errors);
  if (counts.errors > 0) finish(ExitCode::BadInput);
}

}  // namespace noether::cli
