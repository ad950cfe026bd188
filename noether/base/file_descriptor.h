// An open file of the operating system, and whole reads and writes on it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "noether/base/error.h"

namespace noether::base {

// Closes the descriptor that it owns. Standard input and output are borrowed, not owned.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  static FileDescriptor own(int number) { return FileDescriptor(number, true); }
  static FileDescriptor borrow(int number) { return FileDescriptor(number, false); }

  FileDescriptor(FileDescriptor&& other) noexcept
      : number_(std::exchange(other.number_, -1)), owned_(other.owned_) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    std::swap(owned_, other.owned_);
    return *this;
  }
  ~FileDescriptor() { close(); }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }

  // Returns the error number of the system, or 0 on success. A borrowed descriptor stays open.
  int close();

 private:
  FileDescriptor(int number, bool owned) : number_(number), owned_(owned) {}

  int number_ = -1;
  bool owned_ = false;
};

// Both resume after a signal, and wait when a non-blocking file is not ready. `read_some` returns
// the number of bytes read, 0 at the end; on failure both return the system's error number.
std::expected<std::size_t, int> read_some(int file, std::span<char> into);
int write_all(int file, std::string_view bytes);

// "cannot read 'notes.tex': Permission denied"
Error system_error(std::string_view action, std::string_view file_name, int error_number);

// A lock on a file that allows one writer at a time. It ends with the process that holds it,
// however that process ends. The file is removed with the lock.
class FileLock {
 public:
  // Does not wait: returns an error if the lock is held, even by this process.
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
