// Answers to questions as a stream of events.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/server/api/api_fixture.h"

namespace noether::server {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class ApiAnswerTest : public ApiTest {
 protected:
  static std::vector<std::string> names(const json& events) {
    std::vector<std::string> names;
    for (const json& event : events) names.push_back(event["event"]);
    return names;
  }
};

TEST_F(ApiAnswerTest, TellsSourcesBeforeTheirSentences) {
  const Outcome outcome = get("/api/v1/answer?q=how+to+squeeze&enough=0");
  ASSERT_EQ(outcome.status, 200U) << outcome.text;
  EXPECT_EQ(outcome.type, "text/event-stream");
  ASSERT_THAT(names(outcome.json), ElementsAre("answer", "source", "sentence", "done"));
  const json& answer = outcome.json[0]["data"];
  EXPECT_EQ(answer["is_known"], true);
  EXPECT_EQ(answer["how"], "extracted");
  const json& source = outcome.json[1]["data"];
  EXPECT_EQ(source["number"], 1);
  EXPECT_EQ(source["id"], "a2");
  EXPECT_EQ(shown(source["title"]), "The limit of $\\frac{\\sin x}{x}$");
  const json& sentence = outcome.json[2]["data"];
  EXPECT_EQ(shown(sentence["parts"]), "Squeeze: $\\cos x \\le \\frac{\\sin x}{x} \\le 1$.");
  EXPECT_EQ(sentence["source"], 1);
  EXPECT_THAT(outcome.json[3]["data"]["markdown"].get<std::string>(), HasSubstr("[1] a2"));
}

TEST_F(ApiAnswerTest, SaysWhenNoAnswerIsLikelyEnough) {
  const Outcome outcome = get("/api/v1/answer?q=recipes+for+a+cake");
  ASSERT_THAT(names(outcome.json), ElementsAre("answer", "done"));
  EXPECT_EQ(outcome.json[0]["data"]["is_known"], false);
  EXPECT_EQ(outcome.json[1]["data"]["markdown"], nullptr);
}

TEST_F(ApiAnswerTest, IsTheSameFromTheCache) {
  const std::string target = "/api/v1/answer?q=derivative+of+sine&enough=0";
  EXPECT_EQ(get(target).text, get(target).text);
  EXPECT_NE(get(target).text, get("/api/v1/answer?q=derivative+of+sine&enough=1").text);
}

TEST_F(ApiAnswerTest, TextIsNeverMarkup) {
  const Outcome outcome = get("/api/v1/answer?q=bold+script+limit+end&enough=0");
  ASSERT_EQ(outcome.status, 200U);
  for (const json& event : outcome.json) {
    if (event["event"] != "sentence") continue;
    for (const json& part : event["data"]["parts"]) {
      EXPECT_TRUE(part.contains("text") || part.contains("latex")) << part;
    }
  }
  EXPECT_THAT(outcome.text, Not(HasSubstr("\x01")));
}

TEST_F(ApiAnswerTest, AnEventIsOneLineOfData) {
  const Outcome outcome = get("/api/v1/answer?q=limit+sine&enough=0");
  std::size_t lines = 0;
  for (const char c : outcome.text) lines += c == '\n' ? 1 : 0;
  EXPECT_EQ(lines, 3 * outcome.json.size());
}

TEST_F(ApiAnswerTest, RefusesWhatIsNoQuestion) {
  EXPECT_EQ(get("/api/v1/answer?q=%3F%3F").status, 422U);
  EXPECT_EQ(get("/api/v1/answer?q=" + std::string(20'000, 'x')).status, 422U);
  EXPECT_EQ(get("/api/v1/answer?q=x&limit=1").status, 400U);
}

TEST_F(ApiAnswerTest, ThePassageOfASentenceIsMarkedInItsDocument) {
  const Outcome answer = get("/api/v1/answer?q=how+to+squeeze&enough=0");
  const std::string passage = answer.json[2]["data"]["passage"];
  const Outcome document = get("/api/v1/document/a2?passage=" + passage);
  ASSERT_EQ(document.status, 200U) << document.text;
  EXPECT_EQ(shown(document.json["paragraphs"][0]),
            "[Squeeze: ][$\\cos x \\le \\frac{\\sin x}{x} \\le 1$][.]");
  EXPECT_EQ(shown(get("/api/v1/document/a2?passage=9:0-5").json["paragraphs"][0]),
            "Squeeze: $\\cos x \\le \\frac{\\sin x}{x} \\le 1$.");
  for (const std::string bad : {"1", "1:2", "1:5-5", "a:0-1", "1:0-9x", "1:0-99999999999"}) {
    EXPECT_EQ(get("/api/v1/document/a2?passage=" + bad).status, 422U) << bad;
  }
}

}  // namespace
}  // namespace noether::server
