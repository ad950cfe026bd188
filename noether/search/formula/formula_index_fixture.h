// A small index of formulas for tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "noether/base/temporary_folder.h"
#include "noether/index/analysis/formula_analyzer.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_reader.h"
#include "noether/index/index_writer.h"

namespace noether::search {

class SmallFormulaIndex {
 public:
  // Each formula is in its own document; a segment has several of them.
  explicit SmallFormulaIndex(const std::vector<std::string>& formulas,
                             std::size_t segment_size = 1000) {
    const std::string path = folder_ / "index";
    auto writer = index::IndexWriter::open(path, index::search_schema());
    EXPECT_TRUE(writer.has_value());
    index::FormulaAnalyzer analyzer;
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      index::FormulaEntry formula;
      analyzer.analyze(formulas[i], formula);
      const auto number = writer->add_formula(formula);
      index::DocumentEntry entry;
      entry.document.id = std::to_string(i);
      entry.document.fields.push_back({.name = "body", .text = formulas[i], .formulas = {}});
      entry.formulas.push_back({*number, 0, 0, static_cast<std::uint32_t>(formulas[i].size())});
      EXPECT_TRUE(writer->add(entry).has_value());
      if ((i + 1) % segment_size != 0) continue;
      EXPECT_TRUE(writer->commit().has_value());
    }
    EXPECT_TRUE(writer->commit().has_value());
    auto reader = index::IndexReader::open(path);
    EXPECT_TRUE(reader.has_value());
    reader_ = std::make_unique<index::IndexReader>(std::move(*reader));
  }

  const index::IndexReader& reader() const { return *reader_; }
  std::string latex(std::uint32_t formula) const { return reader_->formula(formula)->latex; }

 private:
  base::TemporaryFolder folder_;
  std::unique_ptr<index::IndexReader> reader_;
};

}  // namespace noether::search
