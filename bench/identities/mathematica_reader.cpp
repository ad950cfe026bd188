#include "bench/identities/mathematica_reader.h"

#include <array>
#include <cctype>
#include <optional>
#include <utility>
#include <vector>

#include "noether/algebra/expression/operators.h"

namespace noether::bench {
namespace {

using algebra::ExprId;
using algebra::kNoExpr;
using algebra::Op;

// Mathematica's names of the operators that algebra knows.
constexpr std::array<std::pair<std::string_view, Op>, 38> kMathematicaFunctions{{
    {"Sqrt", Op::Sqrt},
    {"Abs", Op::Abs},
    {"Exp", Op::Exp},
    {"Log", Op::Ln},
    {"Sin", Op::Sin},
    {"Cos", Op::Cos},
    {"Tan", Op::Tan},
    {"Csc", Op::Csc},
    {"Sec", Op::Sec},
    {"Cot", Op::Cot},
    {"ArcSin", Op::Asin},
    {"ArcCos", Op::Acos},
    {"ArcTan", Op::Atan},
    {"ArcCsc", Op::Acsc},
    {"ArcSec", Op::Asec},
    {"ArcCot", Op::Acot},
    {"Sinh", Op::Sinh},
    {"Cosh", Op::Cosh},
    {"Tanh", Op::Tanh},
    {"Csch", Op::Csch},
    {"Sech", Op::Sech},
    {"Coth", Op::Coth},
    {"ArcSinh", Op::Asinh},
    {"ArcCosh", Op::Acosh},
    {"ArcTanh", Op::Atanh},
    {"ArcCsch", Op::Acsch},
    {"ArcSech", Op::Asech},
    {"ArcCoth", Op::Acoth},
    {"Factorial", Op::Factorial},
    {"Binomial", Op::Binomial},
    {"Gamma", Op::Gamma},
    {"Floor", Op::Floor},
    {"Ceiling", Op::Ceil},
    {"Sign", Op::Sign},
    {"Min", Op::Min},
    {"Max", Op::Max},
    {"Power", Op::Power},
    {"Divide", Op::Divide},
}};

// The operator of a function with this many operands.
std::optional<Op> mathematica_operator(std::string_view name, std::size_t operands) {
  if (name == "Log" && operands == 2) return Op::Log;
  for (const auto& [known, op] : kMathematicaFunctions) {
    if (known == name && algebra::op_arity(op) == operands) return op;
  }
  return std::nullopt;
}

// Pi, E or I.
std::optional<Op> mathematica_constant(std::string_view name) {
  if (name == "Pi") return Op::Pi;
  if (name == "E") return Op::E;
  if (name == "I") return Op::I;
  return std::nullopt;
}

constexpr int kMaxMathematicaDepth = 400;

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '$'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// A recursive-descent parser. An error sets `error_`; every function then returns kNoExpr and reads
// no further.
class MathematicaParser {
 public:
  MathematicaParser(std::string_view text, algebra::Expressions& pool) : text_(text), pool_(pool) {}

  base::Result<MathematicaReading> read() {
    const ExprId expression = sum();
    skip_space();
    if (error_.empty() && at_ < text_.size()) fail("something after the expression");
    if (!error_.empty()) {
      const auto place = static_cast<std::uint32_t>(at_);
      return base::fail(error_, {place, place + 1});
    }
    reading_.expression = expression;
    return reading_;
  }

 private:
  void fail(std::string message) {
    if (error_.empty()) error_ = std::move(message);
  }
  void skip_space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  char peek() {
    skip_space();
    return at_ < text_.size() && error_.empty() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail(std::string("'") + c + "' is missing");
  }

  // Relations and pure functions occur in conditions and in RootSum, which algebra does not
  // support.
  ExprId operand() {
    ExprId left = sum();
    while (error_.empty()) {
      std::size_t length = 0;
      while (at_ + length < text_.size() && length < 3 &&
             std::string_view("<>=!&|-").find(text_[at_ + length]) != std::string_view::npos) {
        ++length;
      }
      if (length == 0) break;
      const std::string relation(text_.substr(at_, length));
      at_ += length;
      reading_.unknown.insert(relation);
      // `body &` is a function; every other operator has a right side.
      if (relation == "&") continue;
      const ExprId right = sum();
      const std::array both{left, right};
      if (error_.empty()) left = pool_.call(relation, both);
    }
    return left;
  }

  ExprId sum() {
    if (++depth_ > kMaxMathematicaDepth) fail("nested too deeply");
    ExprId left = error_.empty() ? product() : kNoExpr;
    while (error_.empty()) {
      const char c = peek();
      if (c != '+' && c != '-') break;
      ++at_;
      const ExprId right = product();
      if (error_.empty()) left = pool_.make(c == '+' ? Op::Add : Op::Subtract, {left, right});
    }
    --depth_;
    return left;
  }

  ExprId product() {
    ExprId left = signed_power();
    while (error_.empty()) {
      const char c = peek();
      const bool juxtaposed = c == '(' || c == '\\' || c == '#' || is_letter(c) || is_digit(c);
      if (c != '*' && c != '/' && !juxtaposed) break;
      if (!juxtaposed) ++at_;
      const ExprId right = juxtaposed ? power() : signed_power();
      if (error_.empty()) left = pool_.make(c == '/' ? Op::Divide : Op::Multiply, {left, right});
    }
    return left;
  }

  // -a^b means -(a^b); a negative number is a single number.
  ExprId signed_power() {
    bool negative = false;
    while (peek() == '-' || peek() == '+') {
      negative ^= text_[at_] == '-';
      ++at_;
    }
    const ExprId value = power();
    if (!negative || !error_.empty()) return value;
    if (pool_.is_number(value)) return pool_.number(-pool_.value(value));
    return pool_.negate(value);
  }

  ExprId power() {
    if (++depth_ > kMaxMathematicaDepth) fail("nested too deeply");
    ExprId base = error_.empty() ? postfix() : kNoExpr;
    if (error_.empty() && take('^')) {
      const ExprId exponent = signed_power();
      if (error_.empty()) base = pool_.make(Op::Power, {base, exponent});
    }
    --depth_;
    return base;
  }

  ExprId postfix() {
    ExprId value = primary();
    while (error_.empty() && take('!')) value = pool_.make(Op::Factorial, {value});
    return value;
  }

  ExprId primary() {
    const char c = peek();
    if (is_digit(c) || c == '.') return number();
    if (is_letter(c)) return name();
    if (take('(')) {
      const ExprId value = sum();
      expect(')');
      return value;
    }
    if (take('{')) {
      const auto items = operands('}');
      reading_.unknown.insert("List");
      return error_.empty() ? pool_.call("List", items) : kNoExpr;
    }
    if (take('#')) {
      reading_.unknown.insert("#");
      return pool_.variable("#" + std::string(word()));
    }
    if (c == '\\') return special_letter();
    fail("an operand is missing");
    return kNoExpr;
  }

  // \[Alpha]
  ExprId special_letter() {
    const std::size_t end = text_.find(']', at_);
    if (end == std::string_view::npos || !text_.substr(at_).starts_with("\\[")) {
      fail("a letter is missing");
      return kNoExpr;
    }
    const std::string name(text_.substr(at_ + 2, end - at_ - 2));
    at_ = end + 1;
    return pool_.variable(name);
  }

  ExprId number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
    std::string digits(text_.substr(begin, at_ - begin));
    if (digits.ends_with('.')) digits += '0';
    if (digits.starts_with('.')) digits.insert(0, "0");
    const auto value = algebra::Rational::parse(digits);
    if (!value) {
      fail(value.error().message);
      return kNoExpr;
    }
    return pool_.number(*value);
  }

  std::vector<ExprId> operands(char end) {
    std::vector<ExprId> found;
    if (take(end)) return found;
    do {
      found.push_back(operand());
    } while (error_.empty() && take(','));
    expect(end);
    return found;
  }

  std::string_view word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  ExprId name() {
    const std::string name(word());
    if (name == "Derivative" && peek() == '[') return derivative();
    std::size_t primes = 0;
    while (take('\'')) ++primes;
    if (peek() == '[') {
      ++at_;
      if (name == "If") return version_choice();
      const auto found = operands(']');
      return error_.empty() ? apply(name, primes, found) : kNoExpr;
    }
    if (primes > 0) fail("a derivative without an operand");
    if (const auto constant = mathematica_constant(name)) return pool_.leaf(*constant);
    if (name == "EulerGamma" || name == "Infinity" || name == "GoldenRatio" || name == "Catalan" ||
        name == "ComplexInfinity" || name == "Indeterminate") {
      reading_.unknown.insert(name);
    }
    return error_.empty() ? pool_.variable(name) : kNoExpr;
  }

  // Derivative[n][f][x]; the call gets the name that algebra's differentiation gives it.
  ExprId derivative() {
    expect('[');
    const ExprId order = sum();
    expect(']');
    expect('[');
    skip_space();
    const std::string function(word());
    expect(']');
    expect('[');
    const auto found = operands(']');
    if (!error_.empty()) return kNoExpr;
    const auto times = pool_.is_number(order) ? pool_.value(order).to_int() : std::nullopt;
    if (times && *times >= 0 && *times <= 8 && found.size() == 1) {
      return apply(function, static_cast<std::size_t>(*times), found);
    }
    reading_.unknown.insert("Derivative");
    return pool_.call("Derivative", found);
  }

  ExprId apply(const std::string& name, std::size_t primes, const std::vector<ExprId>& found) {
    if (primes == 0) {
      if (name == "Expand" && found.size() == 1) return found[0];
      if (const auto op = mathematica_operator(name, found.size())) {
        return pool_.make(algebra::Head(*op), found);
      }
      if ((name == "Min" || name == "Max") && found.size() > 2) {
        ExprId value = found[0];
        for (std::size_t i = 1; i < found.size(); ++i) {
          value = pool_.make(name == "Min" ? Op::Min : Op::Max, {value, found[i]});
        }
        return value;
      }
    }
    if (name.size() == 1 && found.size() == 1) {
      reading_.arbitrary.insert(name);
    } else {
      const bool other_arity = mathematica_operator(name, 1) || mathematica_operator(name, 2);
      reading_.unknown.insert(other_arity ? name + "/" + std::to_string(found.size()) : name);
    }
    std::string full = name;
    for (std::size_t i = 0; i < primes; ++i) full.insert(0, "D1:");
    return pool_.call(full, found);
  }

  // If[$VersionNumber >= 8, new, old]: the two are the same function.
  ExprId version_choice() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ',') ++at_;
    if (!text_.substr(begin, at_ - begin).starts_with("$VersionNumber")) {
      reading_.unknown.insert("If");
    }
    expect(',');
    const ExprId value = sum();
    expect(',');
    sum();
    expect(']');
    return value;
  }

  std::string_view text_;
  algebra::Expressions& pool_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::string error_;
  MathematicaReading reading_;
};

}  // namespace

base::Result<MathematicaReading> read_mathematica(std::string_view text,
                                                  algebra::Expressions& pool) {
  return MathematicaParser(text, pool).read();
}

}  // namespace noether::bench
