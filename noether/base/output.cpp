#include "noether/base/output.h"

#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace noether::base {

Result<Output> Output::create(const std::string& path) {
  if (path == "-") return Output(FileDescriptor::borrow(STDOUT_FILENO), "standard output");
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return std::unexpected(system_error("create", path, errno));
  return Output(FileDescriptor::own(file), path);
}

Output::Output(FileDescriptor file, std::string name)
    : file_(std::move(file)), name_(std::move(name)) {
  buffer_.reserve(kBufferBytes);
}

Output::~Output() {
  if (file_.is_open()) (void)flush();
}

Result<void> Output::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() <= kBufferBytes) {
    buffer_.append(bytes);
    return status();
  }
  if (Result<void> flushed = flush(); !flushed) return flushed;
  if (bytes.size() < kBufferBytes) {
    buffer_.append(bytes);
  } else {
    error_number_ = write_all(file_.number(), bytes);
  }
  return status();
}

Result<void> Output::flush() {
  if (error_number_ == 0) error_number_ = write_all(file_.number(), buffer_);
  buffer_.clear();
  return status();
}

Result<void> Output::close() {
  if (!file_.is_open()) return status();
  (void)flush();
  const int close_error = file_.close();
  if (error_number_ == 0) error_number_ = close_error;
  return status();
}

Result<void> Output::status() const {
  if (error_number_ != 0) return std::unexpected(system_error("write", name_, error_number_));
  return {};
}

}  // namespace noether::base
