#include "noether/server/http/request.h"

#include <algorithm>

namespace noether::server {

std::optional<std::string_view> find_value(const NameValues& values, std::string_view name) {
  const auto found =
      std::ranges::find_if(values, [&](const auto& value) { return value.first == name; });
  if (found == values.end()) return std::nullopt;
  return found->second;
}

std::string_view Request::path_value(std::string_view name) const {
  return find_value(path_values, name).value_or(std::string_view());
}

std::optional<std::string_view> Request::parameter(std::string_view name) const {
  return find_value(parameters, name);
}

std::optional<std::string_view> Request::header(std::string_view lower_case_name) const {
  return find_value(headers, lower_case_name);
}

bool Request::is_over() const {
  if (abandoned && abandoned->load(std::memory_order_relaxed)) return true;
  return std::chrono::steady_clock::now() >= deadline;
}

}  // namespace noether::server
