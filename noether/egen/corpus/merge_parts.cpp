#include "noether/egen/corpus/merge_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace noether::egen {
namespace {

std::string part_name(const CorpusPart& part) {
  return fmt::format("{}/{}", part.index + 1, part.count);
}

class PartsSource final : public ClusterSource {
 public:
  struct Part {
    std::unique_ptr<ClusterSource> source;
    Cluster cluster;  // the next one
    bool has_cluster = false;
  };

  explicit PartsSource(std::vector<Part> parts) : parts_(std::move(parts)) {}

  static base::Result<void> advance(Part& part) {
    const auto more = part.source->next(part.cluster);
    if (!more) return std::unexpected(more.error());
    part.has_cluster = *more;
    return {};
  }

  base::Result<bool> next(Cluster& cluster) override {
    Part* first = nullptr;
    for (Part& part : parts_) {
      if (!part.has_cluster) continue;
      if (first == nullptr || part.cluster.id < first->cluster.id) first = &part;
    }
    if (first == nullptr) return false;
    cluster = std::move(first->cluster);
    if (const auto advanced = advance(*first); !advanced) {
      return std::unexpected(advanced.error());
    }
    return true;
  }

 private:
  std::vector<Part> parts_;
};

}  // namespace

base::Result<bool> are_parts(const std::vector<Corpus>& corpora) {
  const auto is_part = [](const Corpus& corpus) { return corpus.manifest.plan.part.count > 1; };
  const auto first = std::ranges::find_if(corpora, is_part);
  if (first == corpora.end()) return false;
  const CorpusPlan& plan = first->manifest.plan;
  std::vector<const Corpus*> found(plan.part.count, nullptr);
  for (const Corpus& corpus : corpora) {
    CorpusPlan same_part = corpus.manifest.plan;
    same_part.part.index = plan.part.index;
    if (const auto differences = plan_differences(plan, same_part); !differences.empty()) {
      return base::fail(
          fmt::format("'{}' is part {} of a corpus, and '{}' does not belong to it: {}",
                      first->folder, part_name(plan.part), corpus.folder,
                      fmt::join(differences, "; ")),
          {}, "merge the parts of a corpus first, and the result with others then");
    }
    const Corpus*& place = found[corpus.manifest.plan.part.index];
    if (place != nullptr) {
      return base::fail(fmt::format("'{}' and '{}' are the same part {}", place->folder,
                                    corpus.folder, part_name(corpus.manifest.plan.part)));
    }
    place = &corpus;
  }
  std::vector<std::string> missing;
  for (std::uint32_t i = 0; i < found.size(); ++i) {
    if (found[i] == nullptr) missing.push_back(part_name({i, plan.part.count}));
  }
  if (missing.empty()) return true;
  return base::fail(
      fmt::format("part{} {} of the corpus {} missing", missing.size() == 1 ? "" : "s",
                  fmt::join(missing, ", "), missing.size() == 1 ? "is" : "are"),
      {}, "make every part with `noether corpus generate --shard`, then merge all");
}

base::Result<std::unique_ptr<ClusterSource>> open_parts(const std::vector<Corpus>& parts) {
  std::vector<PartsSource::Part> opened;
  for (const Corpus& corpus : parts) {
    auto source = open_clusters(corpus.folder);
    if (!source) return std::unexpected(source.error());
    auto& part = opened.emplace_back(PartsSource::Part{std::move(*source), {}, false});
    if (const auto begun = PartsSource::advance(part); !begun) {
      return std::unexpected(begun.error());
    }
  }
  return std::make_unique<PartsSource>(std::move(opened));
}

}  // namespace noether::egen
