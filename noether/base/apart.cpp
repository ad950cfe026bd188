#include "noether/base/apart.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fstream>

#include "noether/base/file_descriptor.h"
#include "noether/base/sanitized.h"

namespace noether::base {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kFailed = 3;

// Returns the size of this process's address space.
std::uint64_t mapped_bytes_now() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void limit(int resource, std::uint64_t value) {
  const rlimit both{value, value};
  (void)::setrlimit(static_cast<decltype(RLIMIT_CPU)>(resource), &both);
}

[[noreturn]] void work_and_exit(const std::function<std::string()>& work, const ApartLimits& limits,
                                std::uint64_t mapped, pid_t parent, int out) {
  (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(kFailed);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, static_cast<std::uint64_t>(limits.processor.count()));
  // A sanitizer maps more than any limit.
  if (!kSanitized) limit(RLIMIT_AS, mapped + limits.memory_bytes);
  // The library's own messages about a broken file are discarded.
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) {
    (void)::dup2(nowhere, STDOUT_FILENO);
    (void)::dup2(nowhere, STDERR_FILENO);
  }
  try {
    ::_exit(write_all(out, work()) == 0 ? 0 : kFailed);
  } catch (...) {
    ::_exit(kFailed);
  }
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    if (signal == SIGXCPU || signal == SIGKILL) return "it takes too long";
    return fmt::format("the reader crashed on it (signal {})", signal);
  }
  return "the reader failed on it";
}

}  // namespace

Result<std::string> run_apart(const std::function<std::string()>& work, const ApartLimits& limits) {
  std::array<int, 2> ends = {-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return std::unexpected(system_error("make", "a pipe", errno));
  }
  const FileDescriptor in = FileDescriptor::own(ends[0]);
  FileDescriptor out = FileDescriptor::own(ends[1]);
  const std::uint64_t mapped = mapped_bytes_now();
  const pid_t parent = ::getpid();
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child < 0) return std::unexpected(system_error("start", "a process", errno));
  if (child == 0) work_and_exit(work, limits, mapped, parent, ends[1]);
  (void)out.close();
  const auto deadline = Clock::now() + limits.wall;
  std::string result;
  std::string why;
  std::array<char, 65536> buffer;
  while (why.empty()) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd waiting{in.number(), POLLIN, 0};
    const int ready = left <= 0 ? 0 : ::poll(&waiting, 1, static_cast<int>(left));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) {
      why = "it takes too long";
      break;
    }
    const auto got = read_some(in.number(), buffer);
    if (!got) why = system_error("read", "a pipe", got.error()).message;
    if (!got || *got == 0) break;
    result.append(buffer.data(), *got);
    if (result.size() > limits.output_bytes) why = "there is too much in it";
  }
  if (!why.empty()) (void)::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!why.empty()) return fail(why);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return fail(how_it_ended(status));
  return result;
}

}  // namespace noether::base
