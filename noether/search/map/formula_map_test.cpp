#include "noether/search/map/formula_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "noether/index/index_writer.h"
#include "noether/index/vectors/vectors_fixture.h"
#include "noether/search/map/dot_vectors.h"
#include "noether/search/search_fixture.h"

namespace noether::search {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class FormulaMapTest : public testing::Test {
 protected:
  std::string folder() const { return folder_ / "idx"; }
  void add(const std::vector<text::Document>& documents) { add_documents(folder(), documents); }
  // Formulas that begin with `unreadable` have no vector.
  void embed(const std::string& unreadable = "none", const std::string& model = "made-up") {
    auto writer = index::IndexWriter::open(folder());
    ASSERT_TRUE(writer) << writer.error().message;
    const auto counts = writer->add_vectors(index::made_up_embedding(model, unreadable));
    ASSERT_TRUE(counts) << counts.error().message;
  }
  base::Result<FormulaMap> map(const FormulaMapOptions& options = {}) {
    const auto index = index::IndexReader::open(folder());
    const auto documents = DocumentTable::read(*index);
    return make_formula_map(*index, *documents, options);
  }
  // Each of `count` documents has a formula of its own.
  static std::vector<text::Document> numbered(int count, int from = 0) {
    std::vector<text::Document> documents;
    for (int i = from; i < from + count; ++i) {
      documents.push_back(test_document("d" + std::to_string(i),
                                        "Some $x + " + std::to_string(i) + "$ here.",
                                        {i % 3 == 0 ? "algebra" : "analysis"}));
    }
    return documents;
  }

  base::TemporaryFolder folder_;
};

TEST_F(FormulaMapTest, EveryVectorIsADotInTheColourOfItsTopic) {
  add(numbered(30));
  embed();
  const auto made = map();
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->topics_by, "tag");
  EXPECT_THAT(made->topics, ElementsAre("analysis", "algebra"));
  ASSERT_THAT(made->dots, SizeIs(30));
  EXPECT_EQ(std::ranges::count(made->dots, 0, &MapDot::topic), 20);
  EXPECT_EQ(std::ranges::count(made->dots, 1, &MapDot::topic), 10);
  // The dots fill the square in one direction at least.
  const auto [left, right] = std::ranges::minmax(made->dots, {}, &MapDot::x);
  const auto [low, high] = std::ranges::minmax(made->dots, {}, &MapDot::y);
  EXPECT_EQ(std::max(right.x - left.x, high.y - low.y), 65535);
  for (std::uint32_t document = 0; document < 30; ++document) {
    EXPECT_THAT(made->dots_of(document), SizeIs(1));
  }
  EXPECT_THAT(made->dots_of(30), IsEmpty());
}

TEST_F(FormulaMapTest, IsTheSameForTheSameSeed) {
  add(numbered(25));
  embed();
  const auto once = map({.seed = 3});
  const auto again = map({.seed = 3});
  const auto other = map({.seed = 4});
  ASSERT_TRUE(once && again && other);
  EXPECT_EQ(once->dots, again->dots);
  EXPECT_NE(once->dots, other->dots);
}

TEST_F(FormulaMapTest, SaysHowToMakeVectorsWhereThereAreNone) {
  add(numbered(3));
  const auto made = map();
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().hint, HasSubstr("noether embed-index"));
}

TEST_F(FormulaMapTest, ManagesNoFormulaAndOne) {
  add({test_document("words", "No formula at all.")});
  embed();
  const auto none = map();
  ASSERT_TRUE(none) << none.error().message;
  EXPECT_THAT(none->dots, IsEmpty());
  add({test_document("one", "Only $x$.")});
  embed();
  const auto one = map();
  ASSERT_TRUE(one) << one.error().message;
  ASSERT_THAT(one->dots, SizeIs(1));
  EXPECT_EQ(one->dots[0].x, one->dots[0].y);
}

TEST_F(FormulaMapTest, HasNoDotsWhereNoFormulaCanBeRead) {
  add(numbered(3));
  embed("x");
  const auto made = map();
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_THAT(made->dots, IsEmpty());
  EXPECT_EQ(made->formulas, 3U);
}

TEST_F(FormulaMapTest, EqualVectorsOfTwoSegmentsAreOneDot) {
  std::vector<index::IndexReader> readers;
  for (const char* const name : {"a", "b"}) {
    const std::string folder = folder_ / name;
    add_documents(folder, {test_document(name, *name == 'a' ? "$x+y$ and $z$" : "again $x+y$")});
    auto writer = index::IndexWriter::open(folder);
    ASSERT_TRUE(writer && writer->add_vectors(index::made_up_embedding("made-up", "none")));
    readers.push_back(*index::IndexReader::open(folder));
  }
  const std::vector<index::IndexReader::Named> named = {{"a", &readers[0]}, {"b", &readers[1]}};
  const auto joined = index::IndexReader::join(named);
  ASSERT_TRUE(joined) << joined.error().message;
  const auto made = make_formula_map(*joined, *DocumentTable::read(*joined));
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_THAT(made->dots, SizeIs(2));
  const auto shared = std::ranges::find(made->dots, 2U, &MapDot::formulas);
  ASSERT_NE(shared, made->dots.end());
  EXPECT_THAT(made->dots_of(0), SizeIs(2));
  EXPECT_THAT(made->dots_of(1), SizeIs(1));
}

TEST_F(FormulaMapTest, LeavesOutWhatStandsOnlyInDeletedDocuments) {
  add(numbered(6));
  embed();
  {
    auto writer = index::IndexWriter::open(folder());
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->remove("d2"));
    ASSERT_TRUE(writer->commit());
  }
  const auto made = map();
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_THAT(made->dots, SizeIs(5));
}

TEST_F(FormulaMapTest, TakesVectorsFromAllOverWhereThereAreTooMany) {
  add(numbered(40));
  add(numbered(40, 40));
  embed();
  const auto made = map({.most_dots = 20});
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_THAT(made->dots, SizeIs(20));
  EXPECT_EQ(made->vectors, 80U);
  std::set<std::uint32_t> quarters;
  for (const MapDot& dot : made->dots) quarters.insert(dot.formula / 20);
  EXPECT_THAT(quarters, SizeIs(4));
}

TEST_F(FormulaMapTest, IsByKindWhereThereAreNeitherTagsNorSources) {
  add({test_document("a", "$x$", {}, "theorem"), test_document("b", "$y+1$", {}, "theorem"),
       test_document("c", "$z^2$", {}, "proof")});
  embed();
  const auto made = map();
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->topics_by, "kind");
  EXPECT_THAT(made->topics, ElementsAre("theorem", "proof"));
}

TEST_F(FormulaMapTest, TopicsBeyondTheDozenAreOther) {
  std::vector<text::Document> documents;
  for (int i = 0; i < 14; ++i) {
    documents.push_back(test_document("d" + std::to_string(i), "$" + std::to_string(i) + "x$",
                                      {"tag-" + std::to_string(10 + i)}));
  }
  add(documents);
  embed();
  const auto made = map();
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_THAT(made->topics, SizeIs(kMostTopics));
  EXPECT_EQ(std::ranges::count(made->dots, kOtherTopic, &MapDot::topic), 2);
}

TEST(DotVectors, TheGraphFindsNearlyAllOfTheNearest) {
  constexpr std::uint32_t kCount = 3000;
  index::ClusteredVectors source(3, 20, 32);
  DotVectors dots;
  dots.width = 32;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const auto code = index::EncodedVector::encode(source.next());
    dots.scales.push_back(code->code().scale);
    dots.high.insert(dots.high.end(), code->code().high.begin(), code->code().high.end());
    dots.formulas.push_back({i});
  }
  const auto lists = nearest_dots(dots, 10, {}, {});
  ASSERT_TRUE(lists) << lists.error().message;
  const index::RoughVectors rough = dots.rough();
  std::uint32_t found = 0;
  for (std::uint32_t i = 0; i < kCount; i += 100) {
    std::vector<std::pair<float, std::uint32_t>> all;
    for (std::uint32_t j = 0; j < kCount; ++j) {
      if (j == i) continue;
      all.emplace_back(
          -index::rough_cosine(rough.scales[i], rough.at(i), rough.scales[j], rough.at(j)), j);
    }
    std::ranges::sort(all);
    for (std::uint32_t k = 0; k < 10; ++k) {
      const auto row = std::span(lists->numbers).subspan(std::size_t{i} * 10, 10);
      found += std::ranges::find(row, all[k].second) != row.end() ? 1U : 0U;
    }
  }
  EXPECT_GE(found, 270U);  // of 300
}

TEST(DotVectors, EqualVectorsBeginAtDifferentPlaces) {
  DotVectors dots;
  dots.width = 4;
  for (std::uint32_t i = 0; i < 5; ++i) {
    dots.scales.push_back(1.0F / 32768);
    dots.high.insert(dots.high.end(), {64, 64, 64, 64});
    dots.formulas.push_back({i});
  }
  const std::vector<PlanePlace> places = principal_places(dots, 1);
  for (std::size_t i = 1; i < places.size(); ++i) {
    EXPECT_NE(places[i], places[0]);
    EXPECT_TRUE(std::isfinite(places[i].x) && std::isfinite(places[i].y));
  }
}

}  // namespace
}  // namespace noether::search
