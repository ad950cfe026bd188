// A buffered writer that reports failures of writing: a full disk, a closed pipe.
// The first failure persists: nothing is written after it, and every later call reports it again.
// SIGPIPE must be ignored, so that a closed pipe is a value and does not end the program.
#pragma once

#include <cerrno>
#include <cstddef>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/base/file_descriptor.h"

namespace noether::base {

class Output {
 public:
  static constexpr std::size_t kBufferBytes = std::size_t{64} << 10;

  // Creates the file, or empties it; `path` may be "-" for standard output.
  static Result<Output> create(const std::string& path);
  Output(FileDescriptor file, std::string name);

  Output(Output&&) = default;
  Output& operator=(Output&&) = delete;
  // Writes the buffer but does not report a failure; `close` does.
  ~Output();

  [[nodiscard]] Result<void> write(std::string_view bytes);
  [[nodiscard]] Result<void> flush();
  [[nodiscard]] Result<void> close();

  // Whether writing failed because the reader closed the pipe, as in `noether ... | head`. This is
  // not a failure of the program, which should stop silently.
  bool pipe_closed() const { return error_number_ == EPIPE; }

 private:
  Result<void> status() const;

  FileDescriptor file_;
  std::string name_;
  std::string buffer_;
  int error_number_ = 0;
};

}  // namespace noether::base
