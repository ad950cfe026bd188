// A server on this machine that responds as a test wants, correctly or not.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace noether::answer {

// A connection whose request has been read.
class FakeConnection {
 public:
  FakeConnection(int socket, const std::atomic<bool>& is_over)
      : socket_(socket), is_over_(is_over) {}

  // Returns false if the client has closed the connection.
  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  // Sends nothing more until the client leaves or the test ends.
  void stall() const {
    while (!is_over_) {
      pollfd waiting{.fd = socket_, .events = POLLIN, .revents = 0};
      if (::poll(&waiting, 1, 20) <= 0) continue;
      char byte = 0;
      if (::recv(socket_, &byte, 1, MSG_DONTWAIT) <= 0) return;
    }
  }

 private:
  int socket_;
  const std::atomic<bool>& is_over_;
};

class FakeEndpoint {
 public:
  using Reply = std::function<void(FakeConnection&)>;
  // The n-th connection gets the n-th reply; later connections get the last reply.
  explicit FakeEndpoint(std::vector<Reply> replies) : replies_(std::move(replies)) {
    listening_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    if (::bind(listening_, generic, size) != 0 || ::listen(listening_, 8) != 0 ||
        ::getsockname(listening_, generic, &size) != 0) {
      std::abort();
    }
    port_ = ::ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  FakeEndpoint(const FakeEndpoint&) = delete;
  FakeEndpoint& operator=(const FakeEndpoint&) = delete;
  ~FakeEndpoint() {
    is_over_ = true;
    thread_.join();
    ::close(listening_);
  }

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/v1"; }
  // The requests, with head and body.
  std::vector<std::string> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  void serve() {
    while (!is_over_) {
      pollfd waiting{.fd = listening_, .events = POLLIN, .revents = 0};
      if (::poll(&waiting, 1, 20) <= 0) continue;
      const int socket = ::accept(listening_, nullptr, nullptr);
      if (socket < 0) continue;
      std::string request = read_request(socket);
      const std::size_t number = requests().size();
      {
        const std::lock_guard lock(mutex_);
        requests_.push_back(std::move(request));
      }
      FakeConnection connection(socket, is_over_);
      replies_[std::min(number, replies_.size() - 1)](connection);
      ::close(socket);
    }
  }

  std::string read_request(int socket) const {
    std::string request;
    while (!is_over_) {
      const std::size_t head = request.find("\r\n\r\n");
      const std::size_t length = request.find("Content-Length: ");
      if (head != std::string::npos && length != std::string::npos &&
          request.size() >= head + 4 + std::strtoul(request.c_str() + length + 16, nullptr, 10)) {
        break;
      }
      char bytes[4096];
      const ssize_t count = ::recv(socket, bytes, sizeof(bytes), 0);
      if (count <= 0) break;
      request.append(bytes, static_cast<std::size_t>(count));
    }
    return request;
  }

  std::vector<Reply> replies_;
  mutable std::mutex mutex_;
  std::vector<std::string> requests_;
  std::atomic<bool> is_over_ = false;
  int listening_ = -1;
  std::uint16_t port_ = 0;
  std::thread thread_;
};

inline std::string http_head(std::string_view status, std::string_view headers = {}) {
  return "HTTP/1.1 " + std::string(status) + "\r\nConnection: close\r\n" + std::string(headers) +
         "\r\n";
}
inline std::string stream_head() {
  return http_head("200 OK", "Content-Type: text/event-stream\r\n");
}
// An event with some text of an answer.
inline std::string text_event(const std::string& text) {
  return "data: " +
         nlohmann::json{{"choices", {{{"index", 0}, {"delta", {{"content", text}}}}}}}.dump() +
         "\n\n";
}
inline std::string end_event(const std::string& reason) {
  return "data: " +
         nlohmann::json{
             {"choices",
              {{{"index", 0}, {"delta", nlohmann::json::object()}, {"finish_reason", reason}}}}}
             .dump() +
         "\n\n";
}
// A complete and correct answer, sent in pieces of a few bytes.
inline FakeEndpoint::Reply says(std::string text) {
  return [text = std::move(text)](FakeConnection& connection) {
    std::string reply = stream_head();
    for (std::size_t i = 0; i < text.size(); i += 5) reply += text_event(text.substr(i, 5));
    connection.send(reply + end_event("stop") + "data: [DONE]\n\n");
  };
}
// Sends these bytes and closes the connection.
inline FakeEndpoint::Reply sends(std::string bytes) {
  return [bytes = std::move(bytes)](FakeConnection& connection) { connection.send(bytes); };
}

}  // namespace noether::answer
