// The target of a request line, cut and decoded: /api/v1/search?q=x%5E2.
//
// Only paths from the root are read. A path is cut before it is decoded, so that %2F is part of a
// segment; no segment is `.` or `..`, whichever way it is written. Decoded texts are valid UTF-8.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/server/http/request.h"

namespace noether::server {

inline constexpr std::size_t kMostParameters = 64;

// Whether a plus sign is a blank, as in forms, or itself, as in paths. An error has its place in
// the text.
enum class Plus { IsBlank, IsPlus };
base::Result<std::string> percent_decode(std::string_view text, Plus plus);

// Unreserved characters stay, all others become %XX.
std::string percent_encode(std::string_view text);

struct Target {
  std::string_view path;  // still encoded
  NameValues parameters;
};
base::Result<Target> read_target(std::string_view target);

// For "/a/b" these are a and b, decoded; for "/" one empty segment.
base::Result<std::vector<std::string>> path_segments(std::string_view path);

}  // namespace noether::server
