// Reads the TSV files of ARQMath, which have a header line, CSV quoting with doubled quotes, and
// CRLF line ends.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::bench {

struct Table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;

  // Returns the index of a column, or -1 if it is missing.
  int column(std::string_view name) const;
};

// A file whose name ends in .txt has no header and one column, `formula`, with one formula per
// line.
base::Result<Table> read_tsv(const std::string& path);

}  // namespace noether::bench
