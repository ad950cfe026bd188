#include "noether/algebra/fingerprint/fingerprint_sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "noether/base/hash.h"

namespace noether::algebra {
void Sampler::load(const Expressions& pool, ExprId root) {
  vocabulary_ = &pool.vocabulary();
  steps_.clear();
  operands_.clear();
  variables_.clear();
  mentioned_.fill(false);
  constants_known_ = false;
  if (++loading_ == 0) {  // marks of 2^32 loadings ago would look current
    seen_.assign(seen_.size(), 0);
    loading_ = 1;
  }
  if (seen_.size() <= root) seen_.resize(std::max<std::size_t>(root + 1, seen_.size() * 2), 0);
  stack_.assign(1, {root, 0});
  while (!stack_.empty()) {
    auto& [id, next] = stack_.back();
    const auto operands = pool.operands(id);
    while (next < operands.size() && seen_[operands[next]] >> 32 == loading_) ++next;
    if (next < operands.size()) {
      const ExprId operand = operands[next++];
      stack_.emplace_back(operand, 0);
      continue;
    }
    if (seen_[id] >> 32 != loading_) add_step(pool, id);
    stack_.pop_back();
  }
}

void Sampler::add_step(const Expressions& pool, ExprId id) {
  Step step{.head = pool.head(id)};
  const Op op = step.head.op();
  mentioned_[static_cast<std::size_t>(op)] = true;
  step.first = static_cast<std::uint32_t>(operands_.size());
  step.constant = op != Op::Variable;
  for (const ExprId operand : pool.operands(id)) {
    const auto place = static_cast<std::uint32_t>(seen_[operand]);
    operands_.push_back(place);
    step.constant = step.constant && steps_[place].constant;
  }
  step.count = static_cast<std::uint32_t>(operands_.size()) - step.first;
  step.unary = step.count == 1 ? unary_range(op) : nullptr;
  step.binary = step.count == 2 ? binary_range(op) : nullptr;
  step.name = static_cast<std::uint64_t>(op);
  if (op == Op::Call) step.name = base::digest_of(vocabulary_->function_name(step.head)).low;
  if (op == Op::Variable) {
    step.variable = static_cast<std::uint32_t>(variables_.size());
    variables_.push_back(step.head);
  }
  seen_[id] = (static_cast<std::uint64_t>(loading_) << 32) | steps_.size();
  steps_.push_back(step);
}

// A pseudo-random function of the cells of the operands, so that equal operands give equal values.
// An integral is defined even if its integrand is undefined at this point.
Range Sampler::unknown_function(const Step& step, std::size_t k) const {
  std::uint64_t hash = step.name;
  for (std::uint32_t i = 0; i < step.count; ++i) {
    Cell cell = 0;
    if (!cell_of(ranges_[operands_[step.first + i]][k], cell)) {
      return everything(Defined::Sometimes);
    }
    if (cell == kUndefinedCell && is_strict(step.head.op())) return never();
    hash = mix(hash, cell);
  }
  return range_of(unknown_value(hash));
}

void Sampler::run_ranges(std::span<const double> coordinates, std::size_t points) {
  if (ranges_.size() < steps_.size()) ranges_.resize(steps_.size() * 2);
  for (std::size_t slot = 0; slot < steps_.size(); ++slot) {
    const Step& step = steps_[slot];
    if (step.constant && constants_known_) continue;
    std::array<Range, kBatch>& out = ranges_[slot];
    const std::uint32_t* places = operands_.data() + step.first;
    const std::size_t count = step.constant ? 1 : points;
    if (step.binary != nullptr) {
      const std::array<Range, kBatch>& a = ranges_[places[0]];
      const std::array<Range, kBatch>& b = ranges_[places[1]];
      for (std::size_t k = 0; k < count; ++k) {
        const bool undefined = a[k].defined == Defined::Never || b[k].defined == Defined::Never;
        // Constructed in place, because assignment would copy it once more.
        if (undefined) {
          out[k] = never();
        } else {
          new (&out[k]) Range(step.binary(a[k], b[k]));
        }
      }
    } else if (step.unary != nullptr) {
      const std::array<Range, kBatch>& a = ranges_[places[0]];
      for (std::size_t k = 0; k < count; ++k) {
        if (a[k].defined == Defined::Never) {
          out[k] = never();
        } else {
          new (&out[k]) Range(step.unary(a[k]));
        }
      }
    } else if (step.head.op() == Op::Variable) {
      const double* values = &coordinates[step.variable * kBatch];
      for (std::size_t k = 0; k < count; ++k) out[k] = range_of(values[k]);
    } else if (step.head.op() == Op::Number) {
      out[0] = range_of(vocabulary_->value(step.head));
    } else if (is_unknown_function(step.head.op())) {
      for (std::size_t k = 0; k < count; ++k) out[k] = unknown_function(step, k);
    } else {
      out[0] = range_of(step.head.op(), {});
    }
    if (step.constant) std::fill(out.begin() + 1, out.end(), out[0]);
  }
  constants_known_ = true;
}

double Sampler::plain_value(std::span<const double> coordinates) {
  plain_.resize(steps_.size());
  for (std::size_t slot = 0; slot < steps_.size(); ++slot) {
    const Step& step = steps_[slot];
    const Op op = step.head.op();
    if (op == Op::Variable) {
      plain_[slot] = coordinates[step.variable];
    } else if (op == Op::Number) {
      plain_[slot] = vocabulary_->value(step.head).to_double();
    } else {
      const std::uint32_t* places = operands_.data() + step.first;
      const double a = step.count > 0 ? plain_[places[0]] : 0;
      const double b = step.count > 1 ? plain_[places[1]] : 0;
      plain_[slot] = algebra::plain_value(op, a, b);
    }
    // 1/(1/0) is 0 in doubles, but an error in most programs.
    if (!std::isfinite(plain_[slot])) return std::numeric_limits<double>::quiet_NaN();
  }
  return plain_.back();
}

ExprId Sampler::copy_into(Expressions& arena) const {
  std::vector<ExprId> image;
  std::vector<ExprId> operands;
  image.reserve(steps_.size());
  for (const Step& step : steps_) {
    operands.clear();
    for (std::uint32_t i = 0; i < step.count; ++i) {
      operands.push_back(image[operands_[step.first + i]]);
    }
    image.push_back(arena.make(step.head, operands));
  }
  return image.back();
}

Cells Sampler::sample(std::span<const double> coordinates, std::size_t count) {
  Cells cells{};
  run_ranges(coordinates, count);
  for (std::size_t k = 0; k < count; ++k) {
    if (k > 0 && steps_.back().constant) {
      cells[k] = cells[0];
    } else if (!cell_of(ranges_[steps_.size() - 1][k], cells[k])) {
      cells[k] = refine(coordinates, k, true);
    }
  }
  return cells;
}

Cells Sampler::sample_complex(std::span<const double> coordinates, std::size_t count) {
  Cells cells{};
  for (std::size_t k = 0; k < count; ++k) {
    const bool known = k > 0 && steps_.back().constant;
    cells[k] = known ? cells[0] : refine(coordinates, k, false);
  }
  return cells;
}

}  // namespace noether::algebra
