#include "bench/identities/fungrim_predicate.h"

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

namespace noether::bench {
namespace {

using Complex = std::complex<double>;
using Unknown = std::set<std::string>;

bool close(double a, double b) {
  if (std::isinf(a) || std::isinf(b)) return a == b;
  return std::abs(a - b) <= 1e-12 * std::max({1.0, std::abs(a), std::abs(b)});
}
bool same(Complex a, Complex b) { return close(a.real(), b.real()) && close(a.imag(), b.imag()); }
bool is_real(Complex a) { return close(a.imag(), 0); }
bool is_whole(Complex a) { return is_real(a) && close(a.real(), std::round(a.real())); }
bool below(double a, double b) { return a < b && !close(a, b); }

bool is_prime(double a) {
  if (a < 2) return false;
  for (double d = 2; d * d <= a && d < 1e6; ++d) {
    if (std::fmod(a, d) == 0) return false;
  }
  return true;
}

const std::map<std::string, std::function<Complex(Complex)>, std::less<>>& functions() {
  static const std::map<std::string, std::function<Complex(Complex)>, std::less<>> all{
      {"Neg", [](Complex a) { return -a; }},
      {"Re", [](Complex a) { return Complex(a.real()); }},
      {"Im", [](Complex a) { return Complex(a.imag()); }},
      {"Abs", [](Complex a) { return Complex(std::abs(a)); }},
      {"Arg", [](Complex a) { return Complex(std::atan2(a.imag() + 0.0, a.real())); }},
      {"Conjugate", [](Complex a) { return std::conj(a); }},
      {"Sqrt", [](Complex a) { return std::sqrt(a); }},
      {"Exp", [](Complex a) { return std::exp(a); }},
      {"Log", [](Complex a) { return std::log(a); }},
      {"Sin", [](Complex a) { return std::sin(a); }},
      {"Cos", [](Complex a) { return std::cos(a); }},
      {"Tan", [](Complex a) { return std::tan(a); }},
      {"Sinh", [](Complex a) { return std::sinh(a); }},
      {"Cosh", [](Complex a) { return std::cosh(a); }},
      {"Tanh", [](Complex a) { return std::tanh(a); }},
      {"Sign", [](Complex a) { return a == 0.0 ? a : a / std::abs(a); }},
      {"Floor", [](Complex a) { return Complex(std::floor(a.real())); }},
      {"Ceil", [](Complex a) { return Complex(std::ceil(a.real())); }},
      {"Parentheses", [](Complex a) { return a; }},
  };
  return all;
}

std::optional<bool> in_interval(Complex z, const FungrimTerm& set, const FungrimValues& values,
                                Unknown& unknown, bool open_below, bool open_above) {
  const auto lower = fungrim_value(set.arguments[0], values, unknown);
  const auto upper = fungrim_value(set.arguments[1], values, unknown);
  if (!lower || !upper) return std::nullopt;
  if (!is_real(z)) return false;
  const double x = z.real();
  const bool above = below(lower->real(), x) || (!open_below && close(lower->real(), x));
  const bool under = below(x, upper->real()) || (!open_above && close(upper->real(), x));
  return above && under;
}

// Set(f(n), ForElement(n, ZZ)) contains the values of f at whole numbers n; tries those within a
// range.
std::optional<bool> in_family(Complex z, const FungrimTerm& set, const FungrimValues& values,
                              Unknown& unknown) {
  const FungrimTerm& range = set.arguments[1];
  if (range.arguments.size() < 2) return std::nullopt;
  FungrimValues with = values;
  for (int n = -200; n <= 200; ++n) {
    with[range.arguments[0].name] = n;
    FungrimTerm member;
    member.name = "Element";
    member.is_call = true;
    member.arguments = {range.arguments[0], range.arguments[1]};
    const auto allowed = fungrim_holds(member, with, unknown);
    const auto value = fungrim_value(set.arguments[0], with, unknown);
    if (!allowed || !value) return std::nullopt;
    if (*allowed && same(*value, z)) return true;
  }
  return false;
}

std::optional<bool> contains(const FungrimTerm& set, Complex z, const FungrimValues& values,
                             Unknown& unknown) {
  const std::string& name = set.name;
  const std::size_t count = set.arguments.size();
  if (!set.is_call) {
    if (name == "CC") return true;
    if (name == "RR") return is_real(z);
    if (name == "QQ") return is_real(z);  // every tested real coordinate is close to one
    if (name == "ZZ") return is_whole(z);
    if (name == "NN") return is_whole(z) && z.real() > -0.5;
    if (name == "HH") return below(0, z.imag());
    if (name == "PP") return is_whole(z) && is_prime(std::round(z.real()));
    // Fungrim's abbreviations for the points where gamma has no pole.
    if (name == "Gamma_domain") return !(is_whole(z) && z.real() < 0.5);
    if (name == "Gamma_sub1_domain") return !(is_whole(z) && z.real() < 1.5);
  } else if (name == "OpenInterval" && count == 2) {
    return in_interval(z, set, values, unknown, true, true);
  } else if (name == "ClosedInterval" && count == 2) {
    return in_interval(z, set, values, unknown, false, false);
  } else if (name == "OpenClosedInterval" && count == 2) {
    return in_interval(z, set, values, unknown, true, false);
  } else if (name == "ClosedOpenInterval" && count == 2) {
    return in_interval(z, set, values, unknown, false, true);
  } else if (name == "Range" && count == 2) {
    const auto inside = in_interval(z, set, values, unknown, false, false);
    return inside ? std::optional(*inside && is_whole(z)) : std::nullopt;
  } else if ((name == "ZZGreaterEqual" || name == "ZZLessEqual") && count == 1) {
    const auto bound = fungrim_value(set.arguments[0], values, unknown);
    if (!bound) return std::nullopt;
    const double over =
        name == "ZZGreaterEqual" ? z.real() - bound->real() : bound->real() - z.real();
    return is_whole(z) && over > -0.5;
  } else if (name == "Set" && count == 2 &&
             (set.arguments[1].is("ForElement") || set.arguments[1].is("For"))) {
    return in_family(z, set, values, unknown);
  } else if (name == "Set") {
    for (const FungrimTerm& member : set.arguments) {
      const auto value = fungrim_value(member, values, unknown);
      if (!value) return std::nullopt;
      if (same(*value, z)) return true;
    }
    return false;
  } else if (name == "SetMinus" && count == 2) {
    const auto in = contains(set.arguments[0], z, values, unknown);
    const auto out = contains(set.arguments[1], z, values, unknown);
    if (!in || !out) return std::nullopt;
    return *in && !*out;
  } else if (name == "Union" || name == "Intersection") {
    bool any = false;
    bool all = true;
    for (const FungrimTerm& part : set.arguments) {
      const auto in = contains(part, z, values, unknown);
      if (!in) return std::nullopt;
      any |= *in;
      all &= *in;
    }
    return name == "Union" ? any : all;
  } else if (name == "Parentheses" && count == 1) {
    return contains(set.arguments[0], z, values, unknown);
  }
  unknown.insert(name);
  return std::nullopt;
}

}  // namespace

std::optional<Complex> fungrim_value(const FungrimTerm& term, const FungrimValues& values,
                                     Unknown& unknown) {
  if (term.is_number) return std::stod(term.name);
  if (!term.is_call) {
    if (const auto at = values.find(term.name); at != values.end()) return at->second;
    if (term.name == "Pi" || term.name == "ConstPi") return std::numbers::pi;
    if (term.name == "ConstE") return std::numbers::e;
    if (term.name == "ConstI") return Complex(0, 1);
    if (term.name == "GoldenRatio") return std::numbers::phi;
    if (term.name == "Infinity") return std::numeric_limits<double>::infinity();
    unknown.insert(term.name);
    return std::nullopt;
  }
  std::vector<Complex> a;
  for (const FungrimTerm& argument : term.arguments) {
    const auto value = fungrim_value(argument, values, unknown);
    if (!value) return std::nullopt;
    a.push_back(*value);
  }
  if (a.size() == 1) {
    if (term.name == "Neg" && std::isinf(a[0].real())) return -a[0].real();
    if (const auto at = functions().find(term.name); at != functions().end()) {
      return at->second(a[0]);
    }
  }
  if (a.size() >= 2 && term.name == "Add") {
    Complex sum = 0;
    for (const Complex& part : a) sum += part;
    return sum;
  }
  if (a.size() >= 2 && term.name == "Mul") {
    Complex product = 1;
    for (const Complex& part : a) product *= part;
    return product;
  }
  if (a.size() == 2) {
    if (term.name == "Sub") return a[0] - a[1];
    if (term.name == "Div") return a[0] / a[1];
    if (term.name == "Pow") {
      // Uses multiplication if the result is exact.
      if (is_whole(a[1]) && a[1].real() >= 0 && a[1].real() <= 16) {
        Complex product = 1;
        for (int i = 0; i < static_cast<int>(std::round(a[1].real())); ++i) product *= a[0];
        return product;
      }
      return std::pow(a[0], a[1]);
    }
    if (term.name == "Atan2") return std::atan2(a[0].real(), a[1].real());
  }
  unknown.insert(term.name);
  return std::nullopt;
}

std::optional<bool> fungrim_holds(const FungrimTerm& condition, const FungrimValues& values,
                                  Unknown& unknown) {
  const std::string& name = condition.name;
  const auto& arguments = condition.arguments;
  if (name == "And" || name == "Or" || name == "List") {
    bool any = false;
    bool all = true;
    for (const FungrimTerm& part : arguments) {
      const auto holds = fungrim_holds(part, values, unknown);
      if (!holds) return std::nullopt;
      any |= *holds;
      all &= *holds;
    }
    return name == "And" ? all : any;
  }
  if ((name == "Not" || name == "Parentheses") && arguments.size() == 1) {
    const auto holds = fungrim_holds(arguments[0], values, unknown);
    if (!holds) return std::nullopt;
    return name == "Not" ? !*holds : *holds;
  }
  if ((name == "Element" || name == "NotElement") && arguments.size() == 2) {
    const auto value = fungrim_value(arguments[0], values, unknown);
    if (!value) return std::nullopt;
    const auto in = contains(arguments[1], *value, values, unknown);
    if (!in) return std::nullopt;
    return name == "Element" ? *in : !*in;
  }
  const bool relation = name == "Equal" || name == "NotEqual" || name == "Less" ||
                        name == "LessEqual" || name == "Greater" || name == "GreaterEqual";
  if (!relation) {
    unknown.insert(name);
    return std::nullopt;
  }
  bool holds = true;
  std::optional<Complex> before;
  for (const FungrimTerm& side : arguments) {
    const auto value = fungrim_value(side, values, unknown);
    if (!value) return std::nullopt;
    if (before) {
      const Complex a = *before;
      const Complex b = *value;
      if (name == "Equal") holds &= same(a, b);
      if (name == "NotEqual") holds &= !same(a, b);
      // Only real numbers have an order.
      if (name != "Equal" && name != "NotEqual") {
        const bool equal = close(a.real(), b.real());
        holds &= is_real(a) && is_real(b);
        if (name == "Less") holds &= below(a.real(), b.real());
        if (name == "LessEqual") holds &= equal || a.real() < b.real();
        if (name == "Greater") holds &= below(b.real(), a.real());
        if (name == "GreaterEqual") holds &= equal || a.real() > b.real();
      }
    }
    before = value;
  }
  return holds;
}

FungrimValues fungrim_values(const algebra::Expressions& pool, const algebra::Point& point) {
  using algebra::Op;
  const std::function<Complex(algebra::ExprId)> value = [&](algebra::ExprId id) -> Complex {
    const auto operand = [&](std::size_t i) { return value(pool.operand(id, i)); };
    switch (pool.op(id)) {
      case Op::Number:
        return pool.value(id).to_double();
      case Op::Pi:
        return std::numbers::pi;
      case Op::E:
        return std::numbers::e;
      case Op::I:
        return Complex(0, 1);
      case Op::Add:
        return operand(0) + operand(1);
      case Op::Subtract:
        return operand(0) - operand(1);
      case Op::Multiply:
        return operand(0) * operand(1);
      case Op::Divide:
        return operand(0) / operand(1);
      case Op::Power:
        return std::pow(operand(0), operand(1));
      case Op::Sqrt:
        return std::sqrt(operand(0));
      case Op::Exp:
        return std::exp(operand(0));
      case Op::Ln:
        return std::log(operand(0));
      default:
        return std::numeric_limits<double>::quiet_NaN();
    }
  };
  FungrimValues values;
  for (const auto& [variable, coordinate] : point.coordinates) {
    values[std::string(pool.vocabulary().variable_name(variable))] = value(coordinate);
  }
  return values;
}

}  // namespace noether::bench
