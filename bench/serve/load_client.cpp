#include "bench/serve/load_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <deque>
#include <memory>
#include <numeric>
#include <optional>

#include "noether/server/http/malformed_requests.h"

namespace noether::bench {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using server::MalformedRequests;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// The state that the connections of one run share.
struct Run {
  Run(const LoadOptions& with_options, const std::vector<std::string>& with_requests)
      : options(with_options),
        requests(with_requests),
        endpoint(asio::ip::address_v4::loopback(), with_options.port),
        counted_from(Clock::now() + with_options.warm_up),
        over_at(counted_from + with_options.time) {}

  // Returns when the next request is due; without a rate, as soon as possible.
  Clock::time_point next_due() {
    if (options.rate <= 0) return Clock::now();
    const std::chrono::duration<double> after(static_cast<double>(due_count++) / options.rate);
    return counted_from - options.warm_up + std::chrono::duration_cast<Clock::duration>(after);
  }

  void record(Clock::time_point due, const std::string& error, std::size_t bytes) {
    const Clock::time_point now = Clock::now();
    if (due < counted_from) return;
    ++result.requests;
    result.bytes += bytes;
    if (!error.empty()) ++result.errors[error];
    result.milliseconds.push_back(std::chrono::duration<float, std::milli>(now - due).count());
    last = now;
  }

  const LoadOptions& options;
  const std::vector<std::string>& requests;
  tcp::endpoint endpoint;
  Clock::time_point counted_from;
  Clock::time_point over_at;
  Clock::time_point last = counted_from;
  std::uint64_t due_count = 0;
  std::size_t next_request = 0;
  LoadResult result;
};

class Asker : public std::enable_shared_from_this<Asker> {
 public:
  Asker(asio::io_context& io, Run& run) : run_(&run), socket_(io), timer_(io) {}

  void connect() {
    buffer_.clear();
    socket_.async_connect(run_->endpoint, [self = shared_from_this()](error_code error) {
      if (error) return self->fail("no connection");
      error_code ignored;
      self->socket_.set_option(tcp::no_delay(true), ignored);
      self->wait();
    });
  }

 private:
  void wait() {
    due_ = run_->next_due();
    if (due_ >= run_->over_at) return;
    if (due_ <= Clock::now()) return ask();
    timer_.expires_at(due_);
    timer_.async_wait([self = shared_from_this()](error_code) { self->ask(); });
  }

  void ask() {
    const std::string& request = run_->requests[run_->next_request++ % run_->requests.size()];
    asio::async_write(socket_, asio::buffer(request),
                      [self = shared_from_this()](error_code error, std::size_t) {
                        if (error) return self->fail("sending broke off");
                        self->read();
                      });
  }

  void read() {
    parser_.emplace();
    parser_->body_limit(std::uint64_t{1} << 30);
    http::async_read(socket_, buffer_, *parser_,
                     [self = shared_from_this()](error_code error, std::size_t bytes) {
                       if (error) return self->fail("receiving broke off: " + error.message());
                       self->on_read(bytes);
                     });
  }

  void on_read(std::size_t bytes) {
    const unsigned status = parser_->get().result_int();
    run_->record(due_, status == 200 ? "" : fmt::format("status {}", status), bytes);
    if (parser_->keep_alive()) return wait();
    reconnect();
  }

  void fail(const std::string& what) {
    run_->record(due_, what, 0);
    reconnect();
  }

  void reconnect() {
    error_code ignored;
    socket_.close(ignored);
    if (Clock::now() < run_->over_at) connect();
  }

  Run* run_;
  tcp::socket socket_;
  asio::steady_timer timer_;
  boost::beast::flat_buffer buffer_;
  std::optional<http::response_parser<http::string_body>> parser_;
  Clock::time_point due_ = Clock::now();
};

// Holds a connection open, either silent or with an occasional byte.
class Holder : public std::enable_shared_from_this<Holder> {
 public:
  Holder(asio::io_context& io, Run& run, bool sends)
      : run_(&run), socket_(io), timer_(io), sends_(sends) {}

  void connect() {
    if (Clock::now() >= run_->over_at) return;
    socket_.async_connect(run_->endpoint, [self = shared_from_this()](error_code error) {
      if (error) return self->again();
      self->sent_ = 0;
      self->watch();
      self->tick();
    });
  }

 private:
  static constexpr std::string_view kRequest =
      "POST /api/v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 1000\r\n\r\n{\"q\":\"";

  void watch() {
    socket_.async_read_some(asio::buffer(byte_),
                            [self = shared_from_this()](error_code error, std::size_t) {
                              if (error) return self->again();
                              self->watch();
                            });
  }

  void tick() {
    timer_.expires_after(500ms);
    timer_.async_wait([self = shared_from_this()](error_code error) {
      if (error || !self->socket_.is_open()) return;
      if (Clock::now() >= self->run_->over_at) return self->close();
      if (self->sends_) {
        error_code ignored;
        const char next = self->sent_ < kRequest.size() ? kRequest[self->sent_] : 'x';
        self->socket_.write_some(asio::buffer(&next, 1), ignored);
        ++self->sent_;
      }
      self->tick();
    });
  }

  void close() {
    error_code ignored;
    socket_.close(ignored);
  }

  void again() {
    if (!socket_.is_open()) return;
    close();
    timer_.cancel();
    if (Clock::now() >= run_->over_at) return;
    ++run_->result.reopened;
    connect();
  }

  Run* run_;
  tcp::socket socket_;
  asio::steady_timer timer_;
  bool sends_;
  std::size_t sent_ = 0;
  std::array<char, 512> byte_{};
};

}  // namespace

double LoadResult::percentile(double part) const {
  if (milliseconds.empty()) return 0;
  const double place = part * static_cast<double>(milliseconds.size() - 1);
  return static_cast<double>(milliseconds[static_cast<std::size_t>(place)]);
}

std::uint64_t LoadResult::error_count() const {
  return std::accumulate(errors.begin(), errors.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& error) { return sum + error.second; });
}

LoadResult run_load(const LoadOptions& options, const std::vector<std::string>& requests) {
  asio::io_context io(1);
  Run run(options, requests);
  for (unsigned i = 0; i < options.idle + options.slow; ++i) {
    std::make_shared<Holder>(io, run, i >= options.idle)->connect();
  }
  for (unsigned i = 0; i < options.connections; ++i) std::make_shared<Asker>(io, run)->connect();
  io.run();
  run.result.seconds = std::chrono::duration<double>(run.last - run.counted_from).count();
  std::ranges::sort(run.result.milliseconds);
  return std::move(run.result);
}

namespace {

// The server does not answer an incomplete request before its timeout.
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
    // Closing with a reset leaves no port in TIME_WAIT; there are fewer ports than requests.
    socket_.set_option(asio::socket_base::linger(true, 0), ignored);
    timer_.expires_after(kPatience);
    timer_.async_wait([self = shared_from_this(), turn = turn_](error_code error) {
      if (!error && turn == self->turn_) self->end("no answer");
    });
    asio::async_write(socket_, asio::buffer(bytes_),
                      [self = shared_from_this(), turn = turn_](error_code, std::size_t) {
                        // A request refused half way still has an answer.
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
