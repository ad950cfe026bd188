// The few operations that programs need on files, behind an interface that tests can make fail.
// Written bytes survive a crash only after `sync`, and a new, renamed or removed name only after
// `sync_folder`. Several threads may call all functions; a file belongs to one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::base {

class WritableFile {
 public:
  virtual ~WritableFile() = default;
  // Not buffered: give it large pieces.
  [[nodiscard]] virtual Result<void> write(std::string_view bytes) = 0;
  [[nodiscard]] virtual Result<void> sync() = 0;
  [[nodiscard]] virtual Result<void> close() = 0;
};

// Has no position, so several threads can read at the same time.
class ReadableFile {
 public:
  virtual ~ReadableFile() = default;
  virtual std::uint64_t size() const = 0;
  // Fills `into` completely or returns an error, for example when the file ends too early.
  [[nodiscard]] virtual Result<void> read_at(std::uint64_t offset, std::span<char> into) const = 0;
};

class FileSystem {
 public:
  virtual ~FileSystem() = default;
  static FileSystem& real();

  // Creates an empty file, and empties an existing one.
  virtual Result<std::unique_ptr<WritableFile>> create(const std::string& path) = 0;
  virtual Result<std::unique_ptr<WritableFile>> append(const std::string& path) = 0;
  virtual Result<std::unique_ptr<ReadableFile>> open(const std::string& path) = 0;
  // Returns the whole file; an error if it is longer than `max_bytes`.
  virtual Result<std::string> read(const std::string& path, std::uint64_t max_bytes) = 0;
  [[nodiscard]] virtual Result<void> rename(const std::string& from, const std::string& to) = 0;
  // Removes a file or an empty folder. A missing one counts as removed.
  [[nodiscard]] virtual Result<void> remove(const std::string& path) = 0;
  // Also makes the folders above it. An existing folder is not an error.
  [[nodiscard]] virtual Result<void> make_folder(const std::string& path) = 0;
  [[nodiscard]] virtual Result<void> sync_folder(const std::string& path) = 0;
  // The names in a folder, ascending.
  virtual Result<std::vector<std::string>> list(const std::string& folder) = 0;
  virtual bool exists(const std::string& path) = 0;
  virtual bool is_folder(const std::string& path) = 0;
};

// "a/b" of "a/b/c", "." of "c".
std::string folder_of(const std::string& path);

// A small file that appears complete or not at all, written in one call. AtomicFile writes large
// files piece by piece and computes their digest.

// The ending of the names of unfinished files, which a crash may leave behind.
inline constexpr std::string_view kUnfinished = ".unfinished";

[[nodiscard]] Result<void> write_atomically(FileSystem& file_system, const std::string& path,
                                            std::string_view bytes);

}  // namespace noether::base
