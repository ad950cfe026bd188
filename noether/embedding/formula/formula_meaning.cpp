#include "noether/embedding/formula/formula_meaning.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/embedding/formula/signs.h"
#include "noether/embedding/prefix_of_formula.h"
#include "noether/embedding/values/part_values.h"
#include "noether/embedding/values/token_values.h"
#include "noether/formula/tree_digests.h"

namespace noether::embedding {
namespace {

using algebra::ExprId;
using formula::NodeId;
using TreeOp = formula::Op;

// Further variables have no values; see TokenValues.
constexpr std::size_t kValuedVariables = 8;

// Whether algebra should read this part. The check excludes parts that certainly have no value, so
// that they are not read again at every level.
bool operator_may_have_value(const CanonicalFormula& formula, NodeId id) {
  const TreeOp op = formula.tree.op(id);
  const std::string_view label = formula.tree.label(id);
  switch (formula::op_info(op).klass) {
    case formula::OpClass::Leaf:
      return op == TreeOp::Number ||
             (op == TreeOp::Variable && (formula.is_name(id) || label == "π" || label == "e"));
    case formula::OpClass::Arithmetic:
      return true;
    case formula::OpClass::Function:
      return op != TreeOp::Apply && !(op == TreeOp::Call && formula.is_name(id));
    case formula::OpClass::Big:
      return op == TreeOp::Maximum || op == TreeOp::Minimum;
    default:
      return false;
  }
}

// x_n, x', x^*: the part beside the name need not have a value.
bool adorns(TreeOp op) {
  return op == TreeOp::Subscript || op == TreeOp::Superscript || op == TreeOp::Prime ||
         op == TreeOp::Over || op == TreeOp::Under;
}

std::vector<bool> nodes_that_may_have_values(const CanonicalFormula& formula) {
  std::vector<bool> may(formula.tree.node_count());
  for (NodeId id = 0; id < formula.tree.node_count(); ++id) {
    const auto children = formula.tree.children(id);
    may[id] = operator_may_have_value(formula, id);
    if (adorns(formula.tree.op(id))) {
      may[id] = !children.empty() && may[children[0]];
    } else {
      for (const NodeId child : children) may[id] = may[id] && may[child];
      if (children.empty() && !formula::is_leaf(formula.tree.op(id))) may[id] = false;
    }
  }
  return may;
}

bool has_enough_values(const ComplexValues::Values& values) {
  return std::ranges::count_if(values, [](const auto& z) { return has_value(z); }) >=
         std::ptrdiff_t{kLeastValues};
}

double largest_size(const ComplexValues::Values& values) {
  double largest = 0;
  for (const std::complex<double>& value : values) {
    if (has_value(value)) largest = std::max(largest, std::abs(value));
  }
  return largest;
}

// Whether an encoder can distinguish these values from those of other parts. Does not check for
// values of 0.
bool are_told_apart(const ComplexValues::Values& values) {
  const double largest = largest_size(values);
  if (largest > 0 && largest < kLeastSize) return false;
  const auto first = std::ranges::find_if(values, [](const auto& z) { return has_value(z); });
  double variation = 0;
  for (const std::complex<double>& value : values) {
    if (has_value(value)) variation = std::max(variation, std::abs(value - *first));
  }
  constexpr double kErrors = 1e-11;
  return variation <= kErrors * largest || variation >= kLeastVariation * largest;
}

// Rounds the values as part_values.h does.
std::uint64_t digest_of(const ComplexValues::Values& values) {
  std::uint64_t digest = 0;
  const auto add = [&](double number) {
    digest = formula::mixed(digest,
                            static_cast<std::uint64_t>(std::llround(std::asinh(number) * 0x1p16)));
  };
  for (const std::complex<double>& value : values) {
    if (!has_value(value)) {
      digest = formula::mixed(digest, ~std::uint64_t{0});
      continue;
    }
    add(value.real());
    add(std::abs(value.imag()));
  }
  return digest;
}

ExprId with_variables(algebra::Expressions& pool, ExprId root,
                      const std::unordered_map<std::uint32_t, ExprId>& made_of) {
  std::unordered_map<ExprId, ExprId> made;
  std::vector<ExprId> operands;
  for (const ExprId id : algebra::subexpressions(pool, root)) {
    if (const auto variable = made_of.find(pool.head(id).code); variable != made_of.end()) {
      made[id] = variable->second;
      continue;
    }
    operands.clear();
    for (const ExprId operand : pool.operands(id)) operands.push_back(made.at(operand));
    made[id] = pool.make(pool.head(id), operands);
  }
  return made.at(root);
}

}  // namespace

struct ValuedPartReader::Reading {
  const CanonicalFormula& formula;
  algebra::TreeStyle style;
  std::vector<ValuedPart>& parts;
  std::vector<std::uint64_t>& digests;
  std::vector<bool> may;
  std::unordered_map<std::string, std::size_t> numbers{};  // the numbers of variables, by first use
  std::size_t asked = 0;
  std::vector<ComplexValues::Values> values{};
};

ValuedPartReader::ValuedPartReader(const ExpressionTokenizer& tokenizer)
    : tokenizer_(&tokenizer),
      grammar_(std::make_shared<const TokenGrammar>(tokenizer)),
      values_(*grammar_),
      real_values_(*grammar_) {
  for (std::size_t id = 0; id < tokenizer.size() && variables_.size() < kValuedVariables; ++id) {
    const auto token = static_cast<TokenId>(id);
    if (tokenizer.kind(token) == ExpressionTokenizer::Kind::Variable) {
      variables_.push_back(tokenizer.token(token));
    }
  }
}

base::Result<std::vector<TokenId>> ValuedPartReader::tokens_of(NodeId node,
                                                               Reading& reading) const {
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool(vocabulary);
  auto read = algebra::from_operators(reading.formula.tree, node, pool, reading.style);
  if (!read) return std::unexpected(read.error());
  ExprId root = with_adorned_names(pool, *read);
  if (algebra::contains(pool, root, algebra::Op::Call)) return base::fail("an unknown operator");
  if (algebra::tree_size(pool, root, kMostValuedTokens + 1) > kMostValuedTokens) {
    return base::fail("too many tokens");
  }
  if (algebra::contains(pool, root, algebra::Op::I)) {
    if (!reading.formula.has_index_i) return base::fail("the imaginary unit");
    root = algebra::substitute(pool, root, algebra::Head(algebra::Op::I), pool.variable("i"));
  }
  const std::vector<algebra::Head> heads = algebra::variables_of(pool, root);
  if (heads.size() > variables_.size()) return base::fail("too many variables");
  std::vector<bool> taken(variables_.size());
  std::unordered_map<std::uint32_t, ExprId> variables;
  for (const algebra::Head head : heads) {
    const std::string name(vocabulary.variable_name(head));
    std::size_t at =
        reading.numbers.try_emplace(name, reading.numbers.size()).first->second % taken.size();
    while (taken[at]) at = (at + 1) % taken.size();
    taken[at] = true;
    variables.emplace(head.code, pool.variable(variables_[at]));
  }
  root = with_variables(pool, root, variables);
  const auto prefix = algebra::write_expression(formula::Notation::Prefix, pool, root);
  if (!prefix) return std::unexpected(prefix.error());
  return tokenizer_->encode(*prefix);
}

void ValuedPartReader::add_digests(TokenSpan expression, Reading& reading) const {
  for (std::size_t at = 0; at < expression.size(); ++at) {
    if (grammar_->operands(expression[at]) == 0 || !has_enough_values(reading.values[at])) continue;
    reading.digests.push_back(digest_of(reading.values[at]));
  }
}

// Complex values near 0 count as 0, because the distance of the point from the real line could hide
// them. On the real line, the sizes of the parts distinguish small values from cancellation.
bool ValuedPartReader::is_zero(TokenSpan expression, const Reading& reading) const {
  double largest_part = 0;
  for (const auto& part : reading.values) {
    largest_part = std::max(largest_part, largest_size(part));
  }
  constexpr double kCancelled = 1e-13;
  for (const double value : real_values_.at_points(expression)) {
    if (has_value(value) && std::abs(value) > kCancelled * largest_part) return false;
  }
  return true;
}

bool ValuedPartReader::read_part(NodeId node, Reading& reading) const {
  if (++reading.asked > kMostPartsAsked) return false;
  auto tokens = tokens_of(node, reading);
  if (!tokens || tokens->size() - 2 > kMostValuedTokens) return false;
  const TokenSpan expression = TokenSpan(*tokens).subspan(1, tokens->size() - 2);
  values_.of_parts(expression, reading.values);
  const ComplexValues::Values& values = reading.values[0];
  if (!has_enough_values(values) || !are_told_apart(values)) return false;
  if (largest_size(values) == 0 && !is_zero(expression, reading)) return false;
  add_digests(expression, reading);
  reading.parts.push_back({node, *std::move(tokens)});
  return true;
}

void ValuedPartReader::read(const CanonicalFormula& formula, algebra::TreeStyle style,
                            std::vector<ValuedPart>& parts,
                            std::vector<std::uint64_t>& digests) const {
  parts.clear();
  digests.clear();
  Reading reading{formula, style, parts, digests, nodes_that_may_have_values(formula)};
  std::vector<NodeId> next = {formula.tree.root()};
  while (!next.empty()) {
    const NodeId node = next.back();
    next.pop_back();
    if (reading.may[node] && read_part(node, reading)) continue;
    const auto children = formula.tree.children(node);
    next.insert(next.end(), children.rbegin(), children.rend());
  }
}

namespace {

using formula::NodeId;
using TreeOp = formula::Op;

// The operator and its label; for a name, its number.
std::uint64_t meaning_key(const CanonicalFormula& formula, NodeId id) {
  const base::Digest own = formula::operator_digest(formula.tree.op(id));
  const base::Digest key =
      formula.is_name(id) ? formula::mixed(own, formula.names[id])
                          : formula::mixed(own, formula::digest_of_label(formula.tree.label(id)));
  return formula::mixed(key.high, key.low);
}

// Adds a direction that belongs to the key.
void add_direction(std::uint64_t key, float length, std::span<float> sum) {
  add_signs(key, length / std::sqrt(static_cast<float>(sum.size())), sum);
}

void add_turned(std::uint64_t key, std::span<const float> vector, std::span<float> sum) {
  const auto shift = static_cast<std::size_t>(formula::mixed(key, 2) % sum.size());
  add_turned_signs(formula::mixed(key, 1), vector, shift, sum);
}

void make_unit_meaning(std::uint64_t key, std::span<float> sum) {
  double squares = 0;
  for (const float number : sum) {
    squares += static_cast<double>(number) * static_cast<double>(number);
  }
  // If the operands cancel, only the node's own direction remains.
  if (!(squares > 1e-6)) {
    std::ranges::fill(sum, 0.0F);
    add_direction(key, 1, sum);
    return;
  }
  const auto length = static_cast<float>(std::sqrt(squares));
  for (float& number : sum) number /= length;
}

bool states_equality(TreeOp op) {
  return op == TreeOp::Equal || op == TreeOp::Equivalent || op == TreeOp::Assign;
}

// a = b, a = b = c: whether the operands are the sides of an equation.
bool is_equation(const formula::OperatorTree& tree, NodeId id) {
  if (tree.op(id) != TreeOp::Chain) return states_equality(tree.op(id));
  const auto operands = tree.children(id);
  for (std::size_t at = 1; at < operands.size(); at += 2) {
    if (!states_equality(tree.op(operands[at]))) return false;
  }
  return true;
}

}  // namespace

// Nodes are in post-order, so the vectors of a node's operands are the last ones on the stack.
void compose_meaning(const CanonicalFormula& formula, std::span<const ValuedPart> parts,
                     std::span<const std::span<const float>> part_vectors, std::span<float> out) {
  const formula::OperatorTree& tree = formula.tree;
  const std::size_t width = out.size();
  std::vector<std::size_t> part_at(tree.node_count(), parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) part_at[parts[i].node] = i;
  std::vector<bool> inside(tree.node_count());
  for (auto id = static_cast<NodeId>(tree.node_count()); id-- > 0;) {
    if (!inside[id] && part_at[id] == parts.size()) continue;
    for (const NodeId child : tree.children(id)) inside[child] = true;
  }
  std::vector<float> made;
  for (NodeId id = 0; id < tree.node_count(); ++id) {
    if (inside[id]) continue;
    if (part_at[id] < parts.size()) {
      const auto vector = part_vectors[part_at[id]];
      made.insert(made.end(), vector.begin(), vector.end());
      continue;
    }
    const std::size_t operands = tree.children(id).size();
    const std::size_t begin = made.size() - operands * width;
    const std::uint64_t key = meaning_key(formula, id);
    const bool unordered = formula::op_info(tree.op(id)).unordered;
    const bool as_they_are = is_equation(tree, id);
    std::ranges::fill(out, 0.0F);
    add_direction(key, kOwnShare, out);
    for (std::size_t i = 0; i < operands; ++i) {
      const auto operand = std::span<const float>(made).subspan(begin + i * width, width);
      if (as_they_are) {
        for (std::size_t at = 0; at < width; ++at) out[at] += operand[at];
      } else {
        add_turned(formula::mixed(key, unordered ? 0 : i + 3), operand, out);
      }
    }
    make_unit_meaning(key, out);
    made.resize(begin);
    made.insert(made.end(), out.begin(), out.end());
  }
  std::copy_n(made.begin(), width, out.begin());
}

}  // namespace noether::embedding
