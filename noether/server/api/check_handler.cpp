// POST /api/v1/check: whether each line of a derivation follows from the one before.
#include <algorithm>
#include <array>

#include "noether/algebra/derivation.h"
#include "noether/server/api/answers.h"
#include "noether/server/api/arguments.h"
#include "noether/server/api/evidence_json.h"
#include "noether/server/api/expression_argument.h"
#include "noether/server/api/parts.h"

namespace noether::server {
namespace {

using algebra::CheckedStep;
using algebra::StepVerdict;
using base::JsonObject;

constexpr std::array<std::string_view, 2> kCheckFields = {"automatic", "complex"};
constexpr std::size_t kMostLines = 200;
constexpr std::size_t kLongestText = std::size_t{64} << 10;
constexpr double kCheckSeconds = 5;

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (true) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

bool says_nothing(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos || line[first] == '#';
}

// To who reads a derivation, what is not known is unsure, whatever the reason.
std::string_view verdict_text(StepVerdict verdict) {
  switch (verdict) {
    case StepVerdict::Right:
      return "right";
    case StepVerdict::Wrong:
      return "wrong";
    case StepVerdict::Undecided:
    case StepVerdict::Unreadable:
      return "unsure";
  }
  return "";
}

// The worse, the higher.
int badness(StepVerdict verdict) {
  if (verdict == StepVerdict::Wrong) return 2;
  return verdict == StepVerdict::Right ? 0 : 1;
}

std::string step_json(const algebra::Expressions& pool, const CheckedStep& step) {
  JsonObject object;
  object.add_string("step", verdict_text(step.verdict))
      .add_string("from", latex_of(pool, step.left))
      .add_string("to", latex_of(pool, step.right));
  const bool changes = step.domain_change && step.verdict != StepVerdict::Wrong;
  object.add_string_or_null("domain_change", changes ? step.domain_change->reason : "");
  add_evidence(pool, step.decision, object);
  return object.text();
}

struct Totals {
  int right = 0;
  int wrong = 0;
  int unsure = 0;

  void add(StepVerdict verdict) {
    ++(verdict == StepVerdict::Right ? right : verdict == StepVerdict::Wrong ? wrong : unsure);
  }
};

class DerivationReport {
 public:
  DerivationReport(const Request& request, algebra::DerivationOptions options)
      : request_(request), seconds_(options.decide.seconds), checker_(std::move(options)) {}

  void add(std::string_view line) {
    JsonObject object;
    object.add_number("line", static_cast<std::int64_t>(lines_.size()) + 1)
        .add_string("latex", line);
    const double seconds = seconds_for(request_, seconds_);
    if (seconds <= 0 || request_.is_over()) {
      ++totals_.unsure;
      return finish(object, "unsure", "there was no time left to check this line", true);
    }
    if (line.size() > kLongestExpression) {
      ++totals_.unsure;
      return finish(object, "unsure", "the line is too long", false);
    }
    checker_.set_seconds(seconds);
    const bool started = checker_.started();
    const std::vector<CheckedStep> steps = checker_.check_line(line);
    if (steps.empty()) {
      if (says_nothing(line)) return finish(object, "none", "", true);
      if (!started) return finish(object, "first", "", true);
      ++totals_.unsure;
      return finish(object, "unsure", "there is no line before it that could be read", true);
    }
    describe(object, line, steps);
  }

  std::string json(const Stopwatch& watch) const {
    return JsonObject()
        .add("lines", base::json_array(lines_))
        .add_number("right", totals_.right)
        .add_number("wrong", totals_.wrong)
        .add_number("unsure", totals_.unsure)
        .add_real("took_ms", watch.milliseconds())
        .text();
  }

 private:
  void finish(JsonObject& object, std::string_view verdict, std::string_view reason, bool readable,
              const std::vector<std::string>& steps = {}) {
    object.add_string("verdict", verdict)
        .add_string("reason", reason)
        .add_bool("readable", readable)
        .add("steps", base::json_array(steps));
    lines_.push_back(object.text());
  }

  void describe(JsonObject& object, std::string_view line, const std::vector<CheckedStep>& steps) {
    const CheckedStep& worst = *std::ranges::max_element(
        steps, {}, [](const CheckedStep& step) { return badness(step.verdict); });
    for (const CheckedStep& step : steps) totals_.add(step.verdict);
    if (worst.verdict == StepVerdict::Unreadable) {
      const base::Error& error = worst.error;
      if (error.span.begin < error.span.end && error.span.end <= line.size()) {
        object.add("span", span_json(line, error.span));
      }
      const std::string hint = hint_for_requests(error.hint);
      if (!hint.empty()) object.add_string("hint", hint);
      return finish(object, "unsure", error.message, false);
    }
    std::vector<std::string> described;
    for (const CheckedStep& step : steps) described.push_back(step_json(checker_.pool(), step));
    std::string reason = worst.decision.reason;
    if (worst.domain_change && worst.verdict == StepVerdict::Right) {
      reason += "; the domain changes: " + worst.domain_change->reason;
    }
    finish(object, verdict_text(worst.verdict), reason, true, described);
  }

  const Request& request_;
  double seconds_;
  algebra::DerivationChecker checker_;
  std::vector<std::string> lines_;
  Totals totals_;
};

}  // namespace

Response check_derivation(const Request& request) {
  const Stopwatch watch;
  Arguments arguments(request);
  std::vector<std::string> lines = arguments.texts("lines", kMostLines, kLongestText);
  const auto text = arguments.text("text", kLongestText);
  algebra::DerivationOptions options;
  options.strict = arguments.flag("strict");
  options.notation = formula::Notation::Latex;
  if (arguments.choice("field", kCheckFields) == 1) options.decide.field = algebra::Field::Complex;
  options.decide.is_over = [&] { return request.is_over(); };
  options.decide.seconds = arguments.real("seconds", 1, 0, kCheckSeconds);
  if (auto problem = arguments.finish()) return *std::move(problem);
  if (text.has_value() == arguments.has("lines")) {
    return problem(422, "Unprocessable Content", "give either 'lines' or 'text'",
                   arguments.place("lines"));
  }
  if (text) lines = split_lines(*text);
  if (lines.size() > kMostLines) {
    return problem(422, "Unprocessable Content", "the derivation has too many lines, more than 200",
                   arguments.place("text"), "check it in parts");
  }
  DerivationReport report(request, std::move(options));
  for (const std::string& line : lines) report.add(line);
  return json_response(report.json(watch) + "\n");
}

}  // namespace noether::server
