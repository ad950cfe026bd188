#include "noether/base/xml_text.h"

#include <gtest/gtest.h>

namespace noether::base {
namespace {

TEST(XmlText, WritesMarkupAsEntities) {
  EXPECT_EQ(xml_text("a < b & c > \"d\" 'e'"), "a &lt; b &amp; c &gt; &quot;d&quot; &#39;e&#39;");
}

TEST(XmlText, LeavesOtherCharactersAlone) { EXPECT_EQ(xml_text("π ≤ 4, é"), "π ≤ 4, é"); }

TEST(XmlText, ReplacesWhatNoDocumentMayHold) {
  EXPECT_EQ(xml_text(std::string_view("a\0b\nc\x7F", 6)), "a b c ");
  EXPECT_EQ(xml_text("\xFF\xC3x"), "\uFFFD\uFFFDx");
  EXPECT_EQ(xml_text("\xEF\xBF\xBF"), "\uFFFD");
}

}  // namespace
}  // namespace noether::base
