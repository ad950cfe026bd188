// The time of one operator on ranges in nanoseconds: exact points, and numbers with an error bound.
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>

#include "noether/algebra/numeric/ranges/range.h"

namespace noether::algebra {
namespace {

void operator_on_ranges(benchmark::State& state, Op op, double width) {
  std::array<std::array<Range, 2>, 64> operands;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const double x = 0.1 + 0.013 * static_cast<double>(i);
    operands[i] = {make_range(x, x + width, Defined::Always),
                   make_range(2 - x, 2 - x + width, Defined::Always)};
  }
  for ([[maybe_unused]] const auto _ : state) {
    for (const auto& pair : operands) {
      benchmark::DoNotOptimize(range_of(op, std::span(pair).first(op_arity(op))));
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(operands.size()));
}
BENCHMARK_CAPTURE(operator_on_ranges, add_points, Op::Add, 0);
BENCHMARK_CAPTURE(operator_on_ranges, add, Op::Add, 1e-12);
BENCHMARK_CAPTURE(operator_on_ranges, multiply_points, Op::Multiply, 0);
BENCHMARK_CAPTURE(operator_on_ranges, multiply, Op::Multiply, 1e-12);
BENCHMARK_CAPTURE(operator_on_ranges, divide, Op::Divide, 1e-12);
BENCHMARK_CAPTURE(operator_on_ranges, power, Op::Power, 1e-12);
BENCHMARK_CAPTURE(operator_on_ranges, sin_points, Op::Sin, 0);
BENCHMARK_CAPTURE(operator_on_ranges, sin, Op::Sin, 1e-12);
BENCHMARK_CAPTURE(operator_on_ranges, exp_points, Op::Exp, 0);
BENCHMARK_CAPTURE(operator_on_ranges, atanh, Op::Atanh, 1e-12);
BENCHMARK_CAPTURE(operator_on_ranges, gamma_points, Op::Gamma, 0);

}  // namespace
}  // namespace noether::algebra
