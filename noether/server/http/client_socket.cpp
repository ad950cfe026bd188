#include "noether/server/http/client_socket.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <cerrno>
#include <string_view>
#include <utility>

#include "noether/server/http/answer.h"
#include "noether/server/http/response.h"

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

namespace {

using boost::asio::ip::tcp;
using boost::system::error_code;
using namespace std::chrono_literals;

// Most responses are ready earlier.
constexpr std::chrono::milliseconds kSilenceAllowed = 200ms;
constexpr std::string_view kInterim = "HTTP/1.1 102 Processing\r\n\r\n";

bool is_reset(int socket) {
  pollfd state{.fd = socket, .events = 0, .revents = 0};
  return ::poll(&state, 1, 0) > 0 && (state.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
}

}  // namespace

ClientWatch::Probe ClientWatch::interim_answer(unsigned http_version) {
  return [text = std::string(http_version < 11 ? "" : kInterim)] { return text; };
}

void ClientWatch::start(std::weak_ptr<void> owner, Probe probe, std::function<void()> on_gone) {
  ++turn_;
  client_ = Client::Sends;
  probe_ = std::move(probe);
  on_gone_ = std::move(on_gone);
  socket_->async_wait(tcp::socket::wait_read,
                      [this, owner = std::move(owner), turn = turn_](error_code error) {
                        const auto alive = owner.lock();
                        if (alive && !error && turn == turn_) on_readable();
                      });
}

void ClientWatch::stop() {
  ++turn_;
  on_gone_ = nullptr;
}

void ClientWatch::on_readable() {
  char next = 0;
  const auto got = ::recv(socket_->native_handle(), &next, 1, MSG_PEEK | MSG_DONTWAIT);
  // A byte of the next request is there, so the client is too.
  if (got > 0) return;
  if (got < 0) {
    if (errno != EAGAIN && errno != EINTR) leave();
    return;
  }
  client_ = Client::IsSilent;
  silent_since_ = Clock::now();
}

void ClientWatch::look(Clock::time_point now) {
  if (!on_gone_ || client_ == Client::Sends || client_ == Client::HasGone) return;
  if (is_reset(socket_->native_handle())) return leave();
  if (client_ == Client::IsAsked || now < silent_since_ + kSilenceAllowed) return;
  const std::string probe = probe_();
  if (probe.empty()) return;
  client_ = Client::IsAsked;
  const auto sent =
      ::send(socket_->native_handle(), probe.data(), probe.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  // A part of the probe would corrupt the bytes that follow.
  if (sent != static_cast<ssize_t>(probe.size())) leave();
}

void ClientWatch::leave() {
  client_ = Client::HasGone;
  if (const auto on_gone = std::exchange(on_gone_, nullptr)) on_gone();
}

}  // namespace noether::server
