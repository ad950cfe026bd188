#include "noether/base/result_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <system_error>
#include <utility>

namespace noether::base {
namespace {

std::string unfinished(const std::string& path) { return path + std::string(kUnfinished); }

}  // namespace

Result<AtomicFile> AtomicFile::create(FileSystem& file_system, std::string path) {
  auto file = file_system.create(unfinished(path));
  if (!file) return std::unexpected(file.error());
  return AtomicFile(file_system, std::move(path), std::move(*file));
}

AtomicFile::AtomicFile(FileSystem& file_system, std::string path,
                       std::unique_ptr<WritableFile> file)
    : file_system_(&file_system), path_(std::move(path)), file_(std::move(file)) {}

AtomicFile::~AtomicFile() {
  if (!file_) return;
  file_.reset();
  (void)file_system_->remove(unfinished(path_));
}

Result<void> AtomicFile::write(std::string_view bytes) {
  size_ += bytes.size();
  hasher_.add_bytes(bytes);
  buffer_.append(bytes);
  return buffer_.size() < kBufferBytes ? Result<void>() : flush();
}

Result<void> AtomicFile::flush() {
  if (buffer_.empty()) return {};
  const Result<void> written = file_->write(buffer_);
  buffer_.clear();
  return written;
}

Result<void> AtomicFile::commit() {
  Result<void> done = flush();
  if (done) done = file_->sync();
  if (done) done = file_->close();
  if (done) done = file_system_->rename(unfinished(path_), path_);
  if (!done) return done;
  file_.reset();
  return file_system_->sync_folder(folder_of(path_));
}

namespace {

bool is_same_file(const struct stat& file, const std::string& path) {
  struct stat other;
  return ::stat(path.c_str(), &other) == 0 && other.st_dev == file.st_dev &&
         other.st_ino == file.st_ino;
}

// Returns the file that is the same, if any: the source itself, or a file anywhere in it.
std::optional<std::string> same_file_in(const struct stat& file, const std::string& source) {
  if (source.empty()) return std::nullopt;
  if (is_same_file(file, source)) return source;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator it(source, error), end; !error && it != end;
       it.increment(error)) {
    if (is_same_file(file, it->path().string())) return it->path().string();
  }
  return std::nullopt;
}

}  // namespace

Result<void> check_replaceable(const std::string& path, const std::string& source) {
  struct stat info;
  // A missing file is not replaced; any other failure shows when the file is written.
  if (::lstat(path.c_str(), &info) != 0) return {};
  if (!S_ISREG(info.st_mode)) {
    return fail(fmt::format("cannot write '{}': it exists and is not a plain file", path), {},
                "give another name, or - for standard output");
  }
  if (const auto same = same_file_in(info, source)) {
    return fail(fmt::format("cannot write '{}': it is the file that is read, as '{}'", path, *same),
                {}, "give the result another name");
  }
  return {};
}

Result<ResultFile> ResultFile::create(FileSystem& file_system, std::string path,
                                      const std::string& source) {
  ResultFile result;
  if (path == "-") {
    auto output = Output::create(path);
    if (!output) return std::unexpected(output.error());
    result.output_.emplace(std::move(*output));
    return result;
  }
  if (auto allowed = check_replaceable(path, source); !allowed) {
    return std::unexpected(allowed.error());
  }
  auto lock = FileLock::take(path + ".lock");
  if (!lock) {
    return fail(fmt::format("cannot write '{}': {}", path, lock.error().message), {},
                lock.error().hint.empty() ? "" : lock.error().hint + ", or give another name");
  }
  result.lock_ = std::make_unique<FileLock>(std::move(*lock));
  auto file = AtomicFile::create(file_system, std::move(path));
  if (!file) return std::unexpected(file.error());
  result.file_ = std::make_unique<AtomicFile>(std::move(*file));
  return result;
}

Result<void> ResultFile::write(std::string_view bytes) {
  size_ += bytes.size();
  hasher_.add_bytes(bytes);
  return output_ ? output_->write(bytes) : file_->write(bytes);
}

Result<void> ResultFile::commit() { return output_ ? output_->close() : file_->commit(); }

Result<void> write_result(const std::string& path, std::string_view bytes,
                          const std::string& source) {
  auto file = ResultFile::create(FileSystem::real(), path, source);
  if (!file) return std::unexpected(file.error());
  Result<void> done = file->write(bytes);
  if (done) done = file->commit();
  return done;
}

}  // namespace noether::base
