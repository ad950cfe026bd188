// The input of an index: documents and their formulas, already divided into terms.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/hash.h"
#include "noether/index/schema.h"
#include "noether/text/document.h"

namespace noether::index {

struct Term {
  std::uint64_t key = 0;
  std::uint32_t weight = 1;    // the count or the weight; 0 counts as 1
  std::string_view text = {};  // for spaces that keep texts
};

// The terms of one unit in one space. Terms of the same key are summed up.
struct SpaceTerms {
  std::uint32_t space = 0;
  std::uint32_t length = 0;  // of the unit in this space, for scores that depend on it
  std::vector<Term> terms;
};

// Formulas with the same LaTeX are the same formula.
struct FormulaEntry {
  std::string latex;
  std::string payload;  // stored with the LaTeX for searches, e.g. trees; may be empty
  std::array<base::Digest, kIdentities> identities{};  // zero: no digest of this kind
  std::vector<SpaceTerms> terms;
};

// The place of a formula: bytes of a field's text, half open.
struct Place {
  std::uint32_t document = 0;
  std::uint32_t field = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend auto operator<=>(const Place&, const Place&) = default;
};

// A place with its id in the collection and the visual id of the formula; both may be empty.
struct NamedPlace {
  Place place;
  std::string id;
  std::string visual_id;

  friend bool operator==(const NamedPlace&, const NamedPlace&) = default;
};

// The names of a place are those of the span that begins there.
struct FormulaOccurrence {
  std::uint32_t formula = 0;  // as SegmentBuilder numbers them
  std::uint32_t field = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

struct DocumentEntry {
  text::Document document;
  std::vector<SpaceTerms> terms;
  std::vector<FormulaOccurrence> formulas;
};

}  // namespace noether::index
