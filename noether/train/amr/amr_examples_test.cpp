#include "noether/train/amr/amr_examples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/train/amr/tiny_examples.h"

namespace noether::train {
namespace {

using testing::HasSubstr;

TEST(AmrExamples, AreReadAsTheyWereWritten) {
  const AmrExamples examples = tiny_examples(50, 7);
  const auto read = AmrExamples::from_bytes(examples.to_bytes());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, examples);
  EXPECT_EQ(read->identity(), examples.identity());
}

TEST(AmrExamples, AreToldApartByWhatIsTrainedOn) {
  const AmrExamples examples = tiny_examples(50, 7);
  AmrExamples other = examples;
  other.banks[1].examples[0].fragments[0] = 5;  // to validate with
  EXPECT_EQ(other.identity(), examples.identity());
  other.banks[0].examples[0].tokens[1] = 5;
  EXPECT_NE(other.identity(), examples.identity());
  other = examples;
  other.roles.text += "1 time\n";
  EXPECT_NE(other.identity(), examples.identity());
}

TEST(AmrExamples, ThatAreDamagedAreRefused) {
  const auto problem = [](const AmrExamples& examples) {
    const auto read = AmrExamples::from_bytes(examples.to_bytes());
    return read ? "" : read.error().message;
  };
  const AmrExamples good = tiny_examples(50, 7);
  AmrExamples bad = good;
  bad.banks[0].examples[2].tokens[1] = 50;
  EXPECT_THAT(problem(bad), HasSubstr("do not fit together"));
  bad = good;
  bad.banks[0].examples[2].firsts[0] = 99;
  EXPECT_THAT(problem(bad), HasSubstr("do not fit together"));
  bad = good;
  bad.banks[0].examples[2].heads[1] = 99;
  EXPECT_THAT(problem(bad), HasSubstr("do not fit together"));
  bad = good;
  bad.banks[0].examples[2].roles.pop_back();
  EXPECT_THAT(problem(bad), HasSubstr("do not fit together"));
  bad = good;
  bad.fragments.labels = 2;
  EXPECT_THAT(problem(bad), HasSubstr("do not fit together"));
  EXPECT_FALSE(AmrExamples::from_bytes("nothing"));
  std::string bytes = good.to_bytes();
  bytes.pop_back();
  EXPECT_FALSE(AmrExamples::from_bytes(bytes));
}

TEST(Treebank, ReadsWordsWithTheirHeads) {
  const auto trees = read_treebank(
      "# text = I don't.\n"
      "1\tI\tI\tPRON\t_\t_\t2\tnsubj:pass\t_\t_\n"
      "2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n"
      "2\tdo\tdo\tAUX\t_\t_\t0\troot\t_\t_\n"
      "3\tn't\tnot\tPART\t_\t_\t2\tadvmod\t_\t_\n"
      "3.1\tgo\tgo\tVERB\t_\t_\t_\t_\t_\t_\n"
      "\n"
      "# text = No\n"
      "1\tNo\tno\tINTJ\t_\t_\t0\troot\t_\t_");
  ASSERT_TRUE(trees) << trees.error().message;
  ASSERT_EQ(trees->size(), 2U);
  EXPECT_EQ(trees->at(0).text, "I don't.");
  ASSERT_EQ(trees->at(0).words.size(), 3U);
  EXPECT_EQ(trees->at(0).words[0].relation, "nsubj");
  EXPECT_EQ(trees->at(0).words[2].text, "n't");
  EXPECT_EQ(trees->at(0).words[2].head, 2U);
  EXPECT_EQ(trees->at(1).words[0].tag, "INTJ");
}

TEST(Treebank, SaysTheLineThatIsWrong) {
  const auto problem = [](std::string_view text) {
    const auto trees = read_treebank(text);
    return trees ? "" : trees.error().message;
  };
  EXPECT_EQ(problem("# text = a\n1\ta\n"), "line 2: a word has 10 columns");
  EXPECT_EQ(problem("1\ta\ta\tX\t_\t_\tb\troot\t_\t_\n"),
            "line 1: the head of a word is not a number");
  EXPECT_EQ(problem("1\ta\ta\tX\t_\t_\t9\troot\t_\t_\n\n"),
            "line 2: the head of a word is not in its sentence");
  EXPECT_EQ(problem(""), "");
}

}  // namespace
}  // namespace noether::train
