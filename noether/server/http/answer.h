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

// What a browser may do with an answer that it shows as a page: nothing. The page of the program
// has a policy of its own.
inline constexpr std::string_view kContentSecurityPolicy =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

struct Answer {
  unsigned status = 200;
  NameValues headers;
  std::string owned;       // the body, unless it is fixed
  std::string_view fixed;  // lives as long as the program
  // A body whose length is not known; gives it as it is sent. Shared, because a source has a state.
  std::shared_ptr<ChunkSource> chunks;
  // Likewise, but made without being asked for each piece.
  std::shared_ptr<const EventMaker> events;
  bool has_body = true;  // false: HEAD, 304

  bool has_unknown_length() const { return chunks || events; }
  std::string_view body() const { return fixed.empty() ? std::string_view(owned) : fixed; }
};

// For a request that nothing is known of, the answer is for a GET that takes no compression.
Answer make_answer(const Request& request, Response response);
// What the handler says to it; 503 when the request is over before it begins, 500 when it throws.
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
