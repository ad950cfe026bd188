#include "noether/algebra/simplify/number_roots.h"

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/algebra/normal/number_parts.h"

namespace noether::algebra {
namespace {

constexpr std::int64_t kMaxIndex = 12;
constexpr std::uint64_t kMaxBits = 64;

// Returns whether it is b^r with a positive number b and a non-integer r.
bool is_root_of_number(const Expressions& pool, ExprId id) {
  const Op op = pool.op(id);
  if (op != Op::Sqrt && op != Op::Power) return false;
  const ExprId base = pool.operand(id, 0);
  if (!pool.is_number(base) || pool.value(base).sign() <= 0) return false;
  if (op == Op::Sqrt) return true;
  return pool.is_number(pool.operand(id, 1)) && !pool.value(pool.operand(id, 1)).is_integer();
}

class RootsOfNumbers {
 public:
  explicit RootsOfNumbers(Expressions& pool) : pool_(pool) {}

  ExprId rewrite(ExprId root) {
    for (const ExprId id : subexpressions(pool_, root)) {
      std::vector<ExprId> operands;
      for (const ExprId operand : pool_.operands(id)) operands.push_back(image_[operand]);
      const ExprId plain = pool_.make(pool_.head(id), operands);
      image_[id] = together(plain);
    }
    return image_[root];
  }

 private:
  struct Product {
    Rational coefficient = Rational(1);
    std::map<Rational, Rational> exponents;  // of primes
    std::vector<ExprId> above;
    std::vector<ExprId> below;
    bool has_root = false;
  };

  void collect(ExprId id, int sign, Product& out) {
    const Op op = pool_.op(id);
    if (op == Op::Multiply || op == Op::Divide) {
      collect(pool_.operand(id, 0), sign, out);
      collect(pool_.operand(id, 1), op == Op::Divide ? -sign : sign, out);
      return;
    }
    if (pool_.is_number(id) && !pool_.value(id).is_zero()) {
      const Rational& value = pool_.value(id);
      out.coefficient = sign > 0 ? out.coefficient * value : out.coefficient / value;
      return;
    }
    if (!is_root_of_number(pool_, id)) {
      (sign > 0 ? out.above : out.below).push_back(id);
      return;
    }
    out.has_root = true;
    const Rational exponent =
        op == Op::Sqrt ? Rational(1, 2) : Rational(pool_.value(pool_.operand(id, 1)));
    for (const auto& [prime, times] : normal::primes_of(pool_.value(pool_.operand(id, 0)))) {
      Rational& entry = out.exponents[prime];
      entry = entry + exponent * Rational(times * sign);
    }
  }

  ExprId product(const std::vector<ExprId>& factors) {
    ExprId all = kNoExpr;
    for (const ExprId factor : factors) {
      all = all == kNoExpr ? factor : pool_.make(Op::Multiply, {all, factor});
    }
    return all == kNoExpr ? pool_.number(1) : all;
  }

  ExprId together(ExprId id) {
    const Op op = pool_.op(id);
    if (op != Op::Multiply && op != Op::Divide && !is_root_of_number(pool_, id)) return id;
    Product parts;
    collect(id, 1, parts);
    if (!parts.has_root) return id;
    std::map<std::int64_t, Rational> radicands;  // by the index of the root
    for (const auto& [prime, exponent] : parts.exponents) {
      const Rational whole = exponent.floor();
      const Rational rest = exponent - whole;
      const auto factor = Rational::power(prime, whole);
      const auto index = denominator(rest);
      if (!factor || !index || *index > kMaxIndex) return id;
      parts.coefficient = parts.coefficient * *factor;
      if (rest.is_zero()) continue;
      const auto under = Rational::power(prime, rest * Rational(*index));
      if (!under) return id;
      const auto [entry, is_new] = radicands.emplace(*index, *under);
      if (!is_new) entry->second = entry->second * *under;
      if (entry->second.bits() > kMaxBits) return id;
    }
    std::vector<ExprId> above;
    const Rational divisor = denominator_part(parts.coefficient);
    const Rational size = parts.coefficient * divisor;
    if (!size.is_one()) above.push_back(pool_.number(size));
    for (const auto& [index, radicand] : radicands) {
      const ExprId under = pool_.number(radicand);
      above.push_back(index == 2
                          ? pool_.make(Op::Sqrt, {under})
                          : pool_.make(Op::Power, {under, pool_.number(Rational(1, index))}));
    }
    above.insert(above.end(), parts.above.begin(), parts.above.end());
    std::vector<ExprId> under_bar;
    if (!divisor.is_one()) under_bar.push_back(pool_.number(divisor));
    under_bar.insert(under_bar.end(), parts.below.begin(), parts.below.end());
    const ExprId numerator = product(above);
    return under_bar.empty() ? numerator : pool_.make(Op::Divide, {numerator, product(under_bar)});
  }

  static Rational denominator_part(const Rational& value) {
    Rational below;
    fmpz_set(fmpq_numref(below.raw()), fmpq_denref(value.raw()));
    return below;
  }
  static std::optional<std::int64_t> denominator(const Rational& value) {
    return denominator_part(value).to_int();
  }

  Expressions& pool_;
  std::unordered_map<ExprId, ExprId> image_;
};

// coefficient * sqrt(radicand)
struct RootTerm {
  Rational coefficient = Rational(1);
  Rational radicand = Rational(1);
};

std::optional<RootTerm> root_term(const Expressions& pool, ExprId id) {
  switch (pool.op(id)) {
    case Op::Number:
      return RootTerm{pool.value(id), Rational(1)};
    case Op::Sqrt:
      if (!is_root_of_number(pool, id)) return std::nullopt;
      return RootTerm{Rational(1), pool.value(pool.operand(id, 0))};
    case Op::Power:
      if (!is_root_of_number(pool, id) || pool.value(pool.operand(id, 1)) != Rational(1, 2)) {
        return std::nullopt;
      }
      return RootTerm{Rational(1), pool.value(pool.operand(id, 0))};
    case Op::Multiply: {
      const auto a = root_term(pool, pool.operand(id, 0));
      const auto b = a ? root_term(pool, pool.operand(id, 1)) : std::nullopt;
      if (!b) return std::nullopt;
      return RootTerm{a->coefficient * b->coefficient, a->radicand * b->radicand};
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

ExprId with_number_roots(Expressions& pool, ExprId root) {
  return RootsOfNumbers(pool).rewrite(root);
}

std::optional<ExprId> rationalized(Expressions& pool, ExprId fraction) {
  if (pool.op(fraction) != Op::Divide) return std::nullopt;
  const ExprId above = pool.operand(fraction, 0);
  const ExprId below = pool.operand(fraction, 1);
  const Op op = pool.op(below);
  if (op != Op::Add && op != Op::Subtract) return std::nullopt;
  const auto a = root_term(pool, pool.operand(below, 0));
  auto b = a ? root_term(pool, pool.operand(below, 1)) : std::nullopt;
  if (!b || (a->radicand.is_one() && b->radicand.is_one())) return std::nullopt;
  if (op == Op::Subtract) b->coefficient = -b->coefficient;
  const Rational norm =
      a->coefficient * a->coefficient * a->radicand - b->coefficient * b->coefficient * b->radicand;
  if (norm.is_zero()) return std::nullopt;
  const auto term = [&](const RootTerm& one) {
    const ExprId root = pool.make(Op::Sqrt, {pool.number(one.radicand)});
    return pool.make(Op::Multiply, {pool.number(one.coefficient), root});
  };
  const ExprId conjugate = pool.make(Op::Subtract, {term(*a), term(*b)});
  const ExprId product = pool.make(Op::Multiply, {above, conjugate});
  return pool.make(Op::Multiply, {pool.number(Rational(1) / norm), product});
}

}  // namespace noether::algebra
