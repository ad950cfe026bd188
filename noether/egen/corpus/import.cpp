#include "noether/egen/corpus/import.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "noether/egen/corpus/corpus_writer.h"
#include "noether/egen/corpus/repeatable_input.h"

namespace noether::egen {
namespace {

// Reads one file after another and numbers their clusters consecutively.
class FilesSource final : public ClusterSource {
 public:
  FilesSource(const std::vector<RepeatableInput>& inputs, ReadOptions options)
      : inputs_(inputs), options_(std::move(options)) {}

  base::Result<bool> next(Cluster& cluster) override {
    while (true) {
      if (source_) {
        auto more = (*source_).next(cluster);
        if (!more) return more;
        if (*more) {
          cluster.id = next_id_++;
          return true;
        }
        source_.reset();
      }
      if (next_input_ == inputs_.size()) return false;
      auto opened = inputs_[next_input_++].clusters(options_);
      if (!opened) return std::unexpected(opened.error());
      source_ = std::move(*opened);
    }
  }

 private:
  const std::vector<RepeatableInput>& inputs_;
  ReadOptions options_;
  std::size_t next_input_ = 0;
  std::uint64_t next_id_ = 0;
  std::unique_ptr<ClusterSource> source_;
};

base::Result<std::vector<RepeatableInput>> open_inputs(const ImportRequest& request) {
  std::vector<RepeatableInput> inputs;
  for (const std::string& file : request.files) {
    auto input = RepeatableInput::open(file, request.folder);
    if (!input) return std::unexpected(input.error());
    inputs.push_back(std::move(*input));
  }
  return inputs;
}

// The result of a first reading: the input is readable, its size, and the data for the plan.
struct FirstReading {
  ClusterSurvey survey;
  std::uint64_t broken = 0;
};

base::Result<FirstReading> read_all(const std::vector<RepeatableInput>& inputs,
                                    const ImportRequest& request, const ImportHooks& hooks) {
  FirstReading reading;
  std::optional<base::Error> first_broken;
  ReadOptions options;
  options.on_broken = [&](const base::Error& error) {
    if (first_broken && !request.lenient) return;
    if (!first_broken) first_broken = error;
    ++reading.broken;
    if (hooks.on_broken) hooks.on_broken(error);
  };
  FilesSource files(inputs, options);
  SurveyedSource source(files);
  Cluster cluster;
  while (true) {
    const auto more = source.next(cluster);
    if (!more) return std::unexpected(more.error());
    if (first_broken && !request.lenient) return std::unexpected(*first_broken);
    if (!*more) break;
  }
  reading.survey = source.survey();
  if (reading.survey.clusters == 0) {
    return base::fail("the input contains no clusters");
  }
  return reading;
}

void note_refuted(RecheckedCluster& item, const ImportRequest& request, const ImportHooks& hooks,
                  Counts& counts) {
  for (const RefutedMember& refuted : item.refuted) {
    ++counts[refuted.check.by_rounding ? "refuted-by-rounding" : "refuted"];
    if (hooks.on_refuted) hooks.on_refuted(refuted);
    if (!request.keep_refuted) continue;
    item.cluster.members.push_back({.expression = refuted.expression,
                                    .verdict = algebra::Verdict::Refuted,
                                    .domain = refuted.check.domain,
                                    .shared_points = refuted.check.shared_points,
                                    .rules = {}});
  }
}

}  // namespace

base::Result<CorpusManifest> import_corpus(const ImportRequest& request, const ImportHooks& hooks) {
  const auto inputs = open_inputs(request);
  if (!inputs) return std::unexpected(inputs.error());
  const auto found = read_all(*inputs, request, hooks);
  if (!found) return std::unexpected(found.error());
  CorpusPlan plan;
  plan.command = "import";
  plan.format = request.format;
  plan.clusters = found->survey.clusters;
  plan.parameters = {{"source-digest", found->survey.digest.hex()},
                     {"refuted-members", request.keep_refuted ? "kept" : "left out"}};
  auto writer = CorpusWriter::create(request.folder, plan);
  if (!writer) return std::unexpected(writer.error());
  if (writer->finished()) return writer->finish();

  Counts counts{
      {"duplicates", 0}, {"refuted", 0}, {"refuted-by-rounding", 0}, {"broken", found->broken}};
  std::uint64_t done = 0;
  ReadOptions options;
  options.on_broken = [](const base::Error&) {};  // already reported
  FilesSource files(*inputs, options);
  SurveyedSource source(files);
  const auto checked =
      recheck_clusters(source, request.threads, Recheck::Correct, [&](RecheckedCluster& item) {
        counts["duplicates"] += item.duplicates;
        done += item.cluster.members.size() + item.refuted.size() + item.duplicates;
        note_refuted(item, request, hooks, counts);
        item.cluster.available = std::to_string(item.cluster.members.size());
        for (Member& member : item.cluster.members) member.rules.clear();
        if (hooks.on_progress) hooks.on_progress(done, found->survey.members);
        return writer->add(item.cluster);
      });
  if (!checked) return std::unexpected(checked.error());
  if (auto same = check_unchanged(found->survey, source.survey()); !same) {
    return std::unexpected(same.error());
  }
  return writer->finish(counts);
}

}  // namespace noether::egen
