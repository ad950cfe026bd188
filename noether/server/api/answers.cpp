#include "noether/server/api/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "noether/server/api/parts.h"
#include "noether/server/http/response.h"

namespace noether::server {

Response answer(const Snapshot& snapshot, std::string json) {
  json += '\n';
  return json_response(std::move(json), snapshot.etag);
}

Response failure(const base::Error& error) {
  tell_operator(error.message);
  return problem(500, "Internal Server Error", "the index could not be read");
}

// A disk full of log lines must not end the request, so whether it was written is not asked.
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
