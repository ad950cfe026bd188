#include "noether/amr/draw/card_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "noether/base/xml_text.h"

namespace noether::amr {
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

std::string_view both(bool is_matched) { return is_matched ? " both" : ""; }

// "want-01, ARG1 of the node before": what a screen reader says and a resting mouse shows.
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
    // Marked edges lie over the others, which share their trunks in an outline.
    for (const bool is_matched : {false, true}) {
      for (const Card& card : cards_) {
        for (const std::size_t child : card.children) {
          if (cards_[child].role_is_matched == is_matched) edge(card, cards_[child]);
        }
      }
    }
    references();
    for (const Card& card : cards_) draw_card(card);
    return std::move(svg_);
  }

 private:
  template <typename... Values>
  void put(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(svg_), format, std::forward<Values>(values)...);
  }

  void edge(const Card& from, const Card& to) {
    const double end = to.x - to.role_width;
    put("<path class=\"edge{}\" d=\"", both(to.role_is_matched));
    if (layout_ == CardLayout::Outline) {
      const double trunk = from.x - from.role_width + kTrunk;
      put("M{0:.1f} {1:.1f}V{2:.1f}Q{0:.1f} {3:.1f} {4:.1f} {3:.1f}H{5:.1f}", trunk,
          from.role.empty() ? from.bottom() : from.middle() + kTagHeight / 2, to.middle() - kCorner,
          to.middle(), trunk + kCorner, end);
    } else {
      const double bend = (from.right() + end) / 2;
      put("M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}H{:.1f}", from.right(),
          from.middle(), bend, from.middle(), bend, to.middle(), end, to.middle(), to.x);
    }
    put("\"/>\n");
    if (layout_ == CardLayout::Tree && !to.role.empty()) {
      put("<text class=\"role\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", end + to.role_width / 2,
          to.middle() - 4, base::xml_text(to.role));
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

  // In an outline around the cards between, further out the further it goes; in a tree from the
  // nearer side of one card to that of the other.
  void reference(const Card& from, const Card& to) {
    put("<path class=\"again\" d=\"");
    if (layout_ == CardLayout::Outline) {
      const double out =
          widest_between(from, to) + 20 + std::min(40.0, std::abs(from.y - to.y) / 12);
      put("M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", from.right(), from.middle(),
          out, from.middle(), out, to.middle(), to.right(), to.middle());
    } else {
      const bool is_above = to.bottom() < from.y;
      const double begin = is_above ? from.y : from.bottom();
      const double end = to.y > from.bottom() ? to.y : to.bottom();
      const double reach = std::clamp(std::abs(end - begin) / 2, 24.0, 70.0);
      const double end_reach = to.y > from.bottom() ? -reach : reach;
      put("M{0:.1f} {1:.1f}C{0:.1f} {2:.1f} {3:.1f} {4:.1f} {3:.1f} {5:.1f}",
          from.x + from.width / 2, begin, begin + (is_above ? -reach : reach), to.x + to.width / 2,
          end + end_reach, end);
    }
    put("\"/>\n");
  }

  void draw_card(const Card& card) {
    put("<g class=\"{}{}{}\"><title>{}</title>", kind_class(card),
        card.is_matched ? " matched" : "", card.is_queried ? " queried" : "",
        base::xml_text(spoken_card(card)));
    if (layout_ == CardLayout::Outline && !card.role.empty()) tag(card);
    const double round = card.kind == Card::Kind::Predicate || card.inset ? 7 : 13;
    put("<rect class=\"card\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
        "rx=\"{}\"/>",
        card.x, card.y, card.width, card.height, round);
    put("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}",
        card.is_symbol ? "concept face"
        : card.inset   ? "caption"
                       : "concept",
        card.x + Card::kPadding, card.middle() + 4.8, base::xml_text(card.label));
    if (!card.sense.empty()) put("<tspan class=\"sense\">{}</tspan>", base::xml_text(card.sense));
    if (card.is_queried) put("<tspan class=\"star\" dx=\"6\">★</tspan>");
    put("</text>");
    double y = card.y + Card::kHeadHeight + 9;
    for (const Card::Line& line : card.lines) {
      put("<text class=\"line{}{}\" x=\"{:.1f}\" y=\"{:.1f}\"><tspan class=\"key\">{} </tspan>{}"
          "</text>",
          line.is_negation ? " not" : "", both(line.is_matched), card.x + Card::kPadding, y,
          base::xml_text(line.role), base::xml_text(line.value));
      y += Card::kLineHeight;
    }
    if (card.inset) draw_inset(card);
    put("</g>\n");
  }

  // The role, before the card.
  void tag(const Card& card) {
    const double left = card.x - card.role_width;
    put("<rect class=\"tag{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
        "rx=\"5\"/>",
        both(card.role_is_matched), left, card.middle() - kTagHeight / 2, card.role_width - 3,
        kTagHeight);
    put("<text class=\"role{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", both(card.role_is_matched),
        left + (card.role_width - 3) / 2, card.middle() + 4, base::xml_text(card.role));
  }

  void draw_inset(const Card& card) {
    const FormulaInset& inset = *card.inset;
    const double left = card.x + (card.width - inset.width) / 2;
    const double top = card.bottom() - Card::kPadding - inset.height;
    const auto y = [&](std::size_t i) {
      return top + inset.places[i].level * FormulaInset::kLevelHeight;
    };
    put("<g class=\"symbols\">");
    for (std::size_t i = 0; i < inset.symbols.size(); ++i) {
      for (const std::size_t child : inset.places[i].children) {
        put("<line class=\"stick\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>",
            left + inset.places[i].x, y(i) + FormulaInset::kSymbolHeight - 2,
            left + inset.places[child].x, y(child) + 3);
      }
    }
    for (std::size_t i = 0; i < inset.symbols.size(); ++i) {
      const FormulaInset::Symbol& symbol = inset.symbols[i];
      const formula::TidyNode& place = inset.places[i];
      const bool is_operator = symbol.kind == FormulaInset::Symbol::Kind::Operator;
      if (is_operator || symbol.is_matched) {
        put("<rect class=\"symbol{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
            "rx=\"{}\"/>",
            both(symbol.is_matched), left + place.x - place.width / 2, y(i), place.width,
            FormulaInset::kSymbolHeight, is_operator ? 5 : 10);
      }
      put("<text class=\"face{}{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>",
          symbol.kind == FormulaInset::Symbol::Kind::Name ? " letter" : "", both(symbol.is_matched),
          left + place.x, y(i) + 15.4, base::xml_text(symbol.face));
    }
    put("</g>");
  }

  std::span<const Card> cards_;
  CardLayout layout_;
  std::string svg_;
};

}  // namespace

std::string draw_cards(std::span<const Card> cards, CardLayout layout) {
  return CardDrawing(cards, layout).draw();
}

}  // namespace noether::amr
