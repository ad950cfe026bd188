// Each limit has its own response, and a client that exceeds one does not harm the others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include "noether/base/sanitized.h"
#include "noether/base/test_seed.h"
#include "noether/server/http/malformed_requests.h"
#include "noether/server/http/response.h"
#include "noether/server/http/test_server.h"

using namespace noether::server;
using namespace std::chrono_literals;
using ::testing::HasSubstr;

namespace {

HttpOptions small_limits() {
  HttpOptions options;
  options.limits.target_bytes = 200;
  options.limits.header_bytes = 1000;
  options.limits.body_bytes = 1000;
  return options;
}

Router plain_router() {
  Router router;
  router.get("/a", [](const Request&) { return json_response("\"a\""); });
  router.post("/a", [](const Request&) { return json_response("\"a\""); });
  return router;
}

TEST(HttpLimits, AnswersABodyThatIsTooLargeWith413) {
  const TestServer server(plain_router(), small_limits());
  TestClient announced(server.port());
  announced.send("POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1001\r\n\r\n");
  EXPECT_EQ(announced.read().status, 413);
  EXPECT_TRUE(announced.is_closed_by_server());
  TestClient chunked(server.port());
  chunked.send("POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (int i = 0; i < 30; ++i) chunked.send("64\r\n" + std::string(100, 'x') + "\r\n");
  EXPECT_EQ(chunked.read().status, 413);
  TestClient exact(server.port());
  EXPECT_EQ(exact.post("/a", std::string(1000, 'x')).status, 200);
}

TEST(HttpLimits, AnswersALongUrlWith414AndLargeHeadersWith431) {
  TestServer server(plain_router(), small_limits());
  const auto status = [&](const std::string& target, const std::string& header) {
    TestClient client(server.port());
    return client.get(target, header).status;
  };
  EXPECT_EQ(status("/a?" + std::string(300, 'x'), ""), 414);
  EXPECT_EQ(status("/a?" + std::string(30'000, 'x'), ""), 414);
  EXPECT_EQ(status("/a", "X-Long: " + std::string(30'000, 'x') + "\r\n"), 431);
  // Together they are too large, though either would fit beside a long URL.
  const std::string half = std::string(550, 'x') + "\r\n";
  EXPECT_EQ(status("/a", "X-A: " + half + "X-B: " + half), 431);
  EXPECT_EQ(status("/a?" + std::string(100, 'x'), "X-Long: " + std::string(500, 'x') + "\r\n"),
            200);
}

TEST(HttpLimits, AnswersSlowRequestsWith408AndClosesIdleConnections) {
  HttpOptions options;
  options.limits.header_time = 50ms;
  options.limits.body_time = 50ms;
  options.limits.idle_time = 50ms;
  const TestServer server(plain_router(), options);
  TestClient slow_head(server.port());
  slow_head.send("GET /a HT");
  EXPECT_EQ(slow_head.read().status, 408);
  EXPECT_TRUE(slow_head.is_closed_by_server());
  TestClient slow_body(server.port());
  slow_body.send("POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc");
  EXPECT_EQ(slow_body.read().status, 408);
  TestClient idle(server.port());
  EXPECT_TRUE(idle.is_closed_by_server());
}

TEST(HttpLimits, ClosesConnectionsThatAreIdleAfterAnAnswer) {
  HttpOptions options;
  options.limits.idle_time = 1s;  // long enough for a busy machine to send a request
  const TestServer server(plain_router(), options);
  TestClient client(server.port());
  EXPECT_EQ(client.get("/a").status, 200);
  EXPECT_TRUE(client.is_closed_by_server());
}

TEST(HttpLimits, AnswersClientsThatAskTooOftenWith429) {
  HttpOptions options;
  options.limits.requests_per_second = 0.01;
  const TestServer server(plain_router(), options);
  TestClient client(server.port());
  EXPECT_EQ(client.get("/a").status, 200);
  const Reply refused = client.get("/a");
  EXPECT_EQ(refused.status, 429);
  EXPECT_GT(std::stoi(refused.header("retry-after")), 0);
}

TEST(HttpLimits, CountsNoRequestsOfWhoWatchesTheServer) {
  HttpOptions options;
  options.limits.requests_per_second = 0.01;
  Router router = plain_router();
  router.get("/health", [](const Request&) { return json_response("{}"); },
             {.immediate = true, .lane = Lane::Quick, .open = true, .etag = {}});
  const TestServer server(std::move(router), options);
  TestClient client(server.port());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(client.get("/health").status, 200);
  EXPECT_EQ(client.get("/a").status, 200);
  EXPECT_EQ(client.get("/a").status, 429);
  EXPECT_EQ(client.get("/health").status, 200);
}

TEST(HttpLimits, AnswersWhatFindsTheQueueFullWith503AndStaysHealthy) {
  Gate gate;
  std::atomic<HttpServer*> http = nullptr;
  Router router;
  router.get("/wait", gate.handler());
  router.get("/metrics",
             [&](const Request&) { return json_response(http.load()->metrics_text({})); },
             {.immediate = true, .lane = Lane::Quick, .open = true, .etag = {}});
  HttpOptions options;
  options.workers = 1;
  options.limits.waiting_requests = 1;
  TestServer server(std::move(router), options);
  http = &server.http();
  TestClient running(server.port());
  running.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
  gate.wait_for_one();
  // One of these may wait, and the other two are refused. The order of arrival decides which.
  std::vector<std::unique_ptr<TestClient>> others;
  for (int i = 0; i < 3; ++i) {
    others.push_back(std::make_unique<TestClient>(server.port()));
    others.back()->send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  TestClient prober(server.port());
  while (prober.get("/metrics").body.find("status=\"503\"} 2\n") == std::string::npos) {
  }
  gate.let(2);
  EXPECT_EQ(running.read().status, 200);
  int answered = 0;
  for (const auto& other : others) {
    const Reply reply = other->read();
    answered += reply.status == 200 ? 1 : 0;
    if (reply.status != 200) {
      EXPECT_EQ(reply.status, 503);
      EXPECT_EQ(reply.header("retry-after"), "1");
    }
  }
  EXPECT_EQ(answered, 1);
}

TEST(HttpLimits, AnswersWhatTakesTooLongWith503) {
  Router router;
  router.get("/for-ever", [](const Request& request) {
    while (!request.is_over()) std::this_thread::yield();
    return problem(503, "The search took too long");
  });
  Gate gate;
  router.get("/deaf", gate.handler());
  HttpOptions options;
  options.limits.answer_time = 50ms;
  const TestServer server(std::move(router), options);
  TestClient client(server.port());
  EXPECT_EQ(client.get("/for-ever").status, 503);
  // This handler ignores its deadline, so the server answers for it.
  const Reply reply = client.get("/deaf");
  EXPECT_EQ(reply.status, 503);
  EXPECT_THAT(reply.body, HasSubstr("too long"));
  gate.let(1);
}

TEST(HttpLimits, KeepsAWorkerFreeOfSlowRequests) {
  Gate gate;
  Router router = plain_router();
  router.get("/prove", gate.handler(),
             {.immediate = false, .lane = Lane::Slow, .open = false, .etag = {}});
  HttpOptions options;
  options.workers = 2;
  const TestServer server(std::move(router), options);
  std::vector<std::unique_ptr<TestClient>> provers;
  for (int i = 0; i < 5; ++i) {
    provers.push_back(std::make_unique<TestClient>(server.port()));
    provers.back()->send("GET /prove HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  gate.wait_for_one();
  TestClient client(server.port());
  EXPECT_EQ(client.get("/a").status, 200);
  gate.let(5);
  for (const auto& prover : provers) EXPECT_EQ(prover->read().status, 200);
}

// Controls whether a request may wait for a generator. A stalled generator waits until the request
// is over.
class Generator {
 public:
  Router router() {
    Router router;
    router.get("/answer",
               [this](const Request& request) {
                 if (request.parameter("stalls")) begun_.release();
                 while (request.parameter("stalls") && !request.is_over()) {
                   std::this_thread::sleep_for(1ms);
                 }
                 return json_response(request.may_wait ? "\"written\"" : "\"extracted\"");
               },
               {.lane = Lane::Answer, .etag = {}, .waits = [](const Request&) { return true; }});
    return router;
  }
  void ask_and_stall(const TestClient& client) {
    client.send("GET /answer?stalls=1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    begun_.acquire();
  }

 private:
  std::counting_semaphore<> begun_{0};
};

// No request times out here, so the second is answered because the first client has gone.
TEST(HttpLimits, WaitsForTheGeneratorOfAClientThatHasGone) {
  Generator generator;
  HttpOptions options;
  options.waiting_workers = 1;
  options.limits.answer_time = 1h;
  options.limits.generator_time = 1h;
  const TestServer server(generator.router(), options);
  TestClient first(server.port());
  generator.ask_and_stall(first);
  TestClient second(server.port());
  second.send("GET /answer HTTP/1.1\r\nHost: localhost\r\n\r\n");
  first.close();
  EXPECT_EQ(second.read().body, "\"written\"");
}

TEST(HttpLimits, AnswersWithoutAGeneratorThatIsBusyForLong) {
  Generator generator;
  HttpOptions options;
  options.waiting_workers = 1;
  options.limits.answer_time = 1h;
  options.limits.generator_time = 0ms;
  const TestServer server(generator.router(), options);
  const TestClient first(server.port());
  generator.ask_and_stall(first);
  TestClient second(server.port());
  EXPECT_EQ(second.get("/answer").body, "\"extracted\"");
}

TEST(HttpLimits, SlowAndSilentClientsHoldNoThread) {
  HttpOptions options;
  options.workers = 1;
  const TestServer server(plain_router(), options);
  std::vector<std::unique_ptr<TestClient>> others;
  for (int i = 0; i < 100; ++i) {
    others.push_back(std::make_unique<TestClient>(server.port()));
    if (i % 3 == 1) others.back()->send("GET /a HTTP/1.1\r\nHos");
    if (i % 3 == 2) {
      others.back()->send("POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx");
    }
  }
  TestClient client(server.port());
  for (int i = 0; i < 50; ++i) EXPECT_EQ(client.get("/a").status, 200);
}

TEST(HttpLimits, ClosesTheLongestIdleConnectionWhenThereAreTooMany) {
  HttpOptions options;
  options.limits.connections = 2;
  const TestServer server(plain_router(), options);
  TestClient first(server.port());
  EXPECT_EQ(first.get("/a").status, 200);
  TestClient second(server.port());
  EXPECT_EQ(second.get("/a").status, 200);
  TestClient third(server.port());
  EXPECT_EQ(third.get("/a").status, 200);
  EXPECT_TRUE(first.is_closed_by_server());
  EXPECT_EQ(second.get("/a").status, 200);
}

TEST(HttpLimits, TurnsConnectionsAwayWhenAllAreBusy) {
  Gate gate;
  Router router;
  router.get("/wait", gate.handler());
  HttpOptions options;
  options.limits.connections = 1;
  const TestServer server(std::move(router), options);
  TestClient busy(server.port());
  busy.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
  gate.wait_for_one();
  TestClient other(server.port());
  const Reply refused = other.read();
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.header("retry-after"), "1");
  gate.let(1);
  EXPECT_EQ(busy.read().status, 200);
}

// Whatever a client sends, the server answers the next request.
TEST(HttpLimits, StandsWhateverItIsSent) {
  const auto seed = noether::base::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  MalformedRequests requests(seed);
  HttpOptions options = small_limits();
  options.limits.header_time = 20ms;
  options.limits.body_time = 20ms;
  Router router = plain_router();
  // The requests have this path.
  router.post("/api/v1/parse", [](const Request&) { return json_response("{}"); });
  router.get("/api/v1/document/{id}", [](const Request&) { return json_response("{}", "tag"); });
  const TestServer server(std::move(router), options);
  const int rounds = noether::base::kSanitized ? 300 : 2000;
  for (int i = 0; i < rounds; ++i) {
    TestClient client(server.port());
    client.send(requests.next());
    client.send(requests.next());
    if (i % 4 == 0) client.read();
  }
  TestClient after(server.port());
  EXPECT_EQ(after.get("/a").status, 200);
}

}  // namespace
