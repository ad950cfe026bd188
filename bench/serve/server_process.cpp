#include "bench/serve/server_process.h"

#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace noether::bench {
namespace {

// The line that the server prints when it answers, up to its end.
std::string read_line(int descriptor) {
  std::string line;
  char c = 0;
  while (::read(descriptor, &c, 1) == 1 && c != '\n') line += c;
  return line;
}

}  // namespace

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

}  // namespace noether::bench
