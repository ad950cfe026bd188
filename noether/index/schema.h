// The spaces of an index: words, formula paths, formula tuples, tags and so on.
//
// In a space, every term is a key of 64 bits with a list of the units that contain it: either
// documents or unique formulas. Other code defines what terms are and how a unit is scored. A
// SpaceView maps the spaces of an index to those of the program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/hash.h"

namespace noether::index {

enum class Unit : std::uint8_t { Document, Formula };

struct Space {
  std::string name;
  Unit unit = Unit::Document;
  // Only this many high bits of a key are stored. Among n terms, two share a key of b bits with a
  // probability of n²/2^(b+1), and each bit fewer saves a bit for every term on disk.
  std::uint8_t key_bits = 64;
  bool keeps_texts = false;  // then a key is term_key of its text
  // The version of the terms. A change of the way in which terms are made must increase it: terms
  // of two versions are not comparable.
  std::uint32_t version = 1;

  friend bool operator==(const Space&, const Space&) = default;
};

inline constexpr std::size_t kMaxSpaces = 64;

struct Schema {
  std::vector<Space> spaces;

  std::optional<std::uint32_t> find(std::string_view name) const;
  // Checks that names are present, short and different, and not too many; the key bits are from 16
  // to 64.
  [[nodiscard]] base::Result<void> check() const;

  friend bool operator==(const Schema&, const Schema&) = default;
};

// The key of a term that is a text.
inline std::uint64_t term_key(std::string_view text) { return base::digest_of(text).high; }

// The senses in which two formulas are the same, from strict to loose. Each has its own table, from
// a digest to the formulas that have it.
enum class Identity : std::uint8_t { Structure, Renaming, Drawing, Meaning };
inline constexpr std::size_t kIdentities = 4;

// The spaces of an index in the numbering of the program.
// An index may have spaces that the program does not know, in any order. It may lack some that the
// program knows, or have them in another version, with different terms: these appear as spaces
// without terms, and a search that needs them gets an error.
struct SpaceView {
  static constexpr std::uint32_t kMissing = UINT32_MAX;

  // Uses the numbering of the index.
  static SpaceView same(const Schema& stored);
  static SpaceView as(const Schema& wanted, const Schema& stored);

  Schema schema;                      // as the program numbers them
  std::vector<std::uint32_t> stored;  // the number of each in the files, or kMissing
  std::uint32_t stored_spaces = 0;    // of the index; those of the segment itself follow
  std::vector<std::string> missing;   // by space: the reason why it is missing; empty if it exists
};

}  // namespace noether::index
