// An expression as straight-line code that is sampled at points: ranges in doubles first, then
// balls of rising precision for the values that doubles leave uncertain.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/fingerprint/fingerprint_cell.h"
#include "noether/algebra/numeric/balls/functions.h"
#include "noether/algebra/numeric/plain.h"

namespace noether::algebra {

// The fixed points of fingerprints: pseudo-random numbers in chosen ranges, the same everywhere.
//
// The ranges ensure that every function of one variable is defined at some point: asin and atanh
// need small numbers, acosh and acoth large ones, ln and sqrt positive ones.

inline constexpr std::size_t kBatch = 8;    // points sampled together
inline constexpr std::size_t kBatches = 7;  // the first one is enough for most expressions
inline constexpr std::size_t kFingerprintPoints = kBatch * kBatches;
// An expression defined at fewer of the first points is sampled at all points.
inline constexpr std::ptrdiff_t kEnoughPoints = 3;

struct PointRange {
  double lo = 0;
  double hi = 0;
  bool any_sign = false;  // the sign of a coordinate depends on its variable
};

inline constexpr std::array<PointRange, kFingerprintPoints> kPointRanges = [] {
  std::array<PointRange, kFingerprintPoints> ranges = {{
      {0.2, 0.9},
      {1.1, 3},
      {0.2, 0.9, true},
      {1.1, 3, true},
      {3, 12},
      {0.05, 0.1},
      {-12, -3},
      {12, 90},
      // The ranges after the first batch.
      {0.1, 0.3},
      {-0.2, -0.1},
      {-0.1, -0.02},
      {0.002, 0.02},
      {-0.02, -0.002},
      {0.9, 1.1},
      {-90, -12},
      {90, 900},
  }};
  // Two ranges in every unit interval around zero: asin(x - 7) is defined at some of them.
  for (std::size_t i = 16; i < ranges.size(); ++i) {
    const double lo = 0.5 * (static_cast<double>(i) - 36);
    ranges[i] = {lo, lo + 0.5};
  }
  return ranges;
}();

// The coordinate of a variable at a point; different keys give different coordinates. The first
// variable (key 0) is negative where the sign is free, so that a single variable takes both signs.
inline double coordinate(const PointRange& range, std::uint64_t salt, std::uint64_t key) {
  const std::uint64_t word = mix(salt, key);
  const double size = range.lo + (range.hi - range.lo) * unit_number(word);
  const double rounded = std::round(size * 0x1p36) * 0x1p-36;
  const bool negative = range.any_sign && (key == 0 || (mix(word, 1) & 1) != 0);
  return negative ? -rounded : rounded;
}
inline double computed_coordinate(std::size_t point, std::uint64_t key) {
  return coordinate(kPointRanges[point], 0x706F'696E'7400 + point, key);
}
// The coordinates of the first variables are precomputed.
inline constexpr std::size_t kKnownKeys = 4;
inline const auto kKnownCoordinates = [] {
  std::array<std::array<double, kFingerprintPoints>, kKnownKeys> known{};
  for (std::size_t key = 0; key < kKnownKeys; ++key) {
    for (std::size_t point = 0; point < kFingerprintPoints; ++point) {
      known[key][point] = computed_coordinate(point, key);
    }
  }
  return known;
}();
inline double coordinate(std::size_t point, std::uint64_t key) {
  return key < kKnownKeys ? kKnownCoordinates[key][point] : computed_coordinate(point, key);
}

using Cells = std::array<Cell, kBatch>;

// Operators without a value of their own, sampled as pseudo-random functions of their operands.
inline bool is_unknown_function(Op op) {
  return op == Op::Call || op == Op::Derivative || op == Op::Integral || op == Op::DefiniteIntegral;
}
// Undefined if an operand is; an integral can be defined although its integrand is undefined at a
// point.
inline bool is_strict(Op op) { return op != Op::Integral && op != Op::DefiniteIntegral; }
inline double unknown_value(std::uint64_t hash) { return 0.25 + unit_number(hash) / 2; }

class Sampler {
 public:
  // Expressions with more distinct parts are sampled in doubles only.
  static constexpr std::size_t kMaxRefinedSteps = 20'000;

  void load(const Expressions& pool, ExprId root);

  // The variables in the order in which the expression names them, which is the order of
  // coordinates.
  std::span<const Head> variables() const { return variables_; }
  bool mentions(Op op) const { return mentioned_[static_cast<std::size_t>(op)]; }
  std::size_t size() const { return steps_.size(); }

  // Copies the loaded expression into another arena of the same vocabulary.
  ExprId copy_into(Expressions& arena) const;

  // Returns the cells at the first `count` points of kBatch; coordinates[v * kBatch + k] is that of
  // variable v at point k. The other cells are 0.
  Cells sample(std::span<const double> coordinates, std::size_t count = kBatch);
  // Does the same in the complex field, where coordinates are moved off the real axis, and only at
  // the first `count` points; the other cells are 0.
  Cells sample_complex(std::span<const double> coordinates, std::size_t count);

  // Returns the ranges themselves at kBatch points, computed in doubles; they are valid until the
  // next call. Coordinates must be small multiples of 2^-36, as everywhere here.
  const std::array<Range, kBatch>& ranges(std::span<const double> coordinates) {
    run_ranges(coordinates, kBatch);
    return ranges_[steps_.size() - 1];
  }
  // Returns the value in plain double arithmetic at one point, without an error bound; NaN if a
  // part has no finite value there. coordinates[v] is that of variable v.
  double plain_value(std::span<const double> coordinates);

  // Returns whether the last value that needed balls is certainly a real number.
  bool is_last_ball_real() const {
    const Value& root = values_[steps_.size() - 1];
    return root.defined() && root.ball.is_real();
  }
  std::uint64_t refined_values() const { return refined_values_; }

 private:
  struct Step {
    Head head;
    std::uint32_t first = 0;  // of its operands, in operands_
    std::uint32_t count = 0;
    std::uint32_t variable = 0;
    bool constant = false;  // depends on no variable
    UnaryRange unary = nullptr;
    BinaryRange binary = nullptr;
    std::uint64_t name = 0;  // of an unknown function
  };
  void add_step(const Expressions& pool, ExprId id);
  void run_ranges(std::span<const double> coordinates, std::size_t points);
  Range unknown_function(const Step& step, std::size_t k) const;

  Cell refine(std::span<const double> coordinates, std::size_t k, bool real);
  void run_balls(std::span<const double> coordinates, std::size_t k, bool real, slong bits,
                 bool last);
  void set_leaf(const Step& step, std::span<const double> coordinates, std::size_t k, bool real,
                slong bits, Value& out);
  void set_unknown(const Step& step, bool real, bool last, slong bits, Value& out) const;
  void make_whole(const Step& step, Value& value) const;
  bool ball_cell(const Value& value, bool real, Cell& cell) const;

  std::vector<Step> steps_;
  std::vector<std::uint32_t> operands_;
  std::vector<Head> variables_;
  std::array<bool, kOpCount> mentioned_{};
  // by expression: the loading in which it was last seen, and its step
  std::vector<std::uint64_t> seen_;
  std::uint32_t loading_ = 0;
  std::vector<std::pair<ExprId, std::uint32_t>> stack_;

  const Vocabulary* vocabulary_ = nullptr;
  std::vector<std::array<Range, kBatch>> ranges_;
  bool constants_known_ = false;  // the known ranges are those of the loaded expression
  std::vector<Value> values_;
  std::vector<double> plain_;
  Functions functions_;
  std::uint64_t refined_values_ = 0;
};

}  // namespace noether::algebra
