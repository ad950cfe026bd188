#include "noether/server/http/log_line.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

namespace noether::server {
namespace {

constexpr std::size_t kMostTargetBytes = 1000;

std::string escaped(std::string_view text) {
  std::string shown;
  for (const char c : text.substr(0, kMostTargetBytes)) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7F || c == '"' ||
        c == '\\') {
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      shown += c;
    }
  }
  if (text.size() > kMostTargetBytes) shown += "...";
  return shown;
}

}  // namespace

std::string log_text(const LogLine& line) {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ} {} \"{} {}\" {} {} B {:.1f} ms", utc, line.client,
                     escaped(line.method), escaped(line.target), line.status, line.bytes,
                     line.seconds * 1e3);
}

}  // namespace noether::server
