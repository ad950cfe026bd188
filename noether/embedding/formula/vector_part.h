// The parts of a formula's vector, as a query names them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace noether::embedding {

enum class VectorPart : std::uint8_t { Meaning, Shape, Both };
std::optional<VectorPart> vector_part_by_name(std::string_view name);
std::vector<std::string> vector_part_names();

}  // namespace noether::embedding
