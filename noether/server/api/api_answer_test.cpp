// Answers to questions as a stream of events.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "noether/answer/generate/fake_endpoint.h"
#include "noether/server/api/api.h"
#include "noether/server/api/api_fixture.h"

namespace noether::server {
namespace {

using nlohmann::json;
using testing::Contains;
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

TEST_F(ApiAnswerTest, ComputesWithAVerdictAndSteps) {
  const Outcome outcome = get("/api/v1/answer?q=Solve+for+%24x%24:+%242x%2B4%3D10%24");
  ASSERT_THAT(names(outcome.json), ElementsAre("answer", "sentence", "sentence", "done"));
  EXPECT_EQ(outcome.json[0]["data"]["how"], "computed");
  EXPECT_EQ(outcome.json[1]["data"]["notes"][0]["verdict"], "proven");
  EXPECT_EQ(outcome.json[2]["data"]["role"], "shows");
}

TEST_F(ApiAnswerTest, OffersAComputationBehindAnExtractedAnswer) {
  const std::string q = "q=my+teacher+says+to+simplify+%242x%2B3x%24+but+how+to+squeeze&enough=0";
  const Outcome outcome = get("/api/v1/answer?" + q);
  ASSERT_THAT(names(outcome.json), ElementsAre("answer", "source", "sentence", "offered", "done"));
  EXPECT_EQ(outcome.json[3]["data"]["how"], "computed");
  EXPECT_EQ(shown(outcome.json[3]["data"]["sentences"][0]["parts"]), "$2x+3x = 5x$.");
  EXPECT_THAT(names(get("/api/v1/answer?how=extract&" + q).json), Not(Contains("offered")));
}

TEST_F(ApiAnswerTest, WarnsOfAFormulaOfTheQuestionFirst) {
  const std::string body = R"({"q": "how to squeeze ü $1+\\frac{}$", "enough": 0})";
  const Outcome outcome = post("/api/v1/answer", body);
  ASSERT_THAT(names(outcome.json), ElementsAre("warning", "answer", "source", "sentence", "done"));
  const json& warning = outcome.json[0]["data"];
  EXPECT_EQ(warning["latex"], "1+\\frac{}");
  EXPECT_EQ(warning["message"], "missing argument of \\frac");
  EXPECT_EQ(warning["span"], (json{{"begin", 2}, {"end", 7}}));
  EXPECT_THAT(warning["hint"].get<std::string>(), HasSubstr("the rest of the formula is read"));
  // The cache gives the same answer.
  EXPECT_EQ(post("/api/v1/answer", body).text, outcome.text);
  // A formula that cannot be read at all is ignored.
  const Outcome other = get("/api/v1/answer?q=how+to+squeeze+%24%7D%24&enough=0");
  ASSERT_EQ(other.status, 200U) << other.text;
  EXPECT_EQ(other.json[0]["data"]["message"], "unexpected }");
  EXPECT_EQ(get("/api/v1/answer?q=%24%7D%24").status, 422U);
}

TEST_F(ApiAnswerTest, TakesALongQuestionInTheBody) {
  const Outcome asked = get("/api/v1/answer?q=how+to+squeeze&enough=0&limit=500");
  const std::string body = R"({"q": "how to squeeze", "enough": 0, "limit": 500})";
  EXPECT_EQ(post("/api/v1/answer", body).text, asked.text);
  std::string question = "how to squeeze";
  while (question.size() < 12'000) question += " and how to squeeze";
  const Outcome outcome =
      post("/api/v1/answer", json{{"q", question}, {"enough", 0}, {"how", "extract"}}.dump());
  EXPECT_EQ(outcome.type, "text/event-stream");
  ASSERT_THAT(names(outcome.json), ElementsAre("answer", "source", "sentence", "done"));
  EXPECT_EQ(outcome.json[1]["data"]["id"], "a2");
}

TEST_F(ApiAnswerTest, RefusesABodyThatIsNoQuestion) {
  EXPECT_EQ(post("/api/v1/answer", "{}").status, 422U);
  EXPECT_EQ(post("/api/v1/answer", "how to squeeze").status, 400U);
  EXPECT_EQ(post("/api/v1/answer", R"({"q": "how to squeeze", "size": 1})").status, 422U);
  EXPECT_EQ(post("/api/v1/answer", json{{"q", std::string(20'000, 'x')}}.dump()).status, 422U);
}

TEST_F(ApiAnswerTest, KnowsWhichRequestsAGeneratorMayWrite) {
  const auto may_be_written_by = [](const std::string& how, std::string q) {
    Request request;
    request.method = "POST";
    request.body = json{{"q", std::move(q)}, {"how", how}}.dump();
    return may_be_written(request);
  };
  EXPECT_TRUE(may_be_written_by("all", "x"));
  EXPECT_TRUE(may_be_written_by("generate", std::string(answer::kMaxQuestionBytes, '\x01')));
  EXPECT_FALSE(may_be_written_by("extract", "x"));
  EXPECT_FALSE(may_be_written_by("all", std::string(500'000, 'x'))) << "it will be refused";
  Request request;
  request.method = "GET";
  EXPECT_TRUE(may_be_written(request));
  request.parameters = {{"how", "compute"}};
  EXPECT_FALSE(may_be_written(request));
}

TEST_F(ApiAnswerTest, RefusesToGenerateWithoutAGenerator) {
  EXPECT_EQ(get("/api/v1/answer?q=how+to+squeeze&how=generate").status, 422U);
  EXPECT_EQ(get("/api/v1/answer?q=how+to+squeeze&how=guess").status, 400U);
}

TEST_F(ApiAnswerTest, SendsWhatAModelWrites) {
  answer::FakeEndpoint generator({answer::says(
      "The derivative of sine at zero is one [1]. <b>Nobody</b> knows the rest [9].")});
  open_state({}, generator.url());
  const Outcome outcome = get("/api/v1/answer?q=derivative+of+sine&how=generate&enough=0");
  std::string cited_document;
  if (outcome.json.size() == 5) {
    const std::string id = outcome.json[1]["data"]["id"];
    const std::string passage = outcome.json[2]["data"]["cites"][0]["passage"];
    cited_document = get("/api/v1/document/" + id + "?passage=" + passage).text;
  }
  open_state();
  ASSERT_THAT(names(outcome.json), ElementsAre("answer", "source", "sentence", "sentence", "done"))
      << outcome.text;
  EXPECT_EQ(outcome.json[0]["data"]["how"], "generated");
  EXPECT_EQ(outcome.json[0]["data"]["model"], nullptr);
  const json& cites = outcome.json[2]["data"]["cites"];
  ASSERT_EQ(cites.size(), 1U);
  EXPECT_EQ(cites[0]["source"], 1);
  EXPECT_THAT(cited_document, HasSubstr("\"matched\"")) << cites;
  EXPECT_EQ(outcome.json[2]["data"]["notes"][0]["kind"], "citation");
  EXPECT_EQ(shown(outcome.json[3]["data"]["parts"]), "<b>Nobody</b> knows the rest [9].");
  EXPECT_EQ(outcome.json[3]["data"]["notes"][0]["verdict"], "missing");
}

// The messages of a server of models may contain addresses and keys.
TEST_F(ApiAnswerTest, DoesNotTellVisitorsWhatTheGeneratorSaid) {
  const std::string secret = "ask 10.1.2.3 with key sk-euler";
  const std::string broken = answer::stream_head() + answer::text_event("It is one [1]. It");
  const std::string error = "data: {\"error\": \"" + secret + "\"}\n\n";
  answer::FakeEndpoint generator({answer::sends(answer::http_head("400 Bad Request") + secret),
                                  answer::sends(answer::http_head("400 Bad Request") + secret),
                                  answer::sends(broken + error)});
  open_state({}, generator.url());
  const Outcome all = get("/api/v1/answer?q=derivative+of+sine&enough=0");
  const Outcome alone = get("/api/v1/answer?q=derivative+of+sine&enough=0&how=generate");
  const Outcome half = get("/api/v1/answer?q=derivative+of+sine&enough=0&how=generate");
  const std::string url = generator.url();
  open_state();
  EXPECT_EQ(all.json[0]["data"]["text"], "the answer is extracted, because the generator failed");
  EXPECT_EQ(alone.json.back()["event"], "problem");
  EXPECT_EQ(alone.json.back()["data"]["status"], 502);
  EXPECT_EQ(alone.json.back()["data"]["detail"], "the generator did not write an answer");
  EXPECT_THAT(half.text, HasSubstr("the end of the answer is missing"));
  for (const Outcome& outcome : {all, alone, half}) {
    EXPECT_THAT(outcome.text, Not(HasSubstr("10.1.2.3")));
    EXPECT_THAT(outcome.text, Not(HasSubstr("sk-euler")));
    EXPECT_THAT(outcome.text, Not(HasSubstr(url)));
  }
}

TEST_F(ApiAnswerTest, ExtractsWhenTheGeneratorIsBusy) {
  answer::FakeEndpoint generator({answer::says("The derivative of sine at zero is one [1].")});
  open_state({}, generator.url());
  Request request;
  request.method = "GET";
  request.may_wait = false;
  const std::string target = "/api/v1/answer?q=derivative+of+sine&enough=0";
  const json extracted = ask(request, target).json;
  const Outcome refused = ask(request, target + "&how=generate");
  const json written = get(target).json;
  const json cached = ask(request, target).json;
  const json alone = get(target + "&how=generate").json;
  const json alone_cached = ask(request, target + "&how=generate").json;
  open_state();
  EXPECT_EQ(alone[0]["data"]["how"], "generated");
  EXPECT_EQ(alone_cached, alone);
  EXPECT_EQ(extracted[0]["data"]["text"], "the answer is extracted, because the generator is busy");
  EXPECT_EQ(extracted[1]["data"]["how"], "extracted");
  EXPECT_EQ(refused.status, 503U);
  EXPECT_EQ(written[0]["data"]["how"], "generated");
  EXPECT_EQ(cached, written);
}

TEST_F(ApiAnswerTest, KeepsAnAnswerWhoseRemarkWillNotChange) {
  answer::FakeEndpoint generator({answer::says("I do not know."), answer::says("One [1].")});
  open_state({}, generator.url());
  const std::string target = "/api/v1/answer?q=derivative+of+sine&enough=0";
  const json unknown = get(target).json;
  const json cached = get(target).json;
  open_state();
  EXPECT_THAT(names(unknown), Contains("remark"));
  EXPECT_EQ(cached, unknown);
  EXPECT_EQ(generator.requests().size(), 1U);
}

TEST_F(ApiAnswerTest, SaysHowAnAnswerCameAboutThatIsNotLikelyEnough) {
  answer::FakeEndpoint generator({answer::says("Elephants migrate southwards [1].")});
  open_state({}, generator.url());
  const json written = get("/api/v1/answer?q=derivative+of+sine&how=generate").json;
  open_state();
  EXPECT_EQ(written[0]["data"]["is_known"], false);
  EXPECT_EQ(written[0]["data"]["how"], "generated");
  const json extracted = get("/api/v1/answer?q=derivative+of+sine&enough=1").json;
  EXPECT_EQ(extracted[0]["data"]["how"], "extracted");
  EXPECT_EQ(get("/api/v1/answer?q=how+are+you&how=compute").json[0]["data"]["how"], nullptr);
}

TEST_F(ApiAnswerTest, AsksAGeneratorThatFailedOnceMore) {
  answer::FakeEndpoint generator({answer::sends(answer::http_head("400 Bad Request")),
                                  answer::says("The derivative of sine at zero is one [1].")});
  open_state({}, generator.url());
  const std::string target = "/api/v1/answer?q=derivative+of+sine&enough=0";
  const json failed = get(target).json;
  const json written = get(target).json;
  const json cached = get(target).json;
  open_state();
  EXPECT_THAT(names(failed), Contains("remark"));
  EXPECT_EQ(failed[1]["data"]["how"], "extracted");
  EXPECT_EQ(written[0]["data"]["how"], "generated");
  EXPECT_EQ(cached, written);
  EXPECT_EQ(generator.requests().size(), 2U);
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

// One document with equations.
class ApiCheckedAnswerTest : public ApiAnswerTest {
 protected:
  static void SetUpTestSuite() {
    text::Document document;
    document.id = "sums";
    document.kind = "theorem";
    document.fields = {
        api_field("title", "Sums"),
        api_field("body", "To add apples we get $2+2 = 5$ and $(x+1)^2 = x^2+2x+1$.")};
    make_index({document});
    open_state();
  }

  // The events of a request that is over as soon as the first event with this name is sent.
  static json events_until(std::string_view name, std::string_view target) {
    const auto read = read_target(target);
    auto is_over = std::make_shared<std::atomic<bool>>(false);
    Request request;
    request.method = "GET";
    request.path = read->path;
    request.parameters = read->parameters;
    request.abandoned = is_over;
    const Response response = router_->find("GET", request.path)->route->handler(request);
    std::string text = response.body;
    if (response.events) {
      response.events(request, [&](const std::string& more) {
        text += more;
        if (more.contains(fmt::format("event: {}\n", name))) *is_over = true;
      });
    }
    return events(text);
  }
};

constexpr std::string_view kApples = "/api/v1/answer?q=how+to+add+apples&enough=0";

TEST_F(ApiCheckedAnswerTest, TellsWhatAlgebraSaysBehindTheSentences) {
  const Outcome outcome = get(kApples);
  ASSERT_THAT(names(outcome.json),
              ElementsAre("answer", "source", "sentence", "note", "note", "done"));
  const json& refuted = outcome.json[3]["data"];
  EXPECT_EQ(refuted["sentence"], 1);
  EXPECT_EQ(refuted["formula"], 0);
  EXPECT_EQ(refuted["verdict"], "refuted");
  EXPECT_EQ(refuted["counterexample"]["a"], "4");
  EXPECT_EQ(refuted["counterexample"]["b"], "5");
  const json& proven = outcome.json[4]["data"];
  EXPECT_EQ(proven["sentence"], 1);
  EXPECT_EQ(proven["formula"], 1);
  EXPECT_EQ(proven["verdict"], "proven");
  EXPECT_GE(proven["proof"].size(), 2U);
}

TEST_F(ApiCheckedAnswerTest, TellsAWholeAnswerWhoseChecksTakeTooLongAndDoesNotKeepIt) {
  const std::string target = std::string(kApples) + "&limit=500";
  for (const std::string_view name : {"answer", "sentence", "note"}) {
    const json cut = events_until(name, target);
    EXPECT_THAT(names(cut), Contains("remark")) << name;
    EXPECT_THAT(names(cut), Contains("sentence")) << name;
    ASSERT_EQ(cut.back()["event"], "done") << name;
    EXPECT_THAT(cut.back()["data"]["markdown"].get<std::string>(), HasSubstr("To add apples"));
  }
  EXPECT_THAT(names(events_until("done", target)),
              ElementsAre("answer", "source", "sentence", "note", "note", "done"));
}

TEST_F(ApiCheckedAnswerTest, SaysWhenAComputationTakesTooLong) {
  Request request;
  request.method = "GET";
  request.deadline = std::chrono::steady_clock::now();
  const json cut = ask(request, "/api/v1/answer?how=compute&q=Factor+%24x%5E4-1%24").json;
  ASSERT_THAT(names(cut), ElementsAre("problem"));
  EXPECT_EQ(cut[0]["data"]["status"], 503);
}

TEST_F(ApiCheckedAnswerTest, SaysWhenThereIsNoTimeAtAll) {
  Request request;
  request.method = "GET";
  request.deadline = std::chrono::steady_clock::now();
  EXPECT_THAT(names(ask(request, "/api/v1/answer?q=which+apples+are+there&enough=0").json),
              ElementsAre("problem"));
}

}  // namespace
}  // namespace noether::server
