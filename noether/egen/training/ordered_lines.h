// Lines made by several threads and passed on in the order of their items, so that the result does
// not depend on the number of threads.
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
  std::string text;                      // includes the end of the line
  std::array<std::size_t, 2> numbers{};  // from the maker to the consumer of the line
};

// Makes the line of an item; nothing if the item gives none. Each thread has its own function, and
// all give the same results.
using LineMaker = std::function<std::optional<OrderedLine>(std::uint64_t item)>;
using LineSink = std::function<base::Result<void>(const OrderedLine& line)>;

struct OrderedLinesOptions {
  std::uint64_t wanted = 0;      // number of lines after which the work ends
  std::uint64_t most_items = 0;  // the maximal number of items tried
  std::uint64_t chunk = 64;      // items that a thread makes at a time
};

struct OrderedLinesReport {
  std::uint64_t lines = 0;
  std::uint64_t skipped = 0;  // items without a line, before the last line
};

base::Result<OrderedLinesReport> make_lines(const OrderedLinesOptions& options,
                                            const std::vector<LineMaker>& makers,
                                            const LineSink& sink);

}  // namespace noether::egen
