// search_answers INDEX: measures the cost of answers to /api/v1/search, without sockets.
//
// Asks each query of ARQMath's topics in turn on one thread, and prints the processor time. --write
// stores the answers, one per line, so that those of two programs can be compared.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/os.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "bench/serve/topic_requests.h"
#include "noether/base/cpu_clock.h"
#include "noether/server/api/api.h"
#include "noether/server/state.h"

using namespace noether;

namespace {

[[noreturn]] void fail(const std::string& message) {
  fmt::print(stderr, "search_answers: {}\n", message);
  std::exit(2);
}

// The time differs in every answer, so it is removed.
std::string without_time(std::string body) {
  const std::size_t begin = body.find("\"took_ms\"");
  if (begin == std::string::npos) return body;
  return body.erase(begin, body.find(',', begin) + 1 - begin);
}

struct Answers {
  std::vector<double> milliseconds;
  std::vector<std::string> bodies;
};

Answers ask_all(const server::Router& router, const std::vector<std::string>& queries) {
  Answers answers;
  const auto match = router.find("GET", "/api/v1/search");
  if (!match || match->route == nullptr) fail("the server has no search");
  for (const std::string& query : queries) {
    server::Request request;
    request.method = "GET";
    request.parameters = {{"q", query}};
    const double before = base::thread_cpu_seconds();
    server::Response response = match->route->handler(request);
    answers.milliseconds.push_back((base::thread_cpu_seconds() - before) * 1e3);
    if (response.status != 200) fail(fmt::format("'{}': {}", query, response.body));
    answers.bodies.push_back(without_time(std::move(response.body)));
  }
  return answers;
}

void print(std::vector<double> times) {
  std::ranges::sort(times);
  double sum = 0;
  for (const double time : times) sum += time;
  const auto at = [&](double share) {
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
  };
  fmt::print(
      "  {} answers, ms of processor time: mean {:.2f}  p50 {:.2f}  p90 {:.2f}  p99 {:.2f}\n",
      times.size(), sum / static_cast<double>(times.size()), at(0.5), at(0.9), at(0.99));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures the cost of answers to /api/v1/search, without sockets");
  server::StateOptions options;
  std::vector<std::string> topics;
  std::size_t most = SIZE_MAX;
  int rounds = 3;
  std::string file;
  app.add_option("INDEX", options.folders, "The folders of indexes")->required();
  app.add_option("--topics", topics, "Files of ARQMath's topics")->required();
  app.add_option("--rounds", rounds)->capture_default_str()->check(CLI::PositiveNumber);
  app.add_option("--queries", most, "Maximum number of queries, drawn from all topics");
  app.add_option("--write", file, "A file for the answers, one per line");
  CLI11_PARSE(app, argc, argv);

  auto queries = bench::topic_queries(topics);
  if (!queries) fail(queries.error().message);
  if (queries->empty() || most == 0) fail("there are no queries");
  const std::size_t step = (queries->size() + most - 1) / std::min(most, queries->size());
  std::vector<std::string> asked;
  for (std::size_t i = 0; i < queries->size(); i += std::max<std::size_t>(step, 1)) {
    asked.push_back((*queries)[i]);
  }
  const auto state = server::State::open(options);
  if (!state) fail(state.error().message);
  server::Router router;
  server::register_api(router, **state);
  fmt::print("{:%Y-%m-%d %H:%M} UTC\n", fmt::gmtime(std::time(nullptr)));
  for (int round = 0; round < rounds; ++round) {
    const Answers answers = ask_all(router, asked);
    print(answers.milliseconds);
    if (round > 0 || file.empty()) continue;
    auto out = fmt::output_file(file);
    for (const std::string& body : answers.bodies) out.print("{}\n", body);
  }
  return 0;
}
