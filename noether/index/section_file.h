// The container of every file of an index: named sections between a header and a directory.
//   header     magic, version, kind of file
//   sections   each at a multiple of 8 bytes
//   directory  a checksum for every 4 KiB before it, then the place of each section
//   trailer    place and checksum of the directory, version, kind, magic
//
// The directory is verified on opening, and each block once, when it is first read.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/file_system.h"
#include "noether/base/hash.h"
#include "noether/base/mapped_bytes.h"

namespace noether::index {

// The files of an index are mapped into memory.
using base::MappedBytes;

inline constexpr std::string_view kFileMagic = "NoeIndex";
inline constexpr std::string_view kFileEndMagic = "xednIeoN";
inline constexpr std::uint32_t kFormatVersion = 4;
// The size of a page of memory, so that reading a short list loads no other page.
inline constexpr std::size_t kChecksumBlock = std::size_t{4} << 10;

enum class FileKind : std::uint32_t {
  Terms = 1,
  Documents,
  Formulas,
  Deletions,
  Vectors,
  Passages
};

// Distinguishes one file of a kind from another: a manifest stores it for each file it names.
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

  // Begins a section, to which the following bytes belong. Each may be begun once.
  [[nodiscard]] base::Result<void> begin(std::uint32_t section);
  [[nodiscard]] base::Result<void> write(std::string_view bytes);
  // Bytes of the section so far.
  std::uint64_t position() const { return size_ - sections_.back().offset; }
  // Writes directory and trailer, then syncs and closes the file.
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

  // The bytes of a section, not yet verified: pass the parts that are used to `verify` first.
  // Returns an error if there is no such section.
  base::Result<std::string_view> section(std::uint32_t name) const;
  bool has_section(std::uint32_t name) const;
  // `part` must belong to this file. This is cheap if its blocks were verified before.
  [[nodiscard]] base::Result<void> verify(std::string_view part) const;
  [[nodiscard]] base::Result<void> verify_all() const;
  // The expected access: see MappedBytes.
  void expect(MappedBytes::Access access) const { bytes_.expect(access); }
  // Combines section and verify, for small sections.
  base::Result<std::string_view> checked_section(std::uint32_t name) const;

  // "'path': what", with advice for damaged files.
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
  std::string_view body_;  // the bytes that have checksums
  std::vector<Section> sections_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> verified_;  // one bit for each block
};

// Reads a number from a column of numbers of one width, which a section stores as bytes.
template <typename T>
T load_number(std::string_view bytes, std::size_t at) {
  T number;
  std::memcpy(&number, bytes.data() + at, sizeof(T));
  return number;
}

}  // namespace noether::index
