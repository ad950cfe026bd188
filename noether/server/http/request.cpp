#include "noether/server/http/request.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "noether/base/utf8.h"

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

namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

base::Span span_at(std::size_t begin, std::size_t length) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + length)};
}

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

// Returns the text up to the separator and removes both from `rest`.
std::string_view cut_part(std::string_view& rest, char separator) {
  const std::size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

}  // namespace

base::Result<std::string> percent_decode(std::string_view text, Plus plus) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus == Plus::IsBlank) {
      decoded += ' ';
    } else if (text[i] != '%') {
      decoded += text[i];
    } else {
      const int high = i + 1 < text.size() ? hex_digit(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
      if (high < 0 || low < 0) {
        return base::fail("a percent sign without two hexadecimal digits", span_at(i, 1),
                          "write a percent sign as %25");
      }
      decoded += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  if (base::find_invalid_utf8(decoded)) {
    return base::fail("the percent-encoded bytes are not UTF-8", span_at(0, text.size()),
                      "encode the bytes of UTF-8");
  }
  if (decoded.find('\0') != std::string::npos) {
    return base::fail("a zero byte", span_at(0, text.size()), "leave out %00");
  }
  return decoded;
}

std::string percent_encode(std::string_view text) {
  std::string encoded;
  for (const char c : text) {
    if (is_unreserved(c)) {
      encoded += c;
    } else {
      encoded += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return encoded;
}

base::Result<std::vector<std::string>> path_segments(std::string_view path) {
  if (!path.starts_with('/')) {
    return base::fail("the target is not a path from the root", span_at(0, path.size()),
                      "begin it with a slash");
  }
  std::vector<std::string> segments;
  std::string_view rest = path.substr(1);
  do {
    const std::string_view part = cut_part(rest, '/');
    auto segment = percent_decode(part, Plus::IsPlus);
    if (!segment) return std::unexpected(segment.error());
    if (*segment == "." || *segment == ".." || std::ranges::any_of(*segment, is_control)) {
      return base::fail("the path has a forbidden segment", span_at(0, path.size()),
                        "segments . and .. and control characters are forbidden");
    }
    segments.push_back(std::move(*segment));
  } while (!rest.empty());
  if (path.size() > 1 && path.ends_with('/')) segments.emplace_back();
  return segments;
}

base::Result<Target> read_target(std::string_view target) {
  Target read;
  const std::size_t mark = std::min(target.find('?'), target.size());
  read.path = target.substr(0, mark);
  if (const auto segments = path_segments(read.path); !segments) {
    return std::unexpected(segments.error());
  }
  std::string_view rest = target.substr(std::min(mark + 1, target.size()));
  while (!rest.empty()) {
    std::string_view value = cut_part(rest, '&');
    if (value.empty()) continue;
    auto name = percent_decode(cut_part(value, '='), Plus::IsBlank);
    if (!name) return std::unexpected(name.error());
    auto decoded = percent_decode(value, Plus::IsBlank);
    if (!decoded) {
      base::Error error = decoded.error();
      error.message = fmt::format("parameter {}: {}", *name, error.message);
      return std::unexpected(std::move(error));
    }
    if (read.parameters.size() == kMostParameters) {
      return base::fail(fmt::format("more than {} parameters", kMostParameters));
    }
    read.parameters.emplace_back(std::move(*name), std::move(*decoded));
  }
  return read;
}

}  // namespace noether::server
