// The line of the access log about one request.
#pragma once

#include <cstdint>
#include <string>

namespace noether::server {

struct LogLine {
  std::string client;
  std::string method;
  std::string target;
  unsigned status = 0;
  std::uint64_t bytes = 0;
  double seconds = 0;
};

// One line without its end: the bytes of the client can neither break the line nor colour a
// terminal.
std::string log_text(const LogLine& line);

}  // namespace noether::server
