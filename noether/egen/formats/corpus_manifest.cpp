#include "noether/egen/formats/corpus_manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "noether/base/file_system.h"
#include "noether/egen/formats/whole_number.h"

namespace noether::egen {
namespace {

// Plans and manifests as JSON.

// Keeps the order of writing, which is the natural order for readers.
using OrderedJson = nlohmann::ordered_json;

// The version of both files. It changes if an older program would misread the output of a newer
// one.
inline constexpr std::uint32_t kCorpusVersion = 1;

// Parses the text, checks the version, and passes the rest to `convert`.
template <typename T>
base::Result<T> read_json_file(std::string_view text, const std::string& name,
                               T (*convert)(const OrderedJson&)) {
  try {
    const OrderedJson json = OrderedJson::parse(text);
    const auto version = whole_number_at<std::uint32_t>(json, "version");
    if (version != kCorpusVersion) {
      return base::fail(fmt::format("'{}' is of version {}, and this program reads version {}",
                                    name, version, kCorpusVersion),
                        {}, "use the program that wrote it, or make the corpus again");
    }
    return convert(json);
  } catch (const std::exception& error) {
    return base::fail(fmt::format("'{}' is damaged: {}", name, error.what()), {},
                      "make the corpus again, in a new folder");
  }
}

OrderedJson plan_json(const CorpusPlan& plan) {
  OrderedJson json;
  json["version"] = kCorpusVersion;
  json["command"] = plan.command;
  json["format"] = format_name(plan.format);
  json["initial_expressions"] = plan.clusters;
  json["clusters_per_block"] = plan.clusters_per_block;
  json["part"] = {{"index", plan.part.index}, {"count", plan.part.count}};
  json["parameters"] = plan.parameters;
  json["rule_names"] = plan.rule_names;
  return json;
}

// Throws if a member is missing or has another type.
CorpusPlan plan_from_json(const OrderedJson& json) {
  CorpusPlan plan;
  json.at("command").get_to(plan.command);
  const auto format = format_by_name(json.at("format").get<std::string>());
  plan.clusters = whole_number_at<std::uint64_t>(json, "initial_expressions");
  plan.clusters_per_block = whole_number_at<std::uint64_t>(json, "clusters_per_block");
  plan.part.index = whole_number_at<std::uint32_t>(json.at("part"), "index");
  plan.part.count = whole_number_at<std::uint32_t>(json.at("part"), "count");
  if (!format || plan.clusters_per_block == 0 || plan.part.index >= plan.part.count) {
    throw OrderedJson::other_error::create(501, "a value is out of its range", &json);
  }
  plan.format = *format;
  json.at("parameters").get_to(plan.parameters);
  json.at("rule_names").get_to(plan.rule_names);
  return plan;
}

constexpr std::array<std::string_view, 3> kFormatNames = {"egen", "jsonl", "shards"};

void note_difference(std::vector<std::string>& out, std::string_view name, std::string_view there,
                     std::string_view here) {
  if (there != here) out.push_back(fmt::format("{} is {} there and {} here", name, there, here));
}

std::string part_text(const CorpusPart& part) {
  return part.count == 1 ? "the whole" : fmt::format("part {}/{}", part.index + 1, part.count);
}

// Digests of inputs and counts derived from them, which are not choices of the user.
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
    out.push_back(fmt::format("the rules differ: {} there and {} here", there.rule_names.size(),
                              here.rule_names.size()));
  }
  if (!out.empty()) return out;
  // Derived differences are reported only if no choice explains them.
  note_difference(out, "the number of initial expressions", std::to_string(there.clusters),
                  std::to_string(here.clusters));
  note_difference(out, "the size of blocks", std::to_string(there.clusters_per_block),
                  std::to_string(here.clusters_per_block));
  if (out.empty()) out = std::move(derived);
  return out;
}

namespace {

constexpr std::uint64_t kMaxManifestBytes = std::uint64_t{64} << 20;

// {"count": 5, "share": 0.25}; the share has six digits after the point.
OrderedJson share_json(std::uint64_t count, std::uint64_t whole) {
  const double ratio = whole == 0 ? 0 : static_cast<double>(count) / static_cast<double>(whole);
  return {{"count", count}, {"share", std::round(ratio * 1e6) / 1e6}};
}

OrderedJson totals_json(const CorpusTotals& totals) {
  const std::uint64_t others = totals.members - totals.clusters;
  OrderedJson json;
  json["clusters"] = totals.clusters;
  json["members"] = totals.members;
  json["tokens"] = totals.tokens;
  for (std::size_t i = 0; i < totals.verdicts.size(); ++i) {
    const auto name = algebra::verdict_name(static_cast<algebra::Verdict>(i));
    json["verdicts"][std::string(name)] = share_json(totals.verdicts[i], others);
  }
  for (std::size_t i = 0; i < totals.domains.size(); ++i) {
    const auto name = domain_name(static_cast<Domain>(i));
    json["domains"][std::string(name)] = share_json(totals.domains[i], others);
  }
  json["without_shared_point"] = share_json(totals.without_shared_point, others);
  return json;
}

std::uint64_t count_at(const OrderedJson& share) {
  return whole_number_at<std::uint64_t>(share, "count");
}

CorpusTotals totals_from_json(const OrderedJson& json) {
  CorpusTotals totals;
  totals.clusters = whole_number_at<std::uint64_t>(json, "clusters");
  totals.members = whole_number_at<std::uint64_t>(json, "members");
  totals.tokens = whole_number_at<std::uint64_t>(json, "tokens");
  for (std::size_t i = 0; i < totals.verdicts.size(); ++i) {
    const auto name = algebra::verdict_name(static_cast<algebra::Verdict>(i));
    totals.verdicts[i] = count_at(json.at("verdicts").at(std::string(name)));
  }
  for (std::size_t i = 0; i < totals.domains.size(); ++i) {
    const auto name = domain_name(static_cast<Domain>(i));
    totals.domains[i] = count_at(json.at("domains").at(std::string(name)));
  }
  totals.without_shared_point = count_at(json.at("without_shared_point"));
  return totals;
}

CorpusManifest manifest_from_json(const OrderedJson& json) {
  CorpusManifest manifest;
  manifest.plan = plan_from_json(json.at("plan"));
  manifest.totals = totals_from_json(json.at("totals"));
  for (const auto& [name, count] : json.at("counts").items()) {
    manifest.counts[name] = whole_number_at<std::uint64_t>(json.at("counts"), name.c_str());
  }
  for (const OrderedJson& item : json.at("files")) {
    CorpusFile& file = manifest.files.emplace_back();
    item.at("name").get_to(file.name);
    file.size = whole_number_at<std::uint64_t>(item, "size");
    file.clusters = whole_number_at<std::uint64_t>(item, "clusters");
    const auto digest = base::Digest::from_hex(item.at("digest").get<std::string>());
    // A name must not lead out of the folder.
    if (!digest || file.name.starts_with('/') || file.name.find("..") != std::string::npos) {
      throw OrderedJson::other_error::create(501, "a file has an invalid name or digest", &item);
    }
    file.digest = *digest;
  }
  return manifest;
}

}  // namespace

void add_counts(Counts& sum, const Counts& more) {
  for (const auto& [name, count] : more) sum[name] += count;
}

void CorpusTotals::add(const Cluster& cluster) {
  ++clusters;
  members += cluster.members.size();
  for (std::size_t i = 0; i < cluster.members.size(); ++i) {
    const Member& member = cluster.members[i];
    tokens += 1 + static_cast<std::uint64_t>(std::ranges::count(member.expression, ' '));
    if (i == 0) continue;
    ++verdicts[static_cast<std::size_t>(member.verdict)];
    ++domains[static_cast<std::size_t>(member.domain)];
    if (member.shared_points == 0) ++without_shared_point;
  }
}

std::string manifest_text(const CorpusManifest& manifest) {
  OrderedJson json;
  json["version"] = kCorpusVersion;
  json["totals"] = totals_json(manifest.totals);
  json["counts"] = manifest.counts;
  json["files"] = OrderedJson::array();
  for (const CorpusFile& file : manifest.files) {
    json["files"].push_back({{"name", file.name},
                             {"clusters", file.clusters},
                             {"size", file.size},
                             {"digest", file.digest.hex()}});
  }
  json["plan"] = plan_json(manifest.plan);
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

base::Result<CorpusManifest> read_manifest(std::string_view text, const std::string& name) {
  return read_json_file<CorpusManifest>(text, name, manifest_from_json);
}

base::Result<CorpusManifest> load_manifest(const std::string& folder) {
  base::FileSystem& files = base::FileSystem::real();
  const std::string path = folder + "/manifest.json";
  if (!files.exists(path)) {
    if (!files.exists(folder)) return base::fail(fmt::format("there is no folder '{}'", folder));
    if (files.exists(folder + "/plan.json")) {
      const auto plan_bytes = files.read(folder + "/plan.json", kMaxManifestBytes);
      const auto plan = plan_bytes ? read_plan(*plan_bytes, folder + "/plan.json")
                                   : std::unexpected(plan_bytes.error());
      return base::fail(fmt::format("the corpus in '{}' has not finished", folder), {},
                        fmt::format("run the same `noether corpus {}` again to resume",
                                    plan ? plan->command : "generate"));
    }
    return base::fail(fmt::format("'{}' holds no corpus: it has no manifest.json", folder));
  }
  const auto text = files.read(path, kMaxManifestBytes);
  if (!text) return std::unexpected(text.error());
  return read_manifest(*text, path);
}

}  // namespace noether::egen
