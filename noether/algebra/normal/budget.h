// The limits on the work for a normal form, and the meter that counts the work.
//
// The meter is sticky: once it has run out, every operation returns a cheap and wrong result, and
// the caller discards the normal form. Arithmetic therefore needs no error paths, and no input can
// make it run long: a step is refused before it starts if its size exceeds the budget, and the
// clock is read between steps.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace noether::algebra::normal {

struct Budget {
  std::uint64_t terms = 20'000;        // of one polynomial
  std::uint64_t products = 2'000'000;  // of terms, in one multiplication
  std::uint64_t degree = 400;          // in one generator
  std::uint64_t coefficient_bits = 20'000;
  std::uint32_t generators = 40;  // independent quantities in one expression
  double seconds = 0.25;
  // Called between steps, when the clock is read; true gives up. It may be null.
  const std::function<bool()>* is_over = nullptr;
};

class Meter {
 public:
  explicit Meter(const Budget& budget)
      : budget_(budget),
        end_(std::chrono::steady_clock::now() +
             std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                 std::chrono::duration<double>(budget.seconds))) {}

  const Budget& budget() const { return budget_; }
  bool exceeded() const { return exceeded_; }
  void give_up() { exceeded_ = true; }
  // Reads the clock; returns whether work may continue.
  bool check() {
    if (!exceeded_ && (std::chrono::steady_clock::now() > end_ || is_over())) exceeded_ = true;
    return !exceeded_;
  }
  bool check(bool small_enough) {
    if (!small_enough) exceeded_ = true;
    return check();
  }

 private:
  bool is_over() const {
    return budget_.is_over != nullptr && *budget_.is_over && (*budget_.is_over)();
  }

  Budget budget_;
  std::chrono::steady_clock::time_point end_;
  bool exceeded_ = false;
};

}  // namespace noether::algebra::normal
