// The container of every file of an index: named sections between a header and a directory.
//
//   header     magic, version, kind of file
//   sections   each from a multiple of 8 bytes on
//   directory  a checksum for every 4 KiB of all before it, then the place of each section
//   trailer    place and checksum of the directory, version, kind, magic
//
// The directory is checked on opening, the blocks when they are first touched, once. Only whoever
// touches a byte pays for its check.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/file_system.h"
#include "noether/base/hash.h"
#include "noether/index/mapped_bytes.h"

namespace noether::index {

inline constexpr std::string_view kFileMagic = "NoeIndex";
inline constexpr std::string_view kFileEndMagic = "xednIeoN";
inline constexpr std::uint32_t kFormatVersion = 4;
// As small as a page of memory: whoever reads a short list brings no other into memory with it.
inline constexpr std::size_t kChecksumBlock = std::size_t{4} << 10;

enum class FileKind : std::uint32_t {
  Terms = 1,
  Documents,
  Formulas,
  Deletions,
  Vectors,
  Passages
};

// What tells one file of a kind from another: a manifest holds it for each file it names.
struct FileSeal {
  std::uint64_t bytes = 0;
  base::Digest directory;

  friend bool operator==(const FileSeal&, const FileSeal&) = default;
};

class SectionWriter {
 public:
  static base::Result<SectionWriter> create(base::FileSystem& file_system, const std::string& path,
                                            FileKind kind);
  explicit SectionWriter(std::unique_ptr<base::WritableFile> file, FileKind kind);

  // What follows belongs to this section. Each may be begun once.
  [[nodiscard]] base::Result<void> begin(std::uint32_t section);
  [[nodiscard]] base::Result<void> write(std::string_view bytes);
  // Bytes of the section so far.
  std::uint64_t position() const { return size_ - sections_.back().offset; }
  // Directory and trailer, synced and closed.
  base::Result<FileSeal> finish();

 private:
  struct Section {
    std::uint32_t name;
    std::uint64_t offset;
    std::uint64_t size;
  };
  [[nodiscard]] base::Result<void> append(std::string_view bytes);
  void end_section();

  std::unique_ptr<base::WritableFile> file_;
  FileKind kind_;
  std::string buffer_;  // less than a block that is not yet written
  std::vector<std::uint64_t> checksums_;
  std::vector<Section> sections_;
  std::uint64_t size_ = 0;
};

class SectionFile {
 public:
  static base::Result<SectionFile> open(const std::string& path, FileKind kind);
  static base::Result<SectionFile> open(MappedBytes bytes, std::string name, FileKind kind);

  const std::string& name() const { return name_; }
  FileSeal seal() const { return seal_; }
  std::uint64_t bytes() const { return seal_.bytes; }

  // The bytes of a section, not yet checked: give what is used of them to `verify` first. An error
  // when there is no such section.
  base::Result<std::string_view> section(std::uint32_t name) const;
  bool has_section(std::uint32_t name) const;
  // `part` must be of this file. Cheap when its blocks were checked before.
  [[nodiscard]] base::Result<void> verify(std::string_view part) const;
  [[nodiscard]] base::Result<void> verify_all() const;
  // How it will be read: see MappedBytes.
  void expect(MappedBytes::Access access) const { bytes_.expect(access); }
  // section and verify at once, for small ones.
  base::Result<std::string_view> checked_section(std::uint32_t name) const;

  // "'path': what", with the advice that helps against damage.
  std::unexpected<base::Error> damage(std::string_view what) const;

 private:
  struct Section {
    std::uint32_t name;
    std::string_view bytes;
  };
  SectionFile(MappedBytes bytes, std::string name);
  base::Result<void> read_directory(FileKind kind);
  base::Result<void> verify_block(std::size_t block) const;

  MappedBytes bytes_;
  std::string name_;
  FileSeal seal_;
  std::string_view checksums_;
  std::string_view body_;  // what the checksums are about
  std::vector<Section> sections_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> verified_;  // one bit for each block
};

}  // namespace noether::index
