// Decides by the head of a request, before its body is read or any work is done, whether it is
// accepted: whether it is well formed, for this server, from an authorised client, and for an
// existing path.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "noether/server/http/http_options.h"
#include "noether/server/http/rate_limit.h"
#include "noether/server/http/request.h"
#include "noether/server/http/response.h"
#include "noether/server/http/router.h"

namespace noether::server {

struct RequestHead {
  std::string method;
  std::string target;
  unsigned version = 11;  // ten times that of HTTP
  NameValues headers;     // names in lower case
  std::string client;

  // The client sends its body after an invitation (100 Continue). HTTP/1.0 clients do not support
  // it.
  bool expects_continue() const;
};

struct Admitted {
  Request request;  // without its body
  const Router::Route* route = nullptr;
};

class Admission {
 public:
  // Both must outlive this.
  Admission(const HttpOptions& options, const Router& router)
      : options_(&options), router_(&router), rate_limit_(options.limits.requests_per_second) {}

  struct Refused {
    Response response;
    std::string route;  // its name for the metrics, as far as it is known
    // The end of the request is unknown, so that no other may follow.
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
