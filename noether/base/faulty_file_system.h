// A file system for tests that fails on demand.
// It counts every call that changes the disk. At a given call it "loses power": that call and all
// later ones fail, bytes that were not synced are lost, and so are renames into folders that were
// not synced. Alternatively the disk becomes full: writing fails after a given number of bytes. The
// real disk is never synced, so tests with this class are fast.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/file_system.h"

namespace noether::base {

class FaultyFileSystem final : public FileSystem {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  // Loses power at call number `crash_at`, counted from 0.
  explicit FaultyFileSystem(std::uint64_t crash_at = kNever) : crash_at_(crash_at) {}
  void limit_bytes(std::uint64_t bytes) { bytes_left_ = bytes; }

  std::uint64_t calls() const { return calls_; }
  bool crashed() const { return crashed_; }

  Result<std::unique_ptr<WritableFile>> create(const std::string& path) override {
    if (!step()) return no_power();
    auto file = real_.create(path);
    if (!file) return file;
    const std::lock_guard guard(mutex_);
    unsynced_[path] = 0;
    return std::make_unique<File>(*this, path, std::move(*file), 0);
  }
  Result<std::unique_ptr<WritableFile>> append(const std::string& path) override {
    if (!step()) return no_power();
    const std::uint64_t size = real_.exists(path) ? std::filesystem::file_size(path) : 0;
    auto file = real_.append(path);
    if (!file) return file;
    return std::make_unique<File>(*this, path, std::move(*file), size);
  }
  Result<std::unique_ptr<ReadableFile>> open(const std::string& path) override {
    return real_.open(path);
  }
  Result<std::string> read(const std::string& path, std::uint64_t max_bytes) override {
    return real_.read(path, max_bytes);
  }
  Result<void> rename(const std::string& from, const std::string& to) override {
    if (!step()) return no_power();
    std::optional<std::string> replaced;
    if (auto bytes = real_.read(to, kNever)) replaced = std::move(*bytes);
    Result<void> done = real_.rename(from, to);
    const std::lock_guard guard(mutex_);
    if (auto node = unsynced_.extract(from)) {
      node.key() = to;
      unsynced_.insert(std::move(node));
    }
    if (done) unsynced_renames_.push_back({from, to, std::move(replaced)});
    return done;
  }
  Result<void> remove(const std::string& path) override {
    if (!step()) return no_power();
    const std::lock_guard guard(mutex_);
    unsynced_.erase(path);
    return real_.remove(path);
  }
  Result<void> make_folder(const std::string& path) override {
    if (!step()) return no_power();
    return real_.make_folder(path);
  }
  Result<void> sync_folder(const std::string& path) override {
    if (!step()) return no_power();
    const std::lock_guard guard(mutex_);
    std::erase_if(unsynced_renames_,
                  [&](const auto& rename) { return folder_of(rename.to) == path; });
    return {};
  }
  Result<std::vector<std::string>> list(const std::string& folder) override {
    return real_.list(folder);
  }
  bool exists(const std::string& path) override { return real_.exists(path); }
  bool is_folder(const std::string& path) override { return real_.is_folder(path); }

 private:
  class File final : public WritableFile {
   public:
    File(FaultyFileSystem& owner, std::string path, std::unique_ptr<WritableFile> file,
         std::uint64_t size)
        : owner_(owner), path_(std::move(path)), file_(std::move(file)), size_(size) {}

    Result<void> write(std::string_view bytes) override {
      if (!owner_.step()) return no_power();
      const std::string_view fitting = bytes.substr(0, owner_.take_bytes(bytes.size()));
      {
        const std::lock_guard guard(owner_.mutex_);
        owner_.unsynced_.try_emplace(path_, size_);
      }
      size_ += fitting.size();
      Result<void> done = file_->write(fitting);
      if (done && fitting.size() < bytes.size()) {
        return fail("cannot write '" + path_ + "': No space left on device");
      }
      return done;
    }
    Result<void> sync() override {
      if (!owner_.step()) return no_power();
      const std::lock_guard guard(owner_.mutex_);
      owner_.unsynced_.erase(path_);
      return {};
    }
    Result<void> close() override { return file_->close(); }

   private:
    FaultyFileSystem& owner_;
    std::string path_;
    std::unique_ptr<WritableFile> file_;
    std::uint64_t size_;
  };

  struct Rename {
    std::string from;
    std::string to;
    std::optional<std::string> replaced;  // the previous content of the new name
  };

  static std::unexpected<Error> no_power() { return fail("the power is off"); }

  // Returns whether the call may proceed.
  bool step() {
    const std::lock_guard guard(mutex_);
    if (!crashed_ && calls_++ == crash_at_) lose_power();
    return !crashed_;
  }

  std::uint64_t take_bytes(std::uint64_t wanted) {
    const std::lock_guard guard(mutex_);
    const std::uint64_t got = std::min(wanted, bytes_left_);
    if (bytes_left_ != kNever) bytes_left_ -= got;
    return got;
  }

  void lose_power() {
    crashed_ = true;
    std::error_code ignored;
    for (const auto& [path, synced_bytes] : unsynced_) {
      std::filesystem::resize_file(path, synced_bytes, ignored);
    }
    while (!unsynced_renames_.empty()) {
      const auto& [from, to, replaced] = unsynced_renames_.back();
      std::filesystem::rename(to, from, ignored);
      if (replaced) std::ofstream(to, std::ios::binary) << *replaced;
      unsynced_renames_.pop_back();
    }
  }

  FileSystem& real_ = FileSystem::real();
  std::mutex mutex_;
  std::uint64_t crash_at_;
  std::uint64_t bytes_left_ = kNever;
  std::uint64_t calls_ = 0;
  bool crashed_ = false;
  std::map<std::string, std::uint64_t> unsynced_;  // the number of synced bytes, by path
  std::vector<Rename> unsynced_renames_;
};

}  // namespace noether::base
