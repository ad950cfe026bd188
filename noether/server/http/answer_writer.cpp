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
  const std::string_view body = answer_.has_body && !answer_.chunks ? answer_.body() : "";
  const std::array<asio::const_buffer, 2> buffers = {asio::buffer(head_), asio::buffer(body)};
  events_.begins(head_.size() + body.size());
  asio::async_write(*socket_, buffers,
                    [this, owner = std::move(owner)](error_code error, std::size_t bytes) {
                      sent_ += bytes;
                      const bool is_whole = !answer_.chunks || !answer_.has_body;
                      if (error) return end(Outcome::ClientGone);
                      if (is_whole) return end(Outcome::Whole);
                      pull(owner);
                    });
}

// The source may have to work for its next piece. The worker must not keep the owner: it would be
// the one to destroy it.
void AnswerWriter::pull(const std::shared_ptr<void>& owner) {
  events_.begins(0);
  workers_->resume([this, weak = std::weak_ptr<void>(owner), chunks = answer_.chunks,
                    request = request_, executor = socket_->get_executor()] {
    std::optional<std::string> piece;
    try {
      piece = (*chunks)();
    } catch (const std::exception&) {
      piece.reset();  // without its end, the client sees that the answer is not whole
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
  piece_ = framing_ == Framing::Chunked ? chunk_text(*piece) : std::move(*piece);
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
