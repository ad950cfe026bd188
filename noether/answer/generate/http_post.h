// One HTTP request whose reply is read while it arrives, in bounded time.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/search/is_over.h"

namespace noether::answer {

struct HttpTimes {
  std::chrono::milliseconds connect{10'000};
  std::chrono::milliseconds first_byte{
      180'000};                            // a model on a slow machine reads the prompt first
  std::chrono::milliseconds idle{60'000};  // between two parts of the reply
};

struct HttpPost {
  std::string url;
  std::vector<std::string> headers;  // `Name: value`
  std::string body;
  HttpTimes times;
  std::chrono::steady_clock::time_point deadline;  // of the whole
  search::IsOver is_over = {};
};

enum class HttpEnd : std::uint8_t {
  Whole,         // the server ended its reply
  Enough,        // the reader wanted no more
  NotConnected,  // nobody listens there, or there is no such host
  NotTrusted,    // the certificate, or TLS at all
  NoReply,       // connected, and nothing came in time
  Stalled,       // the reply stopped in the middle
  TooLong,       // the deadline has passed
  Broken,        // the connection was lost
  Over,          // is_over
};

struct HttpReply {
  HttpEnd end = HttpEnd::Broken;
  int status = 0;                                                  // 0 before there is one
  std::optional<std::chrono::seconds> retry_after = std::nullopt;  // as the server asks
  std::string detail = {};                                         // in libcurl's words
};

// `on_bytes` gets the status with each part of the body, and returns whether to continue.
using OnBytes = std::function<bool(int status, std::string_view bytes)>;
HttpReply post(const HttpPost& request, const OnBytes& on_bytes);

// Checks that the address can be posted to: http or https, with a host. An error gives the problem.
base::Result<void> check_address(const std::string& url);
// Whether the host of the address is this machine.
bool is_local_address(const std::string& url);

}  // namespace noether::answer
