#include "noether/algebra/simplify/usual_order.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/algebra/expression/fold.h"
#include "noether/algebra/normal/number_parts.h"
#include "noether/algebra/notation/write_expression.h"

namespace noether::algebra {
namespace {

// Longer expressions are not readable in any order.
constexpr std::uint64_t kMaxOrderedSize = 4000;
constexpr int kMaxPasses = 4;
// Larger numbers stay powers and factorials.
constexpr std::uint64_t kMaxFoldedBits = 64;

// coefficient * above / below; the factors are in the usual form.
struct Product {
  Rational coefficient{1};
  std::map<ExprId, std::int64_t> above;  // exponents, positive
  std::map<ExprId, std::int64_t> below;
};

class UsualOrder {
 public:
  explicit UsualOrder(Expressions& pool) : pool_(pool) {}

  ExprId order(ExprId root) {
    std::vector<ExprId> operands;
    for (const ExprId id : subexpressions(pool_, root)) {
      operands.clear();
      for (const ExprId operand : pool_.operands(id)) operands.push_back(image_[operand]);
      image_[id] = make(pool_.head(id), operands);
    }
    return image_[root];
  }

 private:
  bool is_number(ExprId id, const Rational& value) const {
    return pool_.is_number(id) && pool_.value(id) == value;
  }

  bool is_nonzero_number(ExprId id) const {
    return pool_.is_number(id) && !pool_.value(id).is_zero();
  }

  ExprId make(Head head, std::span<const ExprId> operands) {
    if (const auto number = folded(head.op(), operands)) return pool_.number(*number);
    const ExprId plain = pool_.make(head, operands);
    switch (head.op()) {
      case Op::Add:
      case Op::Subtract:
        return sum(plain);
      case Op::Multiply:
      case Op::Divide:
        return product(plain);
      case Op::Exp:
        if (is_number(operands[0], 1)) return pool_.leaf(Op::E);
        return pool_.make(Op::Power, {pool_.leaf(Op::E), operands[0]});
      case Op::Sqrt:
        return root(operands[0]).value_or(plain);
      case Op::Power:
        return power(plain);
      default:
        return plain;
    }
  }

  std::optional<Rational> folded(Op op, std::span<const ExprId> operands) const {
    if (operands.empty() || op == Op::Call || op == Op::Derivative || op == Op::Integral ||
        op == Op::DefiniteIntegral) {
      return std::nullopt;
    }
    std::vector<const Rational*> values;
    for (const ExprId operand : operands) {
      if (!pool_.is_number(operand)) return std::nullopt;
      values.push_back(&pool_.value(operand));
    }
    auto number = fold(op, values);
    const bool may_be_long = op != Op::Power && op != Op::Factorial && op != Op::Gamma;
    if (number && !may_be_long && number->bits() > kMaxFoldedBits) return std::nullopt;
    return number;
  }

  // sqrt{p/q} is s \sqrt{t}/q with a square-free t.
  std::optional<ExprId> root(ExprId radicand) {
    if (!pool_.is_number(radicand) || pool_.value(radicand).sign() <= 0) return std::nullopt;
    const Rational value = pool_.value(radicand);
    if (value.bits() > kMaxFoldedBits) return std::nullopt;
    Rational outside(1);
    Rational inside(1);
    for (const auto& [prime, exponent] : normal::primes_of(value)) {
      // Rounds down, so that the remainder is 0 or 1.
      const std::int64_t half = exponent >= 0 ? exponent / 2 : -((-exponent + 1) / 2);
      const auto power = Rational::power(prime, Rational(half));
      if (!power) return std::nullopt;
      outside = outside * *power;
      if (exponent - 2 * half == 1) inside = inside * prime;
    }
    if (outside.is_one() && inside == value) return std::nullopt;
    Product result;
    result.coefficient = outside;
    if (!inside.is_one()) result.above[pool_.make(Op::Sqrt, {pool_.number(inside)})] = 1;
    return write(result);
  }

  ExprId power(ExprId plain) {
    const ExprId base = pool_.operand(plain, 0);
    const ExprId exponent = pool_.operand(plain, 1);
    if (!pool_.is_number(exponent)) return plain;
    const Rational value = pool_.value(exponent);
    if (value.is_one()) return base;
    if (value == Rational(1, 2)) {
      return root(base).value_or(pool_.make(Op::Sqrt, {base}));
    }
    const bool is_product = pool_.op(base) == Op::Multiply || pool_.op(base) == Op::Divide;
    if (value.sign() < 0 || (is_product && value.is_integer())) return product(plain);
    // 2^{5/2} is 4\sqrt 2.
    if (pool_.is_number(base) && pool_.value(base).sign() > 0 && Rational(1) < value &&
        !value.is_integer()) {
      const Rational whole = value.floor();
      const auto number = Rational::power(pool_.value(base), whole);
      if (!number || number->bits() > kMaxFoldedBits) return plain;
      const ExprId rest = make(Head(Op::Power), std::array{base, pool_.number(value - whole)});
      const ExprId both = pool_.make(Op::Multiply, {pool_.number(*number), rest});
      return product(both);
    }
    return plain;
  }

  void collect(ExprId id, bool inverted, Product& into) const {
    struct Open {
      ExprId id;
      bool under;
      std::int64_t times;  // positive
    };
    std::vector<Open> open{{id, inverted, 1}};
    while (!open.empty()) {
      const auto [at, under, times] = open.back();
      open.pop_back();
      const Op op = pool_.op(at);
      if (op == Op::Multiply) {
        open.push_back({pool_.operand(at, 0), under, times});
        open.push_back({pool_.operand(at, 1), under, times});
        continue;
      }
      // 1/(x/y) is not y/x, which also has a value at y = 0.
      if (op == Op::Divide && (!under || is_nonzero_number(pool_.operand(at, 1)))) {
        open.push_back({pool_.operand(at, 0), under, times});
        open.push_back({pool_.operand(at, 1), !under, times});
        continue;
      }
      if (op == Op::Number && !(under && pool_.value(at).is_zero())) {
        if (const auto number = Rational::power(pool_.value(at), Rational(times))) {
          into.coefficient = under ? into.coefficient / *number : into.coefficient * *number;
          continue;
        }
      }
      ExprId base = at;
      std::int64_t exponent = times;
      if (op == Op::Power && pool_.is_number(pool_.operand(at, 1))) {
        const auto whole = pool_.value(pool_.operand(at, 1)).to_int();
        if (whole && *whole != 0 && std::abs(*whole) < 1000 && times < 1000 &&
            (!under || *whole > 0)) {
          base = pool_.operand(at, 0);
          exponent = *whole * times;
          const bool is_product = pool_.op(base) == Op::Multiply || pool_.op(base) == Op::Divide;
          if (is_product && exponent > 0) {
            open.push_back({base, under, exponent});
            continue;
          }
        }
      }
      const bool below = under != (exponent < 0);
      (below ? into.below : into.above)[base] += std::abs(exponent);
    }
  }

  ExprId product(ExprId plain) {
    Product parts;
    collect(plain, false, parts);
    // 0 f(x) has no value where f has none.
    if (parts.coefficient.is_zero()) return is_all_total(parts) ? pool_.number(0) : plain;
    return write(std::move(parts));
  }

  ExprId write(Product parts) {
    gather_roots(parts);
    const Rational size = normal::absolute(parts.coefficient);
    Rational numerator;
    Rational denominator;
    fmpz_set(fmpq_numref(numerator.raw()), fmpq_numref(size.raw()));
    fmpz_set(fmpq_numref(denominator.raw()), fmpq_denref(size.raw()));
    const bool negative = parts.coefficient.sign() < 0;
    if (parts.above.empty() && parts.below.empty()) return pool_.number(parts.coefficient);
    if (parts.below.empty() && denominator.is_one()) {
      return chain(negative ? -numerator : numerator, parts.above);
    }
    const ExprId above = chain(numerator, parts.above);
    const ExprId below = chain(denominator, parts.below);
    const ExprId quotient = pool_.make(Op::Divide, {above, below});
    return negative ? pool_.negate(quotient) : quotient;
  }

  // \sqrt 2\sqrt 3 is \sqrt 6, and \sqrt 2\sqrt 2 is 2.
  void gather_roots(Product& parts) {
    Rational radicand(1);
    int roots = 0;
    for (auto at = parts.above.begin(); at != parts.above.end();) {
      const bool is_root = pool_.op(at->first) == Op::Sqrt &&
                           pool_.is_number(pool_.operand(at->first, 0)) &&
                           pool_.value(pool_.operand(at->first, 0)).sign() > 0;
      if (!is_root || at->second > 8) {
        ++at;
        continue;
      }
      for (std::int64_t i = 0; i < at->second; ++i) {
        radicand = radicand * pool_.value(pool_.operand(at->first, 0));
        ++roots;
      }
      at = parts.above.erase(at);
    }
    if (roots == 0) return;
    const ExprId number = pool_.number(radicand);
    const ExprId one = pool_.make(Op::Sqrt, {number});
    const ExprId simple = roots == 1 ? one : root(number).value_or(one);
    if (pool_.op(simple) == Op::Sqrt) {
      parts.above[simple] += 1;
    } else {
      collect(simple, false, parts);
    }
  }

  ExprId chain(const Rational& coefficient, const std::map<ExprId, std::int64_t>& factors) {
    std::vector<std::pair<ExprId, std::int64_t>> sorted(factors.begin(), factors.end());
    std::ranges::sort(sorted, {}, [&](const auto& factor) {
      return std::tuple(factor_rank(pool_, factor.first), tree_size(pool_, factor.first),
                        name(factor.first));
    });
    ExprId product = kNoExpr;
    for (const auto& [base, exponent] : sorted) {
      const ExprId factor =
          exponent == 1 ? base : pool_.make(Op::Power, {base, pool_.number(exponent)});
      product = product == kNoExpr ? factor : pool_.make(Op::Multiply, {product, factor});
    }
    if (product == kNoExpr) return pool_.number(coefficient);
    if (coefficient.is_one()) return product;
    return pool_.make(Op::Multiply, {pool_.number(coefficient), product});
  }

  const std::string& name(ExprId id) {
    const auto found = names_.find(id);
    if (found != names_.end()) return found->second;
    return names_[id] = expression_text(formula::Notation::Prefix, pool_, id);
  }

  bool is_all_total(const Product& parts) const {
    return parts.below.empty() && std::ranges::all_of(parts.above, [&](const auto& factor) {
             return is_total(pool_, factor.first);
           });
  }

  struct Term {
    Rational coefficient;
    ExprId rest = kNoExpr;  // kNoExpr: a number
    double degree = 0;
    int rank = 0;
    std::map<std::string, double> letters;
    std::string text;
  };

  static bool stands_before(const Term& a, const Term& b) {
    if (a.degree != b.degree) return a.degree > b.degree;
    if (a.rank != b.rank) return a.rank < b.rank;
    auto at = a.letters.begin();
    auto bt = b.letters.begin();
    for (; at != a.letters.end() && bt != b.letters.end(); ++at, ++bt) {
      if (at->first != bt->first) return at->first < bt->first;
      if (at->second != bt->second) return at->second > bt->second;
    }
    if (at != a.letters.end() || bt != b.letters.end()) return at != a.letters.end();
    return a.text < b.text;
  }

  ExprId sum(ExprId plain) {
    std::vector<Term> terms;
    std::vector<std::pair<ExprId, bool>> open{{plain, false}};
    while (!open.empty()) {
      const auto [id, minus] = open.back();
      open.pop_back();
      const Op op = pool_.op(id);
      if (op == Op::Add || op == Op::Subtract) {
        open.emplace_back(pool_.operand(id, 0), minus);
        open.emplace_back(pool_.operand(id, 1), minus != (op == Op::Subtract));
        continue;
      }
      Product parts;
      collect(id, false, parts);
      Term term;
      term.coefficient = minus ? -parts.coefficient : parts.coefficient;
      if (parts.coefficient.is_zero()) {
        if (!is_all_total(parts)) return plain;  // 0 f(x)
        continue;
      }
      if (!parts.above.empty() || !parts.below.empty()) {
        parts.coefficient = Rational(1);
        term.rest = write(std::move(parts));
      }
      const auto same = std::ranges::find(terms, term.rest, &Term::rest);
      if (same == terms.end()) {
        terms.push_back(std::move(term));
      } else if (const Rational both = same->coefficient + term.coefficient;
                 !both.is_zero() || term.rest == kNoExpr || is_total(pool_, term.rest)) {
        same->coefficient = both;
      } else {
        terms.push_back(std::move(term));  // x/y - x/y has the domain of x/y
      }
    }
    std::erase_if(terms, [](const Term& term) { return term.coefficient.is_zero(); });
    if (terms.empty()) return pool_.number(0);
    for (Term& term : terms) {
      if (term.rest != kNoExpr) {
        term.degree = degree(pool_, term.rest);
        add_letters(pool_, term.rest, 1, term.letters);
        term.text = name(term.rest);
      }
      term.rank = term.rest == kNoExpr ? 1 : constant_rank(pool_, term.rest);
    }
    std::ranges::stable_sort(terms, stands_before);
    // Writes 1 - x rather than -x + 1.
    if (terms.size() == 2 && terms[0].coefficient.sign() < 0 && terms[1].coefficient.sign() > 0) {
      std::swap(terms[0], terms[1]);
    }
    const auto written = [&](const Term& term, const Rational& coefficient) {
      if (term.rest == kNoExpr) return pool_.number(coefficient);
      Product parts;
      collect(term.rest, false, parts);
      parts.coefficient = parts.coefficient * coefficient;
      return write(std::move(parts));
    };
    ExprId sum = kNoExpr;
    for (const Term& term : terms) {
      if (sum == kNoExpr) {
        sum = written(term, term.coefficient);
      } else if (term.coefficient.sign() < 0) {
        sum = pool_.make(Op::Subtract, {sum, written(term, -term.coefficient)});
      } else {
        sum = pool_.make(Op::Add, {sum, written(term, term.coefficient)});
      }
    }
    return sum;
  }

  Expressions& pool_;
  std::unordered_map<ExprId, ExprId> image_;
  std::unordered_map<ExprId, std::string> names_;
};

}  // namespace

ExprId in_usual_order(Expressions& pool, ExprId root) {
  if (tree_size(pool, root, kMaxOrderedSize) >= kMaxOrderedSize) return root;
  // A combined denominator may contain a fraction again.
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    const ExprId next = UsualOrder(pool).order(root);
    if (next == root) break;
    root = next;
  }
  return root;
}

}  // namespace noether::algebra
