#include "noether/server/http/rate_limit.h"

#include <algorithm>
#include <cmath>

namespace noether::server {

double RateLimit::tokens(const Bucket& bucket, Clock::time_point now) const {
  const std::chrono::duration<double> passed = now - bucket.filled;
  return std::min(capacity(), bucket.tokens + passed.count() * rate_);
}

std::chrono::seconds RateLimit::ask(const std::string& client, Clock::time_point now) {
  if (rate_ <= 0) return std::chrono::seconds(0);
  auto found = buckets_.find(client);
  if (found == buckets_.end()) {
    if (buckets_.size() >= kMostClients) forget_full(now);
    // So many clients at once are an attack: better no count than no memory.
    if (buckets_.size() >= kMostClients) buckets_.clear();
    found = buckets_.try_emplace(client, capacity(), now).first;
  }
  Bucket& bucket = found->second;
  bucket.tokens = std::max(tokens(bucket, now), 0.0);
  bucket.filled = now;
  if (bucket.tokens < 1) {
    // A rate may be so low that the time does not fit: a day is as good as for ever.
    const double wait = std::min((1 - bucket.tokens) / rate_, 86'400.0);
    return std::chrono::seconds(std::max(1L, std::lround(std::ceil(wait))));
  }
  bucket.tokens -= 1;
  return std::chrono::seconds(0);
}

void RateLimit::forget_full(Clock::time_point now) {
  std::erase_if(buckets_,
                [&](const auto& entry) { return tokens(entry.second, now) >= capacity(); });
}

}  // namespace noether::server
