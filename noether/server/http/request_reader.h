// Reads requests from a socket: the head and then, if it is needed, the body. Keeps bytes of the
// next request that arrive early. All calls and callbacks are on the thread that handles the
// sockets.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/system/error_code.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "noether/server/http/admission.h"
#include "noether/server/http/http_options.h"
#include "noether/server/http/response.h"

namespace noether::server {

class RequestReader {
 public:
  // Both must outlive this object.
  RequestReader(boost::asio::ip::tcp::socket& socket, const Limits& limits);

  // `owner` keeps this object alive until `done` is called.
  using Owner = std::shared_ptr<void>;
  using Done = std::function<void(boost::system::error_code)>;

  // Whether a part of the next request has arrived.
  bool has_unread() const;
  bool has_read_ahead() const { return buffer_.size() > 0; }
  // Frees the parser and most of the buffer until the next bytes arrive.
  void rest();
  void read_head(Owner owner, Done done);
  // Invites the body first, if the client waits for that.
  void read_body(Owner owner, bool expects_continue, Done done);

  // The method, as far as it has been read.
  std::string method() const;
  std::string target() const;
  unsigned version() const { return parser_->get().version(); }
  bool keep_alive() const { return parser_->keep_alive(); }
  // Whether the whole body has arrived.
  bool is_done() const { return parser_->is_done(); }
  RequestHead head() const;
  std::string take_body() { return std::move(parser_->get().body()); }

  // The response to a failed read; empty if the client is gone. The start of the next request is
  // then unknown.
  std::optional<Response> refusal(boost::system::error_code error) const;

  // Reads and discards bytes, so that a client that is still sending does not lose the response.
  void discard(Owner owner, std::function<void(boost::system::error_code, std::size_t)> done);

 private:
  void read_rest(Owner owner, Done done);

  boost::asio::ip::tcp::socket* socket_;
  const Limits* limits_;
  boost::beast::flat_buffer buffer_;
  std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> parser_;
};

}  // namespace noether::server
