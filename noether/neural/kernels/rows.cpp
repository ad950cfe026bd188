#include "noether/neural/kernels/rows.h"

#include <algorithm>
#include <cmath>

#include "noether/neural/kernels/lanes.h"

namespace noether::neural {
namespace {

constexpr float kLeastBound = 1e-30F;  // of a range, so that no factor overflows

struct Range {
  float least;
  float greatest;
};

// Four numbers at a time, because each step depends on the previous one.
Range range_of(const float* x, std::size_t size) {
  Lanes least[4];
  Lanes greatest[4];
  for (std::size_t part = 0; part < 4; ++part) least[part] = greatest[part] = load(x);
  const auto look = [&](std::size_t part, Lanes lanes) {
    least[part] = smaller(least[part], lanes);
    greatest[part] = greater(greatest[part], lanes);
  };
  std::size_t i = 0;
  for (; i + 4 * kLanes <= size; i += 4 * kLanes) {
    for (std::size_t part = 0; part < 4; ++part) look(part, load(x + i + part * kLanes));
  }
  for (; i < size; i += kLanes) look(0, load(x + i));
  const auto of_all = [](const Lanes(&lanes)[4], auto of_two) {
    return of_two(of_two(lanes[0], lanes[1]), of_two(lanes[2], lanes[3]));
  };
  const auto less = [](Lanes a, Lanes b) { return smaller(a, b); };
  const auto more = [](Lanes a, Lanes b) { return greater(a, b); };
  return {-greatest_of(-of_all(least, less)), greatest_of(of_all(greatest, more))};
}

// Maps a range to integers from -count to count, and its middle to 0.
class Steps {
 public:
  Steps(const Range& range, float count)
      : middle_((range.least + range.greatest) * 0.5F),
        bound_((range.greatest - range.least) * 0.5F),
        count_(count),
        factor_(bound_ > kLeastBound ? count / bound_ : 0) {}

  // The integer, plus kRounding.
  Lanes shifted(Lanes lanes) const { return (lanes - middle_) * factor_ + kRounding; }
  RowQuantization row() const { return {bound_ / count_, middle_}; }

 private:
  float middle_;
  float bound_;
  float count_;
  float factor_;
};

}  // namespace

void softmax_row(float* x, std::size_t size) {
  const std::size_t padded = (size + kLanes - 1) / kLanes * kLanes;
  std::fill(x + size, x + padded, x[0]);
  const float greatest = range_of(x, padded).greatest;
  // The numbers after the end must not count, and e^-87 is small enough not to.
  std::fill(x + size, x + padded, greatest - 1000);
  Lanes sum = {};
  std::size_t i = 0;
  for (; i + kWideLanes <= padded; i += kWideLanes) {
    const WideLanes power = exp_of_negative(load_wide(x + i) - greatest);
    store(power, x + i);
    for (const Lanes& part : power.part) sum += part;
  }
  for (; i < padded; i += kLanes) {
    const Lanes power = exp_of_negative(load(x + i) - greatest);
    store(power, x + i);
    sum += power;
  }
  const float factor = 1 / sum_of(sum);
  for (i = 0; i < padded; i += kLanes) store(load(x + i) * factor, x + i);
}

RowQuantization quantize_row(const float* x, std::size_t size, std::size_t padded,
                             std::int8_t* out) {
  const Steps steps(range_of(x, size), 127);
  std::size_t i = 0;
  for (; i + 16 <= size; i += 16) {
    IntLanes whole[4];
    for (std::size_t part = 0; part < 4; ++part) {
      whole[part] = bits_of(steps.shifted(load(x + i + part * kLanes)));
    }
    store_lowest_bytes(whole, out + i);
  }
  for (; i < size; ++i) out[i] = static_cast<std::int8_t>(bits_of(steps.shifted(all(x[i])))[0]);
  std::fill(out + size, out + padded, std::int8_t{0});
  return steps.row();
}

float quantize_symmetric(const float* x, std::size_t size, std::size_t padded, std::int8_t* out) {
  std::size_t i = 0;
  Lanes most[4] = {};
  for (; i + kWideLanes <= size; i += kWideLanes) {
    for (std::size_t part = 0; part < 4; ++part) {
      const Lanes lanes = load(x + i + part * kLanes);
      most[part] = greater(most[part], greater(lanes, -lanes));
    }
  }
  float bound = greatest_of(greater(greater(most[0], most[1]), greater(most[2], most[3])));
  for (; i < size; ++i) bound = std::max(bound, std::abs(x[i]));
  const float factor = bound > kLeastBound ? 127 / bound : 0;
  for (i = 0; i + kWideLanes <= size; i += kWideLanes) {
    IntLanes whole[4];
    for (std::size_t part = 0; part < 4; ++part) {
      whole[part] = bits_of(load(x + i + part * kLanes) * factor + kRounding);
    }
    store_lowest_bytes(whole, out + i);
  }
  for (; i < size; ++i)
    out[i] = static_cast<std::int8_t>(bits_of(all(x[i] * factor + kRounding))[0]);
  std::fill(out + size, out + padded, std::int8_t{0});
  return bound / 127;
}

RowQuantization quantize_row(const float* x, std::size_t size, std::size_t padded,
                             std::int8_t* high, std::int8_t* low) {
  const Steps steps(range_of(x, size), 127 * kHighByte + 127);
  // The rest of an integer without its high byte is at most 127, so it is never half of 255.
  const auto split = [&](Lanes lanes, IntLanes& upper, IntLanes& lower) {
    const Lanes whole = steps.shifted(lanes) - kRounding;
    const Lanes shifted = whole * (1 / kHighByte) + kRounding;
    upper = bits_of(shifted);
    lower = bits_of(whole - (shifted - kRounding) * kHighByte + kRounding);
  };
  std::size_t i = 0;
  for (; i + 16 <= size; i += 16) {
    IntLanes upper[4];
    IntLanes lower[4];
    for (std::size_t part = 0; part < 4; ++part) {
      split(load(x + i + part * kLanes), upper[part], lower[part]);
    }
    store_lowest_bytes(upper, high + i);
    store_lowest_bytes(lower, low + i);
  }
  for (; i < size; ++i) {
    IntLanes upper;
    IntLanes lower;
    split(all(x[i]), upper, lower);
    high[i] = static_cast<std::int8_t>(upper[0]);
    low[i] = static_cast<std::int8_t>(lower[0]);
  }
  std::fill(high + size, high + padded, std::int8_t{0});
  std::fill(low + size, low + padded, std::int8_t{0});
  return steps.row();
}

}  // namespace noether::neural
