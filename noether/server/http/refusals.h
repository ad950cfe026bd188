// The answers that the server gives by itself to requests it cannot take.
#pragma once

#include <string>

#include "noether/server/http/limits.h"
#include "noether/server/http/response.h"

namespace noether::server {

// 503 with Retry-After: there is too much to do.
Response too_busy(std::string detail);
// 408: the request did not come within its time.
Response too_slow();
// 413
Response body_too_large(const Limits& limits);
// 414
Response url_too_long(const Limits& limits);
// 431
Response headers_too_large(const Limits& limits);

}  // namespace noether::server
