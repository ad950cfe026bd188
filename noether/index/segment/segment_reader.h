// One immutable segment, memory mapped: lists, stored documents, unique formulas and their places.
// Opening verifies headers, directories and the sizes of all parts. The bytes are compared with
// their checksums when they are first read, so a damaged byte is an error and never a wrong result.
// Any number of threads may read at the same time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/entry.h"
#include "noether/index/schema.h"
#include "noether/index/section_file.h"
#include "noether/index/segment/dictionary.h"
#include "noether/index/segment/posting_cursor.h"
#include "noether/index/segment/posting_list.h"
#include "noether/index/stored_blocks.h"

namespace noether::index {

struct SegmentFiles {
  SectionFile terms;
  SectionFile documents;
  SectionFile formulas;
};

struct StoredFormula {
  std::string latex;
  std::string payload;
};

class SegmentReader {
 public:
  static base::Result<SegmentReader> open(const std::string& folder, const SpaceView& view);
  static base::Result<SegmentReader> open(SegmentFiles files, const SpaceView& view);
  SegmentReader(SegmentReader&&) noexcept;
  SegmentReader& operator=(SegmentReader&&) noexcept;
  ~SegmentReader();

  const Schema& schema() const;
  std::uint32_t documents() const;
  std::uint32_t formulas() const;
  // The number of units of the space in this segment, and the sum of their lengths.
  std::uint32_t units(std::uint32_t space) const;
  std::uint64_t total_length(std::uint32_t space) const;
  base::Result<LengthColumn> lengths(std::uint32_t space) const;

  // The count is 0 if the term is unknown.
  base::Result<DictionaryEntry> find(std::uint32_t space, std::uint64_t key) const;
  // The number of units of the segment that have the term; 0 if it is unknown.
  base::Result<std::uint32_t> frequency(std::uint32_t space, std::uint64_t key) const;
  // An empty cursor if the term is unknown. It is valid while the segment lives.
  base::Result<PostingCursor> postings(std::uint32_t space, std::uint64_t key) const;
  std::uint64_t terms(std::uint32_t space) const;

  // For walking through all terms: the blocks of the dictionary, and the list of an entry.
  const Dictionary& dictionary(std::uint32_t space) const;
  base::Result<void> read_block(std::uint32_t space, std::size_t block,
                                std::vector<DictionaryEntry>& entries) const;
  base::Result<PostingCursor> postings(std::uint32_t space, const DictionaryEntry& entry) const;
  // The texts of a space that stores them; empty for others.
  base::Result<TermTexts> texts(std::uint32_t space) const;

  base::Result<std::string_view> document_id(std::uint32_t document) const;
  base::Result<std::optional<std::uint32_t>> find_document(std::string_view id) const;
  base::Result<text::Document> document(std::uint32_t document) const;
  // The head of a document without its body: only the titles of its fields.
  base::Result<text::Document> document_head(std::uint32_t document) const;

  base::Result<StoredFormula> formula(std::uint32_t formula) const;
  // Points into the file, for scoring many candidates: nothing is copied or decompressed.
  base::Result<std::string_view> payload(std::uint32_t formula) const;
  // The places in ascending order of document, field and begin.
  base::Result<std::vector<Place>> places(std::uint32_t formula) const;
  base::Result<std::vector<NamedPlace>> named_places(std::uint32_t formula) const;
  // Usually there is at most one.
  base::Result<std::vector<std::uint32_t>> find_formulas(Identity identity,
                                                         const base::Digest& digest) const;

  std::uint64_t bytes() const;
  const SegmentFiles& files() const;
  // The spaces of the schema, followed by those of the segment itself (segment_layout.h).
  const std::vector<Space>& spaces() const;

  struct State;

 private:
  explicit SegmentReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace noether::index
