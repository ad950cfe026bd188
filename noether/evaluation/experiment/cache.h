// What an experiment has worked out, kept in a folder under a name made of all that it depends on:
// what changed has another name, so nothing stale is ever found.
//
// Files and folders are written under another name and renamed when they are whole; a crash leaves
// nothing but names that end with `.unfinished`. One program uses a folder at a time.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/base/file_lock.h"
#include "noether/base/file_system.h"
#include "noether/base/hash.h"

namespace noether::evaluation {

class ExperimentCache {
 public:
  // Makes the folder when it is not there. An error when another program uses it.
  static base::Result<ExperimentCache> open(
      const std::string& folder, base::FileSystem& file_system = base::FileSystem::real());

  // The path of something by its kind (`run`, `index`) and the digest of what it depends on.
  std::string path(std::string_view kind, const base::Digest& key) const;
  bool has(const std::string& path) const { return file_system_->exists(path); }

  base::Result<void> write(const std::string& path, std::string_view bytes) const;
  // `make` fills a new folder, which then gets its name.
  base::Result<void> make_folder(
      const std::string& path,
      const std::function<base::Result<void>(const std::string& folder)>& make) const;

 private:
  ExperimentCache(std::string folder, base::FileSystem& file_system, base::FileLock lock)
      : folder_(std::move(folder)), file_system_(&file_system), lock_(std::move(lock)) {}

  std::string folder_;
  base::FileSystem* file_system_;
  base::FileLock lock_;
};

// Of the bytes of a file; of a folder, of the names and bytes of all files below it.
base::Result<base::Digest> content_digest(const std::string& path);

}  // namespace noether::evaluation
