#include "noether/server/http/http_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <utility>

#include "noether/server/http/client_socket.h"
#include "noether/server/http/connection.h"

namespace noether::server {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// The interval at which deadlines are checked, which is their precision.
constexpr std::chrono::milliseconds kTick = 100ms;
// While the server drains, somebody waits for its end.
constexpr std::chrono::milliseconds kDrainTick = 10ms;
constexpr int kBacklog = 1024;

}  // namespace

struct HttpServer::Engine {
  Engine(HttpOptions with_options, Router with_router)
      : options(std::move(with_options)),
        router(std::move(with_router)),
        acceptor(io),
        timer(io),
        pause(io),
        signals(io),
        service(options, router) {}

  base::Result<void> bind();
  void accept();
  void take(tcp::socket socket);
  bool make_room();
  void tick();
  void drain();
  void close_all();
  void wait_for_signal();

  HttpOptions options;
  Router router;
  asio::io_context io{1};
  tcp::acceptor acceptor;
  asio::steady_timer timer;
  asio::steady_timer pause;  // before it accepts again
  asio::signal_set signals;
  std::function<void(int)> act_on_signal;
  Service service;
  std::atomic<bool> draining = false;
  Clock::time_point drained_by;
};

base::Result<void> HttpServer::Engine::bind() {
  error_code error;
  const asio::ip::address address = asio::ip::make_address(options.address, error);
  if (error) {
    return base::fail(fmt::format("'{}' is not an address", options.address), {},
                      "give one as 127.0.0.1, 0.0.0.0 or ::1");
  }
  const tcp::endpoint endpoint(address, options.port);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(kBacklog, error);
  if (!error) acceptor.non_blocking(true, error);
  if (error) {
    return base::fail(fmt::format("cannot listen on {} port {}: {}", options.address, options.port,
                                  error.message()),
                      {}, "choose another with --port; 0 takes any free port");
  }
  return {};
}

void HttpServer::Engine::accept() {
  if (!acceptor.is_open()) return;
  acceptor.async_accept([this](error_code error, tcp::socket socket) {
    if (!acceptor.is_open()) return;
    if (!error) {
      take(std::move(socket));
    } else if (!make_room()) {
      // The process has probably run out of descriptors, and will have some in a moment.
      pause.expires_after(kTick);
      return pause.async_wait([this](error_code) { accept(); });
    }
    accept();
  });
}

void HttpServer::Engine::take(tcp::socket socket) {
  if (service.connections.size() >= options.limits.connections && !make_room()) {
    return turn_away(std::move(socket));
  }
  Connection::start(service, std::move(socket));
}

// Closes the connection that has been idle the longest.
bool HttpServer::Engine::make_room() {
  std::shared_ptr<Connection> oldest;
  for (const std::shared_ptr<Connection>& connection : service.connections) {
    if (!connection->is_idle()) continue;
    if (!oldest || connection->idle_since() < oldest->idle_since()) oldest = connection;
  }
  if (oldest) oldest->close();
  return oldest != nullptr;
}

void HttpServer::Engine::tick() {
  const Clock::time_point now = Clock::now();
  // A copy, because closed connections leave the set.
  const std::vector<std::shared_ptr<Connection>> all(service.connections.begin(),
                                                     service.connections.end());
  for (const std::shared_ptr<Connection>& connection : all) connection->check_time(now);
  if (service.draining) {
    if (now >= drained_by) close_all();
    if (service.connections.empty()) return io.stop();
  }
  timer.expires_after(service.draining ? kDrainTick : kTick);
  timer.async_wait([this](error_code) { tick(); });
}

void HttpServer::Engine::drain() {
  if (service.draining) return close_all();
  service.draining = true;
  drained_by = Clock::now() + options.limits.drain_time;
  // Clients in the queue of the system are served.
  error_code error;
  while (true) {
    tcp::socket socket = acceptor.accept(error);
    if (error) break;
    take(std::move(socket));
  }
  acceptor.close(error);
  const std::vector<std::shared_ptr<Connection>> all(service.connections.begin(),
                                                     service.connections.end());
  for (const std::shared_ptr<Connection>& connection : all) connection->drain();
  timer.cancel();
}

void HttpServer::Engine::close_all() {
  const std::vector<std::shared_ptr<Connection>> all(service.connections.begin(),
                                                     service.connections.end());
  for (const std::shared_ptr<Connection>& connection : all) connection->close();
}

void HttpServer::Engine::wait_for_signal() {
  signals.async_wait([this](error_code error, int number) {
    if (error) return;
    act_on_signal(number);
    wait_for_signal();
  });
}

HttpServer::HttpServer(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}
HttpServer::~HttpServer() = default;

base::Result<std::unique_ptr<HttpServer>> HttpServer::listen(HttpOptions options, Router router) {
  auto engine = std::make_unique<Engine>(std::move(options), std::move(router));
  if (auto bound = engine->bind(); !bound) return std::unexpected(bound.error());
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(engine)));
}

std::uint16_t HttpServer::port() const {
  error_code ignored;
  return engine_->acceptor.local_endpoint(ignored).port();
}

void HttpServer::on_signal(const std::vector<int>& signals, std::function<void(int)> act) {
  engine_->act_on_signal = std::move(act);
  error_code ignored;
  for (const int number : signals) engine_->signals.add(number, ignored);
  engine_->wait_for_signal();
}

void HttpServer::run() {
  engine_->accept();
  engine_->tick();
  engine_->io.run();
}

void HttpServer::stop() {
  engine_->draining = true;
  asio::post(engine_->io, [engine = engine_.get()] { engine->drain(); });
}

bool HttpServer::is_draining() const { return engine_->draining; }

std::string HttpServer::metrics_text(std::vector<Metric> more) const {
  const Service& service = engine_->service;
  const auto of_all = [&](auto count) {
    std::size_t sum = 0;
    for (const WorkerPool* pool : {&service.workers, &service.answering, &service.waiting}) {
      sum += count(*pool);
    }
    return static_cast<double>(sum);
  };
  std::vector<Metric> all = {
      {"noether_http_connections", "Open connections.",
       static_cast<double>(service.connections.size())},
      {"noether_http_waiting_requests", "Requests that wait for a worker.",
       of_all([](const WorkerPool& pool) { return pool.waiting(); })},
      {"noether_http_running_requests", "Requests that a worker is handling.",
       of_all([](const WorkerPool& pool) { return pool.running(); })},
      {"noether_http_workers", "Threads that answer requests.",
       of_all([](const WorkerPool& pool) { return pool.threads(); })},
      {"process_resident_memory_bytes", "Memory of this process.",
       static_cast<double>(resident_bytes())},
  };
  std::ranges::move(more, std::back_inserter(all));
  return service.metrics.text(all);
}

}  // namespace noether::server
