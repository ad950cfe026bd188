// A buffered writer that says when writing fails: a full disk, a reader that went away.
//
// The first failure stays: nothing is written after it, and every later call reports it again. For
// a closed pipe to be a value rather than the death of the program, SIGPIPE must be ignored.
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
  // Writes what is buffered, but tells nobody when that fails: `close` does.
  ~Output();

  [[nodiscard]] Result<void> write(std::string_view bytes);
  [[nodiscard]] Result<void> flush();
  [[nodiscard]] Result<void> close();

  // Whether writing failed because nobody reads any more, as in `noether ... | head`. That is no
  // failure of the program: it should stop, and say nothing.
  bool pipe_closed() const { return error_number_ == EPIPE; }

 private:
  Result<void> status() const;

  FileDescriptor file_;
  std::string name_;
  std::string buffer_;
  int error_number_ = 0;
};

}  // namespace noether::base
