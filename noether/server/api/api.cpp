#include "noether/server/api/api.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "noether/server/api/parts.h"
#include "noether/server/http/response.h"

namespace noether::server {
namespace {

using SnapshotHandler = Response (*)(const SnapshotPointer&, const Request&);
using AlgebraHandler = Response (*)(const Request&);

}  // namespace

void register_api(Router& router, const State& state) {
  RouteOptions cached;
  cached.etag = [&state] { return state.snapshot()->etag; };
  const auto of_index = [&state](SnapshotHandler handler) {
    return [&state, handler](const Request& request) { return handler(state.snapshot(), request); };
  };
  RouteOptions slow;
  slow.lane = Lane::Slow;
  const auto alone = [](AlgebraHandler handler) {
    return [handler](const Request& request) { return handler(request); };
  };
  router.get("/api/v1/search", of_index(search_documents), cached);
  router.post("/api/v1/search", of_index(search_documents));
  RouteOptions answering = cached;
  answering.lane = Lane::Answer;
  answering.waits = [&state](const Request& request) {
    return state.snapshot()->generator != nullptr && may_be_written(request);
  };
  router.get("/api/v1/answer", of_index(answer_question), answering);
  answering.etag = {};
  router.post("/api/v1/answer", of_index(answer_question), answering);
  router.get("/api/v1/similar", of_index(find_similar), cached);
  router.get("/api/v1/document/{id}", of_index(show_document), cached);
  router.get("/api/v1/document/{id}/why", of_index(show_why), cached);
  router.get("/api/v1/formula/{id}", of_index(show_formula), cached);
  router.get("/api/v1/formula/{id}/occurrences", of_index(list_occurrences), cached);
  router.get("/api/v1/formula/{id}/symbols", of_index(show_symbols), cached);
  router.get("/api/v1/suggest", of_index(suggest), cached);
  router.get("/api/v1/collection", of_index(describe_collection), cached);
  RouteOptions mapping = cached;
  mapping.lane = Lane::Slow;
  router.get("/api/v1/map", of_index(show_map), mapping);
  router.get("/api/v1/map/dots", of_index(show_dots), cached);
  router.get("/api/v1/map/found", of_index(find_dots), cached);
  router.post("/api/v1/parse", of_index(parse_formula));
  router.post("/api/v1/equivalent", alone(decide_equality), slow);
  router.post("/api/v1/check", alone(check_derivation), slow);
  router.post("/api/v1/rewrite", alone(rewrite_expression), slow);
  router.get("/api/v1/openapi.json", [](const Request&) { return show_openapi(); });
}

Response answer(const Snapshot& snapshot, std::string json) {
  json += '\n';
  return json_response(std::move(json), snapshot.etag);
}

Response failure(const base::Error& error) {
  tell_operator(error.message);
  return problem(500, "Internal Server Error", "the index could not be read");
}

// Writing may fail, for example because a full disk holds the log. That must not end the request,
// so the result is ignored.
void tell_operator(std::string_view message) {
  const std::string line = fmt::format("noether serve: {}\n", plain_text(message));
  (void)std::fwrite(line.data(), 1, line.size(), stderr);
}

Response took_too_long() { return too_busy("the request took too long"); }

Response stopped_or_failed(const Request& request, const base::Error& error) {
  return request.is_over() ? took_too_long() : failure(error);
}

Response not_found(std::string detail, std::string hint) {
  return problem(404, "Not Found", std::move(detail), {}, std::move(hint));
}

double seconds_for(const Request& request, double wanted) {
  constexpr double kToAnswer = 0.25;
  if (request.deadline == std::chrono::steady_clock::time_point::max()) return wanted;
  const std::chrono::duration<double> left = request.deadline - std::chrono::steady_clock::now();
  return std::clamp(left.count() - kToAnswer, 0.0, wanted);
}

}  // namespace noether::server
