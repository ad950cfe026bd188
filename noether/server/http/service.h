// What all connections of a server share. Only the thread that does the sockets touches it, but for
// the workers.
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
        workers(with_options.workers, with_options.limits.waiting_requests) {}

  const HttpOptions& options;
  Admission admission;
  Metrics metrics;
  WorkerPool workers;
  // They live as long as they are in here.
  std::unordered_set<std::shared_ptr<Connection>> connections;
  bool draining = false;
};

}  // namespace noether::server
