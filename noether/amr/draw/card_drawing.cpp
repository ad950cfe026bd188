#include "noether/amr/draw/card_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ranges>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/base/svg_writer.h"

namespace noether::amr {
namespace {

constexpr double kBend = 30;  // space for an edge to turn
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

// The distance from the top of the subtree `upper` at which the subtree `lower` must begin. Each
// pair of cards is compared once, where their subtrees meet, which is cheap for kMaxDrawnNodes.
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
  // Children come after their parents. Each subtree is placed separately, then moved as a whole.
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
    // A tall card may begin above all of its children, or end below them.
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

namespace {

constexpr double kTrunk = 12;  // where the edges of an outline leave a card
constexpr double kCorner = 7;
constexpr double kTagHeight = 20;

std::string_view kind_class(const Card& card) {
  switch (card.kind) {
    case Card::Kind::Predicate:
      return "predicate";
    case Card::Kind::Unknown:
      return "unknown";
    case Card::Kind::Formula:
      return "formula";
    case Card::Kind::Reference:
      return "reference";
    case Card::Kind::LeftOut:
      return "leftout";
    case Card::Kind::Thing:
      break;
  }
  return "thing";
}

// The text for screen readers and tooltips: "want-01, ARG1 of the node before".
std::string spoken_card(const Card& card) {
  std::string text = card.role.empty() ? "" : ":" + card.role + " ";
  text += card.kind == Card::Kind::LeftOut ? "left out" : card.label + card.sense;
  if (card.kind == Card::Kind::Reference) text += ", the same as before";
  if (card.is_queried) text += ", searched for";
  if (card.is_matched) text += ", in both";
  return text;
}

class CardDrawing {
 public:
  CardDrawing(std::span<const Card> cards, CardLayout layout) : cards_(cards), layout_(layout) {}

  std::string draw() {
    // Marked edges are drawn over the others, which share their trunks in an outline.
    for (const bool is_matched : {false, true}) {
      for (const Card& card : cards_) {
        for (const std::size_t child : card.children) {
          if (cards_[child].role_is_matched == is_matched) edge(card, cards_[child]);
        }
      }
    }
    references();
    for (const Card& card : cards_) draw_card(card);
    return std::move(out_);
  }

 private:
  static std::string with_both(std::string_view kind, bool is_matched) {
    return std::string(kind) + (is_matched ? " both" : "");
  }

  void edge(const Card& from, const Card& to) {
    const double end = to.x - to.role_width;
    base::SvgPath path;
    if (layout_ == CardLayout::Outline) {
      const double trunk = from.x - from.role_width + kTrunk;
      path.move(trunk, from.role.empty() ? from.bottom() : from.middle() + kTagHeight / 2)
          .down(to.middle() - kCorner)
          .bend(trunk, to.middle(), trunk + kCorner, to.middle())
          .across(end);
    } else {
      const double bend = (from.right() + end) / 2;
      path.move(from.right(), from.middle())
          .curve(bend, from.middle(), bend, to.middle(), end, to.middle())
          .across(to.x);
    }
    svg_.tag("path").set("class", with_both("edge", to.role_is_matched)).set("d", path);
    svg_.end().newline();
    if (layout_ == CardLayout::Tree && !to.role.empty()) {
      svg_.tag("text").set("class", "role").at(end + to.role_width / 2, to.middle() - 4);
      svg_.body().words(to.role).close("text").newline();
    }
  }

  void references() {
    std::unordered_map<NodeId, const Card*> written;
    for (const Card& card : cards_) {
      if (card.kind != Card::Kind::Reference && card.kind != Card::Kind::LeftOut) {
        written.emplace(card.node, &card);
        if (card.carrier != kNoNode) written.emplace(card.carrier, &card);
      }
    }
    for (const Card& card : cards_) {
      if (card.kind != Card::Kind::Reference) continue;
      const auto found = written.find(card.node);
      if (found != written.end()) reference(card, *found->second);
    }
  }

  double widest_between(const Card& a, const Card& b) const {
    double widest = 0;
    for (const Card& card : cards_) {
      const bool is_between = card.bottom() > std::min(a.y, b.y) && card.y < std::max(a.y, b.y);
      if (is_between) widest = std::max(widest, card.right());
    }
    return std::max({widest, a.right(), b.right()});
  }

  // Draws a reference. In an outline it runs around the cards between, the further out the longer
  // it is; in a tree it joins the near sides of the two cards.
  void reference(const Card& from, const Card& to) {
    base::SvgPath path;
    if (layout_ == CardLayout::Outline) {
      const double out =
          widest_between(from, to) + 20 + std::min(40.0, std::abs(from.y - to.y) / 12);
      path.move(from.right(), from.middle())
          .curve(out, from.middle(), out, to.middle(), to.right(), to.middle());
    } else {
      const bool is_above = to.bottom() < from.y;
      const double begin = is_above ? from.y : from.bottom();
      const double end = to.y > from.bottom() ? to.y : to.bottom();
      const double reach = std::clamp(std::abs(end - begin) / 2, 24.0, 70.0);
      const double end_reach = to.y > from.bottom() ? -reach : reach;
      const double begin_x = from.x + from.width / 2;
      const double end_x = to.x + to.width / 2;
      path.move(begin_x, begin)
          .curve(begin_x, begin + (is_above ? -reach : reach), end_x, end + end_reach, end_x, end);
    }
    svg_.tag("path").set("class", "again").set("d", path).end().newline();
  }

  void draw_card(const Card& card) {
    svg_.tag("g").set("class",
                      fmt::format("{}{}{}", kind_class(card), card.is_matched ? " matched" : "",
                                  card.is_queried ? " queried" : ""));
    svg_.body().element("title", spoken_card(card));
    if (layout_ == CardLayout::Outline && !card.role.empty()) tag(card);
    const bool is_square = card.kind == Card::Kind::Predicate || card.inset;
    svg_.tag("rect").set("class", "card").box(card.x, card.y, card.width, card.height);
    svg_.set("rx", is_square ? "7" : "13").end();
    svg_.tag("text").set("class", card.is_symbol ? "concept face"
                                  : card.inset   ? "caption"
                                                 : "concept");
    svg_.at(card.x + Card::kPadding, card.middle() + 4.8).body().words(card.label);
    if (!card.sense.empty()) {
      svg_.tag("tspan").set("class", "sense").body().words(card.sense).close("tspan");
    }
    if (card.is_queried) {
      svg_.tag("tspan").set("class", "star").set("dx", "6").body().words("★").close("tspan");
    }
    svg_.close("text");
    double y = card.y + Card::kHeadHeight + 9;
    for (const Card::Line& line : card.lines) {
      svg_.tag("text").set("class",
                           with_both(line.is_negation ? "line not" : "line", line.is_matched));
      svg_.at(card.x + Card::kPadding, y).body().tag("tspan").set("class", "key").body();
      svg_.words(line.role).raw(" ").close("tspan").words(line.value).close("text");
      y += Card::kLineHeight;
    }
    if (card.inset) draw_inset(card);
    svg_.close("g").newline();
  }

  // Writes the role before the card.
  void tag(const Card& card) {
    const double left = card.x - card.role_width;
    svg_.tag("rect").set("class", with_both("tag", card.role_is_matched));
    svg_.box(left, card.middle() - kTagHeight / 2, card.role_width - 3, kTagHeight);
    svg_.set("rx", "5").end();
    svg_.tag("text").set("class", with_both("role", card.role_is_matched));
    svg_.at(left + (card.role_width - 3) / 2, card.middle() + 4);
    svg_.body().words(card.role).close("text");
  }

  void draw_inset(const Card& card) {
    const FormulaInset& inset = *card.inset;
    const double left = card.x + (card.width - inset.width) / 2;
    const double top = card.bottom() - Card::kPadding - inset.height;
    const auto y = [&](std::size_t i) {
      return top + inset.places[i].level * FormulaInset::kLevelHeight;
    };
    svg_.tag("g").set("class", "symbols").body();
    for (std::size_t i = 0; i < inset.symbols.size(); ++i) {
      for (const std::size_t child : inset.places[i].children) {
        svg_.tag("line").set("class", "stick");
        svg_.ends(left + inset.places[i].x, y(i) + FormulaInset::kSymbolHeight - 2,
                  left + inset.places[child].x, y(child) + 3);
        svg_.end();
      }
    }
    for (std::size_t i = 0; i < inset.symbols.size(); ++i) {
      const FormulaInset::Symbol& symbol = inset.symbols[i];
      const formula::TidyNode& place = inset.places[i];
      const bool is_operator = symbol.kind == FormulaInset::Symbol::Kind::Operator;
      if (is_operator || symbol.is_matched) {
        svg_.tag("rect").set("class", with_both("symbol", symbol.is_matched));
        svg_.box(left + place.x - place.width / 2, y(i), place.width, FormulaInset::kSymbolHeight);
        svg_.set("rx", is_operator ? "5" : "10").end();
      }
      const bool is_name = symbol.kind == FormulaInset::Symbol::Kind::Name;
      svg_.tag("text").set("class", with_both(is_name ? "face letter" : "face", symbol.is_matched));
      svg_.at(left + place.x, y(i) + 15.4).body().words(symbol.face).close("text");
    }
    svg_.close("g");
  }

  std::span<const Card> cards_;
  CardLayout layout_;
  std::string out_;
  base::SvgWriter svg_{out_};
};

}  // namespace

std::string draw_cards(std::span<const Card> cards, CardLayout layout) {
  return CardDrawing(cards, layout).draw();
}

}  // namespace noether::amr
