#include "noether/algebra/numeric/program.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace noether::algebra {
namespace {

constexpr std::size_t kStepsBetweenClockReadings = 32;

// The operands whose values an expression needs; the rest is not evaluated at the point itself.
std::span<const ExprId> needed_operands(const Expressions& pool, ExprId id) {
  switch (pool.op(id)) {
    case Op::Derivative:
    case Op::Integral:
    case Op::Call:
      return {};
    case Op::DefiniteIntegral:
      return pool.operands(id).subspan(2, 2);
    default:
      return pool.operands(id);
  }
}

bool is_numeric_op(Op op) { return op != Op::Derivative && op != Op::Integral && op != Op::Call; }

void set_number(const Rational& number, slong bits, Value& out) {
  out.definedness = Definedness::Defined;
  out.exact.set(number);
  arb_set_fmpq(out.ball.real(), number.raw(), bits);
  arb_zero(out.ball.imag());
}

void set_unit(Exact::Unit unit, slong bits, Value& out) {
  out.definedness = Definedness::Defined;
  out.exact.set_int(1, unit);
  out.exact.to_ball(out.ball.raw(), bits);
}

}  // namespace

struct Program::Integral {};

Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;
Program::~Program() = default;

Program::Program(const Expressions& pool, std::span<const ExprId> roots)
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
        slots.emplace(id, static_cast<std::uint32_t>(steps_.size()));
        add_step(pool, id, operand_slots);
      }
      stack.pop_back();
    }
  }
  if (!stack.empty()) {
    // Too large: a single step without a value stands for every root.
    steps_.assign(1, Step{.head = Head(Op::Call), .numeric = false});
    variables_.clear();
    variable_slots_.clear();
    integrals_.clear();
    root_slots_.assign(roots.size(), 0);
  } else {
    for (const ExprId root : roots) root_slots_.push_back(slots.at(root));
  }
  values_.resize(steps_.size());
}

void Program::add_step(const Expressions& pool, ExprId id,
                       std::span<const std::uint32_t> operands) {
  Step step{.head = pool.head(id)};
  const Op op = step.head.op();
  if (!operands.empty()) step.a = operands.front();
  if (!operands.empty()) step.b = operands.back();
  step.constant = op != Op::Variable && op != Op::DefiniteIntegral;
  step.numeric = is_numeric_op(op);
  for (const std::uint32_t operand : operands) {
    step.constant = step.constant && steps_[operand].constant;
    step.numeric = step.numeric && steps_[operand].numeric;
  }
  if (op == Op::I) mentions_i_ = true;
  if (op == Op::Variable) {
    variables_.push_back(step.head);
    variable_slots_.push_back(static_cast<std::uint32_t>(steps_.size()));
  }
  steps_.push_back(step);
}

void Program::run(bool real, slong bits, Functions& functions, Deadline deadline) {
  const bool constants_known = constants_bits_ == bits && constants_real_ == real;
  constants_bits_ = 0;  // until all of them are done
  bool late = false;
  for (std::size_t slot = 0; slot < steps_.size(); ++slot) {
    if (deadline != kNoDeadline && slot % kStepsBetweenClockReadings == 0) {
      late = std::chrono::steady_clock::now() >= deadline;
    }
    if (late) {
      values_[slot].definedness = Definedness::Unclear;
    } else if (steps_[slot].head.op() != Op::Variable &&
               !(constants_known && steps_[slot].constant)) {
      run_step(slot, real, bits, functions, deadline);
    }
  }
  if (late) return;
  constants_bits_ = bits;
  constants_real_ = real;
}

void Program::run_leaf(const Step& step, bool real, slong bits, Value& out) {
  switch (step.head.op()) {
    case Op::Number:
      return set_number(vocabulary_->value(step.head), bits, out);
    case Op::Pi:
      return set_unit({.pi = 1}, bits, out);
    case Op::E:
      return set_unit({.e = 1}, bits, out);
    case Op::I:
      set_unit({.imaginary = true}, bits, out);
      if (real) out.definedness = Definedness::Undefined;
      return;
    default:
      out.definedness = Definedness::Unclear;
  }
}

void Program::run_step(std::size_t slot, bool real, slong bits, Functions& functions,
                       Deadline deadline) {
  (void)deadline;
  const Step& step = steps_[slot];
  Value& out = values_[slot];
  const Op op = step.head.op();
  if (op_arity(op) == 0 || !is_numeric_op(op) || op == Op::DefiniteIntegral) {
    return run_leaf(step, real, bits, out);
  }
  const Value& a = values_[step.a];
  const Value& b = values_[step.b];
  if (!a.defined() || !b.defined()) {
    const bool undefined =
        a.definedness == Definedness::Undefined || b.definedness == Definedness::Undefined;
    out.definedness = undefined ? Definedness::Undefined : Definedness::Unclear;
    return;
  }
  if (real) {
    functions.apply_real(op, a, b, bits, out);
  } else {
    functions.apply_complex(op, a, b, bits, out);
  }
}

}  // namespace noether::algebra
