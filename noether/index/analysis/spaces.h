// The spaces of a search index: what its documents and formulas are cut into, and what the terms
// weigh.
//
// Words are keyed by term_key of their stem, tags and kinds by term_key of their text, paths by
// PathPrefix::key, tuples by the keys of LayoutTupleReader.
//
//   space            unit      term                                            length
//   words            document  stems of its own fields, weighted by the field  weighted words
//   context          document  stems of the titles around it and of its tags   weighted words
//   comments         document  stems of its comments                           words
//   tags, kinds      document  the tag, the kind                               how many
//   document-tuples  document  layout tuples of all its formulas, summed up    how many tuples
//   paths            formula   operator path prefixes; the weight is the       leaves
//                              maximum number that end in one top
//   tuples           formula   layout tuples; the weight is their number       how many tuples
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "noether/index/index_reader.h"
#include "noether/index/schema.h"

namespace noether::index {

// Numbers of the spaces in the schema.
namespace space {
enum Number : std::uint32_t {
  words,
  context,
  comments,
  tags,
  kinds,
  document_tuples,
  paths,
  tuples,
};
}  // namespace space
inline constexpr std::size_t kSearchSpaces = 8;

const Schema& search_schema();

// Opens an index with the spaces numbered as above. If another version of the program made the
// index, spaces may be missing: IndexReader::expect_space reports them.
base::Result<IndexReader> open_search_index(
    const std::string& folder, base::FileSystem& file_system = base::FileSystem::real());

// The treatment of a field of a document.
struct FieldUse {
  std::uint32_t space = space::words;
  std::uint32_t weight = 1;  // of each of its words
  // Whether its formulas occur here, and not in the document from which the field was copied.
  bool own = true;
};

// Unknown fields are treated like the body.
FieldUse use_of_field(std::string_view name);

// The weight of the words of a tag in the space `context`.
inline constexpr std::uint32_t kTagWeight = 1;

}  // namespace noether::index
