#include "noether/algebra/numeric/program.h"

#include <acb_calc.h>

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <utility>

#include "noether/algebra/numeric/balls/functions.h"

namespace noether::algebra {
namespace {

constexpr std::size_t kStepsBetweenClockReadings = 32;

// The operands whose values an expression needs; the others are not evaluated at the point itself.
std::span<const ExprId> needed_operands(const Expressions& pool, ExprId id) {
  switch (pool.op(id)) {
    case Op::Derivative:
    case Op::Integral:
      return {};
    case Op::DefiniteIntegral:
      return pool.operands(id).subspan(2, 2);
    default:
      return pool.operands(id);
  }
}

bool is_numeric_op(Op op) { return op != Op::Derivative && op != Op::Integral && op != Op::Call; }

void copy_value(const Value& from, Value& to) {
  to.definedness = from.definedness;
  to.ball = from.ball;
  to.exact.set(from.exact);
}

}  // namespace

Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;
Program::~Program() = default;

Program::Program(const Expressions& pool, std::span<const ExprId> roots, bool integrals)
    : vocabulary_(&pool.vocabulary()) {
  std::unordered_map<ExprId, std::uint32_t> slots;
  std::vector<std::pair<ExprId, std::size_t>> stack;  // an expression and its next operand
  std::vector<std::uint32_t> operand_slots;
  for (const ExprId root : roots) {
    stack.emplace_back(root, 0);
    while (!stack.empty() && slots.size() < kMaxSteps) {
      auto& [id, next] = stack.back();
      const auto operands = needed_operands(pool, id);
      while (next < operands.size() && slots.contains(operands[next])) ++next;
      if (next < operands.size()) {
        const ExprId operand = operands[next++];
        stack.emplace_back(operand, 0);
        continue;
      }
      if (!slots.contains(id)) {
        operand_slots.clear();
        for (const ExprId operand : operands) operand_slots.push_back(slots.at(operand));
        add_step(pool, id, operand_slots, integrals);
        slots.emplace(id, static_cast<std::uint32_t>(steps_.size() - 1));
      }
      stack.pop_back();
    }
  }
  if (!stack.empty()) {
    // The program is too large: a single step without a value represents every root.
    steps_.assign(1, Step{.head = Head(Op::Integral), .numeric = false});
    variables_.clear();
    variable_slots_.clear();
    integrals_.clear();
    root_slots_.assign(roots.size(), 0);
  } else {
    for (const ExprId root : roots) root_slots_.push_back(slots.at(root));
  }
  values_.resize(steps_.size());
}

void Program::add_step(const Expressions& pool, ExprId id, std::span<const std::uint32_t> operands,
                       bool integrals) {
  Step step{.head = pool.head(id)};
  const Op op = step.head.op();
  if (op == Op::Call) {
    step.a = static_cast<std::uint32_t>(call_operands_.size());
    step.b = static_cast<std::uint32_t>(operands.size());
    call_operands_.insert(call_operands_.end(), operands.begin(), operands.end());
  } else if (!operands.empty()) {
    step.a = operands.front();
    step.b = operands.back();
  }
  step.constant = op != Op::Variable && op != Op::DefiniteIntegral;
  step.numeric = is_numeric_op(op);
  for (const std::uint32_t operand : operands) {
    step.constant = step.constant && steps_[operand].constant;
    step.numeric = step.numeric && steps_[operand].numeric;
  }
  if (op == Op::I) mentions_i_ = true;
  if (is_discontinuous(op)) has_jumps_ = true;
  if (op == Op::DefiniteIntegral) {
    // Nested integrals take too long.
    step.numeric = step.numeric && integrals;
    if (integrals) {
      IntegralAt integral = make_integral(pool, id);
      step.numeric = step.numeric && integral.integral->integrand().is_numeric(0);
      mentions_i_ = mentions_i_ || integral.integral->integrand().mentions_i();
      integral.slot = static_cast<std::uint32_t>(steps_.size());
      integrals_.push_back(std::move(integral));
    }
  }
  if (op == Op::Variable) {
    variables_.push_back(step.head);
    variable_slots_.push_back(static_cast<std::uint32_t>(steps_.size()));
  }
  steps_.push_back(step);
}

Program::IntegralAt Program::make_integral(const Expressions& pool, ExprId id) {
  const ExprId body = pool.operand(id, 0);
  const Head variable = pool.head(pool.operand(id, 1));
  IntegralAt result;
  result.integral =
      std::make_unique<DefiniteIntegral>(Program(pool, std::span(&body, 1), false), variable);
  for (const Head free : result.integral->integrand().variables()) {
    result.outer_slots.push_back(free == variable ? 0 : variable_slot(free));
  }
  return result;
}

std::uint32_t Program::variable_slot(Head variable) {
  const auto found = std::ranges::find(variables_, variable);
  if (found != variables_.end()) {
    return variable_slots_[static_cast<std::size_t>(found - variables_.begin())];
  }
  variables_.push_back(variable);
  variable_slots_.push_back(static_cast<std::uint32_t>(steps_.size()));
  steps_.push_back(Step{.head = variable});
  return variable_slots_.back();
}

void Program::run(Arithmetic arithmetic, slong bits, Functions& functions, Deadline deadline) {
  const bool constants_known = constants_bits_ == bits && constants_arithmetic_ == arithmetic;
  constants_bits_ = 0;  // until all of them are done
  bool late = false;
  for (std::size_t slot = 0; slot < steps_.size(); ++slot) {
    if (deadline != kNoDeadline && slot % kStepsBetweenClockReadings == 0) {
      late = late || std::chrono::steady_clock::now() >= deadline;
    }
    if (late) {
      values_[slot].definedness = Definedness::Unclear;
    } else if (steps_[slot].head.op() != Op::Variable &&
               !(constants_known && steps_[slot].constant)) {
      run_step(slot, arithmetic, bits, functions, deadline);
    }
  }
  if (late) return;
  constants_bits_ = bits;
  constants_arithmetic_ = arithmetic;
}

void Program::run_leaf(const Step& step, Arithmetic arithmetic, slong bits, Value& out) {
  switch (step.head.op()) {
    case Op::Number:
      return set_number(vocabulary_->value(step.head), bits, out);
#define NOETHER_ALGEBRA_CONSTANT(id, name, unit, ...)       \
  case Op::id:                                              \
    set_unit(unit, bits, out);                              \
    if (arithmetic == Arithmetic::Real && unit.imaginary) { \
      out.definedness = Definedness::Undefined;             \
    }                                                       \
    return;
#include "noether/algebra/expression/operators.def"
    case Op::Call: {
      const auto operands = std::span(call_operands_).subspan(step.a, step.b);
      const bool undefined = std::ranges::any_of(operands, [&](std::uint32_t slot) {
        return values_[slot].definedness == Definedness::Undefined;
      });
      out.definedness = undefined ? Definedness::Undefined : Definedness::Unclear;
      return;
    }
    default:
      out.definedness = Definedness::Unclear;
  }
}

void Program::run_integral(std::size_t slot, Arithmetic arithmetic, slong bits,
                           Functions& functions, Deadline deadline) {
  Value& out = values_[slot];
  const auto found = std::ranges::find(integrals_, slot, &IntegralAt::slot);
  if (found == integrals_.end()) {
    out.definedness = Definedness::Unclear;
    return;
  }
  DefiniteIntegral& integral = *found->integral;
  Program& integrand = integral.integrand();
  for (std::size_t i = 0; i < found->outer_slots.size(); ++i) {
    if (integrand.variables()[i] == integral.variable()) continue;
    copy_value(values_[found->outer_slots[i]], integrand.variable(i));
  }
  integral.evaluate(values_[steps_[slot].a], values_[steps_[slot].b], arithmetic, bits, functions,
                    deadline, out);
}

void Program::run_step(std::size_t slot, Arithmetic arithmetic, slong bits, Functions& functions,
                       Deadline deadline) {
  const Step& step = steps_[slot];
  Value& out = values_[slot];
  const Op op = step.head.op();
  if (op_arity(op) == 0 || !is_numeric_op(op)) return run_leaf(step, arithmetic, bits, out);
  const Value& a = values_[step.a];
  const Value& b = values_[step.b];
  if (!a.defined() || !b.defined()) {
    const bool undefined =
        a.definedness == Definedness::Undefined || b.definedness == Definedness::Undefined;
    out.definedness = undefined ? Definedness::Undefined : Definedness::Unclear;
    return;
  }
  if (op == Op::DefiniteIntegral) {
    return run_integral(slot, arithmetic, bits, functions, deadline);
  }
  switch (arithmetic) {
    case Arithmetic::Real:
      return functions.apply_real(op, a, b, bits, out);
    case Arithmetic::Complex:
      return functions.apply_complex(op, a, b, bits, out);
    case Arithmetic::Analytic:
      return functions.apply_analytic(op, a, b, bits, out);
  }
}

namespace {

constexpr int kMaxPieces = 256;
constexpr slong kEvaluationLimit = 10'000;
constexpr slong kMaxIntegralBits = 512;
constexpr slong kPathBits = 64;

}  // namespace

struct DefiniteIntegral::Evaluation {
  DefiniteIntegral* integral;
  Arithmetic arithmetic;
  Functions* functions;
  Deadline deadline;

  bool late() const {
    return deadline != kNoDeadline && std::chrono::steady_clock::now() >= deadline;
  }
  const Value& at(acb_srcptr z, Arithmetic how, slong bits) const {
    integral->set_variable(z);
    integral->integrand_.run(how, bits, *functions, deadline);
    return integral->integrand_.root(0);
  }
  // Called by Arb; with order 1, a value is required only where the integrand is analytic.
  static int call(acb_ptr out, const acb_t z, void* self, slong order, slong bits) {
    auto& evaluation = *static_cast<Evaluation*>(self);
    const Value& value =
        evaluation.at(z, order == 0 ? Arithmetic::Complex : Arithmetic::Analytic, bits);
    if (value.defined()) {
      acb_set(out, value.ball.raw());
    } else {
      acb_indeterminate(out);
    }
    return 0;
  }
};

DefiniteIntegral::DefiniteIntegral(Program integrand, Head variable)
    : integrand_(std::move(integrand)), variable_(variable) {}

void DefiniteIntegral::set_variable(acb_srcptr value) {
  const auto variables = integrand_.variables();
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (variables[i] != variable_) continue;
    Value& slot = integrand_.variable(i);
    slot.definedness = Definedness::Defined;
    slot.exact.forget();
    acb_set(slot.ball.raw(), value);
  }
}

// Returns whether the integrand is defined on the whole path, which is covered by balls.
Definedness DefiniteIntegral::on_path(Evaluation& evaluation, const Value& lower,
                                      const Value& upper) {
  struct Piece {
    Ball from;
    Ball to;
  };
  std::deque<Piece> open;  // widest first, so that no single place uses all attempts
  open.push_back({lower.ball, upper.ball});
  Ball hull;
  for (int tried = 0; !open.empty(); ++tried) {
    if (tried == kMaxPieces || evaluation.late()) return Definedness::Unclear;
    Piece piece = std::move(open.front());
    open.pop_front();
    acb_union(hull.raw(), piece.from.raw(), piece.to.raw(), kPathBits);
    const Value& value = evaluation.at(hull.raw(), evaluation.arithmetic, kPathBits);
    if (value.definedness == Definedness::Undefined) return Definedness::Undefined;
    if (value.defined()) continue;
    Ball middle;
    acb_add(middle.raw(), piece.from.raw(), piece.to.raw(), kPathBits);
    acb_mul_2exp_si(middle.raw(), middle.raw(), -1);
    open.push_back({piece.from, middle});
    open.push_back({std::move(middle), std::move(piece.to)});
  }
  return Definedness::Defined;
}

void DefiniteIntegral::evaluate(const Value& lower, const Value& upper, Arithmetic arithmetic,
                                slong bits, Functions& functions, Deadline deadline, Value& out) {
  out.exact.forget();
  Evaluation evaluation{this, arithmetic, &functions, deadline};
  out.definedness = Definedness::Unclear;
  // |x + i| is not the continuation of |x|: jumps are followed through real values only.
  if (arithmetic != Arithmetic::Real && integrand_.has_jumps()) return;
  if (bits > kMaxIntegralBits || !lower.ball.is_finite() || !upper.ball.is_finite()) return;
  out.definedness = on_path(evaluation, lower, upper);
  if (!out.defined()) return;

  acb_calc_integrate_opt_t options;
  acb_calc_integrate_opt_init(options);
  options->eval_limit = kEvaluationLimit;
  mag_t tolerance;
  mag_init(tolerance);
  mag_set_ui_2exp_si(tolerance, 1, -bits);
  acb_calc_integrate(out.ball.raw(), Evaluation::call, &evaluation, lower.ball.raw(),
                     upper.ball.raw(), bits, tolerance, options, bits);
  mag_clear(tolerance);
  if (arithmetic == Arithmetic::Real) arb_zero(out.ball.imag());
  if (!out.ball.is_finite() || evaluation.late()) out.definedness = Definedness::Unclear;
}

}  // namespace noether::algebra
