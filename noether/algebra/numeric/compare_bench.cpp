// The time to compare two expressions at a random point to 30 digits.
#include "noether/algebra/numeric/compare.h"

#include <benchmark/benchmark.h>

#include <vector>

#include "noether/algebra/numeric/points.h"
#include "noether/algebra/numeric/test_expressions.h"

namespace noether::algebra {
namespace {

struct Pair {
  const char* left;
  const char* right;
};
constexpr Pair kPairs[] = {
    {"(* (sin x) (cos x))", "(/ (sin (* 2 x)) 2)"},
    {"(pow (+ x 1) 5)",
     "(+ (pow x 5) (+ (* 5 (pow x 4)) (+ (* 10 (pow x 3)) (+ (* 10 (pow x 2)) (+ (* 5 x) 1)))))"},
    {"(atan (/ (+ x y) (- 1 (* x y))))", "(+ (atan x) (atan y))"},
    {"(ln (sqrt (+ (pow x 2) 1)))", "(/ (ln (+ (pow x 2) 1)) 2)"},
    {"(gamma (+ x 1))", "(* x (gamma x))"},
};

void compare_pair(benchmark::State& state, Field field) {
  const Pair& pair = kPairs[static_cast<std::size_t>(state.range(0))];
  state.SetLabel(pair.left);
  Vocabulary vocabulary;
  Expressions pool(vocabulary);
  BallEvaluator evaluator(pool,
                          {parse_for_test(pool, pair.left), parse_for_test(pool, pair.right)});
  const auto variables = evaluator.variables();
  PointSource source(pool, {variables.begin(), variables.end()}, field, {}, 7);
  source.skip_special();
  std::vector<Point> points;
  for (int i = 0; i < 256; ++i) points.push_back(*source.next());
  std::size_t next = 0;
  for ([[maybe_unused]] const auto _ : state) {
    benchmark::DoNotOptimize(compare_at(evaluator, points[next++ % points.size()], field, 30));
  }
}

BENCHMARK_CAPTURE(compare_pair, real, Field::Real)->DenseRange(0, 4);
BENCHMARK_CAPTURE(compare_pair, complex, Field::Complex)->DenseRange(0, 4);

}  // namespace
}  // namespace noether::algebra
