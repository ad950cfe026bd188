// The spaces of an index in the numbering of the program.
// An index may have spaces that the program does not know, in any order. It may lack some that the
// program knows, or have them in another version, with different terms: these appear as spaces
// without terms, and a search that needs them gets an error.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "noether/index/schema.h"

namespace noether::index {

struct SpaceView {
  static constexpr std::uint32_t kMissing = UINT32_MAX;

  // Uses the numbering of the index.
  static SpaceView same(const Schema& stored);
  static SpaceView as(const Schema& wanted, const Schema& stored);

  Schema schema;                      // as the program numbers them
  std::vector<std::uint32_t> stored;  // the number of each in the files, or kMissing
  std::uint32_t stored_spaces = 0;    // how many the index has; behind them stand the segment's own
  std::vector<std::string> missing;   // by space: why it is missing; empty when it is there
};

}  // namespace noether::index
