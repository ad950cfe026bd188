#include "noether/server/http/connection.h"

#include <atomic>
#include <boost/asio/post.hpp>
#include <exception>
#include <utility>

#include "noether/server/http/answer.h"
#include "noether/server/http/answer_writer.h"
#include "noether/server/http/client_socket.h"
#include "noether/server/http/metrics.h"
#include "noether/server/http/request_reader.h"
#include "noether/server/http/response.h"

namespace noether::server {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using namespace std::chrono_literals;

// A client that left, or did not read its response, is no failure of the server. It is counted
// separately, with the status that nginx uses.
constexpr unsigned kClientWentAway = 499;
// A handler checks its deadline from time to time; this is how late it may be.
constexpr std::chrono::milliseconds kGrace = 1s;
// The time in which a client that is still sending should notice the response and stop.
constexpr std::chrono::milliseconds kLingerTime = 2s;
constexpr std::size_t kMostLingerBytes = std::size_t{4} << 20;

class HttpConnection final : public Connection,
                             public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(Service& service, tcp::socket socket)
      : service_(&service),
        socket_(std::move(socket)),
        client_(client_of(socket_)),
        reader_(socket_, limits()),
        watch_(socket_),
        writer_(socket_, service.workers) {}

  void wait_for_request();
  void check_time(Clock::time_point now) override;
  bool is_idle() const override { return stage_ == Stage::Idle; }
  Clock::time_point idle_since() const override { return stage_since_; }
  void drain() override;
  void close() override;

 private:
  enum class Stage { Idle, Head, Body, Working, Writing, Lingering, Closed };

  const Limits& limits() const { return service_->options.limits; }
  void enter(Stage stage, std::chrono::milliseconds time);

  void read_head();
  void on_head(error_code error);
  void on_body(error_code error);
  void refuse_unread(error_code error);

  void work();
  void stop_waiting();
  void on_answer(Answer answer);
  // Sends a response that needs no handler. `whole` means that the request was read to its end, so
  // that another may follow.
  void answer_now(Response response, bool whole);

  void on_written(AnswerWriter::Outcome outcome);
  // Records that the request ended with this status and this number of bytes sent.
  void record(unsigned status, std::uint64_t bytes);
  void linger();
  void discard();

  std::chrono::milliseconds time_to_send(std::size_t bytes) const {
    return limits().write_time +
           std::chrono::milliseconds(bytes * 1000 / limits().least_bytes_per_second);
  }

  Service* service_;
  tcp::socket socket_;
  std::string client_;
  RequestReader reader_;
  Stage stage_ = Stage::Idle;
  Clock::time_point stage_since_ = Clock::now();
  Clock::time_point over_by_ = Clock::time_point::max();
  Clock::time_point waits_until_ = Clock::time_point::max();  // for a generator
  bool timed_out_ = false;

  // The number of the current request, so that late callbacks are recognised.
  std::uint64_t turn_ = 0;
  Clock::time_point started_;
  std::shared_ptr<Admitted> admitted_;
  std::shared_ptr<std::atomic<bool>> abandoned_;
  std::string route_;
  LogLine log_;
  bool keep_alive_ = false;

  ClientWatch watch_;
  AnswerWriter writer_;
  unsigned status_ = 0;
  bool ends_by_closing_ = false;  // the end of the body closes the connection
  std::size_t discarded_ = 0;
};

void HttpConnection::enter(Stage stage, std::chrono::milliseconds time) {
  stage_ = stage;
  stage_since_ = Clock::now();
  over_by_ = stage_since_ + time;
  timed_out_ = false;
}

void HttpConnection::close() {
  if (stage_ == Stage::Closed) return;
  stage_ = Stage::Closed;
  watch_.stop();
  if (abandoned_) abandoned_->store(true, std::memory_order_relaxed);
  if (admitted_) service_->waiting.withdraw(&admitted_->request);
  error_code ignored;
  socket_.close(ignored);
  service_->connections.erase(shared_from_this());
}

void HttpConnection::check_time(Clock::time_point now) {
  if (stage_ == Stage::Working && now >= waits_until_) stop_waiting();
  if (now < over_by_) return watch_.look(now);
  switch (stage_) {
    case Stage::Head:
    case Stage::Body: {
      // The pending operation ends with an error, and its callback answers the client. If no
      // operation is pending at this moment, the next check cancels one.
      timed_out_ = true;
      error_code ignored;
      socket_.cancel(ignored);
      return;
    }
    case Stage::Working:
      abandoned_->store(true, std::memory_order_relaxed);
      answer_now(too_busy("the request took too long"), false);
      return;
    case Stage::Writing:
      record(kClientWentAway, writer_.sent());
      return close();
    default:
      close();
  }
}

void HttpConnection::drain() {
  if (stage_ != Stage::Idle || reader_.has_unread()) return;
  // A new connection probably has a request on its way.
  if (turn_ == 1) {
    over_by_ = Clock::now() + kGrace;
  } else {
    close();
  }
}

void HttpConnection::wait_for_request() {
  ++turn_;
  reader_.rest();
  admitted_.reset();
  abandoned_.reset();
  if (service_->draining && turn_ > 1) return linger();
  enter(Stage::Idle, service_->draining ? kGrace : limits().idle_time);
  if (reader_.has_read_ahead()) return read_head();
  socket_.async_wait(tcp::socket::wait_read, [self = shared_from_this()](error_code error) {
    if (self->stage_ != Stage::Idle) return;
    if (error) return self->close();
    self->read_head();
  });
}

void HttpConnection::read_head() {
  enter(Stage::Head, limits().header_time);
  started_ = stage_since_;
  route_ = "none";
  log_ = {};
  keep_alive_ = false;
  reader_.read_head(shared_from_this(), [this](error_code error) { on_head(error); });
}

// After an error in a request that is not read to its end, the start of the next one is unknown.
void HttpConnection::refuse_unread(error_code error) {
  if (timed_out_) return answer_now(too_slow(), false);
  auto refusal = reader_.refusal(error);
  if (!refusal) return close();
  answer_now(*std::move(refusal), false);
}

void HttpConnection::on_head(error_code error) {
  if (stage_ != Stage::Head) return;
  log_.method = reader_.method();
  log_.target = reader_.target();
  if (error) return refuse_unread(error);
  RequestHead head = reader_.head();
  head.client = client_;
  keep_alive_ = reader_.keep_alive();
  const bool expects_continue = head.expects_continue();
  auto decision = service_->admission.decide(std::move(head), stage_since_);
  if (auto* refused = std::get_if<Admission::Refused>(&decision)) {
    route_ = refused->route;
    const bool is_whole = reader_.is_done() && !refused->is_last;
    return answer_now(std::move(refused->response), is_whole);
  }
  admitted_ = std::make_shared<Admitted>(std::move(std::get<Admitted>(decision)));
  route_ = admitted_->route->pattern;
  enter(Stage::Body, limits().body_time);
  reader_.read_body(shared_from_this(), expects_continue,
                    [this](error_code failed) { on_body(failed); });
}

void HttpConnection::on_body(error_code error) {
  if (stage_ != Stage::Body) return;
  if (error) return refuse_unread(error);
  admitted_->request.body = reader_.take_body();
  work();
}

void HttpConnection::work() {
  enter(Stage::Working, limits().answer_time + kGrace);
  waits_until_ = stage_since_ + limits().generator_time;
  abandoned_ = std::make_shared<std::atomic<bool>>(false);
  Request& request = admitted_->request;
  request.deadline = stage_since_ + limits().answer_time;
  request.abandoned = abandoned_;
  const RouteOptions& options = admitted_->route->options;
  if (options.etag) {
    // The client has the response already, so only its tag is sent.
    if (std::string etag = options.etag(); names_etag(request, etag)) {
      return on_answer(make_answer(request, json_response({}, std::move(etag))));
    }
  }
  if (options.immediate) {
    return on_answer(answer_by(admitted_->route->handler, request));
  }
  auto task = [weak = weak_from_this(), admitted = admitted_, turn = turn_,
               executor = socket_.get_executor()] {
    Answer answer = answer_by(admitted->route->handler, admitted->request);
    const auto events = answer.has_body ? answer.events : nullptr;
    asio::post(executor, [weak, turn, answer = std::move(answer)]() mutable {
      const auto self = weak.lock();
      if (!self || self->turn_ != turn || self->stage_ != Stage::Working) return;
      self->on_answer(std::move(answer));
    });
    if (!events) return;
    // The connection may have ended with this request, or continued with another.
    const auto post = [&](auto act) {
      asio::post(executor, [weak, turn, act = std::move(act)]() mutable {
        const auto self = weak.lock();
        if (self && self->turn_ == turn && self->stage_ == Stage::Writing) act(self);
      });
    };
    auto outcome = AnswerWriter::Outcome::Whole;
    try {
      (*events)(admitted->request, [&](std::string text) {
        post([text = std::move(text)](const auto& self) { self->writer_.add_events(self, text); });
      });
    } catch (const std::exception&) {
      outcome = AnswerWriter::Outcome::SourceFailed;
    }
    post([outcome](const auto& self) { self->writer_.end_events(self, outcome); });
  };
  if (!service_->submit(task, options, request)) {
    return answer_now(too_busy("too many requests are waiting"), true);
  }
  watch_.start(weak_from_this(), ClientWatch::interim_answer(reader_.version()), [this] {
    record(kClientWentAway, stage_ == Stage::Writing ? writer_.sent() : 0);
    close();
  });
}

void HttpConnection::stop_waiting() {
  waits_until_ = Clock::time_point::max();
  if (!service_->stop_waiting(admitted_->route->options, admitted_->request)) {
    answer_now(too_busy("too many requests are waiting"), true);
  }
}

void HttpConnection::answer_now(Response response, bool whole) {
  keep_alive_ = keep_alive_ && whole;
  Request request;
  request.method = log_.method;
  if (admitted_) request.headers = admitted_->request.headers;
  on_answer(make_answer(request, std::move(response)));
}

void HttpConnection::on_answer(Answer answer) {
  // The client may leave while events are made.
  if (answer.events && answer.has_body) {
    watch_.set_probe([this] { return writer_.idle_event(); });
  } else {
    watch_.stop();
  }
  status_ = answer.status;
  keep_alive_ = keep_alive_ && !service_->draining;
  Framing framing = Framing::Length;
  ends_by_closing_ = false;
  if (answer.has_unknown_length()) {
    const bool can_chunk = reader_.version() == 11;
    framing = can_chunk ? Framing::Chunked : Framing::UntilClose;
    keep_alive_ = keep_alive_ && can_chunk;
    ends_by_closing_ = !can_chunk;
  }
  // Both are called only while the pending operation keeps this object alive.
  const auto begins = [this](std::size_t bytes) {
    if (stage_ == Stage::Closed) return;
    enter(Stage::Writing, bytes > 0 ? time_to_send(bytes) : limits().answer_time + kGrace);
  };
  const auto ends = [this](AnswerWriter::Outcome outcome) { on_written(outcome); };
  writer_.write(shared_from_this(), admitted_, std::move(answer), framing, keep_alive_,
                {begins, ends});
}

void HttpConnection::record(unsigned status, std::uint64_t bytes) {
  const std::chrono::duration<double> passed = Clock::now() - started_;
  service_->metrics.count(route_, log_.method, status, passed.count(), bytes);
  if (!service_->options.log) return;
  log_.client = client_;
  log_.status = status;
  log_.bytes = bytes;
  log_.seconds = passed.count();
  service_->options.log(log_text(log_));
}

void HttpConnection::on_written(AnswerWriter::Outcome outcome) {
  using Outcome = AnswerWriter::Outcome;
  if (stage_ != Stage::Writing) return;
  watch_.stop();
  if (outcome == Outcome::SourceFailed) status_ = 500;
  if (outcome == Outcome::ClientGone) status_ = kClientWentAway;
  record(status_, writer_.sent());
  if (outcome != Outcome::Whole) {
    // A body that ends with the connection would look complete without a reset.
    error_code ignored;
    if (ends_by_closing_) socket_.set_option(asio::socket_base::linger(true, 0), ignored);
    return close();
  }
  if (keep_alive_ && !service_->draining) return wait_for_request();
  linger();
}

// Closing at once while the client is still sending would discard the response before the client
// reads it.
void HttpConnection::linger() {
  enter(Stage::Lingering, kLingerTime);
  error_code error;
  socket_.shutdown(tcp::socket::shutdown_send, error);
  if (error) return close();
  discarded_ = 0;
  discard();
}

void HttpConnection::discard() {
  reader_.discard(shared_from_this(), [this](error_code error, std::size_t bytes) {
    discarded_ += bytes;
    if (error || discarded_ > kMostLingerBytes) return close();
    discard();
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
