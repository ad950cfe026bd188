// The server: the API, the page, and the monitoring, over one index.
//   /api/v1/...                  the API
//   /health, /ready, /metrics    for operators
//   /, /search, /assets/...      the page
//
// A new commit of the index is found within a second and taken over while requests continue.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "noether/base/error.h"
#include "noether/server/http/http_options.h"
#include "noether/server/http/http_server.h"
#include "noether/server/state.h"

namespace noether::server {

struct ServerOptions {
  HttpOptions http;
  StateOptions state;
  std::chrono::milliseconds reload_every{1000};  // 0: only on request
  // Receives messages of one line each, on any thread.
  std::function<void(const std::string&)> report = [](const std::string&) {};
};

class Server {
 public:
  static base::Result<std::unique_ptr<Server>> open(ServerOptions options);
  ~Server();

  std::uint16_t port() const { return http_->port(); }
  const State& state() const { return *state_; }
  // SIGTERM and SIGINT drain the server; SIGHUP looks for a new commit immediately.
  void handle_signals();
  // Serves until the server is drained.
  void run();
  void stop() { http_->stop(); }
  void reload_soon();

 private:
  explicit Server(ServerOptions options) : options_(std::move(options)) {}
  void register_routes(Router& router);
  Response metrics() const;
  void prepare_answers() const;
  void watch(const std::stop_token& stop);

  ServerOptions options_;
  std::unique_ptr<State> state_;
  std::unique_ptr<HttpServer> http_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  bool is_asked_to_reload_ = false;
  std::atomic<std::uint64_t> reloads_ = 0;
  std::atomic<std::uint64_t> failed_reloads_ = 0;
  std::atomic<bool> is_stale_ = false;  // a newer commit exists that cannot be read
  std::jthread watcher_;
};

}  // namespace noether::server
