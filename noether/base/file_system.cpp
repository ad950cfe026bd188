#include "noether/base/file_system.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>

#include "noether/base/file_descriptor.h"

namespace noether::base {
namespace {

class RealWritableFile final : public WritableFile {
 public:
  RealWritableFile(FileDescriptor file, std::string path)
      : file_(std::move(file)), path_(std::move(path)) {}

  Result<void> write(std::string_view bytes) override {
    return status("write", write_all(file_.number(), bytes));
  }
  Result<void> sync() override { return status("write", ::fsync(file_.number()) == 0 ? 0 : errno); }
  Result<void> close() override { return status("write", file_.close()); }

 private:
  Result<void> status(std::string_view action, int error_number) const {
    if (error_number == 0) return {};
    Error error = system_error(action, path_, error_number);
    if (error_number == ENOSPC || error_number == EDQUOT) {
      error.hint = "make room on the disk, then run the same command again";
    }
    return std::unexpected(std::move(error));
  }

  FileDescriptor file_;
  std::string path_;
};

class RealReadableFile final : public ReadableFile {
 public:
  RealReadableFile(FileDescriptor file, std::string path, std::uint64_t size)
      : file_(std::move(file)), path_(std::move(path)), size_(size) {}

  std::uint64_t size() const override { return size_; }

  Result<void> read_at(std::uint64_t offset, std::span<char> into) const override {
    while (!into.empty()) {
      const ssize_t got =
          ::pread(file_.number(), into.data(), into.size(), static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return std::unexpected(system_error("read", path_, errno));
      if (got == 0) {
        return fail(fmt::format("cannot read '{}': it ends at byte {}", path_, offset));
      }
      offset += static_cast<std::uint64_t>(got);
      into = into.subspan(static_cast<std::size_t>(got));
    }
    return {};
  }

 private:
  FileDescriptor file_;
  std::string path_;
  std::uint64_t size_;
};

class RealFileSystem final : public FileSystem {
 public:
  Result<std::unique_ptr<WritableFile>> create(const std::string& path) override {
    return open_to_write(path, O_TRUNC);
  }
  Result<std::unique_ptr<WritableFile>> append(const std::string& path) override {
    return open_to_write(path, O_APPEND);
  }

  Result<std::unique_ptr<ReadableFile>> open(const std::string& path) override {
    // Opening a pipe without a writer must not block; the pipe is refused below, like everything
    // that is not a plain file.
    FileDescriptor file =
        FileDescriptor::own(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.is_open()) return std::unexpected(system_error("open", path, errno));
    struct stat info;
    if (::fstat(file.number(), &info) != 0) {
      return std::unexpected(system_error("read", path, errno));
    }
    if (!S_ISREG(info.st_mode)) return fail(fmt::format("'{}' is not a regular file", path));
    return std::make_unique<RealReadableFile>(std::move(file), path,
                                              static_cast<std::uint64_t>(info.st_size));
  }

  Result<std::string> read(const std::string& path, std::uint64_t max_bytes) override {
    const auto file = open(path);
    if (!file) return std::unexpected(file.error());
    if ((*file)->size() > max_bytes) {
      return fail(fmt::format("cannot read '{}': it has more than {} bytes", path, max_bytes));
    }
    std::string bytes((*file)->size(), '\0');
    if (const auto got = (*file)->read_at(0, bytes); !got) return std::unexpected(got.error());
    return bytes;
  }

  Result<void> rename(const std::string& from, const std::string& to) override {
    if (std::rename(from.c_str(), to.c_str()) == 0) return {};
    return std::unexpected(system_error("create", to, errno));
  }

  Result<void> remove(const std::string& path) override {
    std::error_code error;
    std::filesystem::remove(path, error);
    if (!error) return {};
    return std::unexpected(system_error("remove", path, error.value()));
  }

  Result<void> make_folder(const std::string& path) override {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    // libstdc++ reports no error if a file of this name exists.
    if (!error && !is_folder(path)) error = std::make_error_code(std::errc::not_a_directory);
    if (!error) return {};
    return std::unexpected(system_error("make the folder", path, error.value()));
  }

  Result<void> sync_folder(const std::string& path) override {
    const FileDescriptor folder =
        FileDescriptor::own(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder.is_open()) return std::unexpected(system_error("open", path, errno));
    // Some file systems cannot sync folders, and say so with EINVAL.
    if (::fsync(folder.number()) == 0 || errno == EINVAL) return {};
    return std::unexpected(system_error("write", path, errno));
  }

  Result<std::vector<std::string>> list(const std::string& folder) override {
    std::vector<std::string> names;
    std::error_code error;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
         it.increment(error)) {
      names.push_back(it->path().filename().string());
    }
    if (error) return std::unexpected(system_error("read the folder", folder, error.value()));
    std::ranges::sort(names);
    return names;
  }

  bool exists(const std::string& path) override {
    std::error_code error;
    return std::filesystem::exists(path, error);
  }
  bool is_folder(const std::string& path) override {
    std::error_code error;
    return std::filesystem::is_directory(path, error);
  }

 private:
  static Result<std::unique_ptr<WritableFile>> open_to_write(const std::string& path, int flag) {
    FileDescriptor file =
        FileDescriptor::own(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flag, 0666));
    if (!file.is_open()) return std::unexpected(system_error("create", path, errno));
    return std::make_unique<RealWritableFile>(std::move(file), path);
  }
};

}  // namespace

FileSystem& FileSystem::real() {
  static RealFileSystem file_system;
  return file_system;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

Result<void> write_atomically(FileSystem& file_system, const std::string& path,
                              std::string_view bytes) {
  const std::string unfinished = path + std::string(kUnfinished);
  auto file = file_system.create(unfinished);
  if (!file) return std::unexpected(file.error());
  Result<void> done = (*file)->write(bytes);
  if (done) done = (*file)->sync();
  if (done) done = (*file)->close();
  if (done) done = file_system.rename(unfinished, path);
  if (!done) {
    file->reset();
    (void)file_system.remove(unfinished);
    return done;
  }
  return file_system.sync_folder(folder_of(path));
}

}  // namespace noether::base
