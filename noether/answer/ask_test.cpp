#include "noether/answer/ask.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/text/delimited_text.h"

namespace noether::answer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Question asked(std::string_view text) {
  Question question;
  question.body = text::read_plain_text(text, "question");
  return question;
}

constexpr std::string_view kSure = "Solve for $x$: $2x+4=10$";
constexpr std::string_view kUnsure = "My teacher says to simplify $2x+3x$ but why would anybody?";
constexpr std::string_view kStory = "How many primes are there?";

// Passes on its sentences one after the other, and then fails if the test wants that.
class Script final : public Answerer {
 public:
  Script(Way way, double confidence, std::vector<std::string> sentences)
      : way_(way), confidence_(confidence), sentences_(std::move(sentences)) {}

  base::Result<std::optional<Answer>> answer(const Question&, const AnswerOptions& options,
                                             const OnSentences& on_sentences) override {
    ++calls;
    Answer answer;
    answer.way = way_;
    answer.confidence = confidence_;
    for (const std::string& text : sentences_) {
      if (auto on = search::go_on(options.is_over); !on) return std::unexpected(on.error());
      AnswerSentence sentence;
      sentence.text = text::read_plain_text(text, "answer");
      answer.sentences.push_back(sentence);
      if (on_sentences) on_sentences(answer);
    }
    if (!failure.empty()) return base::fail(failure);
    if (stalls) {
      while (!(options.is_over && options.is_over())) {
        if (std::chrono::steady_clock::now() >= options.writes_until) return base::fail("late");
      }
      return base::fail("stopped");
    }
    answer.confidence = last_confidence.value_or(confidence_);
    if (answer.sentences.empty()) return std::nullopt;
    return answer;
  }

  OpenAnswerer opener() {
    return [this] { return this; };
  }

  int calls = 0;
  std::string failure;
  bool stalls = false;                    // until the test releases it
  std::optional<double> last_confidence;  // of the whole answer

 private:
  Way way_;
  double confidence_;
  std::vector<std::string> sentences_;
};

// Records the calls that it receives.
class Diary final : public AskListener {
 public:
  void warning(const FormulaWarning& warning) override {
    lines.push_back("warning " + warning.error.message);
  }
  void begins(const Answer& answer) override {
    lines.push_back("begins " + std::string(way_name(answer.way)));
  }
  void sentence(const Answer& so_far, std::size_t number) override {
    lines.push_back(so_far.sentences[number].text.text);
  }
  void note(const Answer&, std::size_t sentence, const Note& note) override {
    lines.push_back("note " + std::to_string(sentence) + " " + note.verdict);
  }
  void offers(const Answer& computed) override {
    lines.push_back("offers " + std::string(way_name(computed.way)));
  }
  void withdrawn(const Answer&) override { lines.emplace_back("withdrawn"); }
  void remark(const Remark& remark) override { lines.push_back("remark " + whole_text(remark)); }

  std::vector<std::string> lines;
};

class AskTest : public testing::Test {
 protected:
  std::vector<std::string> heard(std::string_view question, const AskOptions& options = {}) {
    Diary diary;
    Answerers answerers{.extractor = documents_.opener()};
    if (has_generator_) answerers.generator = generator_.opener();
    result_ = ask(asked(question), answerers, options, diary);
    return diary.lines;
  }
  std::vector<Way> ways() const {
    std::vector<Way> out;
    for (const Answer& answer : result_->answers) out.push_back(answer.way);
    return out;
  }

  Script documents_{Way::Extracted, 0.4, {"Euclid knew.", "So $2+2 = 5$."}};
  Script generator_{Way::Generated, 0.6, {"I write.", "And $1+1 = 2$."}};
  bool has_generator_ = false;
  base::Result<Asked> result_;
};

TEST_F(AskTest, ASureComputationStandsAloneAndNeedsNoDocuments) {
  EXPECT_THAT(heard(kSure),
              ElementsAre("begins computed", HasSubstr("holds for $x = 3$"), HasSubstr("with")));
  EXPECT_THAT(ways(), ElementsAre(Way::Computed));
  EXPECT_EQ(documents_.calls, 0);
}

TEST_F(AskTest, AComputationLeavesOutStepsForTheLimitAndIsNoneWithoutRoom) {
  heard(kSure);
  ASSERT_EQ(result_->answers.at(0).sentences.size(), 2U);
  const std::string whole = answer_text(result_->answers[0]);
  EXPECT_EQ(heard(kSure, {.limit = whole.size()}).size(), 3U);
  EXPECT_EQ(heard(kSure, {.limit = whole.size() - 1}).size(), 2U);
  EXPECT_THAT(heard(kSure, {.limit = 3, .checks = false}),
              ElementsAre("remark the computed answer is longer than the limit", "begins extracted",
                          "Euclid knew.", "So $2+2 = 5$."));
}

TEST_F(AskTest, DocumentsAnswerWhenASureComputationIsNotLikelyEnough) {
  documents_ = Script(Way::Extracted, 0.999, {"Euclid knew."});
  EXPECT_THAT(heard(kSure, {.enough = 0.99}), ElementsAre("begins extracted", "Euclid knew."));
  EXPECT_THAT(ways(), ElementsAre(Way::Extracted));
}

TEST_F(AskTest, AnExtractedAnswerIsToldThenCheckedThenAComputationIsOffered) {
  EXPECT_THAT(heard(kUnsure), ElementsAre("begins extracted", "Euclid knew.", "So $2+2 = 5$.",
                                          "note 1 refuted", "offers computed"));
  EXPECT_THAT(ways(), ElementsAre(Way::Extracted, Way::Computed));
  EXPECT_EQ(result_->answers[0].sentences[1].notes.size(), 1U);
}

TEST_F(AskTest, WarnsOfFormulasOfTheQuestionBeforeAllElse) {
  const auto ask_as_typed = [&](std::string_view text, const AskOptions& options) {
    Diary diary;
    result_ = ask(*read_question(text), {.extractor = documents_.opener()}, options, diary);
    return diary.lines;
  };
  EXPECT_THAT(ask_as_typed("Why does Euclid solve $x^2=$?", {.checks = false}),
              ElementsAre("warning nothing follows the last =", "begins extracted", "Euclid knew.",
                          "So $2+2 = 5$."));
  ASSERT_EQ(result_->warnings.size(), 1U);
  EXPECT_EQ(result_->warnings[0].latex, "x^2=");
  EXPECT_THAT(ask_as_typed("Solve $x^2=$", {.how = How::Compute}),
              ElementsAre("warning nothing follows the last ="));
  // A computation that is sure takes the text as a question.
  EXPECT_THAT(ask_as_typed("What is $2+2=$?", {}), ElementsAre("begins computed", "$2+2 = 4$."));
  EXPECT_THAT(result_->warnings, IsEmpty());
}

TEST_F(AskTest, TellsNothingOfAnAnswerThatIsNotLikelyEnough) {
  EXPECT_THAT(heard(kStory, {.enough = 0.5}), IsEmpty());
  EXPECT_THAT(ways(), IsEmpty());
  EXPECT_EQ(result_->confidence, 0.4);
  EXPECT_EQ(result_->way, Way::Extracted);
}

TEST_F(AskTest, AnUnsureComputationIsTheAnswerWhenDocumentsHaveNone) {
  EXPECT_THAT(heard(kUnsure, {.enough = 0.45}).at(0), "begins computed");
  EXPECT_THAT(ways(), ElementsAre(Way::Computed));
}

TEST_F(AskTest, DoesOnlyWhatItIsAskedFor) {
  EXPECT_THAT(heard(kSure, {.how = How::Extract, .checks = false}),
              ElementsAre("begins extracted", "Euclid knew.", "So $2+2 = 5$."));
  EXPECT_THAT(heard(kStory, {.how = How::Compute}), IsEmpty());
  EXPECT_FALSE(result_->way);
  EXPECT_EQ(documents_.calls, 1);
  heard(kUnsure, {.how = How::Compute});
  EXPECT_THAT(ways(), ElementsAre(Way::Computed));
  EXPECT_EQ(generator_.calls, 0);
}

TEST_F(AskTest, AGeneratorWritesWhenThereIsOne) {
  has_generator_ = true;
  EXPECT_THAT(heard(kStory),
              ElementsAre("begins generated", "I write.", "And $1+1 = 2$.", "note 1 proven"));
  EXPECT_EQ(documents_.calls, 0);
}

TEST_F(AskTest, AnAnswerIsExtractedWithARemarkWhenTheGeneratorFails) {
  has_generator_ = true;
  generator_.failure = "nobody listens";
  EXPECT_THAT(heard(kStory, {.checks = false}),
              ElementsAre("begins generated", "I write.", "And $1+1 = 2$.",
                          HasSubstr("the generator failed: nobody listens"), "begins extracted",
                          "Euclid knew.", "So $2+2 = 5$."));
  EXPECT_THAT(ways(), ElementsAre(Way::Extracted));
  ASSERT_EQ(result_->remarks.size(), 1U);
  // Visitors of a server see only the text.
  EXPECT_EQ(result_->remarks[0].text, "the answer is extracted, because the generator failed");
  EXPECT_EQ(result_->remarks[0].detail, "nobody listens");
  EXPECT_TRUE(result_->remarks[0].may_change);
}

TEST_F(AskTest, AnAnswerIsExtractedInTimeWhenTheGeneratorStalls) {
  has_generator_ = true;
  generator_ = Script(Way::Generated, 0.6, {});
  generator_.stalls = true;
  const auto now = std::chrono::steady_clock::now();
  // Only the generator looks at the clock here, so a busy machine changes nothing.
  EXPECT_THAT(heard(kStory, {.checks = false, .deadline = now + std::chrono::milliseconds(50)}),
              ElementsAre("remark the answer is extracted, because the generator did not write in "
                          "time",
                          "begins extracted", "Euclid knew.", "So $2+2 = 5$."));
  EXPECT_TRUE(result_->remarks.at(0).may_change);
}

TEST_F(AskTest, AGeneratorThatIsAskedAloneLeavesTimeToSendWhatItWrote) {
  has_generator_ = true;
  generator_ = Script(Way::Generated, 0.6, {});
  generator_.stalls = true;
  const auto now = std::chrono::steady_clock::now();
  heard(kStory, {.how = How::Generate, .deadline = now + std::chrono::milliseconds(50)});
  ASSERT_FALSE(result_);
  EXPECT_EQ(result_.error().message, "late");
  EXPECT_EQ(documents_.calls, 0);
}

TEST_F(AskTest, WithdrawsAnAnswerThatIsNotLikelyEnoughInTheEnd) {
  has_generator_ = true;
  generator_.last_confidence = 0.1;
  EXPECT_THAT(heard(kStory, {.checks = false}),
              ElementsAre("begins generated", "I write.", "And $1+1 = 2$.", "withdrawn",
                          HasSubstr("the generator wrote nothing that is likely enough"),
                          "begins extracted", "Euclid knew.", "So $2+2 = 5$."));
  EXPECT_THAT(ways(), ElementsAre(Way::Extracted));
  heard(kStory, {.how = How::Generate});
  EXPECT_THAT(ways(), IsEmpty());
}

TEST_F(AskTest, WithdrawsAWrittenAnswerThatAlgebraRefutes) {
  has_generator_ = true;
  generator_ = Script(Way::Generated, 0.6, {"So $2+2 = 5$."});
  EXPECT_THAT(heard(kStory, {.how = How::Generate}),
              ElementsAre("begins generated", "So $2+2 = 5$.", "note 0 refuted", "withdrawn"));
  EXPECT_THAT(ways(), IsEmpty());
  EXPECT_LT(result_->confidence, 0.2);
  EXPECT_EQ(result_->way, Way::Generated);
}

TEST_F(AskTest, OnlyGeneratingFailsWithTheGenerator) {
  heard(kStory, {.how = How::Generate});
  ASSERT_FALSE(result_);
  EXPECT_THAT(result_.error().message, HasSubstr("no generator"));
  has_generator_ = true;
  generator_.failure = "nobody listens";
  heard(kStory, {.how = How::Generate});
  ASSERT_FALSE(result_);
  EXPECT_EQ(result_.error().message, "nobody listens");
  EXPECT_EQ(documents_.calls, 0);
}

TEST_F(AskTest, FailsWhenTimeIsOver) {
  EXPECT_THAT(heard(kStory, {.is_over = [] { return true; }}), IsEmpty());
  EXPECT_FALSE(result_);
}

TEST_F(AskTest, FailsWhenTheIndexCannotBeOpened) {
  const OpenAnswerer broken = []() -> base::Result<Answerer*> { return base::fail("no index"); };
  EXPECT_FALSE(ask(asked(kStory), {.extractor = broken}, {}));
  EXPECT_TRUE(ask(asked(kSure), {.extractor = broken}, {}));
}

TEST(How, IsKnownByItsName) {
  EXPECT_EQ(how_named("generate"), How::Generate);
  EXPECT_EQ(how_named("all"), How::All);
  EXPECT_EQ(how_named("guess"), std::nullopt);
}

}  // namespace
}  // namespace noether::answer
