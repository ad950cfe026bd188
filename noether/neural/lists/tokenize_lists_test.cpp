#include "noether/neural/lists/tokenize_lists.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "noether/base/temporary_folder.h"
#include "noether/neural/tokenizer/test_tokenizers.h"
#include "noether/neural/tokenizer/tokenizer.h"

namespace noether::neural {
namespace {

using testing::HasSubstr;

class TokenizeLists : public testing::Test {
 protected:
  std::string write(const std::string& lines) const {
    std::ofstream(folder_ / "lists.jsonl") << lines;
    return folder_ / "lists.jsonl";
  }
  base::Result<ListsOfFiles> tokenized(const std::string& lines,
                                       const std::string& tokenizer = "bert-uncased") const {
    const std::string file = write(lines);
    return tokenize_lists(kTestTokenizers + tokenizer, "tokenizer.json", std::span(&file, 1));
  }
  base::TemporaryFolder folder_;
};

constexpr const char* kTwoLists =
    R"({"id": "1", "query": "What is a limit?", "texts": [{"id": "2", "grade": 1, "text": "A $x$."},
{"id": "3", "grade": 0, "text": "A prime."}]})";

std::string one_line(std::string text) {
  std::erase(text, '\n');
  return text + "\n";
}

TEST_F(TokenizeLists, JoinsTextsAsTheTokenizerDoes) {
  for (const std::string name : {"bert-uncased", "roberta"}) {
    const auto made = tokenized(one_line(kTwoLists), name);
    ASSERT_TRUE(made) << made.error().message;
    const TokenizedLists& lists = made->lists;
    ASSERT_EQ(lists.size(), 1U);
    const auto tokenizer = tokens::Tokenizer::open(kTestTokenizers + name).value();
    const auto expected = tokenizer.encode_pair("What is a limit?", "A prime.").value();
    const PairSequence found = pair_sequence(lists.pair, lists.query(0), lists.entry(1));
    EXPECT_EQ(found.tokens, expected.ids) << name;
    EXPECT_EQ(found.segments, expected.types) << name;
  }
}

TEST_F(TokenizeLists, KeepsATextOnceAndLeavesOutEmptyOnes) {
  const auto made =
      tokenized(R"({"id": "1", "query": "limit", "texts": [{"id": "2", "text": "prime"}, )"
                R"({"id": "3", "text": " "}]})"
                "\n"
                R"({"id": "4", "query": "prime", "texts": [{"id": "2", "text": "limit"}]})"
                "\n"
                R"({"id": "5", "query": "prime", "texts": [{"id": "6", "text": ""}]})"
                "\n");
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->lists.size(), 2U);
  EXPECT_EQ(made->lists.ends.size(), 2U);
  EXPECT_EQ(made->empty, 2U);
  EXPECT_THAT(made->lists.grades, testing::Each(TokenizedLists::kNoGrade));
  EXPECT_TRUE(made->lists.scores.empty());
}

TEST_F(TokenizeLists, SaysWhatIsWrong) {
  const auto problem = [&](const std::string& lines) {
    const auto made = tokenized(lines);
    return made ? "" : made.error().message;
  };
  EXPECT_THAT(problem(one_line(kTwoLists) + "{}\n"), HasSubstr("line 2: \"id\" is missing"));
  EXPECT_THAT(problem(""), HasSubstr("there are no lists in"));
}

}  // namespace
}  // namespace noether::neural
