// Writes one response to a socket: its head with the body, or with one piece after another. Workers
// make the pieces of a long response, each after the client has read the previous one. Events
// arrive independently and wait here while others are written. All calls and callbacks are on the
// thread that handles the sockets.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "noether/server/http/answer.h"
#include "noether/server/http/worker_pool.h"

namespace noether::server {

class AnswerWriter {
 public:
  // Both must outlive this object.
  AnswerWriter(boost::asio::ip::tcp::socket& socket, WorkerPool& workers)
      : socket_(&socket), workers_(&workers) {}

  enum class Outcome {
    Whole,
    ClientGone,
    SourceFailed,  // a piece of a long answer could not be made
  };
  struct Events {
    // Called before this many bytes are written; 0: a worker starts to make a piece.
    std::function<void(std::size_t)> begins;
    // Called when the whole response is written, or the writing has failed.
    std::function<void(Outcome)> ends;
  };
  // `owner` keeps this object alive, and the request as long as the response needs it. It is held
  // until the writing ends, except while a worker makes a piece.
  void write(std::shared_ptr<void> owner, std::shared_ptr<const void> request, Answer answer,
             Framing framing, bool keep_alive, Events events);

  // Adds more events to a response that has events, or ends it. `owner` is as above.
  void add_events(std::shared_ptr<void> owner, std::string_view events);
  void end_events(std::shared_ptr<void> owner, Outcome outcome);
  // Bytes that a client ignores, to be sent between two events; empty if they cannot be sent now.
  std::string idle_event() const;

  std::uint64_t sent() const { return sent_; }

 private:
  void pull(const std::shared_ptr<void>& owner);
  void on_piece(std::shared_ptr<void> owner, std::optional<std::string> piece);
  void write_events(std::shared_ptr<void> owner);
  std::string framed(std::string piece) const;
  void end(Outcome outcome);

  boost::asio::ip::tcp::socket* socket_;
  WorkerPool* workers_;
  std::shared_ptr<const void> request_;
  Answer answer_;
  Framing framing_ = Framing::Length;
  Events events_;
  std::string head_;
  std::string piece_;
  std::string waiting_events_;
  std::optional<Outcome> events_end_;  // set when no more events will come
  bool is_writing_ = false;
  std::uint64_t sent_ = 0;
};

}  // namespace noether::server
