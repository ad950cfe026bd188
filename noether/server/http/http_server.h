// An HTTP/1.1 server: one thread for all sockets, a few for the work.
// Clients that are slow or silent hold a socket and a few hundred bytes, but no thread. `stop`
// drains: running requests are finished, and no new ones are accepted.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/server/http/http_options.h"
#include "noether/server/http/metrics.h"
#include "noether/server/http/router.h"

namespace noether::server {

class HttpServer {
 public:
  // Binds the address; connections wait until `run`.
  static base::Result<std::unique_ptr<HttpServer>> listen(HttpOptions options, Router router);
  ~HttpServer();

  std::uint16_t port() const;
  // Calls this, on the thread of `run`, when one of these signals comes; `signals` are the numbers.
  void on_signal(const std::vector<int>& signals, std::function<void(int)> act);
  // Serves until all is drained after `stop`.
  void run();
  // From any thread. A second call drops the running requests.
  void stop();
  bool is_draining() const;

  // For handlers that respond immediately, on the thread of `run`.
  std::string metrics_text(std::vector<Metric> more) const;

 private:
  struct Engine;
  explicit HttpServer(std::unique_ptr<Engine> engine);
  std::unique_ptr<Engine> engine_;
};

}  // namespace noether::server
