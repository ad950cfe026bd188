// The sections of the files of a segment. docs/formats/index.md describes them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "noether/index/schema.h"

namespace noether::index {

inline constexpr const char* kTermsFile = "terms";
inline constexpr const char* kDocumentsFile = "documents";
inline constexpr const char* kFormulasFile = "formulas";

namespace section {
// In `terms`, for each space; the high bits are the number of the space.
enum OfSpace : std::uint32_t { header, samples, dictionary, postings, lengths, texts };
inline constexpr std::uint32_t of_space(std::uint32_t space, OfSpace what) {
  return (space + 1) << 8 | what;
}
// In `documents`, and in `formulas`.
enum Stored : std::uint32_t {
  count = 1,
  table,
  blocks,
  offsets,
  names_or_places,
  head_table,  // of documents
  head_blocks,
  payload_ends,  // of formulas
  payloads,
};
}  // namespace section

// After the spaces of the schema a segment has its own: one for each identity of formulas, and the
// ids of documents.
inline std::uint32_t identity_space(const Schema& schema, Identity identity) {
  return static_cast<std::uint32_t>(schema.spaces.size()) + static_cast<std::uint32_t>(identity);
}
inline std::uint32_t id_space(const Schema& schema) {
  return static_cast<std::uint32_t>(schema.spaces.size() + kIdentities);
}
inline std::vector<Space> all_spaces(const Schema& schema) {
  std::vector<Space> spaces = schema.spaces;
  for (const char* name : {"structure", "renaming", "drawing", "meaning"}) {
    spaces.push_back(
        {.name = std::string("identity ") + name, .unit = Unit::Formula, .key_bits = 48});
  }
  spaces.push_back({.name = "document id", .unit = Unit::Document, .key_bits = 48});
  return spaces;
}

// The bits of a key that a space keeps.
inline std::uint64_t kept_key(const Space& space, std::uint64_t key) {
  return key >> (64 - space.key_bits);
}

}  // namespace noether::index
