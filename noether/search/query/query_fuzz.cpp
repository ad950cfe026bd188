// Reads any bytes as a query: it must not crash or run for too long, spans must be inside the text,
// and the query must read the same when it is written and read again.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "noether/search/query/query_check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string defect = noether::search::query_defect(text);
  if (!defect.empty()) {
    std::fprintf(stderr, "%s\n", defect.c_str());
    std::abort();
  }
  return 0;
}
