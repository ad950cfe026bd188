#include <fmt/format.h>

#include <utility>

#include "noether/base/packed_bytes.h"
#include "noether/index/section_file.h"

namespace noether::index {

base::Result<SectionWriter> SectionWriter::create(base::FileSystem& file_system,
                                                  const std::string& path, FileKind kind) {
  auto file = file_system.create(path);
  if (!file) return std::unexpected(file.error());
  return SectionWriter(std::move(*file), kind);
}

SectionWriter::SectionWriter(std::unique_ptr<base::WritableFile> file, FileKind kind)
    : file_(std::move(file)), kind_(kind) {
  buffer_ = kFileMagic;
  base::append_fixed(buffer_, kFormatVersion, 4);
  base::append_fixed(buffer_, static_cast<std::uint32_t>(kind), 4);
  size_ = buffer_.size();
}

void SectionWriter::end_section() {
  if (!sections_.empty()) sections_.back().size = size_ - sections_.back().offset;
}

base::Result<void> SectionWriter::begin(std::uint32_t section) {
  end_section();
  const std::uint64_t padding = (8 - size_ % 8) % 8;
  if (auto done = append(std::string(padding, '\0')); !done) return done;
  sections_.push_back({section, size_, 0});
  return {};
}

base::Result<void> SectionWriter::write(std::string_view bytes) { return append(bytes); }

base::Result<void> SectionWriter::append(std::string_view bytes) {
  // Buffered by checksum block; what is written at once is several of them.
  constexpr std::size_t kWriteBytes = 256 * kChecksumBlock;
  while (!bytes.empty()) {
    const std::size_t take = std::min(bytes.size(), kChecksumBlock - size_ % kChecksumBlock);
    buffer_ += bytes.substr(0, take);
    bytes.remove_prefix(take);
    size_ += take;
    if (size_ % kChecksumBlock != 0) continue;
    const std::string_view block =
        std::string_view(buffer_).substr(buffer_.size() - kChecksumBlock);
    checksums_.push_back(base::digest_of(block).low);
    if (buffer_.size() < kWriteBytes) continue;
    if (auto done = file_->write(buffer_); !done) return done;
    buffer_.clear();
  }
  return {};
}

base::Result<FileSeal> SectionWriter::finish() {
  end_section();
  if (const std::size_t rest = size_ % kChecksumBlock; rest > 0) {
    checksums_.push_back(
        base::digest_of(std::string_view(buffer_).substr(buffer_.size() - rest)).low);
  }
  std::string directory;
  for (const std::uint64_t checksum : checksums_) base::append_fixed(directory, checksum, 8);
  for (const Section& section : sections_) {
    base::append_fixed(directory, section.name, 8);
    base::append_fixed(directory, section.offset, 8);
    base::append_fixed(directory, section.size, 8);
  }
  std::string trailer;
  base::append_fixed(trailer, size_, 8);
  base::append_fixed(trailer, directory.size(), 8);
  // The numbers of the trailer are under its own checksum too.
  const base::Digest digest = base::digest_of(directory + trailer);
  base::append_digest(trailer, digest);
  base::append_fixed(trailer, kFormatVersion, 4);
  base::append_fixed(trailer, static_cast<std::uint32_t>(kind_), 4);
  trailer += kFileEndMagic;
  buffer_ += directory;
  buffer_ += trailer;
  const FileSeal seal{size_ + directory.size() + trailer.size(), digest};
  auto done = file_->write(buffer_);
  if (done) done = file_->sync();
  if (done) done = file_->close();
  if (!done) return std::unexpected(done.error());
  return seal;
}

}  // namespace noether::index
