#include "noether/server/http/answer_writer.h"

#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <exception>
#include <string_view>
#include <utility>

namespace noether::server {

namespace asio = boost::asio;
using boost::system::error_code;

void AnswerWriter::write(std::shared_ptr<void> owner, std::shared_ptr<const void> request,
                         Answer answer, Framing framing, bool keep_alive, Events events) {
  request_ = std::move(request);
  answer_ = std::move(answer);
  framing_ = framing;
  events_ = std::move(events);
  head_ = head_text(answer_, framing, keep_alive);
  sent_ = 0;
  waiting_events_.clear();
  events_end_.reset();
  is_writing_ = true;
  const bool is_whole = !answer_.has_unknown_length() || !answer_.has_body;
  const std::string_view body = answer_.has_body && is_whole ? answer_.body() : "";
  const std::array<asio::const_buffer, 2> buffers = {asio::buffer(head_), asio::buffer(body)};
  events_.begins(head_.size() + body.size());
  asio::async_write(
      *socket_, buffers,
      [this, is_whole, owner = std::move(owner)](error_code error, std::size_t bytes) {
        sent_ += bytes;
        is_writing_ = false;
        if (error) return end(Outcome::ClientGone);
        if (is_whole) return end(Outcome::Whole);
        if (answer_.events) return write_events(owner);
        pull(owner);
      });
}

std::string AnswerWriter::framed(std::string piece) const {
  return framing_ == Framing::Chunked ? chunk_text(piece) : std::move(piece);
}

void AnswerWriter::add_events(std::shared_ptr<void> owner, std::string_view events) {
  if (!answer_.events || !socket_->is_open()) return;
  waiting_events_ += events;
  if (!is_writing_) write_events(std::move(owner));
}

void AnswerWriter::end_events(std::shared_ptr<void> owner, Outcome outcome) {
  if (!answer_.events || !socket_->is_open()) return;
  events_end_ = outcome;
  if (!is_writing_) write_events(std::move(owner));
}

std::string AnswerWriter::idle_event() const {
  if (!answer_.events || is_writing_ || !waiting_events_.empty()) return {};
  return framed(":\n\n");
}

void AnswerWriter::write_events(std::shared_ptr<void> owner) {
  const bool is_last = waiting_events_.empty();
  if (is_last && !events_end_) return events_.begins(0);
  // The end is left out, so that the client sees that the response is incomplete.
  if (is_last && *events_end_ != Outcome::Whole) return end(*events_end_);
  piece_ = framed(std::exchange(waiting_events_, {}));
  is_writing_ = true;
  events_.begins(piece_.size());
  asio::async_write(*socket_, asio::buffer(piece_),
                    [this, is_last, owner = std::move(owner)](error_code error, std::size_t bytes) {
                      sent_ += bytes;
                      is_writing_ = false;
                      if (error) return end(Outcome::ClientGone);
                      if (is_last) return end(Outcome::Whole);
                      write_events(owner);
                    });
}

// The source may need time for its next piece, so a worker runs it. The worker must not keep the
// owner, because it might then destroy it.
void AnswerWriter::pull(const std::shared_ptr<void>& owner) {
  events_.begins(0);
  workers_->resume([this, weak = std::weak_ptr<void>(owner), chunks = answer_.chunks,
                    request = request_, executor = socket_->get_executor()] {
    std::optional<std::string> piece;
    try {
      piece = (*chunks)();
    } catch (const std::exception&) {
      piece.reset();  // the missing end tells the client that the response is incomplete
    }
    asio::post(executor, [this, weak, piece = std::move(piece)]() mutable {
      if (auto alive = weak.lock()) on_piece(std::move(alive), std::move(piece));
    });
  });
}

void AnswerWriter::on_piece(std::shared_ptr<void> owner, std::optional<std::string> piece) {
  if (!socket_->is_open()) return;
  if (!piece) return end(Outcome::SourceFailed);
  const bool is_last = piece->empty();
  piece_ = framed(*std::move(piece));
  events_.begins(piece_.size());
  asio::async_write(*socket_, asio::buffer(piece_),
                    [this, is_last, owner = std::move(owner)](error_code error, std::size_t bytes) {
                      sent_ += bytes;
                      if (error) return end(Outcome::ClientGone);
                      if (is_last) return end(Outcome::Whole);
                      pull(owner);
                    });
}

void AnswerWriter::end(Outcome outcome) {
  answer_ = {};
  request_.reset();
  head_ = {};
  piece_ = {};
  const Events events = std::exchange(events_, {});
  if (events.ends) events.ends(outcome);
}

}  // namespace noether::server
