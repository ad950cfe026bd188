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

  // The error number of the system, 0 when all went well. What is borrowed stays open.
  int close();

 private:
  FileDescriptor(int number, bool owned) : number_(number), owned_(owned) {}

  int number_ = -1;
  bool owned_ = false;
};

// Both carry on after a signal, and wait when the file is a non-blocking one that is not ready.
// `read_some` gives the number of bytes read, 0 at the end; both give the system's error number.
std::expected<std::size_t, int> read_some(int file, std::span<char> into);
int write_all(int file, std::string_view bytes);

// "cannot read 'notes.tex': Permission denied"
Error system_error(std::string_view action, std::string_view file_name, int error_number);

// One writer at a time: a lock on a file, which ends with the process that holds it, however that
// ends. The file is removed with the lock.
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
