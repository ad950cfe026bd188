// Writes one response to a socket: its head with the body, or with one piece of it after the other.
// Workers make the pieces of a long response, each when the client has read the one before. Events
// arrive by themselves, and wait here while others are written. All calls and callbacks are on the
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
  // Both must outlive this.
  AnswerWriter(boost::asio::ip::tcp::socket& socket, WorkerPool& workers)
      : socket_(&socket), workers_(&workers) {}

  enum class Outcome {
    Whole,
    ClientGone,
    SourceFailed,  // a piece of a long answer could not be made
  };
  struct Events {
    // Called before this many bytes are written; 0: a worker starts to make some.
    std::function<void(std::size_t)> begins;
    // All is written, or it broke off.
    std::function<void(Outcome)> ends;
  };
  // `owner` holds this, and the request as long as the answer needs it. It is held until the
  // writing has ended, but not while a worker is at a piece.
  void write(std::shared_ptr<void> owner, std::shared_ptr<const void> request, Answer answer,
             Framing framing, bool keep_alive, Events events);

  // More events of an answer that has them, or their end. `owner` as above.
  void add_events(std::shared_ptr<void> owner, std::string_view events);
  void end_events(std::shared_ptr<void> owner, Outcome outcome);
  // Bytes that a client ignores, to send between two events; empty if that is not possible now.
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
  std::optional<Outcome> events_end_;  // when there will be no more
  bool is_writing_ = false;
  std::uint64_t sent_ = 0;
};

}  // namespace noether::server
