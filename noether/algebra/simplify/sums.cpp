#include "noether/algebra/simplify/closed_forms.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "noether/algebra/expression/bound_names.h"
#include "noether/algebra/expression/call_names.h"
#include "noether/algebra/normal/workspace.h"
#include "noether/algebra/simplify/usual_order.h"

namespace noether::algebra {
namespace {

using ConditionKind = SideCondition::Kind;

constexpr std::int64_t kMaxMembers = 400;
constexpr std::uint64_t kMaxWrittenSize = 6000;
constexpr std::int64_t kMaxSumDegree = 8;
constexpr std::int64_t kCheckedMembers = 3;

class Summation {
 public:
  Summation(Expressions& pool, normal::Normalizer& normalizer, ExprId body, ExprId index,
            ExprId lower, ExprId upper, bool adds)
      : pool_(pool),
        normalizer_(normalizer),
        body_(body),
        index_(pool.head(index)),
        name_(pool.vocabulary().variable_name(index_)),
        lower_(lower),
        upper_(upper),
        adds_(adds) {}

  std::optional<ClosedForm> find() {
    if (binds_names(pool_, body_)) return std::nullopt;
    const auto first = whole(lower_);
    if (!first) return std::nullopt;
    if (is_call(pool_, upper_, "infinity:")) return adds_ ? series(*first) : std::nullopt;
    if (const auto last = whole(upper_)) return written_out(*first, *last);
    if (has_index_below() || mentions(upper_) || contains(pool_, upper_, Op::Call)) {
      return std::nullopt;
    }
    std::optional<ClosedForm> found = adds_ ? sum(*first) : product(*first);
    if (!found || !is_confirmed(*found, *first)) return std::nullopt;
    found->conditions.push_back({ConditionKind::WholeFrom, upper_, pool_.number(*first)});
    return found;
  }

 private:
  ExprId number(std::int64_t p, std::int64_t q = 1) { return pool_.number(Rational(p, q)); }
  ExprId times(ExprId a, ExprId b) { return pool_.make(Op::Multiply, {a, b}); }
  ExprId over(ExprId a, ExprId b) { return pool_.make(Op::Divide, {a, b}); }
  ExprId plus(ExprId a, ExprId b) { return pool_.make(Op::Add, {a, b}); }
  ExprId minus(ExprId a, ExprId b) { return pool_.make(Op::Subtract, {a, b}); }
  ExprId power(ExprId a, ExprId b) { return pool_.make(Op::Power, {a, b}); }
  ExprId times(OperandPair pair) { return times(pair.first, pair.second); }
  ExprId over(OperandPair pair) { return over(pair.first, pair.second); }
  ExprId plus(OperandPair pair) { return plus(pair.first, pair.second); }
  ExprId minus(OperandPair pair) { return minus(pair.first, pair.second); }
  ExprId power(OperandPair pair) { return power(pair.first, pair.second); }
  ExprId at(ExprId value) { return substitute(pool_, body_, index_, value); }
  ExprId tidy(ExprId id) {
    return in_usual_order(pool_, normalizer_.to_expression(id).value_or(id));
  }
  std::optional<std::int64_t> whole(ExprId id) const {
    return pool_.is_number(id) ? pool_.value(id).to_int() : std::nullopt;
  }
  bool mentions(ExprId id) const {
    return std::ranges::any_of(subexpressions(pool_, id),
                               [&](ExprId part) { return pool_.head(part) == index_; });
  }
  bool is_zero(ExprId id) const { return pool_.is_number(id) && pool_.value(id).is_zero(); }
  // a_k depends on k.
  bool has_index_below() const {
    return std::ranges::any_of(variables_of(pool_, body_), [&](Head variable) {
      return variable != index_ && mentions_name(pool_.vocabulary().variable_name(variable), name_);
    });
  }

  std::optional<ClosedForm> written_out(std::int64_t first, std::int64_t last) {
    if (last - first > kMaxMembers || last < first - 1) return std::nullopt;
    const auto size = tree_size(pool_, body_, kMaxWrittenSize);
    if (size * static_cast<std::uint64_t>(last - first + 1) > kMaxWrittenSize) return std::nullopt;
    ExprId result = number(adds_ ? 0 : 1);
    for (std::int64_t k = first; k <= last; ++k) {
      auto member = member_at(k);
      if (!member) return std::nullopt;
      const ExprId value = in_usual_order(pool_, *member);
      result = k == first ? value : pool_.make(adds_ ? Op::Add : Op::Multiply, {result, value});
      if (pool_.operands(result).size() == 2 && pool_.is_number(pool_.operand(result, 0)) &&
          pool_.is_number(pool_.operand(result, 1))) {
        result = in_usual_order(pool_, result);
      }
    }
    return ClosedForm{result, {}};
  }

  // The body with the index replaced by a number; a_k becomes a_3.
  std::optional<ExprId> member_at(std::int64_t k) {
    ExprId member = at(number(k));
    for (const Head variable : variables_of(pool_, body_)) {
      const std::string_view name = pool_.vocabulary().variable_name(variable);
      if (variable == index_ || !mentions_name(name, name_)) continue;
      if (k < 0 || !name.ends_with("_" + std::string(name_))) return std::nullopt;
      const std::string base(name.substr(0, name.size() - name_.size()));
      member = substitute(pool_, member, variable, pool_.variable(base + std::to_string(k)));
    }
    return member;
  }

  std::optional<ClosedForm> sum(std::int64_t first) {
    if (!mentions(body_)) {
      return ClosedForm{times(body_, tidy(plus({minus(upper_, lower_), number(1)}))), {}};
    }
    if (auto found = binomials(first)) return found;
    if (auto found = polynomial()) return found;
    return geometric();
  }

  // Powers of the index with coefficients that do not depend on it.
  std::optional<ClosedForm> polynomial() {
    normal::Meter meter{normal::Budget{}};
    normal::Workspace& workspace = normalizer_.workspace();
    workspace.use(meter);
    const normal::Canonical canonical = workspace.canonical(body_);
    if (meter.exceeded()) return std::nullopt;
    ExprId total = number(0);
    for (const normal::Term& term : canonical.terms) {
      if (term.imaginary || !term.whole) return std::nullopt;
      std::int64_t degree = 0;
      ExprId coefficient = pool_.number(term.coefficient);
      for (const auto& [atom, exponent] : term.atoms) {
        if (pool_.head(atom) == index_) {
          degree = exponent;
        } else if (mentions(atom)) {
          return std::nullopt;
        } else {
          coefficient = times(coefficient, power(atom, number(exponent)));
        }
      }
      if (degree < 0 || degree > kMaxSumDegree) return std::nullopt;
      const ExprId before = tidy(minus(lower_, number(1)));
      const ExprId part = minus({power_sum(degree, upper_), power_sum(degree, before)});
      total = plus(total, times(coefficient, part));
    }
    return ClosedForm{factored(total), {}, true};
  }

  // Writes n(n+1)/2 rather than (n^2+n)/2.
  ExprId factored(ExprId total) {
    normal::Meter meter{normal::Budget{}};
    normal::Workspace& workspace = normalizer_.workspace();
    workspace.use(meter);
    const normal::Factored parts = workspace.factored(total);
    if (meter.exceeded() || parts.content.is_zero()) return tidy(total);
    ExprId product = pool_.number(parts.content);
    for (const auto& factor : parts.factors) {
      product = times(product, power(factor.expression, number(factor.exponent)));
    }
    return in_usual_order(pool_, product);
  }

  // 1^p + ... + n^p: (p+1) S_p = (n+1)^{p+1} - 1 - sum of binomial(p+1, j) S_j, j < p.
  ExprId power_sum(std::int64_t p, ExprId n) {
    std::vector<ExprId> sums;
    for (std::int64_t degree = 0; degree <= p; ++degree) {
      ExprId total = minus({power({plus(n, number(1)), number(degree + 1)}), number(1)});
      std::int64_t binomial = 1;
      for (std::int64_t j = 0; j < degree; ++j) {
        total = minus(total, times(number(binomial), sums[static_cast<std::size_t>(j)]));
        binomial = binomial * (degree + 1 - j) / (j + 1);
      }
      // The sum of k^0 from 1 is n, which equals (n+1) - 1.
      sums.push_back(tidy(over(total, number(degree + 1))));
    }
    return sums.back();
  }

  // The quotient of neighbouring members, if it does not depend on the index.
  std::optional<ExprId> ratio() {
    const ExprId next = at(plus({pool_.leaf(index_), number(1)}));
    const auto quotient = normalizer_.to_expression(over(next, body_));
    if (!quotient || mentions(*quotient)) return std::nullopt;
    return tidy(*quotient);
  }

  std::optional<ClosedForm> geometric() {
    const auto q = ratio();
    if (!q || contains(pool_, *q, Op::Call)) return std::nullopt;
    if (pool_.is_number(*q) && pool_.value(*q).is_one()) return std::nullopt;
    ClosedForm form;
    const ExprId length = tidy(plus({minus(upper_, lower_), number(1)}));
    // x^0, where x is not 0.
    const bool is_one = pool_.op(body_) == Op::Power && pool_.operand(body_, 0) == *q &&
                        pool_.head(pool_.operand(body_, 1)) == index_ && is_zero(lower_);
    const ExprId first = is_one ? number(1) : at(lower_);
    form.expression =
        over({times(first, minus({power(*q, length), number(1)})), minus(*q, number(1))});
    if (!pool_.is_number(*q)) {
      form.conditions.push_back({ConditionKind::Nonzero, tidy(minus(*q, number(1)))});
      form.conditions.push_back({ConditionKind::Nonzero, *q});
    }
    return form;
  }

  // The sum of binomial(n, k) over all k.
  std::optional<ClosedForm> binomials(std::int64_t first) {
    if (first != 0 || pool_.op(body_) != Op::Binomial) return std::nullopt;
    if (pool_.operand(body_, 0) != upper_ || pool_.head(pool_.operand(body_, 1)) != index_) {
      return std::nullopt;
    }
    return ClosedForm{power(number(2), upper_), {}};
  }

  std::optional<ClosedForm> product(std::int64_t first) {
    if (!mentions(body_)) {
      return ClosedForm{power(body_, tidy(plus({minus(upper_, lower_), number(1)}))), {}};
    }
    if (pool_.head(body_) == index_ && first == 1) {
      return ClosedForm{pool_.make(Op::Factorial, {upper_}), {}};
    }
    return std::nullopt;
  }

  // Checks the formula against the first members.
  bool is_confirmed(const ClosedForm& form, std::int64_t first) {
    const auto variables = variables_of(pool_, upper_);
    if (pool_.op(upper_) != Op::Variable || variables.size() != 1) return true;
    if (std::ranges::any_of(variables_of(pool_, body_),
                            [&](Head v) { return v == variables[0]; }) &&
        pool_.op(body_) != Op::Binomial) {
      return true;
    }
    for (std::int64_t last = first; last < first + kCheckedMembers; ++last) {
      ExprId direct = number(adds_ ? 0 : 1);
      for (std::int64_t k = first; k <= last; ++k) {
        const ExprId term = at(number(k));
        const ExprId member = substitute(pool_, term, variables[0], number(last));
        direct = pool_.make(adds_ ? Op::Add : Op::Multiply, {direct, member});
      }
      const ExprId said = substitute(pool_, form.expression, variables[0], number(last));
      if (!normalizer_.equal(direct, said).value_or(false)) return false;
    }
    return true;
  }

  std::optional<ClosedForm> series(std::int64_t first) {
    if (has_index_below()) return std::nullopt;
    const ExprId k = pool_.leaf(index_);
    const auto is = [&](ExprId known) { return normalizer_.equal(body_, known).value_or(false); };
    const ExprId pi = pool_.leaf(Op::Pi);
    if (first == 1 && is(over({number(1), power(k, number(2))}))) {
      return ClosedForm{over({power(pi, number(2)), number(6)}), {}};
    }
    if (first == 1 && is(over({number(1), power(k, number(4))}))) {
      return ClosedForm{over({power(pi, number(4)), number(90)}), {}};
    }
    const ExprId factorial = pool_.make(Op::Factorial, {k});
    if (first == 0 && is(over(number(1), factorial))) return ClosedForm{pool_.leaf(Op::E), {}};
    for (const Head x : variables_of(pool_, body_)) {
      if (x == index_ || first != 0) continue;
      // The member for k = 0 is 0^0.
      if (is(over(power(pool_.leaf(x), k), factorial))) {
        return ClosedForm{power({pool_.leaf(Op::E), pool_.leaf(x)}),
                          {{ConditionKind::Nonzero, pool_.leaf(x)}}};
      }
    }
    const auto q = ratio();
    if (!q || contains(pool_, *q, Op::Call)) return std::nullopt;
    const ExprId sum = over(at(lower_), minus(number(1), *q));
    const ExprId size = pool_.make(Op::Abs, {*q});
    if (pool_.is_number(*q)) {
      const Rational value = pool_.value(*q);
      if (!(value < Rational(1)) || !(Rational(-1) < value)) return std::nullopt;
      return ClosedForm{sum, {}};
    }
    if (variables_of(pool_, *q).empty()) return std::nullopt;
    return ClosedForm{
        sum, {{ConditionKind::Positive, minus(number(1), size)}, {ConditionKind::Nonzero, *q}}};
  }

  Expressions& pool_;
  normal::Normalizer& normalizer_;
  ExprId body_;
  Head index_;
  std::string name_;
  ExprId lower_;
  ExprId upper_;
  bool adds_;
};

}  // namespace

std::optional<ClosedForm> find_closed_form(Expressions& pool, normal::Normalizer& normalizer,
                                           ExprId sum) {
  const auto operands = pool.operands(sum);
  if (operands.size() != 3 || !is_call(pool, operands[1], "=:")) return std::nullopt;
  const auto range = pool.operands(operands[1]);
  if (range.size() != 2 || pool.op(range[0]) != Op::Variable) return std::nullopt;
  return Summation(pool, normalizer, operands[0], range[0], range[1], operands[2],
                   is_call(pool, sum, "sum:"))
      .find();
}

}  // namespace noether::algebra
