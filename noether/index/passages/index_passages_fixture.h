// An index with passages by a made-up model, for tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "noether/base/temporary_folder.h"
#include "noether/index/check_index.h"
#include "noether/index/index_fixture.h"
#include "noether/index/nearest_passages.h"
#include "noether/index/passages/passages_fixture.h"

namespace noether::index {

inline const PassageEmbedding kPassageModel = made_up_passage_model("one");

class IndexPassages : public testing::Test {
 protected:
  IndexWriter writer(const std::string& name = "index") {
    auto opened = IndexWriter::open(folder_ / name, test_schema());
    EXPECT_TRUE(opened) << opened.error().message;
    return std::move(*opened);
  }
  void add(IndexWriter& to, int first, int last) {
    RandomEntries random(static_cast<std::uint64_t>(first) + 3);
    for (int i = first; i < last; ++i) {
      ASSERT_TRUE(to.add(random.next(fmt::format("d{}", i), to)));
    }
    ASSERT_TRUE(to.commit());
  }
  IndexReader reader(const std::string& name = "index") const {
    auto opened = IndexReader::open(folder_ / name);
    EXPECT_TRUE(opened) << opened.error().message;
    return std::move(*opened);
  }
  std::vector<std::string> damages() const {
    std::vector<std::string> all;
    const auto check = check_index(folder_ / "index",
                                   [&](const base::Error& error) { all.push_back(error.message); });
    if (!check) all.push_back(check.error().message);
    return all;
  }
  std::vector<std::string> passage_files(const std::string& name = "index") const {
    std::vector<std::string> files;
    for (const std::string& file : files_below(folder_ / name)) {
      if (file.contains("-passage-")) files.push_back(folder_ / name + "/" + file);
    }
    return files;
  }

  base::TemporaryFolder folder_;
};

inline std::string bytes_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Encodes like the model and records the documents; fails before it encodes more than `most` of
// them.
struct WatchedModel {
  explicit WatchedModel(PassageEmbedding of, std::size_t most = SIZE_MAX)
      : embedding(std::move(of)) {
    embedding.batch = 4;
    embedding.encode = [this, most,
                        encode = embedding.encode](std::span<const text::Document> documents)
        -> base::Result<std::vector<std::vector<EncodedPassage>>> {
      if (seen.size() + documents.size() > most) return base::fail("the model has had enough");
      for (const text::Document& document : documents) seen.push_back(document.id);
      return encode(documents);
    };
  }
  PassageEmbedding embedding;
  std::vector<std::string> seen;
};

// Checks that every document that is not deleted has the passages that the model gives, and that
// each passage is found by its own vector.
inline void expect_passages_of_all(const IndexReader& index, const PassageEmbedding& model) {
  for (std::uint32_t number = 0; number < index.documents(); ++number) {
    const auto passages = passages_of(index, number, model.set);
    ASSERT_TRUE(passages) << passages.error().message;
    if (index.is_deleted(number)) {
      EXPECT_TRUE(passages->empty());
      continue;
    }
    const auto expected = made_up_passages(*index.document(number), model);
    ASSERT_EQ(passages->size(), expected.size()) << *index.document_id(number);
    for (std::uint32_t i = 0; i < expected.size(); ++i) {
      const Passage& passage = (*passages)[i];
      EXPECT_EQ(passage.document, number);
      EXPECT_EQ(passage.field, expected[i].field);
      EXPECT_EQ(passage.span, expected[i].span);
      EXPECT_EQ(passage.tokens, expected[i].tokens);
      const auto near = nearest_passages(index, expected[i].vector, {.count = 1}, model.set);
      ASSERT_TRUE(near) << near.error().message;
      ASSERT_EQ(near->size(), 1);
      EXPECT_NEAR(near->at(0).cosine, 1, 1e-3);
      // Another document may contain the same piece.
      const auto found = passages_of(index, near->at(0).document, model.set);
      ASSERT_LT(near->at(0).passage, found->size());
      EXPECT_TRUE(std::ranges::equal(found->at(near->at(0).passage).code.high, passage.code.high));
    }
  }
}

}  // namespace noether::index
