#include "noether/amr/draw/place_cards.h"

#include <algorithm>
#include <ranges>
#include <vector>

namespace noether::amr {
namespace {

constexpr double kBend = 30;  // room for an edge to turn
constexpr double kTreeGap = 11;
constexpr double kIndent = 24;
constexpr double kOutlineGap = 7;

DrawnSize size_of(std::span<const Card> cards) {
  DrawnSize size;
  for (const Card& card : cards) {
    size.width = std::max(size.width, card.right());
    size.height = std::max(size.height, card.bottom());
  }
  return size;
}

// How far below `upper` the subtree `lower` must begin. Each pair of cards is compared once, where
// their subtrees meet, which is little for kMaxDrawnNodes.
double needed_distance(std::span<const Card> cards, const std::vector<std::size_t>& upper,
                       const std::vector<std::size_t>& lower) {
  double needed = 0;
  for (const std::size_t u : upper) {
    for (const std::size_t l : lower) {
      const Card& above = cards[u];
      const Card& below = cards[l];
      const bool overlap = above.x - above.role_width < below.right() + kBend &&
                           below.x - below.role_width < above.right() + kBend;
      if (overlap) needed = std::max(needed, above.bottom() + kTreeGap - below.y);
    }
  }
  return needed;
}

}  // namespace

DrawnSize place_as_tree(std::span<Card> cards) {
  for (const Card& card : cards) {
    double role_width = 0;
    for (const std::size_t child : card.children) {
      role_width = std::max(role_width, cards[child].role_width);
    }
    for (const std::size_t child : card.children) {
      cards[child].role_width = role_width;
      cards[child].x = card.right() + kBend + role_width;
    }
  }
  // Children come after their parents. Each subtree is placed for itself, then moved as a whole.
  std::vector<std::vector<std::size_t>> subtrees(cards.size());
  for (std::size_t i = cards.size(); i-- > 0;) {
    Card& card = cards[i];
    std::vector<std::size_t>& subtree = subtrees[i];
    for (const std::size_t child : card.children) {
      const double distance = needed_distance(cards, subtree, subtrees[child]);
      for (const std::size_t moved : subtrees[child]) cards[moved].y += distance;
      subtree.insert(subtree.end(), subtrees[child].begin(), subtrees[child].end());
      subtrees[child].clear();
    }
    if (!card.children.empty()) {
      const double middle =
          (cards[card.children.front()].middle() + cards[card.children.back()].middle()) / 2;
      card.y = middle - Card::kHeadHeight / 2;
    }
    subtree.push_back(i);
    // A tall card may stand higher than all of its children, or lower than where they end.
    double top = card.y;
    for (const std::size_t member : subtree) top = std::min(top, cards[member].y);
    for (const std::size_t member : subtree) cards[member].y -= top;
  }
  return size_of(cards);
}

DrawnSize place_as_outline(std::span<Card> cards) {
  double y = 0;
  std::vector<std::size_t> open;
  if (!cards.empty()) open.push_back(0);
  while (!open.empty()) {
    Card& card = cards[open.back()];
    open.pop_back();
    card.y = y;
    y += card.height + kOutlineGap;
    card.x += card.role_width;
    for (const std::size_t child : card.children) {
      cards[child].x = card.x - card.role_width + kIndent;
    }
    for (const std::size_t child : card.children | std::views::reverse) open.push_back(child);
  }
  return size_of(cards);
}

}  // namespace noether::amr
