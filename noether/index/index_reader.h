// One commit of an index, which does not change while a writer continues.
// Documents and formulas are numbered through all segments. Numbers change with merging, ids do
// not. Any number of threads may read at the same time.
// Several indexes may be read as one: their segments follow each other, so the statistics and
// therefore the scores are those of one index with all documents. An id is unique only in its own
// index. If an earlier index has the same id, or if the id could be confused with such a name, the
// name of a document is `INDEX:id`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/index/collection_statistics.h"
#include "noether/index/open_segment.h"

namespace noether::index {

class IndexReader final : public CollectionStatistics {
 public:
  // Spaces are numbered as in the index.
  static base::Result<IndexReader> open(const std::string& folder,
                                        base::FileSystem& file_system = base::FileSystem::real());
  // Spaces are numbered as in `wanted`. Spaces that the index lacks have no terms.
  static base::Result<IndexReader> open(const std::string& folder, const Schema& wanted,
                                        base::FileSystem& file_system = base::FileSystem::real());

  // Reads several commits as one, in this order. Returns an error if their schemas differ or they
  // have more documents than can be numbered. The names must be distinct.
  struct Named {
    std::string name;
    const IndexReader* reader = nullptr;
  };
  static base::Result<IndexReader> join(std::span<const Named> indexes);

  // For a joined reader, the sum: every commit increases it.
  std::uint64_t generation() const { return generation_; }
  // The indexes that were joined; a reader of one index has one member, without a name.
  struct Member {
    std::string name;
    std::uint32_t first_document = 0;
    std::uint32_t documents = 0;  // including deleted ones
    std::uint32_t first_formula = 0;
    std::uint32_t formulas = 0;
    std::size_t first_segment = 0;
    std::size_t segments = 0;
  };
  std::span<const Member> members() const { return members_; }
  // The number of the member that has the document.
  std::size_t member_of(std::uint32_t document) const;
  const Schema& schema() const { return schema_; }
  // Whether the index, or one of the joined indexes, lacks any space of the schema; and whether
  // none of them lacks this space.
  bool lacks_spaces() const;
  bool has_space(std::uint32_t space) const { return missing_[space].empty(); }
  // Returns an error that names the missing space and the command that adds it.
  base::Result<void> expect_space(std::uint32_t space) const;
  std::span<const OpenSegment> segments() const { return segments_; }

  // All document numbers are below this. Deleted documents count until they are merged away.
  std::uint32_t documents() const { return documents_; }
  std::uint32_t deleted_documents() const;
  // A formula that occurs in several segments counts in each.
  std::uint32_t formulas() const { return formulas_; }

  // Counts all segments, including deleted documents that are not yet merged away, so that scores
  // of different segments are comparable.
  std::uint32_t units(std::uint32_t space) const override;
  std::uint64_t total_length(std::uint32_t space) const override;
  base::Result<std::uint64_t> frequency(std::uint32_t space, std::uint64_t key) const override;
  base::Result<std::uint64_t> frequency_beyond(std::uint32_t /*space*/, std::uint64_t /*key*/,
                                               std::uint64_t here) const override {
    return here;
  }

  bool is_deleted(std::uint32_t document) const;
  base::Result<std::optional<std::uint32_t>> find_document(std::string_view id) const;
  // Searches one member only, for references between documents of its collection.
  base::Result<std::optional<std::uint32_t>> find_document(std::string_view id,
                                                           std::size_t member) const;
  // Finds a document by name: an id, or `INDEX:id`, which is tried first.
  base::Result<std::optional<std::uint32_t>> find_named(std::string_view name) const;
  // The name by which find_named finds it. `id` is its id.
  base::Result<std::string> document_name(std::uint32_t document, std::string_view id) const;
  base::Result<std::string_view> document_id(std::uint32_t document) const;
  base::Result<text::Document> document(std::uint32_t document) const;
  // The head of a document without its body: only the titles of its fields.
  base::Result<text::Document> document_head(std::uint32_t document) const;

  // The names of the sources of documents, and the name of the source of one document, which is
  // empty if the source is unknown.
  const std::vector<std::string>& origins() const { return origins_; }
  std::string_view origin(std::uint32_t document) const;
  // The documents from the source of this name, without deleted ones. An empty name selects the
  // documents whose source is unknown.
  std::vector<std::uint32_t> documents_from(std::string_view origin) const;

  base::Result<StoredFormula> formula(std::uint32_t formula) const;
  // Points into the file: nothing is copied or decompressed.
  base::Result<std::string_view> payload(std::uint32_t formula) const;
  // The places of the formula, except those in deleted documents.
  base::Result<std::vector<Place>> places(std::uint32_t formula) const;
  // The places with their ids in the collection and their visual ids.
  base::Result<std::vector<NamedPlace>> named_places(std::uint32_t formula) const;
  base::Result<std::vector<std::uint32_t>> find_formulas(Identity identity,
                                                         const base::Digest& digest) const;

  std::uint64_t bytes() const;

 private:
  static base::Result<IndexReader> open_newest(const std::string& folder, const Schema* wanted,
                                               base::FileSystem& file_system);
  static base::Result<IndexReader> open(const std::string& folder, const Manifest& manifest,
                                        const SpaceView& view);
  // Null if the number does not exist.
  const OpenSegment* segment_of(std::uint32_t number, Unit unit) const;

  std::uint64_t generation_ = 0;
  Schema schema_;
  std::vector<std::string> missing_;  // by space: the reason why it is missing; empty if it exists
  std::vector<std::string> origins_;
  std::vector<OpenSegment> segments_;
  std::vector<Member> members_;
  std::uint32_t documents_ = 0;
  std::uint32_t formulas_ = 0;
};

}  // namespace noether::index
