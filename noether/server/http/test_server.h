// A server for tests on its own port, and a client: blocking, on a real socket, and as malicious as
// a test wants.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <semaphore>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "noether/server/http/http_server.h"
#include "noether/server/http/request.h"

namespace noether::server {

struct Reply {
  int status = 0;  // 0: the connection ended without a response
  NameValues headers;
  std::string body;
  bool is_whole = false;

  std::string header(std::string_view name) const {
    return std::string(find_value(headers, name).value_or(""));
  }
};

class TestClient {
 public:
  explicit TestClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    // Longer than any test takes, so that a failed test does not hang.
    const timeval limit{.tv_sec = 60, .tv_usec = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
    is_connected_ =
        ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  }
  TestClient(const TestClient&) = delete;
  TestClient& operator=(const TestClient&) = delete;
  ~TestClient() { close(); }

  bool is_connected() const { return is_connected_; }

  void close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }

  // Sends nothing more, but waits for responses.
  void finish_sending() const { ::shutdown(socket_, SHUT_WR); }
  // Closes the socket so that the server notices at once.
  void reset() {
    const linger at_once{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
    close();
  }

  // Returns false if the server has closed the connection.
  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  Reply get(std::string_view target, std::string_view more_headers = "") {
    send("GET " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n" +
         std::string(more_headers) + "\r\n");
    return read();
  }

  Reply post(std::string_view target, std::string_view body) {
    send("POST " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + std::string(body));
    return read();
  }

  // Reads the next response; `has_body` is false for a response to HEAD.
  Reply read(bool has_body = true) {
    Reply reply;
    const std::string head = take_until("\r\n\r\n");
    if (head.empty()) return reply;
    read_head(head, reply);
    if (!has_body || reply.status == 304 || reply.status / 100 == 1) {
      reply.is_whole = true;
    } else if (reply.header("transfer-encoding") == "chunked") {
      read_chunks(reply);
    } else if (!reply.header("content-length").empty()) {
      const auto length = std::strtoul(reply.header("content-length").c_str(), nullptr, 10);
      reply.is_whole = take(length, reply.body);
    } else {
      while (receive()) {
      }
      reply.body.swap(unread_);
      reply.is_whole = !was_reset_;
    }
    return reply;
  }

  // Waits for this many bytes of any content.
  bool receives(std::size_t bytes) {
    while (unread_.size() < bytes) {
      if (!receive()) return false;
    }
    return true;
  }

  // Waits for a text, and leaves it to be read.
  bool receives_text(std::string_view text) {
    while (!unread_.contains(text)) {
      if (!receive()) return false;
    }
    return true;
  }

  // Waits until the server closes the connection. Returns false if it sends something instead.
  bool is_closed_by_server() { return unread_.empty() && !receive(); }

 private:
  static void read_head(const std::string& head, Reply& reply) {
    reply.status = std::atoi(head.c_str() + std::string_view("HTTP/1.1 ").size());
    std::size_t at = head.find("\r\n");
    while (at != std::string::npos && at + 2 < head.size()) {
      const std::size_t end = std::min(head.find("\r\n", at + 2), head.size());
      const std::string line = head.substr(at + 2, end - at - 2);
      const std::size_t colon = std::min(line.find(": "), line.size());
      std::string name = line.substr(0, colon);
      std::ranges::transform(name, name.begin(),
                             [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
      reply.headers.emplace_back(name, colon < line.size() ? line.substr(colon + 2) : "");
      at = end < head.size() ? end : std::string::npos;
    }
  }

  void read_chunks(Reply& reply) {
    while (true) {
      const std::string line = take_until("\r\n");
      if (line.empty()) return;
      const auto length = std::strtoul(line.c_str(), nullptr, 16);
      std::string chunk;
      if (!take(length + 2, chunk)) return;
      if (length == 0) {
        reply.is_whole = true;
        return;
      }
      reply.body += chunk.substr(0, length);
    }
  }

  bool receive() {
    char buffer[16 * 1024];
    const auto got = ::recv(socket_, buffer, sizeof(buffer), 0);
    was_reset_ = got < 0;
    if (got <= 0) return false;
    unread_.append(buffer, static_cast<std::size_t>(got));
    return true;
  }

  std::string take_until(std::string_view end) {
    std::size_t at = 0;
    while ((at = unread_.find(end)) == std::string::npos) {
      if (!receive()) return {};
    }
    std::string taken = unread_.substr(0, at);
    unread_.erase(0, at + end.size());
    return taken;
  }

  bool take(std::size_t length, std::string& into) {
    while (unread_.size() < length) {
      if (!receive()) return false;
    }
    into = unread_.substr(0, length);
    unread_.erase(0, length);
    return true;
  }

  int socket_ = -1;
  bool is_connected_ = false;
  bool was_reset_ = false;  // the connection was reset, not closed
  std::string unread_;
};

// A server for tests, on its own port, with the handlers of the test.
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
    // Called twice, so that the requests of a failed test are dropped.
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

// A handler that waits until it is released, and reports when it has begun.
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
