// A line of JSON with two texts that belong together, as `noether pairs` writes it.
#pragma once

#include <string>
#include <string_view>

#include "noether/base/error.h"

namespace noether::neural {

struct PairLine {
  std::string kind;   // "question-answer"
  std::string group;  // texts of one group are no wrong answers to one another
  std::string first;
  std::string second;

  friend bool operator==(const PairLine&, const PairLine&) = default;
};

// Texts are not changed; other entries are ignored. Errors describe the problem of the line.
base::Result<PairLine> read_pair_line(std::string_view line);

}  // namespace noether::neural
