#include "noether/egen/corpus_manifest.h"

#include <algorithm>
#include <cmath>

#include "noether/base/file_system.h"
#include "noether/egen/corpus_json.h"

namespace noether::egen {
namespace {

constexpr std::uint64_t kMaxManifestBytes = std::uint64_t{64} << 20;

// {"count": 5, "share": 0.25}; the share has six digits behind the point.
OrderedJson share(std::uint64_t count, std::uint64_t whole) {
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
    json["verdicts"][std::string(name)] = share(totals.verdicts[i], others);
  }
  for (std::size_t i = 0; i < totals.domains.size(); ++i) {
    const auto name = domain_name(static_cast<Domain>(i));
    json["domains"][std::string(name)] = share(totals.domains[i], others);
  }
  json["without_shared_point"] = share(totals.without_shared_point, others);
  return json;
}

CorpusTotals totals_from_json(const OrderedJson& json) {
  CorpusTotals totals;
  json.at("clusters").get_to(totals.clusters);
  json.at("members").get_to(totals.members);
  json.at("tokens").get_to(totals.tokens);
  for (std::size_t i = 0; i < totals.verdicts.size(); ++i) {
    const auto name = algebra::verdict_name(static_cast<algebra::Verdict>(i));
    json.at("verdicts").at(std::string(name)).at("count").get_to(totals.verdicts[i]);
  }
  for (std::size_t i = 0; i < totals.domains.size(); ++i) {
    const auto name = domain_name(static_cast<Domain>(i));
    json.at("domains").at(std::string(name)).at("count").get_to(totals.domains[i]);
  }
  json.at("without_shared_point").at("count").get_to(totals.without_shared_point);
  return totals;
}

CorpusManifest manifest_from_json(const OrderedJson& json) {
  CorpusManifest manifest;
  manifest.plan = plan_from_json(json.at("plan"));
  manifest.totals = totals_from_json(json.at("totals"));
  json.at("counts").get_to(manifest.counts);
  for (const OrderedJson& item : json.at("files")) {
    CorpusFile& file = manifest.files.emplace_back();
    item.at("name").get_to(file.name);
    item.at("size").get_to(file.size);
    item.at("clusters").get_to(file.clusters);
    const auto digest = base::Digest::from_hex(item.at("digest").get<std::string>());
    // A name stays in the folder.
    if (!digest || file.name.starts_with('/') || file.name.find("..") != std::string::npos) {
      throw OrderedJson::other_error::create(501, "a file has no proper name or digest", &item);
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
                        fmt::format("run the same `noether corpus {}` again to go on",
                                    plan ? plan->command : "generate"));
    }
    return base::fail(fmt::format("'{}' holds no corpus: it has no manifest.json", folder));
  }
  const auto text = files.read(path, kMaxManifestBytes);
  if (!text) return std::unexpected(text.error());
  return read_manifest(*text, path);
}

}  // namespace noether::egen
