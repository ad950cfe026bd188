// Keeps the intermediate results of an experiment in a folder. The name of a result contains the
// digest of everything on which it depends: a changed result has another name, so a stale one is
// never found.
// Files and folders are written under another name and renamed when they are complete; a crash
// leaves only names that end with `.unfinished`. One program uses a folder at a time.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/base/file_descriptor.h"
#include "noether/base/file_system.h"
#include "noether/base/hash.h"

namespace noether::evaluation {

class ExperimentCache {
 public:
  // Creates a missing folder. Returns an error if another program uses it.
  static base::Result<ExperimentCache> open(
      const std::string& folder, base::FileSystem& file_system = base::FileSystem::real());

  // The path of a result by its kind (`run`, `index`) and the digest of its dependencies.
  std::string path(std::string_view kind, const base::Digest& key) const;
  bool has(const std::string& path) const { return file_system_->exists(path); }

  base::Result<void> write(const std::string& path, std::string_view bytes) const;
  // `make` fills a new folder, which is then renamed to `path`.
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

// The digest of the bytes of a file; for a folder, of the names and bytes of all files below it.
base::Result<base::Digest> content_digest(const std::string& path);

}  // namespace noether::evaluation
