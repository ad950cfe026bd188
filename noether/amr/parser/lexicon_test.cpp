#include "noether/amr/parser/lexicon.h"

#include <gtest/gtest.h>

namespace noether::amr {
namespace {

using Form = Lexicon::Form;

Lexicon small_lexicon() {
  return Lexicon::parse(
             "noun children child\n"
             "verb went go\n"
             "derived death die\n"
             "frame go 01:01 02:04\n"
             "frame hope 01:01\n"
             "frame stop 01:01\n"
             "frame efficient 01:1\n"
             "frame die 01:1\n"
             "frame work 01:012\n"
             "sense go 02 7\n"
             "says death 3 (v0 / die-01)\n")
      .value();
}

TEST(Lexicon, KnowsLemmas) {
  const Lexicon lexicon = small_lexicon();
  EXPECT_EQ(lexicon.lemma(Form::Noun, "children"), "child");
  EXPECT_EQ(lexicon.lemma(Form::Noun, "boxes"), "box");
  EXPECT_EQ(lexicon.lemma(Form::Noun, "properties"), "property");
  EXPECT_EQ(lexicon.lemma(Form::Noun, "basis"), "basis");
  EXPECT_EQ(lexicon.lemma(Form::Noun, "his"), "he");
  EXPECT_EQ(lexicon.lemma(Form::Verb, "went"), "go");
  EXPECT_EQ(lexicon.lemma(Form::Verb, "hoping"), "hope");
  EXPECT_EQ(lexicon.lemma(Form::Verb, "stopped"), "stop");
  EXPECT_EQ(lexicon.lemma(Form::Adjective, "efficiently"), "efficient");
  EXPECT_EQ(lexicon.lemma(Form::Derived, "worker"), "work");
  EXPECT_EQ(lexicon.lemma(Form::Derived, "deaths"), "die");
  EXPECT_EQ(lexicon.lemma(Form::Derived, "xyzzy"), "");
  EXPECT_EQ(lexicon.frame_lemma("efficiently"), "efficient");
  EXPECT_EQ(lexicon.frame_lemma("death"), "die");
  EXPECT_EQ(lexicon.frame_lemma("xyzzy"), "xyzzy");
}

TEST(Lexicon, KnowsFramesWithTheirRoles) {
  const Lexicon lexicon = small_lexicon();
  ASSERT_NE(lexicon.senses("go"), nullptr);
  EXPECT_EQ(lexicon.senses("go")->size(), 2U);
  EXPECT_TRUE(lexicon.senses("go")->back().has_role(4));
  EXPECT_FALSE(lexicon.senses("go")->back().has_role(1));
  EXPECT_EQ(lexicon.senses("xyzzy"), nullptr);
  EXPECT_EQ(lexicon.sense_count("go", "02"), 7U);
  EXPECT_EQ(lexicon.sense_count("go", "01"), 0U);
  ASSERT_NE(lexicon.fragments_of("death"), nullptr);
  EXPECT_EQ(lexicon.fragments_of("death")->at("(v0 / die-01)"), 3U);
}

TEST(Lexicon, IsReadAsItWasWritten) {
  const std::string text = small_lexicon().text();
  EXPECT_EQ(Lexicon::parse(text).value().text(), text);
}

TEST(Lexicon, SaysWhichLineIsWrong) {
  EXPECT_EQ(Lexicon::parse("noun a b\nnoun a\n").error().message,
            "line 2: a word and its lemma are expected");
  EXPECT_EQ(Lexicon::parse("nuon a b\n").error().message, "line 1: no such kind of entry");
  EXPECT_EQ(Lexicon::parse("frame go 01\n").error().message, "line 1: a sense is written 01:012");
  EXPECT_EQ(Lexicon::parse("sense go 01 x\n").error().message, "line 1: a count is expected");
}

TEST(Lexicon, IsMadeOfPublishedLists) {
  LexiconSources sources;
  sources.propbank =
      "<frameset><predicate lemma=\"act\"><roleset id=\"act_up.04\" name=\"x\"><aliases>"
      "<alias pos=\"v\">act_up</alias></aliases><roles><role descr=\"d\" f=\"PAG\" n=\"0\"/>"
      "</roles></roleset></predicate></frameset>"
      "<frameset><roleset id=\"adjust.01\"><aliases><alias pos=\"n\">adjustery</alias></aliases>"
      "<roles><role n=\"1\"/> <role f=\"x\" n=\"1\"/></roles><example><role n=\"5\"/></example>"
      "</roleset></frameset>";
  sources.frames = "abandon-01  ARG0: abandoner  ARG1: thing  ARG2: attribute of arg1\n";
  sources.verbalizations = "DO-NOT-VERBALIZE captor TO abandon-01\nVERBALIZE waif TO abandon-01\n";
  sources.derivations = "::DERIV-VERB \"abandon\" ::DERIV-NOUN \"abandonry\"\n";
  sources.treebank =
      "1\tmice\tmouse\tNOUN\n1\tmice\tmouse\tNOUN\n2\tdogs\tdog\tNOUN\n3\talways\talways\tADV\n";
  const Lexicon lexicon = make_lexicon(sources);
  EXPECT_EQ(lexicon.text(),
            "noun always always\nnoun mice mouse\nderived abandonry abandon\n"
            "derived adjustery adjust\nderived waif abandon\n"
            "frame abandon 01:012\nframe act-up 04:0\nframe adjust 01:1\n");
}

TEST(Numbers, AreReadAsValues) {
  EXPECT_EQ(number_value("six"), "6");
  EXPECT_EQ(number_value("fifth"), "5");
  EXPECT_EQ(number_value("1,000"), "1000");
  EXPECT_EQ(number_value("5th"), "5");
  EXPECT_EQ(number_value("3.5"), "3.5");
  EXPECT_EQ(number_value("v600e"), std::nullopt);
  EXPECT_EQ(number_value("word"), std::nullopt);
  EXPECT_EQ(month_number("june"), "6");
  EXPECT_EQ(month_number("someday"), std::nullopt);
}

}  // namespace
}  // namespace noether::amr
