// The TSV files of ARQMath: a header line, csv quoting with doubled quotes, CRLF line ends.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::bench {

struct Table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;

  // The index of a column; -1 when there is none.
  int column(std::string_view name) const;
};

// A file that ends in .txt has no header and one column, `formula`, a line each.
base::Result<Table> read_tsv(const std::string& path);

}  // namespace noether::bench
