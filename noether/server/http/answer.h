// A response that is ready to be sent: compressed if the client accepts it, with all headers, and
// without a body if the client already has it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "noether/server/http/gzip.h"
#include "noether/server/http/request.h"
#include "noether/server/http/response.h"
#include "noether/server/http/router.h"

namespace noether::server {

// The policy for a response that a browser shows as a page: it forbids everything. The page of the
// program has its own policy.
inline constexpr std::string_view kContentSecurityPolicy =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

struct Answer {
  unsigned status = 200;
  NameValues headers;
  std::string owned;       // the body, unless it is in `fixed`
  std::string_view fixed;  // bytes that live as long as the program
  // A body of unknown length that is produced while it is sent. Shared, because a source has state.
  std::shared_ptr<ChunkSource> chunks;
  // Like `chunks`, but not requested piece by piece.
  std::shared_ptr<const EventMaker> events;
  bool has_body = true;  // false for HEAD and 304

  bool has_unknown_length() const { return chunks || events; }
  std::string_view body() const { return fixed.empty() ? std::string_view(owned) : fixed; }
};

// For a default `Request`, the response suits a GET without compression.
Answer make_answer(const Request& request, Response response);
// Returns the handler's response; 503 if the request is over before the handler starts, 500 if the
// handler throws.
Answer answer_by(const Handler& handler, const Request& request);

// Whether the client names the tag that a response with this ETag has at this URL. Only such a
// response contains the tag, because no refusal has one.
bool names_etag(const Request& request, std::string_view etag);

enum class Framing { Length, Chunked, UntilClose };
// The status line and all headers, with the empty line. A header that could inject another header
// is left out.
std::string head_text(const Answer& answer, Framing framing, bool keep_alive);
// One piece in the chunked coding; an empty piece ends the body.
std::string chunk_text(std::string_view piece);

}  // namespace noether::server
