// The state that all connections of a server share. Only the thread that handles the sockets uses
// it, except for the workers.
#pragma once

#include <memory>
#include <unordered_set>

#include "noether/server/http/admission.h"
#include "noether/server/http/http_options.h"
#include "noether/server/http/metrics.h"
#include "noether/server/http/router.h"
#include "noether/server/http/worker_pool.h"

namespace noether::server {

class Connection;

struct Service {
  Service(const HttpOptions& with_options, const Router& with_router)
      : options(with_options),
        admission(with_options, with_router),
        workers(with_options.workers, with_options.limits.waiting_requests),
        answering(with_options.workers, with_options.limits.waiting_requests),
        waiting(with_options.waiting_workers, with_options.waiting_workers) {}

  // Gives the request to the threads of its route. False when too many wait for them.
  [[nodiscard]] bool submit(const WorkerPool::Task& task, const RouteOptions& route,
                            Request& request) {
    if (route.waits && route.waits(request)) {
      if (waiting.submit(task, WorkerPool::Lane::Quick, &request)) return true;
      request.may_wait = false;
    }
    return submit_to_lane(task, route);
  }

  // Gives a request that still waits for a generator to the threads of its lane instead. False when
  // too many wait for those.
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
  // Each pool has its own threads: answers wait neither for proofs nor for searches, and no request
  // waits long for a thread that waits for a generator.
  WorkerPool workers;
  WorkerPool answering;
  WorkerPool waiting;
  // They live as long as they are in here.
  std::unordered_set<std::shared_ptr<Connection>> connections;
  bool draining = false;
};

}  // namespace noether::server
