// A file that appears complete or not at all.
// It is written under another name in the same folder, synced, and renamed. Without `commit`, and
// after a failure, no part of it remains.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "noether/base/file_descriptor.h"
#include "noether/base/file_system.h"
#include "noether/base/hash.h"
#include "noether/base/output.h"

namespace noether::base {

class AtomicFile {
 public:
  static constexpr std::size_t kBufferBytes = std::size_t{256} << 10;

  // `file_system` must outlive this.
  static Result<AtomicFile> create(FileSystem& file_system, std::string path);
  AtomicFile(AtomicFile&&) noexcept = default;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  [[nodiscard]] Result<void> write(std::string_view bytes);
  [[nodiscard]] Result<void> commit();

  const std::string& path() const { return path_; }
  // The number of bytes written so far.
  std::uint64_t size() const { return size_; }
  Digest digest() const { return hasher_.digest(); }

 private:
  AtomicFile(FileSystem& file_system, std::string path, std::unique_ptr<WritableFile> file);
  Result<void> flush();

  FileSystem* file_system_;
  std::string path_;
  std::unique_ptr<WritableFile> file_;  // null after `commit`
  std::string buffer_;
  std::uint64_t size_ = 0;
  Hasher hasher_;
};

// The destination of a command's result: standard output for "-", else a file that appears complete
// or not at all and that one run writes at a time.
// It replaces only plain files, and never a file from which the result is made.
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

  std::unique_ptr<FileLock> lock_;  // declared before the file, so that it is released after it
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
