// Measures how well and how fast formulas are found, by ARQMath's judgements: the rows of the table
// in docs/measurements.md, next to published figures of other systems.
//
//   formula_search ARQMATH                  quality by cross-validation over topics, and speed
//   formula_search ARQMATH --write FILE     learns the weights that ship, from all topics
//   formula_search ARQMATH --count-labels FILE   counts the labels of the collection's formulas
//   formula_search ARQMATH --only path …    learns from other features
//   formula_search ARQMATH --vectors        joined with the vectors of models/formula-encoder, in
//                                           several ways; all weights from the other year
//   formula_search ARQMATH --context INDEX  formulas with the words around them, from an index of
//                                           the collection; all weights from the other year
//     --contexts-2020 INDEX MODEL           the same with vectors of contexts, by a model that was
//                                           trained on 2021; --contexts-2021 likewise
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bench/ranking/context_ranking.h"
#include "bench/ranking/learned_ranking.h"
#include "bench/ranking/vector_ranking.h"
#include "noether/embedding/shipped_model.h"
#include "noether/evaluation/statistics/paired_tests.h"
#include "noether/formula/formula_io.h"
#include "noether/search/formula/flat_tree.h"

namespace {

using namespace noether;
using namespace noether::bench;

// Labels of fewer formulas are skipped, because they are about equally rare for a query.
constexpr unsigned kLeastLabelCount = 20;

// Returns a label in the format of the file: the operator, then its text.
std::string name_of(const formula::OperatorTree& tree, formula::NodeId source,
                    const search::FlatNode& node) {
  const formula::Op op = node.letter_call ? formula::Op::Variable : tree.op(source);
  std::string name(formula::op_info(op).name);
  const std::string_view label = tree.label(source);
  if (label.empty()) return name;
  return name + ' ' + std::string(node.leaf && search::is_dots(label) ? "…" : label);
}

// Counts the formulas that contain each label of operator trees, for weights/labels.weights. Writes
// the lines that search::LabelRarities reads, most frequent label first.
std::string write_label_counts(std::span<const std::string> latex) {
  std::map<std::string, unsigned> counts;
  formula::FormulaReader reader;
  formula::Formula formula;
  search::FlatTree flat;
  for (const std::string& written : latex) {
    if (!reader.read(formula::Notation::Latex, written, formula)) continue;
    flat.assign(formula.operators);
    std::set<std::string> names;
    for (std::size_t i = 0; i < flat.size(); ++i) {
      names.insert(name_of(formula.operators, flat.sources()[i], flat[i]));
    }
    for (const std::string& name : names) ++counts[name];
  }
  std::vector<std::pair<unsigned, std::string>> sorted;
  for (const auto& [name, count] : counts) {
    if (count >= kLeastLabelCount && !name.contains('\n')) sorted.emplace_back(count, name);
  }
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::string text = fmt::format("formulas {}\n", latex.size());
  for (const auto& [count, name] : sorted) {
    fmt::format_to(std::back_inserter(text), "{} {}\n", count, name);
  }
  return text;
}

constexpr std::uint64_t kShuffleSeed = 7;

// Chosen by removing one feature after the other. More features describe the training topics better
// and other topics worse.
const std::vector<std::string> kChosen = {"tuples",        "path_structure", "subtree_precision",
                                          "edit_part",     "drawing",        "renaming",
                                          "meaning",       "labels",         "symbols",
                                          "siblings",      "numbers",        "word_recall",
                                          "same_root",     "dots",           "dots_kept",
                                          "layout_recall", "layout_run",     "layout_edit_part"};

struct Options {
  std::string data;
  std::string write;
  std::string count_labels;
  Ridge ridge;
  std::string context;
  std::vector<std::string> contexts_2020;
  std::vector<std::string> contexts_2021;
  search::FormulaSearchOptions search;
  std::vector<std::string> only = kChosen;
  bool show_weights = false;
  bool vectors = false;
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void print(std::string_view name, const Measures& m, std::string_view others = {}) {
  fmt::print("{:38} nDCG' {:.4f}  MAP' {:.4f}  P'@10 {:.4f}  unjudged as 0: nDCG {:.4f}  {}\n",
             name, m.ndcg, m.map, m.precision, m.ndcg_unjudged, others);
}

base::Result<RankedPool> open_pool(const std::string& data, const std::string& name) {
  auto pool = name == "judged"
                  ? read_judged_pool(data + "/judged-formulas-2020/visual-id-v1", kShuffleSeed)
                  : read_collection_pool(data, name == "2020" ? 2020 : 2021, kShuffleSeed);
  if (!pool) return std::unexpected(pool.error());
  auto index = FormulaIndex::build(*pool);
  if (!index) return std::unexpected(index.error());
  RankedPool ranked{name, std::move(*pool), std::move(*index), 1000, {}};
  if (name == "judged") ranked.depth = ranked.pool.item_count;
  if (const auto learned = learn_moments(ranked); !learned) return std::unexpected(learned.error());
  return ranked;
}

std::vector<std::size_t> chosen_features(const std::vector<std::string>& names) {
  std::vector<std::size_t> chosen;
  for (std::size_t k = 0; k < search::kFormulaFeatures; ++k) {
    if (std::ranges::find(names, search::kFormulaFeatureNames[k]) != names.end()) {
      chosen.push_back(k);
    }
  }
  return chosen;
}

std::string_view known_of_others(const std::string& pool) {
  if (pool == "judged") return "(Approach0 .798/.587/.540, best weighted .840/.607/.569)";
  if (pool == "2020") return "(Approach0 .919, .649; best fusion .949, .746)";
  return "(Approach0 .805, .641; best fusion .884, .742)";
}

base::Result<void> measure_speed(const RankedPool& ranked, search::FormulaSearchOptions options) {
  options.top = 1000;
  search::FormulaSearcher searcher(ranked.index.reader());
  std::vector<double> times;
  for (int round = 0; round < 4; ++round) {
    for (const JudgedPool::Query& topic : ranked.pool.queries) {
      const double begin = cpu_seconds();
      const auto query = search::FormulaQuery::read(topic.latex);
      if (!query) continue;
      const auto hits = searcher.search(*query, options);
      if (!hits) return std::unexpected(hits.error());
      // The first round warms up.
      if (round > 0) times.push_back(1000 * (cpu_seconds() - begin));
    }
  }
  std::ranges::sort(times);
  double sum = 0;
  for (const double time : times) sum += time;
  fmt::print("{:34} mean {:.2f} ms, p95 {:.2f} ms of CPU  (Approach0 18.8, 43)\n",
             fmt::format("top 1000 of {} formulas", ranked.index.reader().formulas()),
             sum / static_cast<double>(times.size()), times[times.size() * 95 / 100]);
  return {};
}

// Tests topic by topic whether the second of two rows is better by more than chance.
std::string compared(std::span<const Measures> before, std::span<const Measures> after) {
  std::vector<double> prime;
  std::vector<double> unjudged;
  for (std::size_t i = 0; i < before.size(); ++i) {
    prime.push_back(after[i].ndcg - before[i].ndcg);
    unjudged.push_back(after[i].ndcg_unjudged - before[i].ndcg_unjudged);
  }
  return fmt::format("p = {:.3f}, {:.3f} (unjudged as 0: {:.3f}, {:.3f})",
                     evaluation::paired_t_test(prime).p, evaluation::randomisation_test(prime).p,
                     evaluation::paired_t_test(unjudged).p,
                     evaluation::randomisation_test(unjudged).p);
}

base::Result<void> measure_context(const Options& options,
                                   const std::function<search::FormulaWeights(int)>& weights_of) {
  ContextStudy study{.data = options.data, .indexes = {}, .weights_of = weights_of};
  for (const auto& [year, named] :
       {std::pair(2020, &options.contexts_2020), std::pair(2021, &options.contexts_2021)}) {
    study.indexes[year] = named->empty() ? StudiedIndex{options.context}
                                         : StudiedIndex{named->front(), named->back()};
  }
  const auto studied = study_context(study);
  if (!studied) return std::unexpected(studied.error());
  fmt::print("All weights chosen on the other year:\n");
  std::vector<std::vector<Measures>> of_both;
  for (const auto& [year, result] : *studied) {
    of_both.resize(result.choices.size());
    fmt::print("{} {}\n", year, known_of_others(std::to_string(year)));
    for (std::size_t i = 0; i < result.choices.size(); ++i) {
      const ContextChoice& choice = result.choices[i];
      print(choice.name, choice.mean, choice.weights);
      of_both[i].insert(of_both[i].end(), choice.by_topic.begin(), choice.by_topic.end());
    }
  }
  fmt::print("Against thread and sentence, the topics of both years, t-test and randomisation:\n");
  const auto& choices = studied->begin()->second.choices;
  const auto base = std::ranges::find(choices, "thread, sentence", &ContextChoice::name);
  if (base == choices.end()) return {};
  const auto at = static_cast<std::size_t>(base - choices.begin());
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (i != at) fmt::print("{:38} {}\n", choices[i].name, compared(of_both[at], of_both[i]));
  }
  return {};
}

base::Result<void> measure_vectors(std::span<const RankedPool> pools, const Options& options,
                                   const std::function<search::FormulaWeights(int)>& weights_of) {
  const auto encoder = embedding::FormulaEncoder::open(embedding::shipped_model_folder());
  if (!encoder) return std::unexpected(encoder.error());
  const auto studied = study_vectors(pools, *encoder, options.search, weights_of);
  if (!studied) return std::unexpected(studied.error());
  fmt::print("All weights chosen on the other year; tests against structure alone:\n");
  for (const PoolJoined& joined : *studied) {
    for (const JoinedRanking& way : joined.ways) {
      print(fmt::format("{}, {}", joined.pool, way.name), way.mean,
            fmt::format("weight {}, {}", way.weight,
                        compared(joined.ways.front().by_topic, way.by_topic)));
    }
  }
  return {};
}

base::Result<void> count_labels(const Options& options) {
  const auto pool = read_collection_pool(options.data, 2020, kShuffleSeed);
  if (!pool) return std::unexpected(pool.error());
  std::ofstream(options.count_labels)
      << "# In how many formulas of ARQMath's mini collection labels of operator trees stand.\n"
      << "# Counted by bench/formula_search; labels of fewer than " << kLeastLabelCount
      << " formulas are left out.\n"
      << write_label_counts(pool->formulas);
  return {};
}

base::Result<void> run(const Options& options) {
  if (!options.count_labels.empty()) return count_labels(options);
  std::vector<RankedPool> pools;
  for (const std::string name : {"judged", "2020", "2021"}) {
    auto pool = open_pool(options.data, name);
    if (!pool) return std::unexpected(pool.error());
    pools.push_back(std::move(*pool));
  }
  const auto chosen = chosen_features(options.only);
  const std::array<RankedPool*, 3> training = {&pools.at(0), &pools.at(1), &pools.at(2)};
  const auto learn = [&](const TakesTopic& takes) {
    return learn_weights(training, chosen, options.ridge, takes);
  };
  const auto all = learn([](const std::string&) { return true; });
  if (options.show_weights) fmt::print("{}", search::write_formula_weights(all));
  if (!options.write.empty()) {
    std::ofstream(options.write)
        << "# Learned by bench/formula_search from ARQMath's judgements of formulas.\n"
        << search::write_formula_weights(all);
    return {};
  }
  if (!options.context.empty()) {
    return measure_context(options, [&](int year) {
      return learn([&](const std::string& topic) { return year_of(topic) != year; });
    });
  }
  if (options.vectors) {
    return measure_vectors(pools, options, [&](int year) {
      return learn([&](const std::string& topic) { return year_of(topic) != year; });
    });
  }
  std::map<int, search::FormulaWeights> by_fold;
  for (int fold = 0; fold < kFolds; ++fold) {
    by_fold[fold] = learn([&](const std::string& topic) { return fold_of(topic) != fold; });
  }
  std::map<int, search::FormulaWeights> by_year;
  for (const int year : {2020, 2021}) {
    by_year[year] = learn([&](const std::string& topic) { return year_of(topic) != year; });
  }
  for (const RankedPool& pool : pools) {
    const auto first = measure_pool(pool, {.reranked = 0}, [&](const std::string&) { return all; });
    if (!first) return std::unexpected(first.error());
    print(pool.name + ", first step", *first);
    const auto learned = measure_pool(
        pool, options.search, [&](const std::string& topic) { return by_fold[fold_of(topic)]; });
    if (!learned) return std::unexpected(learned.error());
    print(fmt::format("{}, best {} compared", pool.name, options.search.reranked), *learned,
          known_of_others(pool.name));
    const auto other = measure_pool(
        pool, options.search, [&](const std::string& topic) { return by_year[year_of(topic)]; });
    if (!other) return std::unexpected(other.error());
    print(pool.name + ", by weights of the other year", *other);
  }
  return measure_speed(pools[2], options.search);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures how well and how fast formulas are found", "formula_search");
  Options options;
  app.add_option("ARQMATH", options.data, "the folder arqmath of the data")->required();
  app.add_option("--write", options.write, "learn from all topics and write the weights here");
  app.add_option("--ridge", options.ridge.similarities, "strength of the ridge for similarities")
      ->capture_default_str();
  app.add_option("--ridge-of-facts", options.ridge.facts, "strength of the ridge for facts")
      ->capture_default_str();
  app.add_option("--context", options.context,
                 "an index: rank formulas with the words around them");
  app.add_option("--contexts-2020", options.contexts_2020,
                 "an index with vectors of contexts, and the model that was trained on 2021")
      ->expected(2);
  app.add_option("--contexts-2021", options.contexts_2021,
                 "the same for the topics of 2021, by a model that was trained on 2020")
      ->expected(2);
  app.add_option("--reranked", options.search.reranked, "number of formulas compared tree by tree")
      ->capture_default_str();
  app.add_option("--edited", options.search.edited, "number of these for which edits are counted")
      ->capture_default_str();
  app.add_option("--redrawn", options.search.redrawn, "number of those that are drawn")
      ->capture_default_str();
  app.add_option("--count-labels", options.count_labels,
                 "count the labels of the collection's formulas and write the counts here");
  app.add_option("--only", options.only, "learn from these features")->capture_default_str();
  app.add_flag("--vectors", options.vectors,
               "join the ranking with vectors by the encoder that ships");
  app.add_flag("--weights", options.show_weights, "print the weights of all topics");
  CLI11_PARSE(app, argc, argv);
  if (const auto done = run(options); !done) {
    fmt::print(stderr, "formula_search: {}\n", done.error().message);
    return 2;
  }
}
