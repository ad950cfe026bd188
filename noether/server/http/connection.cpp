#include "noether/server/http/connection.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <optional>
#include <utility>

#include "noether/server/http/answer.h"
#include "noether/server/http/answer_writer.h"
#include "noether/server/http/client_socket.h"
#include "noether/server/http/log_line.h"
#include "noether/server/http/problem.h"
#include "noether/server/http/refusals.h"

namespace noether::server {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using namespace std::chrono_literals;

constexpr unsigned kClientWentAway = 499;
// A handler looks at its deadline now and then; this is how late it may be.
constexpr std::chrono::milliseconds kGrace = 1s;
// How long a client that is still sending may take to notice that we have answered and go.
constexpr std::chrono::milliseconds kLingerTime = 2s;
constexpr std::size_t kMostLingerBytes = std::size_t{4} << 20;
// What a client takes into its buffers at once takes no longer than this.
constexpr std::chrono::milliseconds kWriteTime = 10s;

std::string text_of(boost::beast::string_view text) { return {text.data(), text.size()}; }

class HttpConnection final : public Connection,
                             public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(Service& service, tcp::socket socket)
      : service_(&service),
        socket_(std::move(socket)),
        client_(client_of(socket_)),
        // The head must fit, and some of a body may come with it.
        buffer_(limits().target_bytes + limits().header_bytes + kReadAhead),
        writer_(socket_, service.workers) {}

  void wait_for_request();
  void check_time(Clock::time_point now) override;
  bool is_idle() const override { return stage_ == Stage::idle; }
  Clock::time_point idle_since() const override { return stage_since_; }
  void drain() override;
  void close() override;

 private:
  static constexpr std::size_t kReadAhead = 16 * 1024;
  static constexpr std::size_t kKeptBytes = 1024;  // of the buffer, while there is nothing in it

  enum class Stage { idle, head, body, working, writing, lingering, closed };

  const Limits& limits() const { return service_->options.limits; }
  bool has_unread() const;
  void enter(Stage stage, std::chrono::milliseconds time);

  void read_head();
  void on_head(error_code error);
  void read_body();
  void on_body(error_code error);
  void refuse_unread(error_code error);

  void work();
  void watch_client();
  void on_answer(Answer answer);
  // An answer that is known without the handler. `whole` when the request was read to its end, so
  // that another may follow.
  void answer_now(Response response, bool whole);

  void on_written(error_code error);
  void linger();
  void discard();

  std::chrono::milliseconds time_to_send(std::size_t bytes) const {
    return kWriteTime + std::chrono::milliseconds(bytes * 1000 / limits().least_bytes_per_second);
  }

  Service* service_;
  tcp::socket socket_;
  std::string client_;
  boost::beast::flat_buffer buffer_;
  Stage stage_ = Stage::idle;
  Clock::time_point stage_since_ = Clock::now();
  Clock::time_point over_by_ = Clock::time_point::max();
  bool timed_out_ = false;

  // The request under way, counted so that what comes late is known as such.
  std::uint64_t turn_ = 0;
  std::optional<http::request_parser<http::string_body>> parser_;
  Clock::time_point started_;
  std::shared_ptr<Admitted> admitted_;
  std::shared_ptr<std::atomic<bool>> abandoned_;
  std::string route_;
  LogLine log_;
  bool keep_alive_ = false;

  AnswerWriter writer_;
  unsigned status_ = 0;
  std::size_t discarded_ = 0;
};

void HttpConnection::enter(Stage stage, std::chrono::milliseconds time) {
  stage_ = stage;
  stage_since_ = Clock::now();
  over_by_ = stage_since_ + time;
  timed_out_ = false;
}

void HttpConnection::close() {
  if (stage_ == Stage::closed) return;
  stage_ = Stage::closed;
  if (abandoned_) abandoned_->store(true, std::memory_order_relaxed);
  error_code ignored;
  socket_.close(ignored);
  service_->connections.erase(shared_from_this());
}

void HttpConnection::check_time(Clock::time_point now) {
  if (now < over_by_) return;
  switch (stage_) {
    case Stage::head:
    case Stage::body: {
      // What is under way ends with an error, and is answered there; at the next look, when it was
      // just between two reads.
      timed_out_ = true;
      error_code ignored;
      socket_.cancel(ignored);
      return;
    }
    case Stage::working:
      abandoned_->store(true, std::memory_order_relaxed);
      answer_now(too_busy("the request took too long"), false);
      return;
    default:
      close();
  }
}

bool HttpConnection::has_unread() const {
  error_code ignored;
  return buffer_.size() > 0 || socket_.available(ignored) > 0;
}

void HttpConnection::drain() {
  if (stage_ != Stage::idle || has_unread()) return;
  // Who has only just come has a request on the way.
  if (turn_ == 1) {
    over_by_ = Clock::now() + kGrace;
  } else {
    close();
  }
}

// Until something comes, a connection has no parser and hardly a buffer.
void HttpConnection::wait_for_request() {
  ++turn_;
  parser_.reset();
  admitted_.reset();
  abandoned_.reset();
  if (service_->draining && turn_ > 1) return linger();
  enter(Stage::idle, service_->draining ? kGrace : limits().idle_time);
  if (buffer_.size() > 0) return read_head();
  if (buffer_.capacity() > kKeptBytes) buffer_.shrink_to_fit();
  socket_.async_wait(tcp::socket::wait_read, [self = shared_from_this()](error_code error) {
    if (self->stage_ != Stage::idle) return;
    if (error) return self->close();
    self->read_head();
  });
}

void HttpConnection::read_head() {
  enter(Stage::head, limits().header_time);
  started_ = stage_since_;
  route_ = "none";
  log_ = {};
  keep_alive_ = false;
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(limits().target_bytes + limits().header_bytes));
  parser_->body_limit(limits().body_bytes);
  http::async_read_header(
      socket_, buffer_, *parser_,
      [self = shared_from_this()](error_code error, std::size_t) { self->on_head(error); });
}

// What is wrong while a request is read: there is no telling where the next one begins.
void HttpConnection::refuse_unread(error_code error) {
  if (timed_out_) return answer_now(too_slow(), false);
  if (error == http::error::body_limit) return answer_now(body_too_large(limits()), false);
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    const bool in_first_line = parser_->get().target().empty();
    return answer_now(in_first_line ? url_too_long(limits()) : headers_too_large(limits()), false);
  }
  const bool is_malformed = error.category() == make_error_code(http::error::bad_target).category();
  // Also of that category: the client has gone in the middle, or before it began.
  if (is_malformed && error != http::error::end_of_stream &&
      error != http::error::partial_message) {
    return answer_now(problem(400, "The request cannot be read", error.message()), false);
  }
  close();
}

void HttpConnection::on_head(error_code error) {
  if (stage_ != Stage::head) return;
  const auto& message = parser_->get();
  if (error) {
    log_.method = text_of(message.method_string());
    log_.target = text_of(message.target());
    return refuse_unread(error);
  }
  RequestHead head;
  head.method = text_of(message.method_string());
  head.target = text_of(message.target());
  head.version = message.version();
  head.client = client_;
  for (const auto& field : message) {
    std::string name = text_of(field.name_string());
    std::ranges::transform(name, name.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    head.headers.emplace_back(std::move(name), text_of(field.value()));
  }
  log_.method = head.method;
  log_.target = head.target;
  keep_alive_ = parser_->keep_alive();
  const bool expects_continue = find_value(head.headers, "expect").has_value();
  auto decision = service_->admission.decide(std::move(head), stage_since_);
  if (auto* refused = std::get_if<Admission::Refused>(&decision)) {
    route_ = refused->route;
    return answer_now(std::move(refused->response), parser_->is_done());
  }
  admitted_ = std::make_shared<Admitted>(std::move(std::get<Admitted>(decision)));
  route_ = admitted_->route->pattern;
  if (!expects_continue || parser_->is_done()) return read_body();
  static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  enter(Stage::body, limits().body_time);
  asio::async_write(socket_, asio::buffer(kContinue),
                    [self = shared_from_this()](error_code failed, std::size_t) {
                      if (self->stage_ != Stage::body) return;
                      if (failed) return self->refuse_unread(failed);
                      self->read_body();
                    });
}

void HttpConnection::read_body() {
  enter(Stage::body, limits().body_time);
  if (parser_->is_done()) return on_body({});
  http::async_read(
      socket_, buffer_, *parser_,
      [self = shared_from_this()](error_code error, std::size_t) { self->on_body(error); });
}

void HttpConnection::on_body(error_code error) {
  if (stage_ != Stage::body) return;
  if (error) return refuse_unread(error);
  admitted_->request.body = std::move(parser_->get().body());
  work();
}

void HttpConnection::work() {
  enter(Stage::working, limits().answer_time + kGrace);
  abandoned_ = std::make_shared<std::atomic<bool>>(false);
  Request& request = admitted_->request;
  request.deadline = stage_since_ + limits().answer_time;
  request.abandoned = abandoned_;
  const RouteOptions& options = admitted_->route->options;
  if (options.etag) {
    if (const std::string etag = options.etag(); is_unmodified(request, etag)) {
      return on_answer(not_modified(etag));
    }
  }
  if (options.immediate) {
    return on_answer(answer_by(admitted_->route->handler, request));
  }
  auto task = [weak = weak_from_this(), admitted = admitted_, turn = turn_,
               executor = socket_.get_executor()] {
    Answer answer = answer_by(admitted->route->handler, admitted->request);
    asio::post(executor, [weak, turn, answer = std::move(answer)]() mutable {
      const auto self = weak.lock();
      if (!self || self->turn_ != turn || self->stage_ != Stage::working) return;
      self->on_answer(std::move(answer));
    });
  };
  const auto lane = options.slow ? WorkerPool::Lane::slow : WorkerPool::Lane::quick;
  if (!service_->workers.submit(std::move(task), lane)) {
    return answer_now(too_busy("too many requests are waiting"), true);
  }
  watch_client();
}

// A client that goes away needs no answer: as one types, most questions are dropped.
void HttpConnection::watch_client() {
  socket_.async_wait(
      tcp::socket::wait_read, [weak = weak_from_this(), turn = turn_](error_code error) {
        const auto self = weak.lock();
        if (error || !self || self->turn_ != turn || self->stage_ != Stage::working) return;
        char next = 0;
        if (::recv(self->socket_.native_handle(), &next, 1, MSG_PEEK | MSG_DONTWAIT) == 0) {
          self->abandoned_->store(true, std::memory_order_relaxed);
        }
      });
}

void HttpConnection::answer_now(Response response, bool whole) {
  keep_alive_ = keep_alive_ && whole;
  Request request;
  request.method = log_.method;
  if (admitted_) request.headers = admitted_->request.headers;
  on_answer(make_answer(request, std::move(response)));
}

void HttpConnection::on_answer(Answer answer) {
  // A client that went away is no failure of ours, and is counted apart, as nginx does it.
  const bool has_gone = abandoned_ && abandoned_->load(std::memory_order_relaxed);
  status_ = has_gone ? kClientWentAway : answer.status;
  keep_alive_ = keep_alive_ && !service_->draining;
  Framing framing = Framing::length;
  if (answer.chunks) {
    const bool can_chunk = parser_->get().version() == 11;
    framing = can_chunk ? Framing::chunked : Framing::until_close;
    keep_alive_ = keep_alive_ && can_chunk;
  }
  // Both are called only while this is held by what is under way.
  const auto begins = [this](std::size_t bytes) {
    if (stage_ == Stage::closed) return;
    enter(Stage::writing, bytes > 0 ? time_to_send(bytes) : limits().answer_time + kGrace);
  };
  const auto ends = [this](error_code error) { on_written(error); };
  writer_.write(shared_from_this(), admitted_, std::move(answer), framing, keep_alive_,
                {begins, ends});
}

void HttpConnection::on_written(error_code error) {
  if (stage_ != Stage::writing) return;
  const std::chrono::duration<double> passed = Clock::now() - started_;
  service_->metrics.count(route_, log_.method, status_, passed.count(), writer_.sent());
  if (service_->options.log) {
    log_.client = client_;
    log_.status = status_;
    log_.bytes = writer_.sent();
    log_.seconds = passed.count();
    service_->options.log(log_text(log_));
  }
  if (error) return close();
  if (keep_alive_ && !service_->draining) return wait_for_request();
  linger();
}

// Closing at once while the client is still sending would take from it the answer it has not read.
void HttpConnection::linger() {
  enter(Stage::lingering, kLingerTime);
  error_code error;
  socket_.shutdown(tcp::socket::shutdown_send, error);
  if (error) return close();
  discarded_ = 0;
  discard();
}

void HttpConnection::discard() {
  buffer_.clear();
  socket_.async_read_some(buffer_.prepare(4096),
                          [self = shared_from_this()](error_code error, std::size_t bytes) {
                            self->discarded_ += bytes;
                            if (error || self->discarded_ > kMostLingerBytes) return self->close();
                            self->discard();
                          });
}

}  // namespace

void Connection::start(Service& service, tcp::socket socket) {
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  auto connection = std::make_shared<HttpConnection>(service, std::move(socket));
  service.connections.insert(connection);
  connection->wait_for_request();
}

}  // namespace noether::server
