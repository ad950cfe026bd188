// Arbitrary bytes as a line of JSON: no crash, and a parsed cluster is read back the same after
// writing. The same bytes are also read as E-Gen's text.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "noether/egen/formats/text_formats.h"

using namespace noether;
using namespace noether::egen;

namespace {

base::LineReader lines_of(std::string_view text) {
  return base::LineReader(
      [text](std::span<char> into) mutable -> base::Result<std::size_t> {
        const std::size_t taken = text.copy(into.data(), into.size());
        text.remove_prefix(taken);
        return taken;
      },
      "fuzz", 4096);
}

void read_as_text(std::string_view text) {
  const auto source = read_egen_text(lines_of(text), {.on_broken = [](const base::Error&) {}});
  Cluster cluster;
  std::string written;
  std::size_t clusters = 0;
  while (*source->next(cluster)) append_egen_text(cluster, clusters++ == 0, written);
  const auto again = read_egen_text(lines_of(written), {});
  std::size_t found = 0;
  while (true) {
    const auto more = again->next(cluster);
    if (!more) std::abort();
    if (!*more) break;
    ++found;
  }
  if (found != clusters) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_as_text(text);
  const auto cluster = read_json_cluster(text);
  if (!cluster) return 0;
  std::string line;
  append_json_line(*cluster, line);
  const auto again = read_json_cluster(line);
  if (!again || *again != *cluster) std::abort();
  return 0;
}
