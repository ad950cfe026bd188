#include "noether/formula/mathml/presentation_tokens.h"

#include <gtest/gtest.h>

#include <string>

namespace noether::formula {
namespace {

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
