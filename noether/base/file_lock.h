// One writer at a time: a lock on a file, which ends with the process that holds it, however that
// ends. The file is removed with the lock.
#pragma once

#include <string>

#include "noether/base/error.h"
#include "noether/base/file_descriptor.h"

namespace noether::base {

class FileLock {
 public:
  // Does not wait: an error when another holds it, be it in this process.
  static Result<FileLock> take(std::string path);
  FileLock(FileLock&&) noexcept = default;
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

 private:
  FileLock(FileDescriptor file, std::string path);

  FileDescriptor file_;
  std::string path_;
};

}  // namespace noether::base
