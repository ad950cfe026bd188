#include "noether/server/server.h"

#include <fmt/format.h>

#include <csignal>
#include <exception>
#include <utility>

#include "noether/server/api/api.h"
#include "noether/server/http/negotiation.h"
#include "noether/server/http/response.h"
#include "noether/server/page/bundle.h"

namespace noether::server {
namespace {

Response file(const Asset& asset) {
  Response response;
  response.content_type = std::string(asset.content_type);
  response.fixed = {asset.plain, asset.gzip};
  response.headers.emplace_back("Content-Security-Policy", kPageSecurityPolicy);
  return response;
}

// After a mistyped address a browser shows the page, which says that there is no such view.
Response nothing_here(const Request& request) {
  const Asset* page = find_asset("/");
  const bool is_for_eyes =
      !request.path.starts_with("/api/") && accepts_html(request.header("accept").value_or(""));
  if (page == nullptr || !is_for_eyes) {
    return problem(404, "There is nothing at this path", {}, {},
                   assets().empty() ? "this program was built without the page"
                                    : "/api/v1/openapi.json lists the paths");
  }
  Response response = file(*page);
  response.status = 404;
  return response;
}

Response page(const Request& request) {
  const Asset* asset = find_asset(request.path);
  if (asset == nullptr) return nothing_here(request);
  Response response = file(*asset);
  response.etag = std::string(asset->etag);
  if (asset->named_by_hash) response.cache_control = "public, max-age=31536000, immutable";
  return response;
}

}  // namespace

base::Result<std::unique_ptr<Server>> Server::open(ServerOptions options) {
  std::unique_ptr<Server> server(new Server(std::move(options)));
  auto state = State::open(server->options_.state);
  if (!state) return std::unexpected(state.error());
  server->state_ = std::move(*state);
  Router router;
  server->register_routes(router);
  auto http = HttpServer::listen(server->options_.http, std::move(router));
  if (!http) return std::unexpected(http.error());
  server->http_ = std::move(*http);
  return server;
}

Server::~Server() = default;

void Server::register_routes(Router& router) {
  register_api(router, *state_);
  const RouteOptions at_once{.immediate = true, .lane = Lane::Quick, .open = true, .etag = {}};
  router.get(
      "/health", [](const Request&) { return json_response("{\"status\":\"ok\"}\n"); }, at_once);
  router.get(
      "/ready",
      [this](const Request&) {
        if (http_->is_draining()) return too_busy("the server is stopping");
        return json_response(
            fmt::format("{{\"status\":\"ready\",\"generation\":{},\"stale\":{}}}\n",
                        state_->snapshot()->index->generation(), is_stale_.load()));
      },
      at_once);
  const RouteOptions guarded{.immediate = true, .lane = Lane::Quick, .open = false, .etag = {}};
  router.get("/metrics", [this](const Request&) { return metrics(); }, guarded);
  router.otherwise(page, guarded);
}

Response Server::metrics() const {
  const auto snapshot = state_->snapshot();
  const index::IndexReader& index = *snapshot->index;
  const auto number = [](auto value) { return static_cast<double>(value); };
  Response response;
  response.content_type = "text/plain; version=0.0.4; charset=utf-8";
  response.body = http_->metrics_text({
      {"noether_index_generation", "Number of the commit that is served.",
       number(index.generation())},
      {"noether_index_documents", "Documents that can be found.",
       number(index.documents() - index.deleted_documents())},
      {"noether_index_formulas", "Different formulas, counted in each segment.",
       number(index.formulas())},
      {"noether_index_segments", "Segments of the index.", number(index.segments().size())},
      {"noether_index_stale", "1 while there is a newer commit that cannot be read, else 0.",
       is_stale_ ? 1.0 : 0.0},
      {"noether_index_reloads_total", "New commits that were taken.", number(reloads_.load()),
       Metric::Type::Counter},
      {"noether_index_reload_failures_total", "How often a new commit could not be read.",
       number(failed_reloads_.load()), Metric::Type::Counter},
  });
  return response;
}

void Server::handle_signals() {
  http_->on_signal({SIGTERM, SIGINT, SIGHUP}, [this](int signal) {
    if (signal == SIGHUP) return reload_soon();
    options_.report("stopping; running requests are still answered");
    stop();
  });
}

void Server::run() {
  watcher_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
  http_->run();
  watcher_.request_stop();
  watcher_.join();
}

void Server::reload_soon() {
  {
    const std::scoped_lock lock(mutex_);
    is_asked_to_reload_ = true;
  }
  wake_.notify_one();
}

// An error here also occurs in the request that needs the ranking, and is reported there.
void Server::prepare_answers() const {
  try {
    state_->snapshot()->prepare();
  } catch (const std::exception& error) {
    options_.report(fmt::format("the data for ranking answers cannot be read: {}", error.what()));
  }
}

void Server::watch(const std::stop_token& stop) {
  std::string last_error;
  prepare_answers();
  while (!stop.stop_requested()) {
    {
      std::unique_lock lock(mutex_);
      const auto is_asked = [this] { return is_asked_to_reload_; };
      if (options_.reload_every.count() > 0) {
        wake_.wait_for(lock, stop, options_.reload_every, is_asked);
      } else {
        wake_.wait(lock, stop, is_asked);
      }
      is_asked_to_reload_ = false;
    }
    if (stop.stop_requested()) return;
    const auto reloaded = state_->reload();
    is_stale_ = !reloaded;
    if (!reloaded) {
      ++failed_reloads_;
      // Reports an error once, not every second.
      if (reloaded.error().message != last_error) {
        options_.report(
            "the new commit of the index cannot be read, so the old one is still served: " +
            reloaded.error().message);
      }
      last_error = reloaded.error().message;
      continue;
    }
    last_error.clear();
    if (!*reloaded) continue;
    ++reloads_;
    prepare_answers();
    options_.report(
        fmt::format("serving commit {} of the index", state_->snapshot()->index->generation()));
  }
}

}  // namespace noether::server
