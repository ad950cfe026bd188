// A server under requests that are wrong in many ways.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace noether::bench {

struct MalformedOptions {
  std::uint16_t port = 0;
  std::uint64_t requests = 100'000;
  unsigned connections = 32;
  std::uint32_t seed = 1;
};

struct MalformedResult {
  std::uint64_t requests = 0;
  std::map<std::string, std::uint64_t> outcomes;  // status 400, closed, no answer
};

// Sends so many, each on a connection of its own, and waits a little for what comes back.
MalformedResult send_malformed(const MalformedOptions& options);

}  // namespace noether::bench
