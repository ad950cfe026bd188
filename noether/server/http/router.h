// Finds the handler of a path.
// A pattern is a path in which a whole segment may be {name}, which matches any one segment that is
// not empty. Segments are decoded after the path is divided, so that an encoded slash is part of a
// segment. A pattern without names takes precedence over one with names.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/server/http/request.h"
#include "noether/server/http/response.h"

namespace noether::server {

// Called on several worker threads. An exception becomes a 500 without details.
using Handler = std::function<Response(const Request&)>;

// The threads that answer a request.
enum class Lane : std::uint8_t {
  Quick,   // takes milliseconds, as searches do
  Slow,    // may take seconds, as proofs do; one worker is kept free of such requests
  Answer,  // answers to questions, which have their own threads
};

struct RouteOptions {
  // The thread that reads sockets responds immediately. Meant for requests that take microseconds
  // and must work however busy the workers are, such as /health.
  bool immediate = false;
  Lane lane = Lane::Quick;
  // The route requires no token.
  bool open = false;
  // The current ETag of every response. A client that has it gets 304 without any work.
  std::function<std::string()> etag;
  // Whether a request would make a thread wait for something outside, such as a generator. Such a
  // request uses a dedicated thread. If all dedicated threads are busy for longer than
  // Limits::generator_time, the request goes to its lane with `may_wait` false. Called by the
  // thread that reads sockets, so it must be quick.
  std::function<bool(const Request&)> waits = {};
};

class Router {
 public:
  void get(std::string pattern, Handler handler, RouteOptions options = {});
  void post(std::string pattern, Handler handler, RouteOptions options = {});
  // Handles GET on any path that matches no pattern: the page.
  void otherwise(Handler handler, RouteOptions options = {});

  struct Route {
    std::string method;
    std::string pattern;  // also the name of the route in the metrics
    std::vector<std::string> segments;
    Handler handler;
    RouteOptions options;
  };
  struct Match {
    const Route* route = nullptr;  // null: 404, or 405 if other methods are allowed
    NameValues path_values;
    std::string allowed;  // the methods of this path, for the Allow header
  };
  // An error if `path` is not a valid path: 400.
  base::Result<Match> find(std::string_view method, std::string_view path) const;
  const std::vector<Route>& routes() const { return routes_; }

 private:
  void add(std::string method, std::string pattern, Handler handler, RouteOptions options);

  std::vector<Route> routes_;
  std::optional<Route> otherwise_;
};

}  // namespace noether::server
