// One line of Fungrim's file: {"id": "042551", "formula": "Equal(…)", "assumptions": "…"}.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::bench {

struct FungrimEntry {
  std::string id;
  std::string formula;
  // Each alone is enough. The file has one text, or a list of such.
  std::vector<std::string> assumptions;
};

// A line that is no JSON, no object, or has something else than text where text belongs is an
// error.
base::Result<FungrimEntry> read_fungrim_entry(std::string_view line);

}  // namespace noether::bench
