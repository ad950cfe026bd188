#include "noether/amr/draw/shared_cards.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "noether/amr/lower_case.h"

namespace noether::amr {
namespace {

bool is_drawn(const Card& card) {
  return card.kind != Card::Kind::Reference && card.kind != Card::Kind::LeftOut;
}

// The nodes that identify a card. All formulas of a graph share names, so the name in a formula
// identifies the formula only if it is the whole formula.
std::vector<NodeId> telling_nodes(const Card& card) {
  if (!is_drawn(card)) return {};
  if (card.is_symbol) return card.name != kNoNode ? std::vector{card.name} : std::vector<NodeId>();
  if (!card.inset) return {card.node};
  std::vector<NodeId> nodes;
  for (const FormulaInset::Symbol& symbol : card.inset->symbols) {
    const bool tells = symbol.kind == FormulaInset::Symbol::Kind::Operator;
    if (tells && symbol.node != kNoNode) nodes.push_back(symbol.node);
  }
  return nodes;
}

struct PartnerCandidate {
  std::size_t left;
  std::size_t right;
  std::size_t votes;
};

}  // namespace

std::vector<std::size_t> card_partners(std::span<const Card> left, std::span<const Card> right,
                                       const MatchedParts& in_left) {
  std::unordered_map<NodeId, std::size_t> card_of;
  for (std::size_t i = 0; i < right.size(); ++i) {
    for (const NodeId node : telling_nodes(right[i])) card_of.emplace(node, i);
  }
  std::vector<PartnerCandidate> candidates;
  for (std::size_t i = 0; i < left.size(); ++i) {
    std::unordered_map<std::size_t, std::size_t> votes;  // by card
    for (const NodeId node : telling_nodes(left[i])) {
      if (!in_left.has_node(node)) continue;
      const auto found = card_of.find(in_left.partners[node]);
      if (found != card_of.end()) ++votes[found->second];
    }
    for (const auto& [card, count] : votes) candidates.push_back({i, card, count});
  }
  std::ranges::sort(candidates, [](const PartnerCandidate& a, const PartnerCandidate& b) {
    if (a.votes != b.votes) return a.votes > b.votes;
    return a.left != b.left ? a.left < b.left : a.right < b.right;
  });
  std::vector<std::size_t> partners(left.size(), kNoCard);
  std::vector<bool> is_taken(right.size());
  for (const PartnerCandidate& candidate : candidates) {
    if (partners[candidate.left] != kNoCard || is_taken[candidate.right]) continue;
    partners[candidate.left] = candidate.right;
    is_taken[candidate.right] = true;
  }
  return partners;
}

namespace {

// Concepts that join parts of a graph and have no meaning of their own.
constexpr std::array<std::string_view, 3> kJoints = {"multi-sentence", "and", "string-entity"};
// Roles whose words precede the word to which they belong.
constexpr std::array<std::string_view, 4> kBefore = {"mod", "quant", "degree", "ord"};

template <typename List>
bool is_one_of(const List& list, std::string_view name) {
  return std::ranges::find(list, name) != list.end();
}

class PhraseMaker {
 public:
  PhraseMaker(std::span<const Card> cards, std::span<const std::string> formulas)
      : cards_(cards), formulas_(formulas) {}

  std::vector<std::string> make() {
    if (!cards_.empty()) open_.push_back(0);
    while (!open_.empty()) {
      const Card& card = cards_[open_.back()];
      open_.pop_back();
      const std::size_t place = open_.size();
      std::string phrase = card.kind == Card::Kind::Reference ? "" : phrase_of(card);
      if (!phrase.empty() && !is_one_of(phrases_, phrase)) phrases_.push_back(std::move(phrase));
      std::reverse(open_.begin() + static_cast<std::ptrdiff_t>(place), open_.end());
    }
    return std::move(phrases_);
  }

 private:
  // Cards below that begin their own phrase are added to open_.
  std::string phrase_of(const Card& card) {
    std::vector<std::string> before;
    std::vector<std::string> behind;
    const std::string own = own_words(card);
    const bool is_joint = is_one_of(kJoints, card.label) || own.empty();
    for (const std::size_t child : card.children) {
      const Card& below = cards_[child];
      if (is_joint || !below.is_matched || !below.role_is_matched) {
        open_.push_back(child);
        continue;
      }
      const std::string words = phrase_of(below);
      if (words.empty()) continue;
      const bool stands_before = is_one_of(kBefore, lower_case(below.role)) &&
                                 below.children.empty() && below.kind != Card::Kind::Formula;
      (stands_before ? before : behind).push_back(words);
    }
    if (is_joint) return {};
    before.push_back(own);
    std::string words = fmt::format("{}", fmt::join(before, " "));
    if (behind.empty()) return words;
    if (behind.size() == 1) return words + " → " + behind.front();
    return fmt::format("{} → ({})", words, fmt::join(behind, ", "));
  }

  // Empty if nothing on the card is marked.
  std::string own_words(const Card& card) const {
    if (card.kind == Card::Kind::Unknown) return card.is_matched ? "what is asked" : "";
    if (card.inset) return formula_words(card);
    if (!card.is_matched) return {};
    std::string words = card.is_symbol && has_line(card) ? formulas_[card.node] : card.label;
    for (const Card::Line& line : card.lines) {
      if (!line.is_matched) continue;
      if (line.is_negation) {
        words = "not " + words;
      } else if (line.role == "quant" || line.role == "name") {
        words = line.value + " " + words;
      }
    }
    return words;
  }

  bool has_line(const Card& card) const {
    return card.node < formulas_.size() && !formulas_[card.node].empty();
  }

  std::string formula_words(const Card& card) const {
    const auto& symbols = card.inset->symbols;
    const bool shares = std::ranges::any_of(symbols, [](const FormulaInset::Symbol& symbol) {
      return symbol.is_matched && symbol.kind == FormulaInset::Symbol::Kind::Operator;
    });
    if (!card.is_matched && !shares) return {};
    const std::string whole = has_line(card) ? formulas_[card.node] : "a formula";
    return card.is_matched ? whole : "part of " + whole;
  }

  std::span<const Card> cards_;
  std::span<const std::string> formulas_;
  std::vector<std::size_t> open_;  // the next card is last
  std::vector<std::string> phrases_;
};

}  // namespace

std::vector<std::string> shared_phrases(std::span<const Card> cards,
                                        std::span<const std::string> formulas) {
  return PhraseMaker(cards, formulas).make();
}

}  // namespace noether::amr
