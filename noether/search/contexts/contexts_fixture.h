// A small index whose sentences have graphs from a bank, for tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "noether/amr/parser/random_parser.h"
#include "noether/index/index_writer.h"
#include "noether/neural/tokenizer/test_tokenizers.h"
#include "noether/search/contexts/contexts.h"
#include "noether/search/contexts/sentence_graphs.h"
#include "noether/search/search_fixture.h"

namespace noether::search {

class ContextTest : public SearchTest {
 protected:
  // Sentences that are not in the bank get graphs of an untrained parser.
  SentenceGraphs graphs(std::string_view bank) const {
    const std::string parser = folder_ / "parser";
    EXPECT_TRUE(amr::write_random_parser(parser,
                                         amr::label_bank(amr::kSmallBank, amr::kSmallLexicon),
                                         {.tokenizer = neural::kTestTokenizers + "bert-uncased"}));
    auto opened = SentenceGraphs::open_with_bank(parser, amr::GraphSource::read(bank).value());
    EXPECT_TRUE(opened) << opened.error().message;
    return *std::move(opened);
  }

  index::PassageCounts add_graphs(const SentenceGraphs& of) {
    auto writer = index::IndexWriter::open(folder_ / "idx");
    EXPECT_TRUE(writer);
    const auto counts = writer->add_passages(of.embedding(2));
    EXPECT_TRUE(counts) << counts.error().message;
    return *counts;
  }

  void index_with_graphs(const std::vector<text::Document>& documents, std::string_view bank) {
    index(documents);
    add_graphs(graphs(bank));
    open();
  }

  void open() {
    reader_ =
        std::make_unique<index::IndexReader>(index::IndexReader::open(folder_ / "idx").value());
    searcher_ = std::make_unique<Searcher>(Searcher::open(folder_ / "idx").value());
  }

  // The place of a formula in the last field of a document: the first from this byte on.
  index::Place place(const std::string& id, const std::string& latex, std::size_t from = 0) const {
    const std::uint32_t document = reader_->find_document(id).value().value();
    const auto stored = reader_->document(document).value();
    const auto begin =
        static_cast<std::uint32_t>(stored.fields.back().text.find("$" + latex + "$", from) + 1);
    return {document, static_cast<std::uint32_t>(stored.fields.size() - 1), begin,
            begin + static_cast<std::uint32_t>(latex.size())};
  }

  std::unique_ptr<index::IndexReader> reader_;
};

}  // namespace noether::search
