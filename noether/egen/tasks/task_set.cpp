#include "noether/egen/tasks/task_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "noether/base/file_descriptor.h"
#include "noether/base/mix.h"
#include "noether/base/parallel.h"
#include "noether/base/result_file.h"
#include "noether/egen/tasks/analogies.h"
#include "noether/egen/tasks/semantic_choice.h"
#include "noether/egen/tasks/task_files.h"
#include "noether/egen/training/ordered_lines.h"

namespace noether::egen {
namespace {

using OrderedJson = nlohmann::ordered_json;

// Clusters without a usable item are skipped; a corpus that mostly has such clusters is abandoned.
constexpr std::uint64_t kTriesPerItem = 8;

// Written before anything else, so that the folder of an interrupted run is recognised; removed
// when there is a manifest.
constexpr std::string_view kBegunFile = "begun.json";
constexpr std::uint64_t kMaxTaskManifestBytes = std::uint64_t{1} << 20;

// Different tasks and items use independent random numbers.
egraph::Random random_of(std::uint64_t seed, std::uint64_t task, std::uint64_t item) {
  egraph::Random mixed(seed ^ (task << 56));
  return egraph::Random(mixed.next() + item);
}

class TaskSetWriter {
 public:
  TaskSetWriter(const MemberTable& table, const TaskSetOptions& options,
                base::FileSystem& file_system)
      : table_(table), options_(options), file_system_(file_system) {}

  base::Result<TaskSetReport> write() {
    const auto lock = claim();
    if (!lock) return std::unexpected(lock.error());
    for (const auto part : {&TaskSetWriter::begin, &TaskSetWriter::write_choices,
                            &TaskSetWriter::write_derivations, &TaskSetWriter::write_analogies,
                            &TaskSetWriter::write_retrieval, &TaskSetWriter::write_manifest}) {
      if (auto written = (this->*part)(); !written) return std::unexpected(written.error());
    }
    return report_;
  }

 private:
  std::string path(std::string_view name) const {
    return options_.folder + "/" + std::string(name);
  }

  // Claims the folder, which must be new, empty, or hold task sets of an earlier run.
  base::Result<base::FileLock> claim() {
    if (auto made = file_system_.make_folder(options_.folder); !made) {
      return std::unexpected(made.error());
    }
    auto lock = base::FileLock::take(path("lock"));
    if (!lock) {
      return base::fail(
          fmt::format("cannot write to '{}': {}", options_.folder, lock.error().message), {},
          "wait until that run has ended, or write to another folder");
    }
    if (is_ours(kBegunFile) || is_ours("manifest.json")) return lock;
    const auto names = file_system_.list(options_.folder);
    if (!names) return std::unexpected(names.error());
    for (const std::string& name : *names) {
      if (name == "lock" || name.ends_with(base::kUnfinished)) {
        continue;
      }
      return base::fail(fmt::format("the folder '{}' holds something that is not a task set: {}",
                                    options_.folder, name),
                        {}, "write to a new or empty folder");
    }
    return lock;
  }

  base::Result<void> begin() {
    const std::string text = OrderedJson{{"holds", "tasks"}}.dump() + "\n";
    auto done = base::write_atomically(file_system_, path(kBegunFile), text);
    // The manifest of an earlier run must not describe an unfinished one.
    if (done) done = file_system_.remove(path("manifest.json"));
    return done;
  }

  // Returns whether this file marks the folder as one of task sets.
  bool is_ours(std::string_view name) const {
    const auto text = file_system_.read(path(name), kMaxTaskManifestBytes);
    if (!text) return false;
    const OrderedJson json = OrderedJson::parse(*text, nullptr, false);
    return json.is_object() && json.value("holds", OrderedJson()) == OrderedJson("tasks");
  }

  // The cluster of an item: all clusters in random order, repeatedly.
  std::size_t cluster_of_item(std::uint64_t item, std::uint64_t task) const {
    const std::uint64_t count = table_.cluster_count();
    const std::uint64_t seed = random_of(options_.seed, task, item / count).next();
    return static_cast<std::size_t>(base::IndexShuffle(count, seed)[item % count]);
  }

  base::Result<void> write_lines(std::string_view file, const std::vector<LineMaker>& makers,
                                 const LineSink& on_line) {
    auto out = base::AtomicFile::create(file_system_, path(file));
    if (!out) return std::unexpected(out.error());
    std::uint64_t done = 0;
    const std::uint64_t most = table_.cluster_count() == 0 ? 0 : options_.items * kTriesPerItem;
    const auto made = make_lines({.wanted = options_.items, .most_items = most, .chunk = 8}, makers,
                                 [&](const OrderedLine& line) -> base::Result<void> {
                                   if (options_.on_item)
                                     options_.on_item(file, ++done, options_.items);
                                   if (auto counted = on_line(line); !counted) return counted;
                                   return out->write(line.text);
                                 });
    if (!made) return std::unexpected(made.error());
    return finish(*out);
  }

  template <typename Items>
  base::Result<void> write_items(std::string_view file, const Items& items) {
    auto out = base::AtomicFile::create(file_system_, path(file));
    if (!out) return std::unexpected(out.error());
    for (const auto& item : items) {
      if (auto written = out->write(json_line(item) + "\n"); !written) return written;
    }
    return finish(*out);
  }

  base::Result<void> finish(base::AtomicFile& out) {
    files_.push_back({{"name", out.path().substr(options_.folder.size() + 1)},
                      {"bytes", out.size()},
                      {"digest", out.digest().hex()}});
    return out.commit();
  }

  base::Result<void> write_choices() {
    constexpr std::uint64_t kTask = 1;
    std::vector<std::unique_ptr<SemanticChoiceMaker>> owned;
    std::vector<LineMaker> makers;
    for (unsigned i = 0; i < base::thread_count(options_.threads); ++i) {
      owned.push_back(std::make_unique<SemanticChoiceMaker>(table_));
      makers.emplace_back([this, maker = owned.back().get()](std::uint64_t item) {
        egraph::Random random = random_of(options_.seed, kTask, item);
        std::optional<OrderedLine> line;
        if (const auto made = maker->make(cluster_of_item(item, kTask), random)) {
          line = OrderedLine{.text = json_line(*made) + "\n"};
        }
        return line;
      });
    }
    return write_lines(kSemanticFile, makers, [&](const OrderedLine&) -> base::Result<void> {
      ++report_.semantic_items;
      return {};
    });
  }

  base::Result<void> write_derivations() {
    constexpr std::uint64_t kTask = 2;
    std::vector<std::unique_ptr<DerivationMaker>> owned;
    std::vector<LineMaker> makers;
    for (unsigned i = 0; i < base::thread_count(options_.threads); ++i) {
      owned.push_back(std::make_unique<DerivationMaker>(options_.derivations));
      makers.emplace_back([this, maker = owned.back().get()](std::uint64_t item) {
        egraph::Random random = random_of(options_.seed, kTask, item);
        const std::size_t cluster = cluster_of_item(item, kTask);
        const std::uint64_t member =
            table_.first_member(cluster) + random.below(table_.size_of(cluster));
        std::optional<OrderedLine> line;
        const auto made =
            maker->make(table_.expression(member), table_.cluster_id(cluster), random);
        if (made) {
          const auto mistakes = std::ranges::count_if(
              made->steps, [](const DerivationStep& step) { return step.mistake.has_value(); });
          line = {json_line(*made) + "\n",
                  {made->steps.size() - 1, static_cast<std::size_t>(mistakes)}};
        }
        return line;
      });
    }
    return write_lines(kDerivationsFile, makers,
                       [&](const OrderedLine& line) -> base::Result<void> {
                         ++report_.derivations;
                         report_.steps += line.numbers[0];
                         report_.mistakes += line.numbers[1];
                         return {};
                       });
  }

  base::Result<void> write_analogies() {
    std::vector<Analogy> analogies = make_analogies(options_.analogies, options_.seed);
    const auto pool = make_analogy_pool(table_, analogies, options_.pool, options_.seed);
    report_.analogies = analogies.size();
    report_.pool = pool.size();
    if (auto written = write_items(kAnalogyPoolFile, pool); !written) return written;
    return write_items(kAnalogiesFile, analogies);
  }

  base::Result<void> write_retrieval() {
    RetrievalOptions options = options_.retrieval;
    options.seed = options_.seed;
    const auto clusters = make_retrieval_clusters(table_, options);
    report_.retrieval_clusters = clusters.size();
    for (const RetrievalCluster& cluster : clusters) {
      report_.retrieval_expressions += cluster.expressions.size();
    }
    return write_items(kRetrievalFile, clusters);
  }

  base::Result<void> write_manifest() {
    const OrderedJson json = {{"holds", "tasks"},
                              {"source", options_.source},
                              {"source_digest", table_.digest().hex()},
                              {"seed", options_.seed},
                              {"items", options_.items},
                              {"semantic_items", report_.semantic_items},
                              {"derivations", report_.derivations},
                              {"steps", report_.steps},
                              {"mistakes", report_.mistakes},
                              {"analogies", report_.analogies},
                              {"analogy_pool", report_.pool},
                              {"retrieval_clusters", report_.retrieval_clusters},
                              {"retrieval_expressions", report_.retrieval_expressions},
                              {"files", files_}};
    const std::string text = json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
    auto done = base::write_atomically(file_system_, path("manifest.json"), text);
    if (done) done = file_system_.remove(path(kBegunFile));
    return done;
  }

  const MemberTable& table_;
  const TaskSetOptions& options_;
  base::FileSystem& file_system_;
  TaskSetReport report_;
  std::vector<OrderedJson> files_;
};

}  // namespace

base::Result<TaskSetReport> write_task_set(const MemberTable& table, const TaskSetOptions& options,
                                           base::FileSystem& file_system) {
  return TaskSetWriter(table, options, file_system).write();
}

}  // namespace noether::egen
