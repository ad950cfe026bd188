#include "noether/egen/formats/corpus_manifest.h"

#include <algorithm>
#include <cmath>

#include "noether/base/file_system.h"
#include "noether/egen/formats/corpus_json.h"

namespace noether::egen {
namespace {

constexpr std::uint64_t kMaxManifestBytes = std::uint64_t{64} << 20;

// {"count": 5, "share": 0.25}; the share has six digits behind the point.
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
