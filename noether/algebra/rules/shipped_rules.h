// The files of rules/ as they were when the program was built, so that it works from anywhere.
//
// The build writes the definition (cmake/EmbedFiles.cmake).
#pragma once

#include <span>
#include <string_view>

namespace noether::algebra {

struct ShippedRuleFile {
  std::string_view name;  // `rules/logarithms.rules`
  std::string_view text;
};

// In the order of their names.
std::span<const ShippedRuleFile> shipped_rule_files();

}  // namespace noether::algebra
