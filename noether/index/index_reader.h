// One commit of an index, which stays as it is however a writer goes on.
//
// Documents and formulas are numbered through all segments. Numbers change with merging, ids do
// not. Any number of threads may read at once.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/index/open_segment.h"

namespace noether::index {

class IndexReader {
 public:
  static base::Result<IndexReader> open(const std::string& folder,
                                        base::FileSystem& file_system = base::FileSystem::real());

  std::uint64_t generation() const { return generation_; }
  const Schema& schema() const { return schema_; }
  std::span<const OpenSegment> segments() const { return segments_; }

  // All numbers are below this. Deleted ones are among them until they are merged away.
  std::uint32_t documents() const { return documents_; }
  std::uint32_t deleted_documents() const;
  // A formula that is in several segments counts in each.
  std::uint32_t formulas() const { return formulas_; }

  // Over all segments, with what is deleted but not merged away: scores of one segment are then
  // comparable with those of another.
  std::uint32_t units(std::uint32_t space) const;
  std::uint64_t total_length(std::uint32_t space) const;
  base::Result<std::uint64_t> frequency(std::uint32_t space, std::uint64_t key) const;

  bool is_deleted(std::uint32_t document) const;
  base::Result<std::optional<std::uint32_t>> find_document(std::string_view id) const;
  base::Result<std::string_view> document_id(std::uint32_t document) const;
  base::Result<text::Document> document(std::uint32_t document) const;
  // What is short of it, without reading the rest: of its fields, only the titles.
  base::Result<text::Document> document_head(std::uint32_t document) const;

  // The sources that documents came from, by their names, and which one a document came from; empty
  // when that is not known.
  const std::vector<std::string>& origins() const { return origins_; }
  std::string_view origin(std::uint32_t document) const;
  // The documents, without deleted ones, that came from the source of this name; those of which it
  // is not known when it is empty.
  std::vector<std::uint32_t> documents_from(std::string_view origin) const;

  base::Result<StoredFormula> formula(std::uint32_t formula) const;
  // As it stands in the file: nothing is copied or decompressed.
  base::Result<std::string_view> payload(std::uint32_t formula) const;
  // Without those in deleted documents.
  base::Result<std::vector<Place>> places(std::uint32_t formula) const;
  // With what the collection calls each place and what is drawn there.
  base::Result<std::vector<NamedPlace>> named_places(std::uint32_t formula) const;
  base::Result<std::vector<std::uint32_t>> find_formulas(Identity identity,
                                                         const base::Digest& digest) const;

  std::uint64_t bytes() const;

 private:
  static base::Result<IndexReader> open(const std::string& folder, const Manifest& manifest);
  // None when there is no such number.
  const OpenSegment* segment_of(std::uint32_t number, Unit unit) const;

  std::uint64_t generation_ = 0;
  Schema schema_;
  std::vector<std::string> origins_;
  std::vector<OpenSegment> segments_;
  std::uint32_t documents_ = 0;
  std::uint32_t formulas_ = 0;
};

}  // namespace noether::index
