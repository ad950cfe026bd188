// Named character references (&alpha; &InvisibleTimes; …), known without any DTD.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace noether::formula {

// The character of a name without its & and ;.
std::optional<char32_t> entity_character(std::string_view name);

// The shift of bytes after replaced text: at and after `at` of the new text, subtract `shift` to
// get the offset in the old one.
struct EntityShift {
  std::uint32_t at = 0;
  std::int64_t shift = 0;
};

// Writes `input` to `out` with every known named reference replaced by its character; XML's own
// five and unknown names are kept. Returns false, with `out` unchanged, if there is nothing to
// replace.
bool replace_entities(std::string_view input, std::string& out, std::vector<EntityShift>& shifts);

}  // namespace noether::formula
