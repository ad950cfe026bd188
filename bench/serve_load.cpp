// serve_load MODE PROGRAM INDEX: measures a `noether serve` under load, with a client in the same
// run.
//
//   load       searches from ARQMath's topics; --idle and --slow hold more connections open
//   reload     the same, while documents are added to a copy of the index
//   malformed  requests malformed in many ways, and the memory of the server before and after
// The exit code is 1 if a request or the server failed.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "bench/serve/load_client.h"
#include "bench/serve/topic_requests.h"
#include "noether/base/error.h"
#include "noether/base/temporary_folder.h"
#include "noether/index/analysis/build_index.h"

using namespace noether;

namespace {

// A separate `noether serve` for a measurement, stopped at its end.
class ServerProcess {
 public:
  // Starts `program serve index --port 0 ...` and waits for its address.
  static base::Result<std::unique_ptr<ServerProcess>> start(const std::string& program,
                                                            const std::string& index,
                                                            const std::vector<std::string>& more);
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  std::uint16_t port() const { return port_; }
  std::uint64_t resident_bytes() const;
  // Processor time of all its threads since its start.
  double cpu_seconds() const;
  bool is_running() const;
  // Sends SIGTERM and returns the exit code of the server, or -1 if a signal ended it.
  int stop();

 private:
  ServerProcess(pid_t process, std::uint16_t port) : process_(process), port_(port) {}

  pid_t process_;
  std::uint16_t port_;
};

// Reads the line that the server prints when it is ready.
std::string read_line(int descriptor) {
  std::string line;
  char c = 0;
  while (::read(descriptor, &c, 1) == 1 && c != '\n') line += c;
  return line;
}

base::Result<std::unique_ptr<ServerProcess>> ServerProcess::start(
    const std::string& program, const std::string& index, const std::vector<std::string>& more) {
  std::vector<std::string> words = {program, "serve", index, "--port", "0"};
  words.insert(words.end(), more.begin(), more.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int ends[2];
  if (::pipe(ends) != 0) return base::fail("no pipe");
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_addclose(&actions, ends[0]);
  ::posix_spawn_file_actions_addclose(&actions, ends[1]);
  pid_t process = 0;
  const int failed =
      ::posix_spawnp(&process, program.c_str(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  const std::string url = failed == 0 ? read_line(ends[0]) : "";
  ::close(ends[0]);
  const std::size_t colon = url.rfind(':');
  if (colon == std::string::npos) {
    if (failed == 0) ::waitpid(process, nullptr, 0);
    return base::fail(fmt::format("'{} serve {}' did not start", program, index));
  }
  const auto port = static_cast<std::uint16_t>(std::atoi(url.c_str() + colon + 1));
  return std::unique_ptr<ServerProcess>(new ServerProcess(process, port));
}

ServerProcess::~ServerProcess() { stop(); }

std::uint64_t ServerProcess::resident_bytes() const {
  std::ifstream file(fmt::format("/proc/{}/statm", process_));
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  file >> total >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

double ServerProcess::cpu_seconds() const {
  std::ifstream file(fmt::format("/proc/{}/stat", process_));
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  // After the name in brackets, fields 3 to 13 come before the times of user and system.
  std::istringstream fields(text.substr(std::min(text.rfind(')') + 2, text.size())));
  std::string skipped;
  for (int i = 3; i <= 13; ++i) fields >> skipped;
  double user = 0;
  double system = 0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

bool ServerProcess::is_running() const {
  return process_ > 0 && ::waitpid(process_, nullptr, WNOHANG) == 0;
}

int ServerProcess::stop() {
  if (process_ <= 0) return 0;
  ::kill(process_, SIGTERM);
  int status = 0;
  const pid_t waited = ::waitpid(process_, &status, 0);
  process_ = 0;
  return waited > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

struct Arguments {
  std::string program;
  std::string index;
  std::vector<std::string> topics;
  bench::LoadOptions load;
  double seconds = 30;
  double commit_every = 0.5;
  bench::MalformedOptions malformed;
  std::vector<std::string> server;  // more arguments of `noether serve`
};

[[noreturn]] void fail(const std::string& message) {
  fmt::print(stderr, "serve_load: {}\n", message);
  std::exit(2);
}

std::unique_ptr<ServerProcess> start(const Arguments& arguments, const std::string& index) {
  auto server = ServerProcess::start(arguments.program, index, arguments.server);
  if (!server) fail(server.error().message);
  return std::move(*server);
}

std::vector<std::string> requests_of(const Arguments& arguments) {
  const auto queries = bench::topic_queries(arguments.topics);
  if (!queries) fail(queries.error().message);
  std::vector<std::string> requests;
  for (const std::string& query : *queries) requests.push_back(bench::search_request(query));
  if (requests.empty()) fail("there are no topics");
  return requests;
}

void print_machine() {
  fmt::print("{:%Y-%m-%d %H:%M} UTC, {} processors\n", fmt::gmtime(std::time(nullptr)),
             std::thread::hardware_concurrency());
}

// Returns whether all requests succeeded.
bool print(const bench::LoadOptions& options, const bench::LoadResult& result, double cpu) {
  fmt::print("{} connections, {} idle, {} slow beside", options.connections, options.idle,
             options.slow);
  if (options.rate > 0) fmt::print(", {} requests/s wanted", options.rate);
  fmt::print("\n  {} requests in {:.1f} s: {:.0f} requests/s, {:.1f} kB each\n", result.requests,
             result.seconds, result.rate(),
             static_cast<double>(result.bytes) / 1e3 /
                 static_cast<double>(std::max<std::uint64_t>(1, result.requests)));
  fmt::print("  ms: p50 {:.1f}  p90 {:.1f}  p99 {:.1f}  p99.9 {:.1f}  most {:.1f}\n",
             result.percentile(0.5), result.percentile(0.9), result.percentile(0.99),
             result.percentile(0.999), result.percentile(1));
  fmt::print("  server: {:.2f} ms of processor time a request\n",
             cpu * 1e3 / static_cast<double>(std::max<std::uint64_t>(1, result.requests)));
  fmt::print("  {} errors\n", result.error_count());
  for (const auto& [what, count] : result.errors) fmt::print("    {} {}\n", count, what);
  if (result.reopened > 0) fmt::print("  {} held connections opened anew\n", result.reopened);
  return result.error_count() == 0 && result.requests > 0;
}

bool run_load(const Arguments& arguments, const std::string& index) {
  const auto requests = requests_of(arguments);
  const auto server = start(arguments, index);
  bench::LoadOptions options = arguments.load;
  options.port = server->port();
  options.time = std::chrono::milliseconds(static_cast<long>(arguments.seconds * 1e3));
  fmt::print("{} different queries; server {:.0f} MB\n", requests.size(),
             static_cast<double>(server->resident_bytes()) / 1e6);
  const double before = server->cpu_seconds();
  const bench::LoadResult result = bench::run_load(options, requests);
  const double part =
      arguments.seconds / (arguments.seconds + static_cast<double>(options.warm_up.count()) / 1e3);
  const bool is_good = print(options, result, (server->cpu_seconds() - before) * part);
  fmt::print("  server {:.0f} MB after\n", static_cast<double>(server->resident_bytes()) / 1e6);
  const int code = server->stop();
  if (code != 0) fmt::print("  the server ended with {}\n", code);
  return is_good && code == 0;
}

bool run_reload(const Arguments& arguments) {
  const base::TemporaryFolder folder;
  const std::string copy = folder / "index";
  std::filesystem::copy(arguments.index, copy, std::filesystem::copy_options::recursive);
  std::atomic<unsigned> commits = 0;
  std::jthread writer([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      bool is_given = false;
      const auto built =
          index::build_index(copy, [&](text::Document& document) -> base::Result<bool> {
            if (is_given) return false;
            is_given = true;
            document = {};
            document.id = fmt::format("added-{}", commits.load());
            document.kind = "text";
            document.fields.push_back({.name = "body", .text = "a new document", .formulas = {}});
            return true;
          });
      if (!built) fail(built.error().message);
      ++commits;
      std::this_thread::sleep_for(std::chrono::duration<double>(arguments.commit_every));
    }
  });
  const bool is_good = run_load(arguments, copy);
  writer.request_stop();
  writer.join();
  fmt::print("  {} commits meanwhile\n", commits.load());
  return is_good;
}

bool run_malformed(const Arguments& arguments) {
  const auto server = start(arguments, arguments.index);
  bench::MalformedOptions options = arguments.malformed;
  options.port = server->port();
  const auto megabytes = [&] { return static_cast<double>(server->resident_bytes()) / 1e6; };
  fmt::print("seed {}; server {:.0f} MB\n", options.seed, megabytes());
  bool is_good = true;
  // Sends the requests in parts, to see whether the memory grows from one part to the next.
  constexpr std::uint64_t kParts = 5;
  const std::uint64_t all = options.requests;
  bench::MalformedResult sum;
  for (std::uint64_t part = 0; part < kParts; ++part) {
    options.requests = all * (part + 1) / kParts - all * part / kParts;
    const bench::MalformedResult result = bench::send_malformed(options);
    ++options.seed;
    sum.requests += result.requests;
    for (const auto& [what, count] : result.outcomes) sum.outcomes[what] += count;
    fmt::print("  after {} requests: {:.0f} MB\n", sum.requests, megabytes());
  }
  for (const auto& [what, count] : sum.outcomes) {
    fmt::print("  {:8} {}\n", count, what);
    if (what == "status 500" || what == "no connection") is_good = false;
  }
  const bool is_running = server->is_running();
  const int code = server->stop();
  fmt::print("  {}, ended with {}\n", is_running ? "still running" : "gone", code);
  return is_good && is_running && code == 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures noether serve under load, with a client in the same run");
  Arguments arguments;
  app.require_subcommand(1);
  CLI::App* load = app.add_subcommand("load", "Searches from topics");
  CLI::App* reload = app.add_subcommand("reload", "The same, while the index changes");
  CLI::App* malformed = app.add_subcommand("malformed", "Requests malformed in many ways");
  for (CLI::App* mode : {load, reload, malformed}) {
    mode->add_option("PROGRAM", arguments.program, "The program noether")->required();
    mode->add_option("INDEX", arguments.index, "The folder of an index")->required();
    mode->add_option("--serve", arguments.server, "An argument for noether serve; may be repeated")
        ->allow_extra_args(false)
        ->take_all();
  }
  for (CLI::App* mode : {load, reload}) {
    mode->add_option("--topics", arguments.topics, "Files of ARQMath's topics")->required();
    mode->add_option("--seconds", arguments.seconds)->capture_default_str();
    mode->add_option("--connections", arguments.load.connections)->capture_default_str();
    mode->add_option("--rate", arguments.load.rate, "0: as fast as the answers come")
        ->capture_default_str();
    mode->add_option("--idle", arguments.load.idle)->capture_default_str();
    mode->add_option("--slow", arguments.load.slow)->capture_default_str();
  }
  reload->add_option("--commit-every", arguments.commit_every, "Seconds")->capture_default_str();
  malformed->add_option("--requests", arguments.malformed.requests)->capture_default_str();
  malformed->add_option("--seed", arguments.malformed.seed)->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  print_machine();
  if (*load) return run_load(arguments, arguments.index) ? 0 : 1;
  if (*reload) return run_reload(arguments) ? 0 : 1;
  return run_malformed(arguments) ? 0 : 1;
}
