#include "noether/algebra/solve/number_words.h"

#include <optional>
#include <unordered_map>
#include <vector>

#include "noether/algebra/expression/operators.h"
#include "noether/algebra/notation/write_expression.h"

namespace noether::algebra {
namespace {

// The binding strength of a text, which determines where brackets are needed.
enum class Grip : std::uint8_t { Sum, Product, Atom };

struct Words {
  std::string text;
  Grip grip = Grip::Atom;
};

std::string bracketed(const Words& words, Grip least) {
  return words.grip < least ? "(" + words.text + ")" : words.text;
}

class NumberWords {
 public:
  explicit NumberWords(const Expressions& pool) : pool_(pool) {}

  // Returns nothing for an expression that cannot be written in this way.
  std::optional<Words> of(ExprId id) {
    const Op op = pool_.op(id);
    switch (op) {
      case Op::Number:
        return of_rational(pool_.value(id));
      case Op::Pi:
        return Words{"π"};
      case Op::E:
        return Words{"e"};
      case Op::Add:
      case Op::Subtract:
        return sum(id);
      case Op::Multiply:
        return product(id);
      case Op::Divide: {
        const auto above = of(pool_.operand(id, 0));
        return quotient(above, of(pool_.operand(id, 1)));
      }
      case Op::Sqrt:
        return root("√", pool_.operand(id, 0));
      case Op::Power:
        return power(id);
      default:
        return function(id);
    }
  }

 private:
  static Words of_rational(const Rational& value) {
    const bool is_atom = value.is_integer() && value.sign() >= 0;
    return {value.to_string(), is_atom ? Grip::Atom : value.sign() < 0 ? Grip::Sum : Grip::Product};
  }

  std::optional<Words> sum(ExprId id) {
    const auto a = of(pool_.operand(id, 0));
    const auto b = a ? of(pool_.operand(id, 1)) : std::nullopt;
    if (!b) return std::nullopt;
    const bool minus = pool_.op(id) == Op::Subtract;
    if (!minus && b->text.starts_with('-')) return Words{a->text + b->text, Grip::Sum};
    return Words{a->text + (minus ? "-" + bracketed(*b, Grip::Product) : "+" + b->text), Grip::Sum};
  }

  static std::optional<Words> quotient(const std::optional<Words>& a,
                                       const std::optional<Words>& b) {
    if (!a || !b) return std::nullopt;
    return Words{bracketed(*a, Grip::Product) + "/" + bracketed(*b, Grip::Atom), Grip::Product};
  }

  // 5/6 π is 5π/6, -1 π is -π.
  std::optional<Words> product(ExprId id) {
    const ExprId left = pool_.operand(id, 0);
    const auto b = of(pool_.operand(id, 1));
    if (!b) return std::nullopt;
    if (!pool_.is_number(left) || pool_.is_number(pool_.operand(id, 1))) {
      const auto a = of(left);
      if (!a) return std::nullopt;
      return Words{bracketed(*a, Grip::Product) + "·" + bracketed(*b, Grip::Product),
                   Grip::Product};
    }
    const Rational& value = pool_.value(left);
    const std::string text = (value.sign() < 0 ? -value : value).to_string();
    const std::size_t slash = text.find('/');
    const std::string above = text.substr(0, slash);
    std::string all = value.sign() < 0 ? "-" : "";
    if (above != "1") all += above;
    // 2/3 times 4/5 must not be written as 24/35.
    if (b->text.find_first_of("/·") != std::string::npos ||
        (above != "1" && starts_with_digit(*b))) {
      all += "(" + b->text + ")";
    } else {
      all += bracketed(*b, Grip::Product);
    }
    if (slash != std::string::npos) all += text.substr(slash);
    return Words{all, value.sign() < 0 ? Grip::Sum : Grip::Product};
  }
  static bool starts_with_digit(const Words& words) {
    return words.text.front() >= '0' && words.text.front() <= '9';
  }

  std::optional<Words> root(std::string_view sign, ExprId radicand) {
    const auto inner = of(radicand);
    if (!inner) return std::nullopt;
    return Words{std::string(sign) + bracketed(*inner, Grip::Atom), Grip::Atom};
  }

  std::optional<Words> power(ExprId id) {
    const ExprId exponent = pool_.operand(id, 1);
    if (pool_.is_number(exponent)) {
      const Rational& value = pool_.value(exponent);
      if (value == Rational(1, 2)) return root("√", pool_.operand(id, 0));
      if (value == Rational(1, 3)) return root("∛", pool_.operand(id, 0));
    }
    const auto a = of(pool_.operand(id, 0));
    const auto b = a ? of(exponent) : std::nullopt;
    if (!b) return std::nullopt;
    const bool is_root = a->text.starts_with("√") || a->text.starts_with("∛");
    const std::string base = is_root ? "(" + a->text + ")" : bracketed(*a, Grip::Atom);
    return Words{base + "^" + bracketed(*b, Grip::Atom), Grip::Product};
  }

  std::optional<Words> function(ExprId id) {
    switch (pool_.op(id)) {
      case Op::Ln:
      case Op::Exp:
      case Op::Sin:
      case Op::Cos:
      case Op::Tan:
      case Op::Asin:
      case Op::Acos:
      case Op::Atan:
        break;
      default:
        return std::nullopt;
    }
    const auto inner = of(pool_.operand(id, 0));
    if (!inner) return std::nullopt;
    return Words{std::string(function_name(pool_.op(id))) + "(" + inner->text + ")", Grip::Atom};
  }

  const Expressions& pool_;
};

}  // namespace

ExprId with_roots(Expressions& pool, ExprId root) {
  std::unordered_map<ExprId, ExprId> image;
  std::vector<ExprId> operands;
  for (const ExprId id : subexpressions(pool, root)) {
    operands.clear();
    for (const ExprId operand : pool.operands(id)) operands.push_back(image[operand]);
    const bool is_root = pool.op(id) == Op::Power && pool.is_number(operands[1]) &&
                         pool.value(operands[1]) == Rational(1, 2);
    image[id] = is_root ? pool.make(Op::Sqrt, {operands[0]}) : pool.make(pool.head(id), operands);
  }
  return image[root];
}

std::string number_words(Expressions& pool, ExprId constant, formula::Notation notation) {
  if (pool.is_number(constant)) return pool.value(constant).to_string();
  const ExprId shown = with_roots(pool, constant);
  if (notation == formula::Notation::Latex) {
    if (const auto words = NumberWords(pool).of(shown)) return words->text;
  }
  return expression_text(notation, pool, shown);
}

}  // namespace noether::algebra
