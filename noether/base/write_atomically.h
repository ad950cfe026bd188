// A small file that appears complete or not at all, written in one call. AtomicFile writes large
// files piece by piece and computes their digest.
#pragma once

#include <string>
#include <string_view>

#include "noether/base/file_system.h"

namespace noether::base {

// The ending of the names of unfinished files, which a crash may leave behind.
inline constexpr std::string_view kUnfinished = ".unfinished";

[[nodiscard]] Result<void> write_atomically(FileSystem& file_system, const std::string& path,
                                            std::string_view bytes);

}  // namespace noether::base
