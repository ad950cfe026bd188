#include "noether/server/http/request_reader.h"

#include <boost/asio/write.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/read.hpp>
#include <string_view>
#include <utility>

#include "noether/server/http/negotiation.h"
#include "noether/server/http/response.h"

namespace noether::server {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::size_t kReadAhead = std::size_t{16} * 1024;
constexpr std::size_t kKeptBytes = 1024;  // of an empty buffer's memory
constexpr std::size_t kDiscardedAtOnce = 4096;
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

std::string text_of(boost::beast::string_view text) { return {text.data(), text.size()}; }

}  // namespace

RequestReader::RequestReader(tcp::socket& socket, const Limits& limits)
    : socket_(&socket),
      limits_(&limits),
      // The head must fit, and some bytes of a body may come with it.
      buffer_(limits.target_bytes + limits.header_bytes + kReadAhead) {}

bool RequestReader::has_unread() const {
  error_code ignored;
  return buffer_.size() > 0 || socket_->available(ignored) > 0;
}

void RequestReader::rest() {
  parser_.reset();
  if (buffer_.size() == 0 && buffer_.capacity() > kKeptBytes) buffer_.shrink_to_fit();
}

void RequestReader::read_head(Owner owner, Done done) {
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(limits_->target_bytes + limits_->header_bytes));
  parser_->body_limit(limits_->body_bytes);
  http::async_read_header(*socket_, buffer_, *parser_,
                          [owner = std::move(owner), done = std::move(done)](
                              error_code error, std::size_t) { done(error); });
}

void RequestReader::read_body(Owner owner, bool expects_continue, Done done) {
  if (!expects_continue || parser_->is_done()) return read_rest(std::move(owner), std::move(done));
  asio::async_write(*socket_, asio::buffer(kContinue),
                    [this, owner = std::move(owner), done = std::move(done)](error_code error,
                                                                             std::size_t) mutable {
                      if (error) return done(error);
                      read_rest(std::move(owner), std::move(done));
                    });
}

void RequestReader::read_rest(Owner owner, Done done) {
  if (parser_->is_done()) return done({});
  http::async_read(*socket_, buffer_, *parser_,
                   [owner = std::move(owner), done = std::move(done)](
                       error_code error, std::size_t) { done(error); });
}

std::string RequestReader::method() const { return text_of(parser_->get().method_string()); }
std::string RequestReader::target() const { return text_of(parser_->get().target()); }

RequestHead RequestReader::head() const {
  RequestHead head;
  head.method = method();
  head.target = target();
  head.version = version();
  for (const auto& field : parser_->get()) {
    head.headers.emplace_back(lower_case(text_of(field.name_string())), text_of(field.value()));
  }
  return head;
}

std::optional<Response> RequestReader::refusal(error_code error) const {
  if (error == http::error::body_limit) return body_too_large(*limits_);
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    const bool in_first_line = parser_->get().target().empty();
    return in_first_line ? url_too_long(*limits_) : headers_too_large(*limits_);
  }
  const bool is_malformed = error.category() == make_error_code(http::error::bad_target).category();
  // This category also includes a client that left before it sent a request.
  if (!is_malformed || error == http::error::end_of_stream) return std::nullopt;
  const bool is_cut = error == http::error::partial_message;
  return problem(400, "The request cannot be read",
                 is_cut ? "it ends in the middle" : error.message());
}

void RequestReader::discard(Owner owner, std::function<void(error_code, std::size_t)> done) {
  buffer_.clear();
  socket_->async_read_some(buffer_.prepare(kDiscardedAtOnce),
                           [owner = std::move(owner), done = std::move(done)](
                               error_code error, std::size_t bytes) { done(error, bytes); });
}

}  // namespace noether::server
