// Limits the requests of each client by a bucket of tokens per address that fills steadily.
// A bucket holds the tokens of ten seconds, so that a page may send many requests at once.
// Addresses are forgotten when their bucket is full again; the size of the table is bounded.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

namespace noether::server {

class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr double kBurstSeconds = 10;
  static constexpr std::size_t kMostClients = 65'536;

  // 0: no limit.
  explicit RateLimit(double requests_per_second) : rate_(requests_per_second) {}

  // Zero when the request is allowed, otherwise how long to wait for the next that is.
  std::chrono::seconds ask(const std::string& client, Clock::time_point now);
  std::size_t clients() const { return buckets_.size(); }

 private:
  struct Bucket {
    double tokens = 0;
    Clock::time_point filled;
  };
  // At least one, however low the rate.
  double capacity() const { return std::max(1.0, rate_ * kBurstSeconds); }
  double tokens(const Bucket& bucket, Clock::time_point now) const;
  void forget_full(Clock::time_point now);

  double rate_;
  std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace noether::server
