#include "noether/amr/parser/fragment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/amr/parser/random_parser.h"
#include "noether/amr/penman.h"

namespace noether::amr {
namespace {

const Lexicon& lexicon() {
  static const Lexicon lexicon = Lexicon::parse(kSmallLexicon).value();
  return lexicon;
}

std::string filled(std::string_view fragment, std::string_view words, std::string_view sense) {
  const Sentence sentence = split_words(words);
  Graph graph;
  add_fragment(read_fragment(fragment).value(),
               slot_values(sentence, 0, static_cast<WordId>(sentence.words.size()), lexicon()),
               sense, graph);
  return write_in_one_line(lay_out(graph).value());
}

TEST(Fragment, IsFilledByItsWords) {
  EXPECT_EQ(filled("(v0 / {noun})", "boys", ""), "(b / boy)");
  EXPECT_EQ(filled("(v0 / {verb}-%)", "went", "02"), "(g / go-02)");
  EXPECT_EQ(filled("(v0 / person :ARG0-of (v1 / {verb}-%))", "teacher", "01"),
            "(p / person :ARG0-of (t / teach-01))");
  EXPECT_EQ(filled("(v0 / city :name (v1 / name :op {name}) :wiki \"{wiki}\")", "New York", ""),
            "(c / city :name (n / name :op1 \"New\" :op2 \"York\") :wiki \"New_York\")");
  EXPECT_EQ(filled("(v0 / string-entity :value \"{formula}\")", "$a \"b\"$", ""),
            "(s / string-entity :value \"a \\\"b\\\"\")");
  EXPECT_EQ(filled("(v0 / distance-quantity :quant {number})", "two thousand", ""),
            "(d / distance-quantity :quant 2000)");
  EXPECT_EQ(filled("(v0 / {joined})", "growth - factors", ""), "(g / growth-factor)");
}

TEST(Fragment, HasOneWayToBeWritten) {
  Graph graph;
  const NodeId person = graph.add_node("person");
  const NodeId name = graph.add_node("name");
  graph.add_relation(person, "name", name);
  graph.add_attribute(name, "op", "{name}");
  graph.add_attribute(person, "wiki", "-");
  std::vector<NodeId> order;
  const std::string text = write_fragment(graph, &order);
  EXPECT_EQ(text, "(v0 / person :name (v1 / name :op {name}) :wiki -)");
  EXPECT_THAT(order, testing::ElementsAre(0U, 1U));
  EXPECT_EQ(write_fragment(read_fragment(text).value().graph), text);
}

TEST(Fragment, CanBeAConstant) {
  const Fragment fragment = read_fragment("{number}").value();
  EXPECT_TRUE(fragment.is_constant());
  EXPECT_TRUE(fragment.has(Slot::Number));
  const Sentence sentence = split_words("six boys");
  EXPECT_TRUE(can_fill(fragment, slot_values(sentence, 0, 1, lexicon())));
  EXPECT_FALSE(can_fill(fragment, slot_values(sentence, 1, 2, lexicon())));
}

TEST(FragmentTable, SaysWhatIsWrong) {
  EXPECT_FALSE(FragmentTable::from(LabelTable()).has_value());
  LabelTable labels = FragmentTable().labels();
  labels.count("(v0 / open");
  const auto table = FragmentTable::from(labels);
  ASSERT_FALSE(table.has_value());
  EXPECT_THAT(table.error().message, testing::HasSubstr("fragment '(v0 / open'"));
}

TEST(LabelTable, IsReadAsItWasWritten) {
  LabelTable table;
  table.count("rare");
  table.count("frequent one", 5);
  EXPECT_EQ(table.text(), "1 rare\n5 frequent one\n");
  EXPECT_EQ(LabelTable::parse(table.text()).value().text(), table.text());
  EXPECT_EQ(table.frequent(2).text(), "5 frequent one\n");
  EXPECT_EQ(table.frequent(2, 1).text(), table.text());
  EXPECT_EQ(LabelTable::parse("x\n").error().message, "line 1: a count and a name are expected");
  EXPECT_EQ(LabelTable::parse("1 a\n1 a\n").error().message, "line 2: the name comes twice");
}

}  // namespace
}  // namespace noether::amr
