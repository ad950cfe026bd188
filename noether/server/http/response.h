// The response to a request, including problems. The server adds the common parts: length, date,
// security headers, compression if the client accepts it, 304 if the client has this ETag.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/server/http/http_options.h"
#include "noether/server/http/request.h"

namespace noether::server {

inline constexpr std::string_view kJson = "application/json";

// Returns the next piece of a long response; an empty piece ends it. Called on one worker thread at
// a time, and only after the client has read the previous piece, so that a slow client holds
// neither a thread nor more memory than one piece.
using ChunkSource = std::function<std::string()>;

// Makes server-sent events (text/event-stream), which are sent while the handler's worker makes
// them, from the first to the last. `send` takes one or more complete events. Events that a client
// has not read yet wait in memory, so there should not be many. The request knows whether the
// client is still there.
using EventSink = std::function<void(std::string events)>;
using EventMaker = std::function<void(const Request& request, const EventSink& send)>;

// Bytes that live as long as the program, also compressed by gzip; `gzip` may be empty.
struct FixedBody {
  std::string_view plain;
  std::string_view gzip;
};

struct Response {
  unsigned status = 200;
  std::string content_type = std::string(kJson);
  // One of these members is the body: the last one that is set.
  std::string body;
  FixedBody fixed;
  ChunkSource chunks;
  EventMaker events;
  NameValues headers;  // in addition to those that the server adds
  // An opaque tag without quotes. Empty: the response must not be cached.
  std::string etag;
  std::string cache_control;  // empty: no-cache with an ETag, no-store without
};

Response json_response(std::string body, std::string etag = {});

// Errors as application/problem+json (RFC 9457), with the place of the error.
struct ProblemPlace {
  std::string parameter;           // of the query string, or
  std::string pointer;             // into the JSON of the body (RFC 6901): /lines/3
  std::optional<base::Span> span;  // in that text, in UTF-16 code units, as browsers count
};

// `title` is the same for all problems of a kind, `detail` describes this one, and `hint` suggests
// a remedy. Empty texts are left out.
Response problem(unsigned status, std::string title, std::string detail = {},
                 const ProblemPlace& place = {}, std::string hint = {});

// The reason phrase of a status, such as Not Found. Empty for a status that this server does not
// use.
std::string_view status_title(unsigned status);

// The server's own responses to requests that it cannot accept.

// 503 with Retry-After: the server is overloaded.
Response too_busy(std::string detail);
// 408: the request did not arrive in time.
Response too_slow();
// 413
Response body_too_large(const Limits& limits);
// 414
Response url_too_long(const Limits& limits);
// 431
Response headers_too_large(const Limits& limits);

}  // namespace noether::server
