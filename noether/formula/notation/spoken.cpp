#include "noether/formula/notation/writers.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/formula/notation/spoken_words.h"

namespace noether::formula {
namespace {

// How firmly the words of an expression are joined, firmest first.
enum class Level : std::uint8_t {
  Closed,      // x, x sub 1, the fraction … end fraction
  Tight,       // x squared, sine of x
  Juxtaposed,  // 2 x
  Product,     // x times y, x over 2, the sum from … of k
  Sum,         // x plus 1, minus x
  Relation,    // x equals 1
  Loose,       // x equals 1 and y equals 2
};

class SpokenWriter {
 public:
  SpokenWriter(const OperatorTree& tree, std::string& out) : tree_(tree), out_(out) {
    // Children come before their parents.
    levels_.reserve(tree.node_count());
    for (NodeId id = 0; id < tree.node_count(); ++id) levels_.push_back(level_of(id));
  }

  void write() { bare(tree_.root()); }

 private:
  using Children = std::span<const NodeId>;

  Op op(NodeId id) const { return tree_.op(id); }
  std::string_view label(NodeId id) const { return tree_.label(id); }
  Children kids(NodeId id) const { return tree_.children(id); }
  Level level(NodeId id) const { return levels_[id]; }
  bool has(Children children, std::size_t index) const {
    return children.size() > index && op(children[index]) != Op::Missing;
  }

  Level level_of(NodeId id) const {
    const Children children = kids(id);
    if (children.empty()) return Level::Closed;
    switch (op(id)) {
      case Op::Subscript:
      case Op::Prime:
        return Level::Closed;
      case Op::Over:
      case Op::Under:
      case Op::Superscript:
      case Op::Power:
      case Op::Factorial:
      case Op::DoubleFactorial:
      case Op::Percent:
      case Op::Apply:
      case Op::Call:
      case Op::Log:
      case Op::Derivative:
      case Op::PartialDerivative:
      case Op::Differential:
      case Op::PartialSymbol:
      case Op::Prefix:
        return Level::Tight;
      case Op::Root:
      case Op::Abs:
      case Op::Norm:
      case Op::Floor:
      case Op::Ceiling:
      case Op::Determinant:
        return is_leaf(children[0]) ? Level::Tight : Level::Closed;
      case Op::Binomial:
        return is_simple_pair(children, Level::Closed) ? Level::Product : Level::Closed;
      case Op::Divide:
        return is_simple_pair(children, Level::Juxtaposed) ? Level::Product : Level::Closed;
      case Op::Times:
        return is_juxtaposed(children) ? Level::Juxtaposed : Level::Product;
      case Op::Modulo:
      case Op::Compose:
        return Level::Product;
      case Op::Plus:
      case Op::Minus:
      case Op::Negate:
      case Op::PlusMinus:
      case Op::MinusPlus:
        return Level::Sum;
      default:
        break;
    }
    switch (op_info(op(id)).klass) {
      case OpClass::Big:
        return Level::Product;
      case OpClass::Infix:
        return Level::Sum;
      case OpClass::Relation:
        return Level::Relation;
      case OpClass::Logic:
        return Level::Loose;
      default:
        break;
    }
    return op(id) == Op::List || op(id) == Op::Phrase || op(id) == Op::Lines ||
                   op(id) == Op::Fragments
               ? Level::Loose
               : Level::Closed;
  }

  bool is_leaf(NodeId id) const { return kids(id).empty(); }
  bool is_simple_pair(Children children, Level most) const {
    return children.size() == 2 && level(children[0]) <= most && level(children[1]) <= most;
  }

  // Factors that are spoken without "times": 2 x, x y, 2 x squared.
  bool is_juxtaposed(Children factors) const {
    for (std::size_t i = 1; i < factors.size(); ++i) {
      if (!follows_directly(factors[i - 1], factors[i])) return false;
    }
    return factors.size() > 1;
  }
  bool follows_directly(NodeId left, NodeId right) const {
    if (!is_leaf(left) || (op(left) != Op::Number && op(left) != Op::Variable)) return false;
    const NodeId base = op(right) == Op::Power && kids(right).size() == 2 ? kids(right)[0] : right;
    return is_leaf(base) && op(base) == Op::Variable;
  }

  void say(std::string_view words) {
    if (words.empty()) return;
    if (!out_.empty() && out_.back() != ' ') out_ += ' ';
    out_ += words;
  }
  void symbol(std::string_view glyph) {
    scratch_.clear();
    append_spoken_symbol(glyph, scratch_);
    say(scratch_);
  }

  // Words open and close the operand if it is joined less firmly than `most`.
  void part(NodeId id, Level most) {
    if (level(id) <= most) return bare(id);
    if (op(id) == Op::Divide && kids(id).size() == 2) return fraction(kids(id));
    say("the quantity");
    bare(id);
    say("end quantity");
  }
  void list(Children items, std::string_view between, Level most) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0) say(between);
      part(items[i], most);
    }
  }

  // Inside a fraction, every other fraction has opening and closing words too; without them, it
  // would be unclear which fraction an "over" belongs to.
  void fraction(Children children) {
    const bool outer = std::exchange(in_fraction_, true);
    say("the fraction");
    bare(children[0]);
    say("over");
    bare(children[1]);
    say("end fraction");
    in_fraction_ = outer;
  }

  void bare(NodeId id) {
    const Children children = kids(id);
    if (children.empty()) return leaf(id);
    switch (op(id)) {
      case Op::Plus:
      case Op::Minus:
      case Op::PlusMinus:
      case Op::MinusPlus:
        return sum(id);
      case Op::Negate:
        say("minus");
        return part(children[0], Level::Product);
      case Op::Times:
        return product(children);
      case Op::Divide:
        if (children.size() != 2) break;
        if (in_fraction_ || !is_simple_pair(children, Level::Juxtaposed)) return fraction(children);
        return list(children, "over", Level::Juxtaposed);
      case Op::Power:
        if (children.size() != 2) break;
        return power(children);
      case Op::Superscript:
        if (children.size() != 2) break;
        part(children[0], Level::Closed);
        return closed("superscript", children[1], "end superscript");
      case Op::Subscript:
        if (children.size() != 2) break;
        part(children[0], Level::Closed);
        return closed("sub", children[1], "end sub");
      case Op::Prime:
        return prime(children);
      case Op::Over:
      case Op::Under:
        if (children.size() != 2) break;
        return stacked(id);
      case Op::Factorial:
        part(children[0], Level::Closed);
        return say("factorial");
      case Op::DoubleFactorial:
        part(children[0], Level::Closed);
        return say("double factorial");
      case Op::Percent:
        part(children[0], Level::Closed);
        return say("percent");
      case Op::Root:
        return root(children);
      case Op::Call:
        return call(id);
      case Op::Apply:
        part(children[0], Level::Closed);
        return arguments(children.subspan(1));
      case Op::Log:
        say("log");
        if (has(children, 1)) closed("base", children[1], "end base");
        return arguments(children.first(1));
      case Op::Abs:
        return closed("the absolute value of", children[0], "end absolute value");
      case Op::Norm:
        return closed("the norm of", children[0], "end norm");
      case Op::Floor:
        return closed("the floor of", children[0], "end floor");
      case Op::Ceiling:
        return closed("the ceiling of", children[0], "end ceiling");
      case Op::Determinant:
        return closed("the determinant of", children[0], "end determinant");
      case Op::Binomial:
        if (children.size() != 2) break;
        if (is_simple_pair(children, Level::Closed)) return list(children, "choose", Level::Closed);
        say("the binomial coefficient");
        list(children, "choose", Level::Sum);
        return say("end binomial coefficient");
      case Op::Differential:
        say("d");
        return part(children[0], Level::Closed);
      case Op::PartialSymbol:
        say("partial");
        return part(children[0], Level::Closed);
      case Op::Prefix:
        symbol(label(id));
        return part(children[0], Level::Closed);
      case Op::Derivative:
      case Op::PartialDerivative:
        return derivative(id);
      case Op::Not:
        say("not");
        return part(children[0], Level::Relation);
      default:
        break;
    }
    other(id);
  }

  void other(NodeId id) {
    const Children children = kids(id);
    const OpInfo& info = op_info(op(id));
    if (op(id) == Op::Chain) return chain(children);
    if (op(id) == Op::Congruent && children.size() == 3) return congruence(children);
    if (info.klass == OpClass::Big) return big(id);
    if (info.klass == OpClass::Logic && is_quantifier(op(id))) return quantifier(id);
    if (info.klass == OpClass::Structure) return structure(id);
    if (children.size() > 1 && (info.klass == OpClass::Relation || info.klass == OpClass::Infix ||
                                !spoken_infix(op(id)).empty())) {
      return infix(id);
    }
    // Speaks any other operator by its name.
    scratch_.assign(info.name);
    std::ranges::replace(scratch_, '-', ' ');
    const std::string name = scratch_;
    say(name);
    say("of");
    list(children, "comma", Level::Relation);
    say("end");
    say(name);
  }

  void leaf(NodeId id) {
    switch (op(id)) {
      case Op::Number:
      case Op::Text:
      case Op::Error:
        return say(label(id));
      case Op::Missing:
        return;
      case Op::Infinity:
        return say("infinity");
      case Op::EmptySet:
        return say("the empty set");
      case Op::Call:
        scratch_.clear();
        append_spoken_function(label(id), scratch_);
        return say(scratch_);
      default:
        break;
    }
    if (!label(id).empty()) return symbol(label(id));
    if (const std::string_view words = spoken_infix(op(id)); !words.empty()) return say(words);
    if (op(id) == Op::Times) return say("times");
    if (op(id) == Op::Set) return say("the empty set");
    scratch_.assign(op_info(op(id)).name);
    std::ranges::replace(scratch_, '-', ' ');
    say(scratch_);
  }

  // A sum of two kinds continues without opening words: a minus b plus c.
  void sum(NodeId id) {
    const Children terms = kids(id);
    const std::string_view sign = spoken_infix(op(id));
    if (terms.size() == 1) say(sign);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (i > 0) say(sign);
      const bool goes_on = i == 0 && terms.size() > 1 && op(terms[0]) != op(id);
      part(terms[i], goes_on ? Level::Sum : Level::Product);
    }
  }

  void product(Children factors) {
    for (std::size_t i = 0; i < factors.size(); ++i) {
      if (i > 0 && !follows_directly(factors[i - 1], factors[i])) say("times");
      part(factors[i], Level::Tight);
    }
  }

  void exponent(NodeId id) {
    if (op(id) == Op::Number && label(id) == "2") return say("squared");
    if (op(id) == Op::Number && label(id) == "3") return say("cubed");
    const bool is_minus = op(id) == Op::Negate && is_leaf(kids(id)[0]);
    if (is_leaf(id) || is_minus) {
      say("to the");
      return bare(id);
    }
    say("to the power");
    bare(id);
    say("end power");
  }

  // The power of a function follows its name, as in the written form: sine squared of x.
  void power(Children children) {
    const NodeId base = children[0];
    const bool is_function = op(base) == Op::Call && kids(base).size() == 1 &&
                             label(base).size() > 1 && spoken_accent(label(base)).empty();
    if (!is_function) {
      part(base, Level::Closed);
      return exponent(children[1]);
    }
    function_name(base);
    exponent(children[1]);
    arguments(kids(base));
  }

  void closed(std::string_view open, NodeId id, std::string_view close) {
    say(open);
    bare(id);
    if (!is_leaf(id)) say(close);
  }

  void prime(Children children) {
    part(children[0], Level::Closed);
    const std::string_view count = children.size() > 1 ? label(children[1]) : "1";
    if (count == "1") return say("prime");
    if (count == "2") return say("double prime");
    if (count == "3") return say("triple prime");
    say("prime");
    bare(children[1]);
    say("times");
  }

  void stacked(NodeId id) {
    const Children children = kids(id);
    if (op(children[1]) == Op::Symbol && !spoken_accent(label(children[1])).empty()) {
      part(children[0], Level::Closed);
      return say(spoken_accent(label(children[1])));
    }
    part(children[0], Level::Closed);
    closed(op(id) == Op::Over ? "with over it" : "with under it", children[1], "end over");
  }

  void root(Children children) {
    if (!has(children, 1)) return closed("the square root of", children[0], "end root");
    if (label(children[1]) == "3") return closed("the cube root of", children[0], "end root");
    closed("the root of order", children[1], "end order");
    closed("of", children[0], "end root");
  }

  void function_name(NodeId id) {
    scratch_.clear();
    append_spoken_function(label(id), scratch_);
    say(scratch_);
  }

  void call(NodeId id) {
    const Children children = kids(id);
    if (children.size() == 1 && !spoken_accent(label(id)).empty()) {
      part(children[0], Level::Closed);
      return say(spoken_accent(label(id)));
    }
    function_name(id);
    arguments(children);
  }

  // An argument that is one word or firmly joined needs no opening words: sine of 2 x.
  void arguments(Children given) {
    if (given.empty()) return;
    say("of");
    if (given.size() > 1 || op(given[0]) == Op::List) {
      say("open paren");
      list(op(given[0]) == Op::List && given.size() == 1 ? kids(given[0]) : given, "comma",
           Level::Relation);
      return say("close paren");
    }
    const bool is_minus = op(given[0]) == Op::Negate && is_leaf(kids(given[0])[0]);
    part(given[0], is_minus ? Level::Sum : Level::Juxtaposed);
  }

  void derivative(NodeId id) {
    const Children children = kids(id);
    const bool is_partial = op(id) == Op::PartialDerivative;
    say("the");
    if (!is_partial && has(children, 2)) {
      const std::string_view degree = label(children[2]);
      if (degree == "2") {
        say("second");
      } else if (degree == "3") {
        say("third");
      } else {
        bare(children[2]);
        say("fold");
      }
    }
    say(is_partial ? "partial derivative" : "derivative");
    if (has(children, 0)) {
      say("of");
      bare(children[0]);
    }
    if (!has(children, 1)) return;
    say("with respect to");
    list(is_partial ? children.subspan(1) : children.subspan(1, 1), "and", Level::Closed);
  }

  void chain(Children children) {
    for (std::size_t i = 0; i < children.size(); ++i) {
      i % 2 == 0 ? part(children[i], Level::Sum) : bare(children[i]);
    }
  }

  void congruence(Children children) {
    part(children[0], Level::Sum);
    say("is congruent to");
    part(children[1], Level::Sum);
    say("modulo");
    part(children[2], Level::Sum);
  }

  void infix(NodeId id) {
    const Children children = kids(id);
    const OpClass klass = op_info(op(id)).klass;
    const Level most = klass == OpClass::Logic      ? Level::Relation
                       : klass == OpClass::Relation ? Level::Sum
                                                    : Level::Product;
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (i > 0) {
        const std::string_view words = spoken_infix(op(id));
        words.empty() ? symbol(label(id)) : say(words);
      }
      part(children[i], most);
    }
  }

  static bool is_quantifier(Op op) {
    return op == Op::ForAll || op == Op::Exists || op == Op::ExistsUnique || op == Op::NotExists ||
           op == Op::Therefore || op == Op::Because;
  }

  void quantifier(NodeId id) {
    const Children children = kids(id);
    const Op o = op(id);
    say(o == Op::ForAll         ? "for all"
        : o == Op::Exists       ? "there exists"
        : o == Op::ExistsUnique ? "there exists a unique"
        : o == Op::NotExists    ? "there is no"
        : o == Op::Therefore    ? "therefore"
                                : "because");
    part(children[0], Level::Relation);
    for (const NodeId child : children.subspan(1)) {
      say(o == Op::ForAll ? "it holds that" : "such that");
      part(child, Level::Relation);
    }
  }

  static std::string_view big_name(Op op) {
    switch (op) {
      case Op::Integral:
        return "the integral";
      case Op::DoubleIntegral:
        return "the double integral";
      case Op::TripleIntegral:
        return "the triple integral";
      case Op::ContourIntegral:
        return "the contour integral";
      case Op::Sum:
        return "the sum";
      case Op::Product:
        return "the product";
      case Op::Coproduct:
        return "the coproduct";
      case Op::BigUnion:
        return "the union";
      case Op::BigIntersection:
        return "the intersection";
      case Op::Limit:
        return "the limit";
      case Op::LimitSuperior:
        return "the limit superior";
      case Op::LimitInferior:
        return "the limit inferior";
      case Op::Supremum:
        return "the supremum";
      case Op::Infimum:
        return "the infimum";
      case Op::Maximum:
        return "the maximum";
      case Op::Minimum:
        return "the minimum";
      default:
        return {};
    }
  }

  void big(NodeId id) {
    const Children children = kids(id);
    if (op(id) == Op::EvaluatedAt) return evaluated(children);
    if (const std::string_view name = big_name(op(id)); !name.empty()) {
      say(name);
    } else {
      say("the big");
      symbol(label(id));
    }
    const bool has_variable = is_integral(op(id));
    const std::size_t first = has_variable ? 2 : 1;
    bounds(children, first);
    if (has(children, 0)) {
      say("of");
      part(children[0], Level::Product);
    }
    if (has_variable && has(children, 1)) {
      say("d");
      list(op(children[1]) == Op::List ? kids(children[1]) : children.subspan(1, 1), "d",
           Level::Closed);
    }
  }

  void bounds(Children children, std::size_t first) {
    const bool has_upper = has(children, first + 1);
    if (has(children, first)) {
      const NodeId lower = children[first];
      const bool approaches = op(lower) == Op::To && kids(lower).size() == 2;
      if (approaches) {
        say("as");
        part(kids(lower)[0], Level::Sum);
        say("approaches");
        part(kids(lower)[1], Level::Sum);
      } else {
        say(has_upper ? "from" : "over");
        part(lower, Level::Relation);
      }
    }
    if (has_upper) {
      say("to");
      part(children[first + 1], Level::Sum);
    }
  }

  void evaluated(Children children) {
    part(children[0], Level::Product);
    say("evaluated");
    const bool has_upper = has(children, 2);
    if (has(children, 1)) {
      say(has_upper ? "from" : "at");
      part(children[1], Level::Relation);
    }
    if (has_upper) {
      say("to");
      part(children[2], Level::Relation);
    }
  }

  void enclosed(std::string_view open, Children items, std::string_view close) {
    say(open);
    list(items, "comma", Level::Relation);
    say(close);
  }

  void structure(NodeId id) {
    const Children children = kids(id);
    switch (op(id)) {
      case Op::Set:
        return enclosed("the set", children, "end set");
      case Op::SetBuilder:
        say("the set of all");
        list(children, "such that", Level::Loose);
        return say("end set");
      case Op::Tuple:
        return enclosed("open paren", children, "close paren");
      case Op::InnerProduct:
        say("the inner product of");
        list(children, "and", Level::Sum);
        return say("end product");
      case Op::Interval:
        return interval(id);
      case Op::List:
        return list(children, "comma", Level::Relation);
      case Op::Matrix:
        return matrix(children);
      case Op::MatrixRow:
        return list(children, "comma", Level::Relation);
      case Op::Cases:
        return cases(children);
      case Op::Lines:
        return list(children, "next line", Level::Loose);
      case Op::Delimited: {
        const std::string_view fences = label(id);
        const std::size_t half = fences.size() / 2;
        if (half > 0) symbol(fences.substr(0, half));
        list(children, "comma", Level::Loose);
        if (half < fences.size()) symbol(fences.substr(half));
        return;
      }
      case Op::Enclosed:
        return enclosed("boxed", children, "end box");
      default:
        break;
    }
    list(children, "", Level::Loose);  // phrases and fragments
  }

  void interval(NodeId id) {
    const std::string_view ends = label(id);
    say(ends == "open"     ? "the open interval"
        : ends == "closed" ? "the closed interval"
                           : "the interval");
    say("from");
    list(kids(id), "to", Level::Sum);
    if (ends == "open-closed") say("including the end");
    if (ends == "closed-open") say("including the start");
  }

  void matrix(Children rows) {
    const std::size_t columns = rows.empty() ? 0 : kids(rows[0]).size();
    say("the");
    say(std::to_string(rows.size()));
    say("by");
    say(std::to_string(columns));
    say("matrix");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      say("row");
      say(std::to_string(i + 1));
      op(rows[i]) == Op::MatrixRow ? list(kids(rows[i]), "comma", Level::Relation) : bare(rows[i]);
    }
    say("end matrix");
  }

  // A value, then its condition.
  void cases(Children children) {
    say("cases");
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (i > 0) say(i % 2 == 0 ? "or" : "when");
      part(children[i], Level::Loose);
    }
    say("end cases");
  }

  const OperatorTree& tree_;
  std::string& out_;
  std::string scratch_;
  bool in_fraction_ = false;
  std::vector<Level> levels_;
};

}  // namespace

void write_spoken(const OperatorTree& tree, std::string& out) {
  if (tree.empty()) return;
  std::string line;
  SpokenWriter(tree, line).write();
  // The words of a text may contain line ends.
  std::ranges::replace(line, '\n', ' ');
  out += line;
}

}  // namespace noether::formula
