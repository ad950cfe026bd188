// Files of pairs and triplets, for programs that do not sample on the fly.
//
//   tsv     anchor <tab> positive, or anchor <tab> positive <tab> negative <tab> kind
//   jsonl   {"cluster":7,"anchor":"...","positive":"...","negative":"...","kind":"near"}
//
// Beside FILE stands FILE.manifest.json: what it was made from, how, and its digest. Both are
// replaced when they are there, but nothing that is no plain file, or that the lines are made from.
// While they are written, FILE.lock keeps other runs away.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "noether/base/file_system.h"
#include "noether/egen/training/member_table.h"
#include "noether/egen/training/triplet_sampler.h"

namespace noether::egen {

enum class TrainingFormat : std::uint8_t { Tsv, JsonLines };
std::optional<TrainingFormat> training_format_by_name(std::string_view name);  // tsv jsonl

struct TrainingFileOptions {
  std::string source;  // the path of the corpus, for the manifest
  std::string path;    // "-": standard output, without a manifest
  std::uint64_t count = 0;
  TrainingFormat format = TrainingFormat::Tsv;
  unsigned threads = 1;  // 0: as many as the machine runs at once
  std::function<void(std::uint64_t lines)> on_line;
};

struct TrainingFileReport {
  std::uint64_t lines = 0;
  std::uint64_t skipped = 0;                   // pairs for which no negative was found
  std::map<std::string, std::uint64_t> kinds;  // of negatives
  std::string pairs_available;                 // decimal
};

// Errors when the corpus has no pairs, and when the disk is full; then there is no file.
base::Result<TrainingFileReport> write_pairs(
    const MemberTable& table, std::uint64_t seed, Uniform uniform,
    const TrainingFileOptions& options, base::FileSystem& file_system = base::FileSystem::real());
base::Result<TrainingFileReport> write_triplets(
    const MemberTable& table, const TripletOptions& triplets, const TrainingFileOptions& options,
    base::FileSystem& file_system = base::FileSystem::real());

}  // namespace noether::egen
