// Writes the passages of a segment.
//
// Token codes are most of the file and are written to the disk immediately. The rest stays in
// memory until the end: for each passage about 10 bytes more than the width, and about 130 more
// while the graph is made; and every term.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/file_system.h"
#include "noether/index/passages/passage_terms.h"
#include "noether/index/passages/passages_layout.h"
#include "noether/index/passages/segment_passages.h"
#include "noether/index/section_file.h"

namespace noether::index {

class PassagesWriter {
 public:
  static base::Result<PassagesWriter> create(base::FileSystem& file_system, const std::string& path,
                                             VectorModel model, std::uint32_t token_bytes,
                                             std::uint32_t documents);

  // The expected number of passages.
  void reserve(std::size_t passages);
  // Add documents in ascending order, each once; documents that are left out count as not tried.
  // The passages have codes of the model's width and whole tokens; `terms` are the terms of all
  // these passages.
  [[nodiscard]] base::Result<void> add(std::uint32_t document, std::span<const Passage> passages,
                                       std::span<const std::string_view> terms = {});
  std::uint32_t size() const { return size_; }

  // Writes a graph only if there are enough passages for one. `linked` reports how many are in it.
  base::Result<FileSeal> finish(bool with_graph,
                                const std::function<void(std::uint32_t)>& linked = {});

 private:
  PassagesWriter(SectionWriter file, VectorModel model, std::uint32_t token_bytes,
                 std::uint32_t documents);
  void end_documents_before(std::uint32_t document);
  void end_block();
  std::string header() const;

  SectionWriter file_;
  VectorModel model_;
  std::uint32_t token_bytes_;
  std::uint32_t documents_;
  std::uint32_t size_ = 0;
  std::uint32_t tried_count_ = 0;
  std::uint64_t token_count_ = 0;
  std::string tried_;
  std::vector<std::uint32_t> document_ends_;
  PlaceColumns waiting_;  // less than a block
  std::uint64_t tokens_before_ = 0;
  std::vector<PlaceBlock> place_table_;
  std::string places_;
  std::vector<float> scales_;
  std::vector<std::int8_t> codes_;
  PassageTermsWriter terms_;
};

}  // namespace noether::index
