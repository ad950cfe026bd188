// noether parse: formulas from one notation to another, one per line.
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <string>

#include "noether/base/line_reader.h"
#include "noether/base/output.h"
#include "noether/base/progress.h"
#include "noether/cli/commands.h"
#include "noether/formula/formula_io.h"
#include "noether/formula/limits.h"

namespace noether::cli {
namespace {

struct ParseOptions {
  std::string from = "latex";
  std::string to;
  std::string file = "-";
  bool stats = false;
};

struct ParseCounts {
  std::uint64_t all = 0;
  std::uint64_t failed = 0;
};

// One line that cannot be mistaken for a result: ! begin-end message (hint)
void write_problem(const base::Error& error, std::string& out) {
  fmt::format_to(std::back_inserter(out), "! {}-{} {}", error.span.begin, error.span.end,
                 error.message);
  if (!error.hint.empty()) fmt::format_to(std::back_inserter(out), " ({})", error.hint);
}

// A message may quote the input; it must stay one line.
void keep_one_line(std::string& line, std::size_t from) {
  for (std::size_t i = from; i < line.size(); ++i) {
    if (line[i] == '\n' || line[i] == '\r') line[i] = ' ';
  }
}

[[noreturn]] void fail(const base::Error& error) {
  fmt::print(stderr, "noether parse: {}\n", error.message);
  if (!error.hint.empty()) fmt::print(stderr, "  {}\n", error.hint);
  finish(ExitCode::Failure);
}

void run(const ParseOptions& options) {
  const formula::Notation from = *formula::notation_by_name(options.from);
  const formula::Notation to = *formula::notation_by_name(options.to);
  auto lines = base::LineReader::open(options.file, formula::kMaxInputBytes);
  if (!lines) fail(lines.error());
  auto output = base::Output::create("-");
  if (!output) fail(output.error());

  base::ProgressBar progress("formulas", lines->total_bytes());
  formula::FormulaReader reader;
  formula::Formula formula;
  const auto want = formula::writes_layout(to) ? formula::FormulaReader::Want::BothTrees
                                               : formula::FormulaReader::Want::Operators;
  ParseCounts counts;
  std::string line;
  const auto started = std::chrono::steady_clock::now();
  for (;;) {
    if (!lines->has_buffered_line()) {
      // A user who feeds a pipe line by line gets an answer to each line.
      if (const auto flushed = output->flush(); !flushed) {
        if (output->pipe_closed()) finish(ExitCode::Ok);
        fail(flushed.error());
      }
    }
    const auto next = lines->next();
    if (!next) fail(next.error());
    if (!*next) break;
    ++counts.all;
    line.clear();
    if ((*next)->too_long) {
      ++counts.failed;
      fmt::format_to(std::back_inserter(line), "! 0-{} line longer than {} bytes",
                     formula::kMaxInputBytes, formula::kMaxInputBytes);
    } else if (const auto read = reader.read(from, (*next)->text, formula, want); !read) {
      ++counts.failed;
      write_problem(read.error(), line);
      keep_one_line(line, 0);
    } else if (!formula.diagnostics.empty()) {
      ++counts.failed;
      write_problem(formula.diagnostics.front(), line);
      keep_one_line(line, 0);
    } else {
      formula::write_formula(to, formula, line);
      // Only a problem starts with "!"; the blank has no meaning in the notations where a result
      // may start with it.
      if (line.starts_with('!')) line.insert(line.begin(), ' ');
    }
    line += '\n';
    if (const auto written = output->write(line); !written) {
      if (output->pipe_closed()) finish(ExitCode::Ok);
      fail(written.error());
    }
    progress.update(counts.all, lines->bytes_read());
  }
  if (const auto closed = output->close(); !closed) {
    if (output->pipe_closed()) finish(ExitCode::Ok);
    fail(closed.error());
  }
  progress.finish();
  if (options.stats) {
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    fmt::print(stderr, "formulas={} ok={} failed={} seconds={:.6f} rate={:.0f}\n", counts.all,
               counts.all - counts.failed, counts.failed, seconds,
               seconds > 0 ? static_cast<double>(counts.all) / seconds : 0.0);
  }
  if (counts.failed > 0) finish(ExitCode::BadInput);
}

}  // namespace

void register_parse(CLI::App& app) {
  CLI::App* parse = app.add_subcommand(
      "parse", "Reads formulas, one per line, and writes each in another notation");
  const auto options = std::make_shared<ParseOptions>();
  parse->add_option("--from", options->from, "Notation of the input")
      ->check(CLI::IsMember(formula::readable_notations()))
      ->capture_default_str();
  parse->add_option("--to", options->to, "Notation of the output")
      ->required()
      ->check(CLI::IsMember(formula::writable_notations()));
  parse->add_option("FILE", options->file, "File to read; - is standard input")
      ->capture_default_str();
  parse->add_flag("--stats", options->stats,
                  "Print counts, time and rate as a last line on stderr");
  parse->footer(
      "A formula that cannot be read becomes a line '! begin-end message', and the exit code is "
      "1.\n"
      "\n"
      "Example:\n"
      "  echo '\\sin^2 x + \\cos^2 x = 1' | noether parse --to opt\n"
      "  (= (+ (pow (sin x) 2) (pow (cos x) 2)) 1)");
  parse->callback([options] { run(*options); });
}

}  // namespace noether::cli
