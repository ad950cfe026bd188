#include "noether/server/http/refusals.h"

#include <fmt/format.h>

#include <utility>

#include "noether/server/http/problem.h"

namespace noether::server {

Response too_busy(std::string detail) {
  Response response = problem(503, "The server is busy", std::move(detail), {}, "ask again later");
  response.headers.emplace_back("Retry-After", "1");
  return response;
}

Response too_slow() {
  return problem(408, "The request came too slowly", {}, {}, "send it faster");
}

Response body_too_large(const Limits& limits) {
  return problem(413, "The body is too large",
                 fmt::format("it may have {} bytes", limits.body_bytes), {}, "send less at once");
}

Response url_too_long(const Limits& limits) {
  return problem(414, "The URL is too long",
                 fmt::format("it may have {} bytes", limits.target_bytes), {},
                 "send a long query as the body of a POST");
}

Response headers_too_large(const Limits& limits) {
  return problem(431, "The headers are too large",
                 fmt::format("they may have {} bytes together", limits.header_bytes));
}

}  // namespace noether::server
