#include "noether/server/http/admission.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "noether/server/http/negotiation.h"
#include "noether/server/http/request.h"
#include "noether/server/http/response.h"

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
    // This many clients at once are an attack. Losing the counts is better than running out of
    // memory.
    if (buckets_.size() >= kMostClients) buckets_.clear();
    found = buckets_.try_emplace(client, capacity(), now).first;
  }
  Bucket& bucket = found->second;
  bucket.tokens = std::max(tokens(bucket, now), 0.0);
  bucket.filled = now;
  if (bucket.tokens < 1) {
    // With a very low rate the time could overflow, and a day is practically for ever.
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

namespace {

// The name of the route of a request without one.
constexpr std::string_view kNoRoute = "none";

Admission::Refused refuse(Response response, std::string_view route = kNoRoute) {
  return {std::move(response), std::string(route), false};
}

// Proxies request http://host/path, and every client may (RFC 9112, 3.2.2). Its host then replaces
// the Host header.
void take_host_of_target(RequestHead& head) {
  constexpr std::string_view kScheme = "http://";
  if (lower_case(std::string_view(head.target).substr(0, kScheme.size())) != kScheme) return;
  const std::size_t end =
      std::min(head.target.find_first_of("/?", kScheme.size()), head.target.size());
  const std::string host = head.target.substr(kScheme.size(), end - kScheme.size());
  head.target.erase(0, end);
  if (!head.target.starts_with('/')) head.target.insert(0, "/");
  for (auto& [name, value] : head.headers) {
    if (name == "host") value = host;
  }
}

// The size as received: with the colon, the blank and the end of each line.
std::size_t header_bytes(const NameValues& headers) {
  std::size_t bytes = 0;
  for (const auto& [name, value] : headers) bytes += name.size() + value.size() + 4;
  return bytes;
}

}  // namespace

bool RequestHead::expects_continue() const {
  const auto expected = find_value(headers, "expect");
  return version == 11 && expected && lower_case(*expected) == "100-continue";
}

// A page elsewhere may make a browser send a form here, with the password that it stores for us.
bool Admission::is_from_our_page(const NameValues& headers) const {
  const auto origin = find_value(headers, "origin");
  if (!origin) return true;
  const std::size_t scheme = origin->find("://");
  if (scheme == std::string_view::npos) return false;
  const auto name = host_name(origin->substr(scheme + 3));
  const auto host = find_value(headers, "host");
  if (!name) return false;
  return (host && name == host_name(*host)) ||
         std::ranges::find(options_->host_names, *name) != options_->host_names.end();
}

bool Admission::is_for_us(const NameValues& headers) const {
  if (!options_->token.empty()) return true;
  const auto host = find_value(headers, "host");
  if (!host) return true;  // HTTP/1.0, which no browser uses
  const auto name = host_name(*host);
  if (!name) return false;
  return is_loopback(*name) || *name == options_->address ||
         std::ranges::find(options_->host_names, *name) != options_->host_names.end();
}

bool Admission::has_token(const NameValues& headers) const {
  if (options_->token.empty()) return true;
  const auto authorization = find_value(headers, "authorization");
  if (!authorization) return false;
  const auto token = token_of(*authorization);
  return token && is_same_secret(*token, options_->token);
}

std::variant<Admitted, Admission::Refused> Admission::decide(RequestHead head,
                                                             RateLimit::Clock::time_point now) {
  if (head.target.size() > options_->limits.target_bytes) {
    return refuse(url_too_long(options_->limits));
  }
  if (header_bytes(head.headers) > options_->limits.header_bytes) {
    return refuse(headers_too_large(options_->limits));
  }
  if (head.version != 11 && head.version != 10) {
    return refuse(problem(505, {}, "the server supports HTTP/1.0 and HTTP/1.1"));
  }
  if (find_value(head.headers, "expect") && head.version == 11 && !head.expects_continue()) {
    return refuse(problem(417, {}, "100-continue is the only supported expectation"));
  }
  // A server that misreads an unknown coding, or ignores it, takes a part of the body for the next
  // request.
  const auto coding = find_value(head.headers, "transfer-encoding");
  if (coding && lower_case(*coding) != "chunked") {
    Refused refused = refuse(problem(501, {}, "chunked is the only supported transfer coding"));
    refused.is_last = true;
    return refused;
  }
  const auto hosts = std::ranges::count_if(
      head.headers, [](const auto& header) { return header.first == "host"; });
  if (hosts > 1 || (hosts == 0 && head.version == 11)) {
    return refuse(
        problem(400, "The request cannot be read", "it must have exactly one Host header"));
  }
  take_host_of_target(head);
  if (!is_for_us(head.headers)) {
    return refuse(problem(421, "This server does not answer for that host",
                          "the Host header names neither this machine nor a host of --host", {},
                          "add the name with --host"));
  }
  if (head.method == "POST" && !is_from_our_page(head.headers)) {
    return refuse(problem(403, "Pages of other hosts may not send this request", {}, {},
                          "name the host of the page with --host"));
  }
  auto target = read_target(head.target);
  if (!target) {
    return refuse(
        problem(400, "The URL cannot be read", target.error().message, {}, target.error().hint));
  }
  auto match = router_->find(head.method, target->path);
  if (!match) {
    return refuse(
        problem(400, "The URL cannot be read", match.error().message, {}, match.error().hint));
  }
  const std::string_view pattern =
      match->route != nullptr ? std::string_view(match->route->pattern) : kNoRoute;
  const bool is_open = match->route != nullptr && match->route->options.open;
  // Open routes have no rate limit, so that monitoring works while another client at its address
  // sends many requests.
  const auto wait = is_open ? std::chrono::seconds(0) : rate_limit_.ask(head.client, now);
  if (wait.count() > 0) {
    Response response = problem(429, "Too many requests",
                                fmt::format("this client may make {} requests per second",
                                            options_->limits.requests_per_second),
                                {}, fmt::format("ask again in {} s", wait.count()));
    response.headers.emplace_back("Retry-After", fmt::format("{}", wait.count()));
    return refuse(std::move(response), pattern);
  }
  if (!is_open && !has_token(head.headers)) {
    Response response = problem(401, "A token is required", {}, {},
                                "send it as `Authorization: Bearer TOKEN`, or as a password");
    response.headers.emplace_back("WWW-Authenticate", "Basic realm=\"Noether\", charset=\"UTF-8\"");
    response.headers.emplace_back("WWW-Authenticate", "Bearer realm=\"Noether\"");
    return refuse(std::move(response), pattern);
  }
  if (match->route == nullptr && match->allowed.empty()) {
    return refuse(problem(404, "There is nothing at this path", {}, {},
                          "/api/v1/openapi.json lists the paths"));
  }
  if (match->route == nullptr) {
    Response response =
        problem(405, "The path does not take this method", {}, {}, "it takes " + match->allowed);
    response.headers.emplace_back("Allow", match->allowed);
    return refuse(std::move(response));
  }
  Admitted admitted;
  admitted.route = match->route;
  Request& request = admitted.request;
  request.method = std::move(head.method);
  request.path = std::string(target->path);
  request.target = std::move(head.target);
  request.path_values = std::move(match->path_values);
  request.parameters = std::move(target->parameters);
  request.headers = std::move(head.headers);
  request.client = std::move(head.client);
  return admitted;
}

}  // namespace noether::server
