#include "bench/serve/malformed_load.h"

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <memory>

#include "noether/server/http/malformed_requests.h"

namespace noether::bench {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using server::MalformedRequests;
using namespace std::chrono_literals;

// A request that is not whole is never answered before its time is over.
constexpr std::chrono::milliseconds kPatience = 100ms;

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
