// Malformed requests for tests and measurements: paths, headers and bodies that are changed, cut
// and doubled.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace noether::server {

class MalformedRequests {
 public:
  explicit MalformedRequests(std::uint32_t seed) : random_(seed) {}
  std::string next();

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  std::string target();
  std::string headers();
  std::string body();
  std::string formula();
  void damage(std::string& bytes, std::size_t most);

  std::mt19937 random_;
};

inline constexpr std::array<std::string_view, 17> kMalformedPaths = {"/api/v1/search?q=",
                                                                     "/api/v1/similar?formula=",
                                                                     "/api/v1/document/",
                                                                     "/api/v1/formula/",
                                                                     "/api/v1/suggest?q=",
                                                                     "/api/v1/parse",
                                                                     "/api/v1/equivalent",
                                                                     "/api/v1/check",
                                                                     "/api/v1/rewrite",
                                                                     "/api/v1/openapi.json",
                                                                     "/health",
                                                                     "/metrics",
                                                                     "/",
                                                                     "/search?q=",
                                                                     "/assets/",
                                                                     "/../../etc/passwd",
                                                                     "*"};

inline constexpr std::array<std::string_view, 12> kMalformedFormulas = {
    "x^2+1",       "\\frac{a}{b}", "\\sum_{i=0}^n i",  "\\int_0^1 \\sin x\\,dx",
    "{{{{{{{{",    "\\left(",      "\\begin{matrix}a", "$$$$",
    "\\sqrt[3]{}", "\xff\xfe\x80", "\\u0000",          "a=b=c"};

inline constexpr std::array<std::string_view, 8> kMalformedBodies = {
    R"({"latex":"F"})",       R"({"a":"F","b":"F"})",
    R"({"lines":["F","F"]})", R"({"q":"$F$","limit":9})",
    R"([[[[[[[[[[)",          R"({"latex":1e999})",
    R"({"text":null})",       "\"F"};

inline constexpr std::array<std::string_view, 10> kMalformedHeaders = {
    "Content-Length: 99999999999999999999",
    "Transfer-Encoding: gzip, chunked",
    "Accept-Encoding: gzip;q=0.x, *;q=",
    "If-None-Match: W/\"\", *, \"",
    "Authorization: Basic ====",
    "Expect: 100-continue",
    "Content-Type: application/json",
    "Host: [::1",
    "Connection: close, upgrade, te",
    "Range: bytes=-1-"};

inline std::string MalformedRequests::formula() {
  std::string text(kMalformedFormulas[below(kMalformedFormulas.size())]);
  if (below(8) == 0) {
    const std::size_t length = below(3000);
    text = std::string(length, "{(\\ a"[below(5)]);
  }
  return text;
}

inline std::string MalformedRequests::target() {
  std::string text(kMalformedPaths[below(kMalformedPaths.size())]);
  for (const char c : formula()) {
    if (below(200) > 0) {
      text += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      text += c == ' ' ? '+' : c;
    }
  }
  if (below(4) == 0) text += "&limit=-1&offset=99999999999&mode=\xC3&&=&%";
  return text;
}

inline std::string MalformedRequests::headers() {
  std::string text = "Host: localhost\r\n";
  const std::size_t has_any = below(2);
  for (std::size_t i = has_any * below(4); i > 0; --i) {
    text += std::string(kMalformedHeaders[below(kMalformedHeaders.size())]) + "\r\n";
  }
  if (below(50) == 0) text += "X-Long: " + std::string(below(40'000), 'x') + "\r\n";
  return text;
}

inline std::string MalformedRequests::body() {
  std::string text;
  for (const char c : kMalformedBodies[below(kMalformedBodies.size())]) {
    if (c == 'F') {
      for (const char d : formula())
        text += d == '\\' && below(10) > 0 ? "\\\\" : std::string(1, d);
    } else {
      text += c;
    }
  }
  return text;
}

inline void MalformedRequests::damage(std::string& bytes, std::size_t most) {
  for (std::size_t changes = below(most + 1); changes > 0 && !bytes.empty(); --changes) {
    const std::size_t at = below(bytes.size());
    switch (below(4)) {
      case 0:
        bytes[at] = static_cast<char>(random_());
        break;
      case 1:
        bytes.erase(at, below(20));
        break;
      case 2:
        bytes.insert(at, bytes.substr(0, below(bytes.size())));
        break;
      default:
        bytes.insert(at, 1, "\r\n %:?&=/\0\"{"[below(12)]);
    }
  }
}

inline std::string MalformedRequests::next() {
  std::string bytes;
  if (below(2) == 0) {
    const std::string asked = target();
    bytes = fmt::format("GET {} HTTP/1.1\r\n{}\r\n", asked, headers());
  } else {
    std::string sent = body();
    damage(sent, 2);
    const std::string_view path = kMalformedPaths[below(kMalformedPaths.size())];
    bytes = fmt::format("POST {} HTTP/1.1\r\n{}Content-Length: {}\r\n\r\n{}", path, headers(),
                        sent.size(), sent);
  }
  if (below(3) == 0) damage(bytes, 6);
  return bytes;
}

}  // namespace noether::server
