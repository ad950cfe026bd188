// Many keep-alive connections that ask one request after the other, on one thread, and what came of
// it.
//
// Either each asks again as soon as it is answered, or all together keep a rate: then a request is
// timed from when it was due, so that a server which stalls is charged for all who would have come.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace noether::bench {

struct LoadOptions {
  std::uint16_t port = 0;
  unsigned connections = 8;
  double rate = 0;  // requests a second of all together; 0: as fast as they are answered
  std::chrono::milliseconds time{10'000};
  std::chrono::milliseconds warm_up{2'000};  // not counted
  // Connections that are held open beside: those that send nothing, and those that send a byte of a
  // request every half second. Opened anew when the server has enough of them.
  unsigned idle = 0;
  unsigned slow = 0;
};

struct LoadResult {
  std::uint64_t requests = 0;
  double seconds = 0;
  std::vector<float> milliseconds;              // ascending
  std::map<std::string, std::uint64_t> errors;  // by what was wrong: a status, a broken connection
  std::uint64_t bytes = 0;
  std::uint64_t reopened = 0;  // of those held beside

  double rate() const { return seconds > 0 ? static_cast<double>(requests) / seconds : 0; }
  double percentile(double part) const;
  std::uint64_t error_count() const;
};

// `requests` are whole, as they go over the wire; each connection takes the next.
LoadResult run_load(const LoadOptions& options, const std::vector<std::string>& requests);

// A server under requests that are wrong in many ways.
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
