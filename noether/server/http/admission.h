// Decides by the head of a request whether it is accepted, before its body is read or any work is
// done. An accepted request is well formed, addresses this server and an existing path, and comes
// from an authorised client that does not exceed the rate limit.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>

#include "noether/server/http/http_options.h"
#include "noether/server/http/request.h"
#include "noether/server/http/response.h"
#include "noether/server/http/router.h"

namespace noether::server {

// Limits the requests of each client. Each address has a bucket of tokens that fills steadily and
// holds the tokens of ten seconds, so that a page may send many requests at once. An address is
// forgotten when its bucket is full again, and the size of the table is bounded.
class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr double kBurstSeconds = 10;
  static constexpr std::size_t kMostClients = 65'536;

  // 0 means no limit.
  explicit RateLimit(double requests_per_second) : rate_(requests_per_second) {}

  // Returns zero if the request is allowed, otherwise the time to wait until one is.
  std::chrono::seconds ask(const std::string& client, Clock::time_point now);
  std::size_t clients() const { return buckets_.size(); }

 private:
  struct Bucket {
    double tokens = 0;
    Clock::time_point filled;
  };
  // At least one token, however low the rate is.
  double capacity() const { return std::max(1.0, rate_ * kBurstSeconds); }
  double tokens(const Bucket& bucket, Clock::time_point now) const;
  void forget_full(Clock::time_point now);

  double rate_;
  std::unordered_map<std::string, Bucket> buckets_;
};

struct RequestHead {
  std::string method;
  std::string target;
  unsigned version = 11;  // 10 times the HTTP version
  NameValues headers;     // with names in lower case
  std::string client;

  // Whether the client waits for an invitation (100 Continue) before it sends its body. HTTP/1.0
  // does not support this.
  bool expects_continue() const;
};

struct Admitted {
  Request request;  // without its body
  const Router::Route* route = nullptr;
};

class Admission {
 public:
  // Both must outlive this object.
  Admission(const HttpOptions& options, const Router& router)
      : options_(&options), router_(&router), rate_limit_(options.limits.requests_per_second) {}

  struct Refused {
    Response response;
    std::string route;  // the route's name for the metrics, if it is known
    // The end of the request is unknown, so no other request may follow.
    bool is_last = false;
  };
  std::variant<Admitted, Refused> decide(RequestHead head, RateLimit::Clock::time_point now);

 private:
  bool is_from_our_page(const NameValues& headers) const;
  bool is_for_us(const NameValues& headers) const;
  bool has_token(const NameValues& headers) const;

  const HttpOptions* options_;
  const Router* router_;
  RateLimit rate_limit_;
};

}  // namespace noether::server
