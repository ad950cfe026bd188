#include "noether/collection/archive/archive_files.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace noether::collection {
namespace {

class ArchiveSource : public DocumentSource {
 public:
  ArchiveSource(std::shared_ptr<Reading> reading, std::vector<FoundFile> archives,
                std::string prefix, ArchiveLevel level)
      : reading_(std::move(reading)),
        archives_(std::move(archives)),
        prefix_(std::move(prefix)),
        level_(std::move(level)) {
    for (const FoundFile& archive : archives_) total_bytes_ += archive.bytes;
  }

  base::Result<bool> next(text::Document& document) override {
    while (true) {
      if (inside_) {
        auto more = inside_->next(document);
        if (!more || *more) return more;
        inside_.reset();
      }
      if (next_archive_ == archives_.size()) return false;
      const FoundFile& archive = archives_[next_archive_++];
      bytes_read_ += archive.bytes;
      open(archive);
    }
  }

  std::uint64_t bytes_read() const override { return bytes_read_; }
  std::uint64_t total_bytes() const override { return total_bytes_; }

 private:
  void open(const FoundFile& archive) {
    ProblemList& problems = reading_->problems;
    if (level_.depth == kMaxArchiveDepth) {
      problems.skipped(archive.path, 0, "it is nested in too many archives");
      return;
    }
    const ArchiveLevel inside{level_.budget ? level_.budget : std::make_shared<ArchiveBudget>(),
                              level_.depth + 1};
    auto contents = read_archive(archive, *inside.budget);
    if (!contents) {
      problems.unread(archive.path, contents.error().message);
      return;
    }
    report(archive, *contents);
    inside_ = open_inside(archive, *contents, inside);
  }

  void report(const FoundFile& archive, const ArchiveContents& contents) {
    ProblemList& problems = reading_->problems;
    if (!contents.stopped.empty()) {
      problems.unread(archive.path, (contents.files.empty() ? "it cannot be unpacked: "
                                                            : "the rest of it is not unpacked: ") +
                                        contents.stopped);
    }
    for (const auto& [name, why] : contents.dropped) {
      problems.skipped(archive.path + "/" + name, 0, why);
    }
    if (!contents.outside.empty()) {
      problems.flawed(archive.path, 0,
                      fmt::format("names that lead out of the archive are ignored: {}",
                                  contents.outside.front()));
    }
    reading_->left_out.add(contents.others);
  }

  std::unique_ptr<DocumentSource> open_inside(const FoundFile& archive, ArchiveContents& contents,
                                              const ArchiveLevel& level) {
    if (!contents.is_single) {
      return chain_sources(
          open_by_kind(reading_, contents.files, prefix_ + archive.name + "/", level));
    }
    if (contents.files.empty()) return chain_sources({});
    FoundFile& file = contents.files.front();
    auto format = format_of_name(file.name);
    if (!format) format = format_of_content(start_of(file));
    const bool is_wanted = !reading_->options.format || reading_->options.format == format ||
                           format == Format::Archive;
    if (!format || !is_wanted) {
      reading_->left_out.add(file.name);
      return chain_sources({});
    }
    file.name = archive.name;
    std::vector<FoundFile> files = {std::move(file)};
    return open_kind(reading_, *format, std::move(files), prefix_, level);
  }

  std::shared_ptr<Reading> reading_;
  std::vector<FoundFile> archives_;
  std::string prefix_;
  std::size_t next_archive_ = 0;
  ArchiveLevel level_;
  std::unique_ptr<DocumentSource> inside_;
  std::uint64_t bytes_read_ = 0;
  std::uint64_t total_bytes_ = 0;
};

}  // namespace

std::unique_ptr<DocumentSource> open_archives(const std::shared_ptr<Reading>& reading,
                                              std::vector<FoundFile> archives, std::string prefix,
                                              ArchiveLevel level) {
  return std::make_unique<ArchiveSource>(reading, std::move(archives), std::move(prefix),
                                         std::move(level));
}

}  // namespace noether::collection
