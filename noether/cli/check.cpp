// noether check: whether each step of a derivation is right.
#include <fmt/format.h>

#include <array>
#include <memory>
#include <string>

#include "noether/algebra/derivation.h"
#include "noether/base/line_reader.h"
#include "noether/cli/commands.h"
#include "noether/cli/evidence.h"
#include "noether/cli/expression_arguments.h"
#include "noether/formula/limits.h"

namespace noether::cli {
namespace {

// A file with more lines than this that cannot be read is something else than a derivation.
constexpr int kMaxUnreadable = 10;

struct DerivationOptions {
  ExpressionArguments arguments{"check"};
  std::string file = "-";
  bool json = false;
  bool complex = false;
  algebra::DerivationOptions derivation;
};

using VerdictCounts = std::array<int, 4>;  // by verdict

std::string step_text(const algebra::Expressions& pool, const algebra::CheckedStep& step,
                      std::uint64_t line) {
  const std::string_view verdict = algebra::step_verdict_name(step.verdict);
  if (step.verdict == algebra::StepVerdict::Unreadable) {
    std::string text = fmt::format("{}: {}  {}-{} {}", line, verdict, step.error.span.begin,
                                   step.error.span.end, step.error.message);
    if (!step.error.hint.empty()) text += " (" + step.error.hint + ")";
    // The message may quote the line, which may hold anything.
    for (char& c : text) {
      if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    }
    return text + "\n";
  }
  std::string text = fmt::format("{}: {}  {}\n", line, verdict, step.decision.reason);
  text += evidence_text(pool, step.decision, step.notation, "    ");
  if (step.domain_change && step.verdict != algebra::StepVerdict::Wrong) {
    text += "    note: the domain changes, " + step.domain_change->reason + "\n";
    text += evidence_text(pool, *step.domain_change, step.notation, "      ");
  }
  return text;
}

std::string step_json(const algebra::Expressions& pool, const algebra::CheckedStep& step,
                      std::uint64_t line) {
  JsonObject object;
  object.add_number("line", static_cast<std::int64_t>(line));
  object.add_string("step", algebra::step_verdict_name(step.verdict));
  if (step.verdict == algebra::StepVerdict::Unreadable) {
    object.add_string("error", step.error.message);
    object.add_string("hint", step.error.hint);
  } else {
    add_evidence(object, pool, step.decision, step.notation);
    if (step.domain_change) {
      JsonObject change;
      add_evidence(change, pool, *step.domain_change, step.notation);
      object.add("domain_change", change.text());
    }
  }
  return object.text() + "\n";
}

void run(DerivationOptions& options) {
  auto lines = base::LineReader::open(options.file, formula::kMaxInputBytes);
  if (!lines) fail("check", lines.error(), ExitCode::Failure);
  options.derivation.notation = options.arguments.from();
  if (options.complex) options.derivation.decide.field = algebra::Field::Complex;
  algebra::DerivationChecker checker(options.derivation);
  VerdictCounts counts{};
  const auto count = [&](algebra::StepVerdict verdict) -> int& {
    return counts[static_cast<std::size_t>(verdict)];
  };
  while (count(algebra::StepVerdict::Unreadable) < kMaxUnreadable) {
    const auto line = lines->next();
    if (!line) fail("check", line.error(), ExitCode::Failure);
    if (!*line) break;
    // A line that is too long is handed on as it is: the reader of expressions refuses it.
    for (const auto& step : checker.check_line((*line)->text)) {
      ++count(step.verdict);
      const auto text = options.json ? step_json(checker.pool(), step, (*line)->number)
                                     : step_text(checker.pool(), step, (*line)->number);
      print_result("check", text);
    }
  }
  const int steps = counts[0] + counts[1] + counts[2];
  if (steps == 0 && count(algebra::StepVerdict::Unreadable) == 0) {
    const std::string what = checker.started() ? "only one expression" : "no expression";
    fail("check",
         {fmt::format("{} in '{}', so there is no step to check", what, lines->name()),
          {},
          "write one expression per line, each equal to the one before"},
         ExitCode::BadInput);
  }
  if (!options.json) {
    print_result("check", fmt::format("{} step{}: {} right, {} wrong, {} undecided\n", steps,
                                      steps == 1 ? "" : "s", counts[0], counts[1], counts[2]));
  }
  if (count(algebra::StepVerdict::Wrong) + count(algebra::StepVerdict::Unreadable) > 0) {
    finish(ExitCode::BadInput);
  }
}

}  // namespace

void register_check(CLI::App& app) {
  CLI::App* check = app.add_subcommand("check", "Checks a derivation, one step per line");
  const auto options = std::make_shared<DerivationOptions>();
  options->arguments.add_from_option(*check);
  check->add_option("FILE", options->file, "File to read; - is standard input")
      ->capture_default_str();
  check->add_flag("--json", options->json, "One JSON object per step instead of text");
  check->add_flag("--complex", options->complex, "Complex numbers, even when i does not occur");
  check->add_flag("--strict", options->derivation.strict,
                  "A step that changes where the expression is defined is wrong");
  check->add_option("--time", options->derivation.decide.seconds, "Seconds per step at most")
      ->check(CLI::Range(0.0, 86400.0))
      ->capture_default_str();
  check->footer(
      "Blank lines and lines that begin with # are skipped. A line may begin with = or &= and end\n"
      "with \\\\. The exit code is 1 when a step is wrong or cannot be read.\n"
      "\n"
      "Example:\n"
      "  printf '%s\\n' '(x+1)^2' '= x^2+2x+1' '= x(x+2)' | noether check -\n"
      "  2: right ...\n"
      "  3: wrong ...");
  check->callback([options] { run(*options); });
}

}  // namespace noether::cli
