#include "noether/evaluation/experiment/cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "noether/base/file_system.h"

namespace noether::evaluation {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;

base::Result<void> add_file(base::Hasher& hasher, const std::string& path) {
  const auto file = base::FileSystem::real().open(path);
  if (!file) return std::unexpected(file.error());
  std::vector<char> chunk(std::min<std::uint64_t>(kChunkBytes, (*file)->size()));
  hasher.add_number((*file)->size());
  for (std::uint64_t at = 0; at < (*file)->size(); at += chunk.size()) {
    const std::size_t size = std::min<std::uint64_t>(chunk.size(), (*file)->size() - at);
    if (auto read = (*file)->read_at(at, {chunk.data(), size}); !read) return read;
    hasher.add_bytes({chunk.data(), size});
  }
  return {};
}

// The files below a folder, in the order of their names.
base::Result<std::vector<std::string>> files_below(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    if (at->is_regular_file(error)) files.push_back(at->path().string());
  }
  if (error) return base::fail(fmt::format("cannot list {}: {}", folder, error.message()));
  std::ranges::sort(files);
  return files;
}

}  // namespace

base::Result<ExperimentCache> ExperimentCache::open(const std::string& folder,
                                                    base::FileSystem& file_system) {
  if (auto made = file_system.make_folder(folder); !made) {
    return std::unexpected(std::move(made.error()));
  }
  auto lock = base::FileLock::take(folder + "/lock");
  if (!lock) return std::unexpected(std::move(lock.error()));
  return ExperimentCache(folder, file_system, std::move(*lock));
}

std::string ExperimentCache::path(std::string_view kind, const base::Digest& key) const {
  return fmt::format("{}/{}-{}", folder_, kind, key.hex());
}

base::Result<void> ExperimentCache::write(const std::string& path, std::string_view bytes) const {
  return base::write_atomically(*file_system_, path, bytes);
}

base::Result<void> ExperimentCache::make_folder(
    const std::string& path,
    const std::function<base::Result<void>(const std::string& folder)>& make) const {
  const std::string unfinished = path + std::string(base::kUnfinished);
  std::error_code ignored;
  std::filesystem::remove_all(unfinished, ignored);
  if (auto made = file_system_->make_folder(unfinished); !made) return made;
  auto done = make(unfinished);
  if (done) done = file_system_->rename(unfinished, path);
  if (!done) {
    std::filesystem::remove_all(unfinished, ignored);
    return done;
  }
  return file_system_->sync_folder(folder_);
}

base::Result<base::Digest> content_digest(const std::string& path) {
  base::Hasher hasher;
  if (!base::FileSystem::real().is_folder(path)) {
    if (auto added = add_file(hasher, path); !added) return std::unexpected(added.error());
    return hasher.digest();
  }
  const auto files = files_below(path);
  if (!files) return std::unexpected(files.error());
  for (const std::string& file : *files) {
    hasher.add_text(std::string_view(file).substr(path.size()));
    if (auto added = add_file(hasher, file); !added) return std::unexpected(added.error());
  }
  return hasher.digest();
}

}  // namespace noether::evaluation
