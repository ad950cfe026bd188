// Tokenizers from files of each kind, and their behaviour with malformed files and texts.
#include "noether/neural/tokenizer/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "noether/base/sanitized.h"
#include "noether/base/temporary_folder.h"

namespace noether::neural::tokens {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Json = nlohmann::json;

std::string tokenizer_data(const std::string& name) {
  return std::string(NOETHER_SOURCE_DIR) + "/noether/neural/tokenizer/testdata/" + name;
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Json document_of(const std::string& name) {
  return Json::parse(bytes_of(tokenizer_data(name) + "/tokenizer.json"));
}

Tokenizer opened(const std::string& name) {
  auto tokenizer = Tokenizer::open(tokenizer_data(name));
  EXPECT_TRUE(tokenizer) << tokenizer.error().message;
  return *tokenizer;
}

void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string error_of(const Json& document) {
  const auto tokenizer = Tokenizer::from_json(document.dump());
  return tokenizer ? "" : tokenizer.error().message;
}

std::vector<std::string> texts_of(const Tokenizer& tokenizer, const Encoding& encoding) {
  std::vector<std::string> texts;
  for (const TokenId id : encoding.ids) texts.emplace_back(tokenizer.token(id));
  return texts;
}

// Expects the same ids and spans for all lines of testdata/lines.jsonl, alone and with their
// neighbours.
void expect_same_tokens(const Tokenizer& a, const Tokenizer& b) {
  std::ifstream file(tokenizer_data("lines.jsonl"));
  std::string before;
  for (std::string line; std::getline(file, line);) {
    const auto text = Json::parse(line)["text"].get<std::string>();
    ASSERT_EQ(a.encode(text).ids, b.encode(text).ids) << line;
    ASSERT_EQ(a.encode(text).spans, b.encode(text).spans) << line;
    const auto pair = a.encode_pair(text, before);
    ASSERT_EQ(pair->ids, b.encode_pair(text, before)->ids) << line;
    ASSERT_EQ(pair->types, b.encode_pair(text, before)->types) << line;
    before = text;
  }
}

// A small WordPiece tokenizer, which tests damage.
Json small_document() {
  return {{"added_tokens", Json::array()},
          {"normalizer", {{"type", "BertNormalizer"}}},
          {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
          {"model",
           {{"type", "WordPiece"},
            {"vocab", {{"[UNK]", 0}, {"a", 1}, {"##b", 2}, {"x", 3}, {"the", 4}, {"sum", 5}}}}}};
}

TEST(TokenizerFolder, ReadsTheLinesOfBert) {
  const base::TemporaryFolder folder;
  std::map<std::uint64_t, std::string> by_id;
  const Json document = document_of("bert-cased");
  for (const auto& [token, id] : document["model"]["vocab"].items()) {
    by_id[id.get<std::uint64_t>()] = token;
  }
  std::string lines;
  for (const auto& [id, token] : by_id) lines += token + "\n";
  write_bytes(folder / "vocab.txt", lines);
  write_bytes(folder / "tokenizer_config.json", R"({"do_lower_case": false})");
  const auto tokenizer = Tokenizer::open(folder.path());
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  expect_same_tokens(*tokenizer, opened("bert-cased"));
}

TEST(TokenizerFolder, ReadsMergesOfGpt2AndRoberta) {
  for (const char* name : {"gpt2", "roberta"}) {
    const base::TemporaryFolder folder;
    const Json document = document_of(name);
    write_bytes(folder / "vocab.json", document["model"]["vocab"].dump());
    std::string merges = "#version: 0.2\n";
    for (const Json& merge : document["model"]["merges"]) {
      merges += merge.is_array()
                    ? merge[0].get<std::string>() + " " + merge[1].get<std::string>() + "\n"
                    : merge.get<std::string>() + "\n";
    }
    write_bytes(folder / "merges.txt", merges);
    const auto tokenizer = Tokenizer::open(folder.path());
    ASSERT_TRUE(tokenizer) << tokenizer.error().message;
    expect_same_tokens(*tokenizer, opened(name));
  }
}

TEST(TokenizerFolder, ReadsModelsOfSentencePiece) {
  for (const char* name : {"albert", "t5"}) {
    const base::TemporaryFolder folder;
    std::filesystem::copy_file(tokenizer_data(name) + "/spiece.model", folder / "spiece.model");
    const auto tokenizer = Tokenizer::open(folder.path());
    ASSERT_TRUE(tokenizer) << tokenizer.error().message;
    expect_same_tokens(*tokenizer, opened(name));
  }
}

TEST(TokenizerFolder, SaysWhatIsMissing) {
  const base::TemporaryFolder folder;
  const auto tokenizer = Tokenizer::open(folder.path());
  ASSERT_FALSE(tokenizer);
  EXPECT_THAT(tokenizer.error().message, HasSubstr(folder.path()));
  EXPECT_THAT(tokenizer.error().message, HasSubstr("tokenizer.json"));
}

TEST(TokenizerFolder, RefusesFilesThatAreCutOff) {
  for (const char* name : {"albert/spiece.model", "gpt2/tokenizer.json"}) {
    const std::string whole = bytes_of(tokenizer_data(name));
    const std::string file = std::string(name).substr(std::string(name).find('/') + 1);
    for (std::size_t size = 0; size < whole.size(); size += whole.size() / 23) {
      const base::TemporaryFolder folder;
      write_bytes(folder / file, whole.substr(0, size));
      EXPECT_FALSE(Tokenizer::open(folder.path())) << name << " with " << size << " bytes";
    }
  }
}

TEST(TokenizerFile, NamesWhatItDoesNotKnow) {
  Json document = small_document();
  document["normalizer"] = {{"type", "Shouting"}};
  EXPECT_THAT(error_of(document), HasSubstr("the normaliser 'Shouting'"));
  document = small_document();
  document["pre_tokenizer"] = {{"type", "UnicodeScripts"}};
  EXPECT_THAT(error_of(document), HasSubstr("the pre-tokenizer 'UnicodeScripts'"));
  document = small_document();
  document["model"]["type"] = "Oracle";
  EXPECT_THAT(error_of(document), HasSubstr("the model 'Oracle'"));
  document = small_document();
  document["post_processor"] = {{"type", "Censor"}};
  EXPECT_THAT(error_of(document), HasSubstr("the post-processor 'Censor'"));
  document = small_document();
  document["decoder"] = {{"type", "CTC"}};
  EXPECT_THAT(error_of(document), HasSubstr("the decoder 'CTC'"));
  document = small_document();
  document["pre_tokenizer"] = {
      {"type", "Split"}, {"pattern", {{"Regex", "(a|b)*c"}}}, {"behavior", "Isolated"}};
  EXPECT_THAT(error_of(document), HasSubstr("(a|b)*c"));
}

TEST(TokenizerFile, RefusesVocabulariesThatMakeNoSense) {
  Json document = small_document();
  document["model"]["vocab"]["b"] = 1;
  EXPECT_THAT(error_of(document), HasSubstr("same id 1"));
  document = small_document();
  document["model"]["vocab"]["b"] = 4'000'000'000U;
  EXPECT_THAT(error_of(document), HasSubstr("far above"));
  document = small_document();
  document["model"]["vocab"]["b"] = -1;
  EXPECT_THAT(error_of(document), HasSubstr("'b' has no id"));
  document = small_document();
  document["model"]["vocab"] = Json::object();
  EXPECT_THAT(error_of(document), HasSubstr("empty"));
  document = small_document();
  document["model"]["vocab"].erase("[UNK]");
  EXPECT_THAT(error_of(document), HasSubstr("[UNK]"));
  document = small_document();
  document["added_tokens"].push_back({{"id", 1}, {"content", "[CLS]"}});
  EXPECT_THAT(error_of(document), HasSubstr("'[CLS]' has the id 1"));
  EXPECT_FALSE(Tokenizer::from_json("[]"));
  EXPECT_FALSE(Tokenizer::from_json("{\"model\":"));
}

TEST(TokenizerFile, RefusesReplacementsThatWouldFillMemory) {
  Json document = small_document();
  Json steps = Json::array();
  for (int i = 0; i < 10; ++i) {
    steps.push_back({{"type", "Replace"}, {"pattern", {{"String", "a"}}}, {"content", "aaaaaaaa"}});
  }
  document["normalizer"] = {{"type", "Sequence"}, {"normalizers", steps}};
  EXPECT_THAT(error_of(document), HasSubstr("too long"));
}

TEST(TokenizerFile, MayHaveHoles) {
  Json document = small_document();
  document["model"]["vocab"]["b"] = 10;
  const auto tokenizer = Tokenizer::from_json(document.dump());
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  EXPECT_EQ(tokenizer->size(), 11U);
  EXPECT_EQ(tokenizer->token(7), "");
  EXPECT_EQ(tokenizer->token(10), "b");
  EXPECT_EQ(tokenizer->token(1'000), "");
  EXPECT_EQ(tokenizer->find("b"), 10U);
  EXPECT_EQ(tokenizer->decode(std::vector<TokenId>{1, 7, 10, 99}), "a b");
}

TEST(TokenizerTexts, ReadBytesThatAreNotUtf8AsReplacementCharacters) {
  for (const char* name : {"bert-uncased", "gpt2", "llama", "albert", "t5"}) {
    const Tokenizer tokenizer = opened(name);
    const Encoding broken = tokenizer.encode("caf\xC3 \xFF\xE2\x82 end");
    const Encoding repaired = tokenizer.encode("caf\uFFFD \uFFFD\uFFFD\uFFFD end");
    EXPECT_EQ(broken.ids, repaired.ids) << name;
    for (const base::Span& span : broken.spans) {
      EXPECT_LE(span.begin, span.end);
      EXPECT_LE(span.end, 12U);
    }
  }
}

TEST(TokenizerTexts, MayBeLong) {
  const std::size_t size = base::kSanitized ? 50'000 : 500'000;
  std::string mixed;
  while (mixed.size() < size)
    mixed += "a\u0301\u0316 \\frac{x}{2}$ 中文 👩‍👩‍👧 12345 \n\t''``  ";
  for (const char* name :
       {"bert-uncased", "plain-words", "gpt2", "split", "llama", "albert", "t5"}) {
    const Tokenizer tokenizer = opened(name);
    for (const std::string& text :
         {std::string(size, 'a'), std::string(size, ' '), std::string(size, '\n'),
          std::string(size, '.'), std::string(size, '\xFF'), mixed}) {
      const Encoding encoding = tokenizer.encode(text);
      EXPECT_EQ(encoding.ids.size(), encoding.spans.size());
      for (const base::Span& span : encoding.spans) ASSERT_LE(span.end, text.size());
      EXPECT_LE(tokenizer.encode(text, {.most = 100}).ids.size(), 100U) << name;
    }
  }
}

TEST(TokenizerTexts, MayHaveTenMegabytes) {
  const std::size_t size = base::kSanitized ? 200'000 : 10'000'000;
  std::string mixed;
  while (mixed.size() < size) mixed += "Let $x_n \\to \\infty$; 中文 é 12345 \xFF ∀\n";
  for (const char* name : {"bert-uncased", "gpt2", "split", "llama", "albert", "t5"}) {
    const Tokenizer tokenizer = opened(name);
    for (const std::string& text : {std::string(size, 'a'), mixed}) {
      const Encoding encoding = tokenizer.encode(text);
      ASSERT_EQ(encoding.ids.size(), encoding.spans.size());
      EXPECT_LE(encoding.spans.empty() ? 0 : encoding.spans.back().end, text.size());
    }
  }
}

TEST(TokenizerTexts, JoinedAreThoseOfAPair) {
  for (const char* name :
       {"bert-uncased", "bert-cased", "roberta", "albert", "t5", "plain-words"}) {
    const Tokenizer tokenizer = opened(name);
    const auto alone = [&](std::string_view text) {
      return tokenizer.encode(text, {.special_tokens = false});
    };
    for (const auto& [first, second] : {std::pair("a limit", "the sum of $x$"), std::pair("", "a"),
                                        std::pair("a", ""), std::pair("", "")}) {
      const Encoding joined = tokenizer.join(alone(first), alone(second));
      const Encoding pair = tokenizer.encode_pair(first, second).value();
      EXPECT_EQ(joined.ids, pair.ids) << name;
      EXPECT_EQ(joined.types, pair.types) << name;
      EXPECT_EQ(joined.sources, pair.sources) << name;
      EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(joined.sources, Source::Special)),
                tokenizer.special_tokens_of_pair());
    }
  }
}

TEST(TokenizerTexts, MayBeEmpty) {
  const Tokenizer bert = opened("bert-uncased");
  EXPECT_THAT(texts_of(bert, bert.encode("")), ElementsAre("[CLS]", "[SEP]"));
  EXPECT_THAT(bert.encode("", {.special_tokens = false}).ids, testing::IsEmpty());
  EXPECT_EQ(bert.decode({}), "");
  EXPECT_EQ(bert.encode_pair("", "")->sources,
            (std::vector<Source>{Source::Special, Source::Special, Source::Special}));
}

TEST(TokenizerTexts, KnowWhichTextATokenIsFrom) {
  const Tokenizer roberta = opened("roberta");
  const auto pair = roberta.encode_pair("a", "b");
  EXPECT_EQ(pair->sources, (std::vector<Source>{Source::Special, Source::First, Source::Special,
                                                Source::Special, Source::Second, Source::Special}));
}

TEST(TokenizerTokens, AreAddedBehindTheLastOne) {
  const Tokenizer bert = opened("bert-cased");
  const std::vector<NewToken> added = {{"\\frac", {}}, {"[CLS]", {}}, {"\\frac", {}}};
  const auto extended = bert.with_tokens(added);
  ASSERT_TRUE(extended) << extended.error().message;
  const auto first = static_cast<TokenId>(bert.size());
  EXPECT_THAT(extended->ids, ElementsAre(first, *bert.find("[CLS]"), first));
  EXPECT_EQ(extended->pieces[0], bert.encode("\\frac", {.special_tokens = false}).ids);
  EXPECT_GT(extended->pieces[0].size(), 1U);
  EXPECT_EQ(extended->tokenizer.size(), bert.size() + 1);
  EXPECT_THAT(texts_of(extended->tokenizer,
                       extended->tokenizer.encode("\\frac12", {.special_tokens = false})),
              ElementsAre("\\frac", "12"));
  EXPECT_FALSE(bert.with_tokens(std::vector<NewToken>{{"\xFF", {}}}));
  EXPECT_FALSE(bert.with_tokens(std::vector<NewToken>{{"", {}}}));
}

}  // namespace
}  // namespace noether::neural::tokens
