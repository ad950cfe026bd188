// What a server records about its requests: a line of the access log for each, and their counts.
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

// One line without its end: the bytes of the client can neither break the line nor colour a
// terminal.
std::string log_text(const LogLine& line);

// Counts of requests and how long they took, as Prometheus reads them (text format 0.0.4).
//
// Routes are named by their patterns, so that there are few, whatever clients ask for. For one
// thread: that which writes the answers.

// One number, as it is at the moment: a counter only grows, and its name ends in _total.
struct Metric {
  enum class Type { Gauge, Counter };
  std::string name;
  std::string about;
  double value = 0;
  Type type = Type::Gauge;
};

class Metrics {
 public:
  // Upper bounds of the times that are counted together, in seconds.
  static constexpr std::array<double, 13> kBounds = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1,
                                                     0.25,  0.5,    1,     2.5,  5,     10};

  void count(std::string_view route, std::string_view method, unsigned status, double seconds,
             std::uint64_t bytes);
  std::string text(const std::vector<Metric>& others) const;
  std::uint64_t requests() const { return requests_; }

 private:
  struct Times {
    std::array<std::uint64_t, kBounds.size() + 1> counts{};  // each without those before it
    double seconds = 0;
  };
  std::map<std::tuple<std::string, std::string, unsigned>, std::uint64_t> counts_;
  std::map<std::string, Times, std::less<>> times_;
  std::uint64_t requests_ = 0;
  std::uint64_t bytes_ = 0;
};

// Bytes of this process in memory, as the system counts them; 0 where it does not say.
std::uint64_t resident_bytes();

}  // namespace noether::server
