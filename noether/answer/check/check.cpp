#include "noether/answer/check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "noether/algebra/decide/decide.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/answer/check/notation.h"
#include "noether/answer/check/read_equations.h"
#include "noether/answer/evidence.h"

namespace noether::answer {
namespace {

using algebra::ExprId;
using algebra::Head;
using algebra::Op;
using Clock = std::chrono::steady_clock;

class TextChecker {
 public:
  TextChecker(const text::Field& field, const CheckOptions& options)
      : field_(field),
        options_(options),
        deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(options.total_seconds))),
        read_(read_equations(field, pool_)) {}

  // `on_checked` gets each equation as soon as it is decided, in the order of the text. Returns
  // false if time ran out.
  bool check(const std::function<void(CheckedEquation)>& on_checked) {
    for (std::size_t i = 0; i < read_.equations.size(); ++i) {
      if (options_.is_over && options_.is_over()) return false;
      const ReadEquation& equation = read_.equations[i];
      checked_ = {.span = equation.span, .latex = equation.line};
      if (equation.left != algebra::kNoExpr) {
        checked_.latex = text(equation.left) + " = " + text(equation.right);
      }
      if (i < options_.most_equations) decide(equation, i);
      on_checked(std::move(checked_));
    }
    return !was_late_;
  }

 private:
  struct Sides {
    ExprId left;
    ExprId right;
    std::string values = {};  // the values substituted: `x = 3, y = 1`
  };

  void decide(const ReadEquation& equation, std::size_t number) {
    if (equation.left == algebra::kNoExpr) {
      return leave("it cannot be read as an equation");
    }
    // Substituting its own value would prove it.
    if (equation.is_given) return leave("it is given");
    if (has_two_readings(equation.line)) return leave("it may be read in two ways");
    if (read_.notations.are_used_in(equation.line)) {
      return leave("the text defines a notation in it");
    }
    if (has_letters(equation) &&
        !holds_for_letters(read_.meaning, pool_, equation.left, equation.right)) {
      return leave("its letters may stand for things other than numbers");
    }
    if (is_late()) return leave("not checked: no time left");
    const auto decision = decided({equation.left, equation.right}, false);
    if (decision.verdict == algebra::Verdict::Proven) {
      return prove({equation.left, equation.right}, decision);
    }
    const Sides given = with_values(equation, number);
    if (!given.values.empty()) {
      // An equation that becomes trivial after it is given its own value says nothing.
      const bool says_value =
          pool_.op(equation.left) == Op::Variable || pool_.op(equation.right) == Op::Variable;
      if (given.left == given.right && says_value) return leave("it is given");
      const auto with_given = decided(given, false);
      if (with_given.verdict == algebra::Verdict::Proven) return prove(given, with_given);
    }
    if (decision.verdict == algebra::Verdict::Refuted) return refute(equation, decision);
    if (decision.verdict == algebra::Verdict::Agrees) {
      checked_.verdict = EquationVerdict::Agrees;
    }
    checked_.reason = decision.reason;
  }

  Sides with_values(const ReadEquation& equation, std::size_t number) {
    Sides sides{equation.left, equation.right};
    auto letters = algebra::variables_of(pool_, sides.left);
    for (const Head letter : algebra::variables_of(pool_, sides.right)) {
      if (std::ranges::find(letters, letter) == letters.end()) letters.push_back(letter);
    }
    for (const Head letter : letters) {
      const ExprId value = read_.givens.value_in(letter, equation.sentence, number);
      if (value == algebra::kNoExpr) continue;
      sides.left = algebra::substitute(pool_, sides.left, letter, value);
      sides.right = algebra::substitute(pool_, sides.right, letter, value);
      sides.values += fmt::format("{}{} = {}", sides.values.empty() ? "" : ", ",
                                  text(pool_.leaf(letter)), text(value));
    }
    return sides;
  }

  algebra::Decision decided(const Sides& sides, bool want_proof) {
    algebra::DecideOptions options;
    options.equality = algebra::Equality::WhereBothDefined;
    const std::chrono::duration<double> left = deadline_ - Clock::now();
    options.seconds = std::clamp(left.count(), 0.0, options_.seconds);
    options.want_proof = want_proof;
    options.is_over = [this] { return is_late() || (options_.is_over && options_.is_over()); };
    auto decision = algebra::decide(pool_, sides.left, sides.right, options);
    is_late();  // the decision may have been cut short
    return decision;
  }

  bool is_late() {
    was_late_ = was_late_ || Clock::now() >= deadline_;
    return was_late_;
  }

  void leave(std::string reason) { checked_.reason = std::move(reason); }

  void prove(const Sides& sides, const algebra::Decision& decision) {
    checked_.verdict = EquationVerdict::Proven;
    checked_.reason = decision.reason;
    if (!sides.values.empty()) {
      checked_.latex = text(sides.left) + " = " + text(sides.right);
      checked_.reason = fmt::format("with {}: {}", sides.values, decision.reason);
    }
    // Most equations are not proven, so only these are decided a second time.
    if (options_.proofs && !is_late()) checked_.proof = proof_of(pool_, decided(sides, true));
  }

  void refute(const ReadEquation& equation, const algebra::Decision& decision) {
    if (!equation.is_claim || !read_.meaning.is_arithmetic_usual) {
      return leave("it does not hold for all values, and need not");
    }
    if (has_letters(equation)) return leave("its letters may stand for something");
    if (!is_certain_number(equation.left) || !is_certain_number(equation.right) ||
        is_bare_number(equation) || has_open_sign(equation.line)) {
      return leave("a sign in it may have another meaning");
    }
    if (may_be_degrees(equation)) return leave("angles may be in degrees");
    if (decision.left_value == "undefined" || decision.right_value == "undefined") {
      return leave(decision.reason);
    }
    const double left = std::strtod(decision.left_value.c_str(), nullptr);
    const double right = std::strtod(decision.right_value.c_str(), nullptr);
    if (is_rounded(equation) &&
        std::abs(left - right) <= 0.01 * std::max(std::abs(left), std::abs(right))) {
      return leave("it holds up to rounding");
    }
    checked_.verdict = EquationVerdict::Refuted;
    checked_.reason = fmt::format("the left side is {} and the right side is {}",
                                  decision.left_value, decision.right_value);
    checked_.counterexample = counterexample_of(pool_, decision);
  }

  // Whether the expression is certainly a number. Letters such as e and i, functions that algebra
  // does not know, and inverse functions with several usual branches may be anything.
  bool is_certain_number(ExprId id) const {
    for (const Op op : {Op::Call, Op::I, Op::E, Op::Integral, Op::Derivative, Op::Ln, Op::Acot,
                        Op::Asec, Op::Acsc}) {
      if (algebra::contains(pool_, id, op)) return false;
    }
    return true;
  }

  // Whether a side is a bare number. 1 = 0 is the end of a contradiction. The number on the left of
  // 5 = (3+5)^2 may be the end of something that stands before the formula.
  bool is_bare_number(const ReadEquation& equation) const {
    return pool_.is_number(equation.left) &&
           (equation.begins_line || pool_.is_number(equation.right));
  }

  bool has_letters(const ReadEquation& equation) const {
    return !algebra::variables_of(pool_, equation.left).empty() ||
           !algebra::variables_of(pool_, equation.right).empty();
  }

  std::string_view formula_of(const ReadEquation& equation) const {
    const base::Span span = equation.span;
    return std::string_view(field_.text).substr(span.begin, span.end - span.begin);
  }

  bool is_rounded(const ReadEquation& equation) const { return formula_of(equation).contains('.'); }

  static bool has_degree_sign(std::string_view text) {
    return text.contains("\\circ") || text.contains("\\degree") || text.contains("°");
  }

  // Whether angles may be in degrees. A degree sign may be written once for both sides, or be left
  // out. An author who writes π means radians, unless the text has degrees as well.
  bool may_be_degrees(const ReadEquation& equation) const {
    if (has_degree_sign(formula_of(equation))) return true;
    const auto has = [&](Op op) {
      return algebra::contains(pool_, equation.left, op) ||
             algebra::contains(pool_, equation.right, op);
    };
    if (has(Op::Pi)) return has_degree_sign(field_.text);
    return std::ranges::any_of(std::array{Op::Sin, Op::Cos, Op::Tan, Op::Cot, Op::Sec, Op::Csc,
                                          Op::Asin, Op::Acos, Op::Atan},
                               has);
  }

  std::string text(ExprId id) const {
    return algebra::expression_text(formula::Notation::Latex, pool_, id);
  }

  const text::Field& field_;
  const CheckOptions& options_;
  Clock::time_point deadline_;
  bool was_late_ = false;
  algebra::Vocabulary vocabulary_;
  algebra::Expressions pool_{vocabulary_};
  TextEquations read_;
  CheckedEquation checked_;  // the equation being decided
};

}  // namespace

std::string_view equation_verdict_name(EquationVerdict verdict) {
  switch (verdict) {
    case EquationVerdict::Proven:
      return "proven";
    case EquationVerdict::Agrees:
      return "agrees";
    case EquationVerdict::Refuted:
      return "refuted";
    case EquationVerdict::Undecided:
      return "undecided";
  }
  return "";
}

std::vector<CheckedEquation> check_equations(const text::Field& field,
                                             const CheckOptions& options) {
  std::vector<CheckedEquation> all;
  TextChecker(field, options).check([&](CheckedEquation checked) {
    all.push_back(std::move(checked));
  });
  return all;
}

bool check_answer(Answer& answer, const CheckOptions& options, const OnNote& on_note) {
  text::Field whole;
  std::vector<std::uint32_t> begins;
  for (const AnswerSentence& sentence : answer.sentences) {
    if (!whole.text.empty()) whole.text += '\n';
    const auto begin = static_cast<std::uint32_t>(whole.text.size());
    begins.push_back(begin);
    for (const text::FormulaSpan& formula : sentence.text.formulas) {
      whole.formulas.push_back({formula.begin + begin, formula.end + begin, {}, {}});
    }
    whole.text += sentence.text.text;
  }
  return TextChecker(whole, options).check([&](CheckedEquation checked) {
    const auto behind = std::ranges::upper_bound(begins, checked.span.begin);
    const auto sentence = static_cast<std::size_t>(behind - begins.begin()) - 1;
    answer.sentences[sentence].notes.push_back(
        {.kind = "equation",
         .text = std::move(checked.reason),
         .span = {checked.span.begin - begins[sentence], checked.span.end - begins[sentence]},
         .verdict = std::string(equation_verdict_name(checked.verdict)),
         .latex = std::move(checked.latex),
         .proof = std::move(checked.proof),
         .counterexample = std::move(checked.counterexample)});
    if (on_note) on_note(sentence, answer.sentences[sentence].notes.back());
  });
}

}  // namespace noether::answer
