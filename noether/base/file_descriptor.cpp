#include "noether/base/file_descriptor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace noether::base {
namespace {

// Returns whether the call that just failed is worth repeating; waits until the file is ready if
// needed.
bool should_retry(int file, short events) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN) return false;
  pollfd ready{.fd = file, .events = events, .revents = 0};
  return ::poll(&ready, 1, -1) >= 0 || errno == EINTR;
}

}  // namespace

int FileDescriptor::close() {
  const int number = std::exchange(number_, -1);
  if (number < 0 || !owned_) return 0;
  // Linux has closed it even when it reports EINTR, so there is nothing to repeat.
  return ::close(number) == 0 || errno == EINTR ? 0 : errno;
}

std::expected<std::size_t, int> read_some(int file, std::span<char> into) {
  while (true) {
    const ssize_t got = ::read(file, into.data(), into.size());
    if (got >= 0) return static_cast<std::size_t>(got);
    if (!should_retry(file, POLLIN)) return std::unexpected(errno);
  }
}

int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (!should_retry(file, POLLOUT)) {
      return errno;
    }
  }
  return 0;
}

Error system_error(std::string_view action, std::string_view file_name, int error_number) {
  return Error{fmt::format("cannot {} '{}': {}", action, file_name,
                           std::generic_category().message(error_number)),
               {},
               {}};
}

namespace {

// Whether the open file is still the one of this name: its last holder may have removed it between
// our opening and our locking it.
bool is_current(const FileDescriptor& file, const std::string& path) {
  struct stat opened;
  struct stat named;
  return ::fstat(file.number(), &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

}  // namespace

Result<FileLock> FileLock::take(std::string path) {
  while (true) {
    FileDescriptor file =
        FileDescriptor::own(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (!file.is_open()) return std::unexpected(system_error("create", path, errno));
    if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) return std::unexpected(system_error("lock", path, errno));
      return fail(fmt::format("'{}' is locked by another run", path), {},
                  "wait until that run has ended");
    }
    if (is_current(file, path)) return FileLock(std::move(file), std::move(path));
  }
}

FileLock::FileLock(FileDescriptor file, std::string path)
    : file_(std::move(file)), path_(std::move(path)) {}

FileLock::~FileLock() {
  if (file_.is_open()) (void)::unlink(path_.c_str());
}

}  // namespace noether::base
