// The spaces of an index as a program numbers them.
//
// An index may have spaces that the program does not know, and in any order. It may lack some that
// the program knows, or have them in another version, with terms that were made otherwise: these
// are seen as spaces without terms, and whoever wants them is told.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "noether/index/schema.h"

namespace noether::index {

struct SpaceView {
  static constexpr std::uint32_t kMissing = UINT32_MAX;

  // As the index numbers them.
  static SpaceView same(const Schema& stored);
  static SpaceView as(const Schema& wanted, const Schema& stored);

  Schema schema;                      // as the program numbers them
  std::vector<std::uint32_t> stored;  // the number of each in the files, or kMissing
  std::uint32_t stored_spaces = 0;    // how many the index has; behind them stand the segment's own
  std::vector<std::string> missing;   // by space: why it is missing; empty when it is there
};

}  // namespace noether::index
