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

// A field in which every pair of dollar signs encloses a formula.
text::Field with_formulas(const std::string& name, const std::string& text) {
  text::Field field{.name = name, .text = text, .formulas = {}};
  for (std::size_t at = text.find('$'); at != std::string::npos; at = text.find('$', at + 1)) {
    const std::size_t end = text.find('$', at + 1);
    field.formulas.push_back(
        {static_cast<std::uint32_t>(at + 1), static_cast<std::uint32_t>(end), "", ""});
    at = end;
  }
  return field;
}

class FormulaSentences : public Passages {
 protected:
  std::vector<FormulaSentence> cut_sentences(std::vector<text::Field> fields) const {
    text::Document document;
    document.fields = std::move(fields);
    return cut_formula_sentences(document, *encoder_);
  }
};

TEST_F(FormulaSentences, AreThoseInWhichFormulasStand) {
  const std::string body = "We have $a$ and $b$. This has none. Now $c$ is it.";
  const std::string comment = "But $d$?";
  const auto sentences = cut_sentences({field("title", "No formula"), with_formulas("body", body),
                                        with_formulas("comment", comment)});
  ASSERT_EQ(sentences.size(), 3);
  EXPECT_EQ(sentences[0].field, 1);
  EXPECT_EQ(sentences[0].span, (base::Span{0, 20}));
  EXPECT_EQ(body.substr(sentences[1].span.begin), "Now $c$ is it.");
  EXPECT_EQ(sentences[2].field, 2);
  EXPECT_EQ(sentences[2].span.end, comment.size());
  // Each sentence is read alone, whatever its context.
  const auto alone = cut_sentences({with_formulas("question", "Now $c$ is it.")});
  ASSERT_EQ(alone.size(), 1);
  EXPECT_EQ(alone[0].sequence, sentences[1].sequence);
}

TEST_F(FormulaSentences, ThatAreTooLongAreCut) {
  std::string body = "We $x$";
  for (int i = 0; i < 200; ++i) body += " a";
  body += " $y$.";
  const auto sentences = cut_sentences({with_formulas("body", body)});
  // The pieces between the two formulas contain no formula.
  ASSERT_EQ(sentences.size(), 2);
  for (const FormulaSentence& one : sentences) {
    EXPECT_LE(one.sequence.size(), encoder_->most_tokens());
  }
  EXPECT_EQ(sentences[0].span.begin, 0);
  EXPECT_LE(sentences[1].span.begin, body.find("$y$") + 1);
  EXPECT_EQ(sentences[1].span.end, body.size());
}

TEST_F(FormulaSentences, AreBoundedAndMayBeNone) {
  EXPECT_TRUE(cut_sentences({}).empty());
  text::Field blank = field("body", "  ");
  blank.formulas = {{0, 2, "", ""}};
  EXPECT_TRUE(cut_sentences({blank}).empty());
  std::string body;
  for (std::size_t i = 0; i < kMostFormulaSentences + 10; ++i) body += "We have $x$. ";
  EXPECT_EQ(cut_sentences({with_formulas("body", body)}).size(), kMostFormulaSentences);
}

}  // namespace
}  // namespace noether::embedding
