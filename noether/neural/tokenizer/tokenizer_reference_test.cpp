// Compares our tokens with those of Hugging Face's library, for tokenizers of each kind: exactly on
// the lines of testdata/lines.jsonl, and by digests on 20,000 lines if ../shared/data has their
// sources. scripts/reference_tokens.py makes testdata/.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "noether/base/sanitized.h"
#include "noether/neural/tokenizer/reference_lines.h"
#include "noether/neural/tokenizer/tokenizer.h"

namespace noether::neural::tokens {
namespace {

using Json = nlohmann::json;

std::filesystem::path reference_folder() {
  return std::filesystem::path(NOETHER_SOURCE_DIR) / "noether/neural/tokenizer/testdata";
}

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

const std::vector<std::string>& reference_lines() {
  static const std::vector<std::string> kLines = [] {
    const char* set = std::getenv("NOETHER_DATA");
    ReferenceLines maker(set != nullptr
                             ? std::filesystem::path(set)
                             : std::filesystem::path(NOETHER_SOURCE_DIR) / "../shared/data");
    return maker.has_data() ? maker.make() : std::vector<std::string>();
  }();
  return kLines;
}

std::string digest_of(const std::vector<std::vector<TokenId>>& lines) {
  std::uint64_t state = 0xCBF29CE484222325U;
  const auto add = [&](TokenId id) {
    for (int i = 0; i < 4; ++i, id >>= 8) state = (state ^ (id & 0xFFU)) * 0x100000001B3U;
  };
  for (const auto& ids : lines) {
    for (const TokenId id : ids) add(id);
    add(0xFFFFFFFF);
  }
  std::ostringstream text;
  text << std::hex;
  text.width(16);
  text.fill('0');
  text << state;
  return text.str();
}

std::vector<std::uint32_t> flat(const std::vector<base::Span>& spans) {
  std::vector<std::uint32_t> numbers;
  for (const base::Span& span : spans) {
    numbers.push_back(span.begin);
    numbers.push_back(span.end);
  }
  return numbers;
}

// Compares the tokens of one line of testdata/lines.jsonl with the library's.
void expect_case(const Tokenizer& tokenizer, const Json& line, const Json& expected) {
  EncodeOptions options;
  options.most = line.value("most", std::size_t{0});
  const std::string cut = line.value("cut", "longest_first");
  if (cut == "only_first") options.cut = Cut::OnlyFirst;
  if (cut == "only_second") options.cut = Cut::OnlySecond;
  const auto text = line["text"].get<std::string>();
  Encoding got;
  if (line.contains("second")) {
    const auto pair = tokenizer.encode_pair(text, line["second"].get<std::string>(), options);
    ASSERT_EQ(!pair, expected.contains("error")) << line;
    if (!pair) return;
    got = *pair;
    EXPECT_EQ(std::vector<int>(got.types.begin(), got.types.end()),
              expected["types"].get<std::vector<int>>())
        << line;
  } else {
    got = tokenizer.encode(text, options);
  }
  EXPECT_EQ(got.ids, expected["ids"].get<std::vector<TokenId>>()) << line;
  EXPECT_EQ(flat(got.spans), expected["spans"].get<std::vector<std::uint32_t>>()) << line;
  if (expected.contains("plain")) {
    EXPECT_EQ(tokenizer.decode(got.ids), expected["plain"].get<std::string>()) << line;
  }
  if (expected.contains("all")) {
    EXPECT_EQ(tokenizer.decode(got.ids, false), expected["all"].get<std::string>()) << line;
  }
}

void expect_cases(const Tokenizer& tokenizer, const std::filesystem::path& folder) {
  const auto lines = lines_of(reference_folder() / "lines.jsonl");
  const auto expected = lines_of(folder / "expected.jsonl");
  ASSERT_GT(lines.size(), 280U);
  ASSERT_EQ(lines.size(), expected.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    expect_case(tokenizer, Json::parse(lines[i]), Json::parse(expected[i]));
    if (testing::Test::HasFatalFailure()) return;
  }
}

void expect_digests(const Tokenizer& tokenizer, const std::filesystem::path& folder) {
  const auto& lines = reference_lines();
  if (lines.empty()) GTEST_SKIP() << "the collections of ../shared/data are missing";
  const auto digests = lines_of(folder / "digests.txt");
  constexpr std::size_t kInBlock = 20;
  ASSERT_EQ(digests.size() * kInBlock, lines.size());
  std::size_t different = 0;
  for (std::size_t block = 0; block < digests.size(); block += base::kSanitized ? 7 : 1) {
    std::vector<std::vector<TokenId>> ids;
    for (std::size_t i = 0; i < kInBlock; ++i) {
      ids.push_back(tokenizer.encode(lines[block * kInBlock + i]).ids);
    }
    if (digest_of(ids) != digests[block] && ++different <= 3) {
      ADD_FAILURE() << "lines " << block * kInBlock << " to " << block * kInBlock + kInBlock;
    }
  }
  EXPECT_EQ(different, 0U);
}

class TokenizerReference : public testing::TestWithParam<const char*> {};

TEST_P(TokenizerReference, GivesTheSameTokensSpansAndTexts) {
  const auto folder = reference_folder() / GetParam();
  const auto tokenizer = Tokenizer::open(folder.string());
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  expect_cases(*tokenizer, folder);
}

TEST_P(TokenizerReference, GivesTheSameIdsOnTwentyThousandLines) {
  const auto folder = reference_folder() / GetParam();
  const auto tokenizer = Tokenizer::open(folder.string());
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  expect_digests(*tokenizer, folder);
}

TEST_P(TokenizerReference, IsTheSameAfterItWasWritten) {
  const auto folder = reference_folder() / GetParam();
  const auto tokenizer = Tokenizer::open(folder.string());
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  const auto again = Tokenizer::from_json(tokenizer->to_json());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->to_json(), tokenizer->to_json());
  expect_cases(*again, folder);
}

INSTANTIATE_TEST_SUITE_P(Kinds, TokenizerReference,
                         testing::Values("bert-uncased", "bert-cased", "plain-words", "gpt2",
                                         "roberta", "split", "llama", "albert", "t5",
                                         "unigram-bytes"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::erase(name, '-');
                           return name;
                         });

// This repository may not contain MiniLM's tokenizer.json: NOETHER_MINILM names the folder with it.
TEST(TokenizerReferenceOfMiniLm, GivesTheSameTokens) {
  const char* model = std::getenv("NOETHER_MINILM");
  if (model == nullptr) GTEST_SKIP() << "NOETHER_MINILM does not say where it is";
  const auto tokenizer = Tokenizer::open(model);
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  expect_cases(*tokenizer, reference_folder() / "minilm");
  expect_digests(*tokenizer, reference_folder() / "minilm");
}

}  // namespace
}  // namespace noether::neural::tokens
