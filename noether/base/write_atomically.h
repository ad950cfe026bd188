// A small file that is there whole or not at all, written at once. AtomicFile writes large ones
// piece by piece, and knows their digest.
#pragma once

#include <string>
#include <string_view>

#include "noether/base/file_system.h"

namespace noether::base {

// What the names of unfinished files end with: a crash may leave them, and nobody misses them.
inline constexpr std::string_view kUnfinished = ".unfinished";

[[nodiscard]] Result<void> write_atomically(FileSystem& file_system, const std::string& path,
                                            std::string_view bytes);

}  // namespace noether::base
