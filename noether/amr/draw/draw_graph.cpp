#include "noether/amr/draw/draw_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "noether/amr/draw/card_drawing.h"
#include "noether/amr/draw/card_partners.h"
#include "noether/amr/draw/graph_cards.h"
#include "noether/amr/draw/label_width.h"
#include "noether/amr/draw/matched_parts.h"
#include "noether/amr/draw/picture_style.h"
#include "noether/amr/draw/place_cards.h"
#include "noether/amr/mathamr/linearize.h"
#include "noether/base/svg_writer.h"
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
                 double y, double head_height, base::SvgWriter& svg) {
  svg.tag("g").shift(x, y).body().newline();
  double line = 13;
  if (!drawn.name.empty()) {
    svg.tag("text").set("class", "name").set("x", "0").set("y", line).body();
    svg.words(cut_label(drawn.name, 80)).close("text").newline();
    line += 26;
  }
  for (const std::string& words : panel.sentence) {
    svg.tag("text").set("class", "sentence").set("x", "0").set("y", line + 1).body();
    svg.words(words).close("text").newline();
    line += kSentenceLine;
  }
  svg.tag("g").set("transform", fmt::format("translate(0 {:.1f})", head_height)).body().newline();
  svg.raw(draw_cards(panel.cards, layout)).close("g").close("g").newline();
}

std::string spoken_graph(const DrawnSentence& drawn) {
  return cut_label(linearize(*drawn.graph, {.roles = true}), kMostDescriptionCharacters);
}

std::string picture(std::string_view kind, double width, double height, std::string_view title,
                    std::string_view description, std::string_view body) {
  std::string out;
  base::SvgWriter svg(out);
  svg.picture().set("class", kind).view_box(width, height).whole_size(width, height);
  svg.set("role", "img").set("aria-label", title).body().newline();
  svg.element("title", title).newline().element("desc", description).newline();
  svg.tag("style").body().raw(kPictureStyle).close("style").newline();
  svg.tag("rect").set("class", "page").set("width", "100%").set("height", "100%").end().newline();
  svg.raw(body).close("svg").newline();
  return out;
}

std::string title_of(const DrawnSentence& drawn) {
  return drawn.sentence.empty() ? "Meaning graph" : "Meaning graph: " + shown_sentence(drawn);
}

// From each card to the one that stands for the same on the other side.
void write_links(const Panel& left, const Panel& right, const MatchedParts& in_left, double right_x,
                 base::SvgWriter& svg) {
  const std::vector<std::size_t> partners = card_partners(left.cards, right.cards, in_left);
  for (std::size_t i = 0; i < partners.size(); ++i) {
    if (partners[i] == kNoCard) continue;
    const Card& from = left.cards[i];
    const Card& to = right.cards[partners[i]];
    const double end = right_x + to.x - to.role_width;
    const double bend = (left.width + right_x) / 2;
    base::SvgPath path;
    path.move(from.right() + 3, from.middle())
        .across(std::max(left.width, from.right() + 3))
        .curve(bend, from.middle(), bend, to.middle(), right_x - 8, to.middle())
        .across(end);
    svg.tag("path").set("class", "link").set("d", path).end().newline();
  }
}

}  // namespace

std::string draw_graph(const DrawnSentence& sentence) {
  const Panel panel = make_panel(sentence, {}, CardLayout::Tree);
  std::string body;
  base::SvgWriter svg(body);
  write_panel(sentence, panel, CardLayout::Tree, kMargin, kMargin, panel.head_height, svg);
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
  std::string body;
  base::SvgWriter svg(body);
  svg.tag("g").shift(kMargin, kMargin).body().tag("rect").set("class", "swatch");
  svg.set("x", "0").set("y", "1").whole_size(20, 13).set("rx", "4").end();
  svg.tag("text").set("class", "note").set("x", "28").set("y", "12").body();
  svg.words(fmt::format("in both: {} concepts and {} relations; the graphs have {} and {} concepts",
                        in_left.concepts, in_left.relations, left.graph->nodes.size(),
                        right.graph->nodes.size()));
  svg.close("text").close("g").newline();
  svg.tag("g").shift(kMargin, top + head).body().newline();
  write_links(first, second, in_left, right_x, svg);
  svg.close("g").newline();
  write_panel(left, first, CardLayout::Outline, kMargin, top, head, svg);
  write_panel(right, second, CardLayout::Outline, kMargin + right_x, top, head, svg);
  return picture("amr pair", right_x + second.width + 2 * kMargin,
                 top + head + std::max(first.height, second.height) + kMargin,
                 fmt::format("{} and {}: {} concepts and {} relations in both", title_of(left),
                             right.sentence.empty() ? "another" : shown_sentence(right),
                             in_left.concepts, in_left.relations),
                 spoken_graph(left) + " | " + spoken_graph(right), body);
}

}  // namespace noether::amr
