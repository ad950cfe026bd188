// A file that appears complete or not at all.
// It is written under another name in the same folder, synced, and renamed. Without `commit`, and
// after a failure, no part of it remains.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "noether/base/file_system.h"
#include "noether/base/hash.h"

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
  std::unique_ptr<WritableFile> file_;  // none once it is committed
  std::string buffer_;
  std::uint64_t size_ = 0;
  Hasher hasher_;
};

}  // namespace noether::base
