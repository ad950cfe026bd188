// Tests writers that read no passages.
#include "noether/answer/generate/decoder_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/answer/generate/writer_fixture.h"
#include "noether/neural/generate/tiny_generator.h"

namespace noether::answer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Writes the text that the test gives it, without reading passages, as a decoder does.
class BlindWriter final : public TextWriter {
 public:
  explicit BlindWriter(std::string text) : text_(std::move(text)) {}
  std::string name() const override { return "blind"; }
  bool reads_passages() const override { return false; }
  base::Result<TextEnd> write(const WritingTask& /*task*/, const OnText& on_text) const override {
    return on_text(text_) ? TextEnd::Whole : TextEnd::Enough;
  }

 private:
  std::string text_;
};

TEST_F(WriterTest, CitesForAWriterThatReadsNothingWhatIsNearToItsSentences) {
  open_matrices();
  writer_ = std::make_unique<const BlindWriter>(
      "A matrix is invertible when its determinant is not zero. "
      "Elephants migrate towards southern rivers every summer.");
  const auto found = ask("when is a matrix invertible");
  ASSERT_TRUE(found && *found);
  const Answer& written = **found;
  ASSERT_THAT(written.sentences, SizeIs(2));
  EXPECT_THAT(written.sentences[0].cites, SizeIs(1));
  EXPECT_THAT(verdicts(written.sentences[0]), ElementsAre("supported"));
  EXPECT_THAT(written.sentences[1].cites, IsEmpty());
  EXPECT_THAT(verdicts(written.sentences[1]), ElementsAre("uncited"));
}

// Random weights do not write language, but they write the same text each time.
TEST_F(WriterTest, GivesOnWhatADecoderWrites) {
  open_matrices();
  const DecoderWriter decoder(neural::tiny_generator(), "tiny");
  const Question question = read_question("when is a matrix invertible").value();
  std::string heard;
  const auto end = decoder.write({.question = question, .passages = {}, .limit = 60},
                                 [&](std::string_view piece) {
                                   heard += piece;
                                   return true;
                                 });
  ASSERT_TRUE(end) << end.error().message;
  ASSERT_FALSE(heard.empty());
  writer_ = std::make_unique<const BlindWriter>(heard);
  const auto wanted = ask("when is a matrix invertible", {.limit = 60});
  writer_ = std::make_unique<const DecoderWriter>(neural::tiny_generator(), "tiny");
  const auto found = ask("when is a matrix invertible", {.limit = 60});
  ASSERT_TRUE(wanted && *wanted);
  ASSERT_TRUE(found && *found);
  EXPECT_EQ(answer_text(**found), answer_text(**wanted));
}

TEST_F(WriterTest, StopsADecoderBetweenTwoTokens) {
  open_matrices();
  writer_ = std::make_unique<const DecoderWriter>(neural::tiny_generator(), "tiny");
  std::size_t asked = 0;
  const auto stop_at = [&](std::size_t last) {
    asked = 0;
    return AnswerOptions{.limit = 60, .is_over = [&asked, last] { return ++asked == last; }};
  };
  const auto never = ask("when is a matrix invertible", stop_at(0));
  const std::size_t all = asked;
  // About 20 tokens are written, which is most of the possible callbacks.
  ASSERT_GT(all, 15U);
  const auto found = ask("when is a matrix invertible", stop_at(all - 8));
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, HasSubstr("stopped"));
  EXPECT_LE(asked, all - 7);  // once more by the writer, but not for another token
}

TEST(Solution, AsksAsTheDecoderWasTrained) {
  Question question;
  question.body.text = "Why?";
  EXPECT_EQ(solution_prompt(question, false), "PROBLEM: Why? SOLUTION:");
  question.title.text = "Sums";
  EXPECT_EQ(solution_prompt(question, true), "PROBLEM: Sums\nWhy? SOLUTION: HINT:");
}

TEST(Solution, IsTheSameForAnswersAndRuns) {
  const neural::Generator decoder = neural::tiny_generator();
  Question question;
  question.body.text = "a sum of two sums?";
  const auto written = write_solution(decoder, question, {.hint = true, .limit = 60});
  ASSERT_TRUE(written);
  EXPECT_LE(written->tokens.size(), 20U);
  std::string text;
  const DecoderWriter writer(neural::tiny_generator(), "tiny");
  ASSERT_TRUE(writer.write({.question = question, .passages = {}, .limit = 60},
                           [&](std::string_view piece) { return (text += piece, true); }));
  EXPECT_EQ(text, written->text);
}

}  // namespace
}  // namespace noether::answer
