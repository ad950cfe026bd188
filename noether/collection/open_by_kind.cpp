#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "noether/base/file_system.h"
#include "noether/collection/archive/archive_files.h"
#include "noether/collection/files/file_source.h"
#include "noether/collection/files/pretext.h"
#include "noether/collection/files/tex_files.h"
#include "noether/collection/pdf/pdf_source.h"
#include "noether/collection/reading.h"
#include "noether/text/note.h"

namespace noether::collection {
namespace {

using Source = std::unique_ptr<DocumentSource>;

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
      sources_[current_].reset();  // frees its memory
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

// arXiv names sources by a number, 2101.00001v2, without an ending for their kind.
bool is_arxiv_number(std::string_view name) {
  constexpr std::string_view kDigits = "0123456789";
  name = name.substr(name.rfind('/') + 1);
  const std::size_t dot = std::min(name.find_first_not_of(kDigits), name.size());
  if (dot != 4 || dot == name.size() || name[dot] != '.') return false;
  const std::string_view number = name.substr(dot + 1);
  const std::size_t digits = std::min(number.find_first_not_of(kDigits), number.size());
  if (digits != 4 && digits != 5) return false;
  const std::string_view version = number.substr(digits);
  return version.empty() || (version.front() == 'v' && version.size() > 1 &&
                             version.find_first_not_of(kDigits, 1) == std::string_view::npos);
}

// XML may have any content, and a name without an ending is more often a licence than a text.
std::optional<Format> format_in_folder(const FoundFile& file) {
  if (is_arxiv_number(file.name)) return format_of_content(start_of(file));
  const auto format = format_of_name(file.name);
  if (format != Format::Html || !file.name.ends_with(".xml")) return format;
  const std::string start = start_of(file);
  const bool is_known = looks_like_pretext(start) || format_of_content(start) == Format::Html;
  return is_known ? format : std::nullopt;
}

}  // namespace

std::string start_of(const FoundFile& file) {
  constexpr std::uint64_t kStartBytes = 4096;
  if (file.stored) {
    const auto bytes = file.stored->read();
    return bytes ? bytes->substr(0, kStartBytes) : std::string();
  }
  const auto opened = base::FileSystem::real().open(file.path);
  if (!opened) return {};
  std::string start(std::min<std::uint64_t>((*opened)->size(), kStartBytes), '\0');
  if (!(*opened)->read_at(0, start)) return {};
  return start;
}

std::unique_ptr<DocumentSource> chain_sources(std::vector<Source> sources) {
  return std::make_unique<ChainedSource>(std::move(sources));
}

std::unique_ptr<DocumentSource> open_kind(const std::shared_ptr<Reading>& reading, Format format,
                                          std::vector<FoundFile> files, const std::string& prefix,
                                          const ArchiveLevel& level) {
  ProblemList& problems = reading->problems;
  switch (format) {
    case Format::Tex:
      return open_tex(std::move(files), prefix, problems);
    case Format::Markdown:
      return open_notes(std::move(files), prefix, text::read_markdown_note, problems);
    case Format::Html:
      return open_html(std::move(files), prefix, problems);
    case Format::JsonLines:
      return open_json_lines(std::move(files), prefix, reading->options.json, problems);
    case Format::Text:
      return open_plain_text(std::move(files), prefix, problems);
    case Format::Notebook:
      return open_notes(std::move(files), prefix, read_notebook, problems);
    case Format::Rst:
      return open_notes(std::move(files), prefix, text::read_rst, problems);
    case Format::Org:
      return open_notes(std::move(files), prefix, text::read_org, problems);
    case Format::AsciiDoc:
      return open_notes(std::move(files), prefix, text::read_asciidoc, problems);
    case Format::Pdf:
      return open_pdfs(std::move(files), prefix, problems);
    case Format::Archive:
      return open_archives(reading, std::move(files), prefix, level);
    case Format::Arqmath:
    case Format::StackExchange:
      break;  // dumps are opened as a whole
  }
  return chain_sources({});
}

std::vector<Source> open_by_kind(const std::shared_ptr<Reading>& reading,
                                 const std::vector<FoundFile>& files, const std::string& prefix,
                                 const ArchiveLevel& level) {
  const auto wanted = reading->options.format;
  std::map<Format, std::vector<FoundFile>> by_format;
  for (const FoundFile& file : files) {
    const auto format = format_in_folder(file);
    if (format && (!wanted || *format == *wanted || *format == Format::Archive)) {
      by_format[*format].push_back(file);
    } else if (!is_tex_package(file.name)) {
      reading->left_out.add(file.name);
    }
  }
  std::vector<Source> sources;
  for (auto& [format, of_format] : by_format) {
    if (format == Format::Tex) {
      std::ranges::copy_if(files, std::back_inserter(of_format), is_tex_package, &FoundFile::name);
    }
    sources.push_back(open_kind(reading, format, std::move(of_format), prefix, level));
  }
  return sources;
}

}  // namespace noether::collection
