// A file of passages, and a search for the nearest of them, compared with floats.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "noether/base/temporary_folder.h"
#include "noether/index/check_index.h"
#include "noether/index/passages/passages_writer.h"
#include "noether/index/vectors/graph_walk.h"
#include "noether/index/vectors/neighbour_graph.h"
#include "noether/index/vectors/vectors_fixture.h"
#include "noether/index/writing/merge_vectors.h"

namespace noether::index {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uint64_t kRowSeed = 19;
constexpr std::uint32_t kRowWidth = 32;

using Rows = std::vector<std::vector<float>>;

Rows clustered_rows(ClusteredVectors& random, std::size_t count) {
  Rows rows;
  while (rows.size() < count) rows.push_back(random.next());
  return rows;
}

SegmentPassages open_passages(const std::string& path, std::uint32_t documents) {
  auto file = SectionFile::open(path, FileKind::Passages);
  EXPECT_TRUE(file) << file.error().message;
  auto passages = SegmentPassages::open(std::move(*file), documents);
  EXPECT_TRUE(passages) << passages.error().message;
  return std::move(*passages);
}

// Three passages a document.
SegmentPassages write_rows(const Rows& rows, const std::string& path, bool with_graph = true) {
  const auto documents = static_cast<std::uint32_t>(rows.size() + 2) / 3;
  auto writer = PassagesWriter::create(
      base::FileSystem::real(), path, {base::digest_of("model"), kRowWidth, "model"}, 2, documents);
  EXPECT_TRUE(writer);
  for (std::uint32_t document = 0; document < documents; ++document) {
    std::vector<EncodedVector> codes;
    std::vector<Passage> passages;
    for (std::size_t i = 3 * document; i < std::min<std::size_t>(rows.size(), 3 * document + 3);
         ++i) {
      codes.push_back(*EncodedVector::encode_high(rows[i]));
    }
    for (const EncodedVector& code : codes)
      passages.push_back({.code = code.code(), .tokens = "ab"});
    EXPECT_TRUE(writer->add(document, passages));
  }
  const auto seal = writer->finish(with_graph);
  EXPECT_TRUE(seal) << seal.error().message;
  return open_passages(path, documents);
}

double found_share(const SegmentPassages& passages, const Rows& rows, ClusteredVectors& random,
                   const NearestOptions& options) {
  constexpr int kQueries = 40;
  double found = 0;
  for (int i = 0; i < kQueries; ++i) {
    const std::vector<float> query = random.next();
    std::vector<std::pair<float, std::uint32_t>> expected;
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
      expected.emplace_back(-cosine_of(rows[row], query), row);
    }
    std::ranges::sort(expected);
    expected.resize(options.count);
    const auto near = nearest_in(passages, EncodedVector::encode(query)->code(), options);
    EXPECT_TRUE(near) << near.error().message;
    for (const NearVector& one : *near) {
      found +=
          std::ranges::count(expected, one.number, &std::pair<float, std::uint32_t>::second) > 0;
    }
  }
  return found / kQueries / options.count;
}

std::string file_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(VectorCode, OfHighBytesAloneHasUnitLengthAndNearlyTheCosine) {
  for (const std::uint32_t width : {1U, 7U, 16U, 33U, 384U}) {
    SCOPED_TRACE(width);
    ClusteredVectors random(kRowSeed, 3, width);
    for (int i = 0; i < 50; ++i) {
      const auto a = random.next();
      const auto b = random.next();
      const auto query = *EncodedVector::encode(a);
      const auto code = *EncodedVector::encode_high(b);
      EXPECT_THAT(code.code().low, IsEmpty());
      const VectorCode one = code.code();
      EXPECT_NEAR(rough_cosine(one.scale, one.high, one.scale, one.high), 1, 1e-5);
      EXPECT_NEAR(cosine(query.code(), one), cosine_of(a, b), 0.01);
    }
  }
  EXPECT_FALSE(EncodedVector::encode_high(std::vector<float>{0, 0}));
  EXPECT_FALSE(EncodedVector::encode_high(std::vector<float>{std::nanf(""), 1}));
}

TEST(SegmentPassages, AreReadAsTheyWereWritten) {
  const base::TemporaryFolder folder;
  const auto first = *EncodedVector::encode_high(std::vector<float>{1, 2, 3});
  const auto second = *EncodedVector::encode_high(std::vector<float>{3, -2, 1});
  auto writer = PassagesWriter::create(base::FileSystem::real(), folder / "p",
                                       {base::digest_of("m"), 3, "m"}, 2, 20);
  ASSERT_TRUE(writer);
  const std::vector<Passage> of_two = {
      {.field = 0, .span = {0, 17}, .code = first.code(), .tokens = "aabbcc"},
      {.field = 3, .span = {4'000'000'000, 4'294'967'295}, .code = second.code(), .tokens = ""}};
  const std::vector<Passage> of_nine = {
      {.field = 1, .span = {5, 5}, .code = second.code(), .tokens = "dd"}};
  ASSERT_TRUE(writer->add(2, of_two));
  ASSERT_TRUE(writer->add(3, {}));
  ASSERT_TRUE(writer->add(9, of_nine));
  ASSERT_TRUE(writer->finish(true));
  const SegmentPassages passages = open_passages(folder / "p", 20);
  EXPECT_EQ(passages.model().name, "m");
  EXPECT_EQ(passages.token_bytes(), 2);
  EXPECT_EQ(passages.documents(), 20);
  EXPECT_EQ(passages.tried(), 3);
  EXPECT_EQ(passages.size(), 3);
  EXPECT_EQ(passages.tokens(), 4);
  EXPECT_FALSE(passages.has_graph());
  EXPECT_TRUE(*passages.is_tried(3));
  EXPECT_FALSE(*passages.is_tried(4));
  EXPECT_THAT(*passages.passages_in(3), IsEmpty());
  EXPECT_THAT(*passages.passages_in(19), IsEmpty());
  const auto read = *passages.passages_in(2);
  ASSERT_THAT(read, SizeIs(2));
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(read[i].document, 2);
    EXPECT_EQ(read[i].field, of_two[i].field);
    EXPECT_EQ(read[i].span, of_two[i].span);
    EXPECT_EQ(read[i].tokens, of_two[i].tokens);
    EXPECT_EQ(read[i].code.scale, of_two[i].code.scale);
    EXPECT_TRUE(std::ranges::equal(read[i].code.high, of_two[i].code.high));
  }
  const auto last = *passages.passage(2);
  EXPECT_EQ(last.document, 9);
  EXPECT_EQ(last.tokens, "dd");
  EXPECT_TRUE(check_passages(passages));
}

TEST(SegmentPassages, OfManyDocumentsAreFoundByTheirNumbers) {
  const base::TemporaryFolder folder;
  ClusteredVectors random(kRowSeed, 20, kRowWidth);
  const Rows rows = clustered_rows(random, 1000);
  const SegmentPassages passages = write_rows(rows, folder / "p");
  for (std::uint32_t number = 0; number < passages.size(); ++number) {
    const auto one = *passages.passage(number);
    EXPECT_EQ(one.document, number / 3);
    const auto code = *EncodedVector::encode_high(rows[number]);
    ASSERT_TRUE(std::ranges::equal(one.code.high, code.code().high)) << number;
  }
  EXPECT_TRUE(check_passages(passages));
}

TEST(SegmentPassages, OfAnotherSegmentOrKindAreRefused) {
  const base::TemporaryFolder folder;
  auto writer = PassagesWriter::create(base::FileSystem::real(), folder / "p",
                                       {base::digest_of("m"), 3, "m"}, 0, 0);
  ASSERT_TRUE(writer->finish(true));
  const SegmentPassages none = open_passages(folder / "p", 0);
  EXPECT_TRUE(check_passages(none));
  const auto query = *EncodedVector::encode(std::vector<float>{1, 2, 3});
  EXPECT_THAT(*nearest_in(none, query.code(), {}), IsEmpty());
  auto file = SectionFile::open(folder / "p", FileKind::Passages);
  const auto passages = SegmentPassages::open(std::move(*file), 5);
  ASSERT_FALSE(passages);
  EXPECT_THAT(passages.error().message, HasSubstr("contradicts itself about its passages"));
  EXPECT_FALSE(SectionFile::open(folder / "p", FileKind::Vectors));
}

TEST(NearestPassages, AreThoseOfFloatsWhenFew) {
  const base::TemporaryFolder folder;
  ClusteredVectors random(kRowSeed, 20, kRowWidth);
  const Rows rows = clustered_rows(random, 500);
  const SegmentPassages passages = write_rows(rows, folder / "p");
  EXPECT_FALSE(passages.has_graph());
  // One byte a number is not quite as good as floats.
  EXPECT_GE(found_share(passages, rows, random, {}), 0.97);
}

TEST(NearestPassages, AreFoundThroughTheGraphWhenMany) {
  const base::TemporaryFolder folder;
  ClusteredVectors random(kRowSeed, 300, kRowWidth);
  const Rows rows = clustered_rows(random, kLeastForGraph + 5);
  const SegmentPassages passages = write_rows(rows, folder / "p");
  ASSERT_TRUE(passages.has_graph());
  const auto sound = check_passages(passages);
  EXPECT_TRUE(sound) << sound.error().message;
  EXPECT_GE(found_share(passages, rows, random, {}), 0.95) << "seed " << kRowSeed;
  // Links have at most 48 bytes; those of few passages have less.
  EXPECT_LT(passages.graph_bytes(), 48 * std::uint64_t{passages.size()});
  const auto same_as_exact = [&](const NearestOptions& options) {
    NearestOptions all = options;
    all.exact = true;
    double same = 0;
    for (int i = 0; i < 40; ++i) {
      const auto query = *EncodedVector::encode(random.next());
      const auto exact = *nearest_in(passages, query.code(), all);
      const auto walked = *nearest_in(passages, query.code(), options);
      for (const NearVector& one : walked) {
        same += static_cast<double>(std::ranges::count(exact, one));
      }
    }
    return same / 40 / options.count;
  };
  EXPECT_GE(same_as_exact({.count = 100}), 0.98);
  // The search uses the graph: with a very small beam, it misses some vectors.
  EXPECT_LT(same_as_exact({.count = 2, .beam = 1}), 1);
}

TEST(NearestPassages, EveryLinkIsReadAsItWasMade) {
  const base::TemporaryFolder folder;
  ClusteredVectors random(kRowSeed, 30, kRowWidth);
  const Rows rows = clustered_rows(random, kLeastForGraph);
  const SegmentPassages passages = write_rows(rows, folder / "p");
  std::vector<float> scales;
  std::vector<std::int8_t> high;
  for (const auto& row : rows) {
    const auto code = *EncodedVector::encode_high(row);
    scales.push_back(code.code().scale);
    high.insert(high.end(), code.code().high.begin(), code.code().high.end());
  }
  const auto graph = build_neighbour_graph({kRowWidth, scales, high}, {}, 12);
  ASSERT_TRUE(graph);
  std::vector<std::uint32_t> read;
  std::uint32_t begin = 0;
  for (std::uint32_t number = 0; number < passages.size(); ++number) {
    ASSERT_TRUE(passages.neighbours(number, read));
    const auto made = std::span(graph->links).subspan(begin, graph->ends[number] - begin);
    ASSERT_TRUE(std::ranges::equal(read, made)) << number;
    begin = graph->ends[number];
  }
}

TEST(MergedPassages, AreThoseOfOneSegmentWithTheGraph) {
  const base::TemporaryFolder folder;
  ClusteredVectors random(kRowSeed, 50, kRowWidth);
  const Rows rows = clustered_rows(random, 9000);
  (void)write_rows(rows, folder / "all");
  const SegmentPassages first =
      write_rows(Rows(rows.begin(), rows.begin() + 6000), folder / "first");
  const SegmentPassages second =
      write_rows(Rows(rows.begin() + 6000, rows.end()), folder / "second");
  const Deletions none;
  const std::vector<PassagesToMerge> sources = {{&first, 2000, &none}, {&second, 1000, &none}};
  ASSERT_TRUE(*merge_passages(sources, base::FileSystem::real(), folder / "merged"));
  EXPECT_TRUE(file_bytes(folder / "merged") == file_bytes(folder / "all"));
  EXPECT_TRUE(open_passages(folder / "merged", 3000).has_graph());
}

TEST(MergedPassages, WaitForTheGraphThatASourceWaitsFor) {
  const base::TemporaryFolder folder;
  ClusteredVectors random(kRowSeed, 50, kRowWidth);
  const SegmentPassages first =
      write_rows(clustered_rows(random, kLeastForGraph), folder / "first", false);
  const SegmentPassages second = write_rows(clustered_rows(random, 30), folder / "second");
  Deletions deleted;
  deleted.add(1);
  const std::uint32_t documents = first.documents();
  const std::vector<PassagesToMerge> sources = {
      {nullptr, 7, &deleted}, {&first, documents, &deleted}, {&second, 10, &deleted}};
  ASSERT_TRUE(*merge_passages(sources, base::FileSystem::real(), folder / "merged"));
  const SegmentPassages merged = open_passages(folder / "merged", 6 + documents - 1 + 9);
  EXPECT_FALSE(merged.has_graph());
  EXPECT_EQ(merged.tried(), documents - 1 + 9);
  EXPECT_EQ(merged.size(), first.size() + second.size() - 6);
  EXPECT_FALSE(*merged.is_tried(5));
  EXPECT_TRUE(check_passages(merged));
}

TEST(PassageAt, IsTheOneAroundAByte) {
  const std::vector<Passage> passages = {
      {.field = 0, .span = {4, 9}}, {.field = 0, .span = {9, 12}}, {.field = 2, .span = {0, 5}}};
  EXPECT_EQ(passage_at(passages, 0, 3), nullptr);
  EXPECT_EQ(passage_at(passages, 0, 4), &passages[0]);
  EXPECT_EQ(passage_at(passages, 0, 8), &passages[0]);
  EXPECT_EQ(passage_at(passages, 0, 9), &passages[1]);
  EXPECT_EQ(passage_at(passages, 0, 12), nullptr);
  EXPECT_EQ(passage_at(passages, 1, 0), nullptr);
  EXPECT_EQ(passage_at(passages, 2, 0), &passages[2]);
  EXPECT_EQ(passage_at(passages, 2, 5), nullptr);
  EXPECT_EQ(passage_at({}, 0, 0), nullptr);
}

}  // namespace
}  // namespace noether::index
