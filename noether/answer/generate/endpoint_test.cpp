// Tests endpoints that behave correctly and endpoints that do not. The time-outs for which a test
// waits are short; the others are longer than any test.
#include "noether/answer/generate/endpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "noether/answer/generate/fake_endpoint.h"

namespace noether::answer {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

struct Heard {
  std::string text;
  std::optional<TextEnd> end;
  base::Error error;
};

class EndpointTest : public testing::Test {
 protected:
  EndpointTest() {
    options_.first_pause = milliseconds(1);
    options_.model = "euler-7b";
  }

  Heard ask(FakeEndpoint& server, const search::IsOver& is_over = {}) {
    options_.url = server.url();
    return ask(is_over);
  }
  Heard ask(const search::IsOver& is_over = {}) {
    Heard heard;
    const auto endpoint = ChatEndpoint::open(options_);
    if (!endpoint) {
      heard.error = endpoint.error();
      return heard;
    }
    const Question question = read_question("is two even").value();
    const auto end = endpoint->write({.question = question, .passages = {}, .is_over = is_over},
                                     [&](std::string_view piece) {
                                       heard.text += piece;
                                       return true;
                                     });
    if (end) {
      heard.end = *end;
    } else {
      heard.error = end.error();
    }
    return heard;
  }

  EndpointOptions options_;
};

TEST_F(EndpointTest, GivesTheTextAsItIsStreamed) {
  FakeEndpoint server({says("Two is even, as $2 = 2 \\cdot 1$.")});
  const Heard heard = ask(server);
  EXPECT_EQ(heard.text, "Two is even, as $2 = 2 \\cdot 1$.") << heard.error.message;
  EXPECT_EQ(heard.end, TextEnd::Whole);
  ASSERT_THAT(server.requests(), SizeIs(1));
  const std::string request = server.requests()[0];
  EXPECT_THAT(request, HasSubstr("POST /v1/chat/completions HTTP/1.1"));
  const auto body = nlohmann::json::parse(request.substr(request.find("\r\n\r\n")));
  EXPECT_EQ(body["model"], "euler-7b");
  EXPECT_EQ(body["stream"], true);
  ASSERT_EQ(body["messages"].size(), 2U);
  EXPECT_EQ(body["messages"][0]["role"], "system");
  EXPECT_EQ(body["messages"][1]["role"], "user");
}

TEST_F(EndpointTest, SendsTheKeyAndNeverSaysIt) {
  options_.key = "secret-of-gauss";
  FakeEndpoint server(
      {sends(http_head("401 Unauthorized") + R"({"error": "invalid key secret-of-gauss!"})")});
  const Heard heard = ask(server);
  EXPECT_THAT(server.requests().at(0), HasSubstr("Authorization: Bearer secret-of-gauss\r\n"));
  EXPECT_THAT(heard.error.message, EndsWith("401: invalid key ***!"));
  EXPECT_THAT(heard.error.hint, HasSubstr("NOETHER_GENERATOR_KEY"));
  // The key is in the stream, in bytes that are not a reply, and cut in the middle.
  for (const std::string& bytes :
       {http_head("200 OK") + "data: {\"error\": {\"message\": \"bad secret-of-gauss\"}}\n\n",
        http_head("200 OK") + "Bearer secret-of-gauss is not welcome\n\n",
        http_head("400 Bad Request") + std::string(290, 'x') + "secret-of-gauss"}) {
    FakeEndpoint echo({sends(bytes)});
    const Heard said = ask(echo);
    EXPECT_THAT(said.error.message, HasSubstr("***")) << said.error.message;
    EXPECT_THAT(said.error.message, Not(HasSubstr("secret"))) << said.error.message;
    EXPECT_THAT(said.error.message, Not(HasSubstr("gauss"))) << said.error.message;
  }
  options_.key = "two\r\nlines";
  EXPECT_THAT(ask(server).error.message, HasSubstr("cannot be sent"));
}

TEST_F(EndpointTest, TakesAReplyThatIsNotStreamed) {
  FakeEndpoint server(
      {sends(http_head("200 OK", "Content-Type: application/json\r\n") +
             R"({"choices": [{"message": {"content": "Yes."}, "finish_reason": "stop"}]})")});
  const Heard heard = ask(server);
  EXPECT_EQ(heard.text, "Yes.");
  EXPECT_EQ(heard.end, TextEnd::Whole);
}

TEST_F(EndpointTest, TellsThatTheModelMayNotWriteMore) {
  FakeEndpoint server({sends(stream_head() + text_event("Two is") + end_event("length"))});
  EXPECT_EQ(ask(server).end, TextEnd::Full);
}

TEST_F(EndpointTest, ReadsCommentsOtherFieldsAndLinesWithCarriageReturns) {
  FakeEndpoint server(
      {sends(stream_head() + ": ping\r\n\r\nevent: message\r\nid: 7\r\nretry: 5\r\n" +
             "data: {\"choices\": []}\r\n\r\n" + text_event("Yes.") + "data:[DONE]\r\n\r\n")});
  const Heard heard = ask(server);
  EXPECT_EQ(heard.text, "Yes.");
  EXPECT_EQ(heard.end, TextEnd::Whole);
}

TEST_F(EndpointTest, DoesNotWaitForAServerThatKeepsTheConnection) {
  FakeEndpoint server({[](FakeConnection& connection) {
    connection.send(stream_head() + text_event("Yes.") + end_event("stop"));
    connection.stall();
  }});
  EXPECT_EQ(ask(server).end, TextEnd::Whole);
}

TEST_F(EndpointTest, SaysThatNobodyListens) {
  {
    FakeEndpoint gone({says("")});
    options_.url = gone.url();
  }
  const Heard heard = ask();
  EXPECT_THAT(heard.error.message, HasSubstr("no server listens at http://127.0.0.1:"));
  EXPECT_THAT(heard.error.hint, HasSubstr("--generator"));
}

TEST_F(EndpointTest, RefusesWhatIsNoAddress) {
  for (const std::string bad : {"ftp://127.0.0.1/v1", "http://", "file:///etc/passwd", "://"}) {
    options_.url = bad;
    EXPECT_THAT(ask().error.message, HasSubstr("is not an HTTP address")) << bad;
  }
  options_.url = "http://emmy:secret@127.0.0.1/v1";
  EXPECT_THAT(ask().error.message, Not(HasSubstr("secret")));
}

TEST_F(EndpointTest, SaysThatTheModelIsUnknown) {
  FakeEndpoint server({sends(http_head("404 Not Found") +
                             R"({"error": {"message": "model 'euler-7b' not found"}})")});
  const Heard heard = ask(server);
  EXPECT_THAT(heard.error.message, HasSubstr("404: model 'euler-7b' not found"));
  EXPECT_THAT(heard.error.hint, HasSubstr("--model"));
}

TEST_F(EndpointTest, SaysThatThePathIsWrong) {
  FakeEndpoint server({sends(http_head("404 Not Found") + "<html>404 page not found</html>")});
  const Heard heard = ask(server);
  EXPECT_THAT(heard.error.message, HasSubstr("status 404"));
  EXPECT_THAT(heard.error.message, Not(HasSubstr("<html>")));
  EXPECT_THAT(heard.error.hint, HasSubstr("/v1"));
  EXPECT_THAT(server.requests(), SizeIs(1));
}

TEST_F(EndpointTest, CallsGarbageByItsName) {
  for (const std::string& bad : std::vector<std::string>{
           "<html><body>It works!</body></html>", "data: {\"choices\": [", "data: 7\n\n",
           "data: {\"choices\": 7}\n\n", "data: {\"choices\": [{\"delta\": {\"content\": 7}}]}\n\n",
           "data: {\"choices\": [{\"delta\": {}, \"finish_reason\": {}}]}\n\n", "{\"choices\": []}",
           "{\"choices\": [{\"message\": {\"content\": [1]}}]}", "{", "[]",
           std::string("\0\1\2\3", 4)}) {
    FakeEndpoint server({sends(stream_head() + bad)});
    const Heard heard = ask(server);
    EXPECT_FALSE(heard.end) << bad;
    EXPECT_THAT(heard.error.message, HasSubstr("does not send a chat completion")) << bad;
  }
}

TEST_F(EndpointTest, GivesOnTheErrorOfAServerInTheMiddle) {
  FakeEndpoint server({sends(stream_head() + text_event("Two ") +
                             "data: {\"error\": {\"message\": \"out of memory\"}}\n\n")});
  const Heard heard = ask(server);
  EXPECT_EQ(heard.text, "Two ");
  EXPECT_THAT(heard.error.message, HasSubstr("out of memory"));
}

TEST_F(EndpointTest, SurvivesAnErrorOfAnyDepth) {
  constexpr std::size_t kDepth = 200'000;
  FakeEndpoint server({sends(stream_head() + "data: {\"error\": " + std::string(kDepth, '[') +
                             std::string(kDepth, ']') + "}\n\n")});
  EXPECT_THAT(ask(server).error.message, HasSubstr("an error without a message"));
}

TEST_F(EndpointTest, SaysThatTheAnswerIsCutOff) {
  FakeEndpoint server({sends(stream_head() + text_event("Two is"))});
  const Heard heard = ask(server);
  EXPECT_EQ(heard.text, "Two is");
  EXPECT_THAT(heard.error.message, HasSubstr("in the middle"));
  EXPECT_THAT(server.requests(), SizeIs(1)) << "what was shown is not asked for again";
}

TEST_F(EndpointTest, SaysThatAConnectionIsLost) {
  FakeEndpoint server(
      {sends(http_head("200 OK", "Content-Length: 9999\r\n") + text_event("Two "))});
  EXPECT_THAT(ask(server).error.message, HasSubstr("was lost"));
  FakeEndpoint silent({sends("")});
  EXPECT_THAT(ask(silent).error.message, HasSubstr("was lost"));
  FakeEndpoint empty({sends(stream_head())});
  EXPECT_THAT(ask(empty).error.message, HasSubstr("sends an empty reply"));
}

TEST_F(EndpointTest, EndsWhenTheServerNeverAnswers) {
  options_.times.first_byte = milliseconds(300);
  FakeEndpoint server({[](FakeConnection& connection) { connection.stall(); }});
  EXPECT_THAT(ask(server).error.message, HasSubstr("does not answer within 0.3 s"));
}

TEST_F(EndpointTest, EndsWhenTheServerStallsInTheMiddle) {
  options_.times.idle = milliseconds(300);
  FakeEndpoint server({[](FakeConnection& connection) {
    connection.send(stream_head() + text_event("Two is"));
    connection.stall();
  }});
  const Heard heard = ask(server);
  EXPECT_EQ(heard.text, "Two is");
  EXPECT_THAT(heard.error.message, HasSubstr("sent nothing for 0.3 s"));
}

TEST_F(EndpointTest, EndsAnAnswerThatHasNoEnd) {
  options_.bounds.text = 1000;
  FakeEndpoint server({[](FakeConnection& connection) {
    connection.send(stream_head());
    while (connection.send(text_event("and so on "))) {
    }
  }});
  const Heard heard = ask(server);
  EXPECT_EQ(heard.end, TextEnd::Full);
  EXPECT_THAT(heard.text, SizeIs(1000));
}

TEST_F(EndpointTest, EndsAStreamThatSaysNothingForEver) {
  const auto pings = [](FakeConnection& connection) {
    connection.send(stream_head());
    while (connection.send(": still here\n\n")) {
    }
  };
  options_.bounds.reply = 100'000;
  FakeEndpoint server({pings});
  EXPECT_THAT(ask(server).error.message, HasSubstr("more than 100000 bytes"));
  options_.bounds.reply = std::size_t{1} << 40;
  options_.whole = milliseconds(300);
  FakeEndpoint other({pings});
  EXPECT_THAT(ask(other).error.message, HasSubstr("did not end its answer within 0.3 s"));
}

TEST_F(EndpointTest, EndsALineThatHasNoEnd) {
  options_.bounds.line = 10'000;
  FakeEndpoint server({[](FakeConnection& connection) {
    connection.send(stream_head() + "data: {\"choices\": \"");
    while (connection.send("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")) {
    }
  }});
  EXPECT_THAT(ask(server).error.message, HasSubstr("a line of more than 10000 bytes"));
  FakeEndpoint object({[](FakeConnection& connection) {
    connection.send(stream_head() + "{");
    while (connection.send("\"a\": 1,\n")) {
    }
  }});
  EXPECT_THAT(ask(object).error.message, HasSubstr("a line of more than 10000 bytes"));
}

TEST_F(EndpointTest, ReadsLittleOfAnErrorWithoutEnd) {
  FakeEndpoint server({[](FakeConnection& connection) {
    connection.send(http_head("400 Bad Request"));
    while (connection.send("all is lost ")) {
    }
  }});
  const Heard heard = ask(server);
  EXPECT_THAT(heard.error.message, HasSubstr("400: all is lost all is"));
  EXPECT_LT(heard.error.message.size(), 500U);
}

TEST_F(EndpointTest, MakesTextOfBytesThatAreNone) {
  FakeEndpoint server({sends(
      stream_head() + "data: {\"choices\": [{\"delta\": {\"content\": \"a\xFF\xC3z\"}}]}\n\n" +
      end_event("stop"))});
  EXPECT_EQ(ask(server).text, "a\uFFFD\uFFFDz");
}

TEST_F(EndpointTest, TriesAgainWhileNothingIsShown) {
  FakeEndpoint server({sends(http_head("500 Internal Server Error")), sends(""), says("Yes.")});
  const Heard heard = ask(server);
  EXPECT_EQ(heard.text, "Yes.") << heard.error.message;
  EXPECT_THAT(server.requests(), SizeIs(3));
}

TEST_F(EndpointTest, GivesUpAfterSomeTries) {
  FakeEndpoint server({sends(http_head("503 Service Unavailable") + "loading model")});
  EXPECT_THAT(ask(server).error.message, HasSubstr("503: loading model"));
  EXPECT_THAT(server.requests(), SizeIs(3));
}

TEST_F(EndpointTest, WaitsAsLongAsTheServerAsks) {
  std::vector<milliseconds> waits;
  options_.wait = [&](milliseconds time, const search::IsOver&) {
    waits.push_back(time);
    return true;
  };
  FakeEndpoint server({sends(http_head("429 Too Many Requests", "Retry-After: 7\r\n")),
                       sends(http_head("503 Service Unavailable")), says("Yes.")});
  EXPECT_EQ(ask(server).text, "Yes.");
  EXPECT_THAT(waits, ElementsAre(milliseconds(7000), 2 * options_.first_pause));
  FakeEndpoint long_wait({sends(http_head("429 Too Many Requests", "Retry-After: 3600\r\n"))});
  const Heard heard = ask(long_wait);
  EXPECT_THAT(heard.error.hint, HasSubstr("wait 3600 s"));
  EXPECT_THAT(long_wait.requests(), SizeIs(1));
  EXPECT_THAT(waits, SizeIs(2)) << "a server that asks for an hour is not waited for";
}

TEST(WaitFor, EndsWhenItIsOver) {
  int looks = 0;
  EXPECT_FALSE(wait_for(std::chrono::hours(1), [&] { return ++looks > 1; }));
  EXPECT_EQ(looks, 2);
  EXPECT_TRUE(wait_for(milliseconds(1), {}));
}

TEST_F(EndpointTest, StopsWhenNobodyWaits) {
  FakeEndpoint server({[](FakeConnection& connection) {
    connection.send(stream_head() + text_event("Two is"));
    connection.stall();
  }});
  EXPECT_THAT(ask(server, [&] { return !server.requests().empty(); }).error.message,
              HasSubstr("stopped"));
  // The search also stops during the pause before the next try.
  options_.first_pause = milliseconds(10'000);
  FakeEndpoint busy({sends(http_head("503 Service Unavailable"))});
  EXPECT_THAT(ask(busy, [&] { return !busy.requests().empty(); }).error.message,
              HasSubstr("stopped"));
}

TEST(HttpAddress, KnowsThisMachine) {
  EXPECT_TRUE(is_local_address("http://localhost:8080/v1"));
  EXPECT_TRUE(is_local_address("http://127.0.0.1:11434/v1"));
  EXPECT_TRUE(is_local_address("http://[::1]:8080/v1"));
  EXPECT_FALSE(is_local_address("https://127.example.org/v1"));
  EXPECT_FALSE(is_local_address("https://api.example.org/v1"));
}

}  // namespace
}  // namespace noether::answer
