// The files of rules/ at build time, embedded so that the program works in any folder.
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

// Sorted by name.
std::span<const ShippedRuleFile> shipped_rule_files();

}  // namespace noether::algebra
