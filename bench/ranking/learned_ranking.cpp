#include "bench/ranking/learned_ranking.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <unordered_map>

#include "noether/base/hash.h"
#include "noether/index/analysis/formula_analyzer.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_writer.h"

namespace noether::bench {

base::Result<FormulaIndex> FormulaIndex::build(const JudgedPool& pool) {
  FormulaIndex made;
  made.folder_ = std::make_unique<base::TemporaryFolder>();
  const std::string path = *made.folder_ / "index";
  {
    auto writer = index::IndexWriter::open(path, index::search_schema());
    if (!writer) return std::unexpected(writer.error());
    index::FormulaAnalyzer analyzer;
    index::FormulaEntry formula;
    for (std::size_t i = 0; i < pool.formulas.size(); ++i) {
      analyzer.analyze(pool.formulas[i], formula);
      const auto number = writer->add_formula(formula);
      if (!number) return std::unexpected(number.error());
      // An index needs a document for each formula.
      index::DocumentEntry entry;
      entry.document.id = std::to_string(i);
      entry.document.fields.push_back({.name = "body", .text = pool.formulas[i], .formulas = {}});
      const auto size = static_cast<std::uint32_t>(pool.formulas[i].size());
      entry.formulas.push_back({*number, 0, 0, size});
      if (const auto added = writer->add(entry); !added) return std::unexpected(added.error());
    }
    if (const auto merged = writer->merge_all(); !merged) return std::unexpected(merged.error());
  }
  auto reader = index::open_search_index(path);
  if (!reader) return std::unexpected(reader.error());
  made.reader_ = std::make_unique<index::IndexReader>(std::move(*reader));

  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < pool.formulas.size(); ++i) places[pool.formulas[i]] = i;
  made.formulas_.resize(pool.item_count);
  for (std::uint32_t i = 0; i < made.reader_->formulas(); ++i) {
    const auto stored = made.reader_->formula(i);
    if (!stored) return std::unexpected(stored.error());
    const auto& items = made.items_.emplace_back(pool.items[places.at(stored->latex)]);
    for (const std::uint32_t item : items) made.formulas_[item].push_back(i);
  }
  return made;
}

namespace {

// The target of the regression for a grade: the grade itself plus relevance.
double target_of(int grade) { return grade + (grade >= 2 ? 1 : 0); }

}  // namespace

int fold_of(const std::string& topic) {
  return static_cast<int>(base::digest_of(topic).low % kFolds);
}

int year_of(const std::string& topic) {
  return std::atoi(topic.substr(std::min(topic.size(), topic.find('.') + 1)).c_str()) > 200 ? 2021
                                                                                            : 2020;
}

base::Result<void> learn_moments(RankedPool& ranked) {
  search::FormulaSearcher searcher(ranked.index.reader());
  for (const JudgedPool::Query& judged : ranked.pool.queries) {
    std::vector<search::FormulaFeatures> candidates;
    std::vector<double> targets;
    const auto query = search::FormulaQuery::read(judged.latex);
    if (query) {
      for (const auto& [item, grade] : judged.grades) {
        for (const std::uint32_t formula : ranked.index.formulas(item)) {
          const auto features = searcher.features(*query, formula);
          if (!features) return std::unexpected(features.error());
          candidates.push_back(*features);
          targets.push_back(target_of(grade));
        }
      }
    }
    ranked.moments.push_back(moments_of(candidates, targets));
  }
  return {};
}

search::FormulaWeights learn_weights(std::span<RankedPool* const> pools,
                                     std::span<const std::size_t> chosen, const Ridge& ridge,
                                     const TakesTopic& takes) {
  std::vector<const TopicMoments*> training;
  for (const RankedPool* pool : pools) {
    for (std::size_t i = 0; i < pool->moments.size(); ++i) {
      if (takes(pool->pool.queries[i].topic)) training.push_back(&pool->moments[i]);
    }
  }
  return fit_linear(training, chosen, ridge);
}

std::vector<std::uint32_t> items_of(const RankedPool& ranked,
                                    std::span<const std::uint32_t> formulas) {
  std::vector<std::uint32_t> items;
  std::vector<bool> seen(ranked.pool.item_count);
  const auto add = [&](std::uint32_t formula) {
    for (const std::uint32_t item : ranked.index.items(formula)) {
      if (seen[item] || items.size() >= ranked.depth) continue;
      seen[item] = true;
      items.push_back(item);
    }
  };
  for (const std::uint32_t formula : formulas) add(formula);
  // If the whole pool is ranked, the formulas without anything in common with the query follow.
  if (ranked.depth >= ranked.pool.item_count) {
    for (std::uint32_t i = 0; i < ranked.index.reader().formulas(); ++i) add(i);
  }
  return items;
}

base::Result<std::vector<std::uint32_t>> ranked_items(const RankedPool& ranked,
                                                      search::FormulaSearcher& searcher,
                                                      const std::string& latex,
                                                      search::FormulaSearchOptions options) {
  const auto query = search::FormulaQuery::read(latex);
  if (!query) return std::vector<std::uint32_t>{};
  options.top = ranked.depth + ranked.depth / 4;
  const auto hits = searcher.search(*query, options);
  if (!hits) return std::unexpected(hits.error());
  std::vector<std::uint32_t> formulas;
  for (const search::FormulaHit& hit : *hits) formulas.push_back(hit.formula);
  return items_of(ranked, formulas);
}

base::Result<Measures> measure_pool(const RankedPool& ranked,
                                    const search::FormulaSearchOptions& options,
                                    const WeightsOf& weights_of) {
  Measures sum;
  for (const JudgedPool::Query& query : ranked.pool.queries) {
    search::FormulaSearcher searcher(ranked.index.reader(), weights_of(query.topic));
    const auto items = ranked_items(ranked, searcher, query.latex, options);
    if (!items) return std::unexpected(items.error());
    sum += measure(*items, query.grades);
  }
  return sum / static_cast<double>(ranked.pool.queries.size());
}

}  // namespace noether::bench
