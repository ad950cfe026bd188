// Expressions as straight-line code: their distinct subexpressions, operands first, each with a
// slot for its value.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/numeric/balls/functions.h"

namespace noether::algebra {

using Deadline = std::chrono::steady_clock::time_point;
inline constexpr Deadline kNoDeadline = Deadline::max();

class DefiniteIntegral;

class Program {
 public:
  // With more distinct subexpressions than this, no value is computed; all of them are Unclear.
  static constexpr std::size_t kMaxSteps = 200'000;

  Program(const Expressions& pool, std::span<const ExprId> roots) : Program(pool, roots, true) {}
  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;
  ~Program();

  // The free variables; set their values before run().
  std::span<const Head> variables() const { return variables_; }
  Value& variable(std::size_t index) { return values_[variable_slots_[index]]; }

  // Runs with `bits` bits. Values not computed before the deadline are Unclear.
  void run(Arithmetic arithmetic, slong bits, Functions& functions, Deadline deadline);

  const Value& root(std::size_t index) const { return values_[root_slots_[index]]; }
  std::size_t root_count() const { return root_slots_.size(); }
  bool mentions_i() const { return mentions_i_; }
  // Returns whether abs, sign, floor, ceil, min or max occurs.
  bool has_jumps() const { return has_jumps_; }
  // Returns whether the root has no part that numerics cannot evaluate, such as an unknown
  // function.
  bool is_numeric(std::size_t index) const { return steps_[root_slots_[index]].numeric; }

 private:
  struct Step {
    Head head;
    std::uint32_t a = 0;    // slots of the operands; of an integral: of its bounds; of a call: its
    std::uint32_t b = 0;    // part of call_operands_
    bool constant = false;  // depends on no variable
    bool numeric = true;
  };
  struct IntegralAt {
    std::uint32_t slot = 0;
    std::unique_ptr<DefiniteIntegral> integral;
    std::vector<std::uint32_t> outer_slots;  // of the integrand's variables
  };
  Program(const Expressions& pool, std::span<const ExprId> roots, bool integrals);
  void add_step(const Expressions& pool, ExprId id, std::span<const std::uint32_t> operands,
                bool integrals);
  IntegralAt make_integral(const Expressions& pool, ExprId id);
  std::uint32_t variable_slot(Head variable);
  void run_step(std::size_t slot, Arithmetic arithmetic, slong bits, Functions& functions,
                Deadline deadline);
  void run_leaf(const Step& step, Arithmetic arithmetic, slong bits, Value& out);
  void run_integral(std::size_t slot, Arithmetic arithmetic, slong bits, Functions& functions,
                    Deadline deadline);

  const Vocabulary* vocabulary_;
  std::vector<Step> steps_;
  std::vector<Value> values_;
  std::vector<std::uint32_t> root_slots_;
  std::vector<Head> variables_;
  std::vector<std::uint32_t> variable_slots_;
  std::vector<std::uint32_t> call_operands_;
  std::vector<IntegralAt> integrals_;
  bool mentions_i_ = false;
  bool has_jumps_ = false;
  // The parameters with which the constant steps were computed; 0 bits: not yet.
  Arithmetic constants_arithmetic_ = Arithmetic::Real;
  slong constants_bits_ = 0;
};

// Definite integrals with certainty: Gauss-Legendre quadrature with error bounds from the values
// of the integrand around the path (Arb's acb_calc_integrate).
//
// The integrand must be defined on the whole straight path and be analytic around it, except for
// finitely many pieces. In all other cases, and if the evaluation takes too long, the result is
// Unclear.
class DefiniteIntegral {
 public:
  DefiniteIntegral(Program integrand, Head variable);

  // The integrand; its free variables other than the integration variable must get values first.
  Program& integrand() { return integrand_; }
  Head variable() const { return variable_; }

  // The bounds must be Defined. The arithmetic is Real or Complex.
  void evaluate(const Value& lower, const Value& upper, Arithmetic arithmetic, slong bits,
                Functions& functions, Deadline deadline, Value& out);

 private:
  struct Evaluation;
  Definedness on_path(Evaluation& evaluation, const Value& lower, const Value& upper);
  void set_variable(acb_srcptr value);

  Program integrand_;
  Head variable_;
};

}  // namespace noether::algebra
