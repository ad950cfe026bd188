// A request as handlers see it: complete, decoded and within the limits of the server; and the
// decoding of its target. Nothing in it is a path of the file system. All texts are valid UTF-8,
// except the body and the values of headers, which are unchanged.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/error.h"

namespace noether::server {

using NameValues = std::vector<std::pair<std::string, std::string>>;

// The first value with this name.
std::optional<std::string_view> find_value(const NameValues& values, std::string_view name);

struct Request {
  std::string method;      // GET or POST; HEAD is handled as GET, without the body
  std::string path;        // unchanged, with its percent signs
  std::string target;      // the path with its query, unchanged
  NameValues path_values;  // the segments at the {name}s in the pattern of the route
  NameValues parameters;   // of the query string
  NameValues headers;      // names in lower case
  std::string body;
  std::string client;  // its address, without the port
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  // Set when the client has closed the connection.
  std::shared_ptr<const std::atomic<bool>> abandoned;
  // Whether the handler may wait for something outside this machine.
  bool may_wait = true;

  // The value of {name}, which the route must have.
  std::string_view path_value(std::string_view name) const;
  std::optional<std::string_view> parameter(std::string_view name) const;
  std::optional<std::string_view> header(std::string_view lower_case_name) const;
  // Long work calls this regularly, and stops when it returns true.
  bool is_over() const;
};

// The target of a request line, split and decoded: /api/v1/search?q=x%5E2.
//
// Only paths from the root are accepted. A path is split before it is decoded, so that %2F is part
// of a segment. No segment is `.` or `..`, in any encoding. Decoded texts are valid UTF-8.
inline constexpr std::size_t kMostParameters = 64;

// Whether a plus sign means a blank, as in forms, or itself, as in paths. An error contains its
// place in the text.
enum class Plus { IsBlank, IsPlus };
base::Result<std::string> percent_decode(std::string_view text, Plus plus);

// Unreserved characters are kept, all others become %XX.
std::string percent_encode(std::string_view text);

struct Target {
  std::string_view path;  // still encoded
  NameValues parameters;
};
base::Result<Target> read_target(std::string_view target);

// For "/a/b" these are a and b, decoded; for "/" one empty segment.
base::Result<std::vector<std::string>> path_segments(std::string_view path);

}  // namespace noether::server
