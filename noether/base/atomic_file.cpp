#include "noether/base/atomic_file.h"

#include <utility>

#include "noether/base/write_atomically.h"

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

}  // namespace noether::base
