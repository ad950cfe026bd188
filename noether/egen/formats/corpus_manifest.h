// The manifest of a finished corpus: the plan, counts, and the files with their sizes and digests.
//
// It is written last, so a folder with a manifest is complete. It does not record when, where or by
// how many threads the corpus was made.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/hash.h"
#include "noether/egen/cluster.h"

namespace noether::egen {

// Everything that determines the bytes of a corpus. Two runs with the same plan write the same
// files; a run resumes a folder only with the plan with which it was begun.
enum class CorpusFormat : std::uint8_t { EgenText, JsonLines, Shards };
std::string_view format_name(CorpusFormat format);  // egen jsonl shards
std::optional<CorpusFormat> format_by_name(std::string_view name);

// One of `count` runs that divide the work: it owns the blocks whose number modulo `count` is
// `index`. On the command line, the first of four is 1/4.
struct CorpusPart {
  std::uint32_t index = 0;
  std::uint32_t count = 1;

  friend bool operator==(const CorpusPart&, const CorpusPart&) = default;
};

struct CorpusPlan {
  std::string command;  // the command that makes it: generate, import, merge, split, vary, ...
  CorpusFormat format = CorpusFormat::EgenText;
  std::uint64_t clusters = 0;  // initial expressions of all parts
  std::uint64_t clusters_per_block = 64;
  CorpusPart part;
  // Other parameters, by name: seed, per-cluster, max-tokens, digests of the templates and the
  // rules, ...
  std::map<std::string, std::string> parameters;
  std::vector<std::string> rule_names;  // indexed by Member::rules

  friend bool operator==(const CorpusPlan&, const CorpusPlan&) = default;
};

std::string plan_text(const CorpusPlan& plan);  // JSON
// `name` is for messages.
base::Result<CorpusPlan> read_plan(std::string_view text, const std::string& name);

// "seed is 1 there and 2 here", one line for each difference; empty if there are no differences.
// Counts and digests that follow from the parameters are named only if no parameter differs.
std::vector<std::string> plan_differences(const CorpusPlan& there, const CorpusPlan& here);

// Events counted while clusters are made, by name: duplicates, refuted, ...
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
  // Counts of members other than the initial expression, which is the first of its cluster.
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

// Loads the manifest of a folder. A missing manifest is an error that says the run has not
// finished.
base::Result<CorpusManifest> load_manifest(const std::string& folder);

}  // namespace noether::egen
