#include "noether/index/section_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "noether/base/packed_bytes.h"

namespace noether::index {
namespace {

constexpr std::size_t kHeaderBytes = 16;
constexpr std::size_t kTrailerBytes = 48;
constexpr std::size_t kEntryBytes = 24;
constexpr std::size_t kMaxSections = 4096;
// A part longer than a few pages is read from the disk at once, not page by page.
constexpr std::size_t kWorthFetching = 4 * kChecksumBlock;

}  // namespace

SectionFile::SectionFile(MappedBytes bytes, std::string name)
    : bytes_(std::move(bytes)), name_(std::move(name)) {}

base::Result<SectionFile> SectionFile::open(const std::string& path, FileKind kind) {
  auto bytes = MappedBytes::map(path);
  if (!bytes) return std::unexpected(bytes.error());
  return open(std::move(*bytes), path, kind);
}

base::Result<SectionFile> SectionFile::open(MappedBytes bytes, std::string name, FileKind kind) {
  SectionFile file(std::move(bytes), std::move(name));
  if (auto read = file.read_directory(kind); !read) return std::unexpected(read.error());
  return file;
}

base::Result<void> SectionFile::read_directory(FileKind kind) {
  const std::string_view bytes = bytes_.view();
  if (bytes.size() < kHeaderBytes + kTrailerBytes) return damage("is cut off");
  if (!bytes.starts_with(kFileMagic)) return damage("does not begin like a file of an index");
  const std::string_view trailer = bytes.substr(bytes.size() - kTrailerBytes);
  if (!trailer.ends_with(kFileEndMagic)) return damage("is cut off");
  base::PackedReader head(bytes.substr(kFileMagic.size(), 8));
  base::PackedReader tail(trailer);
  const std::uint64_t offset = tail.fixed(8);
  const std::uint64_t size = tail.fixed(8);
  const base::Digest digest = tail.digest();
  for (base::PackedReader* reader : {&head, &tail}) {
    const std::uint64_t version = reader->fixed(4);
    if (version != kFormatVersion) {
      return base::fail(fmt::format("'{}' has version {}, and this program reads version {}", name_,
                                    version, kFormatVersion),
                        {}, "make the index again, or use the program it was made with");
    }
    if (reader->fixed(4) != static_cast<std::uint32_t>(kind)) {
      return damage("is a file of another kind");
    }
  }
  const std::uint64_t end = bytes.size() - kTrailerBytes;
  if (offset < kHeaderBytes || offset > end || size != end - offset) {
    return damage("has a directory that is not in its place");
  }
  if (base::digest_of(bytes.substr(offset, size + 16)) != digest) {
    return damage("has a damaged directory");
  }
  const std::size_t blocks = (offset + kChecksumBlock - 1) / kChecksumBlock;
  if (size < 8 * blocks || (size - 8 * blocks) % kEntryBytes != 0 ||
      (size - 8 * blocks) / kEntryBytes > kMaxSections) {
    return damage("has a directory that contradicts itself");
  }
  body_ = bytes.substr(0, offset);
  checksums_ = bytes.substr(offset, 8 * blocks);
  base::PackedReader entries(bytes.substr(offset + 8 * blocks, size - 8 * blocks));
  while (entries.left() > 0) {
    const std::uint64_t name = entries.fixed(8);
    const std::uint64_t begin = entries.fixed(8);
    const std::uint64_t length = entries.fixed(8);
    if (name > UINT32_MAX || begin > offset || length > offset - begin || begin % 8 != 0) {
      return damage("has a section that is not in its place");
    }
    sections_.push_back({static_cast<std::uint32_t>(name), body_.substr(begin, length)});
  }
  seal_ = {bytes.size(), digest};
  verified_ = std::make_unique<std::atomic<std::uint64_t>[]>(blocks / 64 + 1);
  return verify_block(0);  // the header
}

bool SectionFile::has_section(std::uint32_t name) const {
  return std::ranges::find(sections_, name, &Section::name) != sections_.end();
}

base::Result<std::string_view> SectionFile::section(std::uint32_t name) const {
  const auto it = std::ranges::find(sections_, name, &Section::name);
  if (it == sections_.end()) return damage(fmt::format("has no section {}", name));
  return it->bytes;
}

base::Result<void> SectionFile::verify_block(std::size_t block) const {
  const std::string_view bytes = body_.substr(block * kChecksumBlock, kChecksumBlock);
  std::uint64_t expected = 0;
  std::memcpy(&expected, checksums_.data() + 8 * block, 8);
  if (base::digest_of(bytes).low != expected) {
    return damage(fmt::format("is damaged between byte {} and byte {}", block * kChecksumBlock,
                              block * kChecksumBlock + bytes.size()));
  }
  verified_[block / 64].fetch_or(std::uint64_t{1} << block % 64, std::memory_order_relaxed);
  return {};
}

base::Result<void> SectionFile::verify(std::string_view part) const {
  if (part.empty()) return {};
  const auto begin = static_cast<std::size_t>(part.data() - body_.data());
  const std::size_t end = (begin + part.size() - 1) / kChecksumBlock + 1;
  bool is_fetched = part.size() < kWorthFetching;
  for (std::size_t block = begin / kChecksumBlock; block < end;) {
    // Blocks that are not yet verified, of up to 64 at once.
    std::uint64_t left = ~verified_[block / 64].load(std::memory_order_relaxed) >> block % 64;
    const std::size_t count = std::min(end - block, 64 - block % 64);
    if (count < 64) left &= (std::uint64_t{1} << count) - 1;
    if (left != 0 && !is_fetched) bytes_.fetch(part);
    is_fetched = is_fetched || left != 0;
    for (; left != 0; left &= left - 1) {
      const auto next = static_cast<std::size_t>(std::countr_zero(left));
      if (auto done = verify_block(block + next); !done) return done;
    }
    block += count;
  }
  return {};
}

base::Result<void> SectionFile::verify_all() const {
  // Verifies every block again, because callers ask this when the disk is in doubt.
  constexpr std::size_t kAhead = 256;
  for (std::size_t block = 0; block < checksums_.size() / 8; ++block) {
    if (block % kAhead == 0) {
      bytes_.fetch(body_.substr(block * kChecksumBlock, kAhead * kChecksumBlock));
    }
    if (auto done = verify_block(block); !done) return done;
  }
  return {};
}

base::Result<std::string_view> SectionFile::checked_section(std::uint32_t name) const {
  auto bytes = section(name);
  if (!bytes) return bytes;
  if (auto done = verify(*bytes); !done) return std::unexpected(done.error());
  return bytes;
}

std::unexpected<base::Error> SectionFile::damage(std::string_view what) const {
  return base::fail(fmt::format("'{}' {}", name_, what), {},
                    "restore the file from a copy, or make the index again");
}

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
  // Each checksum block is digested when it is complete; several blocks are written at once.
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
  // The checksum of the trailer also covers its own numbers.
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
