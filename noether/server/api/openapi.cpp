// GET /api/v1/openapi.json: the description of the API, compiled into the program.
#include <string_view>

#include "noether/base/hash.h"
#include "noether/server/api/api.h"
#include "noether/server/http/gzip.h"

// The assembler includes the file unchanged, so the limit on the length of string literals does not
// apply.
__asm__(
    ".section .rodata\n"
    ".balign 16\n"
    ".globl noether_openapi_begin\n"
    "noether_openapi_begin:\n"
    ".incbin \"" NOETHER_OPENAPI_FILE
    "\"\n"
    ".globl noether_openapi_end\n"
    "noether_openapi_end:\n"
    ".byte 0\n"
    ".previous\n");

// NOLINTBEGIN(readability-identifier-naming): the assembler's labels
extern "C" {
extern const char noether_openapi_begin[];
extern const char noether_openapi_end[];
}
// NOLINTEND(readability-identifier-naming)

namespace noether::server {

std::string_view openapi_text() {
  return {noether_openapi_begin,
          static_cast<std::size_t>(noether_openapi_end - noether_openapi_begin)};
}

Response show_openapi() {
  static const std::string kCompressed = gzip(openapi_text());
  static const std::string kTag = base::digest_of(openapi_text()).hex().substr(0, 16);
  Response response;
  response.fixed = {openapi_text(), kCompressed};
  response.etag = kTag;
  return response;
}

}  // namespace noether::server
