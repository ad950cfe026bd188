#include "noether/collection/posts/post_source.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "noether/base/file_system.h"

namespace noether::collection {
namespace {

namespace fs = std::filesystem;

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

// Posts.xml, posts.xml, Posts.V1.3.xml.
bool is_table(const std::string& name, std::string_view table) {
  const std::string small = lower(name);
  return small.starts_with(table) && small.ends_with(".xml") && small.size() > table.size() &&
         small[table.size()] == '.';
}

std::string find_table(const std::string& folder, const std::vector<std::string>& names,
                       std::string_view table) {
  std::string found;
  for (const std::string& name : names) {
    // If there are several versions, the last one is used.
    if (is_table(name, table)) found = name;
  }
  return found.empty() ? found : folder + "/" + found;
}

std::uint64_t leading_number(const std::string& name) {
  std::uint64_t value = 0;
  for (const char c : name) {
    if (c < '0' || c > '9') break;
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return value;
}

void add_tables(const std::string& folder, std::vector<std::string>& tables) {
  auto names = base::FileSystem::real().list(folder).value_or(std::vector<std::string>{});
  std::ranges::sort(names, {},
                    [](const std::string& n) { return std::pair(leading_number(n), n); });
  for (const std::string& name : names) {
    if (name.ends_with(".tsv")) tables.push_back(folder + "/" + name);
  }
}

// Next to the posts, or one folder below (`Formulas/latex_representation_v3`).
std::vector<std::string> find_formula_tables(const std::string& folder,
                                             const std::vector<std::string>& names, int depth) {
  std::vector<std::string> tables;
  auto& files = base::FileSystem::real();
  for (const std::string& name : names) {
    const std::string path = folder + "/" + name;
    if (!files.is_folder(path)) continue;
    if (name.starts_with("latex_representation")) {
      tables.clear();  // only the last version is used
      add_tables(path, tables);
    } else if (depth > 0 && tables.empty()) {
      const auto below = files.list(path).value_or(std::vector<std::string>{});
      tables = find_formula_tables(path, below, depth - 1);
    }
  }
  return tables;
}

// Whether formulas are marked with ids near the beginning.
bool has_marked_formulas(const std::string& path) {
  const auto file = base::FileSystem::real().open(path);
  if (!file) return false;
  std::string start(static_cast<std::size_t>(std::min<std::uint64_t>((*file)->size(), 1 << 18)), 0);
  if (!(*file)->read_at(0, start)) return false;
  return start.find("math-container&quot; id=") != std::string::npos;
}

bool holds_posts(const std::string& path) {
  const auto file = base::FileSystem::real().open(path);
  if (!file) return false;
  std::string start(static_cast<std::size_t>(std::min<std::uint64_t>((*file)->size(), 4096)), 0);
  if (!(*file)->read_at(0, start)) return false;
  return start.find("<posts") != std::string::npos;
}

std::string site_of(const std::string& folder, bool is_arqmath) {
  if (is_arqmath) return "math.stackexchange.com";
  const std::string name = fs::path(folder).filename().string();
  const bool is_site = name.ends_with(".stackexchange.com") || name.ends_with("overflow.net") ||
                       name.ends_with("overflow.com");
  return is_site ? name : "";
}

}  // namespace

std::optional<DumpLayout> find_dump(const std::string& path) {
  auto& files = base::FileSystem::real();
  DumpLayout layout;
  std::string folder = path;
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  if (!files.is_folder(folder)) {
    if (!folder.ends_with(".xml") || !holds_posts(folder)) return std::nullopt;
    layout.posts = folder;
    folder = base::folder_of(folder);
  }
  const auto names = files.list(folder).value_or(std::vector<std::string>{});
  if (layout.posts.empty()) layout.posts = find_table(folder, names, "posts");
  if (layout.posts.empty()) return std::nullopt;
  layout.comments = find_table(folder, names, "comments");
  layout.links = find_table(folder, names, "postlinks");
  layout.formula_tables = find_formula_tables(folder, names, 1);
  layout.is_arqmath = !layout.formula_tables.empty() || has_marked_formulas(layout.posts);
  layout.site = site_of(folder, layout.is_arqmath);
  return layout;
}

}  // namespace noether::collection
