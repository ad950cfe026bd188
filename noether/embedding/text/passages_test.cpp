#include "noether/embedding/text/passages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/embedding/text/random_text_model.h"

namespace noether::embedding {
namespace {

class Passages : public testing::Test {
 protected:
  Passages() {
    write_random_text_model(folder_.path());
    encoder_.emplace(TextEncoder::open(folder_.path()).value());
  }

  static text::Field field(const std::string& name, const std::string& text) {
    return {.name = name, .text = text, .formulas = {}};
  }
  std::vector<Passage> cut(std::vector<text::Field> fields) const {
    text::Document document;
    document.fields = std::move(fields);
    return cut_passages(document, *encoder_);
  }

  base::TemporaryFolder folder_;
  std::optional<TextEncoder> encoder_;  // reads 64 tokens
};

// One sentence of about `words` tokens.
std::string sentence(int words) {
  std::string text = "We";
  for (int i = 1; i < words - 1; ++i) text += " a";
  return text + ".";
}

TEST_F(Passages, EndWithSentences) {
  std::string body;
  for (int i = 0; i < 12; ++i) body += sentence(20) + " ";
  const auto passages = cut({field("body", body)});
  ASSERT_GT(passages.size(), 2);
  for (const Passage& passage : passages) {
    EXPECT_LE(passage.sequence.size(), encoder_->most_tokens());
    EXPECT_EQ(body[passage.span.begin], 'W');
    EXPECT_EQ(body[passage.span.end - 1], '.');
  }
}

TEST_F(Passages, TogetherHaveTheWholeText) {
  std::string body = sentence(500);
  for (int i = 0; i < 5; ++i) body += " " + sentence(17);
  const auto passages = cut({field("body", body)});
  std::size_t tokens = 0;
  for (std::size_t i = 0; i < passages.size(); ++i) {
    const Passage& passage = passages[i];
    EXPECT_EQ(passage.last_kept - passage.first_kept + (i == 0 ? 0 : 2), passage.sequence.size());
    tokens += passage.sequence.size() - 2;
    if (i > 0) {
      EXPECT_LE(passage.span.begin - passages[i - 1].span.end, 1);
    }
  }
  EXPECT_EQ(tokens, encoder_->tokenizer().encode(body, {.special_tokens = false}).ids.size());
  EXPECT_EQ(passages.front().span.begin, 0);
  EXPECT_EQ(passages.back().span.end, body.size());
}

TEST_F(Passages, BeginWithTheTitleAndKeepItOnce) {
  const auto title = encoder_->tokenizer().encode("a be", {.special_tokens = false}).ids;
  const auto passages = cut({field("title", "a be"), field("body", sentence(100))});
  ASSERT_GE(passages.size(), 2);
  for (const Passage& passage : passages) {
    EXPECT_EQ(passage.field, 1);
    EXPECT_TRUE(std::equal(title.begin(), title.end(), passage.sequence.begin() + 1));
  }
  EXPECT_EQ(passages[0].first_kept, 0);
  EXPECT_EQ(passages[0].last_kept, passages[0].sequence.size());
  EXPECT_EQ(passages[1].first_kept, 1 + title.size());
  EXPECT_EQ(passages[1].last_kept + 1, passages[1].sequence.size());
}

TEST_F(Passages, OfAnAnswerAreReadWithoutTheTitleOfItsQuestion) {
  const auto passages = cut({field("question-title", "a be"), field("body", "We do.")});
  ASSERT_EQ(passages.size(), 1);
  EXPECT_EQ(passages[0].sequence, encoder_->tokenizer().encode("We do.").ids);
}

TEST_F(Passages, AreNotCutInsideOfFormulasThatFit) {
  text::Field with_formulas = field("body", "");
  for (int i = 0; i < 40; ++i) {
    with_formulas.text += "so $";
    const auto begin = static_cast<std::uint32_t>(with_formulas.text.size());
    with_formulas.text += "a+b+c+d+e";
    with_formulas.formulas.push_back(
        {begin, static_cast<std::uint32_t>(with_formulas.text.size()), {}, {}});
    with_formulas.text += "$ ";
  }
  const auto passages = cut({with_formulas});
  ASSERT_GT(passages.size(), 3);
  for (const Passage& passage : passages) {
    for (const text::FormulaSpan& formula : with_formulas.formulas) {
      EXPECT_FALSE(formula.begin < passage.span.end && passage.span.end < formula.end);
    }
  }
}

TEST_F(Passages, AreMadeOfWhatTheDocumentSaysItself) {
  EXPECT_TRUE(cut({}).empty());
  EXPECT_TRUE(cut({field("body", "")}).empty());
  EXPECT_TRUE(cut({field("comment", "We do."), field("keywords", "a")}).empty());
  EXPECT_TRUE(cut({field("question-title", "a be")}).empty());
  const auto only_title = cut({field("body", ""), field("title", "a be")});
  ASSERT_EQ(only_title.size(), 1);
  EXPECT_EQ(only_title[0].field, 1);
  EXPECT_EQ(only_title[0].span, (base::Span{0, 4}));
}

TEST_F(Passages, KnowWhereEachTokenStands) {
  const std::string title = "prime ideals";
  const std::string body = sentence(90) + " Incommensurable lengths.";
  const auto passages = cut({field("title", title), field("body", body)});
  ASSERT_GE(passages.size(), 2);
  for (const Passage& passage : passages) {
    ASSERT_EQ(passage.places.size(), passage.sequence.size());
    const std::size_t before = encoder_->special_tokens_before();
    for (std::size_t i = 0; i < passage.places.size(); ++i) {
      const auto& [number, span] = passage.places[i];
      if (encoder_->tokenizer().is_special(passage.sequence[i])) {
        EXPECT_EQ(span, base::Span());
        continue;
      }
      const std::string& text = number == 0 ? title : body;
      EXPECT_EQ(
          number == 0,
          i < before + encoder_->tokenizer().encode(title, {.special_tokens = false}).ids.size());
      EXPECT_LT(span.begin, span.end);
      EXPECT_LE(span.end, text.size());
      if (number == 1) {
        EXPECT_GE(span.begin, passage.span.begin);
        EXPECT_LE(span.end, passage.span.end);
      }
    }
  }
}

TEST_F(Passages, AreOfBoundedNumber) {
  std::string body;
  for (int i = 0; i < 80'000; ++i) body += "a ";
  EXPECT_EQ(cut({field("body", body)}).size(), kMostPassages);
}

}  // namespace
}  // namespace noether::embedding
