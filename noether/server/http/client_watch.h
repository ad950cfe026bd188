// Notices that a client has gone while its request is worked on: as one types, most questions are
// dropped, and nobody needs their answers.
//
// A client that only has nothing more to send (it has shut down its side) waits for its answer, but
// looks just like one that has gone, until something is sent to it. So after a while it is sent an
// interim answer, which every HTTP/1.1 client passes over; the system of one that has gone refuses
// it.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <functional>
#include <memory>

namespace noether::server {

class ClientWatch {
 public:
  using Clock = std::chrono::steady_clock;
  // The socket must outlive this.
  explicit ClientWatch(boost::asio::ip::tcp::socket& socket) : socket_(&socket) {}

  // From now until `stop`; calls `on_gone` once when it has gone, which `look` may do. `owner` is
  // who holds this.
  void start(std::weak_ptr<void> owner, unsigned http_version, std::function<void()> on_gone);
  void stop();
  // To be called now and then.
  void look(Clock::time_point now);

 private:
  enum class Client { Sends, IsSilent, IsAsked, HasGone };
  void on_readable();
  void leave();

  boost::asio::ip::tcp::socket* socket_;
  Client client_ = Client::Sends;
  unsigned http_version_ = 11;
  Clock::time_point silent_since_;
  std::uint64_t turn_ = 0;  // so that what comes late is known as such
  std::function<void()> on_gone_;
};

}  // namespace noether::server
