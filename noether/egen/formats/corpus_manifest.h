// What a finished corpus holds: the plan, counts, and the files with their sizes and digests.
//
// It is written last, so a folder with a manifest is whole. Nothing in it tells when, where or by
// how many threads the corpus was made.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/hash.h"
#include "noether/egen/cluster.h"
#include "noether/egen/formats/corpus_plan.h"

namespace noether::egen {

// What a command counts while it makes clusters, by name: duplicates, refuted, ...
using Counts = std::map<std::string, std::uint64_t>;
void add_counts(Counts& sum, const Counts& more);

// Names of the counts that generation adds.
inline constexpr std::string_view kRootShareCount = "root-share-ppm";  // a sum over clusters
inline constexpr std::string_view kThousandCount = "clusters-with-1000-available";
inline constexpr std::string_view kAvailableDigitsCount =
    "available-digits";  // a sum over clusters

struct CorpusTotals {
  std::uint64_t clusters = 0;
  std::uint64_t members = 0;
  std::uint64_t tokens = 0;
  // Of members other than the initial expression, which is the first of its cluster.
  std::array<std::uint64_t, 4> verdicts{};  // by algebra::Verdict
  std::array<std::uint64_t, 5> domains{};   // by Domain
  std::uint64_t without_shared_point = 0;

  void add(const Cluster& cluster);
  friend bool operator==(const CorpusTotals&, const CorpusTotals&) = default;
};

struct CorpusFile {
  std::string name;  // relative to the folder
  std::uint64_t size = 0;
  base::Digest digest;
  std::uint64_t clusters = 0;

  friend bool operator==(const CorpusFile&, const CorpusFile&) = default;
};

struct CorpusManifest {
  CorpusPlan plan;
  CorpusTotals totals;
  Counts counts;
  std::vector<CorpusFile> files;  // in the order of their clusters

  friend bool operator==(const CorpusManifest&, const CorpusManifest&) = default;
};

std::string manifest_text(const CorpusManifest& manifest);  // JSON
base::Result<CorpusManifest> read_manifest(std::string_view text, const std::string& name);

// Of a folder. That there is none, because the run has not finished, is an error that says so.
base::Result<CorpusManifest> load_manifest(const std::string& folder);

}  // namespace noether::egen
