// The learning rate over a run: a linear warm-up, then cosine annealing with warm restarts
// (Loshchilov and Hutter, 2017), or a straight line down to the end.
//
// Cycles are given as shares of the whole run, so one schedule serves runs of any length, be that
// in steps or in seconds: the paper's T0 = 10 and Tmult = 2 in 20 epochs are 0.5 and 2.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace noether::train {

enum class ScheduleShape : std::uint8_t { Cosine, Linear };

struct Schedule {
  double peak = 1e-4;
  double minimum = 1e-8;
  double warmup = 0.01;    // share of the run
  double first_cycle = 1;  // share of the run
  double multiply = 1;     // the length of a cycle over that of the one before
  ScheduleShape shape = ScheduleShape::Cosine;

  // `done` is the fraction of the run that is complete, from 0 to 1.
  double rate(double done) const {
    return shape == ScheduleShape::Linear ? linear_rate(done) : cosine_rate(done);
  }

 private:
  double linear_rate(double done) const {
    if (done < warmup) return peak * done / warmup;
    const double left = warmup < 1 ? std::clamp((1 - done) / (1 - warmup), 0.0, 1.0) : 0;
    return minimum + (peak - minimum) * left;
  }

  double cosine_rate(double done) const {
    double begin = 0;
    double length = first_cycle;
    // At most this many restarts, even if cycles shrink.
    for (int i = 0; i < 64 && done >= begin + length; ++i) {
      begin += length;
      length *= multiply;
    }
    // The end of the last cycle is its end, not the beginning of another.
    const double place =
        done >= 1 && begin >= 1 - 1e-9 ? 1 : std::clamp((done - begin) / length, 0.0, 1.0);
    const double cosine = (1 + std::cos(std::numbers::pi * place)) / 2;
    const double rate = minimum + (peak - minimum) * cosine;
    return done < warmup ? rate * done / warmup : rate;
  }
};

}  // namespace noether::train
