// The socket of a client: the client's address, the refusal of a connection, and the check whether
// the client is still there.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace noether::server {

// The address of the client. For IPv6 it is the network, because one client owns a whole network.
std::string client_of(const boost::asio::ip::tcp::socket& socket);

// Answers 503 to a connection above the limit, without waiting for anything.
void turn_away(boost::asio::ip::tcp::socket socket);

// Notices that a client has closed the connection during its request; while a user types, most
// requests are abandoned. A client that has only shut down its sending side waits for its response,
// but looks like one that is gone until something is sent to it. So after a while the watch sends
// bytes that a client ignores, such as an interim response; the system of a client that is gone
// rejects them.
class ClientWatch {
 public:
  using Clock = std::chrono::steady_clock;
  // The socket must outlive this object.
  explicit ClientWatch(boost::asio::ip::tcp::socket& socket) : socket_(&socket) {}

  // Returns the bytes that test whether the client is there; empty if nothing can be sent now.
  using Probe = std::function<std::string()>;
  // An interim response, for HTTP/1.1 clients.
  static Probe interim_answer(unsigned http_version);

  // Watches from now until `stop`. Calls `on_gone` once when the client is gone, possibly from
  // `look`. `owner` keeps this object alive.
  void start(std::weak_ptr<void> owner, Probe probe, std::function<void()> on_gone);
  // Continues with another probe.
  void set_probe(Probe probe) { probe_ = std::move(probe); }
  void stop();
  // Must be called regularly.
  void look(Clock::time_point now);

 private:
  enum class Client { Sends, IsSilent, IsAsked, HasGone };
  void on_readable();
  void leave();

  boost::asio::ip::tcp::socket* socket_;
  Client client_ = Client::Sends;
  Probe probe_;
  Clock::time_point silent_since_;
  std::uint64_t turn_ = 0;  // so that late callbacks are recognised
  std::function<void()> on_gone_;
};

}  // namespace noether::server
