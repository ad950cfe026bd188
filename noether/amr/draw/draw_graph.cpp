#include "noether/amr/draw/draw_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "noether/amr/draw/card_drawing.h"
#include "noether/amr/draw/graph_cards.h"
#include "noether/amr/draw/label_width.h"
#include "noether/amr/draw/matched_parts.h"
#include "noether/amr/draw/shared_cards.h"
#include "noether/amr/mathamr/linearize.h"
#include "noether/base/svg_writer.h"
#include "noether/formula/formula_io.h"
#include "noether/formula/notation/unicode_line.h"

namespace noether::amr {
namespace {

// The style of pictures of meaning graphs, with the light and dark colours of Noether's page. It
// consists of plain rules without variables, so that viewers with little CSS show the light
// picture.
constexpr std::string_view kPictureStyle =
    ".amr{font-family:'Source Sans 3','Source Sans',system-ui,'Segoe UI',Roboto,'Helvetica Neue',"
    "Arial,sans-serif}"
    ".amr text{fill:#23211d}"
    ".amr .page{fill:#faf8f3}"
    ".amr .name{font-size:13px;font-weight:600;letter-spacing:.04em;fill:#6f695f}"
    ".amr .sentence{font-family:'Source Serif 4','Source Serif','Iowan Old Style',Palatino,Georgia,"
    "serif;font-size:17px}"
    ".amr .note{font-size:12.5px;fill:#6f695f}"
    ".amr .concept{font-size:14px;font-weight:500}"
    ".amr .sense{font-size:11px;font-weight:400;fill:#6f695f}"
    ".amr .line{font-size:11.5px}.amr .key{fill:#6f695f}"
    ".amr .role{font-size:11px;fill:#6f695f;text-anchor:middle}"
    ".amr .caption{font-size:11px;fill:#7a63ad}"
    ".amr .face{font-family:'STIX Two Text','STIX',Cambria,'DejaVu Serif',serif;font-size:14px}"
    ".amr .symbols{text-anchor:middle}"
    ".amr .letter,.amr .concept.face{font-style:italic;font-weight:400}"
    ".amr .concept.face{font-size:15px}"
    ".amr .edge{fill:none;stroke:#b9b1a1;stroke-width:1.4}"
    ".amr .again{fill:none;stroke:#b08a1e;stroke-width:1.2;stroke-dasharray:2 4;"
    "stroke-linecap:round;opacity:.75}"
    ".amr .card{fill:#fffefb;stroke:#cfc7b8;stroke-width:1.2}"
    ".amr .predicate .card{fill:#e6eef5;stroke:#8fadc8}"
    ".amr .unknown .card{fill:#fdf3d7;stroke:#cda94a}"
    ".amr .formula .card{fill:#f4f0fb;stroke:#b5a1dc}"
    ".amr .reference .card{fill:none;stroke:#b08a1e;stroke-dasharray:3 3}"
    ".amr .reference .concept{fill:#57524a;font-style:italic;font-weight:400}"
    ".amr .leftout .card{fill:none;stroke:#cfc7b8;stroke-dasharray:3 3}"
    ".amr .queried .card{stroke:#6a3fb8;stroke-width:2.4}"
    ".amr .star{fill:#6a3fb8;font-size:13px}"
    ".amr .not,.amr .not .key{fill:#a1322b;font-weight:600}"
    ".amr .symbol{fill:#e6dcf7;stroke:none}"
    ".amr .stick{stroke:#b5a1dc;stroke-width:1.2}"
    ".amr .tag{fill:#efeae0;stroke:none}"
    ".pair .predicate .card,.pair .unknown .card{fill:#fffefb;stroke:#cfc7b8}"
    ".amr .matched .card{fill:#dcefe0;stroke:#2a6a3f;stroke-width:1.5}"
    ".amr .edge.both{stroke:#2a6a3f;stroke-width:2}"
    ".amr .tag.both{fill:#c3e3cb}.amr .role.both{fill:#1d5530;font-weight:700}"
    ".amr .symbol.both{fill:#bfe0c8}.amr .face.both{fill:#1d5530;font-weight:700}"
    ".amr .line.both,.amr .line.both .key{fill:#1d5530;font-weight:600}"
    ".amr .link{fill:none;stroke:#2a6a3f;stroke-width:1.3;opacity:.3}"
    ".amr .swatch{fill:#dcefe0;stroke:#2a6a3f;stroke-width:1.5}"
    "@media(prefers-color-scheme:dark){"
    ".amr text{fill:#e9e5dc}"
    ".amr .page{fill:#16181b}"
    ".amr .name,.amr .note,.amr .sense,.amr .key,.amr .role{fill:#969085}"
    ".amr .edge{stroke:#5a5f66}"
    ".amr .again{stroke:#b59a4d}"
    ".amr .card{fill:#1e2125;stroke:#4b5057}"
    ".amr .predicate .card{fill:#22303d;stroke:#4e7295}"
    ".amr .unknown .card{fill:#3a3218;stroke:#a3853a}"
    ".amr .formula .card{fill:#262038;stroke:#6f5da3}"
    ".amr .reference .card{fill:none;stroke:#b59a4d}"
    ".amr .reference .concept{fill:#b8b2a7}"
    ".amr .leftout .card{fill:none;stroke:#4b5057}"
    ".amr .queried .card{stroke:#b79af0}.amr .star{fill:#b79af0}"
    ".amr .not,.amr .not .key{fill:#f0a097}"
    ".amr .symbol{fill:#3d3361}.amr .stick{stroke:#6f5da3}"
    ".amr .tag{fill:#2b2f34}"
    ".amr .caption{fill:#a48fd6}"
    ".pair .predicate .card,.pair .unknown .card{fill:#1e2125;stroke:#4b5057}"
    ".amr .matched .card{fill:#1d3a28;stroke:#8ccb9b}"
    ".amr .edge.both{stroke:#8ccb9b}"
    ".amr .tag.both{fill:#2c5a3c}.amr .role.both{fill:#b5e3c0}"
    ".amr .symbol.both{fill:#2c5a3c}.amr .face.both{fill:#b5e3c0}"
    ".amr .line.both,.amr .line.both .key{fill:#b5e3c0}"
    ".amr .link{stroke:#8ccb9b}"
    ".amr .swatch{fill:#1d3a28;stroke:#8ccb9b}}";

constexpr double kMargin = 28;
constexpr double kSentenceFontSize = 18.5;  // slightly too large: serif fonts differ in width
constexpr double kSentenceLine = 24;
constexpr double kNarrowest = 420;  // space for the sentence above a small graph
constexpr double kGutter = 84;      // between two graphs
constexpr double kArcs = 50;        // on the right, for curves of references
constexpr std::size_t kMostSentenceLines = 8;
constexpr std::size_t kMostSentenceCharacters = 1000;
constexpr std::size_t kMostDescriptionCharacters = 4000;

// One graph with its heading, placed separately at the left upper corner.
struct Panel {
  std::vector<Card> cards;
  std::vector<std::string> sentence;
  double width = 0;
  double head_height = 0;
  double height = 0;  // without the heading
};

// The sentence with formulas between dollar signs in readable form; the rest unchanged.
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

// Links each card to the corresponding card on the other side.
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
