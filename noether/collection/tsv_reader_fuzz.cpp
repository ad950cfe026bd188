// Any bytes read as a table: no crash, line numbers ascend, and the records read back after they
// are written with every value in quotation marks.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "noether/collection/tsv_reader.h"

using namespace noether;
using namespace noether::collection;

namespace {

std::vector<std::vector<std::string>> read(std::string_view text, ProblemList& problems) {
  TsvReader reader(base::LineReader(
                       [text](std::span<char> into) mutable -> base::Result<std::size_t> {
                         const std::size_t taken = text.copy(into.data(), into.size());
                         text.remove_prefix(taken);
                         return taken;
                       },
                       "fuzz", 1 << 16),
                   problems);
  std::vector<std::vector<std::string>> records;
  TsvRecord record;
  std::uint64_t line = 0;
  while (*reader.next(record)) {
    if (record.line <= line) std::abort();
    line = record.line;
    records.push_back(record.values);
  }
  return records;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  ProblemList problems;
  const auto records = read(text, problems);
  std::string written;
  for (const auto& record : records) {
    for (std::size_t i = 0; i < record.size(); ++i) {
      written += i == 0 ? "\"" : "\t\"";
      for (const char c : record[i]) {
        if (c == '"') written += '"';
        written += c;
      }
      written += '"';
    }
    written += '\n';
  }
  ProblemList none;
  const auto again = read(written, none);
  // A carriage return before a line end is treated as a part of the line end.
  if (text.find('\r') == std::string_view::npos && again != records) std::abort();
  return 0;
}
