// The record of a sentence with formulas in an index: its meaning graph and its declarations of
// symbols.
// Formulas in the graph are `eqx0eqx`, `eqx1eqx`, … in the order of the sentence, and a declaration
// names its formula by that number. Declarations come first in the bytes, uncompressed, because
// most readers need only them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/amr/declarations/declarations.h"
#include "noether/base/error.h"

namespace noether::search {

struct SentenceRecord {
  std::string graph;  // PENMAN, in one line
  std::vector<amr::Declaration> declarations;

  friend bool operator==(const SentenceRecord&, const SentenceRecord&) = default;
};

// Increase this if the same document and the same parser would give other bytes.
inline constexpr std::uint32_t kSentenceRecordVersion = 2;

base::Result<std::string> pack_record(const SentenceRecord& record);
// Returns an error if the bytes are not a record. Never unpacks more than amr::kMaxGraphBytes.
base::Result<SentenceRecord> unpack_record(std::string_view bytes);
// Does not unpack the graph.
base::Result<std::vector<amr::Declaration>> unpack_declarations(std::string_view bytes);

}  // namespace noether::search
