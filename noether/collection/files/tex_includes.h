// The files that a LaTeX file includes: \input, \include, \subfile, \import, and packages in the
// same folder. Comments are ignored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace noether::collection {

struct TexInclude {
  std::string name;       // as it is written, without an ending
  std::size_t begin = 0;  // of the command in the text
  std::size_t end = 0;
  std::uint64_t line = 0;
  bool is_package = false;  // most packages are elsewhere: one that is not found is no problem
};

std::vector<TexInclude> find_includes(std::string_view tex);

// The place after \begin{document}; the end of the text if it is missing.
std::size_t end_of_preamble(std::string_view tex);

}  // namespace noether::collection
