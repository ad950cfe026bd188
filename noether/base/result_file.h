// The destination of a command's result: standard output for "-", else a file that appears complete
// or not at all and that one run writes at a time.
// It replaces only plain files, and never a file from which the result is made.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "noether/base/atomic_file.h"
#include "noether/base/file_lock.h"
#include "noether/base/output.h"

namespace noether::base {

class ResultFile {
 public:
  // `source` is the file or folder from which the result is made; it may be empty, "-", or missing.
  // `file_system` must outlive this object.
  static Result<ResultFile> create(FileSystem& file_system, std::string path,
                                   const std::string& source = {});

  [[nodiscard]] Result<void> write(std::string_view bytes);
  // Keeps the lock, so that further files can be written beside this one.
  [[nodiscard]] Result<void> commit();

  bool is_standard_output() const { return output_.has_value(); }
  // The number of bytes written so far.
  std::uint64_t size() const { return size_; }
  Digest digest() const { return hasher_.digest(); }

 private:
  ResultFile() = default;

  std::unique_ptr<FileLock> lock_;  // behind the file, to be freed after it
  std::unique_ptr<AtomicFile> file_;
  std::optional<Output> output_;
  std::uint64_t size_ = 0;
  Hasher hasher_;
};

// Returns an error if `path` exists and is not a plain file, or is the file `source` or a file in
// the folder `source`.
Result<void> check_replaceable(const std::string& path, const std::string& source);

// Writes a complete result.
[[nodiscard]] Result<void> write_result(const std::string& path, std::string_view bytes,
                                        const std::string& source = {});

}  // namespace noether::base
