#include "noether/server/http/negotiation.h"

#include <algorithm>
#include <cstdint>

namespace noether::server {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::string_view next_part(std::string_view& rest, char separator) {
  const std::size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return trimmed(part);
}

// q=0, q=0.0, q=0.000
bool is_weight_zero(std::string_view parameter) {
  std::string_view rest = parameter;
  const std::string name = lower_case(next_part(rest, '='));
  return name == "q" && rest.starts_with('0') &&
         rest.find_first_of("123456789") == std::string_view::npos;
}

// A parameter after a choice, as in `;q=0.5;level=1`, does not reject it.
bool is_taken(std::string_view parameters) {
  while (!parameters.empty()) {
    if (is_weight_zero(next_part(parameters, ';'))) return false;
  }
  return true;
}

std::optional<std::string> decode_base64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string decoded;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    bits = (bits << 6 | static_cast<std::uint32_t>(digit)) & 0xFFFFFF;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    decoded += static_cast<char>(bits >> count & 0xFF);
  }
  return decoded;
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string lowered(text);
  std::ranges::transform(lowered, lowered.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lowered;
}

std::string media_type(std::string_view content_type) {
  return lower_case(next_part(content_type, ';'));
}

bool accepts_gzip(std::string_view accept_encoding) {
  std::optional<bool> any;
  while (!accept_encoding.empty()) {
    std::string_view rest = next_part(accept_encoding, ',');
    const std::string coding = lower_case(next_part(rest, ';'));
    const bool taken = is_taken(rest);
    if (coding == "gzip" || coding == "x-gzip") return taken;
    if (coding == "*") any = taken;
  }
  return any.value_or(false);
}

bool accepts_html(std::string_view accept) {
  while (!accept.empty()) {
    std::string_view rest = next_part(accept, ',');
    if (lower_case(next_part(rest, ';')) == "text/html") return is_taken(rest);
  }
  return false;
}

bool has_etag(std::string_view if_none_match, std::string_view etag) {
  if (etag.empty()) return false;
  while (!if_none_match.empty()) {
    std::string_view tag = next_part(if_none_match, ',');
    if (tag.starts_with("W/")) tag.remove_prefix(2);
    if (tag.size() == etag.size() + 2 && tag.front() == '"' && tag.back() == '"' &&
        tag.substr(1, etag.size()) == etag) {
      return true;
    }
  }
  return false;
}

bool has_any_etag(std::string_view if_none_match) { return trimmed(if_none_match) == "*"; }

std::optional<std::string> token_of(std::string_view authorization) {
  std::string_view rest = trimmed(authorization);
  const std::string scheme = lower_case(next_part(rest, ' '));
  rest = trimmed(rest);
  if (scheme == "bearer") return std::string(rest);
  if (scheme != "basic") return std::nullopt;
  const auto user_and_password = decode_base64(rest);
  if (!user_and_password) return std::nullopt;
  const std::size_t colon = user_and_password->find(':');
  if (colon == std::string::npos) return std::nullopt;
  return user_and_password->substr(colon + 1);
}

bool is_same_secret(std::string_view given, std::string_view secret) {
  // The time depends on the length of `given`, which its sender knows anyway.
  unsigned difference = given.size() == secret.size() ? 0 : 1;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const char expected = secret.empty() ? '\0' : secret[i % secret.size()];
    difference |= static_cast<unsigned>(given[i] ^ expected) & 0xFFU;
  }
  return difference == 0 && !secret.empty();
}

std::optional<std::string> host_name(std::string_view host) {
  std::string_view name;
  std::string_view rest;
  if (host.starts_with('[')) {
    const std::size_t end = host.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    name = host.substr(1, end - 1);
    rest = host.substr(end + 1);
  } else {
    const std::size_t colon = std::min(host.find(':'), host.size());
    name = host.substr(0, colon);
    rest = host.substr(colon);
  }
  const bool is_port =
      rest.empty() || (rest.front() == ':' && rest.size() <= 6 &&
                       rest.find_first_not_of("0123456789", 1) == std::string_view::npos);
  if (name.empty() || !is_port) return std::nullopt;
  return lower_case(name);
}

bool is_loopback(std::string_view host) {
  if (host == "localhost" || host == "::1") return true;
  if (!host.starts_with("127.")) return false;
  // A name such as 127.example.org begins like an address.
  return host.find_first_not_of("0123456789.") == std::string_view::npos &&
         std::ranges::count(host, '.') == 3;
}

}  // namespace noether::server
