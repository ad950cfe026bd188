// Tests how writing ends early: by failures, by time, and by clients that leave.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/answer/ask.h"
#include "noether/answer/extract.h"
#include "noether/answer/generate/writer_fixture.h"

namespace noether::answer {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

TEST_F(WriterTest, KeepsWhatWasWrittenBeforeAFailure) {
  open_matrices();
  const std::string begun = "It is invertible [1]. Its determinant is";
  FakeEndpoint cut({sends(stream_head() + text_event(begun))});
  EXPECT_THAT(answer(cut).sentences, SizeIs(1));
  const auto remark = answer(cut).remark;
  ASSERT_TRUE(remark);
  EXPECT_EQ(remark->text, "the end of the answer is missing");
  EXPECT_TRUE(remark->may_change);
  FakeEndpoint stalled({[&](FakeConnection& connection) {
    connection.send(stream_head() + text_event(begun));
    connection.stall();
  }});
  EXPECT_THAT(answer(stalled).remark.value_or(Remark()).detail, HasSubstr("sent nothing for"));
  FakeEndpoint full({sends(stream_head() + text_event(begun) + end_event("length"))});
  EXPECT_THAT(answer(full).remark.value_or(Remark()).text, HasSubstr("reached its limit"));
}

TEST_F(WriterTest, StopsInTimeAndKeepsWhatIsWritten) {
  open_matrices();
  FakeEndpoint stalled({[](FakeConnection& connection) {
    connection.send(stream_head() + text_event("It is invertible [1]. Its"));
    connection.stall();
  }});
  // The endpoint never ends by itself. On a very busy machine no sentence may come in time; then
  // the test repeats with more time.
  base::Result<std::optional<Answer>> found = std::nullopt;
  for (std::chrono::milliseconds time(300); time < std::chrono::minutes(2); time *= 4) {
    AnswerOptions options;
    options.writes_until = std::chrono::steady_clock::now() + time;
    found = ask(stalled, "when is a matrix invertible", options);
    if (found) break;
    EXPECT_THAT(found.error().message, HasSubstr("did not end in time"));
  }
  ASSERT_TRUE(found && *found);
  EXPECT_THAT((*found)->sentences, SizeIs(1));
  EXPECT_THAT((*found)->remark.value_or(Remark()).detail, HasSubstr("did not end in time"));
  EXPECT_TRUE((*found)->remark->may_change);
}

// Only the deadline ends this generator, and nothing ends the extraction.
TEST_F(WriterTest, AnAnswerIsExtractedWhenAnEndpointStalls) {
  open_matrices();
  FakeEndpoint stalled({[](FakeConnection& connection) { connection.stall(); }});
  writer_ = std::make_unique<const ChatEndpoint>(
      ChatEndpoint::open({.url = stalled.url(), .model = {}, .key = {}, .times = {}, .bounds = {}})
          .value());
  Writer writer(*ranking_, *searcher_, nullptr, *writer_, nullptr);
  Extractor extractor(*ranking_, *searcher_, nullptr);
  Answerers answerers;
  answerers.extractor = [&] { return &extractor; };
  answerers.generator = [&] { return &writer; };
  AskOptions options{.enough = 0};
  options.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
  const auto asked =
      answer::ask(read_question("when is a matrix invertible").value(), answerers, options);
  ASSERT_TRUE(asked) << asked.error().message;
  ASSERT_THAT(asked->answers, SizeIs(1));
  EXPECT_EQ(asked->answers[0].way, Way::Extracted);
  ASSERT_THAT(asked->remarks, SizeIs(1));
  EXPECT_THAT(asked->remarks[0].text, HasSubstr("did not write in time"));
}

TEST_F(WriterTest, EndsWhereTheModelRepeatsItself) {
  open_matrices();
  FakeEndpoint endless({[](FakeConnection& connection) {
    connection.send(stream_head() + text_event("It is square [1]. "));
    while (connection.send(text_event("It is invertible [1]. "))) {
    }
  }});
  const Answer found = answer(endless);
  ASSERT_THAT(found.sentences, SizeIs(2));
  EXPECT_EQ(found.sentences[1].text.text, "It is invertible.");
  EXPECT_THAT(found.remark.value_or(Remark()).text, HasSubstr("repeats itself"));
  // A single repetition is left out, and does not end the answer.
  FakeEndpoint twice({says("It is square [1]. It is square [1]. It is invertible [1].")});
  EXPECT_THAT(answer(twice).sentences, SizeIs(2));
  EXPECT_FALSE(answer(twice).remark);
}

TEST_F(WriterTest, FailsWhenThereIsNoSentenceToKeep) {
  open_matrices();
  FakeEndpoint cut({sends(stream_head() + text_event("Its determinant is"))});
  EXPECT_FALSE(ask(cut, "when is a matrix invertible"));
  FakeEndpoint empty({says("")});
  const auto found = ask(empty, "when is a matrix invertible");
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, HasSubstr("wrote nothing"));
}

TEST_F(WriterTest, EndsWhenNobodyWaits) {
  open_matrices();
  FakeEndpoint server({says("Yes.")});
  const auto found = ask(server, "when is a matrix invertible", {.is_over = [] { return true; }});
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, HasSubstr("stopped"));
}

}  // namespace
}  // namespace noether::answer
