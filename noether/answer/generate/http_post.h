// Sends one HTTP request and reads its reply while it arrives, in bounded time.
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
      180'000};  // long, as a model on a slow machine reads the prompt first
  std::chrono::milliseconds idle{60'000};  // between two parts of the reply
};

struct HttpPost {
  std::string url;
  std::vector<std::string> headers;  // `Name: value`
  std::string body;
  HttpTimes times;
  std::chrono::steady_clock::time_point deadline;  // for the whole request
  search::IsOver is_over = {};
};

enum class HttpEnd : std::uint8_t {
  Whole,         // the server ended its reply
  Enough,        // the reader wanted no more bytes
  NotConnected,  // no server listens there, or the host does not exist
  NotTrusted,    // the certificate or another part of TLS failed
  NoReply,       // connected, but nothing arrived in time
  Stalled,       // the reply stopped in the middle
  TooLong,       // the deadline has passed
  Broken,        // the connection broke
  Over,          // is_over returned true
};

struct HttpReply {
  HttpEnd end = HttpEnd::Broken;
  int status = 0;                                                  // 0 before the status arrives
  std::optional<std::chrono::seconds> retry_after = std::nullopt;  // requested by the server
  std::string detail = {};  // libcurl's description of the error
};

// `on_bytes` gets the status with each part of the body, and returns whether to continue.
using OnBytes = std::function<bool(int status, std::string_view bytes)>;
HttpReply post(const HttpPost& request, const OnBytes& on_bytes);

// Checks that a request can be sent to the address: http or https, with a host. The error names the
// problem.
base::Result<void> check_address(const std::string& url);
// Whether the address belongs to this machine.
bool is_local_address(const std::string& url);

}  // namespace noether::answer
