#include "noether/formula/notation/unicode_line.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "noether/base/utf8.h"
#include "noether/formula/symbols.h"

namespace noether::formula {
namespace {

// Characters with raised and lowered forms in Unicode.

using Pair = std::pair<std::string_view, std::string_view>;

constexpr auto kRaised = std::to_array<Pair>(
    {{"0", "⁰"}, {"1", "¹"}, {"2", "²"}, {"3", "³"}, {"4", "⁴"}, {"5", "⁵"}, {"6", "⁶"}, {"7", "⁷"},
     {"8", "⁸"}, {"9", "⁹"}, {"+", "⁺"}, {"-", "⁻"}, {"=", "⁼"}, {"(", "⁽"}, {")", "⁾"}, {"−", "⁻"},
     {"a", "ᵃ"}, {"b", "ᵇ"}, {"c", "ᶜ"}, {"d", "ᵈ"}, {"e", "ᵉ"}, {"f", "ᶠ"}, {"g", "ᵍ"}, {"h", "ʰ"},
     {"i", "ⁱ"}, {"j", "ʲ"}, {"k", "ᵏ"}, {"l", "ˡ"}, {"m", "ᵐ"}, {"n", "ⁿ"}, {"o", "ᵒ"}, {"p", "ᵖ"},
     {"r", "ʳ"}, {"s", "ˢ"}, {"t", "ᵗ"}, {"u", "ᵘ"}, {"v", "ᵛ"}, {"w", "ʷ"}, {"x", "ˣ"}, {"y", "ʸ"},
     {"z", "ᶻ"}, {"A", "ᴬ"}, {"B", "ᴮ"}, {"D", "ᴰ"}, {"E", "ᴱ"}, {"G", "ᴳ"}, {"H", "ᴴ"}, {"I", "ᴵ"},
     {"J", "ᴶ"}, {"K", "ᴷ"}, {"L", "ᴸ"}, {"M", "ᴹ"}, {"N", "ᴺ"}, {"O", "ᴼ"}, {"P", "ᴾ"}, {"R", "ᴿ"},
     {"T", "ᵀ"}, {"U", "ᵁ"}, {"V", "ⱽ"}, {"W", "ᵂ"}, {"β", "ᵝ"}, {"γ", "ᵞ"}, {"δ", "ᵟ"}, {"θ", "ᶿ"},
     {"φ", "ᵠ"}, {"ϕ", "ᵠ"}, {"χ", "ᵡ"}, {"∘", "°"}, {"*", "*"}, {"∗", "*"}, {"′", "′"}, {"†", "†"},
     {"‡", "‡"}});

constexpr auto kLowered = std::to_array<Pair>(
    {{"0", "₀"}, {"1", "₁"}, {"2", "₂"}, {"3", "₃"}, {"4", "₄"}, {"5", "₅"}, {"6", "₆"}, {"7", "₇"},
     {"8", "₈"}, {"9", "₉"}, {"+", "₊"}, {"-", "₋"}, {"=", "₌"}, {"(", "₍"}, {")", "₎"}, {"−", "₋"},
     {"a", "ₐ"}, {"e", "ₑ"}, {"h", "ₕ"}, {"i", "ᵢ"}, {"j", "ⱼ"}, {"k", "ₖ"}, {"l", "ₗ"}, {"m", "ₘ"},
     {"n", "ₙ"}, {"o", "ₒ"}, {"p", "ₚ"}, {"r", "ᵣ"}, {"s", "ₛ"}, {"t", "ₜ"}, {"u", "ᵤ"}, {"v", "ᵥ"},
     {"x", "ₓ"}, {"β", "ᵦ"}, {"γ", "ᵧ"}, {"ρ", "ᵨ"}, {"φ", "ᵩ"}, {"ϕ", "ᵩ"}, {"χ", "ᵪ"}});

template <std::size_t N>
std::string_view find(const std::array<Pair, N>& pairs, std::string_view character) {
  const auto it = std::ranges::find(pairs, character, &Pair::first);
  return it == pairs.end() ? std::string_view() : it->second;
}

std::string_view raised(std::string_view character) { return find(kRaised, character); }
std::string_view lowered(std::string_view character) { return find(kLowered, character); }

struct Accent {
  std::string_view glyph;
  std::string_view combining;  // follows a single character
  std::string_view name;       // precedes anything longer
};
constexpr auto kCombiningAccents = std::to_array<Accent>({{"^", "\u0302", "hat"},
                                                          {"~", "\u0303", "tilde"},
                                                          {"¯", "\u0304", "overline"},
                                                          {"→", "\u20D7", "vec"},
                                                          {"˙", "\u0307", "dot"},
                                                          {"¨", "\u0308", "ddot"},
                                                          {"ˇ", "\u030C", "check"},
                                                          {"˘", "\u0306", "breve"},
                                                          {"´", "\u0301", "acute"},
                                                          {"`", "\u0300", "grave"},
                                                          {"˚", "\u030A", "ring"}});

// Text with a flag for every byte: whether it comes from a marked part.
struct Marked {
  std::string text;
  std::string flags;

  void add(std::string_view more, bool marked) {
    text += more;
    flags.append(more.size(), marked ? '1' : '0');
  }
  void add(const Marked& more) {
    text += more.text;
    flags += more.flags;
  }
  bool ends_in_blank() const { return text.empty() || text.back() == ' '; }
};

bool is_one_character(std::string_view text) {
  return !text.empty() && base::decode_code_point(text).bytes.size() == text.size();
}

class UnicodeWriter {
 public:
  UnicodeWriter(const LayoutTree& tree, std::span<const base::Span> parts)
      : tree_(tree), parts_(parts) {}

  // `tight`: inside a script, where blanks are only separators.
  void row(NodeId head, bool tight, Marked& out) {
    NodeId before = kNoNode;
    for (NodeId id = head; id != kNoNode; id = tree_.node(id).next()) {
      space_before(before, id, tight, out);
      symbol(id, before, tight, out);
      before = id;
    }
  }

 private:
  NodeId link(NodeId id, Relation relation) const { return tree_.node(id).link(relation); }
  SymbolKind kind(NodeId id) const { return tree_.node(id).kind; }

  bool is_marked(NodeId id) const {
    const base::Span source = tree_.node(id).source;
    return std::ranges::any_of(parts_, [&](const base::Span& part) {
      return part.begin <= source.begin && source.end <= part.end && source.begin < source.end;
    });
  }

  const Symbol* sign(NodeId id) const {
    return kind(id) == SymbolKind::Operator ? symbol_by_glyph(tree_.label(id)) : nullptr;
  }
  bool has_role(NodeId id, std::initializer_list<SymbolRole> roles) const {
    const Symbol* symbol = sign(id);
    return symbol != nullptr && std::ranges::find(roles, symbol->role) != roles.end();
  }
  bool is_binary(NodeId id, NodeId before) const {
    if (has_role(id, {SymbolRole::Relation, SymbolRole::Connective, SymbolRole::Logical})) {
      return true;
    }
    if (tree_.label(id) == "/" || before == kNoNode) return false;
    return has_role(id, {SymbolRole::Additive, SymbolRole::Multiplicative}) && is_operand(before);
  }
  bool is_big(NodeId id) const {
    return has_role(id, {SymbolRole::BigOperator, SymbolRole::Integral, SymbolRole::LimitFunction});
  }
  bool is_operand(NodeId id) const {
    return kind(id) != SymbolKind::Operator ||
           has_role(id, {SymbolRole::Postfix, SymbolRole::Dots, SymbolRole::Letter});
  }
  // sin, lim, a word: letters that must be separated from their neighbours.
  bool is_name(NodeId id) const {
    const std::string_view label = tree_.label(id);
    return kind(id) == SymbolKind::Text ||
           ((kind(id) == SymbolKind::Variable || kind(id) == SymbolKind::Operator) &&
            label.size() > 1 && static_cast<unsigned char>(label[0]) < 0x80);
  }
  bool is_fenced(NodeId id) const {
    return kind(id) == SymbolKind::Group && !tree_.label(id).empty();
  }

  void space_before(NodeId before, NodeId id, bool tight, Marked& out) const {
    if (before == kNoNode || out.ends_in_blank()) return;
    const LayoutNode& node = tree_.node(id);
    if (node.wide_space_before) return out.add("  ", false);
    const bool after_comma = has_role(before, {SymbolRole::Punctuation});
    const bool between_names = (is_name(before) && !is_fenced(id)) || is_name(id);
    const bool between_numbers =
        kind(before) == SymbolKind::Number && kind(id) == SymbolKind::Number;
    const bool after_big = is_big(before) && !is_fenced(id);
    if (kind(id) == SymbolKind::Operator && !is_operand(id) && !is_big(id) && !is_name(id)) {
      if (after_comma && !tight) out.add(" ", false);
      return;  // the sign adds its own blanks
    }
    if (between_names || between_numbers || (!tight && (after_comma || after_big || is_big(id)))) {
      out.add(" ", is_marked(before) && is_marked(id));
    }
  }

  // A symbol with all its links except the next symbol.
  void symbol(NodeId id, NodeId before, bool tight, Marked& out) {
    const bool marked = is_marked(id);
    if (kind(id) != SymbolKind::Root) script(link(id, Relation::PreAbove), '^', marked, out);
    script(link(id, Relation::PreBelow), '_', marked, out);
    const bool halves = kind(id) == SymbolKind::Fraction;
    const NodeId over = halves ? kNoNode : link(id, Relation::Over);
    const NodeId under = halves ? kNoNode : link(id, Relation::Under);
    const Accent* accent = over != kNoNode ? accent_of(over) : nullptr;
    if (accent != nullptr) {
      accented(id, *accent, is_marked(over) || marked, out);
    } else {
      core(id, before, tight, out);
    }
    script(under, '_', marked, out);
    script(link(id, Relation::Below), '_', marked, out);
    if (accent == nullptr) script(over, '^', marked, out);
    script(link(id, Relation::Above), '^', marked, out);
    if (!tight && is_binary(id, before) && tree_.node(id).next() != kNoNode) out.add(" ", marked);
  }

  const Accent* accent_of(NodeId head) const {
    if (kind(head) != SymbolKind::Operator || tree_.node(head).next() != kNoNode) return nullptr;
    const auto it = std::ranges::find(kCombiningAccents, tree_.label(head), &Accent::glyph);
    return it == kCombiningAccents.end() ? nullptr : &*it;
  }

  void accented(NodeId id, const Accent& accent, bool marked, Marked& out) {
    Marked base;
    // The base of the accent is a group without fences: its contents need no parentheses.
    const bool is_plain = kind(id) == SymbolKind::Group && tree_.label(id).empty();
    if (is_plain) {
      row(link(id, Relation::Within), true, base);
    } else {
      core(id, kNoNode, true, base);
    }
    if (is_one_character(base.text)) {
      out.add(base);
      return out.add(accent.combining, marked);
    }
    out.add(accent.name, marked);
    out.add("(", marked);
    out.add(base);
    out.add(")", marked);
  }

  void script(NodeId head, char sign, bool marked, Marked& out) {
    if (head == kNoNode) return;
    Marked inside;
    row(head, true, inside);
    if (inside.text.empty()) return;
    Marked shifted;
    bool fits = true;
    for (std::size_t at = 0; fits && at < inside.text.size();) {
      const std::string_view one =
          base::decode_code_point(std::string_view(inside.text).substr(at)).bytes;
      const std::string_view moved = sign == '^' ? raised(one) : lowered(one);
      fits = !moved.empty();
      shifted.add(moved, inside.flags[at] == '1');
      at += one.size();
    }
    if (fits) return out.add(shifted);
    out.add(std::string_view(&sign, 1), marked);
    const bool needs_fence =
        !is_one_character(inside.text) && (!is_closed(head) || carries_scripts(head));
    if (needs_fence) out.add("(", marked);
    out.add(inside);
    if (needs_fence) out.add(")", marked);
  }

  // Whether the row is one unit, which needs no parentheses anywhere.
  bool is_closed(NodeId head) const {
    if (head == kNoNode || tree_.node(head).next() != kNoNode) return false;
    switch (kind(head)) {
      case SymbolKind::Variable:
      case SymbolKind::Number:
      case SymbolKind::Text:
        return true;
      case SymbolKind::Group:
        return !tree_.label(head).empty();
      case SymbolKind::Root:
        return true;
      default:
        return false;
    }
  }

  void closed(NodeId head, bool tight, bool marked, Marked& out) {
    const bool needs_fence = !is_closed(head);
    if (needs_fence) out.add("(", marked);
    row(head, tight, out);
    if (needs_fence) out.add(")", marked);
  }

  // The symbol itself, in a form that can carry scripts.
  void core(NodeId id, NodeId before, bool tight, Marked& out) {
    const bool marked = is_marked(id);
    switch (kind(id)) {
      case SymbolKind::Variable:
      case SymbolKind::Number:
      case SymbolKind::Text:
      case SymbolKind::Error:
        return out.add(tree_.label(id), marked);
      case SymbolKind::Operator:
        if (!tight && is_binary(id, before) && !out.ends_in_blank()) out.add(" ", marked);
        return out.add(tree_.label(id), marked);
      case SymbolKind::Fraction:
        return fraction(id, before, tight, marked, out);
      case SymbolKind::Root:
        return root(id, tight, marked, out);
      case SymbolKind::Group:
        return group(id, before, tight, marked, out);
      case SymbolKind::Enclosure:
        out.add("[", marked);
        row(link(id, Relation::Within), tight, out);
        return out.add("]", marked);
      case SymbolKind::Blank:
        return;
    }
  }

  void fraction(NodeId id, NodeId before, bool tight, bool marked, Marked& out) {
    const NodeId over = link(id, Relation::Over);
    const NodeId under = link(id, Relation::Under);
    if (tree_.node(id).barless) {
      row(over, tight, out);
      out.add(" choose ", marked);
      return row(under, tight, out);
    }
    const NodeId next = tree_.node(id).next();
    const bool stands_in_product = (before != kNoNode && is_operand(before) && !is_name(before)) ||
                                   (next != kNoNode && is_operand(next)) ||
                                   link(id, Relation::Above) != kNoNode ||
                                   link(id, Relation::Below) != kNoNode;
    if (stands_in_product) out.add("(", marked);
    is_product(over) ? row(over, tight, out) : closed(over, tight, marked, out);
    out.add("/", marked);
    is_differential(under) ? row(under, tight, out) : closed(under, tight, marked, out);
    if (stands_in_product) out.add(")", marked);
  }

  // 2n(n + 1) above a bar needs no parentheses.
  bool is_product(NodeId head) const {
    for (NodeId id = head; id != kNoNode; id = tree_.node(id).next()) {
      if (!is_operand(id) || is_name(id) || kind(id) == SymbolKind::Fraction) return false;
    }
    return head != kNoNode;
  }
  // dx below a bar needs no parentheses either.
  bool is_differential(NodeId head) const {
    if (head == kNoNode || (tree_.label(head) != "d" && tree_.label(head) != "∂")) return false;
    const NodeId next = tree_.node(head).next();
    return next != kNoNode && kind(next) == SymbolKind::Variable &&
           tree_.node(next).next() == kNoNode;
  }

  void root(NodeId id, bool tight, bool marked, Marked& out) {
    const NodeId degree = link(id, Relation::PreAbove);
    const bool is_plain_degree = degree != kNoNode && tree_.node(degree).next() == kNoNode;
    if (is_plain_degree && tree_.label(degree) == "3") {
      out.add("∛", marked);
    } else if (is_plain_degree && tree_.label(degree) == "4") {
      out.add("∜", marked);
    } else {
      script(degree, '^', marked, out);
      out.add("√", marked);
    }
    closed(link(id, Relation::Within), tight, marked, out);
  }

  bool carries_scripts(NodeId id) const {
    return link(id, Relation::Above) != kNoNode || link(id, Relation::Below) != kNoNode;
  }

  void group(NodeId id, NodeId before, bool tight, bool marked, Marked& out) {
    const LayoutNode& node = tree_.node(id);
    const NodeId inside = node.link(Relation::Within);
    std::string_view open = tree_.open_fence(id);
    std::string_view close = tree_.close_fence(id);
    // A base of several symbols under one script.
    const bool is_base = open.empty() && close.empty() && node.rows <= 1 && carries_scripts(id) &&
                         !is_closed(inside);
    if (is_base) {
      open = "(";
      close = ")";
    }
    const bool is_cases = before != kNoNode && tree_.label(before) == "{" && open.empty();
    out.add(open, marked);
    std::size_t column = 0;
    for (NodeId cell = inside; cell != kNoNode; cell = link(cell, Relation::Element)) {
      if (cell != inside) {
        const bool new_row = node.rows > 1 && node.columns > 0 && column % node.columns == 0;
        out.add(new_row ? "; " : is_cases ? ", " : " ", marked);
      }
      row(cell, tight, out);
      ++column;
    }
    out.add(close, marked);
  }

  const LayoutTree& tree_;
  std::span<const base::Span> parts_;
};

}  // namespace

UnicodeLine unicode_line(const LayoutTree& tree, std::span<const base::Span> parts) {
  Marked written;
  if (!tree.empty()) UnicodeWriter(tree, parts).row(tree.root(), false, written);
  UnicodeLine line;
  for (std::uint32_t at = 0; at < written.flags.size(); ++at) {
    if (written.flags[at] != '1') continue;
    if (!line.marked.empty() && line.marked.back().end == at) {
      ++line.marked.back().end;
    } else {
      line.marked.push_back({at, at + 1});
    }
  }
  line.text = std::move(written.text);
  return line;
}

}  // namespace noether::formula
