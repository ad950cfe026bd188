#include "noether/collection/files/pretext.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/base/cpu_clock.h"
#include "noether/collection/sample_collection.h"

namespace noether::collection {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

FileText read_book(std::string_view xml, std::string_view macros = {}) {
  PretextReader reader;
  if (!macros.empty()) reader.read_macros(macros);
  FileText file;
  const auto broken = reader.read(xml, file);
  EXPECT_EQ(broken.message, "");
  return file;
}

TEST(Pretext, SectionsAndTheoremsArePieces) {
  const FileText file = read_book(
      "<?xml version=\"1.0\"?>\n<chapter xml:id=\"ch\"><title>Groups of <m>n</m></title>\n"
      "<p>A <q>group</q>&#x2014;so.</p>\n"
      "<theorem xml:id=\"t\"><statement><p>If <me>a &lt; b</me> then.</p></statement>\n"
      "<proof><p>Clear.</p></proof></theorem></chapter>");
  ASSERT_EQ(file.pieces.size(), 3U);
  EXPECT_EQ(file.pieces[0].kind, "section");
  EXPECT_EQ(file.pieces[0].title.text, "Groups of $n$");
  EXPECT_EQ(file.pieces[0].body.text, "A “group”—so.");
  EXPECT_EQ(file.pieces[1].kind, "theorem");
  EXPECT_EQ(file.pieces[1].label, "t");
  EXPECT_EQ(file.pieces[1].parent, 0);
  EXPECT_EQ(file.pieces[1].body.text, "If $a < b$ then.");
  EXPECT_EQ(file.pieces[2].kind, "proof");
  EXPECT_EQ(file.pieces[2].parent, 1);
}

TEST(Pretext, RowsAreOneFormulaAndMacrosAreExpanded) {
  const FileText file = read_book(
      "<section><p>So <md><mrow>a &amp;= \\R</mrow><mrow>b &amp;= c</mrow></md>, or $\\R$.</p>"
      "<sage><input>code</input></sage></section>",
      "\\newcommand{\\R}{\\mathbb{R}}");
  ASSERT_EQ(file.pieces.size(), 1U);
  ASSERT_EQ(file.pieces[0].body.formulas.size(), 2U);
  EXPECT_THAT(file.pieces[0].body.text, HasSubstr("\\begin{aligned}"));
  EXPECT_THAT(file.pieces[0].body.text, HasSubstr("\\mathbb{R}"));
  EXPECT_THAT(file.pieces[0].body.text, testing::Not(HasSubstr("code")));
}

TEST(Pretext, WhatStandsBeforeABreakIsRead) {
  SampleFolder folder;
  folder.write("book.xml", "<section xml:id=\"s\"><p>Read <m>x</m>.</p>\n<p>Broken & gone.</p>");
  const ReadCollection read = read_all({folder.path()});
  ASSERT_THAT(read.ids(), ElementsAre("book.xml"));
  EXPECT_THAT(text_of(read.documents[0], "body"), HasSubstr("Read $x$."));
  EXPECT_THAT(read.flawed(), ElementsAre(HasSubstr("book.xml:2: the rest is missing")));
}

TEST(Pretext, AmpersandsOfMacrosAreReadOnceAndInOnePass) {
  EXPECT_EQ(pretext_macros("<macros>a &amp; b &amp;amp; c&amp;</macros>"), "a & b &amp; c&");
  std::string many;
  for (int i = 0; i < 400'000; ++i) many += "&amp;";
  const double start = base::thread_cpu_seconds();
  const std::string macros = pretext_macros("<macros>" + many + "</macros>");
  EXPECT_LT(base::thread_cpu_seconds() - start, 2.0);
  EXPECT_EQ(macros, std::string(400'000, '&'));
}

TEST(Pretext, PiecesInsideOneAnotherHaveABound) {
  std::string begin;
  std::string end;
  for (int i = 0; i < 10'000; ++i) {
    begin += "<fact><p>Some " + std::to_string(i) + ".</p>";
    end += "</fact>";
  }
  const FileText file = read_book(begin + end);
  ASSERT_EQ(file.pieces.size(), 64U);
  EXPECT_EQ(file.pieces[63].parent, 62);
  EXPECT_TRUE(file.pieces[62].body.text == "Some 62.") << file.pieces[62].body.text;
  EXPECT_TRUE(file.pieces[63].body.text.starts_with("Some 63.\nSome 64.\n"));
  EXPECT_TRUE(file.pieces[63].body.text.ends_with("Some 9999."));
}

TEST(Pretext, IsToldFromHtmlAndFromOtherXml) {
  EXPECT_TRUE(looks_like_pretext("<?xml version=\"1.0\"?><section><p>Is <m>x</m></p>"));
  EXPECT_FALSE(looks_like_pretext("<html><body><m>x</m></body></html>"));
  EXPECT_FALSE(looks_like_pretext("<posts><row Id=\"1\"/></posts>"));
}

}  // namespace
}  // namespace noether::collection
