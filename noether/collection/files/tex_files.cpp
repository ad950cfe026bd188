#include "noether/collection/files/tex_files.h"

#include <algorithm>
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
    // The author of a file must not get access to other files of the reader.
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

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '@'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.remove_suffix(1);
  return text;
}

// {name} or, for \input, a bare name; moves `at` behind it. Empty if there is no name.
std::string_view take_argument(std::string_view tex, std::size_t& at, bool bare) {
  while (at < tex.size() && tex[at] == ' ') ++at;
  if (at < tex.size() && tex[at] == '{') {
    const std::size_t end = tex.find('}', at);
    // A name that contains a macro cannot be resolved.
    if (end == std::string_view::npos) return {};
    const std::string_view name = trimmed(tex.substr(at + 1, end - at - 1));
    at = end + 1;
    return name.find_first_of("\\#{\n") == std::string_view::npos ? name : std::string_view{};
  }
  if (!bare) return {};
  const std::size_t end = std::min(tex.find_first_of(" \t\r\n%\\{}", at), tex.size());
  const std::string_view name = tex.substr(at, end - at);
  at = end;
  return name;
}

void skip_option(std::string_view tex, std::size_t& at) {
  while (at < tex.size() && tex[at] == ' ') ++at;
  if (at >= tex.size() || tex[at] != '[') return;
  const std::size_t end = tex.find(']', at);
  if (end != std::string_view::npos) at = end + 1;
}

class IncludeFinder {
 public:
  explicit IncludeFinder(std::string_view tex) : tex_(tex) {}

  std::vector<TexInclude> find() {
    std::size_t at = 0;
    while (true) {
      at = tex_.find_first_of("\\%", at);
      if (at == std::string_view::npos) return std::move(found_);
      if (tex_[at] == '%') {
        at = std::min(tex_.find('\n', at), tex_.size());
        continue;
      }
      std::size_t end = at + 1;
      while (end < tex_.size() && is_letter(tex_[end])) ++end;
      const std::string_view command = tex_.substr(at + 1, end - at - 1);
      // Skips an escaped sign, such as \%.
      if (command.empty()) end = std::min(end + 1, tex_.size());
      at = read_command(command, at, end);
    }
  }

 private:
  std::size_t read_command(std::string_view command, std::size_t begin, std::size_t at) {
    if (command == "input" || command == "include" || command == "subfile" ||
        command == "subfileinclude") {
      const std::string_view name = take_argument(tex_, at, command == "input");
      add(name, begin, at, false);
    } else if (command == "import" || command == "subimport") {
      const std::string folder(take_argument(tex_, at, false));
      const std::string_view name = take_argument(tex_, at, false);
      if (!name.empty()) add(folder + std::string(name), begin, at, false);
    } else if (command == "usepackage" || command == "RequirePackage" ||
               command == "documentclass") {
      skip_option(tex_, at);
      std::string_view names = take_argument(tex_, at, false);
      while (!names.empty()) {
        const std::size_t comma = std::min(names.find(','), names.size());
        add(trimmed(names.substr(0, comma)), begin, at, true);
        names.remove_prefix(std::min(comma + 1, names.size()));
      }
    }
    return at;
  }

  void add(std::string_view name, std::size_t begin, std::size_t end, bool is_package) {
    if (name.empty()) return;
    line_ += std::count(tex_.begin() + static_cast<std::ptrdiff_t>(counted_),
                        tex_.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
    counted_ = begin;
    found_.push_back(
        {std::string(name), begin, end, static_cast<std::uint64_t>(line_), is_package});
  }

  std::string_view tex_;
  std::vector<TexInclude> found_;
  std::ptrdiff_t line_ = 1;
  std::size_t counted_ = 0;  // bytes whose lines are counted
};

}  // namespace

std::vector<TexInclude> find_includes(std::string_view tex) { return IncludeFinder(tex).find(); }

std::size_t end_of_preamble(std::string_view tex) {
  constexpr std::string_view kBegin = "\\begin{document}";
  std::size_t from = 0;
  while (true) {
    const std::size_t at = tex.find(kBegin, from);
    if (at == std::string_view::npos) return tex.size();
    // Ignores a \begin{document} in a comment.
    const std::size_t line = tex.rfind('\n', at) + 1;
    const std::string_view before = tex.substr(line, at - line);
    if (before.find('%') == std::string_view::npos) return at + kBegin.size();
    from = at + kBegin.size();
  }
}

}  // namespace noether::collection
