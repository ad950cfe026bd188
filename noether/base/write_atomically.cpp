#include "noether/base/write_atomically.h"

namespace noether::base {

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
