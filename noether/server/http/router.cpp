#include "noether/server/http/router.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "noether/server/http/request.h"

namespace noether::server {
namespace {

bool is_name(std::string_view segment) {
  return segment.size() > 2 && segment.front() == '{' && segment.back() == '}';
}

bool matches(const std::vector<std::string>& pattern, const std::vector<std::string>& path,
             NameValues& values) {
  if (pattern.size() != path.size()) return false;
  values.clear();
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (is_name(pattern[i])) {
      if (path[i].empty()) return false;
      values.emplace_back(pattern[i].substr(1, pattern[i].size() - 2), path[i]);
    } else if (pattern[i] != path[i]) {
      return false;
    }
  }
  return true;
}

void allow(std::string& allowed, std::string_view method) {
  if (!allowed.empty()) allowed += ", ";
  allowed += method;
  if (method == "GET") allowed += ", HEAD";
}

}  // namespace

void Router::get(std::string pattern, Handler handler, RouteOptions options) {
  add("GET", std::move(pattern), std::move(handler), std::move(options));
}

void Router::post(std::string pattern, Handler handler, RouteOptions options) {
  add("POST", std::move(pattern), std::move(handler), std::move(options));
}

void Router::otherwise(Handler handler, RouteOptions options) {
  otherwise_ = Route{"GET", "otherwise", {}, std::move(handler), std::move(options)};
}

void Router::add(std::string method, std::string pattern, Handler handler, RouteOptions options) {
  auto segments = path_segments(pattern);
  assert(segments);
  Route route{std::move(method), std::move(pattern), std::move(*segments), std::move(handler),
              std::move(options)};
  const bool has_names = std::ranges::any_of(route.segments, is_name);
  const auto first_with_names = std::ranges::find_if(
      routes_, [](const Route& other) { return std::ranges::any_of(other.segments, is_name); });
  routes_.insert(has_names ? routes_.end() : first_with_names, std::move(route));
}

base::Result<Router::Match> Router::find(std::string_view method, std::string_view path) const {
  const auto segments = path_segments(path);
  if (!segments) return std::unexpected(segments.error());
  const std::string_view wanted = method == "HEAD" ? "GET" : method;
  Match match;
  NameValues values;
  for (const Route& route : routes_) {
    if (!matches(route.segments, *segments, values)) continue;
    allow(match.allowed, route.method);
    if (match.route != nullptr || route.method != wanted) continue;
    match.route = &route;
    match.path_values = values;
  }
  if (match.route == nullptr && match.allowed.empty() && otherwise_) {
    allow(match.allowed, "GET");
    if (wanted == "GET") match.route = &*otherwise_;
  }
  return match;
}

}  // namespace noether::server
