#include "noether/server/api/api.h"

#include "noether/server/api/answers.h"

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

}  // namespace noether::server
