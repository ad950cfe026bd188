#include "bench/serve/malformed_requests.h"

#include <fmt/format.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <iterator>
#include <memory>
#include <string_view>

namespace noether::bench {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using namespace std::chrono_literals;

// A request that is not whole is never answered before its time is over.
constexpr std::chrono::milliseconds kPatience = 100ms;

constexpr std::array<std::string_view, 17> kPaths = {"/api/v1/search?q=",
                                                     "/api/v1/similar?formula=",
                                                     "/api/v1/document/",
                                                     "/api/v1/formula/",
                                                     "/api/v1/suggest?q=",
                                                     "/api/v1/parse",
                                                     "/api/v1/equivalent",
                                                     "/api/v1/check",
                                                     "/api/v1/rewrite",
                                                     "/api/v1/openapi.json",
                                                     "/health",
                                                     "/metrics",
                                                     "/",
                                                     "/search?q=",
                                                     "/assets/",
                                                     "/../../etc/passwd",
                                                     "*"};

constexpr std::array<std::string_view, 12> kFormulas = {
    "x^2+1",       "\\frac{a}{b}", "\\sum_{i=0}^n i",  "\\int_0^1 \\sin x\\,dx",
    "{{{{{{{{",    "\\left(",      "\\begin{matrix}a", "$$$$",
    "\\sqrt[3]{}", "\xff\xfe\x80", "\\u0000",          "a=b=c"};

constexpr std::array<std::string_view, 8> kBodies = {
    R"({"latex":"F"})",       R"({"a":"F","b":"F"})",
    R"({"lines":["F","F"]})", R"({"q":"$F$","limit":9})",
    R"([[[[[[[[[[)",          R"({"latex":1e999})",
    R"({"text":null})",       "\"F"};

constexpr std::array<std::string_view, 10> kHeaders = {"Content-Length: 99999999999999999999",
                                                       "Transfer-Encoding: gzip, chunked",
                                                       "Accept-Encoding: gzip;q=0.x, *;q=",
                                                       "If-None-Match: W/\"\", *, \"",
                                                       "Authorization: Basic ====",
                                                       "Expect: 100-continue",
                                                       "Content-Type: application/json",
                                                       "Host: [::1",
                                                       "Connection: close, upgrade, te",
                                                       "Range: bytes=-1-"};

}  // namespace

std::string MalformedRequests::formula() {
  std::string text(kFormulas[below(kFormulas.size())]);
  if (below(8) == 0) text = std::string(below(3000), "{(\\ a"[below(5)]);
  return text;
}

std::string MalformedRequests::target() {
  std::string text(kPaths[below(kPaths.size())]);
  for (const char c : formula()) {
    if (below(200) > 0) {
      text += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      text += c == ' ' ? '+' : c;
    }
  }
  if (below(4) == 0) text += "&limit=-1&offset=99999999999&mode=\xC3&&=&%";
  return text;
}

std::string MalformedRequests::headers() {
  std::string text = "Host: localhost\r\n";
  for (std::size_t i = below(2) * below(4); i > 0; --i) {
    text += std::string(kHeaders[below(kHeaders.size())]) + "\r\n";
  }
  if (below(50) == 0) text += "X-Long: " + std::string(below(40'000), 'x') + "\r\n";
  return text;
}

std::string MalformedRequests::body() {
  std::string text;
  for (const char c : kBodies[below(kBodies.size())]) {
    if (c == 'F') {
      for (const char d : formula())
        text += d == '\\' && below(10) > 0 ? "\\\\" : std::string(1, d);
    } else {
      text += c;
    }
  }
  return text;
}

void MalformedRequests::damage(std::string& bytes, std::size_t most) {
  for (std::size_t changes = below(most + 1); changes > 0 && !bytes.empty(); --changes) {
    const std::size_t at = below(bytes.size());
    switch (below(4)) {
      case 0:
        bytes[at] = static_cast<char>(random_());
        break;
      case 1:
        bytes.erase(at, below(20));
        break;
      case 2:
        bytes.insert(at, bytes.substr(0, below(bytes.size())));
        break;
      default:
        bytes.insert(at, 1, "\r\n %:?&=/\0\"{"[below(12)]);
    }
  }
}

std::string MalformedRequests::next() {
  std::string bytes;
  if (below(2) == 0) {
    bytes = fmt::format("GET {} HTTP/1.1\r\n{}\r\n", target(), headers());
  } else {
    std::string sent = body();
    damage(sent, 2);
    bytes = fmt::format("POST {} HTTP/1.1\r\n{}Content-Length: {}\r\n\r\n{}",
                        kPaths[below(kPaths.size())], headers(), sent.size(), sent);
  }
  if (below(3) == 0) damage(bytes, 6);
  return bytes;
}

namespace {

class Sender : public std::enable_shared_from_this<Sender> {
 public:
  Sender(asio::io_context& io, MalformedRequests& requests, const MalformedOptions& options,
         MalformedResult& result)
      : requests_(&requests), options_(&options), result_(&result), socket_(io), timer_(io) {}

  void next() {
    if (result_->requests == options_->requests) return;
    ++result_->requests;
    bytes_ = requests_->next();
    reply_.clear();
    ++turn_;
    const tcp::endpoint server(asio::ip::address_v4::loopback(), options_->port);
    socket_.async_connect(server, [self = shared_from_this()](error_code error) {
      if (error) return self->end("no connection");
      self->send();
    });
  }

 private:
  void send() {
    error_code ignored;
    // Closing by a reset leaves no port waiting: there are fewer of them than requests.
    socket_.set_option(asio::socket_base::linger(true, 0), ignored);
    timer_.expires_after(kPatience);
    timer_.async_wait([self = shared_from_this(), turn = turn_](error_code error) {
      if (!error && turn == self->turn_) self->end("no answer");
    });
    asio::async_write(socket_, asio::buffer(bytes_),
                      [self = shared_from_this(), turn = turn_](error_code, std::size_t) {
                        // What was refused half way has an answer all the same.
                        if (turn == self->turn_) self->receive();
                      });
  }

  void receive() {
    socket_.async_read_some(asio::buffer(buffer_), [self = shared_from_this(), turn = turn_](
                                                       error_code error, std::size_t bytes) {
      if (turn != self->turn_) return;
      if (error) return self->end("closed");
      self->reply_.append(self->buffer_.data(), bytes);
      if (self->reply_.size() < 12) return self->receive();
      self->end("status " + self->reply_.substr(9, 3));
    });
  }

  void end(const std::string& outcome) {
    ++turn_;
    ++result_->outcomes[outcome];
    error_code ignored;
    timer_.cancel(ignored);
    socket_.close(ignored);
    next();
  }

  MalformedRequests* requests_;
  const MalformedOptions* options_;
  MalformedResult* result_;
  tcp::socket socket_;
  asio::steady_timer timer_;
  std::uint64_t turn_ = 0;
  std::string bytes_;
  std::string reply_;
  std::array<char, 16 * 1024> buffer_{};
};

}  // namespace

MalformedResult send_malformed(const MalformedOptions& options) {
  asio::io_context io(1);
  MalformedRequests requests(options.seed);
  MalformedResult result;
  for (unsigned i = 0; i < options.connections; ++i) {
    std::make_shared<Sender>(io, requests, options, result)->next();
  }
  io.run();
  return result;
}

}  // namespace noether::bench
