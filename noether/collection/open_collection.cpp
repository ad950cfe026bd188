// Selects the reader for each path. A folder that holds a dump is read as a dump; the files of any
// other folder are each read by their kind, one kind after the other.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "noether/base/file_system.h"
#include "noether/collection/document_source.h"
#include "noether/collection/file_walk.h"
#include "noether/collection/files/tex_files.h"
#include "noether/collection/posts/post_source.h"
#include "noether/collection/reading.h"

namespace noether::collection {
namespace {

using Source = std::unique_ptr<DocumentSource>;

constexpr std::array<std::pair<Format, std::string_view>, 12> kFormats = {{
    {Format::Arqmath, "arqmath"},
    {Format::StackExchange, "stackexchange"},
    {Format::Tex, "tex"},
    {Format::Markdown, "markdown"},
    {Format::Html, "html"},
    {Format::JsonLines, "jsonl"},
    {Format::Text, "text"},
    {Format::Notebook, "notebook"},
    {Format::Rst, "rst"},
    {Format::Org, "org"},
    {Format::AsciiDoc, "asciidoc"},
    {Format::Pdf, "pdf"},
}};

// The sources of all paths. It knows the path that each document came from, and reports at the end
// the files that were left out.
class CollectionSource : public DocumentSource {
 public:
  CollectionSource(std::vector<Source> paths, std::shared_ptr<Reading> reading, std::string name)
      : paths_(std::move(paths)), reading_(std::move(reading)), name_(std::move(name)) {
    for (const Source& source : paths_) total_bytes_ += source->total_bytes();
  }

  base::Result<bool> next(text::Document& document) override {
    for (; current_ < paths_.size(); ++current_) {
      auto more = paths_[current_]->next(document);
      if (!more || *more) return more;
      bytes_before_ += paths_[current_]->bytes_read();
      paths_[current_].reset();
    }
    if (!std::exchange(ended_, true) && !reading_->left_out.empty()) {
      reading_->problems.remark(name_, 0, reading_->left_out.sentence());
    }
    return false;
  }

  std::uint64_t bytes_read() const override {
    return bytes_before_ + (current_ < paths_.size() ? paths_[current_]->bytes_read() : 0);
  }
  std::uint64_t total_bytes() const override { return total_bytes_; }
  std::size_t path_number() const override { return current_; }

 private:
  std::vector<Source> paths_;
  std::shared_ptr<Reading> reading_;
  std::string name_;  // name of the whole collection, for messages
  std::size_t current_ = 0;
  bool ended_ = false;
  std::uint64_t bytes_before_ = 0;
  std::uint64_t total_bytes_ = 0;
};

class Opener {
 public:
  explicit Opener(std::shared_ptr<Reading> reading) : reading_(std::move(reading)) {}

  // `prefix` precedes the ids of documents that are named by their file.
  base::Result<Source> open(const std::string& path, const std::string& prefix) {
    auto& files = base::FileSystem::real();
    if (!files.exists(path)) {
      return base::fail(fmt::format("there is no file or folder '{}'", path));
    }
    if (wants_dump()) {
      if (auto layout = find_dump(path)) return open_dump(*layout);
      if (options().format) {
        return base::fail(fmt::format("there are no posts in '{}'", path), {},
                          "a dump is a folder with Posts.xml, or that file");
      }
    }
    return files.is_folder(path) ? open_folder(path, prefix) : open_file(path, prefix);
  }

 private:
  const CollectionOptions& options() const { return reading_->options; }

  bool wants_dump() const {
    return !options().format || *options().format == Format::Arqmath ||
           *options().format == Format::StackExchange;
  }

  base::Result<Source> open_dump(DumpLayout& layout) {
    if (options().format) layout.is_arqmath = *options().format == Format::Arqmath;
    return open_posts(layout, options(), reading_->problems);
  }

  base::Result<Source> open_file(const std::string& path, const std::string& prefix) {
    std::error_code error;
    FoundFile file{path, std::filesystem::path(path).filename().string(), 0};
    if (const auto bytes = std::filesystem::file_size(path, error); !error) file.bytes = bytes;
    auto format = options().format;
    if (!format || format_of_name(file.name) == Format::Archive) format = format_of_name(file.name);
    if (!format) format = format_of_content(start_of(file));
    if (!format) {
      return base::fail(fmt::format("'{}' is not text", path), {},
                        fmt::format("readable formats are: {}", fmt::join(format_names(), ", ")));
    }
    if (*format == Format::Tex) {
      return open_kind(reading_, *format, with_included_files(file, options().follow_links),
                       prefix);
    }
    return open_kind(reading_, *format, {std::move(file)}, prefix);
  }

  base::Result<Source> open_folder(const std::string& path, const std::string& prefix) {
    auto contents = walk_folder(
        path, {.follow_links = options().follow_links, .passed_over = options().passed_over});
    if (!contents) return std::unexpected(contents.error());
    for (const std::string& name : contents->unreadable) {
      reading_->problems.unread(path + "/" + name, "it cannot be read");
    }
    remark_links(path, *contents);
    auto sources = open_by_kind(reading_, contents->files, prefix);
    if (sources.empty()) {
      reading_->problems.remark(
          path, 0,
          fmt::format("it contains no readable file; readable formats are: {}",
                      fmt::join(format_names(), ", ")));
    }
    return chain_sources(std::move(sources));
  }

  void remark_links(const std::string& path, const FolderContents& contents) {
    const auto remark = [&](const std::vector<std::string>& links, std::string_view one,
                            std::string_view several) {
      if (links.empty()) return;
      reading_->problems.remark(path, 0,
                                fmt::format("{} {}: {}", links.size(),
                                            links.size() == 1 ? one : several, some_of(links)));
    };
    remark(contents.links_outside,
           "link out of the folder was not followed (--follow-links follows it)",
           "links out of the folder were not followed (--follow-links follows them)");
    remark(contents.linked_folders,
           "link to a folder was not followed, because its files are read in place",
           "links to folders were not followed, because their files are read in place");
    remark(contents.broken_links, "link leads nowhere", "links lead nowhere");
  }

  // The first names, for a message.
  static std::string some_of(const std::vector<std::string>& names) {
    constexpr std::size_t kNamed = 5;
    const std::vector<std::string> named(
        names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(kNamed, names.size())));
    return fmt::format("{}{}", fmt::join(named, ", "), names.size() > kNamed ? ", ..." : "");
  }

  std::shared_ptr<Reading> reading_;
};

// The last part of each path, or the whole path if two last parts are equal.
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
  if (paths.empty()) return base::fail("no file or folder is given");
  const std::vector<std::string> prefixes = prefixes_of(paths);
  const auto reading = std::make_shared<Reading>(options, problems);
  Opener opener(reading);
  std::vector<Source> sources;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    auto opened = opener.open(paths[i], prefixes[i]);
    if (!opened) return std::unexpected(opened.error());
    sources.push_back(std::move(*opened));
  }
  return std::make_unique<CollectionSource>(std::move(sources), reading,
                                            paths.size() == 1 ? paths[0] : "all sources");
}

}  // namespace noether::collection
