// noether check: whether each step of a derivation or a solution is right.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "noether/algebra/derivation/derivation.h"
#include "noether/base/line_reader.h"
#include "noether/cli/algebra/evidence.h"
#include "noether/cli/algebra/expression_arguments.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/terminal_text.h"
#include "noether/formula/limits.h"

namespace noether::cli {
namespace {

// A file with more unreadable lines than this is not a derivation.
constexpr int kMaxUnreadable = 10;

struct DerivationOptions {
  ExpressionArguments arguments{"check"};
  std::string file = "-";
  bool json = false;
  bool complex = false;
  algebra::DerivationOptions derivation;
};

std::string string_array(const std::vector<std::string>& texts) {
  std::vector<std::string> values;
  for (const std::string& text : texts) values.push_back(json_string(text));
  return json_array(values);
}

std::string step_text(const algebra::Expressions& pool, const algebra::CheckedStep& step,
                      const base::Line& line) {
  std::string text = fmt::format("{}: {}\n", line.number, algebra::step_headline(step));
  if (step.verdict == algebra::StepVerdict::Unreadable) {
    return text + marked_place(line.text, step.error.span);
  }
  if (step.decision) text += evidence_text(pool, *step.decision, step.notation, "    ");
  if (step.domain_change && step.verdict != algebra::StepVerdict::Wrong) {
    text += evidence_text(pool, *step.domain_change, step.notation, "      ");
  }
  return text;
}

std::string step_json(const algebra::Expressions& pool, const algebra::CheckedStep& step,
                      const base::Line& line) {
  JsonObject object;
  object.add_number("line", static_cast<std::int64_t>(line.number));
  object.add_string("step", algebra::step_verdict_name(step.verdict));
  object.add_string("text", algebra::step_headline(step));
  if (step.verdict == algebra::StepVerdict::Unreadable) {
    object.add_string("error", step.error.message);
    object.add_string("hint", step.error.hint);
  }
  if (step.decision) {
    add_evidence(object, pool, *step.decision, step.notation);
  } else {
    object.add_string("reason", step.reason);
  }
  if (step.domain_change) {
    JsonObject change;
    add_evidence(change, pool, *step.domain_change, step.notation);
    object.add("domain_change", change.text());
  }
  if (step.change) {
    object.add("lost", string_array(step.change->lost));
    object.add("added", string_array(step.change->added));
    object.add("conditions", string_array(step.change->conditions));
    object.add_string("operation", step.change->operation);
  }
  return object.text() + "\n";
}

struct OwnedLine {
  std::string text;
  std::uint64_t number = 0;
};

std::optional<OwnedLine> next_line(base::LineReader& lines) {
  const auto line = lines.next();
  if (!line) fail("check", line.error(), ExitCode::Failure);
  if (!*line) return std::nullopt;
  return OwnedLine{std::string((*line)->text), (*line)->number};
}

void run(DerivationOptions& options) {
  auto lines = base::LineReader::open(options.file, formula::kMaxInputBytes);
  if (!lines) fail("check", lines.error(), ExitCode::Failure);
  options.derivation.notation = options.arguments.from();
  if (options.complex) options.derivation.decide.field = algebra::Field::Complex;
  algebra::DerivationChecker checker(options.derivation);
  algebra::DerivationCounts counts;
  // The following line shows whether a line is one of several values, so one line is read ahead.
  std::optional<OwnedLine> line = next_line(*lines);
  while (line && counts.unreadable < kMaxUnreadable) {
    std::optional<OwnedLine> next = next_line(*lines);
    const base::Line shown{line->text, line->number, false};
    // A line that is too long is passed on: the reader of expressions reports it.
    for (const auto& step : checker.check_line(line->text, next ? next->text : "")) {
      counts.add(step.verdict);
      const auto text = options.json ? step_json(checker.pool(), step, shown)
                                     : step_text(checker.pool(), step, shown);
      print_result("check", text);
    }
    line = std::move(next);
  }
  if (counts.steps() == 0 && counts.unreadable == 0) {
    const std::string what = checker.started() ? "only one line" : "no line";
    fail("check",
         {fmt::format("{} of a derivation in '{}', so there is no step to check", what,
                      lines->name()),
          {},
          "write one step per line, each following from the one before"},
         ExitCode::BadInput);
  }
  if (!options.json) print_result("check", algebra::derivation_summary(counts) + "\n");
  if (counts.wrong + counts.loses + counts.unreadable > 0 || checker.has_added_solutions()) {
    finish(ExitCode::BadInput);
  }
}

}  // namespace

void register_check(CLI::App& app) {
  CLI::App* check = app.add_subcommand(
      "check", "Checks a derivation or the solution of an equation, one step per line");
  const auto options = std::make_shared<DerivationOptions>();
  options->arguments.add_from_option(*check);
  check->add_option("FILE", options->file, "File to read; - is standard input")
      ->capture_default_str();
  check->add_flag("--json", options->json, "One JSON object per step instead of text");
  check->add_flag("--complex", options->complex, "Complex numbers, even if i does not occur");
  check->add_flag("--strict", options->derivation.strict,
                  "A step that changes where the expression is defined is wrong");
  check
      ->add_option("--time", options->derivation.decide.seconds,
                   "The time limit per step in seconds")
      ->check(CLI::Range(0.0, 86400.0))
      ->capture_default_str();
  check->footer(
      "A line is an expression that equals the one before, or an equation with the same solutions\n"
      "as the one before. Blank lines and lines that begin with # are skipped. A line may begin\n"
      "with = or &= and end with \\\\. The exit code is 1 if a step is wrong or loses solutions, "
      "a\n"
      "line cannot be read, or the last line has solutions that were added.\n"
      "\n"
      "Examples:\n"
      "  printf '%s\\n' '2x+4=10' '2x=6' 'x=3' | noether check -\n"
      "  printf '%s\\n' '(x+1)^2' '= x^2+2x+1' '= x(x+2)' | noether check -");
  check->callback([options] { run(*options); });
}

}  // namespace noether::cli
