// Requests that are wrong in many ways: paths, headers and bodies, changed, cut and doubled.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>

namespace noether::bench {

class MalformedRequests {
 public:
  explicit MalformedRequests(std::uint32_t seed) : random_(seed) {}
  std::string next();

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  std::string target();
  std::string headers();
  std::string body();
  std::string formula();
  void damage(std::string& bytes, std::size_t most);

  std::mt19937 random_;
};

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
