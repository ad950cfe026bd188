#include "noether/evaluation/answer_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "noether/base/utf8.h"
#include "noether/evaluation/line_source.h"
#include "noether/evaluation/run.h"

namespace noether::evaluation {
namespace {

constexpr std::array<std::string_view, 6> kColumns = {"topic", "rank",    "score",
                                                      "tag",   "sources", "answer"};

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

// The value in quotation marks as spreadsheets write it, with quotation marks inside it doubled.
std::string in_quotes(std::string_view value) {
  std::string out = "\"";
  for (const char c : value) {
    out += c;
    if (c == '"') out += c;
  }
  return out + "\"";
}

// Describes the mistake in a record, beginning with its column; empty if there is no mistake.
std::string wrong_with(const std::vector<std::string>& values, const std::set<std::string>& seen,
                       const AnswerRun& run, WrittenAnswer& answer) {
  if (values.size() != kColumns.size()) {
    return fmt::format("expected {} columns ({}), not {}", kColumns.size(),
                       fmt::join(kColumns, ", "), values.size());
  }
  if (!is_task_topic(values[0], 'A')) {
    return fmt::format("column 1: expected a topic such as A.301, not {}", found_text(values[0]));
  }
  const auto rank = whole_number(values[1]);
  if (!rank) {
    return fmt::format("column 2: expected a rank, a whole number, not {}", found_text(values[1]));
  }
  const auto score = decimal_number(values[2]);
  if (!score) {
    return fmt::format("column 3: expected a score, a number, not {}", found_text(values[2]));
  }
  // All files identify the answers of a run by its tag.
  if (!run.answers.empty() && values[3] != run.tag) {
    return fmt::format("column 4: expected the tag '{}', as in the answers before, not {}", run.tag,
                       found_text(values[3]));
  }
  if (values[5].empty()) return "column 6: expected an answer, not the end of the line";
  if (base::find_invalid_utf8(values[5])) return "column 6: the answer is not UTF-8";
  if (const std::size_t count = characters(values[5]); count > kMaxAnswerCharacters) {
    return fmt::format("column 6: the answer has {} Unicode characters, not at most {}", count,
                       kMaxAnswerCharacters);
  }
  if (seen.contains(values[0])) {
    return fmt::format("column 1: topic {} occurs twice", values[0]);
  }
  answer = {values[0], *rank, *score, values[4], values[5]};
  return {};
}

}  // namespace

base::Result<AnswerRun> read_answer_run(const std::string& path, const ReadOptions& options) {
  auto lines = open_lines(path, collection::TsvReader::kMaxLineBytes);
  if (!lines) return std::unexpected(std::move(lines.error()));
  return read_answer_run(std::move(*lines), options);
}

base::Result<AnswerRun> read_answer_run(base::LineReader lines, const ReadOptions& options) {
  const std::string name = lines.name();
  collection::ProblemList broken;  // the quotation marks
  collection::TsvReader reader(std::move(lines), broken);
  AnswerRun run;
  std::set<std::string> seen;
  // Skips the record, or ends reading with an error.
  const auto malformed = [&](std::uint64_t line, const std::string& what) -> base::Result<void> {
    if (!options.lenient) {
      return base::fail(fmt::format("{}:{}: {}", name, line, what), {},
                        "--lenient skips such lines and counts them");
    }
    if (options.problems != nullptr) options.problems->skipped(name, line, what);
    return {};
  };

  collection::TsvRecord record;
  std::size_t reported = 0;
  while (true) {
    const auto more = reader.next(record);
    if (!more) return std::unexpected(more.error());
    for (; reported < broken.kept().size(); ++reported) {
      const collection::Problem& problem = broken.kept()[reported];
      if (auto done = malformed(problem.line, problem.message); !done) {
        return std::unexpected(std::move(done.error()));
      }
    }
    if (!*more) return run;
    WrittenAnswer answer;
    const std::string wrong = wrong_with(record.values, seen, run, answer);
    if (!wrong.empty()) {
      if (auto done = malformed(record.line, wrong); !done) {
        return std::unexpected(std::move(done.error()));
      }
      continue;
    }
    seen.insert(answer.topic);
    run.tag = record.values[3];
    run.answers.push_back(std::move(answer));
  }
}

std::string answer_run_line(const WrittenAnswer& answer, std::string_view tag) {
  return fmt::format("{}\t{}\t{:.6f}\t{}\t{}\t{}\n", answer.topic, answer.rank, answer.score, tag,
                     in_quotes(answer.sources), in_quotes(answer.answer));
}

}  // namespace noether::evaluation
