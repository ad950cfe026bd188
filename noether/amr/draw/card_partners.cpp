#include "noether/amr/draw/card_partners.h"

#include <algorithm>
#include <unordered_map>

namespace noether::amr {
namespace {

bool is_drawn(const Card& card) {
  return card.kind != Card::Kind::Reference && card.kind != Card::Kind::LeftOut;
}

// The nodes that tell one card from another. Names are shared by all formulas of a graph, so the
// name of a formula tells it only when it is all of it.
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

}  // namespace noether::amr
