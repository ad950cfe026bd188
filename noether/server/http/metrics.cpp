#include "noether/server/http/metrics.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <iterator>

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

namespace {

// A client may send any method, so the others share one name.
std::string_view known_method(std::string_view method) {
  return method == "GET" || method == "HEAD" || method == "POST" ? method : "other";
}

}  // namespace

void Metrics::count(std::string_view route, std::string_view method, unsigned status,
                    double seconds, std::uint64_t bytes) {
  ++counts_[{std::string(route), std::string(known_method(method)), status}];
  auto found = times_.find(route);
  if (found == times_.end()) found = times_.try_emplace(std::string(route)).first;
  Times& times = found->second;
  const auto bound = std::ranges::lower_bound(kBounds, seconds);
  ++times.counts[static_cast<std::size_t>(bound - kBounds.begin())];
  times.seconds += seconds;
  ++requests_;
  bytes_ += bytes;
}

std::string Metrics::text(const std::vector<Metric>& others) const {
  std::string out =
      "# HELP noether_http_requests_total Requests that were answered.\n"
      "# TYPE noether_http_requests_total counter\n";
  const auto to = std::back_inserter(out);
  for (const auto& [key, count] : counts_) {
    const auto& [route, method, status] = key;
    fmt::format_to(to,
                   "noether_http_requests_total{{route=\"{}\",method=\"{}\",status=\"{}\"}} {}\n",
                   route, method, status, count);
  }
  out +=
      "# HELP noether_http_request_duration_seconds From the first byte of a request to the last "
      "of its "
      "answer.\n"
      "# TYPE noether_http_request_duration_seconds histogram\n";
  for (const auto& [route, times] : times_) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i <= kBounds.size(); ++i) {
      sum += times.counts[i];
      const std::string bound = i < kBounds.size() ? fmt::format("{}", kBounds[i]) : "+Inf";
      fmt::format_to(to,
                     "noether_http_request_duration_seconds_bucket{{route=\"{}\",le=\"{}\"}} {}\n",
                     route, bound, sum);
    }
    fmt::format_to(to, "noether_http_request_duration_seconds_sum{{route=\"{}\"}} {}\n", route,
                   times.seconds);
    fmt::format_to(to, "noether_http_request_duration_seconds_count{{route=\"{}\"}} {}\n", route,
                   sum);
  }
  fmt::format_to(to,
                 "# HELP noether_http_sent_bytes_total Bytes of answers that were sent.\n"
                 "# TYPE noether_http_sent_bytes_total counter\n"
                 "noether_http_sent_bytes_total {}\n",
                 bytes_);
  for (const Metric& one : others) {
    const std::string_view type = one.type == Metric::Type::Counter ? "counter" : "gauge";
    fmt::format_to(to, "# HELP {0} {1}\n# TYPE {0} {2}\n{0} {3}\n", one.name, one.about, type,
                   one.value);
  }
  return out;
}

std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  if (!(file >> total >> resident)) return 0;
  const long page = ::sysconf(_SC_PAGESIZE);
  return page > 0 ? resident * static_cast<std::uint64_t>(page) : 0;
}

}  // namespace noether::server
