// The files of profiles/ as they were when the program was built, so that it works from anywhere.
//
// The build writes the definition (cmake/EmbedFiles.cmake).
#pragma once

#include <span>
#include <string_view>

namespace noether::search {

struct ShippedProfileFile {
  std::string_view name;  // `profiles/lexical.profiles`
  std::string_view text;
};

// In the order of their names.
std::span<const ShippedProfileFile> shipped_profile_files();

}  // namespace noether::search
