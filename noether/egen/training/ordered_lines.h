// Lines made by several threads and handed on in the order of their items, so that how many threads
// there are cannot be told from the result.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/error.h"

namespace noether::egen {

struct OrderedLine {
  std::string text;                      // with its end
  std::array<std::size_t, 2> numbers{};  // what the maker has to tell whoever takes the line
};

// The line of an item; none when the item gives none. One function for each thread, all with the
// same answers.
using LineMaker = std::function<std::optional<OrderedLine>(std::uint64_t item)>;
using LineSink = std::function<base::Result<void>(const OrderedLine& line)>;

struct OrderedLinesOptions {
  std::uint64_t wanted = 0;      // lines; then it ends
  std::uint64_t most_items = 0;  // that are tried for them
  std::uint64_t chunk = 64;      // items that a thread makes before the others are waited for
};

struct OrderedLinesReport {
  std::uint64_t lines = 0;
  std::uint64_t skipped = 0;  // items that gave none, of those before the last line
};

base::Result<OrderedLinesReport> make_lines(const OrderedLinesOptions& options,
                                            const std::vector<LineMaker>& makers,
                                            const LineSink& sink);

}  // namespace noether::egen
