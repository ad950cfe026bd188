#include "noether/collection/file_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "noether/base/file_descriptor.h"
#include "noether/base/file_system.h"
#include "noether/collection/text_encoding.h"

namespace noether::collection {
namespace {

namespace fs = std::filesystem;

struct Ending {
  std::string_view text;
  Format format;
};

constexpr std::array<Ending, 41> kEndings = {{
    {".tex", Format::Tex},           {".ltx", Format::Tex},
    {".latex", Format::Tex},         {".md", Format::Markdown},
    {".markdown", Format::Markdown}, {".mkd", Format::Markdown},
    {".html", Format::Html},         {".htm", Format::Html},
    {".xhtml", Format::Html},        {".ptx", Format::Html},
    {".xml", Format::Html},          {".jsonl", Format::JsonLines},
    {".ndjson", Format::JsonLines},  {".txt", Format::Text},
    {".text", Format::Text},         {".asc", Format::Text},
    {".mdown", Format::Markdown},    {".qmd", Format::Markdown},
    {".rmd", Format::Markdown},      {".ipynb", Format::Notebook},
    {".rst", Format::Rst},           {".rest", Format::Rst},
    {".org", Format::Org},           {".adoc", Format::AsciiDoc},
    {".asciidoc", Format::AsciiDoc}, {".asciidoctor", Format::AsciiDoc},
    {".pdf", Format::Pdf},           {".zip", Format::Archive},
    {".tar", Format::Archive},       {".tar.gz", Format::Archive},
    {".tgz", Format::Archive},       {".gz", Format::Archive},
    {".tar.bz2", Format::Archive},   {".tbz2", Format::Archive},
    {".bz2", Format::Archive},       {".tar.xz", Format::Archive},
    {".txz", Format::Archive},       {".xz", Format::Archive},
    {".tar.zst", Format::Archive},   {".tzst", Format::Archive},
    {".zst", Format::Archive},
}};

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

class Walk {
 public:
  Walk(const std::string& folder, const WalkOptions& options) : folder_(folder), options_(options) {
    std::error_code none;
    root_ = fs::canonical(folder, none);
    if (!options.passed_over.empty())
      passed_over_ = fs::weakly_canonical(options.passed_over, none);
  }

  base::Result<FolderContents> run() {
    if (auto done = walk(folder_); !done) return std::unexpected(done.error());
    // Files of the folder itself are listed before files that links lead to.
    while (!followed_.empty()) {
      const fs::path next = followed_.begin()->second;
      followed_.erase(followed_.begin());
      (void)walk(next);
    }
    std::ranges::sort(contents_.files, {}, &FoundFile::name);
    for (std::vector<std::string>* names : {&contents_.unreadable, &contents_.links_outside,
                                            &contents_.linked_folders, &contents_.broken_links}) {
      std::ranges::sort(*names);
    }
    return std::move(contents_);
  }

 private:
  std::string name_of(const fs::path& path) const {
    return path.lexically_relative(folder_).generic_string();
  }

  // Walks folder by folder, because the walk of the standard library ends at the first unreadable
  // folder. Returns an error only if the first folder cannot be read.
  base::Result<void> walk(const fs::path& from) {
    std::vector<fs::path> pending = {from};
    while (!pending.empty()) {
      const fs::path current = std::move(pending.back());
      pending.pop_back();
      std::error_code error;
      if (const fs::path real = fs::canonical(current, error); !error) {
        if (real == passed_over_) continue;
        if (!walked_.insert(real).second) {
          contents_.linked_folders.push_back(name_of(current));
          continue;
        }
      }
      error.clear();
      fs::directory_iterator entry(current, error);
      for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        if (!is_hidden(entry->path())) take(*entry, pending);
      }
      if (!error) {
        contents_.folders.push_back(current.string());
        continue;
      }
      if (current == folder_) {
        return std::unexpected(base::system_error("read", folder_, error.value()));
      }
      contents_.unreadable.push_back(name_of(current));
    }
    return {};
  }

  void take(const fs::directory_entry& entry, std::vector<fs::path>& pending) {
    std::error_code error;
    const fs::path& path = entry.path();
    if (entry.is_symlink(error) && !may_follow(path)) return;
    if (entry.is_directory(error)) {
      if (entry.is_symlink(error)) {
        followed_.emplace(name_of(path), path);
      } else {
        pending.push_back(path);
      }
      return;
    }
    error.clear();
    const auto bytes = entry.file_size(error);
    if (error) {
      contents_.unreadable.push_back(name_of(path));
    } else {
      contents_.files.push_back({path.string(), name_of(path), bytes});
    }
  }

  // Reports a link that is not followed.
  bool may_follow(const fs::path& link) {
    std::error_code error;
    const fs::path target = fs::canonical(link, error);
    if (error) {
      contents_.broken_links.push_back(name_of(link));
      return false;
    }
    if (options_.follow_links) return true;
    const bool is_inside = std::ranges::mismatch(root_, target).in1 == root_.end();
    if (!is_inside) {
      contents_.links_outside.push_back(name_of(link));
    } else if (fs::is_directory(target, error)) {
      contents_.linked_folders.push_back(name_of(link));
    }
    return is_inside && !fs::is_directory(target, error);
  }

  std::string folder_;
  const WalkOptions& options_;
  fs::path root_;
  fs::path passed_over_;
  FolderContents contents_;
  std::set<fs::path> walked_;
  std::map<std::string, fs::path> followed_;  // links to folders that have not been walked yet
};

}  // namespace

base::Result<std::string> read_bytes(const FoundFile& file) {
  if (file.stored) return file.stored->read();
  return base::FileSystem::real().read(file.path, kMaxFileBytes);
}

base::Result<FolderContents> walk_folder(const std::string& folder, const WalkOptions& options) {
  return Walk(folder, options).run();
}

base::Result<std::vector<std::string>> walked_folders(const std::string& folder,
                                                      const WalkOptions& options) {
  auto contents = walk_folder(folder, options);
  if (!contents) return std::unexpected(contents.error());
  return std::move(contents->folders);
}

bool is_below(const std::string& path, const std::string& folder) {
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  if (error) return false;
  const fs::path real = fs::canonical(path, error);
  return !error && std::ranges::mismatch(root, real).in1 == root.end();
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

bool is_archive_start(std::string_view start) {
  constexpr std::size_t kTarMark = 257;
  return start.starts_with("\x1F\x8B") || start.starts_with("PK\x03\x04") ||
         start.starts_with("BZh") ||
         start.starts_with(
             "\xFD"
             "7zXZ") ||
         start.starts_with("\x28\xB5\x2F\xFD") ||
         (start.size() > kTarMark && start.substr(kTarMark).starts_with("ustar"));
}

std::optional<Format> format_of_content(std::string_view bytes) {
  if (bytes.starts_with("%PDF-")) return Format::Pdf;
  if (is_archive_start(bytes)) return Format::Archive;
  // An incomplete character at the end is not reported.
  const DecodedText decoded = decode_text(std::string(bytes));
  if (!decoded.is_text) return std::nullopt;
  std::string_view start = decoded.text;
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

namespace {

// A longer ending, or one with other characters than letters and digits, is a part of the name.
constexpr std::size_t kMaxEnding = 16;
// The maximum number of kinds that are counted, and named: a folder can have as many endings as
// files.
constexpr std::size_t kMaxKinds = 1'000;
constexpr std::size_t kNamedKinds = 40;

std::string ending_of(const std::string& file_name) {
  std::string ending = std::filesystem::path(file_name).extension().string();
  if (ending.size() < 2 || ending.size() > kMaxEnding) return {};
  for (char& c : ending) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' ||
                          c == '_' || c == '-' || c == '+' || c == '~';
    if (!is_plain) return {};
  }
  return ending;
}

}  // namespace

void LeftOut::add(const std::string& file_name) {
  std::string ending = ending_of(file_name);
  if (counts_.size() >= kMaxKinds && !counts_.contains(ending)) ending.clear();
  ++counts_[std::move(ending)];
}

void LeftOut::add(const LeftOut& others) {
  for (const auto& [ending, count] : others.counts_) {
    counts_[counts_.size() < kMaxKinds || counts_.contains(ending) ? ending : ""] += count;
  }
}

std::string LeftOut::kinds() const {
  std::vector<std::pair<std::string, std::uint64_t>> kinds(counts_.begin(), counts_.end());
  std::ranges::stable_sort(kinds, std::ranges::greater{},
                           [](const auto& kind) { return kind.second; });
  std::string text;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (i == kNamedKinds) return text + fmt::format(", and {} more kinds", kinds.size() - i);
    const auto& [ending, count] = kinds[i];
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ",
                        ending.empty() ? "without an ending" : ending, count);
  }
  return text;
}

std::string LeftOut::sentence() const {
  std::uint64_t files = 0;
  for (const auto& [ending, count] : counts_) files += count;
  return fmt::format("{} left out: {}",
                     files == 1 ? std::string("1 file of another kind was")
                                : fmt::format("{} files of other kinds were", files),
                     kinds());
}

}  // namespace noether::collection
