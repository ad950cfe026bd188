// POST /api/v1/check: whether each line of a derivation follows from the line before it, with the
// verdicts of the checker in noether/algebra.
#include <algorithm>
#include <array>

#include "noether/algebra/derivation/derivation.h"
#include "noether/server/api/api.h"
#include "noether/server/api/arguments.h"
#include "noether/server/api/expressions.h"
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

// Worse verdicts have higher numbers.
int badness(StepVerdict verdict) {
  switch (verdict) {
    case StepVerdict::Given:
      return 0;
    case StepVerdict::Right:
      return 1;
    case StepVerdict::Undecided:
      return 2;
    case StepVerdict::Adds:
      return 3;
    case StepVerdict::Loses:
      return 4;
    case StepVerdict::Wrong:
      return 5;
    case StepVerdict::Unreadable:
      return 6;
  }
  return 0;
}

std::string string_array(const std::vector<std::string>& texts) {
  std::vector<std::string> values;
  for (const std::string& text : texts) values.push_back(base::json_string(text));
  return base::json_array(values);
}

// Expresses a change of the solutions as a decision: equal solutions are proven, a certified
// difference is refuted.
algebra::Decision decision_of(const CheckedStep& step) {
  if (step.decision) return *step.decision;
  algebra::Decision decision;
  if (step.verdict == StepVerdict::Right) decision.verdict = algebra::Verdict::Proven;
  decision.reason = step.reason;
  return decision;
}

std::string step_json(const algebra::Expressions& pool, const CheckedStep& step) {
  JsonObject object;
  object.add_string("step", algebra::step_verdict_name(step.verdict))
      .add_string("text", algebra::step_headline(step))
      .add_string("from", step.from)
      .add_string("to", step.to);
  const bool changes = step.domain_change && step.verdict != StepVerdict::Wrong;
  object.add_string_or_null("domain_change", changes ? step.domain_change->reason : "");
  add_evidence(pool, decision_of(step), object);
  const algebra::StatementChange none;
  const algebra::StatementChange& change = step.change ? *step.change : none;
  object.add("lost", string_array(change.lost))
      .add("added", string_array(change.added))
      .add("conditions", string_array(change.conditions))
      .add_string("operation", change.operation);
  return object.text();
}

class DerivationReport {
 public:
  DerivationReport(const Request& request, algebra::DerivationOptions options)
      : request_(request), seconds_(options.decide.seconds), checker_(std::move(options)) {}

  void add(std::string_view line, std::string_view next) {
    JsonObject object;
    object.add_number("line", static_cast<std::int64_t>(lines_.size()) + 1)
        .add_string("latex", line);
    const double seconds = seconds_for(request_, seconds_);
    if (seconds <= 0 || request_.is_over()) {
      counts_.add(StepVerdict::Undecided);
      return finish(object, "undecided", "there was no time left to check this line", true);
    }
    if (line.size() > kLongestExpression) {
      counts_.add(StepVerdict::Unreadable);
      return finish(object, "unreadable", "the line is too long", false);
    }
    checker_.set_seconds(seconds);
    const std::vector<CheckedStep> steps = checker_.check_line(line, next);
    if (steps.empty()) return finish(object, "none", "", true);
    describe(object, line, steps);
  }

  std::string json(const Stopwatch& watch) const {
    return JsonObject()
        .add("lines", base::json_array(lines_))
        .add_string("summary", algebra::derivation_summary(counts_))
        .add_number("right", counts_.right)
        .add_number("wrong", counts_.wrong)
        .add_number("loses", counts_.loses)
        .add_number("adds", counts_.adds)
        .add_number("undecided", counts_.undecided)
        .add_number("unreadable", counts_.unreadable)
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
    for (const CheckedStep& step : steps) counts_.add(step.verdict);
    const std::string_view verdict = algebra::step_verdict_name(worst.verdict);
    if (worst.verdict == StepVerdict::Unreadable) {
      const base::Error& error = worst.error;
      if (error.span.begin < error.span.end && error.span.end <= line.size()) {
        object.add("span", span_json(line, error.span));
      }
      return finish(object, verdict, worst.reason, false);
    }
    std::vector<std::string> described;
    for (const CheckedStep& step : steps) described.push_back(step_json(checker_.pool(), step));
    finish(object, verdict, worst.reason, true, described);
  }

  const Request& request_;
  double seconds_;
  algebra::DerivationChecker checker_;
  std::vector<std::string> lines_;
  algebra::DerivationCounts counts_;
};

}  // namespace

Response check_derivation(const Request& request) {
  const Stopwatch watch;
  Arguments arguments(request);
  std::vector<std::string> lines = arguments.texts("lines", kMostLines, kLongestText);
  const auto text = arguments.text("text", kLongestText);
  algebra::DerivationOptions options;
  options.strict = arguments.flag("strict");
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
    return problem(422, "Unprocessable Content", "the derivation has more than 200 lines",
                   arguments.place("text"), "check it in parts");
  }
  DerivationReport report(request, std::move(options));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    report.add(lines[i], i + 1 < lines.size() ? lines[i + 1] : std::string_view());
  }
  return json_response(report.json(watch) + "\n");
}

}  // namespace noether::server
