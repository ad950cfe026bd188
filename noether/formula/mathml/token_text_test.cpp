#include "noether/formula/mathml/token_text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

namespace noether::formula {
namespace {

std::string label(std::string_view content, LabelKind kind = LabelKind::Identifier,
                  Alphabet alphabet = Alphabet::Plain) {
  XmlTree xml;
  const auto result = read_xml("<t>" + std::string(content) + "</t>", xml);
  EXPECT_TRUE(result) << content;
  std::string out;
  if (result) append_label(xml, xml.root(), kind, alphabet, out);
  return out;
}

std::string content(std::string_view text, LabelKind kind = LabelKind::Identifier) {
  std::string out;
  append_token_content(out, text, kind);
  return out;
}

TEST(TokenText, TrimsAndCollapsesWhiteSpace) {
  EXPECT_EQ(label("\n  lim \t sup "), "lim sup");
  EXPECT_EQ(label("&nbsp;if&nbsp;x&nbsp;", LabelKind::Text), "if x");
}

TEST(TokenText, DropsWhatDrawsNothing) {
  EXPECT_EQ(label("&InvisibleTimes;", LabelKind::Operator), "");
  EXPECT_EQ(label("}&#x200c;"), "}");
}

TEST(TokenText, WritesOneDrawnThingInOneWay) {
  EXPECT_EQ(label("−", LabelKind::Operator), "-");
  EXPECT_EQ(label("−5", LabelKind::Number), "-5");
  EXPECT_EQ(label("''", LabelKind::Operator), "′′");
  EXPECT_EQ(label("‴", LabelKind::Operator), "′′′");
  EXPECT_EQ(label("‖", LabelKind::Operator), "∥");
  EXPECT_EQ(label("don't", LabelKind::Text), "don't");
  EXPECT_EQ(label("𝑥𝜃ℎ"), "xθh");
}

TEST(TokenText, SetsLettersInTheAlphabetAskedFor) {
  EXPECT_EQ(label("𝑥1", LabelKind::Identifier, Alphabet::Bold), "𝐱𝟏");
}

TEST(TokenText, TakesTheTextOfEverythingInside) {
  EXPECT_EQ(label("a<b>c<d>e</d></b>f"), "acef");
  EXPECT_EQ(label("a<mglyph alt='☃'/>"), "a☃");
}

TEST(TokenText, EscapesMarkup) {
  EXPECT_EQ(content("a<b&c>\"d\""), "a&lt;b&amp;c&gt;&quot;d&quot;");
}

TEST(TokenText, SpellsOutBytesThatWouldNotComeBack) {
  EXPECT_EQ(content("a b"), "a b");
  EXPECT_EQ(content(" a"), "<mglyph alt=\"\\x20\"/>a");
  EXPECT_EQ(content("a\x07\x08"), "a<mglyph alt=\"\\x07\\x08\"/>");
  EXPECT_EQ(content("−", LabelKind::Operator), "<mglyph alt=\"\\xe2\\x88\\x92\"/>");
}

TEST(TokenText, ReadsBackEveryLabelItWrites) {
  const std::uint64_t seed = 20261115;
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  const std::vector<std::string> pieces = {
      " ",      "  ",     "\t",     "\n",    "\r",  "a",    "𝑥",    "ℎ",    "−",
      "'",      "″",      "&",      "<",     "]]>", "\x01", "\xFF", "\xC3", "é",
      "\u00A0", "\u2062", "\uFFFE", "\\x20", "\\",  "𝐱",    "\x7F"};
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (std::uint64_t n = random() % 6; n > 0; --n) text += pieces[random() % pieces.size()];
    const auto kind = static_cast<LabelKind>(random() % 4);
    ASSERT_EQ(label(content(text, kind), kind), text) << content(text, kind);
    std::string attribute = "<t k=\"";
    append_label_as_attribute(attribute, text);
    attribute += "\"/>";
    XmlTree xml;
    ASSERT_TRUE(read_xml(attribute, xml)) << attribute;
    std::string back;
    append_attribute_as_label(back, xml.attribute(xml.root(), "k"));
    ASSERT_EQ(back, text) << attribute;
  }
}

// The kind's number and the label.
struct KindAndLabel {
  SymbolKind kind = SymbolKind::Blank;
  std::string label;
  friend bool operator==(const KindAndLabel&, const KindAndLabel&) = default;
};

KindAndLabel token(std::string_view text, Alphabet inherited = Alphabet::Plain) {
  XmlTree xml;
  EXPECT_TRUE(read_xml(text, xml)) << text;
  LayoutTree tree;
  const NodeId id = add_token(xml, xml.root(), inherited, tree);
  if (id == kNoNode) return {};
  return {tree.node(id).kind, std::string(tree.label(id))};
}

TEST(PresentationTokens, TakesTheKindFromTheElement) {
  EXPECT_EQ(token("<mi>x</mi>"), (KindAndLabel{SymbolKind::Variable, "x"}));
  EXPECT_EQ(token("<mn>3.14</mn>"), (KindAndLabel{SymbolKind::Number, "3.14"}));
  EXPECT_EQ(token("<mo>∑</mo>"), (KindAndLabel{SymbolKind::Operator, "∑"}));
  EXPECT_EQ(token("<mtext> if </mtext>"), (KindAndLabel{SymbolKind::Text, "if"}));
  EXPECT_EQ(token("<ms>abc</ms>"), (KindAndLabel{SymbolKind::Text, "\"abc\""}));
  EXPECT_EQ(token("<ms lquote='«' rquote='»'>abc</ms>"), (KindAndLabel{SymbolKind::Text, "«abc»"}));
}

TEST(PresentationTokens, AddsNothingForWhatDrawsNothing) {
  EXPECT_EQ(token("<mo>&ApplyFunction;</mo>"), KindAndLabel{});
  EXPECT_EQ(token("<mi> </mi>"), KindAndLabel{});
}

TEST(PresentationTokens, StylesLettersByTheirVariant) {
  EXPECT_EQ(token("<mi mathvariant='double-struck'>R</mi>").label, "ℝ");
  EXPECT_EQ(token("<mi mathvariant='script'>B</mi>").label, "ℬ");
  EXPECT_EQ(token("<mi mathvariant='bold-italic'>x</mi>").label, "𝒙");
  EXPECT_EQ(token("<mi mathvariant='normal'>x</mi>").label, "x");
  EXPECT_EQ(token("<mi>x</mi>", Alphabet::Fraktur).label, "𝔵");
  EXPECT_EQ(token("<mi mathvariant='italic'>x</mi>", Alphabet::Fraktur).label, "x");
}

TEST(PresentationTokens, ReadsTheItalicDOfAnIntegralAsALetter) {
  EXPECT_EQ(token("<mo>𝑑</mo>"), (KindAndLabel{SymbolKind::Variable, "d"}));
  EXPECT_EQ(token("<mo mathvariant='italic'>d</mo>"), (KindAndLabel{SymbolKind::Variable, "d"}));
  EXPECT_EQ(token("<mo>d</mo>"), (KindAndLabel{SymbolKind::Operator, "d"}));
}

}  // namespace
}  // namespace noether::formula
