// Sends requests over many keep-alive connections on one thread, one request after the other on
// each, and measures the responses.
//
// Either each connection sends again as soon as it is answered, or all together keep a rate. With a
// rate, the time of a request counts from when it was due, so that a stalled server is charged for
// all requests that became due meanwhile.
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
  double rate = 0;  // requests per second over all connections; 0: as fast as they are answered
  std::chrono::milliseconds time{10'000};
  std::chrono::milliseconds warm_up{2'000};  // not counted
  // Additional connections that are held open: idle ones send nothing, slow ones send a byte of a
  // request every half second. They are reopened if the server closes them.
  unsigned idle = 0;
  unsigned slow = 0;
};

struct LoadResult {
  std::uint64_t requests = 0;
  double seconds = 0;
  std::vector<float> milliseconds;              // ascending
  std::map<std::string, std::uint64_t> errors;  // by kind: a status, a broken connection
  std::uint64_t bytes = 0;
  std::uint64_t reopened = 0;  // number of held connections that were reopened

  double rate() const { return seconds > 0 ? static_cast<double>(requests) / seconds : 0; }
  double percentile(double part) const;
  std::uint64_t error_count() const;
};

// `requests` are complete, in the format of the wire; each connection takes the next one.
LoadResult run_load(const LoadOptions& options, const std::vector<std::string>& requests);

// Tests a server with requests that are malformed in many ways.
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

// Sends the requests, each on a separate connection, and waits briefly for each response.
MalformedResult send_malformed(const MalformedOptions& options);

}  // namespace noether::bench
