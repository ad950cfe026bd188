// Vectors as codes, and a search for the nearest of them, compared with floats.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>

#include "noether/base/temporary_folder.h"
#include "noether/index/check_index.h"
#include "noether/index/vectors/nearest_vectors.h"
#include "noether/index/vectors/vectors_fixture.h"

namespace noether::index {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint64_t kSeed = 17;

SegmentVectors open(const std::string& path, std::uint32_t formulas) {
  auto file = SectionFile::open(path, FileKind::Vectors);
  EXPECT_TRUE(file) << file.error().message;
  auto vectors = SegmentVectors::open(std::move(*file), formulas);
  EXPECT_TRUE(vectors) << vectors.error().message;
  return std::move(*vectors);
}

// Vector i is that of formula i.
SegmentVectors written(const std::vector<std::vector<float>>& all, const std::string& path) {
  const auto count = static_cast<std::uint32_t>(all.size());
  SegmentVectorsBuilder builder({base::digest_of("model"), 32, "model"}, count);
  for (std::uint32_t i = 0; i < count; ++i) builder.add(i, EncodedVector::encode(all[i])->code());
  const auto seal = builder.write(base::FileSystem::real(), path);
  EXPECT_TRUE(seal) << seal.error().message;
  return open(path, count);
}

std::vector<std::uint32_t> nearest_floats(const std::vector<std::vector<float>>& all,
                                          const std::vector<float>& query, std::size_t count) {
  std::vector<std::pair<float, std::uint32_t>> near;
  for (std::uint32_t i = 0; i < all.size(); ++i) near.emplace_back(-cosine_of(all[i], query), i);
  std::ranges::sort(near);
  std::vector<std::uint32_t> numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(near[i].second);
  return numbers;
}

double recall(const SegmentVectors& vectors, const std::vector<std::vector<float>>& all,
              ClusteredVectors& random, const NearestOptions& options) {
  constexpr int kQueries = 60;
  double found = 0;
  for (int i = 0; i < kQueries; ++i) {
    const std::vector<float> query = random.next();
    const auto expected = nearest_floats(all, query, options.count);
    const auto near = nearest_vectors(vectors, EncodedVector::encode(query)->code(), options);
    EXPECT_TRUE(near) << near.error().message;
    for (const NearVector& one : *near) {
      found += static_cast<double>(std::ranges::count(expected, one.number));
    }
  }
  return found / kQueries / options.count;
}

std::vector<std::vector<float>> many(ClusteredVectors& random, std::size_t count) {
  std::vector<std::vector<float>> all;
  while (all.size() < count) all.push_back(random.next());
  return all;
}

TEST(VectorCode, KeepsCosinesOfAnyWidth) {
  for (const std::uint32_t width : {1U, 7U, 16U, 33U, 256U}) {
    SCOPED_TRACE(width);
    ClusteredVectors random(kSeed, 3, width);
    for (int i = 0; i < 50; ++i) {
      const auto a = random.next();
      const auto b = random.next();
      const auto code_a = *EncodedVector::encode(a);
      const auto code_b = *EncodedVector::encode(b);
      const float exact = cosine_of(a, b);
      EXPECT_NEAR(cosine(code_a.code(), code_b.code()), exact, 2e-5);
      const float rough = rough_cosine(code_a.code().scale, code_a.code().high, code_b.code().scale,
                                       code_b.code().high);
      EXPECT_LE(std::abs(rough - exact),
                rough_error(code_a.code().scale, code_b.code().scale, width));
    }
  }
}

TEST(VectorCode, IsNotMadeOfWhatIsNoDirection) {
  EXPECT_FALSE(EncodedVector::encode(std::vector<float>{0, 0}));
  EXPECT_FALSE(
      EncodedVector::encode(std::vector<float>{1, std::numeric_limits<float>::infinity()}));
  EXPECT_FALSE(EncodedVector::encode(std::vector<float>{std::nanf(""), 1}));
  EXPECT_FALSE(EncodedVector::encode(std::vector<float>{}));
  EXPECT_TRUE(EncodedVector::encode(std::vector<float>{1e-30F, 3e-30F}));
}

TEST(NearestVectors, AreThoseOfFloatsWhenFew) {
  const base::TemporaryFolder folder;
  ClusteredVectors random(kSeed, 20, 32);
  const auto all = many(random, 500);
  const SegmentVectors vectors = written(all, folder / "v");
  EXPECT_FALSE(vectors.has_graph());
  EXPECT_EQ(recall(vectors, all, random, {}), 1);
  EXPECT_EQ(recall(vectors, all, random, {.count = 400}), 1);
}

TEST(NearestVectors, AreFoundThroughTheGraphWhenMany) {
  const base::TemporaryFolder folder;
  ClusteredVectors random(kSeed, 300, 32);
  const auto all = many(random, kLeastForGraph);
  const SegmentVectors vectors = written(all, folder / "v");
  ASSERT_TRUE(vectors.has_graph());
  EXPECT_GE(recall(vectors, all, random, {}), 0.98) << "seed " << kSeed;
  EXPECT_EQ(recall(vectors, all, random, {.exact = true}), 1);
  // The search uses the graph: with a very small beam, it misses some vectors.
  EXPECT_LT(recall(vectors, all, random, {.count = 5, .beam = 1}), 1);
  const auto sound = check_vectors(vectors);
  EXPECT_TRUE(sound) << sound.error().message;
}

TEST(NearestVectors, AreTheSameBytesEachTime) {
  const base::TemporaryFolder folder;
  ClusteredVectors random(kSeed, 50, 8);
  std::vector<std::vector<float>> all = many(random, kLeastForGraph + 100);
  for (auto& vector : all) vector.resize(32);
  (void)written(all, folder / "a");
  (void)written(all, folder / "b");
  const auto bytes = [&](const char* name) {
    std::ifstream file(folder / name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  EXPECT_EQ(bytes("a"), bytes("b"));
}

TEST(SegmentVectors, FormulasOfOneVectorShareIt) {
  const base::TemporaryFolder folder;
  SegmentVectorsBuilder builder({base::digest_of("m"), 3, "m"}, 20);
  const auto first = *EncodedVector::encode(std::vector<float>{1, 2, 3});
  const auto second = *EncodedVector::encode(std::vector<float>{3, -2, 1});
  builder.add(2, first.code());
  builder.add_unreadable(3);
  builder.add(5, second.code());
  builder.add(9, first.code());
  ASSERT_TRUE(builder.write(base::FileSystem::real(), folder / "v"));
  const SegmentVectors vectors = open(folder / "v", 20);
  EXPECT_EQ(vectors.size(), 2);
  EXPECT_EQ(vectors.readable(), 3);
  EXPECT_EQ(vectors.unreadable(), 1);
  EXPECT_EQ(vectors.untried(), 16);
  std::vector<std::uint32_t> formulas;
  ASSERT_TRUE(vectors.formulas_of(0, formulas));
  EXPECT_THAT(formulas, ElementsAre(2, 9));
  EXPECT_TRUE(*vectors.is_tried(3));
  EXPECT_FALSE(*vectors.is_tried(4));
  EXPECT_TRUE(check_vectors(vectors));
}

TEST(SegmentVectors, NoneAreReadableToo) {
  const base::TemporaryFolder folder;
  const SegmentVectorsBuilder builder({base::digest_of("m"), 3, "m"}, 0);
  ASSERT_TRUE(builder.write(base::FileSystem::real(), folder / "v"));
  const SegmentVectors vectors = open(folder / "v", 0);
  const auto query = *EncodedVector::encode(std::vector<float>{1, 2, 3});
  EXPECT_THAT(*nearest_vectors(vectors, query.code(), {}), IsEmpty());
  EXPECT_TRUE(check_vectors(vectors));
}

TEST(SegmentVectors, OfAnotherSegmentAreRefused) {
  const base::TemporaryFolder folder;
  const SegmentVectorsBuilder builder({base::digest_of("m"), 3, "m"}, 4);
  ASSERT_TRUE(builder.write(base::FileSystem::real(), folder / "v"));
  auto file = SectionFile::open(folder / "v", FileKind::Vectors);
  const auto vectors = SegmentVectors::open(std::move(*file), 5);
  ASSERT_FALSE(vectors);
  EXPECT_THAT(vectors.error().message, HasSubstr("contradicts itself about its vectors"));
}

}  // namespace
}  // namespace noether::index
