#include "noether/server/http/answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/server/http/metrics.h"
#include "noether/server/http/response.h"

using namespace noether::server;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

namespace {

Request get_request() {
  Request request;
  request.method = "GET";
  return request;
}

TEST(Answer, LeavesOutHeadersThatWouldBreakOutOfTheirLine) {
  Response response = json_response("{}");
  response.headers.emplace_back("X-Bad", "a\r\nSet-Cookie: b");
  response.headers.emplace_back("X-Good", "a b");
  const std::string head =
      head_text(make_answer(get_request(), std::move(response)), Framing::Length, true);
  EXPECT_THAT(head, HasSubstr("X-Good: a b\r\n"));
  EXPECT_THAT(head, Not(HasSubstr("Set-Cookie")));
}

TEST(Answer, HasADateAsHttpWantsIt) {
  const std::string head =
      head_text(make_answer(get_request(), json_response("{}")), Framing::Length, true);
  EXPECT_THAT(head, MatchesRegex("HTTP/1.1 200 OK\r\nDate: [A-Z][a-z][a-z], [0-9][0-9] "
                                 "[A-Z][a-z][a-z] [0-9]+ [0-9][0-9]:[0-9][0-9]:[0-9][0-9] GMT\r\n"
                                 "(.|\r|\n)*"));
}

TEST(Answer, IsCachedOnlyWithATag) {
  const auto cache = [](Response response) {
    const Answer answer = make_answer(get_request(), std::move(response));
    return std::string(find_value(answer.headers, "Cache-Control").value_or(""));
  };
  EXPECT_EQ(cache(json_response("{}")), "no-store");
  EXPECT_EQ(cache(json_response("{}", "t")), "no-cache");
  Response kept = json_response("{}", "t");
  kept.cache_control = "max-age=1";
  EXPECT_EQ(cache(std::move(kept)), "max-age=1");
}

TEST(Answer, KeepsThePolicyOfAPageThatHasOne) {
  Response response = json_response("{}");
  response.headers.emplace_back("Content-Security-Policy", "script-src 'self'");
  const Answer answer = make_answer(get_request(), std::move(response));
  EXPECT_EQ(find_value(answer.headers, "Content-Security-Policy"), "script-src 'self'");
}

// A browser replaces the headers that it kept by those of a 304.
TEST(Answer, KeepsThePolicyOfAPageThatTheClientHas) {
  Request request = get_request();
  request.headers.emplace_back("if-none-match", "*");
  Response response = json_response("{}", "t");
  response.headers.emplace_back("Content-Security-Policy", "script-src 'self'");
  const Answer answer = make_answer(request, std::move(response));
  EXPECT_EQ(answer.status, 304U);
  EXPECT_EQ(find_value(answer.headers, "Content-Security-Policy"), "script-src 'self'");
}

TEST(Answer, SaysNotModifiedOnlyOfWhatWasFound) {
  Request request = get_request();
  const Answer first = make_answer(request, json_response("{}", "t"));
  request.headers.emplace_back("if-none-match", find_value(first.headers, "ETag").value_or(""));
  EXPECT_EQ(make_answer(request, json_response("{}", "t")).status, 304U);
  Response missing = problem(404, "Nothing");
  missing.etag = "t";
  EXPECT_EQ(make_answer(request, std::move(missing)).status, 404U);
  request.method = "POST";
  EXPECT_EQ(make_answer(request, json_response("{}", "t")).status, 200U);
}

TEST(Chunk, HasItsLengthInHexadecimal) {
  EXPECT_EQ(chunk_text(std::string(17, 'x')), "11\r\n" + std::string(17, 'x') + "\r\n");
  EXPECT_EQ(chunk_text(""), "0\r\n\r\n");
}

TEST(Problem, PointsAtItsPlaceAndQuotesAnyBytes) {
  const Response response = problem(422, "The query cannot be read", "it has \xff in it",
                                    {"q", "", noether::base::Span{3, 5}}, "leave it out");
  EXPECT_EQ(response.status, 422U);
  EXPECT_EQ(response.content_type, "application/problem+json");
  EXPECT_THAT(response.body, HasSubstr("\"parameter\":\"q\""));
  EXPECT_THAT(response.body, HasSubstr("\"span\":{\"begin\":3,\"end\":5}"));
  EXPECT_THAT(response.body, HasSubstr("\xEF\xBF\xBD"));
  EXPECT_THAT(response.body, Not(HasSubstr("pointer")));
}

TEST(LogLine, StaysOneLineWhateverWasSent) {
  const std::string line = log_text({.client = "::1",
                                     .method = "GET",
                                     .target = "/\"\n\x1b[31m" + std::string(5000, 'x'),
                                     .status = 200,
                                     .bytes = 12,
                                     .seconds = 0.0034});
  EXPECT_THAT(line, HasSubstr("\"GET /\\x22\\x0a\\x1b[31mxx"));
  EXPECT_THAT(line, HasSubstr("200 12 B 3.4 ms"));
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_LT(line.size(), 1200U);
}

}  // namespace
