// One connection of a client: reads a request, has it answered, writes the answer, and again.
//
//   idle ─► head ─► body ─► working ─► writing ─► idle, or lingering ─► closed
//
// Everything runs on the thread that does the sockets; only handlers run on workers, which know the
// connection by a weak pointer. Every state but `closed` has a time by which it must be over.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <memory>

#include "noether/server/http/service.h"

namespace noether::server {

class Connection {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Puts it among those of the service and starts to read.
  static void start(Service& service, boost::asio::ip::tcp::socket socket);

  // Ends requests that have taken too long.
  virtual void check_time(Clock::time_point now) = 0;
  // Whether it waits for a request without having received any part of it, and since when.
  virtual bool is_idle() const = 0;
  virtual Clock::time_point idle_since() const = 0;
  // The server is stopping: nothing more is read from clients that have their response.
  virtual void drain() = 0;
  virtual void close() = 0;

 protected:
  Connection() = default;
};

}  // namespace noether::server
