#include "noether/amr/draw/draw_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "noether/amr/draw/card_drawing.h"
#include "noether/amr/draw/card_partners.h"
#include "noether/amr/draw/graph_cards.h"
#include "noether/amr/draw/label_width.h"
#include "noether/amr/draw/matched_parts.h"
#include "noether/amr/draw/picture_style.h"
#include "noether/amr/draw/place_cards.h"
#include "noether/amr/mathamr/linearize.h"
#include "noether/base/xml_text.h"
#include "noether/formula/formula_io.h"
#include "noether/formula/notation/unicode_line.h"

namespace noether::amr {
namespace {

constexpr double kMargin = 28;
constexpr double kSentenceFontSize = 18.5;  // a little more than it is: serifs differ in width
constexpr double kSentenceLine = 24;
constexpr double kNarrowest = 420;  // room for the sentence over a small graph
constexpr double kGutter = 84;      // between two graphs
constexpr double kArcs = 50;        // at the right, for curves to nodes that stand elsewhere
constexpr std::size_t kMostSentenceLines = 8;
constexpr std::size_t kMostSentenceCharacters = 1000;
constexpr std::size_t kMostDescriptionCharacters = 4000;

// One graph with its heading, placed for itself at the left upper corner.
struct Panel {
  std::vector<Card> cards;
  std::vector<std::string> sentence;
  double width = 0;
  double head_height = 0;
  double height = 0;  // without the head
};

// Formulas between dollar signs as lines that people read; the rest as it is.
std::string shown_sentence(const DrawnSentence& drawn) {
  const std::string text = cut_label(drawn.sentence, kMostSentenceCharacters);
  formula::FormulaReader reader;
  std::string shown;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t open = std::min(text.find('$', at), text.size());
    const std::size_t begin = text.find_first_not_of('$', open);
    const std::size_t end = begin == std::string::npos ? begin : text.find('$', begin);
    shown += text.substr(at, open - at);
    if (end == std::string::npos) return shown + text.substr(open);
    at = std::min(text.find_first_not_of('$', end), text.size());
    formula::Formula formula;
    const bool is_read =
        reader.read(formula::Notation::Latex, text.substr(begin, end - begin), formula) &&
        formula.diagnostics.empty();
    shown += is_read ? formula::unicode_line(formula.layout).text : text.substr(open, at - open);
  }
  return shown;
}

Panel make_panel(const DrawnSentence& drawn, const MatchedParts& matched, CardLayout layout) {
  Panel panel;
  panel.cards = make_cards(*drawn.graph, matched);
  const DrawnSize size =
      layout == CardLayout::Tree ? place_as_tree(panel.cards) : place_as_outline(panel.cards);
  const bool has_references = std::ranges::any_of(
      panel.cards, [](const Card& card) { return card.kind == Card::Kind::Reference; });
  panel.width = std::max(size.width + (has_references ? kArcs : 0), kNarrowest);
  panel.height = size.height;
  const double text_width = std::min(panel.width, 900.0);
  panel.sentence =
      wrapped(shown_sentence(drawn), kSentenceFontSize, text_width, kMostSentenceLines);
  panel.head_height = (drawn.name.empty() ? 0 : 26) +
                      kSentenceLine * static_cast<double>(panel.sentence.size()) +
                      (panel.sentence.empty() ? 0 : 14);
  return panel;
}

void write_panel(const DrawnSentence& drawn, const Panel& panel, CardLayout layout, double x,
                 double y, double head_height, std::string& svg) {
  auto out = std::back_inserter(svg);
  fmt::format_to(out, "<g transform=\"translate({:.1f} {:.1f})\">\n", x, y);
  double line = 13;
  if (!drawn.name.empty()) {
    fmt::format_to(out, "<text class=\"name\" x=\"0\" y=\"{:.1f}\">{}</text>\n", line,
                   base::xml_text(cut_label(drawn.name, 80)));
    line += 26;
  }
  for (const std::string& words : panel.sentence) {
    fmt::format_to(out, "<text class=\"sentence\" x=\"0\" y=\"{:.1f}\">{}</text>\n", line + 1,
                   base::xml_text(words));
    line += kSentenceLine;
  }
  fmt::format_to(out, "<g transform=\"translate(0 {:.1f})\">\n", head_height);
  svg += draw_cards(panel.cards, layout) + "</g></g>\n";
}

std::string spoken_graph(const DrawnSentence& drawn) {
  return cut_label(linearize(*drawn.graph, {.roles = true}), kMostDescriptionCharacters);
}

std::string picture(std::string_view kind, double width, double height, std::string_view title,
                    std::string_view description, std::string_view body) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{6}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "width=\"{0:.0f}\" height=\"{1:.0f}\" role=\"img\" aria-label=\"{2}\">\n<title>{2}</title>\n"
      "<desc>{3}</desc>\n<style>{4}</style>\n"
      "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n{5}</svg>\n",
      width, height, base::xml_text(title), base::xml_text(description), kPictureStyle, body, kind);
}

std::string title_of(const DrawnSentence& drawn) {
  return drawn.sentence.empty() ? "Meaning graph" : "Meaning graph: " + shown_sentence(drawn);
}

// From each card to the one that stands for the same on the other side.
void write_links(const Panel& left, const Panel& right, const MatchedParts& in_left, double right_x,
                 std::string& svg) {
  const std::vector<std::size_t> partners = card_partners(left.cards, right.cards, in_left);
  for (std::size_t i = 0; i < partners.size(); ++i) {
    if (partners[i] == kNoCard) continue;
    const Card& from = left.cards[i];
    const Card& to = right.cards[partners[i]];
    const double end = right_x + to.x - to.role_width;
    const double bend = (left.width + right_x) / 2;
    fmt::format_to(std::back_inserter(svg),
                   "<path class=\"link\" d=\"M{:.1f} {:.1f}H{:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} "
                   "{:.1f} {:.1f}H{:.1f}\"/>\n",
                   from.right() + 3, from.middle(), std::max(left.width, from.right() + 3), bend,
                   from.middle(), bend, to.middle(), right_x - 8, to.middle(), end);
  }
}

}  // namespace

std::string draw_graph(const DrawnSentence& sentence) {
  const Panel panel = make_panel(sentence, {}, CardLayout::Tree);
  std::string body;
  write_panel(sentence, panel, CardLayout::Tree, kMargin, kMargin, panel.head_height, body);
  return picture("amr", panel.width + 2 * kMargin, panel.head_height + panel.height + 2 * kMargin,
                 title_of(sentence), spoken_graph(sentence), body);
}

std::string draw_comparison(const DrawnSentence& left, const DrawnSentence& right,
                            std::span<const NodeId> left_of_right) {
  const auto [in_left, in_right] = compared_parts(*left.graph, *right.graph, left_of_right);
  const Panel first = make_panel(left, in_left, CardLayout::Outline);
  const Panel second = make_panel(right, in_right, CardLayout::Outline);
  const double head = std::max(first.head_height, second.head_height);
  const double right_x = first.width + kGutter;
  const double top = kMargin + 30;
  std::string body = fmt::format(
      "<g transform=\"translate({0:.1f} {0:.1f})\"><rect class=\"swatch\" x=\"0\" y=\"1\" "
      "width=\"20\" height=\"13\" rx=\"4\"/><text class=\"note\" x=\"28\" y=\"12\">in both: {1} "
      "concepts and {2} relations; the graphs have {3} and {4} concepts</text></g>\n",
      kMargin, in_left.concepts, in_left.relations, left.graph->nodes.size(),
      right.graph->nodes.size());
  fmt::format_to(std::back_inserter(body), "<g transform=\"translate({:.1f} {:.1f})\">\n", kMargin,
                 top + head);
  write_links(first, second, in_left, right_x, body);
  body += "</g>\n";
  write_panel(left, first, CardLayout::Outline, kMargin, top, head, body);
  write_panel(right, second, CardLayout::Outline, kMargin + right_x, top, head, body);
  return picture("amr pair", right_x + second.width + 2 * kMargin,
                 top + head + std::max(first.height, second.height) + kMargin,
                 fmt::format("{} and {}: {} concepts and {} relations in both", title_of(left),
                             right.sentence.empty() ? "another" : shown_sentence(right),
                             in_left.concepts, in_left.relations),
                 spoken_graph(left) + " | " + spoken_graph(right), body);
}

}  // namespace noether::amr
