#include "noether/algebra/derivation_line.h"

#include <algorithm>
#include <array>
#include <utility>

#include "noether/algebra/input_notation.h"

namespace noether::algebra {
namespace {

using formula::Notation;
using formula::NodeId;
using formula::OperatorTree;
using FormulaOp = formula::Op;
using Kind = Relation::Kind;

constexpr std::string_view kBlanks = " \t\r\n";
// More alternatives than this are no solution that somebody wrote.
constexpr std::size_t kMostAlternatives = 64;

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether `text` begins with the word, as a whole.
bool begins_with(std::string_view text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  return text.size() == word.size() || !is_letter(word.back()) || !is_letter(text[word.size()]);
}

// What may stand before a line and says that it follows.
std::size_t arrow_length(std::string_view text) {
  constexpr std::array arrows = std::to_array<std::string_view>(
      {"\\Leftrightarrow", "\\Longleftrightarrow", "\\iff", "\\Rightarrow", "\\Longrightarrow",
       "\\implies", "\\therefore", "\\leadsto", "\\Longleftarrow", "\\Leftarrow", "<=>", "=>", "⇔",
       "⇒", "⟺", "⟹", "∴", "so ", "thus ", "hence ", "then ", "therefore "});
  for (const std::string_view arrow : arrows) {
    if (begins_with(text, arrow)) return arrow.size();
  }
  return 0;
}

constexpr std::array kSpaces = std::to_array<std::string_view>(
    {"\\quad", "\\qquad", "\\,", "\\;", "\\:", "\\ ", "~", "\\!"});

std::string_view without_spaces_behind(std::string_view text) {
  while (true) {
    text = trimmed(text);
    const auto* const space = std::ranges::find_if(
        kSpaces, [&](std::string_view one) { return text.ends_with(one); });
    if (space == kSpaces.end()) return text;
    text.remove_suffix(space->size());
  }
}

std::size_t space_length(std::string_view text) {
  for (const std::string_view space : kSpaces) {
    if (begins_with(text, space)) return space.size();
  }
  return 0;
}

// The words that a command sets upright at the front, as \text{ or }; empty when it is none.
std::string_view set_words(std::string_view text, std::size_t& length) {
  constexpr std::array commands = std::to_array<std::string_view>(
      {"\\text{", "\\mbox{", "\\mathrm{", "\\textrm{", "\\operatorname{"});
  for (const std::string_view command : commands) {
    if (!text.starts_with(command)) continue;
    const std::size_t end = text.find('}', command.size());
    if (end == std::string_view::npos) return {};
    length = end + 1;
    return trimmed(text.substr(command.size(), end - command.size()));
  }
  return {};
}

// 2x + 4 = 10 | -4: what will be done next is written behind a bar.
std::string_view without_note(std::string_view line) {
  if (std::ranges::count(line, '|') != 1 || line.find('=') == std::string_view::npos) return line;
  const std::size_t bar = line.find('|');
  const bool is_command = bar > 0 && line[bar - 1] == '\\';
  const std::string_view note = trimmed(line.substr(bar + 1));
  if (is_command || note.empty() || line.find("\\left|") != std::string_view::npos) return line;
  constexpr std::array starts = std::to_array<std::string_view>(
      {"+", "-", ":", "/", "*", "\\cdot", "\\div", "\\sqrt", "\\ln", "\\log", "(", "\\times"});
  const bool is_note = std::ranges::any_of(
      starts, [&](std::string_view start) { return note.starts_with(start); });
  return is_note ? without_spaces_behind(line.substr(0, bar)) : line;
}

// The text with one sign for each ±, and the other one for each ∓; of the same length.
std::string with_sign(std::string_view text, bool upper) {
  std::string out(text);
  const auto replace = [&](std::string_view sign, char by) {
    for (std::size_t at = out.find(sign); at != std::string::npos; at = out.find(sign, at + 1)) {
      if (sign.front() == '\\' && at + sign.size() < out.size() && is_letter(out[at + sign.size()])) {
        continue;
      }
      out.replace(at, sign.size(), std::string(sign.size() - 1, ' ') + by);
    }
  };
  replace("\\pm", upper ? '+' : '-');
  replace("±", upper ? '+' : '-');
  replace("+-", upper ? '+' : '-');
  replace("\\mp", upper ? '-' : '+');
  replace("∓", upper ? '-' : '+');
  return out;
}

std::optional<Kind> relation_kind(FormulaOp op) {
  switch (op) {
    case FormulaOp::Equal:
      return Kind::Equal;
    case FormulaOp::NotEqual:
      return Kind::NotEqual;
    case FormulaOp::Less:
      return Kind::Less;
    case FormulaOp::LessEqual:
      return Kind::LessEqual;
    case FormulaOp::Greater:
      return Kind::Greater;
    case FormulaOp::GreaterEqual:
      return Kind::GreaterEqual;
    default:
      return std::nullopt;
  }
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

// `no solution`, in the words people use for it.
bool says_none(std::string_view line) {
  std::size_t length = 0;
  const std::string_view set = set_words(line, length);
  const std::string words = lower_case(set.empty() || length < line.size() ? line : set);
  constexpr std::array none = std::to_array<std::string_view>(
      {"no solution", "no solutions", "no real solution", "no real solutions", "\\emptyset",
       "\\varnothing", "∅", "\\{\\}", "no roots", "no real roots", "contradiction", "false"});
  return std::ranges::find(none, words) != none.end();
}

bool says_all(std::string_view line) {
  std::size_t length = 0;
  const std::string_view set = set_words(line, length);
  const std::string words = lower_case(set.empty() || length < line.size() ? line : set);
  constexpr std::array all = std::to_array<std::string_view>(
      {"all real numbers", "all numbers", "every number", "true", "always true"});
  return std::ranges::find(all, words) != all.end();
}

}  // namespace

std::string_view without_layout(std::string_view line) {
  line = trimmed(line);
  while (line.size() > 2 && line.starts_with('$') && line.ends_with('$')) {
    line = trimmed(line.substr(1, line.size() - 2));
  }
  if (line.starts_with('&')) line = trimmed(line.substr(1));
  if (line.ends_with(']')) {  // \\[2pt]
    const std::size_t open = line.rfind("\\\\[");
    if (open != std::string_view::npos) line = trimmed(line.substr(0, open + 2));
  }
  if (line.ends_with("\\\\")) line = trimmed(line.substr(0, line.size() - 2));
  if (line.ends_with('.') || line.ends_with(',') || line.ends_with(';')) {
    line = trimmed(line.substr(0, line.size() - 1));
  }
  return line;
}

bool is_display_frame(std::string_view line) {
  constexpr std::array displays = std::to_array<std::string_view>(
      {"align", "align*", "aligned", "alignat", "equation", "equation*", "eqnarray", "eqnarray*",
       "gather", "gather*", "gathered", "split", "multline", "multline*"});
  if (line == "\\[" || line == "\\]" || line == "$$") return true;
  const std::size_t open = line.starts_with("\\begin{") ? 7 : line.starts_with("\\end{") ? 5 : 0;
  if (open == 0 || !line.ends_with('}')) return false;
  const std::string_view name = line.substr(open, line.size() - open - 1);
  return std::ranges::find(displays, name) != displays.end();
}

base::Result<DerivationLine> DerivationLineReader::read(std::string_view line,
                                                        std::span<const Head> known,
                                                        Expressions& pool) {
  known_ = known;
  DerivationLine read;
  const std::string_view whole = line;
  while (true) {
    line = trimmed(line);
    if (line.starts_with('&')) line.remove_prefix(1);
    const std::size_t arrow = arrow_length(line);
    const std::size_t length = std::max(arrow, space_length(line));
    if (length == 0 || length == line.size()) break;
    read.follows |= arrow > 0;
    line.remove_prefix(length);
  }
  line = without_note(without_spaces_behind(line));
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
    // `= + x 1` continues; `= x 1` is an equation. No text is both.
    if (const auto rest = reader_.read(notation_, trimmed(line.substr(1)), pool)) {
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
    const std::string_view rest = trimmed(line.substr(1));
    auto part = read_part(rest, offset + static_cast<std::size_t>(rest.data() - line.data()), pool);
    if (!part) return std::unexpected(std::move(part.error()));
    if (part->statement) {
      return base::fail("only = joins the steps of a derivation",
                        {static_cast<std::uint32_t>(offset),
                         static_cast<std::uint32_t>(offset + line.size())});
    }
    read.chain = std::move(part->chain);
    return read;
  }
  if (says_none(line)) {
    read.statement = Statement{};
    return read;
  }
  if (says_all(line)) {
    read.statement = Statement{{{}}};
    return read;
  }
  std::vector<Part> parts = split(line, offset);
  // Each ± makes two alternatives.
  std::vector<Part> written;
  for (Part& part : parts) {
    const std::string upper = with_sign(part.text, true);
    if (upper == part.text || part.text.find('=') == std::string::npos) {
      written.push_back(std::move(part));
      continue;
    }
    written.push_back({part.before, upper, part.offset});
    written.push_back({Joint::Or, with_sign(part.text, false), part.offset});
  }
  std::vector<Meaning> meanings;
  for (const Part& part : written) {
    auto one = read_part(part.text, part.offset, pool);
    if (!one) return std::unexpected(std::move(one.error()));
    meanings.push_back(*std::move(one));
  }
  if (meanings.size() == 1) {
    read.chain = std::move(meanings[0].chain);
    read.statement = std::move(meanings[0].statement);
    if (read.statement) use_known_names(*read.statement, pool);
    if (read.chain.size() > 1) {
      Statement equation = Statement::equation(read.chain[0], read.chain[1]);
      use_known_names(equation, pool);
      read.chain[0] = equation.any[0][0].left;
    }
    return read;
  }
  auto statement = joined(written, std::move(meanings), pool);
  if (!statement) return std::unexpected(std::move(statement.error()));
  read.statement = *std::move(statement);
  return read;
}

std::vector<DerivationLineReader::Part> DerivationLineReader::split(std::string_view line,
                                                                    std::size_t offset) {
  std::vector<Part> parts;
  if (line.find("\\begin{") != std::string_view::npos) {  // a matrix, cases: whole
    parts.push_back({Joint::None, std::string(line), offset});
    return parts;
  }
  int depth = 0;
  std::size_t begin = 0;
  Joint before = Joint::None;
  const auto cut = [&](std::size_t at, std::size_t length, Joint joint) {
    std::string_view text = without_spaces_behind(line.substr(begin, at - begin));
    while (const std::size_t space = space_length(text)) text = trimmed(text.substr(space));
    // `x = 2, or x = 3`: one joint is enough.
    if (text.empty()) {
      if (joint != Joint::Comma) before = joint;
    } else {
      parts.push_back({before, std::string(text),
                       offset + static_cast<std::size_t>(text.data() - line.data())});
      before = joint;
    }
    begin = at + length;
  };
  constexpr std::array signs = std::to_array<std::pair<std::string_view, Joint>>({
      {"\\lor", Joint::Or},
      {"\\vee", Joint::Or},
      {"∨", Joint::Or},
      {"\\land", Joint::And},
      {"\\wedge", Joint::And},
      {"∧", Joint::And},
      {"or", Joint::Or},
      {"and", Joint::And},
  });
  for (std::size_t at = 0; at < line.size();) {
    const std::string_view rest = line.substr(at);
    if (rest.starts_with("\\{") || rest.starts_with("\\}")) {
      depth += rest[1] == '{' ? 1 : -1;
      at += 2;
      continue;
    }
    if (rest.front() == '{' || rest.front() == '(' || rest.front() == '[') ++depth;
    if (rest.front() == '}' || rest.front() == ')' || rest.front() == ']') --depth;
    std::size_t length = 0;
    if (depth == 0) {
      const std::string words = lower_case(set_words(rest, length));
      if (words == "or" || words == "and") {
        cut(at, length, words == "or" ? Joint::Or : Joint::And);
        at += length;
        continue;
      }
      length = 0;
      for (const auto& [sign, joint] : signs) {
        const bool is_word = is_letter(sign.front());
        const bool is_apart = !is_word || (at > 0 && line[at - 1] == ' ' &&
                                           rest.size() > sign.size() && rest[sign.size()] == ' ');
        if (!begins_with(rest, sign) || !is_apart) continue;
        length = sign.size();
        cut(at, length, joint);
        break;
      }
      const bool is_mark = rest.front() == ',' || rest.front() == ';';
      const bool in_number = at > 0 && is_digit(line[at - 1]) && rest.size() > 1 &&
                             is_digit(rest[1]) && rest.front() == ',';
      if (length == 0 && is_mark && !in_number) {
        length = 1;
        cut(at, length, Joint::Comma);
      }
    }
    if (length == 0 && rest.front() == '\\') {  // a command, whole
      length = 1;
      while (length < rest.size() && is_letter(rest[length])) ++length;
      if (length == 1) length = std::min<std::size_t>(2, rest.size());
    }
    at += std::max<std::size_t>(length, 1);
  }
  cut(line.size(), 0, Joint::None);
  return parts;
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
  if (!named_notation_ && notation_ == Notation::Latex) {
    if (auto bare = find_bare_function(text)) return moved(*std::move(bare));
  }
  if (notation_ == Notation::SExpression) {
    if (auto mistaken = find_mistaken_operator(text)) return moved(*std::move(mistaken));
  }
  const auto tree = reader_.read_tree(notation_, text);
  if (!tree) return moved(tree.error());
  if ((*tree)->empty()) return base::fail("there is no expression", {}, "write one");
  auto read = meaning(**tree, (*tree)->root(), pool);
  if (!read) return moved(std::move(read.error()));
  return read;
}

base::Result<ExprId> DerivationLineReader::expression(const OperatorTree& tree, NodeId id,
                                                      Expressions& pool) {
  return from_operators(tree, id, pool, style_of(notation_));
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
    std::vector<Part> parts;
    std::vector<Meaning> meanings;
    for (const NodeId child : children) {
      auto one = meaning(tree, child, pool);
      if (!one) return one;
      parts.push_back({parts.empty() ? Joint::None
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
  std::vector<Kind> kinds;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i % 2 == 0) {
      const auto side = expression(tree, parts[i], pool);
      if (!side) return std::unexpected(side.error());
      sides.push_back(*side);
      continue;
    }
    const auto kind = relation_kind(tree.op(parts[i]));
    if (!kind || !tree.children(parts[i]).empty()) {
      return base::fail("a relation that a derivation cannot go on with", tree.node(parts[i]).source,
                        "lines are joined by =, <, >, \\leq, \\geq and \\neq");
    }
    kinds.push_back(*kind);
  }
  if (std::ranges::all_of(kinds, [](Kind kind) { return kind == Kind::Equal; })) {
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
      statement.any.push_back({{Kind::Equal, subject, *value}});
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
      const bool is_closed =
          label == "closed" || label == (i == 0 ? "closed-open" : "open-closed");
      const Kind kind = i == 0 ? (is_closed ? Kind::GreaterEqual : Kind::Greater)
                               : (is_closed ? Kind::LessEqual : Kind::Less);
      all.push_back({kind, subject, *value});
    }
    return Statement{{std::move(all)}};
  }
  return base::fail("a set that is no list of numbers and no interval", tree.node(set).source,
                    "write x \\in \\{1, 2\\} or x \\in (1, 2]");
}

base::Result<Statement> DerivationLineReader::joined(const std::vector<Part>& parts,
                                                     std::vector<Meaning> meanings,
                                                     Expressions& pool) const {
  std::vector<Statement> statements;
  ExprId subject = kNoExpr;  // of the equation before
  for (std::size_t i = 0; i < meanings.size(); ++i) {
    Meaning& one = meanings[i];
    if (one.statement) {
      statements.push_back(*std::move(one.statement));
      continue;
    }
    // x = 2 or -2: the name is written once.
    if (one.chain.size() == 1 && subject != kNoExpr) one.chain.insert(one.chain.begin(), subject);
    if (one.chain.size() < 2) {
      return base::fail("several things, where one expression or a relation is needed",
                        {static_cast<std::uint32_t>(parts[i].offset),
                         static_cast<std::uint32_t>(parts[i].offset + parts[i].text.size())},
                        "decimal fractions are written with a point, 1.5");
    }
    Statement::All all;
    for (std::size_t k = 0; k + 1 < one.chain.size(); ++k) {
      all.push_back({Kind::Equal, one.chain[k], one.chain[k + 1]});
    }
    if (pool.op(one.chain[0]) == Op::Variable) subject = one.chain[0];
    statements.push_back({{std::move(all)}});
  }
  for (Statement& statement : statements) use_known_names(statement, pool);
  // Between values of one variable a comma means `or`: it does not have both.
  bool is_list_of_values = true;
  for (const Statement& statement : statements) {
    const auto own = solved_variable(pool, statement);
    is_list_of_values &= own && own == solved_variable(pool, statements.front());
  }
  Statement result = statements.front();
  for (std::size_t i = 1; i < statements.size(); ++i) {
    const bool is_or = parts[i].before == Joint::Or ||
                       (parts[i].before == Joint::Comma && is_list_of_values);
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

// x_1 = 2, x_2 = -2 and x_{1,2} = … are values of x, when the lines before are about x.
void DerivationLineReader::use_known_names(Statement& statement, Expressions& pool) const {
  const auto is_known = [&](std::string_view name) {
    return std::ranges::any_of(known_, [&](Head head) {
      return pool.vocabulary().variable_name(head) == name;
    });
  };
  for (Statement::All& all : statement.any) {
    if (all.size() != 1 || all[0].kind != Kind::Equal || pool.op(all[0].left) != Op::Variable) {
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
