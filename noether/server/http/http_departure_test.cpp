// Clients that leave, or seem to leave, before they have their responses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <semaphore>
#include <stdexcept>
#include <string>
#include <thread>

#include "noether/server/http/test_server.h"

using namespace noether::server;
using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

constexpr std::string_view kAskWait = "GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n";

// Reports when a request has begun and when it is over, whatever ended it.
class Patience {
 public:
  Handler handler() {
    return [this](const Request& request) {
      begun_.release();
      while (!request.is_over() && !is_done_) std::this_thread::sleep_for(1ms);
      ended_.release();
      return json_response("{}");
    };
  }
  void wait_for_begin() { begun_.acquire(); }
  void wait_for_end() { ended_.acquire(); }
  void let_end() { is_done_ = true; }

 private:
  std::counting_semaphore<> begun_{0};
  std::counting_semaphore<> ended_{0};
  std::atomic<bool> is_done_ = false;
};

HttpOptions patient_options() {
  HttpOptions options;
  options.limits.answer_time = 1h;
  return options;
}

std::string metrics_after(TestServer& server) {
  server.stop();
  server.wait_until_drained();
  return server.http().metrics_text({});
}

TEST(HttpDeparture, AnswersAClientThatHasSaidAllItHasToSay) {
  Router router;
  router.get("/a", [](const Request&) { return json_response("\"a\""); });
  const TestServer server(std::move(router), patient_options());
  TestClient client(server.port());
  client.send(
      "GET /a HTTP/1.1\r\nHost: localhost\r\n\r\nGET /a HTTP/1.1\r\nHost: localhost\r\n\r\n");
  client.finish_sending();
  EXPECT_EQ(client.read().body, "\"a\"");
  EXPECT_EQ(client.read().body, "\"a\"");
  EXPECT_TRUE(client.is_closed_by_server());
}

TEST(HttpDeparture, AsksAClientThatSaysNoMoreWhetherItIsThere) {
  Patience patience;
  Router router;
  router.get("/wait", patience.handler());
  TestServer server(std::move(router), patient_options());
  TestClient client(server.port());
  client.send(kAskWait);
  client.finish_sending();
  EXPECT_EQ(client.read().status, 102);
  patience.let_end();
  EXPECT_EQ(client.read().status, 200);
  EXPECT_THAT(metrics_after(server), HasSubstr("status=\"200\"} 1\n"));
}

TEST(HttpDeparture, DoesNotAskWhoSpeaksHttp10) {
  Patience patience;
  Router router;
  router.get("/wait", patience.handler());
  const TestServer server(std::move(router), patient_options());
  TestClient client(server.port());
  client.send("GET /wait HTTP/1.0\r\n\r\n");
  client.finish_sending();
  patience.wait_for_begin();
  std::this_thread::sleep_for(500ms);  // longer than the silence allowed to other clients
  patience.let_end();
  EXPECT_EQ(client.read().status, 200);
}

TEST(HttpDeparture, EndsTheWorkForAClientThatHasClosed) {
  Patience patience;
  Router router;
  router.get("/wait", patience.handler());
  TestServer server(std::move(router), patient_options());
  TestClient client(server.port());
  client.send(kAskWait);
  patience.wait_for_begin();
  client.close();
  patience.wait_for_end();
  const std::string metrics = metrics_after(server);
  EXPECT_THAT(metrics, HasSubstr("status=\"499\"} 1\n"));
  EXPECT_THAT(metrics, Not(HasSubstr("status=\"200\"")));
}

TEST(HttpDeparture, EndsTheWorkForAClientWhoseConnectionBroke) {
  Patience patience;
  Router router;
  router.get("/wait", patience.handler());
  TestServer server(std::move(router), patient_options());
  TestClient client(server.port());
  client.send(kAskWait);
  patience.wait_for_begin();
  client.reset();
  patience.wait_for_end();
  EXPECT_THAT(metrics_after(server), HasSubstr("status=\"499\"} 1\n"));
}

TEST(HttpDeparture, CountsWhatTookTooLongAsOurFailure) {
  Gate gate;
  Router router;
  router.get("/deaf", gate.handler());
  HttpOptions options;
  options.limits.answer_time = 50ms;
  TestServer server(std::move(router), options);
  {
    TestClient client(server.port());
    EXPECT_EQ(client.get("/deaf").status, 503);
  }
  gate.let(1);
  EXPECT_THAT(metrics_after(server), HasSubstr("status=\"503\"} 1\n"));
}

TEST(HttpDeparture, TellsAClientThatStopsInTheMiddleOfARequest) {
  const TestServer server(Router{});
  TestClient client(server.port());
  client.send("GET /wait HTTP/1.1\r\nHo");
  client.finish_sending();
  EXPECT_EQ(client.read().status, 400);
}

Router endless_router() {
  Router router;
  router.get("/endless", [](const Request&) {
    Response response;
    response.content_type = "application/octet-stream";
    response.chunks = [] { return std::string(1 << 20, 'x'); };
    return response;
  });
  return router;
}

constexpr std::string_view kAskEndless = "GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n";

TEST(HttpDeparture, StopsALongAnswerWhenTheClientGoesInTheMiddle) {
  TestServer server(endless_router());
  {
    TestClient client(server.port());
    client.send(kAskEndless);
    EXPECT_TRUE(client.receives(std::size_t{3} << 20));
  }
  EXPECT_THAT(metrics_after(server), HasSubstr("status=\"499\"} 1\n"));
}

TEST(HttpDeparture, CutsOffWhoDoesNotTakeAnAnswer) {
  HttpOptions options;
  options.limits.write_time = 50ms;
  options.limits.least_bytes_per_second = std::size_t{1} << 30;
  std::string line;
  std::binary_semaphore logged(0);
  options.log = [&](std::string_view text) {
    line = text;
    logged.release();
  };
  const TestServer server(endless_router(), options);
  const TestClient client(server.port());
  client.send(kAskEndless);
  logged.acquire();
  EXPECT_THAT(line, HasSubstr("\" 499 "));
}

// Bytes that keep arriving do not extend the deadline: the next check after it closes the
// connection.
TEST(HttpDeparture, CutsOffWhoSendsARequestByteByByte) {
  HttpOptions options;
  options.limits.header_time = 150ms;
  options.limits.body_time = 150ms;
  Router router;
  router.post("/a", [](const Request&) { return json_response("{}"); });
  const TestServer server(std::move(router), options);
  for (const std::string_view begin :
       {"POST /a HTTP/1.1\r\nX: ",
        "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"}) {
    TestClient client(server.port());
    client.send(begin);
    std::atomic<bool> is_over = false;
    const std::jthread dripping([&] {
      while (!is_over && client.send("x")) std::this_thread::sleep_for(1ms);
    });
    EXPECT_EQ(client.read().status, 408) << begin;
    is_over = true;
  }
}

TEST(HttpDeparture, LetsNobodyTakeABrokenAnswerForAWholeOne) {
  Router router;
  router.get("/broken", [](const Request&) {
    Response response;
    response.chunks = [next = 0]() mutable -> std::string {
      if (next++ > 3) throw std::runtime_error("no more");
      return "piece";
    };
    return response;
  });
  TestServer server(std::move(router));
  {
    TestClient client(server.port());
    EXPECT_FALSE(client.get("/broken").is_whole);
    // The end of the connection is the end of the body, so the connection must be reset.
    TestClient old(server.port());
    old.send("GET /broken HTTP/1.0\r\n\r\n");
    EXPECT_FALSE(old.read().is_whole);
  }
  EXPECT_THAT(metrics_after(server), HasSubstr("status=\"500\"} 2\n"));
}

}  // namespace
