// The answer to a request. The server adds what every answer has: length, date, security headers,
// compression when the client takes it, 304 when the client has this very ETag.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "noether/server/http/request.h"

namespace noether::server {

inline constexpr std::string_view kJson = "application/json";

// Gives the next piece of a long answer; an empty one ends it. Called on one worker thread at a
// time, and not before the client has taken the piece before, so that a slow client holds neither a
// thread nor more memory than one piece.
using ChunkSource = std::function<std::string()>;

// Bytes that live as long as the program, the same ones also compressed by gzip; `gzip` may be
// empty.
struct FixedBody {
  std::string_view plain;
  std::string_view gzip;
};

struct Response {
  unsigned status = 200;
  std::string content_type = std::string(kJson);
  // One of these is the body: the chunks when there are any, then the fixed bytes, then the text.
  std::string body;
  FixedBody fixed;
  ChunkSource chunks;
  NameValues headers;  // besides those that the server adds
  // An opaque tag without quotes; empty: the answer is not to be cached.
  std::string etag;
  std::string cache_control;  // empty: no-cache with an ETag, no-store without
};

Response json_response(std::string body, std::string etag = {});

}  // namespace noether::server
