#include "noether/collection/file_walk.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "noether/base/file_descriptor.h"

namespace noether::collection {
namespace {

namespace fs = std::filesystem;

struct Ending {
  std::string_view text;
  Format format;
};

constexpr std::array<Ending, 16> kEndings = {{
    {".tex", Format::Tex},
    {".ltx", Format::Tex},
    {".latex", Format::Tex},
    {".md", Format::Markdown},
    {".markdown", Format::Markdown},
    {".mkd", Format::Markdown},
    {".html", Format::Html},
    {".htm", Format::Html},
    {".xhtml", Format::Html},
    {".ptx", Format::Html},
    {".xml", Format::Html},
    {".jsonl", Format::JsonLines},
    {".ndjson", Format::JsonLines},
    {".txt", Format::Text},
    {".text", Format::Text},
    {".asc", Format::Text},
}};

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

}  // namespace

base::Result<FolderContents> walk_folder(const std::string& folder) {
  FolderContents contents;
  const auto name_of = [&](const fs::path& path) {
    return path.lexically_relative(folder).generic_string();
  };
  // Folder by folder, since the walk of the library ends at the first one that is closed.
  std::vector<fs::path> pending = {folder};
  bool is_top = true;
  while (!pending.empty()) {
    const fs::path current = std::move(pending.back());
    pending.pop_back();
    std::error_code error;
    fs::directory_iterator walk(current, error);
    for (; !error && walk != fs::directory_iterator(); walk.increment(error)) {
      if (is_hidden(walk->path())) continue;
      std::error_code ignored;
      if (walk->is_directory(ignored)) {
        if (walk->is_symlink(ignored)) {
          contents.linked_folders.push_back(name_of(walk->path()));
        } else {
          pending.push_back(walk->path());
        }
        continue;
      }
      std::error_code unreadable;
      const auto bytes = walk->file_size(unreadable);
      std::string name = name_of(walk->path());
      if (unreadable) {
        contents.unreadable.push_back(std::move(name));
      } else {
        contents.files.push_back({walk->path().string(), std::move(name), bytes});
      }
    }
    if (error && is_top) {
      return std::unexpected(base::system_error("read", folder, error.value()));
    }
    if (error) contents.unreadable.push_back(name_of(current));
    is_top = false;
  }
  std::ranges::sort(contents.files, {}, &FoundFile::name);
  std::ranges::sort(contents.unreadable);
  std::ranges::sort(contents.linked_folders);
  return contents;
}

std::optional<Format> format_of_name(const std::string& name) {
  std::string small = name;
  std::ranges::transform(small, small.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  for (const auto& [ending, format] : kEndings) {
    if (small.ends_with(ending)) return format;
  }
  return std::nullopt;
}

std::optional<Format> format_of_content(std::string_view start) {
  if (start.find('\0') != std::string_view::npos) return std::nullopt;
  if (start.starts_with("\xEF\xBB\xBF")) start.remove_prefix(3);
  const std::size_t first = start.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return Format::Text;
  start.remove_prefix(first);
  if (start.starts_with("{\"")) return Format::JsonLines;
  const auto has = [&](std::string_view text) {
    return start.find(text) != std::string_view::npos;
  };
  if (start.starts_with('<') && (has("<html") || has("<HTML") || has("<!DOCTYPE html") ||
                                 has("<!doctype html") || has("<body") || has("<p>"))) {
    return Format::Html;
  }
  if (has("\\documentclass") || has("\\begin{") || has("\\section{")) return Format::Tex;
  if (start.starts_with("# ") || has("\n# ") || has("\n## ")) return Format::Markdown;
  return Format::Text;
}

}  // namespace noether::collection
