// The records of a server about its requests: a line of the access log for each request, and their
// counts.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace noether::server {

// The line of the access log about one request.
struct LogLine {
  std::string client;
  std::string method;
  std::string target;
  unsigned status = 0;
  std::uint64_t bytes = 0;
  double seconds = 0;
};

// One line without a line end. The bytes of the client cannot break the line or colour a terminal.
std::string log_text(const LogLine& line);

// The counts and durations of requests in the format of Prometheus (text format 0.0.4).
//
// Routes are named by their patterns, so that clients cannot create new names. Only the thread that
// writes the responses uses this object.

// One number at this moment. The name of a counter, which only grows, ends in _total.
struct Metric {
  enum class Type { Gauge, Counter };
  std::string name;
  std::string about;
  double value = 0;
  Type type = Type::Gauge;
};

class Metrics {
 public:
  // The upper bounds of the histogram, in seconds.
  static constexpr std::array<double, 13> kBounds = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1,
                                                     0.25,  0.5,    1,     2.5,  5,     10};

  void count(std::string_view route, std::string_view method, unsigned status, double seconds,
             std::uint64_t bytes);
  std::string text(const std::vector<Metric>& others) const;
  std::uint64_t requests() const { return requests_; }

 private:
  struct Times {
    std::array<std::uint64_t, kBounds.size() + 1> counts{};  // each without the earlier ones
    double seconds = 0;
  };
  std::map<std::tuple<std::string, std::string, unsigned>, std::uint64_t> counts_;
  std::map<std::string, Times, std::less<>> times_;
  std::uint64_t requests_ = 0;
  std::uint64_t bytes_ = 0;
};

// The resident memory of this process in bytes; 0 if the system does not report it.
std::uint64_t resident_bytes();

}  // namespace noether::server
