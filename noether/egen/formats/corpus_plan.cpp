#include "noether/egen/formats/corpus_plan.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "noether/egen/formats/corpus_json.h"

namespace noether::egen {
namespace {

constexpr std::array<std::string_view, 3> kFormatNames = {"egen", "jsonl", "shards"};

void note_difference(std::vector<std::string>& out, std::string_view name, std::string_view there,
                     std::string_view here) {
  if (there != here) out.push_back(fmt::format("{} is {} there and {} here", name, there, here));
}

std::string part_text(const CorpusPart& part) {
  return part.count == 1 ? "the whole" : fmt::format("part {}/{}", part.index + 1, part.count);
}

// Digests of what was read and counts of what became of it, which nobody chose.
bool is_derived(std::string_view name) {
  return name.starts_with("initial-") || name.starts_with("corpus-") || name == "source-digest";
}

std::string parameter(const CorpusPlan& plan, const std::string& name) {
  const auto it = plan.parameters.find(name);
  return it == plan.parameters.end() ? "not set" : it->second;
}

}  // namespace

std::string_view format_name(CorpusFormat format) {
  return kFormatNames[static_cast<std::size_t>(format)];
}

std::optional<CorpusFormat> format_by_name(std::string_view name) {
  for (std::size_t i = 0; i < kFormatNames.size(); ++i) {
    if (kFormatNames[i] == name) return static_cast<CorpusFormat>(i);
  }
  return std::nullopt;
}

std::string plan_text(const CorpusPlan& plan) {
  return plan_json(plan).dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

base::Result<CorpusPlan> read_plan(std::string_view text, const std::string& name) {
  return read_json_file<CorpusPlan>(text, name, plan_from_json);
}

std::vector<std::string> plan_differences(const CorpusPlan& there, const CorpusPlan& here) {
  std::vector<std::string> out;
  note_difference(out, "the command", there.command, here.command);
  note_difference(out, "the format", format_name(there.format), format_name(here.format));
  note_difference(out, "the part", part_text(there.part), part_text(here.part));
  std::map<std::string, std::string> names = there.parameters;
  names.insert(here.parameters.begin(), here.parameters.end());
  std::vector<std::string> derived;
  for (const auto& [name, value] : names) {
    note_difference(is_derived(name) ? derived : out, name, parameter(there, name),
                    parameter(here, name));
  }
  if (there.rule_names != here.rule_names) {
    out.push_back(fmt::format("the rules are others: {} there and {} here", there.rule_names.size(),
                              here.rule_names.size()));
  }
  if (!out.empty()) return out;
  // What follows from the choices is told only when these do not explain it.
  note_difference(out, "the number of initial expressions", std::to_string(there.clusters),
                  std::to_string(here.clusters));
  note_difference(out, "the size of blocks", std::to_string(there.clusters_per_block),
                  std::to_string(here.clusters_per_block));
  if (out.empty()) out = std::move(derived);
  return out;
}

}  // namespace noether::egen
