#include "noether/egen/corpus/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "noether/base/result_file.h"
#include "noether/egen/corpus/corpus_writer.h"
#include "noether/egen/corpus/merge_parts.h"
#include "noether/egen/formats/shard_reader.h"
#include "noether/egen/formats/shard_writer.h"

namespace noether::egen {
namespace {

// Combines the rule names of several corpora into one list.
class RuleNames {
 public:
  // Returns the new number of each name.
  std::vector<std::uint16_t> add(const std::vector<std::string>& names) {
    std::vector<std::uint16_t> numbers;
    for (const std::string& name : names) {
      const auto [it, is_new] = numbers_.try_emplace(name, names_.size());
      if (is_new) names_.push_back(name);
      numbers.push_back(static_cast<std::uint16_t>(it->second));
    }
    return numbers;
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<std::string> names_;
};

void renumber_rules(Cluster& cluster, const std::vector<std::uint16_t>& numbers) {
  for (Member& member : cluster.members) {
    std::erase_if(member.rules, [&](std::uint16_t rule) { return rule >= numbers.size(); });
    for (std::uint16_t& rule : member.rules) rule = numbers[rule];
    std::ranges::sort(member.rules);
  }
}

class Merge {
 public:
  Merge(const MergeRequest& request, const MergeHooks& hooks) : request_(request), hooks_(hooks) {}

  base::Result<CorpusManifest> run() {
    for (const std::string& folder : request_.folders) {
      auto manifest = load_manifest(folder);
      if (!manifest) return std::unexpected(manifest.error());
      members_ += manifest->totals.members;
      corpora_.push_back({folder, std::move(*manifest)});
    }
    const auto parts = are_parts(corpora_);
    if (!parts) return std::unexpected(parts.error());
    return *parts ? merge_parts() : join();
  }

 private:
  base::Result<CorpusManifest> merge_parts();
  base::Result<CorpusManifest> join();
  CorpusPlan joined_plan();
  base::Result<void> check_all(ShardWriter& checked, ClusterGroups& groups);
  base::Result<void> write_groups(ShardReader& checked, ClusterGroups& groups,
                                  CorpusWriter& writer);

  void note_progress(const RecheckedCluster& item) {
    done_ += item.cluster.members.size() + item.duplicates;
    if (hooks_.on_progress) hooks_.on_progress(done_, members_);
  }
  void note_refuted(const std::vector<RefutedMember>& refuted) {
    counts_["refuted"] += refuted.size();
    for (const RefutedMember& member : refuted) {
      if (hooks_.on_refuted) hooks_.on_refuted(member);
    }
  }

  const MergeRequest& request_;
  const MergeHooks& hooks_;
  std::vector<Corpus> corpora_;
  RuleNames rules_;
  std::vector<std::vector<std::uint16_t>> rule_numbers_;  // by corpus
  Counts counts_;
  std::uint64_t members_ = 0;
  std::uint64_t done_ = 0;
};

base::Result<CorpusManifest> Merge::merge_parts() {
  CorpusPlan plan = corpora_.front().manifest.plan;
  plan.part = {};
  plan.format = request_.format.value_or(plan.format);
  auto writer = CorpusWriter::create(request_.output, plan);
  if (!writer) return std::unexpected(writer.error());
  if (writer->finished()) return writer->finish();
  auto source = open_parts(corpora_);
  if (!source) return std::unexpected(source.error());
  const auto merged = recheck_clusters(
      **source, request_.threads, Recheck::Report,
      [&](RecheckedCluster& item) -> base::Result<void> {
        note_progress(item);
        if (item.refuted.empty()) return writer->add(item.cluster);
        return base::fail("a member is refuted: " + refutation_text(item.refuted.front()), {},
                          "make this part again with the program that merges it");
      });
  if (!merged) return std::unexpected(merged.error());
  Counts counts;
  for (const Corpus& corpus : corpora_) add_counts(counts, corpus.manifest.counts);
  return writer->finish(counts);
}

CorpusPlan Merge::joined_plan() {
  CorpusPlan plan;
  plan.command = "merge";
  plan.format = request_.format.value_or(corpora_.front().manifest.plan.format);
  for (std::size_t i = 0; i < corpora_.size(); ++i) {
    const CorpusManifest& manifest = corpora_[i].manifest;
    plan.clusters += manifest.totals.clusters;
    plan.parameters[fmt::format("corpus-{}", i + 1)] =
        base::digest_of(manifest_text(manifest)).hex();
    rule_numbers_.push_back(rules_.add(manifest.plan.rule_names));
  }
  plan.rule_names = rules_.names();
  return plan;
}

base::Result<CorpusManifest> Merge::join() {
  counts_ = {{"joined", 0}, {"duplicates", 0}, {"refuted", 0}};
  auto writer = CorpusWriter::create(request_.output, joined_plan());
  if (!writer) return std::unexpected(writer.error());
  if (writer->finished()) return writer->finish();

  // Checked clusters are kept in a shard with random access, because the groups are known only
  // after all clusters were read.
  base::FileSystem& files = base::FileSystem::real();
  const std::string path = request_.output + "/checked.shard";
  ClusterGroups groups;
  auto file = base::AtomicFile::create(files, path);
  if (!file) return std::unexpected(file.error());
  auto checked = ShardWriter::create(*file);
  if (!checked) return std::unexpected(checked.error());
  auto done = check_all(*checked, groups);
  if (done) done = checked->finish();
  if (done) done = file->commit();
  if (!done) return std::unexpected(done.error());

  auto reader = ShardReader::open(path);
  if (!reader) return std::unexpected(reader.error());
  done = files.remove(path);  // it stays readable while it is open
  if (done) done = write_groups(*reader, groups, *writer);
  if (!done) return std::unexpected(done.error());
  return writer->finish(counts_);
}

base::Result<void> Merge::check_all(ShardWriter& checked, ClusterGroups& groups) {
  for (std::size_t i = 0; i < corpora_.size(); ++i) {
    auto source = open_clusters(corpora_[i].folder);
    if (!source) return std::unexpected(source.error());
    auto done =
        recheck_clusters(**source, request_.threads, Recheck::Correct, [&](RecheckedCluster& item) {
          note_progress(item);
          note_refuted(item.refuted);
          counts_["duplicates"] += item.duplicates;
          renumber_rules(item.cluster, rule_numbers_[i]);
          groups.add(item.cluster);
          return checked.add(item.cluster);
        });
    if (!done) return done;
  }
  return {};
}

base::Result<void> Merge::write_groups(ShardReader& checked, ClusterGroups& groups,
                                       CorpusWriter& writer) {
  ClusterRecheck recheck;
  std::uint64_t next_id = 0;
  for (const auto& group : groups.take()) {
    std::vector<Cluster> clusters(group.size());
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (auto read = checked.read(group[i], clusters[i]); !read) return read;
    }
    JoinedClusters joined = join_clusters(std::move(clusters), recheck);
    counts_["joined"] += joined.joined;
    counts_["duplicates"] += joined.duplicates;
    note_refuted(joined.refuted);
    for (Cluster& cluster : joined.clusters) {
      cluster.id = next_id++;
      if (auto added = writer.add(cluster); !added) return added;
    }
  }
  return {};
}

}  // namespace

base::Result<CorpusManifest> merge_corpora(const MergeRequest& request, const MergeHooks& hooks) {
  return Merge(request, hooks).run();
}

}  // namespace noether::egen
