#include "noether/server/api/arguments.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "noether/base/utf8.h"
#include "noether/server/http/negotiation.h"

namespace noether::server {
namespace {

using nlohmann::json;

// Bodies of this API are flat. A deeper one is an attack on the stack.
constexpr int kMaxBodyDepth = 8;

// Stops reading as soon as something nests too deeply.
json parse_body(const std::string& text, bool& too_deep) {
  too_deep = false;
  const json::parser_callback_t callback = [&](int depth, json::parse_event_t, json&) {
    if (depth > kMaxBodyDepth) too_deep = true;
    return !too_deep;
  };
  return json::parse(text, callback, false);
}

}  // namespace

struct Arguments::Body {
  json object;

  const json* find(std::string_view name) const {
    const auto it = object.find(name);
    return it == object.end() ? nullptr : &*it;
  }
};

Arguments::Arguments(const Request& request) : request_(request) {
  if (request.method != "POST") return;
  body_ = std::make_unique<Body>();
  body_->object = json::object();
  const std::string_view type = request.header("content-type").value_or(kJson);
  if (media_type(type) != kJson) {
    problem_ = problem(415, "Unsupported Media Type", "the body must be JSON", {},
                       "send it with Content-Type: application/json");
    return;
  }
  bool too_deep = false;
  json parsed = parse_body(request.body, too_deep);
  if (too_deep) {
    problem_ = problem(422, "Unprocessable Content", "the JSON of the body nests too deeply");
  } else if (parsed.is_discarded()) {
    problem_ = problem(400, "Bad Request", "the body is not JSON", {}, "send a JSON object");
  } else if (!parsed.is_object()) {
    problem_ = problem(422, "Unprocessable Content", "the body is not a JSON object", {},
                       "send an object with the arguments by name");
  } else {
    body_->object = std::move(parsed);
  }
}

Arguments::~Arguments() = default;

void Arguments::refuse(unsigned status, std::string_view name, std::string detail,
                       std::string hint) {
  if (problem_) return;
  problem_ = problem(status, std::string(status_title(status)), std::move(detail), place(name),
                     std::move(hint));
}

ProblemPlace Arguments::place(std::string_view name) const {
  ProblemPlace place;
  if (body_) {
    place.pointer = fmt::format("/{}", name);
  } else {
    place.parameter = name;
  }
  return place;
}

ProblemPlace Arguments::place(std::string_view name, std::size_t element) const {
  ProblemPlace at = place(name);
  if (body_) at.pointer += fmt::format("/{}", element);
  return at;
}

bool Arguments::has(std::string_view name) const {
  return body_ ? body_->find(name) != nullptr : request_.parameter(name).has_value();
}

std::optional<std::string> Arguments::text(std::string_view name, std::size_t most_bytes) {
  known_.emplace(name);
  std::string value;
  if (body_) {
    const json* member = body_->find(name);
    if (member == nullptr) return std::nullopt;
    if (!member->is_string()) {
      refuse(422, name, fmt::format("'{}' is not a string", name));
      return std::nullopt;
    }
    value = member->get<std::string>();
  } else {
    const auto parameter = request_.parameter(name);
    if (!parameter) return std::nullopt;
    value = *parameter;
  }
  if (value.size() > most_bytes) {
    refuse(422, name,
           fmt::format("'{}' has {} bytes, more than {}", name, value.size(), most_bytes),
           "send less at once");
    return std::nullopt;
  }
  return value;
}

std::string Arguments::required_text(std::string_view name, std::size_t most_bytes) {
  auto value = text(name, most_bytes);
  if (!value) refuse(body_ ? 422 : 400, name, fmt::format("'{}' is missing", name));
  return std::move(value).value_or(std::string());
}

std::vector<std::string> Arguments::texts(std::string_view name, std::size_t most,
                                          std::size_t most_bytes) {
  known_.emplace(name);
  std::vector<std::string> values;
  if (body_) {
    const json* member = body_->find(name);
    if (member == nullptr) return values;
    if (!member->is_array()) {
      refuse(422, name, fmt::format("'{}' is not an array of strings", name));
      return values;
    }
    for (const json& element : *member) {
      if (!element.is_string()) {
        refuse(422, fmt::format("{}/{}", name, values.size()),
               fmt::format("element {} of '{}' is not a string", values.size(), name));
        return values;
      }
      values.push_back(element.get<std::string>());
      if (values.size() > most) break;
    }
  } else {
    for (const auto& [key, value] : request_.parameters) {
      if (key == name && values.size() <= most) values.push_back(value);
    }
  }
  if (values.size() > most) {
    refuse(422, name, fmt::format("'{}' has more than {} values", name, most));
    values.clear();
  }
  for (const std::string& value : values) {
    if (value.size() <= most_bytes) continue;
    refuse(422, name, fmt::format("a value of '{}' has more than {} bytes", name, most_bytes));
    values.clear();
    break;
  }
  return values;
}

std::uint64_t Arguments::whole(std::string_view name, std::uint64_t otherwise, std::uint64_t least,
                               std::uint64_t most) {
  known_.emplace(name);
  if (!has(name)) return otherwise;
  std::optional<std::uint64_t> value;
  if (body_) {
    const json* member = body_->find(name);
    if (member->is_number_unsigned()) value = member->get<std::uint64_t>();
  } else {
    const std::string_view digits = *request_.parameter(name);
    std::uint64_t read = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), read);
    if (error == std::errc() && end == digits.data() + digits.size()) value = read;
  }
  if (value && *value >= least && *value <= most) return *value;
  refuse(body_ ? 422 : 400, name,
         fmt::format("'{}' must be a whole number from {} to {}", name, least, most));
  return otherwise;
}

double Arguments::real(std::string_view name, double otherwise, double least, double most) {
  known_.emplace(name);
  if (!has(name)) return otherwise;
  std::optional<double> value;
  if (body_) {
    const json* member = body_->find(name);
    if (member->is_number()) value = member->get<double>();
  } else {
    const std::string_view digits = *request_.parameter(name);
    double read = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), read);
    if (error == std::errc() && end == digits.data() + digits.size()) value = read;
  }
  // NaN is not within any bounds either.
  if (value && *value >= least && *value <= most) return *value;
  refuse(body_ ? 422 : 400, name,
         fmt::format("'{}' must be a number from {} to {}", name, least, most));
  return otherwise;
}

bool Arguments::flag(std::string_view name, bool otherwise) {
  known_.emplace(name);
  if (!has(name)) return otherwise;
  if (body_) {
    const json* member = body_->find(name);
    if (member->is_boolean()) return member->get<bool>();
  } else {
    const std::string_view value = *request_.parameter(name);
    if (value == "true" || value == "1" || value.empty()) return true;
    if (value == "false" || value == "0") return false;
  }
  refuse(body_ ? 422 : 400, name, fmt::format("'{}' must be true or false", name));
  return otherwise;
}

std::size_t Arguments::choice(std::string_view name, std::span<const std::string_view> choices,
                              std::size_t otherwise) {
  constexpr std::size_t kLongestChoice = 64;
  const auto value = text(name, kLongestChoice);
  if (!value) return otherwise;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (*value == choices[i]) return i;
  }
  refuse(body_ ? 422 : 400, name,
         fmt::format("'{}' must be one of {}", name, fmt::join(choices, ", ")));
  return otherwise;
}

std::optional<Response> Arguments::finish() {
  if (problem_) return std::move(problem_);
  const auto check = [&](std::string_view name) {
    if (problem_ || known_.contains(name)) return;
    refuse(body_ ? 422 : 400, name, fmt::format("unknown argument '{}'", name),
           fmt::format("the arguments are {}", fmt::join(known_, ", ")));
  };
  if (body_) {
    for (const auto& [name, value] : body_->object.items()) check(name);
  } else {
    for (const auto& [name, value] : request_.parameters) check(name);
  }
  return std::move(problem_);
}

Response Arguments::unreadable(std::string_view name, std::string_view text,
                               const base::Error& error) const {
  return server::unreadable(text, error, place(name));
}

Response unreadable(std::string_view text, const base::Error& error, ProblemPlace place) {
  if (error.span.begin < error.span.end) place.span = base::Utf16Places(text).span(error.span);
  return problem(422, "Unprocessable Content", error.message, place, error.hint);
}

}  // namespace noether::server
