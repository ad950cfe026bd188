// noether serve: the API and the page over HTTP.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "noether/answer/generate/writer.h"
#include "noether/base/file_system.h"
#include "noether/cli/console/messages.h"
#include "noether/server/http/negotiation.h"
#include "noether/server/server.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "serve";
constexpr std::size_t kLeastTokenBytes = 16;
// Waiting for another server takes no time from searches; a decoder needs a processor for itself.
constexpr unsigned kWritersAtAnAddress = 4;
constexpr unsigned kWritersHere = 1;
constexpr std::uint64_t kMostTokenBytes = 4096;

struct ServeArguments {
  server::ServerOptions server;
  std::string token_file;
  unsigned threads = 0;
  unsigned writers = 0;  // 0: a number that suits the generator
  double answer_seconds = 10;
  double drain_seconds = 30;
  double reload_seconds = 1;
  bool log = false;
};

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(std::llround(seconds * 1e3));
}

// A failed write is ignored, because a disk full of log lines must not end the server.
void tell_operator(const std::string& text) {
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

std::string read_token(const std::string& file) {
  auto token = base::FileSystem::real().read(file, kMostTokenBytes);
  if (!token) fail(kCommand, token.error(), ExitCode::Failure);
  while (token->ends_with('\n') || token->ends_with('\r')) token->pop_back();
  if (token->size() < kLeastTokenBytes) {
    fail(kCommand,
         {fmt::format("the token in '{}' has fewer than {} characters", file, kLeastTokenBytes),
          {},
          "make one with `openssl rand -hex 32`"},
         ExitCode::Failure);
  }
  if (!std::ranges::all_of(*token, [](char c) { return c > ' ' && c < 0x7f; })) {
    fail(kCommand,
         {fmt::format("the token in '{}' has blanks or other characters that no header can hold",
                      file),
          {},
          "make one with `openssl rand -hex 32`"},
         ExitCode::Failure);
  }
  return *token;
}

// Each connection takes a descriptor, and the files of the index and the log need some too.
void fit_connections(server::Limits& limits) {
  constexpr rlim_t kOthers = 256;
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  const rlim_t wanted = std::min<rlim_t>(limits.connections + kOthers, files.rlim_max);
  if (files.rlim_cur < wanted) {
    files.rlim_cur = wanted;
    if (::setrlimit(RLIMIT_NOFILE, &files) != 0) return;
  }
  const rlim_t room = files.rlim_cur > 2 * kOthers ? files.rlim_cur - kOthers : files.rlim_cur / 2;
  limits.connections = std::min<std::size_t>(limits.connections, room);
}

std::string url_of(const std::string& address, std::uint16_t port) {
  const bool is_v6 = address.find(':') != std::string::npos;
  return is_v6 ? fmt::format("http://[{}]:{}/", address, port)
               : fmt::format("http://{}:{}/", address, port);
}

void run(ServeArguments arguments) {
  server::ServerOptions& options = arguments.server;
  server::HttpOptions& http = options.http;
  if (http.address == "localhost") http.address = "127.0.0.1";
  // Names of hosts are compared in lower case.
  for (std::string& name : http.host_names) {
    for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  if (!arguments.token_file.empty()) http.token = read_token(arguments.token_file);
  if (http.token.empty() && !server::is_loopback(http.address)) {
    fail(kCommand,
         {fmt::format("other machines can reach {}, so a token is needed", http.address),
          {},
          "put one in a file and name it with --token-file, or bind 127.0.0.1"},
         ExitCode::Failure);
  }
  http.workers =
      arguments.threads > 0 ? arguments.threads : std::max(2U, std::thread::hardware_concurrency());
  http.waiting_workers = arguments.writers > 0                         ? arguments.writers
                         : answer::is_address(options.state.generator) ? kWritersAtAnAddress
                                                                       : kWritersHere;
  http.limits.answer_time = milliseconds(arguments.answer_seconds);
  http.limits.drain_time = milliseconds(arguments.drain_seconds);
  options.reload_every = milliseconds(arguments.reload_seconds);
  fit_connections(http.limits);
  if (arguments.log) {
    http.log = [](std::string_view line) { tell_operator(fmt::format("{}\n", line)); };
  }
  options.report = [](const std::string& line) {
    tell_operator(fmt::format("noether {}: {}\n", kCommand, line));
  };
  auto server = server::Server::open(options);
  if (!server) fail(kCommand, server.error(), ExitCode::Failure);
  if (answer::leaves_this_machine(options.state.generator)) {
    tell_operator(fmt::format(
        "noether {}: the questions of all clients and passages of the index are sent to "
        "{}\n",
        kCommand, options.state.generator));
  }
  (*server)->handle_signals();
  print_result(kCommand, url_of(http.address, (*server)->port()) + "\n");
  fmt::print(stderr, "noether {}: open this in a browser; Ctrl-C stops\n", kCommand);
  (*server)->run();
}

void add_limits(CLI::App& command, ServeArguments& arguments) {
  server::Limits& limits = arguments.server.http.limits;
  command
      .add_option("--threads", arguments.threads,
                  "The number of searches and proofs at a time, and in addition of answers; by "
                  "default the number of processors, at least two")
      ->check(CLI::Range(1U, 1024U));
  command
      .add_option("--writers", arguments.writers,
                  "The number of answers that the generator writes at a time; further ones are "
                  "extracted instead. By default 4 for an address, and 1 for a decoder")
      ->check(CLI::Range(1U, 1024U));
  command
      .add_option("--queue", limits.waiting_requests,
                  "The number of requests that may wait; more get 503")
      ->check(CLI::Range(1U, 1'000'000U))
      ->capture_default_str();
  command
      .add_option("--rate", limits.requests_per_second,
                  "The number of requests per second of one client, on average over ten seconds; "
                  "more get 429. 0: any number")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  command
      .add_option("--timeout", arguments.answer_seconds,
                  "The time limit of a request in seconds, after which it gets 503")
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  command
      .add_option("--max-body", limits.body_bytes,
                  "The maximum size of a request in bytes; larger ones get 413")
      ->check(CLI::Range(1024U, 1U << 30))
      ->capture_default_str();
  command.add_option("--connections", limits.connections, "The maximum number of open connections")
      ->check(CLI::Range(1U, 1'000'000U))
      ->capture_default_str();
  command
      .add_option("--drain", arguments.drain_seconds,
                  "The time in seconds to finish running requests when stopped")
      ->check(CLI::Range(0.0, 3600.0))
      ->capture_default_str();
}

}  // namespace

void register_serve(CLI::App& app) {
  CLI::App* command = app.add_subcommand("serve", "Serves an HTTP API and a page");
  const auto arguments = std::make_shared<ServeArguments>();
  server::ServerOptions& options = arguments->server;
  command
      ->add_option("INDEX", options.state.folders,
                   "The folder of the index; several indexes are searched as one, and the page "
                   "offers a choice")
      ->required();
  command->add_option("--bind", options.http.address, "The address to listen on")
      ->capture_default_str();
  command->add_option("--port", options.http.port, "The port; 0 selects a free one")
      ->capture_default_str();
  command->add_option("--token-file", arguments->token_file,
                      "A file with the token that clients must send; required to listen on any "
                      "other address than this machine");
  command
      ->add_option(
          "--host", options.http.host_names,
          "A further host name that requests may have, in addition to localhost; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
  command
      ->add_option("--profile", options.state.profile,
                   "How to rank: a shipped profile or a file; see noether run")
      ->capture_default_str();
  command->add_option("--model", options.state.model,
                      "The folder of the encoder; by default the shipped one");
  command->add_option("--generator", options.state.generator,
                      "The writer of answers: the address of an API like OpenAI's, to which "
                      "questions and passages are sent, or the folder of a decoder");
  command->add_option("--generator-model", options.state.generator_model,
                      "The model to request at that address");
  command
      ->add_option("--reload", arguments->reload_seconds,
                   "The interval in seconds at which to look for a new commit of the index; 0: "
                   "only on SIGHUP")
      ->check(CLI::Range(0.0, 86'400.0))
      ->capture_default_str();
  command->add_flag("--log", arguments->log, "Print a line on stderr for each response");
  add_limits(*command, *arguments);
  command->footer(
      "Prints its address when it is ready. Stops on SIGTERM or Ctrl-C after finishing the "
      "running\n"
      "requests.\n"
      "\n"
      "The questions of all clients and passages of the index are sent to the address after\n"
      "--generator. The key of its API is taken from the environment variable\n"
      "NOETHER_GENERATOR_KEY. Its errors are written to stderr, and clients learn only that it\n"
      "failed. If a generator takes more than 70 % of --timeout, the answer is extracted instead.\n"
      "\n"
      "Example:\n"
      "  noether serve notes.idx --port 8080\n"
      "  noether serve notes.idx papers.idx");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
