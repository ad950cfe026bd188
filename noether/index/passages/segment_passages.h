// The passages of a segment's documents with their vectors, made by one model, and the graph of
// neighbours.
// Passages are numbered in the order of their documents. A document without passages was either
// tried and has none, or was not tried yet. A model of width 0 gives no vectors: a passage is then
// only the bytes stored for it. docs/formats/index.md describes the file.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/passages/passage_terms.h"
#include "noether/index/section_file.h"
#include "noether/index/vectors/segment_vectors.h"
#include "noether/index/vectors/vector_code.h"

namespace noether::index {

struct PlaceColumns;

// Views into the mapped file.
struct Passage {
  std::uint32_t document = 0;
  std::uint32_t field = 0;       // of the document
  base::Span span = {};          // bytes of the field's text
  VectorCode code = {};          // high bytes only; empty if the model gives no vectors
  std::string_view tokens = {};  // codes of its tokens, or other bytes stored for it
};

class SegmentPassages {
 public:
  // `documents` is the number of documents in the segment. The reading is not in the file, but in
  // the manifest.
  static base::Result<SegmentPassages> open(SectionFile file, std::uint32_t documents,
                                            std::uint32_t reading = 0);

  const VectorModel& model() const { return model_; }
  bool has_vectors() const { return model_.width > 0; }
  std::uint32_t token_bytes() const { return token_bytes_; }
  std::uint32_t documents() const { return documents_; }
  std::uint32_t tried() const { return tried_count_; }  // documents
  std::uint32_t size() const { return size_; }          // passages
  std::uint64_t tokens() const { return token_count_; }
  bool has_graph() const { return !link_table_.empty(); }
  std::uint64_t bytes() const { return file_.bytes(); }
  std::uint64_t graph_bytes() const { return link_table_.size() + links_.size(); }
  const SectionFile& file() const { return file_; }

  struct Range {
    std::uint32_t first = 0;
    std::uint32_t last = 0;  // exclusive
  };

  // All of these verify the bytes they read. `number` is below `size`, `document` below
  // `documents`. Vectors and neighbours may be requested only if there are vectors.
  base::Result<bool> is_tried(std::uint32_t document) const;
  base::Result<Range> passages_of(std::uint32_t document) const;
  base::Result<std::uint32_t> document_of(std::uint32_t number) const;
  base::Result<Passage> passage(std::uint32_t number) const;
  // All passages of a document: faster than reading them one by one.
  base::Result<std::vector<Passage>> passages_in(std::uint32_t document) const;
  base::Result<VectorCode> vector(std::uint32_t number) const;
  // The same: there are no low bytes that a search could skip.
  base::Result<VectorCode> rough_vector(std::uint32_t number) const { return vector(number); }
  base::Result<void> neighbours(std::uint32_t number, std::vector<std::uint32_t>& into) const;
  // The terms of passages that begin with `prefix`, with their documents, including deleted ones.
  base::Result<std::vector<TermDocuments>> terms_with(std::string_view prefix) const {
    return terms_.that_begin_with(file_, prefix);
  }

 private:
  explicit SegmentPassages(SectionFile file) : file_(std::move(file)) {}
  base::Result<void> read_header();
  base::Result<void> read_sections();
  base::Result<void> read_places(std::uint32_t block, PlaceColumns& into,
                                 std::uint64_t& tokens_before) const;
  base::Result<void> read_passages(std::uint32_t document, Range range,
                                   std::vector<Passage>& into) const;

  SectionFile file_;
  VectorModel model_;
  std::uint32_t token_bytes_ = 0;
  std::uint32_t documents_ = 0;
  std::uint32_t tried_count_ = 0;
  std::uint32_t size_ = 0;
  std::uint64_t token_count_ = 0;
  std::string_view tried_;
  std::string_view document_ends_;
  std::string_view place_table_;
  std::string_view places_;
  std::string_view scales_;
  std::string_view codes_;
  std::string_view tokens_;
  std::string_view link_table_;
  std::string_view links_;
  PassageTerms terms_;
};

// The passage that contains a byte of a field, or null. `passages` are those of a document as the
// model gave them, which ascend by field and place.
const Passage* passage_at(std::span<const Passage> passages, std::uint32_t field,
                          std::uint32_t byte);

}  // namespace noether::index
