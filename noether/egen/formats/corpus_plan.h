// Everything that determines the bytes of a corpus. Two runs with the same plan write the same
// files; a run goes on in a folder only with the plan it was begun with.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::egen {

enum class CorpusFormat : std::uint8_t { EgenText, JsonLines, Shards };
std::string_view format_name(CorpusFormat format);  // egen jsonl shards
std::optional<CorpusFormat> format_by_name(std::string_view name);

// One of `count` runs that share the work: the blocks whose number leaves the rest `index`. On the
// command line the first of four is 1/4.
struct CorpusPart {
  std::uint32_t index = 0;
  std::uint32_t count = 1;

  friend bool operator==(const CorpusPart&, const CorpusPart&) = default;
};

struct CorpusPlan {
  std::string command;  // that makes it: generate, import, merge, split, vary, ...
  CorpusFormat format = CorpusFormat::EgenText;
  std::uint64_t clusters = 0;  // initial expressions of all parts
  std::uint64_t clusters_per_block = 64;
  CorpusPart part;
  // The rest, by name: seed, per-cluster, max-tokens, digests of the templates and the rules, ...
  std::map<std::string, std::string> parameters;
  std::vector<std::string> rule_names;  // what Member::rules points into

  friend bool operator==(const CorpusPlan&, const CorpusPlan&) = default;
};

std::string plan_text(const CorpusPlan& plan);  // JSON
// `name` is for messages.
base::Result<CorpusPlan> read_plan(std::string_view text, const std::string& name);

// "seed is 1 there and 2 here", one line for each difference; empty when there is none. Counts and
// digests that follow from what was chosen are named only when no choice differs.
std::vector<std::string> plan_differences(const CorpusPlan& there, const CorpusPlan& here);

}  // namespace noether::egen
