#include <algorithm>
#include <array>
#include <utility>

#include "noether/formula/bare_names.h"
#include "noether/formula/notation/latex_tokens.h"
#include "noether/formula/notation/latex_writer.h"

namespace noether::formula {
namespace {

using Names = std::pair<std::string_view, std::string_view>;

constexpr auto kOverAccents = std::to_array<Names>({{"^", "hat"},
                                                    {"~", "tilde"},
                                                    {"¯", "overline"},
                                                    {"→", "vec"},
                                                    {"←", "overleftarrow"},
                                                    {"˙", "dot"},
                                                    {"¨", "ddot"},
                                                    {"˙˙˙", "dddot"},
                                                    {"˙˙˙˙", "ddddot"},
                                                    {"ˇ", "check"},
                                                    {"˘", "breve"},
                                                    {"´", "acute"},
                                                    {"`", "grave"},
                                                    {"˚", "mathring"},
                                                    {"↔", "overleftrightarrow"},
                                                    {"⏜", "overparen"},
                                                    {"⏞", "overbrace"},
                                                    {"⎴", "overbracket"}});
constexpr auto kMatrices = std::to_array<Names>({{"", "matrix"},
                                                 {"()", "pmatrix"},
                                                 {"[]", "bmatrix"},
                                                 {"{}", "Bmatrix"},
                                                 {"||", "vmatrix"},
                                                 {"∥∥", "Vmatrix"}});

template <std::size_t N>
std::string_view named(const std::array<Names, N>& names, std::string_view key) {
  const auto it = std::ranges::find(names, key, &Names::first);
  return it == names.end() ? std::string_view() : it->second;
}

std::string_view fence_command(std::string_view fence) {
  if (fence == "{") return "\\{";
  if (fence == "}") return "\\}";
  if (fence == "∥") return "\\|";
  if (fence.empty()) return ".";
  return fence;
}

class LayoutLatex {
 public:
  LayoutLatex(const LayoutTree& tree, std::string& out) : tree_(tree), tokens_(out) {}

  void row(NodeId head) {
    for (NodeId id = head; id != kNoNode; id = tree_.node(id).next()) {
      if (tree_.node(id).wide_space_before && id != head) tokens_.put("\\quad");
      if (is_brace_of_cases(id)) {
        id = tree_.node(id).next();
        table(id, "cases");
        continue;
      }
      symbol(id);
    }
  }

 private:
  NodeId link(NodeId id, Relation relation) const { return tree_.node(id).link(relation); }
  SymbolKind kind(NodeId id) const { return tree_.node(id).kind; }

  bool has_scripts(NodeId id) const {
    return std::ranges::any_of(std::array{Relation::Above, Relation::Below, Relation::Over,
                                          Relation::Under, Relation::PreAbove, Relation::PreBelow},
                               [&](Relation r) { return link(id, r) != kNoNode; });
  }

  void braced(NodeId head) {
    tokens_.put("{");
    row(head);
    tokens_.put("}");
  }

  void braced_command(std::string_view name, NodeId head) {
    tokens_.command(name);
    braced(head);
  }

  // A symbol with all its links except the next symbol.
  void symbol(NodeId id) {
    const bool prescripts =
        link(id, Relation::PreBelow) != kNoNode ||
        (link(id, Relation::PreAbove) != kNoNode && kind(id) != SymbolKind::Root);
    if (prescripts) {
      const NodeId above = kind(id) == SymbolKind::Root ? kNoNode : link(id, Relation::PreAbove);
      braced_command("prescript", above);
      braced(link(id, Relation::PreBelow));
      tokens_.put("{");
    }
    limits_and_core(id);
    if (prescripts) tokens_.put("}");
    script('_', link(id, Relation::Below));
    superscript(link(id, Relation::Above));
  }

  void script(char sign, NodeId head) {
    if (head == kNoNode) return;
    tokens_.put(std::string_view(&sign, 1));
    braced(head);
  }

  void superscript(NodeId head) {
    if (head == kNoNode) return;
    // f'' reads better than f^{\prime\prime}.
    const std::string_view label = tree_.label(head);
    if (kind(head) == SymbolKind::Operator && label.starts_with("′") &&
        tree_.node(head).next() == kNoNode && !has_scripts(head) && label.size() % 3 == 0) {
      for (std::size_t i = 0; i < label.size(); i += 3) tokens_.put("'");
      return;
    }
    script('^', head);
  }

  static bool sets_scripts_as_limits(const Symbol* symbol) {
    if (symbol == nullptr) return true;
    switch (symbol->role) {
      case SymbolRole::Relation:
      case SymbolRole::Connective:
      case SymbolRole::Additive:
      case SymbolRole::Multiplicative:
      case SymbolRole::Logical:
        return false;
      default:
        return true;
    }
  }

  // Over and under: limits of an operator, accents, or symbols above.
  void limits_and_core(NodeId id) {
    const bool halves = kind(id) == SymbolKind::Fraction;
    const NodeId over = halves ? kNoNode : link(id, Relation::Over);
    const NodeId under = halves ? kNoNode : link(id, Relation::Under);
    if (over == kNoNode && under == kNoNode) return core(id);
    const bool accented = (over != kNoNode && !accent_command(over, Relation::Over).empty()) ||
                          (under != kNoNode && !accent_command(under, Relation::Under).empty());
    if (kind(id) == SymbolKind::Operator && !accented &&
        sets_scripts_as_limits(symbol_for(tree_.label(id), false))) {
      core(id);
      script('_', under);
      script('^', over);
      return;
    }
    if (is_labelled_brace(id)) return labelled_brace(id);
    int open = 0;
    for (const auto& [head, relation] :
         {std::pair{under, Relation::Under}, std::pair{over, Relation::Over}}) {
      if (head == kNoNode) continue;
      const std::string_view accent = accent_command(head, relation);
      if (!accent.empty()) {
        tokens_.command(accent);
      } else {
        braced_command(relation == Relation::Over ? "overset" : "underset", head);
      }
      tokens_.put("{");
      ++open;
    }
    core(id);
    while (open-- > 0) tokens_.put("}");
  }

  std::string_view accent_command(NodeId head, Relation relation) const {
    if (kind(head) != SymbolKind::Operator || tree_.node(head).next() != kNoNode ||
        has_scripts(head)) {
      return {};
    }
    return relation == Relation::Over ? named(kOverAccents, tree_.label(head))
                                      : named(kUnderAccents, tree_.label(head));
  }

  // \underbrace{x}_{n} is a brace under x, and n under the brace.
  bool is_labelled_brace(NodeId id) const {
    if (!is_plain_group(id)) return false;
    const NodeId inside = link(id, Relation::Within);
    if (inside == kNoNode || tree_.node(inside).next() != kNoNode) return false;
    const bool above = link(id, Relation::Over) != kNoNode;
    const Relation relation = above ? Relation::Over : Relation::Under;
    const Relation other = above ? Relation::Under : Relation::Over;
    const NodeId brace = link(inside, relation);
    if (brace == kNoNode || link(id, other) != kNoNode || link(inside, other) != kNoNode) {
      return false;
    }
    const std::string_view glyph = tree_.label(brace);
    return !accent_command(brace, relation).empty() && (glyph == "⏞" || glyph == "⏟");
  }

  void labelled_brace(NodeId id) {
    const NodeId inside = link(id, Relation::Within);
    const bool above = link(id, Relation::Over) != kNoNode;
    tokens_.command(above ? "overbrace{" : "underbrace{");
    core(inside);
    script('_', link(inside, Relation::Below));
    superscript(link(inside, Relation::Above));
    tokens_.put("}");
    script('^', link(id, Relation::Over));
    script('_', link(id, Relation::Under));
  }

  bool is_plain_group(NodeId id) const {
    const LayoutNode& node = tree_.node(id);
    return node.kind == SymbolKind::Group && node.label.length == 0 && node.rows <= 1 &&
           node.columns <= 1;
  }

  std::string touching_letters(NodeId id) const {
    std::string letters;
    do {
      letters += tree_.label(id);
      id = tree_.node(id).next();
    } while (id != kNoNode && tree_.node(id).touches_previous && letters.size() < kMaxBareRun);
    return letters;
  }

  // The symbol itself, in a form that can carry scripts.
  void core(NodeId id) {
    const std::string_view label = tree_.label(id);
    switch (kind(id)) {
      case SymbolKind::Variable:
        if (tree_.node(id).touches_previous) return tokens_.touching_letter(label);
        if (label.size() == 1) tokens_.begin_run(touching_letters(id));
        return tree_.node(id).names_operator ? tokens_.operator_name(label)
                                             : tokens_.variable(label);
      case SymbolKind::Number:
        return tokens_.number(label);
      case SymbolKind::Operator:
        return tokens_.sign(label);
      case SymbolKind::Text:
        return tokens_.words(label);
      case SymbolKind::Error:
        return tokens_.words(label);
      case SymbolKind::Fraction:
        return fraction(id);
      case SymbolKind::Root:
        return root(id);
      case SymbolKind::Group:
        return group(id);
      case SymbolKind::Enclosure: {
        const std::string_view name = enclosure_command(label);
        if (label == "roundedbox") tokens_.command("enclose{roundedbox}");
        if (label == "roundedbox") return braced(link(id, Relation::Within));
        return braced_command(name.empty() ? "boxed" : name, link(id, Relation::Within));
      }
      case SymbolKind::Blank:
        // The blank keeps the script from attaching to the previous symbol.
        if (has_scripts(id)) tokens_.put("{} ");
        return;
    }
  }

  void fraction(NodeId id) {
    if (tree_.node(id).barless) {
      tokens_.command("genfrac{}{}{0pt}{}");
    } else {
      tokens_.command("frac");
    }
    braced(link(id, Relation::Over));
    braced(link(id, Relation::Under));
  }

  void root(NodeId id) {
    tokens_.command("sqrt");
    if (const NodeId degree = link(id, Relation::PreAbove); degree != kNoNode) {
      tokens_.put("[");
      const bool needs_braces = contains_bracket(degree);
      needs_braces ? braced(degree) : row(degree);
      tokens_.put("]");
    }
    braced(link(id, Relation::Within));
  }

  bool contains_bracket(NodeId head) const {
    for (NodeId id = head; id != kNoNode; id = tree_.node(id).next()) {
      if (kind(id) == SymbolKind::Group || tree_.label(id) == "]") return true;
    }
    return false;
  }

  // --- groups and tables ---

  void group(NodeId id) {
    const LayoutNode& node = tree_.node(id);
    if (is_plain_group(id)) return braced(node.link(Relation::Within));
    if (node.rows > 1 || !is_list(id)) return table(id, {});
    if (holds_single_cell(id)) return table(id, {});
    if (is_binomial(id)) {
      const NodeId fraction_node = node.link(Relation::Within);
      braced_command("binom", link(fraction_node, Relation::Over));
      return braced(link(fraction_node, Relation::Under));
    }
    const bool bare = pairs_by_itself(id);
    if (!bare) tokens_.command("left");
    tokens_.put(fence_command(tree_.open_fence(id)));
    for (NodeId cell = node.link(Relation::Within); cell != kNoNode;
         cell = link(cell, Relation::Element)) {
      row(cell);
    }
    if (!bare) tokens_.command("right");
    tokens_.put(fence_command(tree_.close_fence(id)));
  }

  // A matrix with one cell separates the cell from the fences.
  bool holds_single_cell(NodeId id) const {
    const NodeId inside = link(id, Relation::Within);
    return is_plain_group(inside) && !has_scripts(inside) && tree_.node(inside).next() == kNoNode &&
           link(inside, Relation::Element) == kNoNode && !named(kMatrices, tree_.label(id)).empty();
  }

  bool is_binomial(NodeId id) const {
    const NodeId inside = link(id, Relation::Within);
    return tree_.label(id) == "()" && inside != kNoNode && kind(inside) == SymbolKind::Fraction &&
           tree_.node(inside).barless && tree_.node(inside).next() == kNoNode &&
           link(inside, Relation::Above) == kNoNode && link(inside, Relation::Below) == kNoNode &&
           link(inside, Relation::Element) == kNoNode;
  }

  // Elements that end in commas, as opposed to cells.
  bool is_list(NodeId id) const {
    const NodeId first = link(id, Relation::Within);
    if (first == kNoNode || tree_.label(id).empty()) return false;
    for (NodeId cell = first; link(cell, Relation::Element) != kNoNode;
         cell = link(cell, Relation::Element)) {
      NodeId last = cell;
      while (tree_.node(last).next() != kNoNode) last = tree_.node(last).next();
      if (kind(last) != SymbolKind::Operator || tree_.label(last) != ",") return false;
    }
    return true;
  }

  // Parentheses are paired without \left and \right, unless there is a stray one inside.
  bool pairs_by_itself(NodeId id) const {
    const std::string_view fences = tree_.label(id);
    if (fences != "()" && fences != "[]" && fences != "{}" && fences != "[)" && fences != "(]") {
      return false;
    }
    for (NodeId cell = link(id, Relation::Within); cell != kNoNode;
         cell = link(cell, Relation::Element)) {
      for (NodeId in = cell; in != kNoNode; in = tree_.node(in).next()) {
        if (kind(in) != SymbolKind::Operator) continue;
        const std::string_view label = tree_.label(in);
        if (label == "(" || label == ")" || label == "[" || label == "]" || label == "{" ||
            label == "}" || label == "|" || label == "∥") {
          return false;
        }
      }
    }
    return true;
  }

  bool is_brace_of_cases(NodeId id) const {
    if (kind(id) != SymbolKind::Operator || tree_.label(id) != "{" || has_scripts(id)) return false;
    const NodeId next = tree_.node(id).next();
    if (next == kNoNode || kind(next) != SymbolKind::Group || has_scripts(next)) return false;
    const LayoutNode& cells = tree_.node(next);
    return cells.label.length == 0 && cells.columns == 2;
  }

  void table(NodeId id, std::string_view environment) {
    const LayoutNode& node = tree_.node(id);
    bool fences = false;
    if (environment.empty()) {
      environment = named(kMatrices, tree_.label(id));
      fences = environment.empty();
      if (fences) environment = "matrix";
    }
    if (fences) {
      tokens_.command("left");
      tokens_.put(fence_command(tree_.open_fence(id)));
    }
    tokens_.command("begin{");
    tokens_.put(environment);
    tokens_.put("}");
    const unsigned columns = std::max<unsigned>(node.columns, 1);
    unsigned column = 0;
    NodeId last = kNoNode;
    NodeId first = node.link(Relation::Within);
    if (node.rows <= 1 && first != kNoNode && holds_single_cell(id)) {
      first = link(first, Relation::Within);
    }
    for (NodeId cell = first; cell != kNoNode; cell = link(cell, Relation::Element)) {
      if (last != kNoNode) {
        column = (column + 1) % columns;
        tokens_.put(column == 0 ? "\\\\ " : "& ");
        // \\* would be another command.
        if (column == 0 && tree_.label(cell) == "*") tokens_.put("{}");
      }
      row(cell);
      last = cell;
    }
    // An empty last line counts only when another line break follows it.
    if (columns == 1 && last != kNoNode && kind(last) == SymbolKind::Blank && !has_scripts(last)) {
      tokens_.put("\\\\ ");
    }
    tokens_.command("end{");
    tokens_.put(environment);
    tokens_.put("}");
    if (fences) {
      tokens_.command("right");
      tokens_.put(fence_command(tree_.close_fence(id)));
    }
  }

  const LayoutTree& tree_;
  LatexTokens tokens_;
};

}  // namespace

void write_latex(const LayoutTree& tree, std::string& out) {
  if (tree.empty()) return;
  const std::size_t begin = out.size();
  LayoutLatex(tree, out).row(tree.root());
  blank_controls(out, begin);
}

}  // namespace noether::formula
