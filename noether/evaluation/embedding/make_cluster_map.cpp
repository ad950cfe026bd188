#include "noether/evaluation/embedding/make_cluster_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "noether/base/mix.h"
#include "noether/evaluation/embedding/expression_vectors.h"

namespace noether::evaluation {
namespace {

// Up to `most` members: the initial expression, then others in random order.
void add_members(const egen::MemberTable& table, std::size_t cluster, std::size_t most,
                 std::uint64_t seed, ClusterMap& map) {
  const std::uint64_t first = table.first_member(cluster);
  const std::uint64_t others = table.size_of(cluster) - 1;
  const auto label = static_cast<std::uint32_t>(map.clusters.size());
  map.clusters.emplace_back(table.expression(first));
  map.points.push_back({{}, label, map.clusters.back()});
  if (others == 0) return;
  const base::IndexShuffle shuffle(others, seed + cluster);
  for (std::uint64_t i = 0; i < others && i + 1 < most; ++i) {
    map.points.push_back({{}, label, std::string(table.expression(first + 1 + shuffle[i]))});
  }
}

// The query, then the points that are most similar to it.
std::vector<std::size_t> find_similar(const ClusterMap& map, std::size_t query,
                                      const Vectors& vectors, std::size_t how_many) {
  std::vector<float> similarity;
  inner_products(vectors, query, 1, vectors, similarity);
  std::vector<std::size_t> order(map.points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase(order, query);
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return similarity[a] != similarity[b] ? similarity[a] > similarity[b] : a < b;
  });
  order.resize(std::min(order.size(), how_many));
  order.insert(order.begin(), query);
  return order;
}

// Its position among the points, to which it is added when it is not there.
std::size_t add_query(const std::string& query, ClusterMap& map) {
  const auto found = std::ranges::find(map.points, query, &MapPoint::expression);
  if (found != map.points.end()) return static_cast<std::size_t>(found - map.points.begin());
  map.points.push_back({{}, static_cast<std::uint32_t>(map.clusters.size()), query});
  map.clusters.push_back(query);
  return map.points.size() - 1;
}

}  // namespace

base::Result<ClusterMap> make_cluster_map(const egen::MemberTable& table,
                                          const Embedding& embedding, const MapOptions& options) {
  const std::size_t clusters = std::min(options.clusters, table.cluster_count());
  if (clusters == 0) return base::fail("the corpus has no clusters, so there is nothing to draw");
  if (clusters + 1 > kMostTsneVectors) {
    return base::fail(
        fmt::format("a map has at most {} expressions, and {} clusters were asked for",
                    kMostTsneVectors, clusters),
        {}, "draw fewer with --clusters");
  }
  const std::size_t members =
      std::clamp<std::size_t>(options.members, 1, (kMostTsneVectors - 1) / clusters);
  ClusterMap map;
  for (std::size_t c = 0; c < clusters; ++c) {
    add_members(table, c, members, options.placing.seed, map);
  }
  const std::size_t drawn = map.points.size();
  std::size_t query = 0;
  if (!options.query.empty()) query = add_query(options.query, map);

  const auto report = [&](std::string_view work, std::uint64_t done, std::uint64_t of) {
    if (options.on_progress) options.on_progress(work, done, of);
  };
  std::vector<std::string> texts;
  for (const MapPoint& point : map.points) texts.push_back(point.expression);
  const auto made = ExpressionVectors::make(
      embedding.embed, texts,
      [&](std::uint64_t done, std::uint64_t of) { report("expressions embedded", done, of); });
  if (!made) return std::unexpected(made.error());
  if (!options.query.empty() && !made->is_readable(options.query)) {
    return base::fail(
        fmt::format("{} cannot read `{}`: it is too long, has an operator that is not known, or "
                    "more variables than the model",
                    embedding.name, options.query));
  }
  const Vectors vectors = made->rows(texts);
  TsneOptions placing = options.placing;
  placing.on_iteration = [&](std::size_t done) {
    report("iterations of t-SNE", done, placing.iterations);
  };
  const TsneResult placed = t_sne(vectors, placing);
  for (std::size_t i = 0; i < map.points.size(); ++i) map.points[i].place = placed.places[i];
  if (!options.query.empty()) {
    map.query_and_found = find_similar(map, query, vectors, options.found);
  }
  map.title = fmt::format("{} clusters of equal expressions", clusters);
  map.description = fmt::format(
      "{} expressions{}{}, embedded by {} in {} dimensions, placed by t-SNE (perplexity "
      "{}, seed {}); corpus {}",
      drawn, members < options.members ? fmt::format(" (at most {} of a cluster)", members) : "",
      made->unreadable() > 0 ? fmt::format(" ({} of them unreadable)", made->unreadable()) : "",
      embedding.name, vectors.width(), placing.perplexity, placing.seed, table.digest().hex());
  return map;
}

}  // namespace noether::evaluation
