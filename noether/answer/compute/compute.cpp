#include "noether/answer/compute/compute.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "noether/algebra/decide/decide.h"
#include "noether/algebra/derivation/derivation_line.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/algebra/simplify/simplify.h"
#include "noether/algebra/solve/real_solutions.h"
#include "noether/answer/compute/givens.h"
#include "noether/answer/evidence.h"

namespace noether::answer {
namespace {

using algebra::ExprId;
using algebra::Head;
using algebra::kNoExpr;
using algebra::Op;
using algebra::Verdict;

constexpr std::size_t kMostSteps = 12;

bool has_bare_logarithm(std::string_view latex) {
  for (std::size_t at = latex.find("\\log"); at != std::string_view::npos;
       at = latex.find("\\log", at + 1)) {
    const std::size_t next = latex.find_first_not_of(' ', at + 4);
    if (next == std::string_view::npos || latex[next] != '_') return true;
  }
  return false;
}

class Computation {
 public:
  Computation(Task task, const ComputeOptions& options) : options_(options) {
    answer_.task = std::move(task);
    answer_.is_sure = answer_.task.is_sure;
  }

  std::optional<ComputedAnswer> run() {
    for (const std::string& given : task().givens) {
      const auto sides = read(given);
      if (sides.size() != 2) return std::nullopt;
      givens_.add(sides[0], sides[1]);
    }
    if (!do_task()) return std::nullopt;
    return std::move(answer_);
  }

 private:
  const Task& task() const { return answer_.task; }

  bool do_task() {
    switch (task().kind) {
      case TaskKind::Evaluate:
        return givens_.equations().empty() ? evaluate(asked_expression()) : evaluate_solved();
      case TaskKind::Expand:
        return rewrite([&](ExprId id) {
          return algebra::expanded(pool_, id, options_.seconds, options_.is_over);
        });
      case TaskKind::Factor:
        // Algebra finds factors of polynomials, not of numbers.
        return rewrite([&](ExprId id) -> std::optional<ExprId> {
          if (algebra::variables_of(pool_, id).empty()) return std::nullopt;
          return algebra::factored(pool_, id, options_.seconds, options_.is_over);
        });
      case TaskKind::Solve:
        return solve();
      case TaskKind::Differentiate:
      case TaskKind::Integrate:
        return calculate();
      case TaskKind::Compare:
        return compare();
      case TaskKind::Gcd:
      case TaskKind::Lcm:
        return evaluate(common_number());
    }
    return false;
  }

  // The expression, or the two sides of an equation; empty if the formula cannot be read.
  std::vector<ExprId> read(const std::string& latex) {
    const auto line = reader_.read(latex, {}, pool_);
    if (!line || line->statement) return {};
    return line->chain;
  }

  // The expression with the givens substituted; kNoExpr if it cannot be read.
  ExprId asked_expression() {
    const auto read_sides = read(task().formulas[0]);
    return read_sides.size() == 1 ? givens_.put_in(read_sides[0]) : kNoExpr;
  }

  std::string latex(ExprId id) const {
    return algebra::expression_text(formula::Notation::Latex, pool_, id);
  }

  algebra::SimplifyOptions simplify_options() const {
    algebra::SimplifyOptions options;
    options.seconds = options_.seconds;
    options.is_over = options_.is_over;
    return options;
  }

  // Whether the expression contains no unevaluated operation and nothing unknown to algebra.
  bool is_worked_out(ExprId id) const {
    for (const Op op : {Op::Call, Op::Derivative, Op::Integral, Op::DefiniteIntegral}) {
      if (algebra::contains(pool_, id, op)) return false;
    }
    // Many people read \log as the logarithm to base 10.
    const auto is_in_doubt = [&](const std::string& formula) {
      return has_bare_logarithm(formula);
    };
    const bool has_logarithm = algebra::contains(pool_, id, Op::Ln);
    return !(has_logarithm && (std::ranges::any_of(task().formulas, is_in_doubt) ||
                               std::ranges::any_of(task().givens, is_in_doubt)));
  }

  bool evaluate(ExprId asked) {
    if (asked == kNoExpr) return false;
    const auto simplified = algebra::simplify_for_reading(pool_, asked, simplify_options());
    const ExprId result = simplified.expression;
    const bool is_given = !givens_.empty();
    if (!is_worked_out(result)) return false;
    if (!is_given && result == asked) return false;
    const bool is_constant = algebra::variables_of(pool_, result).empty();
    if (is_constant && !has_value(result)) return false;
    // The question asks for a sign, but no solution is chosen by it.
    if (task().sign != Task::Sign::Any) answer_.is_sure = false;
    if (is_given && !is_constant) answer_.is_sure = false;
    if (!is_constant) {
      answer_.condition = algebra::conditions_text(pool_, simplified.conditions);
    }
    return finish(asked, result, simplified.constant == kNoExpr);
  }

  // Whether a constant has a value, which the root of a negative number does not. A number with a
  // value differs from the number plus one.
  bool has_value(ExprId constant) {
    const ExprId more = pool_.make(Op::Add, {constant, pool_.number(1)});
    const auto decision = algebra::decide(pool_, constant, more, decide_options());
    return decision.verdict == Verdict::Refuted && decision.left_value != "undefined";
  }

  template <typename Rewrite>
  bool rewrite(const Rewrite& form_of) {
    const ExprId asked = asked_expression();
    if (asked == kNoExpr) return false;
    const std::optional<ExprId> form = form_of(asked);
    if (!form || *form == asked || !is_worked_out(*form)) return false;
    return finish(asked, *form, true);
  }

  // States that the two are equal, with a proof if there is one.
  bool finish(ExprId asked, ExprId result, bool can_be_compared) {
    answer_.asked = latex(asked);
    answer_.results = {latex(result)};
    if (!can_be_compared) {
      // An antiderivative is given only if its derivative is proven to be the integrand.
      answer_.verdict = Verdict::Proven;
      return true;
    }
    const auto decision = algebra::decide(pool_, asked, result, decide_options());
    answer_.verdict = decision.verdict;
    add_proof(decision);
    return decision.verdict != Verdict::Refuted;
  }

  algebra::DecideOptions decide_options() const {
    algebra::DecideOptions options;
    options.equality = algebra::Equality::WhereBothDefined;
    options.seconds = options_.seconds;
    options.is_over = options_.is_over;
    return options;
  }

  void add_proof(const algebra::Decision& decision) {
    // A single step adds nothing to the answer.
    if (decision.proof.size() <= 2 || decision.proof.size() > kMostSteps) return;
    answer_.steps = proof_of(pool_, decision);
  }

  // The unknown that the question names, or the only one in the equation.
  std::optional<Head> unknown_of(const algebra::Statement& statement) {
    const auto variables = algebra::variables_of(pool_, statement);
    if (!task().variable.empty()) {
      const auto named = read(task().variable);
      if (named.size() != 1 || pool_.op(named[0]) != Op::Variable) return std::nullopt;
      return pool_.head(named[0]);
    }
    if (variables.size() != 1) return std::nullopt;
    return variables[0];
  }

  // The solutions with the wanted sign.
  std::optional<std::vector<ExprId>> solutions(const algebra::Statement& statement, Head unknown) {
    const auto all =
        algebra::real_solutions(pool_, statement, unknown, options_.seconds, options_.is_over);
    if (!all || all->is_everything) return std::nullopt;
    std::vector<ExprId> wanted;
    for (const ExprId number : all->numbers) {
      if (task().sign == Task::Sign::Any || has_wanted_sign(number)) wanted.push_back(number);
    }
    return wanted;
  }

  bool has_wanted_sign(ExprId number) {
    algebra::DecideOptions options = decide_options();
    const ExprId size = pool_.make(Op::Abs, {number});
    const ExprId wanted = task().sign == Task::Sign::Positive ? number : pool_.negate(number);
    const bool is_zero =
        algebra::decide(pool_, number, pool_.number(0), options).verdict != Verdict::Refuted;
    return !is_zero && algebra::decide(pool_, size, wanted, options).verdict == Verdict::Proven;
  }

  bool solve() {
    const auto sides = read(task().formulas[0]);
    if (sides.size() != 2) return false;
    const ExprId left = givens_.put_in(sides[0]);
    const ExprId right = givens_.put_in(sides[1]);
    if (left == kNoExpr || right == kNoExpr || !givens_.equations().empty()) return false;
    const auto statement = algebra::Statement::equation(left, right);
    const auto unknown = unknown_of(statement);
    if (!unknown) return false;
    const auto found = solutions(statement, *unknown);
    if (!found) return false;
    answer_.asked = fmt::format("{} = {}", latex(left), latex(right));
    answer_.unknown = latex(pool_.leaf(*unknown));
    for (const ExprId number : *found) {
      const ExprId simplest =
          algebra::simplify_for_reading(pool_, number, simplify_options()).expression;
      if (!is_worked_out(simplest)) return false;
      answer_.results.push_back(latex(simplest));
      add_check(left, right, *unknown, simplest);
    }
    // If there are no real solutions, complex ones may be wanted.
    if (found->empty() || (found->size() > 1 && !task().wants_all)) answer_.is_sure = false;
    answer_.verdict = Verdict::Proven;
    return true;
  }

  // Adds both sides with the solution substituted.
  void add_check(ExprId left, ExprId right, Head unknown, ExprId number) {
    if (answer_.steps.size() >= kMostSteps) return;
    const auto value = [&](ExprId side) {
      const ExprId there = algebra::substitute(pool_, side, unknown, number);
      return latex(algebra::simplify_for_reading(pool_, there, simplify_options()).expression);
    };
    const std::string left_value = value(left);
    answer_.steps.push_back({fmt::format("{} = {}", left_value, value(right)),
                             fmt::format("with ${} = {}$", answer_.unknown, latex(number))});
  }

  // Evaluates an expression in an unknown that one equation determines.
  bool evaluate_solved() {
    if (givens_.equations().size() != 1) return false;
    const algebra::Relation given = givens_.equations()[0];
    const ExprId left = givens_.put_in(given.left);
    const ExprId right = givens_.put_in(given.right);
    const ExprId asked = asked_expression();
    if (left == kNoExpr || right == kNoExpr || asked == kNoExpr) return false;
    const auto statement = algebra::Statement::equation(left, right);
    const auto variables = algebra::variables_of(pool_, statement);
    if (variables.size() != 1) return false;
    const auto found = solutions(statement, variables[0]);
    if (!found || found->empty()) return false;
    answer_.unknown = latex(pool_.leaf(variables[0]));
    // Several solutions may lead to the same value.
    for (const ExprId number : *found) {
      const ExprId there = algebra::substitute(pool_, asked, variables[0], number);
      const ExprId value =
          algebra::simplify_for_reading(pool_, there, simplify_options()).expression;
      if (!is_worked_out(value) || !algebra::variables_of(pool_, value).empty()) return false;
      const std::string text = latex(value);
      if (std::ranges::find(answer_.results, text) == answer_.results.end()) {
        answer_.results.push_back(text);
      }
      add_check(left, right, variables[0], number);
    }
    if (answer_.results.size() > 1 && !task().wants_all) answer_.is_sure = false;
    answer_.asked = latex(asked);
    answer_.verdict = Verdict::Proven;
    return true;
  }

  bool calculate() {
    const ExprId body = asked_expression();
    if (body == kNoExpr) return false;
    const auto unknown = unknown_of(algebra::Statement::equation(body, pool_.number(0)));
    if (!unknown) return false;
    const ExprId variable = pool_.leaf(*unknown);
    if (task().kind == TaskKind::Differentiate) {
      return evaluate(pool_.make(Op::Derivative, {variable, body}));
    }
    if (algebra::contains(pool_, body, Op::Integral)) return evaluate(body);
    return evaluate(pool_.make(Op::Integral, {body, variable}));
  }

  ExprId common_number() {
    const std::string name = task().kind == TaskKind::Gcd ? "\\gcd" : "\\operatorname{lcm}";
    const auto sides = read(fmt::format("{}({},{})", name, task().formulas[0], task().formulas[1]));
    return sides.size() == 1 ? sides[0] : kNoExpr;
  }

  bool compare() {
    std::vector<ExprId> sides;
    for (const std::string& formula : task().formulas) {
      for (const ExprId side : read(formula)) sides.push_back(givens_.put_in(side));
    }
    if (sides.size() != 2 || std::ranges::find(sides, kNoExpr) != sides.end()) return false;
    if (!givens_.equations().empty()) return false;
    const auto decision = algebra::decide(pool_, sides[0], sides[1], decide_options());
    answer_.asked = fmt::format("{} = {}", latex(sides[0]), latex(sides[1]));
    answer_.verdict = decision.verdict;
    if (decision.verdict == Verdict::Proven) add_proof(decision);
    if (decision.verdict == Verdict::Refuted) {
      answer_.counterexample = counterexample_of(pool_, decision);
    }
    return decision.verdict == Verdict::Proven || decision.verdict == Verdict::Refuted;
  }

  const ComputeOptions& options_;
  algebra::Vocabulary vocabulary_;
  algebra::Expressions pool_{vocabulary_};
  algebra::DerivationLineReader reader_{formula::Notation::Latex};
  Givens givens_{pool_};
  ComputedAnswer answer_;
};

}  // namespace

std::optional<Task> task_of(const Question& question) {
  return recognise_task(asked_sentences(question));
}

std::optional<ComputedAnswer> compute(Task task, const ComputeOptions& options) {
  return Computation(std::move(task), options).run();
}

std::optional<ComputedAnswer> compute(const Question& question, const ComputeOptions& options) {
  auto task = task_of(question);
  if (!task) return std::nullopt;
  return compute(*std::move(task), options);
}

}  // namespace noether::answer
