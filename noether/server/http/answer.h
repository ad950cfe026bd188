// A response made ready to be sent: compressed or not, with every header, or only the news that the
// client has it already.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "noether/server/http/gzip.h"
#include "noether/server/http/request.h"
#include "noether/server/http/response.h"
#include "noether/server/http/router.h"

namespace noether::server {

// The policy for a response that a browser shows as a page: it may do nothing. The page of the
// program has its own policy.
inline constexpr std::string_view kContentSecurityPolicy =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

struct Answer {
  unsigned status = 200;
  NameValues headers;
  std::string owned;       // the body, unless it is fixed
  std::string_view fixed;  // lives as long as the program
  // A body of unknown length, produced while it is sent. Shared, because a source has a state.
  std::shared_ptr<ChunkSource> chunks;
  // The same, but produced without a request for each piece.
  std::shared_ptr<const EventMaker> events;
  bool has_body = true;  // false: HEAD, 304

  bool has_unknown_length() const { return chunks || events; }
  std::string_view body() const { return fixed.empty() ? std::string_view(owned) : fixed; }
};

// If nothing is known about the request, the response is for a GET without compression.
Answer make_answer(const Request& request, Response response);
// The response of the handler; 503 if the request is over before it begins, 500 if it throws.
Answer answer_by(const Handler& handler, const Request& request);

// Whether the client names the tag that an answer with this ETag has at this URL. It can only know
// it from such an answer, since no refusal has one.
bool names_etag(const Request& request, std::string_view etag);

enum class Framing { Length, Chunked, UntilClose };
// The status line and all headers, with the empty line. What would break out of a header is left
// out.
std::string head_text(const Answer& answer, Framing framing, bool keep_alive);
// One piece in chunked coding; an empty one is the end.
std::string chunk_text(std::string_view piece);

}  // namespace noether::server
