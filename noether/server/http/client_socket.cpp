#include "noether/server/http/client_socket.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>

#include "noether/server/http/answer.h"
#include "noether/server/http/refusals.h"

namespace noether::server {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

std::string client_of(const tcp::socket& socket) {
  error_code error;
  const tcp::endpoint endpoint = socket.remote_endpoint(error);
  if (error) return "unknown";
  const asio::ip::address address = endpoint.address();
  if (!address.is_v6() || address.is_loopback()) return address.to_string();
  if (address.to_v6().is_v4_mapped()) {
    return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).to_string();
  }
  auto bytes = address.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
  return asio::ip::address_v6(bytes).to_string() + "/64";
}

void turn_away(tcp::socket socket) {
  const Answer answer = make_answer({}, too_busy("there are too many connections"));
  const std::string text = head_text(answer, Framing::Length, false) + answer.owned;
  error_code ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(text), ignored);
  socket.shutdown(tcp::socket::shutdown_both, ignored);
}

}  // namespace noether::server
