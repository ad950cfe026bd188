// A server for tests, on its own port, with the handlers of the test.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <semaphore>
#include <string>
#include <thread>
#include <utility>

#include "noether/server/http/http_server.h"
#include "noether/server/http/test_client.h"

namespace noether::server {

class TestServer {
 public:
  explicit TestServer(Router router, HttpOptions options = {}) {
    options.port = 0;
    auto server = HttpServer::listen(std::move(options), std::move(router));
    if (!server) throw std::runtime_error(server.error().message);
    server_ = std::move(*server);
    port_ = server_->port();
    thread_ = std::jthread([this] { server_->run(); });
  }
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;
  ~TestServer() {
    if (!thread_.joinable()) return;
    // Twice, so that the requests of a failed test are dropped.
    stop();
    stop();
  }

  std::uint16_t port() const { return port_; }
  void stop() { server_->stop(); }
  void wait_until_drained() { thread_.join(); }
  HttpServer& http() { return *server_; }

 private:
  std::unique_ptr<HttpServer> server_;
  std::uint16_t port_ = 0;
  std::jthread thread_;
};

// A handler that waits to be let go, and says when it has begun.
class Gate {
 public:
  Handler handler() {
    return [this](const Request&) {
      entered_.release();
      open_.acquire();
      return json_response("{}");
    };
  }
  void wait_for_one() { entered_.acquire(); }
  void let(std::ptrdiff_t count) { open_.release(count); }

 private:
  std::counting_semaphore<> entered_{0};
  std::counting_semaphore<> open_{0};
};

}  // namespace noether::server
