#include "noether/algebra/derivation/derivation_line.h"

#include <algorithm>
#include <array>
#include <utility>

#include "noether/algebra/derivation/derivation_text.h"
#include "noether/algebra/notation/input_notation.h"

namespace noether::algebra {
namespace {

using formula::NodeId;
using formula::Notation;
using formula::OperatorTree;
using FormulaOp = formula::Op;
using RelationKind = Relation::Kind;

// No person writes a solution with more alternatives.
constexpr std::size_t kMostAlternatives = 64;

std::optional<RelationKind> relation_kind(FormulaOp op) {
  switch (op) {
    case FormulaOp::Equal:
      return RelationKind::Equal;
    case FormulaOp::NotEqual:
      return RelationKind::NotEqual;
    case FormulaOp::Less:
      return RelationKind::Less;
    case FormulaOp::LessEqual:
      return RelationKind::LessEqual;
    case FormulaOp::Greater:
      return RelationKind::Greater;
    case FormulaOp::GreaterEqual:
      return RelationKind::GreaterEqual;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Head> DerivationLine::valued(const Expressions& pool) const {
  if (continues || statement || chain.size() < 2) return std::nullopt;
  return solved_variable(pool, Statement::equation(chain[0], chain[1]));
}

base::Result<DerivationLine> DerivationLineReader::read(std::string_view line,
                                                        std::span<const Head> known,
                                                        Expressions& pool) {
  known_ = known;
  DerivationLine read;
  const std::string_view whole = line;
  line = without_note(without_arrows(line, read.follows));
  const std::string_view plain =
      line.starts_with('=') ? without_layout(line.substr(1)) : std::string_view(line);
  notation_ = named_notation_.value_or(guess_notation(plain));
  if (style_of(notation_) == TreeStyle::Tokens) return read_tokens(line, std::move(read), pool);
  const auto offset = static_cast<std::size_t>(line.data() - whole.data());
  return read_drawn(line, offset, std::move(read), pool);
}

base::Result<DerivationLine> DerivationLineReader::read_tokens(std::string_view line,
                                                               DerivationLine read,
                                                               Expressions& pool) {
  if (line.starts_with('=')) {
    // `= + x 1` continues; `= x 1` is an equation. No text can be read in both ways.
    if (const auto rest = reader_.read(notation_, without_blanks(line.substr(1)), pool)) {
      read.continues = true;
      read.chain = {*rest};
      return read;
    }
  }
  auto part = read_part(line, 0, pool);
  if (!part) return std::unexpected(std::move(part.error()));
  read.chain = std::move(part->chain);
  read.statement = std::move(part->statement);
  return read;
}

base::Result<DerivationLine> DerivationLineReader::read_drawn(std::string_view line,
                                                              std::size_t offset,
                                                              DerivationLine read,
                                                              Expressions& pool) {
  if (line.starts_with('=') && !line.starts_with("==")) {
    read.continues = true;
    const std::string_view rest = without_blanks(line.substr(1));
    auto part = read_part(rest, offset + static_cast<std::size_t>(rest.data() - line.data()), pool);
    if (!part) return std::unexpected(std::move(part.error()));
    if (part->statement) {
      return base::fail(
          "only = joins the steps of a derivation",
          {static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(offset + line.size())});
    }
    read.chain = std::move(part->chain);
    return read;
  }
  if (const std::size_t sign = find_approximation(line); sign != std::string_view::npos) {
    line = without_spaces_behind(line.substr(0, sign));
    read.is_approximate = line.find('=') == std::string_view::npos;
    if (read.is_approximate) return read;
  }
  if (says_none(line)) {
    read.statement = Statement{};
    return read;
  }
  if (says_all(line)) {
    read.statement = Statement{{{}}};
    return read;
  }
  std::vector<LinePart> parts = split_line(line, offset);
  // Each ± makes two alternatives.
  std::vector<LinePart> written;
  for (LinePart& part : parts) {
    const std::string upper = with_sign(part.text, true);
    if (upper == part.text || part.text.find('=') == std::string::npos) {
      written.push_back(std::move(part));
      continue;
    }
    written.push_back({part.before, upper, part.offset});
    written.push_back({Joint::Or, with_sign(part.text, false), part.offset});
  }
  std::vector<Meaning> meanings;
  for (const LinePart& part : written) {
    auto one = read_part(part.text, part.offset, pool);
    if (!one) return std::unexpected(std::move(one.error()));
    meanings.push_back(*std::move(one));
  }
  if (meanings.empty()) {
    return base::fail(
        "there is no expression",
        {static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(offset + line.size())},
        "write one");
  }
  if (meanings.size() == 1) {
    read.chain = std::move(meanings[0].chain);
    read.statement = std::move(meanings[0].statement);
    if (read.statement) use_known_names(*read.statement, pool);
    if (read.chain.size() > 1) {
      Statement equation = Statement::equation(read.chain[0], read.chain[1]);
      use_known_names(equation, pool);
      read.is_numbered = read.chain[0] != equation.any[0][0].left;
      read.chain[0] = equation.any[0][0].left;
    }
    return read;
  }
  auto statement = joined(written, std::move(meanings), pool);
  if (!statement) return std::unexpected(std::move(statement.error()));
  read.statement = *std::move(statement);
  return read;
}

base::Result<DerivationLineReader::Meaning> DerivationLineReader::read_part(std::string_view text,
                                                                            std::size_t offset,
                                                                            Expressions& pool) {
  const auto moved = [&](base::Error error) {
    if (!(error.span == base::Span{})) {
      error.span.begin += static_cast<std::uint32_t>(offset);
      error.span.end += static_cast<std::uint32_t>(offset);
    }
    return std::unexpected(std::move(error));
  };
  if (!named_notation_ && style_of(notation_) == TreeStyle::Drawn) {
    if (auto bare = find_bare_function(text, notation_)) return moved(*std::move(bare));
  }
  if (notation_ == Notation::SExpression) {
    if (auto mistaken = find_mistaken_operator(text)) return moved(*std::move(mistaken));
  }
  text_ = text;
  const auto tree = reader_.read_tree(notation_, text);
  if (!tree) return moved(tree.error());
  if ((*tree)->empty()) return base::fail("there is no expression", {}, "write one");
  auto read = meaning(**tree, (*tree)->root(), pool);
  if (!read) return moved(std::move(read.error()));
  return read;
}

base::Result<ExprId> DerivationLineReader::expression(const OperatorTree& tree, NodeId id,
                                                      Expressions& pool) {
  return from_operators(tree, id, pool, style_of(notation_), {}, text_);
}

base::Result<DerivationLineReader::Meaning> DerivationLineReader::meaning(const OperatorTree& tree,
                                                                          NodeId id,
                                                                          Expressions& pool) {
  const FormulaOp op = tree.op(id);
  const auto children = tree.children(id);
  if (op == FormulaOp::Chain) return relations(tree, children, pool);
  if (relation_kind(op) && children.size() == 2) {
    if (op == FormulaOp::Equal && names_solutions(tree, children[0])) {
      auto set = membership(tree, formula::kNoNode, children[1], pool);
      if (set) return Meaning{{}, *std::move(set)};
    }
    Meaning read;
    std::array<ExprId, 2> sides{};
    for (const std::size_t i : {0U, 1U}) {
      const auto side = expression(tree, children[i], pool);
      if (!side) return std::unexpected(side.error());
      sides[i] = *side;
    }
    if (op == FormulaOp::Equal) {
      read.chain = {sides[0], sides[1]};
    } else {
      read.statement = Statement{{{{*relation_kind(op), sides[0], sides[1]}}}};
    }
    return read;
  }
  if (op == FormulaOp::In && children.size() == 2) {
    auto set = membership(tree, children[0], children[1], pool);
    if (!set) return std::unexpected(std::move(set.error()));
    return Meaning{{}, *std::move(set)};
  }
  if ((op == FormulaOp::Or || op == FormulaOp::And) && children.size() >= 2) {
    std::vector<LinePart> parts;
    std::vector<Meaning> meanings;
    for (const NodeId child : children) {
      auto one = meaning(tree, child, pool);
      if (!one) return one;
      parts.push_back({parts.empty()         ? Joint::None
                       : op == FormulaOp::Or ? Joint::Or
                                             : Joint::And,
                       "", 0});
      meanings.push_back(*std::move(one));
    }
    auto statement = joined(parts, std::move(meanings), pool);
    if (!statement) return std::unexpected(std::move(statement.error()));
    return Meaning{{}, *std::move(statement)};
  }
  const auto one = expression(tree, id, pool);
  if (!one) return std::unexpected(one.error());
  return Meaning{{*one}, {}};
}

// The parts of a chain: a, <, b, <, c.
base::Result<DerivationLineReader::Meaning> DerivationLineReader::relations(
    const OperatorTree& tree, std::span<const NodeId> parts, Expressions& pool) {
  std::vector<ExprId> sides;
  std::vector<RelationKind> kinds;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i % 2 == 0) {
      const auto side = expression(tree, parts[i], pool);
      if (!side) return std::unexpected(side.error());
      sides.push_back(*side);
      continue;
    }
    const auto kind = relation_kind(tree.op(parts[i]));
    if (!kind || !tree.children(parts[i]).empty()) {
      return base::fail("a derivation cannot contain this relation", tree.node(parts[i]).source,
                        "lines are joined by =, <, >, \\leq, \\geq and \\neq");
    }
    kinds.push_back(*kind);
  }
  if (std::ranges::all_of(kinds, [](RelationKind kind) { return kind == RelationKind::Equal; })) {
    return Meaning{std::move(sides), {}};
  }
  Statement::All all;
  for (std::size_t i = 0; i < kinds.size(); ++i) all.push_back({kinds[i], sides[i], sides[i + 1]});
  return Meaning{{}, Statement{{std::move(all)}}};
}

// S, L or 𝕃, as the name of the set of solutions.
bool DerivationLineReader::names_solutions(const OperatorTree& tree, NodeId id) const {
  constexpr std::array names = std::to_array<std::string_view>({"S", "L", "𝕃", "𝕊", "ℒ", "X"});
  return known_.size() == 1 && tree.op(id) == FormulaOp::Variable &&
         std::ranges::find(names, tree.label(id)) != names.end();
}

// `element` is absent when the set is that of the solutions.
base::Result<Statement> DerivationLineReader::membership(const OperatorTree& tree, NodeId element,
                                                         NodeId set, Expressions& pool) {
  ExprId subject = known_.size() == 1 ? pool.leaf(known_[0]) : kNoExpr;
  if (element != formula::kNoNode) {
    const auto read = expression(tree, element, pool);
    if (!read) return std::unexpected(read.error());
    subject = *read;
  }
  const auto children = tree.children(set);
  if (tree.op(set) == FormulaOp::EmptySet) return Statement{};
  if (tree.op(set) == FormulaOp::Variable && tree.label(set) == "ℝ") return Statement{{{}}};
  if (tree.op(set) == FormulaOp::Set && children.size() <= kMostAlternatives) {
    Statement statement;
    for (const NodeId child : children) {
      const auto value = expression(tree, child, pool);
      if (!value) return std::unexpected(value.error());
      statement.any.push_back({{RelationKind::Equal, subject, *value}});
    }
    return statement;
  }
  if (tree.op(set) == FormulaOp::Interval && children.size() == 2) {
    const std::string_view label = tree.label(set);
    Statement::All all;
    for (const std::size_t i : {0U, 1U}) {
      NodeId end = children[i];
      if (tree.op(end) == FormulaOp::Negate && tree.children(end).size() == 1 &&
          tree.op(tree.children(end)[0]) == FormulaOp::Infinity) {
        end = tree.children(end)[0];
      }
      if (tree.op(end) == FormulaOp::Infinity) continue;
      const auto value = expression(tree, children[i], pool);
      if (!value) return std::unexpected(value.error());
      const bool is_closed = label == "closed" || label == (i == 0 ? "closed-open" : "open-closed");
      const RelationKind kind =
          i == 0 ? (is_closed ? RelationKind::GreaterEqual : RelationKind::Greater)
                 : (is_closed ? RelationKind::LessEqual : RelationKind::Less);
      all.push_back({kind, subject, *value});
    }
    return Statement{{std::move(all)}};
  }
  return base::fail("a set that is neither a list of numbers nor an interval",
                    tree.node(set).source, "write x \\in \\{1, 2\\} or x \\in (1, 2]");
}

base::Result<Statement> DerivationLineReader::joined(const std::vector<LinePart>& parts,
                                                     std::vector<Meaning> meanings,
                                                     Expressions& pool) const {
  std::vector<Statement> statements;
  ExprId subject = kNoExpr;  // of the previous equation
  for (std::size_t i = 0; i < meanings.size(); ++i) {
    Meaning& one = meanings[i];
    if (one.statement) {
      statements.push_back(*std::move(one.statement));
      continue;
    }
    // x = 2 or -2: the name is written only once.
    if (one.chain.size() == 1 && subject != kNoExpr) one.chain.insert(one.chain.begin(), subject);
    if (one.chain.size() < 2) {
      return base::fail("several things, where one expression or a relation is needed",
                        {static_cast<std::uint32_t>(parts[i].offset),
                         static_cast<std::uint32_t>(parts[i].offset + parts[i].text.size())},
                        "decimal fractions are written with a point, 1.5");
    }
    Statement::All all;
    for (std::size_t k = 0; k + 1 < one.chain.size(); ++k) {
      all.push_back({RelationKind::Equal, one.chain[k], one.chain[k + 1]});
    }
    if (pool.op(one.chain[0]) == Op::Variable) subject = one.chain[0];
    statements.push_back({{std::move(all)}});
  }
  for (Statement& statement : statements) use_known_names(statement, pool);
  // Between values of one variable, a comma means `or`, because the variable cannot have both
  // values.
  bool is_list_of_values = true;
  for (const Statement& statement : statements) {
    const auto own = solved_variable(pool, statement);
    is_list_of_values &= own && own == solved_variable(pool, statements.front());
  }
  Statement result = statements.front();
  for (std::size_t i = 1; i < statements.size(); ++i) {
    const bool is_or =
        parts[i].before == Joint::Or || (parts[i].before == Joint::Comma && is_list_of_values);
    if (is_or) {
      result.any.insert(result.any.end(), statements[i].any.begin(), statements[i].any.end());
    } else {
      Statement both;
      for (const auto& left : result.any) {
        for (const auto& right : statements[i].any) {
          Statement::All all = left;
          all.insert(all.end(), right.begin(), right.end());
          both.any.push_back(std::move(all));
        }
      }
      result = std::move(both);
    }
    if (result.any.size() > kMostAlternatives) return base::fail("too many alternatives");
  }
  return result;
}

// x_1 = 2, x_2 = -2 and x_{1,2} = … are values of x if the previous lines are about x.
void DerivationLineReader::use_known_names(Statement& statement, Expressions& pool) const {
  const auto is_known = [&](std::string_view name) {
    return std::ranges::any_of(
        known_, [&](Head head) { return pool.vocabulary().variable_name(head) == name; });
  };
  for (Statement::All& all : statement.any) {
    if (all.size() != 1 || all[0].kind != RelationKind::Equal ||
        pool.op(all[0].left) != Op::Variable) {
      continue;
    }
    const std::string name(pool.vocabulary().variable_name(pool.head(all[0].left)));
    const std::size_t mark = name.find('_');
    if (mark == std::string::npos || mark == 0 || is_known(name)) continue;
    const std::string base = name.substr(0, mark);
    if (is_known(base)) all[0].left = pool.variable(base);
  }
}

}  // namespace noether::algebra
