#include "noether/neural/pieces/tokenized_pieces.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "noether/base/temporary_folder.h"
#include "noether/neural/pieces/tokenize_pieces.h"
#include "noether/neural/tensor/safetensors.h"
#include "noether/neural/tokenizer/test_tokenizers.h"
#include "noether/neural/tokenizer/tokenizer.h"

namespace noether::neural {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TokenizerFacts some_tokenizer(std::uint32_t vocabulary) {
  TokenizerFacts facts;
  facts.identity = 0xFFFF'FFFF'0000'0001;
  facts.vocabulary = vocabulary;
  facts.mask = 4;
  facts.padding = 0;
  facts.before = {2};
  facts.between = {3};
  facts.after = {3};
  return facts;
}

base::Result<TokenizedPieces> read_back(const std::string& bytes) {
  return TokenizedPieces::from_bytes(base::MappedBytes::of(bytes));
}

TEST(TokenizedPieces, AreReadBackAsTheyWereWritten) {
  for (const std::uint32_t vocabulary : {1U << 16, 100'000U}) {  // of 16 bits, and of more
    TokenizedPiecesBuilder builder(some_tokenizer(vocabulary));
    builder.add_text(std::vector<std::vector<TokenId>>{{5, 6}, {}, {7}});
    builder.add_text(std::vector<std::vector<TokenId>>{{}});
    builder.add_text(std::vector<std::vector<TokenId>>{{vocabulary - 1, 9, 8}});
    const auto read = read_back(builder.to_bytes());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->tokenizer(), some_tokenizer(vocabulary));
    EXPECT_EQ(read->texts(), 2U);
    EXPECT_EQ(read->pieces(), 3U);
    EXPECT_EQ(read->tokens(), 6U);
    EXPECT_EQ(read->first_piece(1), 2U);
    EXPECT_EQ(read->end_piece(1), 3U);
    EXPECT_EQ(read->first_token(1), 2U);
    EXPECT_EQ(read->end_token(1), 3U);
    std::vector<TokenId> tokens = {1};
    read->append_tokens(2, 3, tokens);
    EXPECT_THAT(tokens, ElementsAre(1, 7, vocabulary - 1, 9));
  }
}

TEST(TokenizedPieces, AreToldFromOthers) {
  const auto identity = [](TokenId token) {
    TokenizedPiecesBuilder builder(some_tokenizer(100));
    builder.add_text(std::vector<std::vector<TokenId>>{{token}});
    return read_back(builder.to_bytes())->identity();
  };
  EXPECT_EQ(identity(5), identity(5));
  EXPECT_NE(identity(5), identity(6));
}

TEST(TokenizedPieces, RefuseWhatDoesNotFitTogether) {
  const auto problem = [](TokenizerFacts facts, TokenId token) {
    TokenizedPiecesBuilder builder(std::move(facts));
    builder.add_text(std::vector<std::vector<TokenId>>{{token}});
    const auto read = read_back(builder.to_bytes());
    return read ? "" : read.error().message;
  };
  EXPECT_EQ(problem(some_tokenizer(100), 99), "");
  EXPECT_THAT(problem(some_tokenizer(100), 100), HasSubstr("damaged"));
  TokenizerFacts facts = some_tokenizer(100);
  facts.mask = 100;
  EXPECT_THAT(problem(facts, 5), HasSubstr("damaged"));
  facts = some_tokenizer(100);
  facts.between = {100};
  EXPECT_THAT(problem(facts, 5), HasSubstr("damaged"));
  EXPECT_FALSE(read_back("{}"));
  EXPECT_THAT(read_back(safetensors_bytes({}, {{"format", "else"}})).error().message,
              HasSubstr("not a file of tokenized pieces"));

  TokenizedPiecesBuilder builder(some_tokenizer(100));
  builder.add_text(std::vector<std::vector<TokenId>>{{5, 6}, {7}});
  const std::string whole = builder.to_bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(read_back(whole.substr(0, size)));
  }
}

TEST(PieceLine, IsAnObjectWithAListOfTexts) {
  EXPECT_THAT(*read_piece_line(R"({"document": "1", "pieces": ["a", "$b$"]})"),
              ElementsAre("a", "$b$"));
  const auto problem = [](std::string_view line) { return read_piece_line(line).error().message; };
  EXPECT_EQ(problem("{"), "not JSON");
  EXPECT_EQ(problem("[]"), "not an object of JSON");
  EXPECT_EQ(problem(R"({"pieces": "a"})"), "\"pieces\" is missing or no list");
  EXPECT_EQ(problem(R"({"pieces": ["a", 1]})"), "\"pieces\" has something that is not text");
}

TEST(TokenizePieces, KnowsTheSpecialTokensOfEachKindOfTokenizer) {
  const base::TemporaryFolder folder;
  const std::string file = folder / "texts.jsonl";
  std::ofstream(file) << R"({"pieces": ["the sum", ""]})"
                      << "\n";
  const auto facts = [&](const std::string& name) {
    const auto made =
        tokenize_pieces(kTestTokenizers + name, "tokenizer.json", std::span(&file, 1));
    EXPECT_TRUE(made) << made.error().message;
    EXPECT_EQ(made->pieces(), 1U);
    return read_back(made->to_bytes())->tokenizer();
  };
  const auto id = [](const std::string& name, std::string_view token) {
    return tokens::Tokenizer::open(kTestTokenizers + name)->find(token).value();
  };
  const TokenizerFacts bert = facts("bert-uncased");
  EXPECT_EQ(bert.mask, id("bert-uncased", "[MASK]"));
  EXPECT_EQ(bert.padding, id("bert-uncased", "[PAD]"));
  EXPECT_THAT(bert.before, ElementsAre(id("bert-uncased", "[CLS]")));
  EXPECT_EQ(bert.between, bert.after);
  EXPECT_THAT(bert.after, ElementsAre(id("bert-uncased", "[SEP]")));
  const TokenizerFacts roberta = facts("roberta");
  const TokenId end = id("roberta", "</s>");
  EXPECT_EQ(roberta.mask, id("roberta", "<mask>"));
  EXPECT_EQ(roberta.padding, id("roberta", "<pad>"));
  EXPECT_THAT(roberta.between, ElementsAre(end, end));
  EXPECT_THAT(roberta.after, ElementsAre(end));
}

TEST(TokenizePieces, SaysTheLineThatIsWrong) {
  const base::TemporaryFolder folder;
  const std::string file = folder / "texts.jsonl";
  const std::string model = kTestTokenizers + "bert-uncased";
  const auto problem = [&](std::string_view text) {
    std::ofstream(file) << text;
    const auto made = tokenize_pieces(model, "tokenizer.json", std::span(&file, 1));
    return made ? "" : made.error().message;
  };
  EXPECT_THAT(problem("{\"pieces\": [\"a\"]}\n{\"pieces\": 1}\n"),
              HasSubstr("texts.jsonl: line 2: \"pieces\" is missing"));
  EXPECT_THAT(problem(""), HasSubstr("there are no tokens in"));
  EXPECT_THAT(problem("{\"pieces\": [\" \"]}\n"), HasSubstr("there are no tokens in"));
}

}  // namespace
}  // namespace noether::neural
