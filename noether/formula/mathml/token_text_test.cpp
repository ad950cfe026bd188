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

}  // namespace
}  // namespace noether::formula
