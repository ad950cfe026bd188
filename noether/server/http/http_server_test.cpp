// Tests of the protocol from the client's side, on real sockets.
#include "noether/server/http/http_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <sstream>
#include <string>

#include "noether/server/http/response.h"
#include "noether/server/http/test_server.h"

using namespace noether::server;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

namespace {

Router echo_router() {
  Router router;
  router.get("/echo/{word}", [](const Request& request) {
    return json_response("\"" + std::string(request.path_value("word")) + "\"");
  });
  router.get("/query", [](const Request& request) {
    return json_response(std::string(request.parameter("q").value_or("none")));
  });
  router.post("/length", [](const Request& request) {
    return json_response(std::to_string(request.body.size()));
  });
  router.get("/broken", [](const Request&) -> Response { throw std::runtime_error("a secret"); });
  router.get("/health", [](const Request&) { return json_response("{}"); },
             {.immediate = true, .lane = Lane::Quick, .open = true, .etag = {}});
  return router;
}

TEST(HttpServer, AnswersOneRequestAfterTheOtherOnAConnection) {
  const TestServer server(echo_router());
  TestClient client(server.port());
  for (int i = 0; i < 3; ++i) {
    const Reply reply = client.get("/echo/" + std::to_string(i));
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body, "\"" + std::to_string(i) + "\"");
    EXPECT_EQ(reply.header("connection"), "keep-alive");
  }
}

TEST(HttpServer, AnswersRequestsThatCameTogetherInTheirOrder) {
  const TestServer server(echo_router());
  TestClient client(server.port());
  std::string many;
  for (int i = 0; i < 20; ++i) {
    many += "GET /echo/" + std::to_string(i) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }
  client.send(many);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(client.read().body, "\"" + std::to_string(i) + "\"");
}

TEST(HttpServer, ClosesWhenTheClientAsksForItOrSpeaksHttp10) {
  const TestServer server(echo_router());
  TestClient closing(server.port());
  EXPECT_EQ(closing.get("/echo/a", "Connection: close\r\n").header("connection"), "close");
  EXPECT_TRUE(closing.is_closed_by_server());
  TestClient old(server.port());
  old.send("GET /echo/a HTTP/1.0\r\n\r\n");
  EXPECT_EQ(old.read().body, "\"a\"");
  EXPECT_TRUE(old.is_closed_by_server());
}

TEST(HttpServer, DecodesPathsAndParameters) {
  const TestServer server(echo_router());
  TestClient client(server.port());
  EXPECT_EQ(client.get("/echo/a%2Fb%C3%A9").body, "\"a/bé\"");
  EXPECT_EQ(client.get("/query?p=1&q=x%5E2+%2B+1").body, "x^2 + 1");
}

TEST(HttpServer, AnswersHeadWithTheHeadersOfGetAlone) {
  const TestServer server(echo_router());
  TestClient client(server.port());
  client.send("HEAD /echo/abc HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const Reply reply = client.read(false);
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.header("content-length"), "5");
  EXPECT_EQ(client.get("/echo/next").body, "\"next\"");
}

TEST(HttpServer, ReadsBodiesWithALengthAndInChunks) {
  const TestServer server(echo_router());
  TestClient client(server.port());
  EXPECT_EQ(client.post("/length", std::string(70'000, 'x')).body, "70000");
  client.send(
      "POST /length HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
      "5\r\nabcde\r\n3\r\nfgh\r\n0\r\n\r\n");
  EXPECT_EQ(client.read().body, "8");
}

TEST(HttpServer, InvitesTheBodyOfAClientThatWaitsForIt) {
  const TestServer server(echo_router());
  TestClient client(server.port());
  client.send(
      "POST /length HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
      "Expect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.read().status, 100);
  client.send("abc");
  EXPECT_EQ(client.read().body, "3");
  client.send(
      "POST /length HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
      "Expect: 100-Continue\r\n\r\n");
  EXPECT_EQ(client.read().status, 100);
  client.send("abc");
  EXPECT_EQ(client.read().body, "3");
  // HTTP/1.0 has no interim response.
  TestClient old(server.port());
  old.send("POST /length HTTP/1.0\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc");
  EXPECT_EQ(old.read().body, "3");
  // A client is not invited to send a body that would be refused.
  client.send(
      "POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
      "Expect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.read().status, 404);
}

TEST(HttpServer, SaysWhatIsWrongWithARequestAsAProblem) {
  const TestServer server(echo_router());
  TestClient client(server.port());
  const Reply missing = client.get("/nowhere");
  EXPECT_EQ(missing.status, 404);
  EXPECT_EQ(missing.header("content-type"), "application/problem+json");
  EXPECT_THAT(missing.body, HasSubstr("\"status\":404"));
  const Reply wrong = client.post("/echo/a", "");
  EXPECT_EQ(wrong.status, 405);
  EXPECT_EQ(wrong.header("allow"), "GET, HEAD");
  EXPECT_EQ(client.get("/echo/%zz").status, 400);
  EXPECT_EQ(client.get("/echo/../../etc/passwd").status, 400);
  EXPECT_EQ(client.get("/echo/%2e%2e").status, 400);
  EXPECT_EQ(client.get("/query?q=%ff").status, 400);
}

TEST(HttpServer, RefusesWhatIsNoHttpAndCloses) {
  const TestServer server(echo_router());
  for (const std::string_view bytes :
       {"nonsense\r\n\r\n", "GET /\x01 HTTP/1.1\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n",
        "POST /length HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        "POST /length HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: "
        "chunked\r\n\r\n",
        "POST /length HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: "
        "4\r\n\r\nabcd"}) {
    TestClient client(server.port());
    client.send(bytes);
    const Reply reply = client.read();
    EXPECT_THAT(reply.status, ::testing::AnyOf(400, 505)) << bytes;
    EXPECT_TRUE(client.is_closed_by_server()) << bytes;
  }
}

// Servers may disagree about where such a body ends, so no request may follow it.
TEST(HttpServer, RefusesTransferCodingsItDoesNotKnowAndCloses) {
  const TestServer server(echo_router());
  for (const std::string_view coding : {"xchunked", "identity", "gzip, chunked", "chunked;q=1"}) {
    TestClient client(server.port());
    client.send(
        "POST /length HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: " + std::string(coding) +
        "\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    EXPECT_THAT(client.read().status, ::testing::AnyOf(400, 501)) << coding;
    EXPECT_TRUE(client.is_closed_by_server()) << coding;
  }
  TestClient client(server.port());
  client.send(
      "POST /length HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: Chunked\r\n\r\n"
      "1\r\na\r\n0\r\n\r\n");
  EXPECT_EQ(client.read().body, "1");
}

TEST(HttpServer, TakesTargetsWithAHost) {
  const TestServer server(echo_router());
  TestClient client(server.port());
  EXPECT_EQ(client.get("http://localhost:80/echo/a").body, "\"a\"");
  EXPECT_EQ(client.get("HTTP://127.0.0.1/query?q=b").body, "b");
  EXPECT_EQ(client.get("http://localhost").status, 404);
  EXPECT_EQ(client.get("http://evil.example/health").status, 421) << "whatever the header says";
}

TEST(HttpServer, TellsNothingOfWhatFailedInside) {
  const TestServer server(echo_router());
  TestClient client(server.port());
  const Reply reply = client.get("/broken");
  EXPECT_EQ(reply.status, 500);
  EXPECT_THAT(reply.body, Not(HasSubstr("secret")));
  EXPECT_EQ(client.get("/echo/a").status, 200);
}

TEST(HttpServer, AnswersOnlyForThisMachineUnlessOtherwiseTold) {
  HttpOptions options;
  options.host_names = {"notes.example"};
  TestServer server(echo_router(), options);
  const auto ask = [&](const std::string& host) {
    TestClient client(server.port());
    client.send("GET /health HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    return client.read().status;
  };
  EXPECT_EQ(ask("localhost:1234"), 200);
  EXPECT_EQ(ask("127.0.0.1"), 200);
  EXPECT_EQ(ask("[::1]:80"), 200);
  EXPECT_EQ(ask("notes.example"), 200);
  EXPECT_EQ(ask("evil.example"), 421);
  EXPECT_EQ(ask("127.0.0.1.evil.example"), 421);
}

TEST(HttpServer, WantsOneHost) {
  TestServer server(echo_router());
  const auto ask = [&](const std::string& hosts) {
    TestClient client(server.port());
    client.send("GET /health HTTP/1.1\r\n" + hosts + "\r\n");
    return client.read().status;
  };
  EXPECT_EQ(ask(""), 400);
  EXPECT_EQ(ask("Host: localhost\r\nHost: localhost\r\n"), 400);
}

TEST(HttpServer, TakesNothingThatPagesOfOtherHostsSend) {
  HttpOptions options;
  options.host_names = {"notes.example"};
  TestServer server(echo_router(), options);
  const auto ask = [&](const std::string& origin) {
    TestClient client(server.port());
    client.send("POST /length HTTP/1.1\r\nHost: localhost:8080\r\nContent-Length: 0\r\nOrigin: " +
                origin + "\r\n\r\n");
    return client.read().status;
  };
  EXPECT_EQ(ask("http://localhost:8080"), 200);
  EXPECT_EQ(ask("https://notes.example"), 200);
  EXPECT_EQ(ask("https://evil.example"), 403);
  EXPECT_EQ(ask("https://localhost.evil.example"), 403);
  EXPECT_EQ(ask("null"), 403);
}

TEST(HttpServer, WantsItsTokenFromEverybodyButForOpenRoutes) {
  HttpOptions options;
  options.token = "correct horse battery";
  const TestServer server(echo_router(), options);
  TestClient client(server.port());
  const Reply refused = client.get("/echo/a");
  EXPECT_EQ(refused.status, 401);
  EXPECT_THAT(refused.header("www-authenticate"), HasSubstr("Basic"));
  EXPECT_EQ(client.get("/echo/a", "Authorization: Bearer correct horse\r\n").status, 401);
  EXPECT_EQ(client.get("/echo/a", "Authorization: Bearer correct horse battery\r\n").status, 200);
  // me:correct horse battery
  EXPECT_EQ(
      client.get("/echo/a", "Authorization: Basic bWU6Y29ycmVjdCBob3JzZSBiYXR0ZXJ5\r\n").status,
      200);
  EXPECT_EQ(client.get("/nowhere").status, 401);
  EXPECT_EQ(client.get("/health").status, 200);
}

TEST(HttpServer, TellsClientsWhoHaveTheAnswerSoWithoutWork) {
  std::atomic<int> calls = 0;
  Router router;
  router.get(
      "/a",
      [&](const Request&) {
        ++calls;
        return json_response("{}", "tag1");
      },
      {.immediate = false, .lane = Lane::Quick, .open = false, .etag = [] { return "tag1"; }});
  const TestServer server(std::move(router));
  TestClient client(server.port());
  const Reply first = client.get("/a");
  EXPECT_THAT(first.header("etag"), StartsWith("W/\"tag1-"));
  const Reply again = client.get("/a", "If-None-Match: " + first.header("etag") + "\r\n");
  EXPECT_EQ(again.status, 304);
  for (const std::string_view name :
       {"etag", "cache-control", "vary", "content-security-policy", "x-content-type-options"}) {
    EXPECT_NE(again.header(name), "") << name;
    EXPECT_EQ(again.header(name), first.header(name)) << name;
  }
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(client.get("/a", "If-None-Match: \"tag0\"\r\n").status, 200);
}

TEST(HttpServer, KnowsThatSomethingExistsBeforeItSaysThatItIsTheSame) {
  Router router;
  const RouteOptions cached{
      .immediate = false, .lane = Lane::Quick, .open = false, .etag = [] { return "tag1"; }};
  router.get(
      "/{name}",
      [](const Request& request) {
        return request.path_value("name") == "a" ? json_response("{}", "tag1")
                                                 : problem(404, "Nothing");
      },
      cached);
  const TestServer server(std::move(router));
  TestClient client(server.port());
  EXPECT_EQ(client.get("/a", "If-None-Match: *\r\n").status, 304);
  EXPECT_EQ(client.get("/b", "If-None-Match: *\r\n").status, 404);
  // The tag of another URL does not match either.
  const std::string having_a = "If-None-Match: " + client.get("/a").header("etag") + "\r\n";
  EXPECT_EQ(client.get("/a", having_a).status, 304);
  EXPECT_EQ(client.get("/a?x=1", having_a).status, 200);
  EXPECT_EQ(client.get("/b", having_a).status, 404);
}

TEST(HttpServer, GivesEveryAnswerItsSecurityHeaders) {
  const TestServer server(echo_router());
  TestClient client(server.port());
  for (const std::string_view target : {"/echo/a", "/nowhere", "/health", "/broken"}) {
    const Reply reply = client.get(target);
    EXPECT_THAT(reply.header("content-security-policy"), HasSubstr("default-src 'none'"));
    EXPECT_EQ(reply.header("x-content-type-options"), "nosniff");
    EXPECT_EQ(reply.header("cache-control"), "no-store");
  }
}

TEST(HttpServer, CountsWhatItAnswered) {
  TestServer server(echo_router());
  {
    TestClient client(server.port());
    client.get("/echo/a");
    client.get("/echo/b");
    client.get("/nowhere");
  }
  server.stop();
  server.wait_until_drained();
  const std::string text = server.http().metrics_text(
      {{"extra", "More.", 7}, {"more_total", "Most.", 8, Metric::Type::Counter}});
  EXPECT_THAT(text, HasSubstr("{route=\"/echo/{word}\",method=\"GET\",status=\"200\"} 2"));
  EXPECT_THAT(text, HasSubstr("{route=\"none\",method=\"GET\",status=\"404\"} 1"));
  EXPECT_THAT(text, HasSubstr("# TYPE extra gauge\nextra 7\n"));
  EXPECT_THAT(text, HasSubstr("# TYPE more_total counter\nmore_total 8\n"));
  // Prometheus requires that the names of counters, and of counters only, end in _total.
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("# TYPE ")) continue;
    const bool is_counter = line.ends_with(" counter");
    EXPECT_EQ(line.find("_total ") != std::string::npos, is_counter) << line;
  }
}

}  // namespace
