#include "noether/formula/mathml/xml_tree.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace noether::formula {
namespace {

// name{text …}(child child) for every element.
std::string outline(const XmlTree& xml, NodeId id) {
  if (xml.is_text(id)) return "'" + std::string(xml.text(id)) + "'";
  const std::string out(xml.name(id));
  std::string inside;
  for (NodeId child = xml.first_child(id); child != kNoNode; child = xml.next_sibling(child)) {
    inside += (inside.empty() ? "" : " ") + outline(xml, child);
  }
  return inside.empty() ? out : out + "(" + inside + ")";
}

std::string outline(std::string_view text) {
  XmlTree xml;
  const auto result = read_xml(text, xml);
  return result ? outline(xml, xml.root()) : "! " + result.error().message;
}

std::string nested(int depth) {
  std::string text;
  for (int i = 0; i < depth; ++i) text += "<a>";
  for (int i = 0; i < depth; ++i) text += "</a>";
  return text;
}

TEST(XmlTree, KeepsElementsAndTextInOrder) {
  EXPECT_EQ(outline("<cn>1<sep/>2</cn>"), "cn('1' sep '2')");
  EXPECT_EQ(outline("<a><b/><c>x&amp;y</c></a>"), "a(b c('x&y'))");
}

TEST(XmlTree, DropsPrefixesAndWhiteSpaceBetweenElements) {
  EXPECT_EQ(outline("<m:math xmlns:m='u'>\n <m:mi> x </m:mi>\n</m:math>"), "math(mi(' x '))");
}

TEST(XmlTree, AcceptsADeclarationWhateverEncodingItNames) {
  EXPECT_EQ(outline(" \n<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?> <a>α</a> \n"), "a('α')");
}

TEST(XmlTree, ReadsNamedEntitiesInTextAndAttributes) {
  XmlTree xml;
  ASSERT_TRUE(read_xml("<a b='&pi;'>&alpha;&nbsp;&#946;</a>", xml));
  EXPECT_EQ(xml.attribute(xml.root(), "b"), "π");
  EXPECT_EQ(xml.text(xml.first_child(xml.root())), "α\u00A0β");
}

TEST(XmlTree, FindsAttributesByTheirLocalName) {
  XmlTree xml;
  ASSERT_TRUE(read_xml("<a xml:id='k' xmlns='u' empty=''/>", xml));
  EXPECT_EQ(xml.attribute(xml.root(), "id"), "k");
  EXPECT_EQ(xml.attribute(xml.root(), "xmlns"), "");
  EXPECT_TRUE(xml.has_attribute(xml.root(), "empty"));
  EXPECT_FALSE(xml.has_attribute(xml.root(), "other"));
}

TEST(XmlTree, KnowsWhereElementsStandInTheInput) {
  const std::string text = "  <a>&alpha;<b>x</b>&beta;<c/></a>";
  XmlTree xml;
  ASSERT_TRUE(read_xml(text, xml));
  const auto source_of = [&](NodeId id) {
    const base::Span span = xml.source(id);
    return text.substr(span.begin, span.end - span.begin);
  };
  EXPECT_EQ(source_of(xml.root()), text.substr(2));
  const auto parts = xml.elements(xml.root());
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(source_of(parts[0]), "<b>x</b>");
  EXPECT_EQ(source_of(parts[1]), "<c/>");
}

TEST(XmlTree, SaysWhereTheTextIsNotWellFormed) {
  XmlTree xml;
  const auto result = read_xml("  <a>&alpha;<b></c></a>", xml);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "not well-formed XML: mismatched tag");
  EXPECT_EQ(result.error().span.begin, 17u);  // the closing tag
  EXPECT_EQ(xml.root(), kNoNode);
}

TEST(XmlTree, NamesTheWayOutOfACommonMistake) {
  XmlTree xml;
  const auto raw = read_xml("<a>x < y</a>", xml);
  ASSERT_FALSE(raw);
  EXPECT_EQ(raw.error().hint, "write < and & in text as &lt; and &amp;");
  const auto unknown = read_xml("<a>&nosuchname;</a>", xml);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, "not well-formed XML: undefined entity");
}

TEST(XmlTree, RefusesADoctypeAndWithItEveryEntityBomb) {
  EXPECT_EQ(outline("<!DOCTYPE a [<!ENTITY b \"bb\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>"),
            "! a DOCTYPE is not allowed");
}

TEST(XmlTree, BoundsDepthAndSize) {
  XmlTree xml;
  EXPECT_TRUE(read_xml(nested(kMaxXmlDepth), xml));
  EXPECT_EQ(outline(nested(kMaxXmlDepth + 1)), "! elements are nested too deeply");
  EXPECT_EQ(outline(std::string(kMaxInputBytes + 1, 'x')),
            "! the formula is longer than 1048576 bytes");
}

TEST(XmlTree, RefusesWhatIsNotOneElement) {
  EXPECT_EQ(outline(""), "! not well-formed XML: no element found");
  EXPECT_EQ(outline("<a/><b/>"), "! not well-formed XML: junk after document element");
  EXPECT_EQ(outline("<a>\xFF</a>"), "! not well-formed XML: not well-formed (invalid token)");
}

TEST(Entities, KnowsTheNamesThatMathMLUses) {
  EXPECT_EQ(entity_character("alpha"), U'α');
  EXPECT_EQ(entity_character("InvisibleTimes"), char32_t{0x2062});
  EXPECT_EQ(entity_character("ApplyFunction"), char32_t{0x2061});
  EXPECT_EQ(entity_character("nbsp"), char32_t{0xA0});
  EXPECT_EQ(entity_character("le"), U'≤');
  EXPECT_EQ(entity_character("Ropf"), U'ℝ');
  EXPECT_EQ(entity_character("zwnj"), char32_t{0x200C});
  EXPECT_EQ(entity_character("nosuchname"), std::nullopt);
  EXPECT_EQ(entity_character(""), std::nullopt);
}

TEST(Entities, ReplacesNamedReferencesAndKeepsTheOnesOfXml) {
  std::string out;
  std::vector<EntityShift> shifts;
  ASSERT_TRUE(replace_entities("&alpha;&lt;&amp;&#960;&beta;", out, shifts));
  EXPECT_EQ(out, "α&lt;&amp;&#960;β");
}

TEST(Entities, LeavesTextAloneThatHasNothingToReplace) {
  std::string out = "untouched";
  std::vector<EntityShift> shifts;
  EXPECT_FALSE(replace_entities("a &lt; b & c &unknown; &", out, shifts));
  EXPECT_EQ(out, "untouched");
}

TEST(Entities, SaysHowFarTheBytesBehindAReferenceMoved) {
  std::string out;
  std::vector<EntityShift> shifts;
  ASSERT_TRUE(replace_entities("x&alpha;y&pi;z", out, shifts));
  ASSERT_EQ(shifts.size(), 2u);
  EXPECT_EQ(shifts[0].at, 3u);     // behind α
  EXPECT_EQ(shifts[0].shift, -5);  // seven bytes became two
  EXPECT_EQ(shifts[1].at, 6u);
  EXPECT_EQ(shifts[1].shift, -7);
}

std::string chosen(std::string_view text, std::string_view markup) {
  XmlTree xml;
  EXPECT_TRUE(read_xml(text, xml));
  const NodeId child = chosen_child(xml, xml.root(), markup);
  return child == kNoNode ? "none" : std::string(xml.name(child));
}

TEST(Semantics, TakesTheFirstChildWhenNoAnnotationFits) {
  const char* text = "<semantics><mi/><annotation encoding='TeX'>x</annotation></semantics>";
  EXPECT_EQ(chosen(text, "Presentation"), "mi");
  EXPECT_EQ(chosen("<semantics/>", "Presentation"), "none");
}

TEST(Semantics, TakesTheParallelMarkupThatIsAskedFor) {
  const char* text =
      "<semantics><mi/><annotation-xml encoding='MathML-Content'><ci/></annotation-xml>"
      "</semantics>";
  EXPECT_EQ(chosen(text, "Presentation"), "mi");
  EXPECT_EQ(chosen(text, "Content"), "ci");
}

TEST(Semantics, TakesTheSelectedChildOfAnAction) {
  EXPECT_EQ(chosen("<maction selection='2'><a/><b/></maction>", "Presentation"), "b");
  EXPECT_EQ(chosen("<maction><a/><b/></maction>", "Presentation"), "a");
  EXPECT_EQ(chosen("<maction selection='7'><a/><b/></maction>", "Presentation"), "a");
}

}  // namespace
}  // namespace noether::formula
