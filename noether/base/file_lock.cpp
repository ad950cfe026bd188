#include "noether/base/file_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace noether::base {
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
