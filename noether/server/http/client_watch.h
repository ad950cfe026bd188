// Notices that a client has gone while its request is worked on: as one types, most questions are
// dropped, and nobody needs their answers.
//
// A client that only has nothing more to send (it has shut down its side) waits for its answer, but
// looks just like one that has gone, until something is sent to it. So after a while it is sent
// something that it passes over, such as an interim answer; the system of one that has gone refuses
// it.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace noether::server {

class ClientWatch {
 public:
  using Clock = std::chrono::steady_clock;
  // The socket must outlive this.
  explicit ClientWatch(boost::asio::ip::tcp::socket& socket) : socket_(&socket) {}

  // What to send to ask whether the client is there; empty when nothing can be sent now.
  using Probe = std::function<std::string()>;
  // An interim answer, for who speaks HTTP/1.1.
  static Probe interim_answer(unsigned http_version);

  // From now until `stop`; calls `on_gone` once when it has gone, which `look` may do. `owner` is
  // who holds this.
  void start(std::weak_ptr<void> owner, Probe probe, std::function<void()> on_gone);
  // Goes on with another probe.
  void set_probe(Probe probe) { probe_ = std::move(probe); }
  void stop();
  // To be called now and then.
  void look(Clock::time_point now);

 private:
  enum class Client { Sends, IsSilent, IsAsked, HasGone };
  void on_readable();
  void leave();

  boost::asio::ip::tcp::socket* socket_;
  Client client_ = Client::Sends;
  Probe probe_;
  Clock::time_point silent_since_;
  std::uint64_t turn_ = 0;  // so that what comes late is known as such
  std::function<void()> on_gone_;
};

}  // namespace noether::server
