// The text of a derivation's result: its statements, the verdicts on its lines, and the count of
// each.
#include <fmt/format.h>

#include "noether/algebra/derivation/derivation.h"
#include "noether/algebra/notation/write_expression.h"

namespace noether::algebra {
namespace {

std::string_view relation_sign(Relation::Kind kind, bool latex) {
  switch (kind) {
    case Relation::Kind::Equal:
      return "=";
    case Relation::Kind::NotEqual:
      return latex ? "\\neq " : "!=";
    case Relation::Kind::Less:
      return "<";
    case Relation::Kind::LessEqual:
      return latex ? "\\leq " : "<=";
    case Relation::Kind::Greater:
      return ">";
    case Relation::Kind::GreaterEqual:
      return latex ? "\\geq " : ">=";
  }
  return "=";
}

}  // namespace

std::string_view step_verdict_name(StepVerdict verdict) {
  switch (verdict) {
    case StepVerdict::Given:
      return "given";
    case StepVerdict::Right:
      return "right";
    case StepVerdict::Wrong:
      return "wrong";
    case StepVerdict::Loses:
      return "loses";
    case StepVerdict::Adds:
      return "adds";
    case StepVerdict::Undecided:
      return "undecided";
    case StepVerdict::Unreadable:
      return "unreadable";
  }
  return "unreadable";
}

std::string step_headline(const CheckedStep& step) {
  // These begin with the verdict already.
  if (step.verdict == StepVerdict::Loses || step.verdict == StepVerdict::Adds) return step.reason;
  std::string text(step_verdict_name(step.verdict));
  if (!step.reason.empty()) text += "  " + step.reason;
  return text;
}

void DerivationCounts::add(StepVerdict verdict) {
  switch (verdict) {
    case StepVerdict::Given:
      ++given;
      break;
    case StepVerdict::Right:
      ++right;
      break;
    case StepVerdict::Wrong:
      ++wrong;
      break;
    case StepVerdict::Loses:
      ++loses;
      break;
    case StepVerdict::Adds:
      ++adds;
      break;
    case StepVerdict::Undecided:
      ++undecided;
      break;
    case StepVerdict::Unreadable:
      ++unreadable;
      break;
  }
}

std::string derivation_summary(const DerivationCounts& counts) {
  std::string text = fmt::format("{} step{}", counts.steps(), counts.steps() == 1 ? "" : "s");
  std::string_view joint = ": ";
  const auto add = [&](int count, std::string_view words) {
    if (count == 0) return;
    text += fmt::format("{}{} {}", joint, count, words);
    joint = ", ";
  };
  add(counts.right, "right");
  add(counts.wrong, "wrong");
  add(counts.loses, counts.loses == 1 ? "loses solutions" : "lose solutions");
  add(counts.adds, counts.adds == 1 ? "adds solutions" : "add solutions");
  add(counts.undecided, "undecided");
  if (counts.unreadable == 0) return text;
  return text + fmt::format("; {} line{} unreadable", counts.unreadable,
                            counts.unreadable == 1 ? "" : "s");
}

std::string DerivationChecker::text(ExprId expression) const {
  return expression_text(lines_.notation(), pool_, expression);
}

std::string DerivationChecker::text(const Statement& statement) const {
  const bool latex = lines_.notation() == formula::Notation::Latex;
  if (statement.any.empty()) return latex ? "\\emptyset " : "no solution";
  std::string out;
  for (const Statement::All& all : statement.any) {
    if (!out.empty()) out += latex ? "\\lor " : " or ";
    if (all.empty()) out += latex ? "\\top " : "true";
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i > 0) out += latex ? "\\land " : " and ";
      out += text(all[i].left);
      out += relation_sign(all[i].kind, latex);
      out += text(all[i].right);
    }
  }
  return out;
}

}  // namespace noether::algebra
