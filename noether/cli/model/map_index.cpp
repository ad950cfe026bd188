#include "noether/cli/model/map_index.h"

#include <fmt/format.h>

#include <filesystem>

#include "noether/base/file_system.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/manifest.h"
#include "noether/search/map/map_topics.h"

namespace noether::cli {
namespace {

// Names of topics with how many dots each has; behind them that of the dots of no topic.
std::vector<std::string> legend_of(const search::FormulaMap& map) {
  std::vector<std::uint64_t> counts(search::kOtherTopic + std::size_t{1});
  for (const search::MapDot& dot : map.dots) ++counts[dot.topic];
  std::vector<std::string> legend;
  for (std::size_t i = 0; i < map.topics.size(); ++i) {
    legend.push_back(fmt::format("{} ({})", map.topics[i], counts[i]));
  }
  // The numbers of topics are those of their styles.
  while (legend.size() < search::kOtherTopic) legend.emplace_back();
  legend.push_back(fmt::format("other ({})", counts[search::kOtherTopic]));
  return legend;
}

}  // namespace

bool is_index(const std::string& path) {
  return base::FileSystem::real().exists(index::manifest_path(path));
}

base::Result<evaluation::ClusterMap> map_of_index(const std::string& folder,
                                                  const search::FormulaMapOptions& options) {
  const auto index = index::open_search_index(folder);
  if (!index) return std::unexpected(index.error());
  const auto documents = search::DocumentTable::read(*index);
  if (!documents) return std::unexpected(documents.error());
  const auto made = search::make_formula_map(*index, *documents, options);
  if (!made) return std::unexpected(made.error());
  if (made->dots.empty()) {
    return base::fail("no formula of the index has a vector, so there is nothing to draw");
  }
  evaluation::ClusterMap map;
  map.notation = formula::Notation::Latex;
  map.is_by_topic = true;
  map.clusters = legend_of(*made);
  for (const search::MapDot& dot : made->dots) {
    const auto formula = index->formula(dot.formula);
    if (!formula) return std::unexpected(formula.error());
    map.points.push_back(
        {{static_cast<float>(dot.x), static_cast<float>(dot.y)}, dot.topic, formula->latex});
  }
  map.title = fmt::format("The formulas of {}",
                          std::filesystem::path(folder).lexically_normal().filename().string());
  map.description = fmt::format(
      "{} of {} vectors of {} of {} formulas, made by {}, placed by UMAP (seed {}), coloured by {}",
      made->dots.size(), made->vectors, made->readable, made->formulas, made->model, options.seed,
      made->topics_by);
  return map;
}

}  // namespace noether::cli
