// Blocks of 128 numbers, packed with as many bits each as the largest of them needs.
// Numbers are in four lanes, number i in lane i mod 4, so that four are unpacked at a time. A block
// of width w has 16·w bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace noether::index {

inline constexpr std::uint32_t kPackedBlock = 128;
inline constexpr std::size_t packed_bytes(std::uint32_t width) { return std::size_t{16} * width; }

// The number of bits that the largest number needs.
std::uint32_t packed_width(const std::uint32_t* numbers, std::uint32_t count);
// All numbers must fit into `width` bits.
void pack_block(const std::uint32_t* numbers, std::uint32_t width, std::string& out);
// `packed` has 16·width bytes, width at most 32; `numbers` is aligned to 16 bytes.
void unpack_block(const char* packed, std::uint32_t width, std::uint32_t* numbers);
// Unpacks only number `i`.
std::uint32_t unpack_one(const char* packed, std::uint32_t width, std::uint32_t i);
// The packed numbers are the gaps, minus one, between ascending numbers. The first is at least
// `base`.
void unpack_ascending(const char* packed, std::uint32_t width, std::uint32_t base,
                      std::uint32_t* numbers);

}  // namespace noether::index
