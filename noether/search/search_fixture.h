// A small index of documents made up in a test.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "noether/base/temporary_folder.h"
#include "noether/index/analysis/build_index.h"
#include "noether/search/query/formula_signs.h"
#include "noether/search/query/query_parser.h"
#include "noether/search/search.h"

namespace noether::search {

inline text::Document test_document(const std::string& id, const std::string& body,
                                    std::vector<std::string> tags = {},
                                    const std::string& kind = "text",
                                    const std::string& title = "") {
  text::Document document;
  document.id = id;
  document.kind = kind;
  document.tags = std::move(tags);
  if (!title.empty()) {
    document.fields.push_back({.name = "title", .text = title, .formulas = formulas_of(title)});
  }
  document.fields.push_back({.name = "body", .text = body, .formulas = formulas_of(body)});
  return document;
}

inline void add_documents(const std::string& folder, const std::vector<text::Document>& documents) {
  std::size_t at = 0;
  const auto built =
      index::build_index(folder, [&](text::Document& document) -> base::Result<bool> {
        if (at == documents.size()) return false;
        document = documents[at++];
        return true;
      });
  ASSERT_TRUE(built) << built.error().message;
}

class SearchTest : public testing::Test {
 protected:
  void index(const std::vector<text::Document>& documents) {
    add_documents(folder_ / "idx", documents);
    auto opened = Searcher::open(folder_ / "idx");
    ASSERT_TRUE(opened) << opened.error().message;
    searcher_ = std::make_unique<Searcher>(std::move(*opened));
  }

  static Query query(const std::string& text) {
    auto parsed = parse_query(text);
    EXPECT_TRUE(parsed) << text;
    return parsed ? *parsed : Query();
  }

  Results search(const std::string& text, const SearchOptions& options = {}) {
    auto results = searcher_->search(query(text), options);
    EXPECT_TRUE(results) << text << ": " << results.error().message;
    return results ? std::move(*results) : Results();
  }

  // The ids of the results, the best first.
  std::string found(const std::string& text, std::uint32_t top = 10) {
    std::string ids;
    for (const FoundDocument& document : search(text, {.top = top}).documents) {
      ids += (ids.empty() ? "" : " ") + document.document.id;
    }
    return ids;
  }

  base::TemporaryFolder folder_;
  std::unique_ptr<Searcher> searcher_;
};

}  // namespace noether::search
