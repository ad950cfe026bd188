// Files of pairs and triplets, for programs that do not sample on the fly.
//
//   tsv     anchor <tab> positive, or anchor <tab> positive <tab> negative <tab> kind
//   jsonl   {"cluster":7,"anchor":"...","positive":"...","negative":"...","kind":"near"}
//
// FILE.manifest.json is written beside FILE: the source, the options, and the digest of FILE.
// Existing files are replaced, except those that are not plain files or are the source of the
// lines. During writing, FILE.lock excludes other runs.
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

// Returns an error if the corpus has no pairs or the disk is full; then no file is left.
base::Result<TrainingFileReport> write_pairs(
    const MemberTable& table, std::uint64_t seed, Uniform uniform,
    const TrainingFileOptions& options, base::FileSystem& file_system = base::FileSystem::real());
base::Result<TrainingFileReport> write_triplets(
    const MemberTable& table, const TripletOptions& triplets, const TrainingFileOptions& options,
    base::FileSystem& file_system = base::FileSystem::real());

}  // namespace noether::egen
