// Finds the symbols of a row that form pairs of fences: brackets by nesting, bars by their
// contents. Only layout_builder.cpp uses this; it is a separate file because the algorithm that
// distinguishes |a||b| from a|b is independent of the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "noether/formula/layout_tree.h"
#include "noether/formula/symbols.h"

namespace noether::formula {

// Labels of one byte are compared by their byte, because this runs for every drawn operator.
inline bool is_bar(std::string_view label) {
  return label.size() == 1 ? label[0] == '|' : label == "∥";
}
inline bool is_opening(std::string_view label) {
  return label.size() == 1 && (label[0] == '(' || label[0] == '[' || label[0] == '{');
}
inline bool is_closing(std::string_view label) {
  return label.size() == 1 && (label[0] == ')' || label[0] == ']' || label[0] == '}');
}

// Braces pair only with braces; ( and [ mix, as half-open intervals need.
inline bool pairs(std::string_view open, std::string_view close) {
  return (open == "{") == (close == "}");
}

// The symbol before a bar decides whether the bar can close a pair or follow an operand.
inline bool ends_operand(const LayoutTree& tree, NodeId id) {
  const LayoutNode& node = tree.node(id);
  if (node.kind != SymbolKind::Operator) {
    if (node.kind != SymbolKind::Variable) return true;
    const Symbol* symbol = symbol_by_glyph(tree.label(id));
    return symbol == nullptr ||
           (symbol->role != SymbolRole::Function && symbol->role != SymbolRole::LimitFunction &&
            symbol->role != SymbolRole::Prefix);
  }
  const std::string_view label = tree.label(id);
  if (is_closing(label)) return true;
  const Symbol* symbol = symbol_by_glyph(label);
  return symbol != nullptr &&
         (symbol->role == SymbolRole::Postfix || symbol->role == SymbolRole::Close ||
          symbol->op == Op::Symbol) &&
         symbol->role != SymbolRole::Open && symbol->role != SymbolRole::Bar &&
         symbol->role != SymbolRole::Punctuation;
}

// A pair of bars does not reach over a relation or a comma: a|b ⇔ c|d has no |b ⇔ c| in it.
inline bool bounds_bars(const LayoutTree& tree, NodeId id) {
  if (tree.node(id).kind != SymbolKind::Operator) return false;
  const std::string_view label = tree.label(id);
  const Symbol* symbol = symbol_by_glyph(label);
  if (symbol == nullptr || is_bar(label)) return false;
  return symbol->role == SymbolRole::Relation || symbol->role == SymbolRole::Connective ||
         symbol->role == SymbolRole::Punctuation;
}

// Floors, ceilings and angles stay plain symbols in a row, as in Tangent-S. A script after the
// closing one belongs to the whole, though, which then becomes a fenceless group.
inline bool is_plain_closing(std::string_view label) {
  if (label.size() != 3) return false;
  return label == "⌋" || label == "⌉" || label == "⟩";
}
inline std::string_view plain_opening_of(std::string_view label) {
  if (label == "⌋") return "⌊";
  if (label == ">") return "<";
  return label == "⌉" ? "⌈" : "⟨";
}

// A group takes the scripts of its closing fence. An opening fence with scripts, or a closing fence
// with scripts before it, would lose them, so it stays a symbol.
inline bool can_open(const LayoutTree& tree, NodeId id) { return tree.node(id).height == 1; }
inline bool can_close(const LayoutTree& tree, NodeId id) {
  const LayoutNode& node = tree.node(id);
  return node.link(Relation::PreAbove) == kNoNode && node.link(Relation::PreBelow) == kNoNode;
}

inline constexpr std::size_t kUnmatched = static_cast<std::size_t>(-1);

// Finds which positions of a row are fences of one another.
class FenceMatcher {
 public:
  // After the call, partner(i) is the closing position of an opening fence i, else kUnmatched.
  void match(const LayoutTree& tree, std::span<const NodeId> row) {
    partner_.assign(row.size(), kUnmatched);
    match_brackets(tree, row);
    match_reversed_brackets(tree, row);
    match_bars(tree, row);
  }
  std::size_t partner(std::size_t i) const { return partner_[i]; }

 private:
  void match_brackets(const LayoutTree& tree, std::span<const NodeId> row) {
    open_.clear();
    std::size_t open_braces = 0;
    std::size_t open_others = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (tree.node(row[i]).kind != SymbolKind::Operator) continue;
      const std::string_view label = tree.label(row[i]);
      if (is_opening(label)) {
        if (!can_open(tree, row[i])) continue;
        open_.push_back(i);
        ++(label == "{" ? open_braces : open_others);
      } else if (is_closing(label) && can_close(tree, row[i])) {
        if ((label == "}" ? open_braces : open_others) == 0) continue;  // stands alone
        while (!open_.empty()) {
          const std::size_t j = open_.back();
          open_.pop_back();
          const std::string_view open = tree.label(row[j]);
          --(open == "{" ? open_braces : open_others);
          if (pairs(open, label)) {
            partner_[j] = i;
            break;
          }
        }
      }
    }
  }

  // ⟨ ⟩ ⌊ ⌋ ⌈ ⌉ form no group, but a bar inside them cannot pair with a bar outside, and a comma
  // inside them does not separate bars outside.
  void match_plain_fences(const LayoutTree& tree, std::span<const NodeId> row) {
    plain_.assign(row.size(), kUnmatched);
    ends_plain_.assign(row.size(), false);
    open_.clear();
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (tree.node(row[i]).kind != SymbolKind::Operator) continue;
      const std::string_view label = tree.label(row[i]);
      //<x, y>|: if there is no operand on its left, < opens an angle bracket.
      const bool angle = label == "<" && (i == 0 || !ends_operand(tree, row[i - 1]));
      if (label == "⟨" || label == "⌊" || label == "⌈" || angle) {
        open_.push_back(i);
      } else if (is_plain_closing(label) || (label == ">" && closes_angle(tree, row))) {
        if (!open_.empty() && tree.label(row[open_.back()]) == plain_opening_of(label)) {
          plain_[open_.back()] = i;
          ends_plain_[i] = true;
          open_.pop_back();
        } else {
          open_.clear();
        }
      } else if (is_opening(label) || is_closing(label)) {
        open_.clear();  // never across brackets
      }
    }
  }
  bool closes_angle(const LayoutTree& tree, std::span<const NodeId> row) const {
    return !open_.empty() && tree.label(row[open_.back()]) == "<";
  }
  std::size_t closes_at(std::size_t i) const {
    return partner_[i] != kUnmatched ? partner_[i] : plain_[i];
  }

  // ]a, b[ and its half-open variants: two square brackets without partners around a single comma.
  void match_reversed_brackets(const LayoutTree& tree, std::span<const NodeId> row) {
    std::size_t open = kUnmatched;
    std::size_t commas = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (tree.node(row[i]).kind != SymbolKind::Operator) continue;
      if (partner_[i] != kUnmatched) {
        i = partner_[i];
        continue;
      }
      const std::string_view label = tree.label(row[i]);
      if (label == ",") ++commas;
      if (label != "[" && label != "]") continue;
      const bool after_operand = i > 0 && ends_operand(tree, row[i - 1]);
      if (open != kUnmatched && commas == 1 && after_operand && can_close(tree, row[i])) {
        partner_[open] = i;
        open = kUnmatched;
      } else if (!after_operand && can_open(tree, row[i])) {
        open = i;
        commas = 0;
      }
    }
  }

  // Bars pair within one nesting level of brackets. The walk keeps one frame for each level.
  void match_bars(const LayoutTree& tree, std::span<const NodeId> row) {
    bars_.clear();
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (tree.node(row[i]).kind == SymbolKind::Operator && is_bar(tree.label(row[i]))) {
        bars_.push_back(i);
      }
    }
    if (bars_.empty()) return;
    match_plain_fences(tree, row);
    segment_.assign(row.size(), 0);
    // Number the segments: each level of brackets has its own, cut at relations and commas.
    std::uint32_t segments = 1;
    std::uint32_t current = 0;
    level_.clear();
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!level_.empty() && level_.back().close == i) {
        current = level_.back().outer;
        level_.pop_back();
        segment_[i] = current;
        continue;
      }
      if (closes_at(i) != kUnmatched) {
        segment_[i] = current;
        level_.push_back({closes_at(i), current});
        current = segments++;
        continue;
      }
      if (bounds_bars(tree, row[i])) {
        current = segments++;
        continue;
      }
      segment_[i] = current;
    }
    remaining_.assign(segments, 0);
    for (const std::size_t i : bars_) ++remaining_[segment_[i]];
    open_bar_.assign(segments, kUnmatched);
    outer_bar_.assign(row.size(), kUnmatched);
    last_closed_ = kUnmatched;
    for (const std::size_t i : bars_) pair_bar(tree, row, i);
  }

  // The open bars of a segment form a stack, linked through outer_bar_.
  void pair_bar(const LayoutTree& tree, std::span<const NodeId> row, std::size_t i) {
    std::size_t& open = open_bar_[segment_[i]];
    const std::uint32_t after = --remaining_[segment_[i]];
    const bool operand_before =
        i > 0 && (ends_operand(tree, row[i - 1]) || ends_plain_[i - 1] || last_closed_ == i - 1);
    if (open != kUnmatched && operand_before && can_close(tree, row[i]) &&
        tree.label(row[open]) == tree.label(row[i])) {
      partner_[open] = i;
      last_closed_ = i;
      open = outer_bar_[open];
      return;
    }
    if (after == 0 || !can_open(tree, row[i])) return;
    if (!operand_before || (open == kUnmatched && after % 2 == 1)) {
      outer_bar_[i] = open;
      open = i;
    }
  }

  struct Level {
    std::size_t close;
    std::uint32_t outer;
  };
  std::vector<std::size_t> partner_;
  std::vector<std::size_t> plain_;  // partners of fences that form no group
  std::vector<bool> ends_plain_;    // whether the position closes such a fence
  std::vector<std::size_t> open_;
  std::vector<std::size_t> bars_;
  std::vector<std::size_t> open_bar_;
  std::vector<std::size_t> outer_bar_;
  std::size_t last_closed_ = kUnmatched;
  std::vector<std::uint32_t> segment_;
  std::vector<std::uint32_t> remaining_;
  std::vector<Level> level_;
};

}  // namespace noether::formula
