// One connection of a client: it reads a request, has it answered, writes the response, and
// repeats.
//
//   idle ─► head ─► body ─► working ─► writing ─► idle, or lingering ─► closed
//
// Everything runs on the thread that handles the sockets. Only handlers run on workers, which hold
// a weak pointer to the connection. Every state except `closed` has a deadline.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <memory>
#include <unordered_set>

#include "noether/server/http/admission.h"
#include "noether/server/http/http_options.h"
#include "noether/server/http/metrics.h"
#include "noether/server/http/router.h"
#include "noether/server/http/worker_pool.h"

namespace noether::server {

// The state that all connections of a server share. Only the thread that handles the sockets uses
// it, except for the workers.
class Connection;

struct Service {
  Service(const HttpOptions& with_options, const Router& with_router)
      : options(with_options),
        admission(with_options, with_router),
        workers(with_options.workers, with_options.limits.waiting_requests),
        answering(with_options.workers, with_options.limits.waiting_requests),
        waiting(with_options.waiting_workers, with_options.waiting_workers) {}

  // Gives the request to the threads of its route. Returns false if too many requests wait for
  // them.
  [[nodiscard]] bool submit(const WorkerPool::Task& task, const RouteOptions& route,
                            Request& request) {
    if (route.waits && route.waits(request)) {
      if (waiting.submit(task, WorkerPool::Lane::Quick, &request)) return true;
      request.may_wait = false;
    }
    return submit_to_lane(task, route);
  }

  // Moves a request that waits for a generator to the threads of its lane. Returns false if too
  // many requests wait for those.
  [[nodiscard]] bool stop_waiting(const RouteOptions& route, Request& request) {
    const auto task = waiting.withdraw(&request);
    if (!task) return true;
    request.may_wait = false;
    return submit_to_lane(*task, route);
  }

  [[nodiscard]] bool submit_to_lane(const WorkerPool::Task& task, const RouteOptions& route) {
    if (route.lane == Lane::Answer) return answering.submit(task, WorkerPool::Lane::Quick);
    return workers.submit(
        task, route.lane == Lane::Slow ? WorkerPool::Lane::Slow : WorkerPool::Lane::Quick);
  }

  const HttpOptions& options;
  Admission admission;
  Metrics metrics;
  // Each pool has its own threads: answers wait for neither proofs nor searches, and no request
  // waits long for a thread that waits for a generator.
  WorkerPool workers;
  WorkerPool answering;
  WorkerPool waiting;
  // A connection lives as long as it is in this set.
  std::unordered_set<std::shared_ptr<Connection>> connections;
  bool draining = false;
};

class Connection {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Adds a connection to the service and starts to read.
  static void start(Service& service, boost::asio::ip::tcp::socket socket);

  // Ends requests that have taken too long.
  virtual void check_time(Clock::time_point now) = 0;
  // Whether the connection waits for a request without having received any part of it, and since
  // when.
  virtual bool is_idle() const = 0;
  virtual Clock::time_point idle_since() const = 0;
  // The server is stopping: connections whose client has its response are closed.
  virtual void drain() = 0;
  virtual void close() = 0;

 protected:
  Connection() = default;
};

}  // namespace noether::server
