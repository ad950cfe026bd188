// Writes the files of one segment, part by part: documents, formulas, then space after space.
// The builder uses it to write from memory, and merging uses it to write from other segments.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/index/entry.h"
#include "noether/index/section_file.h"
#include "noether/index/segment/dictionary.h"
#include "noether/index/segment/place_list.h"
#include "noether/index/segment/posting_list.h"
#include "noether/index/stored_blocks.h"

namespace noether::index {

// Reading one document decompresses all others of its block. Formulas are small, and single ones
// are read from many blocks.
inline constexpr std::size_t kDocumentBlockBytes = std::size_t{32} << 10;
inline constexpr std::size_t kHeadBlockBytes = std::size_t{8} << 10;
inline constexpr std::size_t kFormulaBlockBytes = std::size_t{8} << 10;

// Concatenated strings: ids of documents, payloads of formulas.
struct StringColumn {
  std::string bytes;
  std::vector<std::uint32_t> ends;

  // Returns false if there is no room for more.
  [[nodiscard]] bool add(std::string_view text) {
    if (text.size() > UINT32_MAX - bytes.size()) return false;
    bytes += text;
    ends.push_back(static_cast<std::uint32_t>(bytes.size()));
    return true;
  }
  std::string_view at(std::uint32_t number) const {
    const std::uint32_t begin = number == 0 ? 0 : ends[number - 1];
    return std::string_view(bytes).substr(begin, ends[number] - begin);
  }
  std::uint64_t memory() const { return bytes.capacity() + 4 * ends.capacity(); }
};

// Documents as they are stored.
struct DocumentStore {
  StoredBlocksWriter bodies{kDocumentBlockBytes};
  StoredBlocksWriter heads{kHeadBlockBytes};
  StringColumn ids;

  [[nodiscard]] base::Result<void> add(const text::Document& document);
  std::uint32_t size() const { return heads.records(); }
  std::uint64_t memory() const { return bodies.memory() + heads.memory() + ids.memory(); }
};

// Stored formulas. Payloads are not compressed, so that each can be read directly.
struct FormulaStore {
  StoredBlocksWriter latex{kFormulaBlockBytes};
  StringColumn payloads;

  [[nodiscard]] base::Result<void> add(std::string_view latex_text, std::string_view payload);
  std::uint32_t size() const { return latex.records(); }
  std::uint64_t memory() const { return latex.memory() + payloads.memory(); }
};

class SegmentWriter {
 public:
  // Creates the folder, or reuses one that a crash left behind.
  static base::Result<SegmentWriter> create(base::FileSystem& file_system,
                                            const std::string& folder);

  // The file to which bodies and LaTeX may stream before they are passed to finish_….
  SectionWriter& documents_file() { return *documents_; }
  SectionWriter& formulas_file() { return *formulas_; }
  [[nodiscard]] base::Result<void> finish_documents(DocumentStore& stored);
  [[nodiscard]] base::Result<void> finish_formulas(FormulaStore& stored,
                                                   const PlaceListWriter& places);

  // Spaces in any order, each with its terms in ascending order of kept keys.
  [[nodiscard]] base::Result<void> begin_space(std::uint32_t number, const Space& space,
                                               std::uint32_t units, PackedLengths lengths);
  [[nodiscard]] base::Result<void> add_term(std::uint64_t kept_key,
                                            std::span<const Posting> postings);
  [[nodiscard]] base::Result<void> end_space(std::span<const std::string_view> texts);

  // Afterwards everything is on the disk, except the name of the folder in its parent.
  base::Result<std::array<FileSeal, 3>> finish();

 private:
  SegmentWriter(base::FileSystem& file_system, std::string folder);
  [[nodiscard]] base::Result<void> write_lists();

  base::FileSystem* file_system_;
  std::string folder_;
  std::optional<SectionWriter> terms_;
  std::optional<SectionWriter> documents_;
  std::optional<SectionWriter> formulas_;
  std::uint32_t space_ = 0;
  std::uint32_t units_ = 0;
  PackedLengths lengths_;
  std::optional<DictionaryWriter> dictionary_;
  std::string lists_;  // of postings, to be written
};

}  // namespace noether::index
