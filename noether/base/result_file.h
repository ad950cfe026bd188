// Where a command puts its result: standard output for "-", else a file that is there whole or not
// at all, and that one run writes at a time.
//
// Only plain files are replaced, and none that the result is made from.
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
  // `source` is what the result is made from, a file or a folder; it may be empty, "-", or not
  // there. `file_system` must outlive this.
  static Result<ResultFile> create(FileSystem& file_system, std::string path,
                                   const std::string& source = {});

  [[nodiscard]] Result<void> write(std::string_view bytes);
  // The lock is held on: for what else is to be written beside the file.
  [[nodiscard]] Result<void> commit();

  bool is_standard_output() const { return output_.has_value(); }
  // Of everything written so far.
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

// An error when `path` is there and is no plain file, or is the file `source` or one in the folder
// `source`.
Result<void> check_replaceable(const std::string& path, const std::string& source);

// A whole result at once.
[[nodiscard]] Result<void> write_result(const std::string& path, std::string_view bytes,
                                        const std::string& source = {});

}  // namespace noether::base
