// Long responses come in pieces, as fast as the client reads.
#include <gtest/gtest.h>
#include <zlib.h>

#include <atomic>
#include <memory>
#include <semaphore>
#include <stdexcept>
#include <string>
#include <thread>

#include "noether/server/http/gzip.h"
#include "noether/server/http/test_server.h"

using namespace noether::server;
using namespace std::chrono_literals;

namespace {

std::string unzipped(std::string_view text) {
  z_stream stream{};
  inflateInit2(&stream, 15 + 16);
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  std::string out;
  std::string buffer(1 << 16, '\0');
  int status = Z_OK;
  while (status == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    status = inflate(&stream, Z_NO_FLUSH);
    out.append(buffer.data(), buffer.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END ? out : "not gzip";
}

// This many numbers, one in each piece.
Response numbers(int count) {
  Response response;
  response.content_type = "text/plain";
  response.chunks = [next = 0, count]() mutable {
    return next < count ? std::to_string(next++) + "\n" : std::string();
  };
  return response;
}

Router number_router() {
  Router router;
  router.get("/numbers", [](const Request&) { return numbers(1000); });
  return router;
}

std::string all_numbers() {
  std::string all;
  for (int i = 0; i < 1000; ++i) all += std::to_string(i) + "\n";
  return all;
}

TEST(HttpStream, SendsALongAnswerInChunksAndGoesOn) {
  const TestServer server(number_router());
  TestClient client(server.port());
  for (int i = 0; i < 2; ++i) {
    const Reply reply = client.get("/numbers");
    EXPECT_EQ(reply.header("transfer-encoding"), "chunked");
    EXPECT_TRUE(reply.is_whole);
    EXPECT_EQ(reply.body, all_numbers());
  }
}

TEST(HttpStream, CompressesChunksForWhoTakesThat) {
  const TestServer server(number_router());
  TestClient client(server.port());
  const Reply reply = client.get("/numbers", "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(reply.header("content-encoding"), "gzip");
  EXPECT_EQ(unzipped(reply.body), all_numbers());
}

TEST(HttpStream, SendsHttp10ClientsTheSameUntilItCloses) {
  const TestServer server(number_router());
  TestClient client(server.port());
  client.send("GET /numbers HTTP/1.0\r\n\r\n");
  EXPECT_EQ(client.read().body, all_numbers());
}

TEST(HttpStream, MakesNoMoreThanTheClientTakes) {
  std::atomic<int> made = 0;
  Router router;
  router.get("/endless", [&](const Request&) {
    Response response;
    response.content_type = "application/octet-stream";
    response.chunks = [&made] {
      ++made;
      return std::string(1 << 20, 'x');
    };
    return response;
  });
  router.get("/a", [](const Request&) { return json_response("{}"); });
  HttpOptions options;
  options.workers = 1;
  const TestServer server(std::move(router), options);
  const TestClient slow(server.port());
  slow.send("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n");
  // While that client reads nothing, the only worker serves others.
  TestClient client(server.port());
  for (int i = 0; i < 200; ++i) EXPECT_EQ(client.get("/a").status, 200);
  // The content of the system's buffers, and one piece.
  EXPECT_LE(made, 16);
}

TEST(HttpStream, CompressesLongAnswersButNotShortOnes) {
  const std::string text(10'000, 'x');
  Router router;
  router.get("/long", [&](const Request&) { return json_response(text); });
  router.get("/short", [](const Request&) { return json_response("{}"); });
  router.get("/fixed", [](const Request&) {
    Response response;
    response.content_type = "text/css";
    response.fixed = {"plain", "squeezed"};
    return response;
  });
  const TestServer server(std::move(router));
  TestClient client(server.port());
  const Reply squeezed = client.get("/long", "Accept-Encoding: br, gzip\r\n");
  EXPECT_EQ(squeezed.header("content-encoding"), "gzip");
  EXPECT_EQ(squeezed.header("vary"), "Accept-Encoding");
  EXPECT_LT(squeezed.body.size(), 1000U);
  EXPECT_EQ(unzipped(squeezed.body), text);
  EXPECT_EQ(client.get("/long").body, text);
  EXPECT_EQ(client.get("/long", "Accept-Encoding: gzip;q=0\r\n").body, text);
  EXPECT_EQ(client.get("/short", "Accept-Encoding: gzip\r\n").body, "{}");
  EXPECT_EQ(client.get("/fixed").body, "plain");
  EXPECT_EQ(client.get("/fixed", "Accept-Encoding: gzip\r\n").body, "squeezed");
}

// Sends one event, waits until it is released or the request is over, and sends another event.
class Events {
 public:
  Router router() {
    Router router;
    router.get("/events", [this](const Request&) {
      Response response;
      response.content_type = "text/event-stream";
      response.events = [this](const Request& request, const EventSink& send) {
        send("event: first\n\n");
        while (!request.is_over() && !is_let_go_) std::this_thread::sleep_for(1ms);
        send("event: second\n\n");
        ended_.release();
      };
      return response;
    });
    return router;
  }
  void let_go() { is_let_go_ = true; }
  void wait_for_end() { ended_.acquire(); }

 private:
  std::atomic<bool> is_let_go_ = false;
  std::counting_semaphore<> ended_{0};
};

constexpr std::string_view kAskEvents = "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n";

HttpOptions one_patient_worker() {
  HttpOptions options;
  options.workers = 1;
  options.limits.answer_time = 1h;
  return options;
}

TEST(HttpEvents, AreSentWhileTheyAreMade) {
  Events events;
  const TestServer server(events.router(), one_patient_worker());
  TestClient client(server.port());
  client.send(kAskEvents);
  EXPECT_TRUE(client.receives_text("event: first\n\n"));
  events.let_go();
  const Reply reply = client.read();
  EXPECT_EQ(reply.header("transfer-encoding"), "chunked");
  EXPECT_EQ(reply.header("content-encoding"), "");
  EXPECT_TRUE(reply.is_whole);
  EXPECT_EQ(reply.body, "event: first\n\nevent: second\n\n");
  // The connection continues.
  EXPECT_EQ(client.get("/events").body, "event: first\n\nevent: second\n\n");
}

TEST(HttpEvents, EndWithTheConnectionOfHttp10) {
  Events events;
  events.let_go();
  const TestServer server(events.router(), one_patient_worker());
  TestClient client(server.port());
  client.send("GET /events HTTP/1.0\r\n\r\n");
  EXPECT_EQ(client.read().body, "event: first\n\nevent: second\n\n");
}

TEST(HttpEvents, AreNotMadeForHead) {
  Events events;
  const TestServer server(events.router(), one_patient_worker());
  TestClient client(server.port());
  client.send("HEAD /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(client.read(false).status, 200);
}

TEST(HttpEvents, AreStoppedWhenTheClientGoes) {
  for (const bool closes_at_once : {false, true}) {
    Events events;
    TestServer server(events.router(), one_patient_worker());
    TestClient client(server.port());
    client.send(kAskEvents);
    EXPECT_TRUE(client.receives_text("event: first\n\n"));
    closes_at_once ? client.reset() : client.close();
    events.wait_for_end();
    server.stop();
    server.wait_until_drained();
    EXPECT_NE(server.http().metrics_text({}).find("status=\"499\"} 1\n"), std::string::npos);
  }
}

TEST(HttpEvents, GoOnForAClientThatSaysNoMore) {
  Events events;
  const TestServer server(events.router(), one_patient_worker());
  TestClient client(server.port());
  client.send(kAskEvents);
  client.finish_sending();
  // The comment tests whether the client is there.
  EXPECT_TRUE(client.receives_text("\r\n:\n\n\r\n"));
  events.let_go();
  const Reply reply = client.read();
  EXPECT_TRUE(reply.is_whole);
  EXPECT_EQ(reply.body, "event: first\n\n:\n\nevent: second\n\n");
}

TEST(HttpEvents, AreNotWholeWhenTheirMakerFails) {
  Router router;
  router.get("/broken", [](const Request&) {
    Response response;
    response.events = [](const Request&, const EventSink& send) {
      send("event: first\n\n");
      throw std::runtime_error("no more");
    };
    return response;
  });
  const TestServer server(std::move(router));
  TestClient client(server.port());
  const Reply reply = client.get("/broken");
  EXPECT_FALSE(reply.is_whole);
  EXPECT_EQ(reply.body, "event: first\n\n");
}

TEST(HttpDrain, AnswersWhatIsUnderWayAndTakesNothingNew) {
  Gate gate;
  Router router;
  router.get("/wait", gate.handler());
  router.get("/a", [](const Request&) { return json_response("{}"); });
  TestServer server(std::move(router));
  TestClient idle(server.port());
  EXPECT_EQ(idle.get("/a").status, 200);
  TestClient working(server.port());
  working.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
  gate.wait_for_one();
  server.stop();
  // The server has begun to drain when it closes the idle connection.
  EXPECT_TRUE(idle.is_closed_by_server());
  TestClient late(server.port());
  EXPECT_TRUE(!late.is_connected() || late.is_closed_by_server());
  gate.let(1);
  const Reply reply = working.read();
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.header("connection"), "close");
  working.close();
  server.wait_until_drained();
}

TEST(HttpDrain, GivesUpAfterItsTime) {
  Gate gate;
  Router router;
  router.get("/wait", gate.handler());
  HttpOptions options;
  options.limits.drain_time = 50ms;
  TestServer server(std::move(router), options);
  TestClient working(server.port());
  working.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
  gate.wait_for_one();
  server.stop();
  EXPECT_TRUE(working.is_closed_by_server());
  gate.let(1);
  server.wait_until_drained();
}

}  // namespace
