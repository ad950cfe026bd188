#include "noether/egen/tasks/relations.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "noether/egen/prefix_tokens.h"

namespace noether::egen {
namespace {

constexpr std::array<std::string_view, 24> kFunctions = {
    "sin",  "cos",  "tan",   "csc",   "sec",   "cot",   "asin",  "acos",
    "atan", "acsc", "asec",  "acot",  "sinh",  "cosh",  "tanh",  "csch",
    "sech", "coth", "asinh", "acosh", "atanh", "acsch", "asech", "acoth"};

std::string with(std::string_view expression, std::string_view variable) {
  PrefixTokens tokens;
  split_prefix(expression, tokens);
  std::string text;
  for (const PrefixToken& token : tokens) {
    if (!text.empty()) text += ' ';
    text += token.text == "x" ? variable : token.text;
  }
  return text;
}

std::string call(std::string_view function, std::string_view operand) {
  return std::string(function) + ' ' + std::string(operand);
}

// y is x with the sign of its argument changed.
Relation negated_argument() {
  Relation relation{"negated-argument", "X", "Y", {}};
  for (const std::string_view f : {"sin", "tan", "csc", "cot", "asin", "atan", "acsc", "sinh",
                                   "tanh", "csch", "coth", "asinh", "atanh", "acsch", "acoth"}) {
    relation.pairs.push_back({call(f, "x"), "* -1 " + call(f, "* -1 x")});
  }
  for (const std::string_view f : {"cos", "sec", "cosh", "sech"}) {
    relation.pairs.push_back({call(f, "x"), call(f, "* -1 x")});
  }
  return relation;
}

constexpr std::array<std::array<std::string_view, 2>, 12> kReciprocals = {{
    {"sin", "csc"},
    {"cos", "sec"},
    {"tan", "cot"},
    {"csc", "sin"},
    {"sec", "cos"},
    {"cot", "tan"},
    {"sinh", "csch"},
    {"cosh", "sech"},
    {"tanh", "coth"},
    {"csch", "sinh"},
    {"sech", "cosh"},
    {"coth", "tanh"},
}};

Relation reciprocal() {
  Relation relation{"reciprocal", "* X Y", "1", {}};
  for (const auto& [f, g] : kReciprocals) relation.pairs.push_back({call(f, "x"), call(g, "x")});
  return relation;
}

Relation reciprocal_argument() {
  Relation relation{"reciprocal-argument", "X", "Y", {}};
  for (const auto& [f, g] : kReciprocals) {
    relation.pairs.push_back({"a" + call(f, "x"), "a" + call(g, "/ 1 x")});
  }
  return relation;
}

std::string_view period_of(std::string_view f) {
  return f == "tan" || f == "cot" ? "pi" : "* 2 pi";
}

Relation period(std::string name, std::string_view shift) {
  Relation relation{std::move(name), "X", "Y", {}};
  for (const std::string_view f : {"sin", "cos", "tan", "csc", "sec", "cot"}) {
    relation.pairs.push_back(
        {call(f, "x"), call(f, std::string(shift) + " x " + std::string(period_of(f)))});
  }
  return relation;
}

Relation half_period() {
  return {"half-period",
          "X",
          "Y",
          {{"* -1 sin x", "sin + x pi"},
           {"* -1 cos x", "cos + x pi"},
           {"* -1 csc x", "csc + x pi"},
           {"* -1 sec x", "sec + x pi"},
           {"* -1 tan x", "cot + x / pi 2"},
           {"* -1 cot x", "tan + x / pi 2"}}};
}

Relation quarter_turn() {
  return {"quarter-turn",
          "X",
          "Y",
          {{"sin x", "cos - x / pi 2"},
           {"cos x", "sin + x / pi 2"},
           {"csc x", "sec - x / pi 2"},
           {"sec x", "csc + x / pi 2"}}};
}

Relation complement() {
  Relation relation{"complement", "X", "Y", {}};
  for (const auto& [f, g] :
       std::initializer_list<std::array<std::string_view, 2>>{{"sin", "cos"},
                                                              {"cos", "sin"},
                                                              {"tan", "cot"},
                                                              {"cot", "tan"},
                                                              {"sec", "csc"},
                                                              {"csc", "sec"}}) {
    relation.pairs.push_back({call(f, "x"), call(g, "- / pi 2 x")});
  }
  return relation;
}

Relation derivative() {
  return {"derivative",
          "d x X",
          "Y",
          {{"sin x", "cos x"},
           {"cos x", "* -1 sin x"},
           {"tan x", "pow sec x 2"},
           {"cot x", "* -1 pow csc x 2"},
           {"sec x", "* sec x tan x"},
           {"csc x", "* -1 * csc x cot x"},
           {"sinh x", "cosh x"},
           {"tanh x", "pow sech x 2"},
           {"coth x", "* -1 pow csch x 2"},
           {"asin x", "/ 1 sqrt - 1 pow x 2"},
           {"acos x", "/ -1 sqrt - 1 pow x 2"},
           {"atan x", "/ 1 + 1 pow x 2"},
           {"asinh x", "/ 1 sqrt + 1 pow x 2"},
           {"acosh x", "/ 1 sqrt - pow x 2 1"},
           {"atanh x", "/ 1 - 1 pow x 2"},
           {"ln x", "/ 1 x"},
           {"sqrt x", "/ 1 * 2 sqrt x"},
           {"pow x 2", "* 2 x"},
           {"pow x 3", "* 3 pow x 2"},
           {"pow x 4", "* 4 pow x 3"},
           {"/ 1 x", "/ -1 pow x 2"}}};
}

Relation inverse_function() {
  Relation relation{"inverse-function", "X(Y)", "x", {}};
  for (const std::string_view f :
       {"sin", "cos", "tan", "csc", "sec", "cot", "sinh", "cosh", "tanh", "csch", "sech", "coth"}) {
    relation.pairs.push_back({call(f, "x"), call("a" + std::string(f), "x")});
  }
  relation.pairs.push_back({"exp x", "ln x"});
  relation.pairs.push_back({"pow x 2", "sqrt x"});
  return relation;
}

// y is derived from x by an operation on its value: `pattern` contains X.
Relation outside(std::string name, const std::string& pattern) {
  Relation relation{std::move(name), "Y", pattern, {}};
  relation.pairs.push_back({"x", relation_side(pattern, {"x", ""})});
  for (const std::string_view f : kFunctions) {
    if (call(f, "X") == pattern) continue;
    relation.pairs.push_back({call(f, "x"), relation_side(pattern, {call(f, "x"), ""})});
  }
  return relation;
}

// y is derived from x by an operation on its variable.
Relation inside(std::string name, const std::string& side, std::string_view argument) {
  Relation relation{std::move(name), "Y", side, {}};
  for (const std::string_view f : kFunctions) {
    relation.pairs.push_back({call(f, "x"), call(f, argument)});
  }
  return relation;
}

}  // namespace

std::string relation_side(std::string_view side, const RelatedPair& pair) {
  std::string text;
  while (!side.empty()) {
    const std::size_t length = std::min(side.find(' '), side.size());
    const std::string_view token = side.substr(0, length);
    if (!text.empty()) text += ' ';
    if (token == "X") {
      text += pair.x;
    } else if (token == "Y") {
      text += pair.y;
    } else if (token == "X(Y)") {
      text += with(pair.x, pair.y);
    } else if (token == "X(2x)") {
      text += with(pair.x, "* 2 x");
    } else if (token == "X(x+1)") {
      text += with(pair.x, "+ x 1");
    } else {
      text += token;
    }
    side.remove_prefix(std::min(length + 1, side.size()));
  }
  return text;
}

const std::vector<Relation>& relations() {
  static const std::vector<Relation> all = {
      negated_argument(),
      reciprocal(),
      reciprocal_argument(),
      period("period", "+"),
      period("period-back", "-"),
      half_period(),
      quarter_turn(),
      complement(),
      derivative(),
      inverse_function(),
      outside("logarithm", "ln X"),
      outside("exponential", "exp X"),
      outside("square-root", "sqrt X"),
      outside("absolute-value", "abs X"),
      outside("sine", "sin X"),
      outside("hyperbolic-tangent", "tanh X"),
      outside("arcsine", "asin X"),
      outside("arccosecant", "acsc X"),
      outside("arctangent", "atan X"),
      outside("plus-one", "+ X 1"),
      outside("minus-one", "- X 1"),
      outside("divided-by-one", "/ X 1"),
      outside("doubled", "* 2 X"),
      outside("halved", "/ X 2"),
      outside("squared", "pow X 2"),
      outside("cubed", "pow X 3"),
      outside("inverted", "/ 1 X"),
      inside("double-argument", "X(2x)", "* 2 x"),
      inside("next-argument", "X(x+1)", "+ x 1"),
  };
  return all;
}

const Relation* find_relation(std::string_view name) {
  const auto found = std::ranges::find(relations(), name, &Relation::name);
  return found == relations().end() ? nullptr : &*found;
}

}  // namespace noether::egen
