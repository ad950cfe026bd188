#include "noether/evaluation/embedding/score_embedding.h"

#include <fmt/format.h>

#include <algorithm>

#include "noether/base/parallel.h"

namespace noether::evaluation {

LabelledExpressions label_expressions(std::span<const egen::RetrievalCluster> clusters) {
  LabelledExpressions labelled;
  for (const egen::RetrievalCluster& cluster : clusters) {
    if (cluster.expressions.empty()) continue;
    for (const std::string& expression : cluster.expressions) {
      labelled.expressions.push_back(expression);
      labelled.cluster_of.push_back(static_cast<std::uint32_t>(labelled.clusters));
    }
    ++labelled.clusters;
  }
  return labelled;
}

namespace {

class Scoring {
 public:
  Scoring(const ExpressionVectors& vectors, const TaskData& data,
          const EmbeddingScoreOptions& options, EmbeddingScores& scores)
      : vectors_(vectors), data_(data), options_(options), scores_(scores) {}

  base::Result<void> score_clusters() {
    const LabelledExpressions labelled = label_expressions(data_.clusters);
    if (labelled.clusters == 0) return {};
    if (labelled.clusters > kMostClusters ||
        labelled.expressions.size() > kMostClusteredExpressions) {
      return base::fail(fmt::format("K-means and retrieval take at most {} clusters with {} "
                                    "expressions in all",
                                    kMostClusters, kMostClusteredExpressions),
                        {}, "make smaller task sets: noether corpus tasks --retrieval-clusters");
    }
    scores_.clusters = labelled.clusters;
    scores_.expressions = labelled.expressions.size();
    const Vectors points = vectors_.rows(labelled.expressions);
    std::vector<std::uint32_t> groups;
    if (options_.with_algebra) {
      groups = group_by_meaning(labelled.expressions, vectors_, meaning("expressions grouped"));
    }
    if (options_.tasks.has(EmbeddingTask::Clustering)) cluster(labelled, points, groups);
    if (options_.tasks.has(EmbeddingTask::Retrieval)) {
      scores_.retrieval =
          score_retrieval(points, labelled.cluster_of, labelled.clusters, threads(), groups,
                          [&](std::size_t done) { report("queries", done, points.count()); });
    }
    return {};
  }

  void score_choices_among_seven() {
    if (data_.choices.empty()) return;
    std::vector<algebra::Verdict> verdicts;
    if (options_.with_algebra) {
      verdicts = judge_pairs(pairs_of_choices(data_.choices), meaning("candidates decided"));
    }
    scores_.choices = score_choices(data_.choices, vectors_, verdicts);
  }

  base::Result<void> score_steps(std::span<const egen::Derivation> threshold_derivations) {
    if (data_.derivations.empty()) return {};
    const auto threshold = mistake_threshold(threshold_derivations, vectors_);
    if (!threshold) {
      return base::fail(
          "no derivation has a right step that can be read, so there is no threshold "
          "for mistakes",
          {}, "give other task sets with --threshold-data");
    }
    std::vector<algebra::Verdict> verdicts;
    if (options_.with_algebra) {
      verdicts = judge_pairs(pairs_of_steps(data_.derivations), meaning("steps decided"));
    }
    scores_.mistakes = score_mistakes(data_.derivations, vectors_, *threshold, verdicts);
    return {};
  }

  void score_embedding_algebra() {
    if (data_.analogies.empty()) return;
    OpenAnswers open;
    if (options_.with_algebra) {
      open = answers_by_operations(data_.analogies, data_.pool, meaning("fingerprints"));
    }
    scores_.analogies = score_analogies(data_.analogies, data_.pool, vectors_, threads(), open);
  }

 private:
  void report(std::string_view work, std::uint64_t done, std::uint64_t of) const {
    if (options_.on_progress) options_.on_progress(work, done, of);
  }
  unsigned threads() const { return base::thread_count(options_.threads); }
  MeaningOptions meaning(std::string_view work) const {
    return {options_.decision_seconds, threads(),
            [this, work](std::uint64_t done, std::uint64_t of) { report(work, done, of); },
            &scores_.cost};
  }

  void cluster(const LabelledExpressions& labelled, const Vectors& points,
               const std::vector<std::uint32_t>& groups) {
    std::vector<std::uint32_t> found;
    if (options_.with_algebra) {
      found = cluster_by_groups(points, groups, labelled.clusters);
      scores_.grouped = in_largest_groups(groups, labelled.clusters);
    } else {
      KMeansOptions options;
      options.clusters = labelled.clusters;
      options.starts = options_.k_means_starts;
      options.seed = options_.seed;
      options.threads = threads();
      options.on_start_done = [&](std::size_t done) {
        report("starts of K-means", done, options.starts);
      };
      scores_.k_means_seed = options.seed;
      scores_.k_means_starts = options.starts;
      found = cluster_readable(points, options);
    }
    scores_.clustering = score_clustering(labelled.cluster_of, found, labelled.clusters);
  }

  // K-means of the nonzero points, because zero points would form a separate cluster. Zero points
  // get the number of clusters.
  static std::vector<std::uint32_t> cluster_readable(const Vectors& points, KMeansOptions options) {
    std::vector<std::size_t> readable;
    for (std::size_t i = 0; i < points.count(); ++i) {
      if (!is_zero(points.row(i))) readable.push_back(i);
    }
    std::vector<std::uint32_t> found(points.count(), static_cast<std::uint32_t>(options.clusters));
    if (readable.empty()) return found;
    Vectors seen(readable.size(), points.width());
    for (std::size_t i = 0; i < readable.size(); ++i) {
      std::ranges::copy(points.row(readable[i]), seen.row(i).begin());
    }
    options.clusters = std::min(options.clusters, readable.size());
    const std::vector<std::uint32_t> clusters = k_means(seen, options).cluster_of;
    for (std::size_t i = 0; i < readable.size(); ++i) found[readable[i]] = clusters[i];
    return found;
  }

  static std::size_t in_largest_groups(const std::vector<std::uint32_t>& groups,
                                       std::size_t clusters) {
    std::vector<std::size_t> sizes(groups.empty() ? 0 : std::ranges::max(groups) + std::size_t{1});
    for (const std::uint32_t group : groups) ++sizes[group];
    std::ranges::sort(sizes, std::greater());
    sizes.resize(std::min(sizes.size(), clusters));
    std::size_t sum = 0;
    for (const std::size_t size : sizes) sum += size;
    return sum;
  }

  const ExpressionVectors& vectors_;
  const TaskData& data_;
  const EmbeddingScoreOptions& options_;
  EmbeddingScores& scores_;
};

void add_lines(const TaskData& data, std::vector<std::string>& texts) {
  for (const egen::Derivation& derivation : data.derivations) {
    for (const egen::DerivationStep& step : derivation.steps) texts.push_back(step.expression);
  }
}

}  // namespace

std::vector<std::string> expressions_of(const TaskData& data, const TaskData* threshold_data,
                                        const TaskSelection& tasks) {
  std::vector<std::string> texts;
  if (tasks.has(EmbeddingTask::Clustering) || tasks.has(EmbeddingTask::Retrieval)) {
    for (const egen::RetrievalCluster& cluster : data.clusters) {
      texts.insert(texts.end(), cluster.expressions.begin(), cluster.expressions.end());
    }
  }
  if (tasks.has(EmbeddingTask::Choice)) {
    for (const egen::SemanticChoice& item : data.choices) {
      texts.push_back(item.query);
      for (const auto& candidate : item.candidates) texts.push_back(candidate.expression);
    }
  }
  if (tasks.has(EmbeddingTask::Mistakes)) {
    add_lines(data, texts);
    if (threshold_data != nullptr) add_lines(*threshold_data, texts);
  }
  if (tasks.has(EmbeddingTask::Algebra)) {
    for (const egen::Analogy& analogy : data.analogies) {
      texts.insert(texts.end(), {analogy.x1, analogy.y1, analogy.x2, analogy.y2});
    }
    for (const egen::PoolEntry& entry : data.pool) texts.push_back(entry.expression);
  }
  std::ranges::sort(texts);
  texts.erase(std::ranges::unique(texts).begin(), texts.end());
  return texts;
}

base::Result<EmbeddingScores> score_embedding(const Embedding& embedding, const TaskData& data,
                                              const TaskData* threshold_data,
                                              const EmbeddingScoreOptions& options) {
  EmbeddingScores scores;
  std::size_t with_items = 0;
  for (std::size_t i = 0; i < kEmbeddingTasks; ++i) {
    const auto task = static_cast<EmbeddingTask>(i);
    if (!options.tasks.has(task)) continue;
    if (data.has_items(task)) {
      ++with_items;
    } else {
      scores.without_items.push_back(embedding_task_name(task));
    }
  }
  if (with_items == 0) {
    return base::fail(fmt::format("{}: there are no items for {}", data.path,
                                  fmt::join(scores.without_items, ", ")));
  }
  const auto vectors =
      ExpressionVectors::make(embedding.embed, expressions_of(data, threshold_data, options.tasks),
                              [&](std::uint64_t done, std::uint64_t of) {
                                if (options.on_progress)
                                  options.on_progress("expressions embedded", done, of);
                              });
  if (!vectors) return std::unexpected(vectors.error());
  scores.embedding = embedding.name;
  scores.reads = embedding.reads;
  scores.width = vectors->width();
  scores.unreadable = vectors->unreadable();
  scores.with_algebra = options.with_algebra;
  scores.data = data.description();
  Scoring scoring(*vectors, data, options, scores);
  if (options.tasks.has(EmbeddingTask::Clustering) || options.tasks.has(EmbeddingTask::Retrieval)) {
    if (auto done = scoring.score_clusters(); !done) return std::unexpected(done.error());
  }
  if (options.tasks.has(EmbeddingTask::Choice)) scoring.score_choices_among_seven();
  if (options.tasks.has(EmbeddingTask::Mistakes)) {
    const TaskData& source = threshold_data != nullptr ? *threshold_data : data;
    scores.threshold_data = source.description();
    scores.threshold_is_of_data = threshold_data == nullptr;
    if (auto done = scoring.score_steps(source.derivations); !done) {
      return std::unexpected(done.error());
    }
  }
  if (options.tasks.has(EmbeddingTask::Algebra)) scoring.score_embedding_algebra();
  return scores;
}

}  // namespace noether::evaluation
