#include "noether/algebra/notation/read_expression.h"

#include <optional>
#include <vector>

#include "noether/algebra/notation/tree_reader.h"
#include "noether/base/ascii.h"
#include "noether/base/utf8.h"
#include "noether/formula/limits.h"

namespace noether::algebra {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Finds x^a^b, which TeX refuses and readers interpret in two ways: (x^a)^b and x^(a^b).
class DoubleSuperscripts {
 public:
  explicit DoubleSuperscripts(std::string_view text) : text_(text) { match_braces(); }

  std::optional<base::Error> find() const {
    for (std::size_t at = 0; at < text_.size(); at = token_end(at)) {
      if (text_[at] != '^') continue;
      std::size_t next = skip_blanks(argument_end(at));
      // A subscript or primes may stand between the two.
      while (next < text_.size() && (text_[next] == '_' || text_[next] == '\'')) {
        next = skip_blanks(text_[next] == '_' ? argument_end(next) : next + 1);
      }
      if (next < text_.size() && text_[next] == '^') {
        return base::Error{
            "two exponents in a row",
            {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(argument_end(next))},
            "write x^{a^b} or {x^a}^b"};
      }
    }
    return std::nullopt;
  }

 private:
  std::size_t token_end(std::size_t at) const {
    if (text_[at] != '\\' || at + 1 >= text_.size()) return at + 1;
    std::size_t end = at + 1;
    if (!base::is_letter(text_[end])) return end + 1;
    while (end < text_.size() && base::is_letter(text_[end])) ++end;
    return end;
  }

  std::size_t skip_blanks(std::size_t at) const {
    while (at < text_.size() && is_blank(text_[at])) ++at;
    return at;
  }

  // The end of the argument of the script sign at `at`.
  std::size_t argument_end(std::size_t at) const {
    const std::size_t begin = skip_blanks(at + 1);
    if (begin >= text_.size()) return text_.size();
    if (text_[begin] == '{') return closing_[begin] + 1;
    if (text_[begin] == '\\') return token_end(begin);
    return begin + base::decode_code_point(text_.substr(begin)).bytes.size();
  }

  void match_braces() {
    closing_.assign(text_.size(), text_.size() - 1);
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < text_.size(); at = token_end(at)) {
      if (text_[at] == '{') open.push_back(at);
      if (text_[at] == '}' && !open.empty()) {
        closing_[open.back()] = at;
        open.pop_back();
      }
    }
  }

  std::string_view text_;
  std::vector<std::size_t> closing_;  // by the position of an opening brace
};

std::optional<base::Error> find_double_superscript(std::string_view latex) {
  if (latex.find('^') == std::string_view::npos) return std::nullopt;
  return DoubleSuperscripts(latex).find();
}

}  // namespace

base::Result<ExprId> from_operators(const formula::OperatorTree& tree, formula::NodeId root,
                                    Expressions& pool, TreeStyle style, const MatrixNames& matrices,
                                    std::string_view text) {
  MatrixNames names = matrices;
  if (style == TreeStyle::Drawn) add_matrix_names(tree, names);
  return TreeReader(tree, pool, style, std::move(names), text).read(root);
}

base::Result<ExprId> from_operators(const formula::OperatorTree& tree, Expressions& pool,
                                    TreeStyle style) {
  return from_operators(tree, tree.root(), pool, style);
}

base::Result<std::vector<ExprId>> sides_from_operators(const formula::OperatorTree& tree,
                                                       Expressions& pool, TreeStyle style,
                                                       const MatrixNames& matrices,
                                                       std::string_view text) {
  if (tree.empty()) return base::fail("there is no expression", {}, "write one");
  std::vector<formula::NodeId> roots = {tree.root()};
  const auto operands = tree.children(tree.root());
  if (tree.op(tree.root()) == formula::Op::Equal && operands.size() == 2) {
    roots.assign(operands.begin(), operands.end());
  }
  std::vector<ExprId> sides;
  for (const formula::NodeId root : roots) {
    auto side = from_operators(tree, root, pool, style, matrices, text);
    if (!side) return std::unexpected(std::move(side.error()));
    sides.push_back(*side);
  }
  return sides;
}

TreeStyle style_of(formula::Notation notation) {
  const bool tokens =
      notation == formula::Notation::Prefix || notation == formula::Notation::SExpression;
  return tokens ? TreeStyle::Tokens : TreeStyle::Drawn;
}

base::Result<const formula::OperatorTree*> ExpressionReader::read_tree(formula::Notation notation,
                                                                       std::string_view text) {
  if (text.size() > formula::kMaxInputBytes) {
    return base::fail("an expression longer than " + std::to_string(formula::kMaxInputBytes) +
                      " bytes");
  }
  if (auto read = reader_.read(notation, text, formula_, formula::FormulaReader::Want::Operators);
      !read) {
    return std::unexpected(read.error());
  }
  if (!formula_.diagnostics.empty()) return std::unexpected(formula_.diagnostics.front());
  if (notation == formula::Notation::Latex) {
    if (auto found = find_double_superscript(text)) return std::unexpected(*std::move(found));
  }
  return &formula_.operators;
}

base::Result<ExprId> ExpressionReader::read(formula::Notation notation, std::string_view text,
                                            Expressions& pool) {
  const auto tree = read_tree(notation, text);
  if (!tree) return std::unexpected(tree.error());
  note_matrices(**tree, notation);
  return from_operators(**tree, (*tree)->root(), pool, style_of(notation), matrices_, text);
}

base::Result<std::vector<ExprId>> ExpressionReader::read_sides(formula::Notation notation,
                                                               std::string_view text,
                                                               Expressions& pool) {
  const auto tree = read_tree(notation, text);
  if (!tree) return std::unexpected(tree.error());
  note_matrices(**tree, notation);
  return sides_from_operators(**tree, pool, style_of(notation), matrices_, text);
}

void ExpressionReader::note_matrices(const formula::OperatorTree& tree,
                                     formula::Notation notation) {
  if (remembers_matrices_ && style_of(notation) == TreeStyle::Drawn) {
    add_matrix_names(tree, matrices_);
  }
}

base::Result<ExprId> read_expression(formula::Notation notation, std::string_view text,
                                     Expressions& pool) {
  return ExpressionReader().read(notation, text, pool);
}

}  // namespace noether::algebra
