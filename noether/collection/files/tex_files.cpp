#include "noether/collection/files/tex_files.h"

#include <array>
#include <filesystem>
#include <unordered_set>
#include <utility>

#include "noether/collection/text_encoding.h"

namespace noether::collection {
bool is_tex_package(const std::string& name) {
  return name.ends_with(".sty") || name.ends_with(".cls");
}

TexFiles::TexFiles(std::vector<FoundFile> files) : files_(std::move(files)) {
  for (std::size_t i = 0; i < files_.size(); ++i) by_name_.emplace(files_[i].name, i);
}

std::optional<std::size_t> TexFiles::find(const std::string& name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> TexFiles::resolve(std::size_t root, std::size_t from,
                                             const TexInclude& include) const {
  namespace fs = std::filesystem;
  const std::array<fs::path, 3> folders = {fs::path(files_[root].name).parent_path(),
                                           fs::path(files_[from].name).parent_path(), fs::path()};
  const std::array<std::string_view, 3> endings =
      include.is_package ? std::array<std::string_view, 3>{".sty", ".cls", ".sty"}
                         : std::array<std::string_view, 3>{".tex", "", ".ltx"};
  for (const fs::path& folder : folders) {
    const std::string path = (folder / include.name).lexically_normal().generic_string();
    for (const std::string_view ending : endings) {
      if (const auto found = find(path + std::string(ending))) return found;
    }
  }
  return std::nullopt;
}

bool TexFiles::read(std::size_t index, std::string& text) const {
  auto bytes = read_bytes(files_[index]);
  if (!bytes) return false;
  text = decode_text(std::move(*bytes)).text;
  return true;
}

std::vector<FoundFile> with_included_files(const FoundFile& file, bool follow_links) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(file.path).parent_path();
  std::vector<FoundFile> found = {file};
  std::unordered_set<std::string> tried = {file.name};
  const auto add = [&](const fs::path& relative) {
    // Who writes a file has no right to the other files of who reads it.
    if (relative.is_absolute()) return;
    const std::string name = relative.lexically_normal().generic_string();
    if (name == ".." || name.starts_with("../") || !tried.insert(name).second) return;
    std::error_code error;
    const fs::path path = folder / name;
    const auto bytes = fs::is_regular_file(path, error) ? fs::file_size(path, error) : 0;
    if (bytes == 0 || error) return;
    const std::string top = folder.empty() ? "." : folder.string();
    if (follow_links || is_below(path.string(), top)) {
      found.push_back({path.string(), name, bytes});
    }
  };
  // NOLINTNEXTLINE(modernize-loop-convert): the list grows
  for (std::size_t i = 0; i < found.size(); ++i) {
    auto bytes = read_bytes(found[i]);
    if (!bytes) continue;
    const std::string text = decode_text(std::move(*bytes)).text;
    const fs::path own_folder = fs::path(found[i].name).parent_path();
    for (const TexInclude& include : find_includes(text)) {
      for (const char* ending : {".tex", "", ".ltx", ".sty", ".cls"}) {
        add(include.name + ending);
        add(own_folder / (include.name + ending));
      }
    }
  }
  return found;
}

}  // namespace noether::collection
