// Errors as application/problem+json (RFC 9457) that point at the place they are about.
#pragma once

#include <optional>
#include <string>

#include "noether/base/error.h"
#include "noether/server/http/response.h"

namespace noether::server {

struct ProblemPlace {
  std::string parameter;           // of the query string, or
  std::string pointer;             // into the JSON of the body (RFC 6901): /lines/3
  std::optional<base::Span> span;  // in that text, in UTF-16 code units, as a browser counts
};

// `title` is the same for all problems of a kind, `detail` describes this one, and `hint` is a
// remedy; empty ones are left out.
Response problem(unsigned status, std::string title, std::string detail = {},
                 const ProblemPlace& place = {}, std::string hint = {});

// The reason phrase of a status: Not Found. Empty for one that this server does not use.
std::string_view status_title(unsigned status);

}  // namespace noether::server
