// An HTTP/1.1 server with one thread for all sockets and a few for the work. A slow or silent
// client holds a socket and a few hundred bytes, but no thread. `stop` drains the server: running
// requests are finished, and no new ones are accepted.
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
  // Calls the function, on the thread of `run`, when one of these signals arrives; `signals` are
  // their numbers.
  void on_signal(const std::vector<int>& signals, std::function<void(int)> act);
  // Serves until the server is drained after `stop`.
  void run();
  // May be called from any thread. A second call drops the running requests.
  void stop();
  bool is_draining() const;

  // For immediate handlers, on the thread of `run`.
  std::string metrics_text(std::vector<Metric> more) const;

 private:
  struct Engine;
  explicit HttpServer(std::unique_ptr<Engine> engine);
  std::unique_ptr<Engine> engine_;
};

}  // namespace noether::server
