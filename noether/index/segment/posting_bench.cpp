#include <benchmark/benchmark.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "noether/index/bit_packing.h"
#include "noether/index/segment/posting_cursor.h"

namespace noether::index {
namespace {

void unpack_ascending_of_width(benchmark::State& state) {
  const auto width = static_cast<std::uint32_t>(state.range(0));
  std::mt19937 random(1);
  std::string packed;
  constexpr std::size_t kBlocks = 256;
  alignas(16) std::array<std::uint32_t, kPackedBlock> numbers;
  for (std::size_t i = 0; i < kBlocks; ++i) {
    for (auto& number : numbers) number = static_cast<std::uint32_t>(random()) >> (32 - width);
    pack_block(numbers.data(), width, packed);
  }
  for ([[maybe_unused]] const auto _ : state) {
    for (std::size_t i = 0; i < kBlocks; ++i) {
      unpack_ascending(packed.data() + i * packed_bytes(width), width, 0, numbers.data());
      benchmark::DoNotOptimize(numbers);
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(kBlocks * kPackedBlock) * state.iterations());
}
BENCHMARK(unpack_ascending_of_width)->Arg(1)->Arg(4)->Arg(7)->Arg(12)->Arg(20);

struct List {
  PackedLengths lengths;
  std::string bytes;
  std::uint32_t count = 0;
  std::uint32_t units = 1'000'000;

  PostingCursor cursor() const { return {bytes, count, units, lengths.column()}; }
};

List list_of_every(std::uint32_t gap) {
  List list;
  std::mt19937 random(1);
  std::vector<Posting> postings;
  for (std::uint32_t unit = 0; unit < list.units;
       unit += 1 + static_cast<std::uint32_t>(random()) % (2 * gap - 1)) {
    postings.push_back({unit, 1 + static_cast<std::uint32_t>(random()) % 4});
  }
  list.count = static_cast<std::uint32_t>(postings.size());
  list.lengths = pack_lengths(std::vector<std::uint32_t>(list.units, 100));
  append_postings(list.bytes, postings, list.lengths.column());
  return list;
}

// Units and weights, a block at a time, as scoring in windows reads them.
void decode_whole_list(benchmark::State& state) {
  const List list = list_of_every(static_cast<std::uint32_t>(state.range(0)));
  for ([[maybe_unused]] const auto _ : state) {
    PostingCursor cursor = list.cursor();
    for (std::uint32_t block = 0; block < cursor.blocks(); ++block) {
      benchmark::DoNotOptimize(cursor.decode(block).weights.data());
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(list.count) * state.iterations());
  state.counters["bits_each"] = 8.0 * static_cast<double>(list.bytes.size()) / list.count;
}
BENCHMARK(decode_whole_list)->Arg(1)->Arg(8)->Arg(64);

void advance_by_a_thousand_units(benchmark::State& state) {
  const List list = list_of_every(static_cast<std::uint32_t>(state.range(0)));
  for ([[maybe_unused]] const auto _ : state) {
    PostingCursor cursor = list.cursor();
    for (std::uint32_t unit = 0; unit < list.units; unit += 1000) {
      benchmark::DoNotOptimize(cursor.advance_to(unit));
    }
  }
  state.SetItemsProcessed(1000 * state.iterations());
}
BENCHMARK(advance_by_a_thousand_units)->Arg(1)->Arg(64);

}  // namespace
}  // namespace noether::index
