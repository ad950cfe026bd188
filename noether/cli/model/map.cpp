// noether map: draws clusters of expressions, or the formulas of an index, as an embedding arranges
// them.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/base/parallel.h"
#include "noether/base/progress.h"
#include "noether/base/result_file.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/corpus/corpus_arguments.h"
#include "noether/embedding/prefix_of_formula.h"
#include "noether/embedding/shipped_model.h"
#include "noether/evaluation/embedding/cluster_map.h"
#include "noether/evaluation/embedding/open_embedding.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/manifest.h"
#include "noether/search/map/formula_map.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "map";

struct MapCommand {
  CLI::App* options = nullptr;
  std::string path;
  std::string model;
  std::string vectors;
  std::optional<std::string> query;
  std::string result;
  evaluation::MapOptions map;
  std::uint32_t dots = search::kMostMapDots;
  unsigned threads = 1;
};

// Draws a bar for each part of the work.
class MapProgress {
 public:
  void operator()(std::string_view work, std::uint64_t done, std::uint64_t of) {
    if (work != current_) {
      current_ = work;
      bar_.emplace(current_, of);
    }
    bar_->update(done, done);
  }

 private:
  std::string current_;
  std::optional<base::ProgressBar> bar_;
};

// The names of topics with their numbers of dots, followed by the dots without a topic.
std::vector<std::string> legend_of(const search::FormulaMap& map) {
  std::vector<std::uint64_t> counts(search::kOtherTopic + std::size_t{1});
  for (const search::MapDot& dot : map.dots) ++counts[dot.topic];
  std::vector<std::string> legend;
  for (std::size_t i = 0; i < map.topics.size(); ++i) {
    legend.push_back(fmt::format("{} ({})", map.topics[i], counts[i]));
  }
  // The number of a topic is that of its style.
  while (legend.size() < search::kOtherTopic) legend.emplace_back();
  legend.push_back(fmt::format("other ({})", counts[search::kOtherTopic]));
  return legend;
}

// Whether the folder holds an index.
bool is_index(const std::string& path) {
  return base::FileSystem::real().exists(index::manifest_path(path));
}

// The dots of the formulas of an index, in the colours of their topics.
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

// Refuses options that only the other kind of map has.
void refuse_options(const MapCommand& command, std::initializer_list<const char*> names,
                    std::string_view of) {
  for (const char* const name : names) {
    if (command.options->count(name) == 0) continue;
    fail(kCommand,
         {fmt::format("{} is an option for maps of {}, which '{}' is not", name, of, command.path),
          {},
          {}},
         ExitCode::Failure);
  }
}

evaluation::Embedding open(const MapCommand& command) {
  const std::string& model =
      command.model.empty() ? embedding::shipped_model_folder() : command.model;
  auto embedding = command.vectors.empty() ? evaluation::open_embedding(model, command.threads)
                                           : evaluation::read_vector_file(command.vectors);
  if (!embedding) fail(kCommand, embedding.error(), ExitCode::Failure);
  return *std::move(embedding);
}

base::Result<evaluation::ClusterMap> draw_index(const MapCommand& command) {
  refuse_options(
      command,
      {"--model", "--vectors", "--clusters", "--members", "--query", "--found", "--perplexity"},
      "a corpus");
  search::FormulaMapOptions options{.most_dots = command.dots, .seed = command.map.placing.seed};
  if (command.options->count("--iterations") > 0) {
    options.epochs = static_cast<std::uint32_t>(command.map.placing.iterations);
  }
  MapProgress progress;
  options.on_progress = std::ref(progress);
  return map_of_index(command.path, options);
}

base::Result<evaluation::ClusterMap> draw_corpus(MapCommand& command) {
  refuse_options(command, {"--dots"}, "an index");
  const evaluation::Embedding embedding = open(command);
  const egen::MemberTable table = read_members(kCommand, command.path);
  if (command.query) {
    auto prefix = embedding::prefix_of_formula(*command.query);
    if (!prefix) fail(kCommand, prefix.error(), ExitCode::BadInput, *command.query);
    command.map.query = *std::move(prefix);
  }
  MapProgress progress;
  command.map.on_progress = std::ref(progress);
  command.map.placing.threads = base::thread_count(command.threads);
  return evaluation::make_cluster_map(table, embedding, command.map);
}

void run(MapCommand& command) {
  const bool is_html = command.result.ends_with(".html");
  if (!is_html && !command.result.ends_with(".svg")) {
    fail(kCommand,
         {fmt::format("'{}' is neither a picture nor a page", command.result),
          {},
          "end the name with .svg or .html"},
         ExitCode::Failure);
  }
  const auto map = is_index(command.path) ? draw_index(command) : draw_corpus(command);
  if (!map) fail(kCommand, map.error(), ExitCode::BadInput);
  const auto written = base::write_result(
      command.result, is_html ? evaluation::map_html(*map) : evaluation::map_svg(*map),
      command.path);
  if (!written) fail(kCommand, written.error(), ExitCode::Failure);
  print_result(kCommand, fmt::format("{}: {}; {}\n", command.result, map->title, map->description));
}

}  // namespace

void register_map(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "map", "Draws clusters of expressions, or the formulas of an index, as dots in the plane");
  const auto options = std::make_shared<MapCommand>();
  options->options = command;
  command
      ->add_option("PATH", options->path,
                   "A corpus folder, a file of clusters, or the folder of an index with vectors")
      ->required();
  command->add_option("-o", options->result, "The picture (.svg) or page (.html) to write")
      ->required();
  command->add_option("--model", options->model,
                      "The folder of an encoder, or bag-of-tokens; by default the shipped one");
  command->add_option("--vectors", options->vectors,
                      "Instead of a model: a file of expressions with their vectors");
  command
      ->add_option("--clusters", options->map.clusters,
                   "The number of clusters; the first of the corpus are drawn")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command
      ->add_option("--members", options->map.members,
                   "The maximum number of expressions of each cluster")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--query", options->query,
                      "An expression to mark, together with its nearest ones");
  command->add_option("--found", options->map.found, "The number of nearest expressions to mark")
      ->capture_default_str();
  command
      ->add_option("--perplexity", options->map.placing.perplexity,
                   "The approximate number of neighbours that each dot keeps near")
      ->check(CLI::Range(1.0, 1000.0))
      ->capture_default_str();
  command
      ->add_option(
          "--iterations", options->map.placing.iterations,
          "The iterations of t-SNE; for an index those of UMAP, by default as its size needs")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  command
      ->add_option("--seed", options->map.placing.seed,
                   "The seed of the placing; another seed gives another picture")
      ->capture_default_str();
  command
      ->add_option("--dots", options->dots, "For an index: the maximum number of vectors to draw")
      ->check(CLI::Range(1U, search::kMostMapDots))
      ->capture_default_str();
  add_threads_option(*command, options->threads);
  command->footer(
      "Examples:\n"
      "  noether map corpus --clusters 17 --model bag-of-tokens -o map.html\n"
      "  noether map notes.idx -o notes.html");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
