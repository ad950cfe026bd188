#include "bench/growth_theory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <utility>

#include "noether/base/line_reader.h"

namespace noether::bench {
namespace {

using egraph::ClassId;
using egraph::NodeId;
using egraph::NodeView;
using egraph::Symbol;

constexpr std::array<std::string_view, 11> kOperators = {"+", "-",  "*",   "/",   "pow", "d",
                                                         "i", "ln", "sin", "cos", "sqrt"};
enum Operator : Symbol { kPlus, kMinus, kTimes, kOver };
constexpr std::size_t kMaxLineBytes = 4096;

std::optional<Fraction> reduced(std::int64_t numerator, std::int64_t denominator) {
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  std::int64_t a = numerator < 0 ? -numerator : numerator;
  for (std::int64_t b = denominator; b != 0; std::swap(a, b)) a %= b;
  numerator /= a;
  denominator /= a;
  if (numerator > INT32_MAX || numerator < INT32_MIN || denominator > INT32_MAX)
    return std::nullopt;
  return Fraction{static_cast<std::int32_t>(numerator), static_cast<std::int32_t>(denominator)};
}

std::string_view trim(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(trim(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + separator.size());
  }
}

base::Result<GrowthTest> read_test(std::string_view text, const egraph::VariableNames& variables) {
  constexpr std::array<std::string_view, 4> kNames = {"is_not_zero", "is_sym", "is_const",
                                                      "is_const_or_distinct_var"};
  const std::size_t open = text.find('(');
  const auto name = std::ranges::find(kNames, text.substr(0, open));
  if (name == kNames.end() || !text.ends_with(')')) {
    return base::fail(fmt::format("unknown condition '{}'", text));
  }
  GrowthTest test{static_cast<GrowthTest::Kind>(name - kNames.begin()), 0, 0};
  const auto arguments = split(text.substr(open + 1, text.size() - open - 2), ",");
  for (std::size_t i = 0; i < arguments.size() && i < 2; ++i) {
    const auto at = std::ranges::find(variables, arguments[i]) - variables.begin();
    (i == 0 ? test.first : test.second) = static_cast<std::uint32_t>(at);
  }
  return test;
}

base::Result<void> read_rule(std::string_view line, GrowthTheory& theory) {
  const auto fields = split(line, ";");
  const auto sides = fields.size() == 3 ? split(fields[1], "=>") : fields;
  if (fields.size() != 3 || sides.size() != 2)
    return base::fail("not 'name ; lhs => rhs ; conditions'");
  auto rule = egraph::read_rule(fields[0], sides[0], sides[1], theory.language);
  if (!rule) return std::unexpected(rule.error());
  if (!fields[2].empty()) {
    rule->condition = static_cast<std::uint32_t>(theory.conditions.size());
    theory.conditions.emplace_back();
    for (const std::string_view text : split(fields[2], "&")) {
      const auto test = read_test(text, rule->variables);
      if (!test) return std::unexpected(test.error());
      theory.conditions.back().push_back(*test);
    }
  }
  theory.rules.push_back(std::move(*rule));
  return {};
}

template <typename Read>
base::Result<void> for_each_line(const std::string& path, Read&& read) {
  auto lines = base::LineReader::open(path, kMaxLineBytes);
  if (!lines) return std::unexpected(lines.error());
  for (;;) {
    const auto line = lines->next();
    if (!line) return std::unexpected(line.error());
    if (!*line) return {};
    if (trim((*line)->text).empty()) continue;
    if (const auto result = read((*line)->text); !result) {
      return base::fail(fmt::format("{}:{}: {}", path, (*line)->number, result.error().message));
    }
  }
}

}  // namespace

GrowthLanguage::GrowthLanguage() {
  for (const std::string_view name : kOperators) intern(std::string(name), std::nullopt);
}

Symbol GrowthLanguage::intern(std::string name, std::optional<Fraction> value) {
  const auto [at, is_new] = symbols_.emplace(name, static_cast<Symbol>(names_.size()));
  if (is_new) {
    names_.push_back(std::move(name));
    values_.push_back(value);
  }
  return at->second;
}

Symbol GrowthLanguage::constant(const Fraction& value) {
  if (value == last_constant_) return last_symbol_;
  last_constant_ = value;
  return last_symbol_ = intern_constant(value);
}

Symbol GrowthLanguage::intern_constant(const Fraction& value) {
  if (value.denominator == 1) return intern(fmt::format("{}", value.numerator), value);
  return intern(fmt::format("{}/{}", value.numerator, value.denominator), value);
}

base::Result<Symbol> GrowthLanguage::symbol(std::string_view name, std::size_t arity) {
  const bool is_operator = std::ranges::find(kOperators, name) != kOperators.end();
  if (is_operator != (arity > 0))
    return base::fail(fmt::format("'{}' with {} children", name, arity));
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error == std::errc{} && end == name.data() + name.size()) return constant({number, 1});
  return intern(std::string(name), std::nullopt);
}

GrowthAnalysis::Data GrowthAnalysis::make(const Graph& graph, const NodeView& node) const {
  if (node.is_leaf()) return language_->value(node.symbol);
  if (node.symbol > kOver) return std::nullopt;
  const Data& a = graph.data(node.children[0]);
  const Data& b = graph.data(node.children[1]);
  if (!a || !b) return std::nullopt;
  const std::int64_t an = a->numerator;
  const std::int64_t ad = a->denominator;
  const std::int64_t bn = b->numerator;
  const std::int64_t bd = b->denominator;
  switch (node.symbol) {
    case kPlus:
      return reduced(an * bd + bn * ad, ad * bd);
    case kMinus:
      return reduced(an * bd - bn * ad, ad * bd);
    case kTimes:
      return reduced(an * bn, ad * bd);
    default:
      return bn == 0 ? std::nullopt : reduced(an * bd, ad * bn);
  }
}

egraph::MergeChange GrowthAnalysis::merge(Data& into, Data& from) {
  if (!into && from) {
    into = from;
    return {.into = true, .from = false};
  }
  return {.into = false, .from = into.has_value() && !from};
}

void GrowthAnalysis::modify(Graph& graph, ClassId id) const {
  const Data data = graph.data(id);
  if (!data) return;
  const ClassId constant = graph.add(language_->constant(*data), {});
  graph.unite(id, constant, egraph::Reason::analysis(0));
  graph.prune_to_leaves(id);
}

bool GrowthAnalysis::holds_variable(const Graph& graph, ClassId id) const {
  bool found = false;
  graph.for_each_node(id, [&](NodeId, const NodeView& node) {
    found |= node.is_leaf() && !language_->value(node.symbol);
  });
  return found;
}

bool GrowthAnalysis::holds(const Graph& graph, std::uint32_t condition,
                           std::span<const ClassId> bindings) const {
  return std::ranges::all_of((*conditions_)[condition], [&](const GrowthTest& test) {
    const ClassId first = graph.find(bindings[test.first]);
    const ClassId second = graph.find(bindings[test.second]);
    const Data& data = graph.data(first);
    switch (test.kind) {
      case GrowthTest::Kind::IsNotZero:
        return !data || data->numerator != 0;
      case GrowthTest::Kind::IsSymbol:
        return holds_variable(graph, first);
      case GrowthTest::Kind::IsConstant:
        return data.has_value();
      case GrowthTest::Kind::IsConstantOrDistinctVariable:
        return first != second && (data || holds_variable(graph, first));
    }
    return false;
  });
}

base::Result<void> read_growth_theory(const std::string& folder, GrowthTheory& theory) {
  const auto rules = for_each_line(folder + "/growth.rules",
                                   [&](std::string_view line) { return read_rule(line, theory); });
  if (!rules) return rules;
  return for_each_line(folder + "/growth.expressions",
                       [&](std::string_view line) -> base::Result<void> {
                         auto term = egraph::read_term(line, theory.language);
                         if (!term) return std::unexpected(term.error());
                         theory.expressions.push_back(std::move(*term));
                         return {};
                       });
}

}  // namespace noether::bench
