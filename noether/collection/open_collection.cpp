// Which reader is for which path. A folder is a dump when it holds one, else its files are read
// each by its kind, one kind after the other.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <map>
#include <utility>

#include "noether/base/file_system.h"
#include "noether/collection/document_source.h"
#include "noether/collection/dump_layout.h"
#include "noether/collection/file_source.h"
#include "noether/collection/file_walk.h"
#include "noether/collection/json_lines_source.h"
#include "noether/collection/post_source.h"
#include "noether/collection/pretext.h"
#include "noether/collection/tex_files.h"
#include "noether/collection/tex_source.h"

namespace noether::collection {
namespace {

using Source = std::unique_ptr<DocumentSource>;

constexpr std::array<std::pair<Format, std::string_view>, 7> kFormats = {{
    {Format::Arqmath, "arqmath"},
    {Format::StackExchange, "stackexchange"},
    {Format::Tex, "tex"},
    {Format::Markdown, "markdown"},
    {Format::Html, "html"},
    {Format::JsonLines, "jsonl"},
    {Format::Text, "text"},
}};

class ChainedSource : public DocumentSource {
 public:
  explicit ChainedSource(std::vector<Source> sources) : sources_(std::move(sources)) {
    for (const Source& source : sources_) total_bytes_ += source->total_bytes();
  }

  base::Result<bool> next(text::Document& document) override {
    for (; current_ < sources_.size(); ++current_) {
      auto more = sources_[current_]->next(document);
      if (!more || *more) return more;
      bytes_before_ += sources_[current_]->bytes_read();
      sources_[current_].reset();  // its memory is not needed any more
    }
    return false;
  }

  std::uint64_t bytes_read() const override {
    return bytes_before_ + (current_ < sources_.size() ? sources_[current_]->bytes_read() : 0);
  }
  std::uint64_t total_bytes() const override { return total_bytes_; }

 private:
  std::vector<Source> sources_;
  std::size_t current_ = 0;
  std::uint64_t bytes_before_ = 0;
  std::uint64_t total_bytes_ = 0;
};

std::string start_of(const std::string& path) {
  const auto file = base::FileSystem::real().open(path);
  if (!file) return {};
  std::string start(static_cast<std::size_t>(std::min<std::uint64_t>((*file)->size(), 4096)), 0);
  if (!(*file)->read_at(0, start)) return {};
  return start;
}

class Opener {
 public:
  Opener(const CollectionOptions& options, ProblemList& problems)
      : options_(options), problems_(problems) {}

  // `prefix` goes before the ids of documents that are called by their file.
  base::Result<void> open(const std::string& path, const std::string& prefix) {
    auto& files = base::FileSystem::real();
    if (!files.exists(path)) {
      return base::fail(fmt::format("there is no file or folder '{}'", path));
    }
    if (wants_dump()) {
      if (auto layout = find_dump(path)) return open_dump(*layout);
      if (options_.format) {
        return base::fail(fmt::format("there are no posts in '{}'", path), {},
                          "a dump is a folder with Posts.xml, or that file");
      }
    }
    return files.is_folder(path) ? open_folder(path, prefix) : open_file(path, prefix);
  }

  Source take() { return std::make_unique<ChainedSource>(std::move(sources_)); }

 private:
  bool wants_dump() const {
    return !options_.format || *options_.format == Format::Arqmath ||
           *options_.format == Format::StackExchange;
  }

  base::Result<void> open_dump(DumpLayout& layout) {
    if (options_.format) layout.is_arqmath = *options_.format == Format::Arqmath;
    auto source = open_posts(layout, options_, problems_);
    if (!source) return std::unexpected(source.error());
    sources_.push_back(std::move(*source));
    return {};
  }

  base::Result<void> open_file(const std::string& path, const std::string& prefix) {
    std::error_code error;
    FoundFile file{path, std::filesystem::path(path).filename().string(), 0};
    if (const auto bytes = std::filesystem::file_size(path, error); !error) file.bytes = bytes;
    auto format = options_.format;
    if (!format) format = format_of_name(file.name);
    if (!format) format = format_of_content(start_of(path));
    if (!format) {
      return base::fail(fmt::format("'{}' is no text", path), {},
                        fmt::format("readable are: {}", fmt::join(format_names(), ", ")));
    }
    if (*format == Format::Tex) {
      add(*format, with_included_files(file), prefix);
    } else {
      add(*format, {std::move(file)}, prefix);
    }
    return {};
  }

  base::Result<void> open_folder(const std::string& path, const std::string& prefix) {
    auto contents = walk_folder(path);
    if (!contents) return std::unexpected(contents.error());
    for (const std::string& name : contents->unreadable) {
      problems_.skipped(path + "/" + name, 0, "it cannot be read");
    }
    std::map<Format, std::vector<FoundFile>> by_format;
    std::vector<std::string> others;
    for (const FoundFile& file : contents->files) {
      const auto format = format_in_folder(file);
      if (format && (!options_.format || *format == *options_.format)) {
        by_format[*format].push_back(file);
      } else if (!is_tex_package(file.name)) {
        others.push_back(file.name);
      }
    }
    remark_others(path, others);
    remark_linked_folders(path, contents->linked_folders);
    if (by_format.empty()) {
      return base::fail(fmt::format("there is no file to be read in '{}'", path), {},
                        options_.format
                            ? fmt::format("none of its {} files is {}", others.size(),
                                          format_name(*options_.format))
                            : fmt::format("readable are: {}", fmt::join(format_names(), ", ")));
    }
    for (auto& [format, files] : by_format) {
      if (format == Format::Tex) {
        std::ranges::copy_if(contents->files, std::back_inserter(files), is_tex_package,
                             &FoundFile::name);
      }
      add(format, std::move(files), prefix);
    }
    return {};
  }

  // XML may be anything, and a name without an ending is more often a licence than a text.
  static std::optional<Format> format_in_folder(const FoundFile& file) {
    const auto format = format_of_name(file.name);
    if (format != Format::Html || !file.name.ends_with(".xml")) return format;
    const std::string start = start_of(file.path);
    const bool is_known = looks_like_pretext(start) || format_of_content(start) == Format::Html;
    return is_known ? format : std::nullopt;
  }

  void remark_others(const std::string& path, const std::vector<std::string>& others) {
    if (others.empty()) return;
    const std::string count = others.size() == 1
                                  ? "1 file of another kind was"
                                  : fmt::format("{} files of other kinds were", others.size());
    problems_.remark(path, 0, fmt::format("{} left out: {}", count, some_of(others)));
  }

  void remark_linked_folders(const std::string& path, const std::vector<std::string>& linked) {
    if (linked.empty()) return;
    const std::string count = linked.size() == 1
                                  ? "1 link to a folder was"
                                  : fmt::format("{} links to folders were", linked.size());
    problems_.remark(path, 0,
                     fmt::format("{} not followed: {}; name the folder itself to read it", count,
                                 some_of(linked)));
  }

  // The first names, for a message.
  static std::string some_of(const std::vector<std::string>& names) {
    constexpr std::size_t kNamed = 5;
    const std::vector<std::string> named(
        names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(kNamed, names.size())));
    return fmt::format("{}{}", fmt::join(named, ", "), names.size() > kNamed ? ", ..." : "");
  }

  void add(Format format, std::vector<FoundFile> files, const std::string& prefix) {
    switch (format) {
      case Format::Tex:
        sources_.push_back(open_tex(std::move(files), prefix, problems_));
        break;
      case Format::Markdown:
        sources_.push_back(open_markdown(std::move(files), prefix, problems_));
        break;
      case Format::Html:
        sources_.push_back(open_html(std::move(files), prefix, problems_));
        break;
      case Format::JsonLines:
        sources_.push_back(open_json_lines(std::move(files), prefix, options_.json, problems_));
        break;
      case Format::Text:
        sources_.push_back(open_plain_text(std::move(files), prefix, problems_));
        break;
      case Format::Arqmath:
      case Format::StackExchange:
        break;  // dumps are opened as a whole
    }
  }

  const CollectionOptions& options_;
  ProblemList& problems_;
  std::vector<Source> sources_;
};

// The last part of each path, or the whole path where two are called the same.
std::vector<std::string> prefixes_of(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  for (const std::string& path : paths) {
    std::filesystem::path normal = std::filesystem::path(path).lexically_normal();
    if (normal.filename().empty()) normal = normal.parent_path();
    names.push_back(normal.filename().string());
  }
  std::vector<std::string> prefixes(paths.size());
  if (paths.size() == 1) return prefixes;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const bool is_folder = base::FileSystem::real().is_folder(paths[i]);
    if (std::ranges::count(names, names[i]) > 1) {
      prefixes[i] = is_folder ? paths[i] : base::folder_of(paths[i]);
    } else if (is_folder) {
      prefixes[i] = names[i];
    }
    while (prefixes[i].ends_with('/')) prefixes[i].pop_back();
    if (!prefixes[i].empty()) prefixes[i] += '/';
  }
  return prefixes;
}

}  // namespace

std::string_view format_name(Format format) {
  for (const auto& [value, name] : kFormats) {
    if (value == format) return name;
  }
  return {};
}

std::optional<Format> format_by_name(std::string_view name) {
  for (const auto& [format, known] : kFormats) {
    if (known == name) return format;
  }
  return std::nullopt;
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const auto& [format, name] : kFormats) names.emplace_back(name);
  return names;
}

base::Result<std::unique_ptr<DocumentSource>> open_collection(const std::vector<std::string>& paths,
                                                              const CollectionOptions& options,
                                                              ProblemList& problems) {
  if (paths.empty()) return base::fail("no file or folder to read is named");
  const std::vector<std::string> prefixes = prefixes_of(paths);
  Opener opener(options, problems);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (const auto opened = opener.open(paths[i], prefixes[i]); !opened) {
      return std::unexpected(opened.error());
    }
  }
  return opener.take();
}

}  // namespace noether::collection
