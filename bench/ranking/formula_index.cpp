#include "bench/ranking/formula_index.h"

#include <unordered_map>

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
      // A formula stands in a document, so each has one.
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

}  // namespace noether::bench
