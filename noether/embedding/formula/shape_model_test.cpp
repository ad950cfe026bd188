#include "noether/embedding/formula/shape_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <numeric>

#include "noether/base/hash.h"
#include "noether/base/temporary_folder.h"
#include "noether/embedding/formula/even_shape.h"

namespace noether::embedding {
namespace {

using ShapeVector = std::array<float, kShapeWidth>;

ShapeVector vector_of(const ShapeModel& model, const std::vector<TreeFeature>& features) {
  ShapeVector vector{};
  model.embed(features, vector);
  return vector;
}

double product(const ShapeVector& a, const ShapeVector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

TEST(ShapeModel, GivesVectorsOfLengthOneThatAreNearWhereFeaturesAreShared) {
  const ShapeModel model = even_shape();
  std::vector<TreeFeature> some;
  for (std::uint64_t i = 1; i <= 40; ++i) some.push_back({i << 50, FeatureKind::Label, 1});
  std::vector<TreeFeature> more = some;
  more.push_back({41ULL << 50, FeatureKind::Label, 1});
  std::vector<TreeFeature> others;
  for (std::uint64_t i = 1; i <= 40; ++i) others.push_back({(i << 50) + 7, FeatureKind::Label, 1});
  const ShapeVector vector = vector_of(model, some);
  EXPECT_NEAR(product(vector, vector), 1, 1e-6);
  EXPECT_GT(product(vector, vector_of(model, more)), 0.9);
  EXPECT_LT(std::abs(product(vector, vector_of(model, others))), 0.4);
}

TEST(ShapeModel, WeighsFeaturesByKindAndRarity) {
  ShapeModel model = even_shape();
  const std::vector<TreeFeature> label = {{1ULL << 50, FeatureKind::Label, 1}};
  const std::vector<TreeFeature> both = {{1ULL << 50, FeatureKind::Label, 1},
                                         {2ULL << 50, FeatureKind::Subtree, 1}};
  model.kind_weights[static_cast<std::size_t>(FeatureKind::Subtree)] = 0;
  EXPECT_NEAR(product(vector_of(model, label), vector_of(model, both)), 1, 1e-6);
  model = even_shape();
  model.rarities[rarity_bucket(2ULL << 50)] = 0;
  EXPECT_NEAR(product(vector_of(model, label), vector_of(model, both)), 1, 1e-6);
}

TEST(ShapeModel, TakesALearnedRowWhereThereIsOne) {
  ShapeModel model = even_shape();
  const std::uint64_t hash = 0x9000000000000001U;  // negative as a signed number
  model.keys = {static_cast<std::int64_t>(hash), 5};
  model.rows.assign(2 * kShapeWidth, 0);
  model.rows[3] = 100;
  model.rows[kShapeWidth + 4] = -100;
  model.row_scales = {0.01F, 0.01F};
  EXPECT_EQ(vector_of(model, {{hash, FeatureKind::Label, 1}})[3], 1);
  EXPECT_EQ(vector_of(model, {{5, FeatureKind::Label, 1}})[4], -1);
}

TEST(ShapeModel, GivesADirectionAlsoWhereNothingCounts) {
  ShapeModel model = even_shape();
  model.kind_weights.fill(0);
  const ShapeVector vector = vector_of(model, {{1, FeatureKind::Label, 1}});
  EXPECT_NEAR(product(vector, vector), 1, 1e-6);
}

// Sums have a fixed order and square roots are rounded correctly, so the bits are the same on every
// machine.
TEST(ShapeModel, GivesTheSameBitsEverywhere) {
  std::vector<TreeFeature> features;
  for (std::uint64_t i = 1; i <= 100; ++i) {
    features.push_back({i * 0x0123456789ABCDEFU, static_cast<FeatureKind>(i % kFeatureKinds),
                        static_cast<std::uint32_t>(1 + i % 3)});
  }
  const ShapeVector vector = vector_of(even_shape(), features);
  const std::string_view bytes(reinterpret_cast<const char*>(vector.data()), sizeof vector);
  EXPECT_EQ(base::digest_of(bytes).hex(), "56c1c64804330224b97361d6442d7252");
}

TEST(ShapeModel, IsReadAsItWasWritten) {
  const base::TemporaryFolder folder;
  const std::string path = folder / "shape.safetensors";
  ShapeModel model = even_shape();
  model.kind_weights[2] = 0.25F;
  model.rarities[7] = 9;
  model.keys = {-5, 5};
  model.rows.assign(2 * kShapeWidth, 3);
  model.row_scales = {1, 2};
  ASSERT_TRUE(model.write(path));
  const auto read = ShapeModel::read(path);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->kind_weights, model.kind_weights);
  EXPECT_EQ(read->rarities, model.rarities);
  EXPECT_EQ(read->keys, model.keys);
  EXPECT_EQ(read->rows, model.rows);
  EXPECT_EQ(read->row_scales, model.row_scales);
}

TEST(ShapeModel, RefusesFilesThatAreWrong) {
  const base::TemporaryFolder folder;
  const std::string path = folder / "shape.safetensors";
  const auto message_of = [&](const ShapeModel& model) {
    EXPECT_TRUE(model.write(path));
    const auto read = ShapeModel::read(path);
    return read ? std::string() : read.error().message;
  };
  ShapeModel model = even_shape();
  model.kind_weights[0] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(message_of(model).find("not finite"), std::string::npos);
  model = even_shape();
  model.rarities.pop_back();
  EXPECT_NE(message_of(model).find("'rarities' is U8 [65535]"), std::string::npos);
  model = even_shape();
  model.keys = {5, 5};
  model.rows.assign(2 * kShapeWidth, 0);
  model.row_scales = {1, 1};
  EXPECT_NE(message_of(model).find("not ascending"), std::string::npos);
  model.keys = {4, 5};
  model.row_scales = {1};
  EXPECT_NE(message_of(model).find("'row_scales'"), std::string::npos);
  std::ofstream(path) << "no tensors";
  EXPECT_FALSE(ShapeModel::read(path));
  EXPECT_FALSE(ShapeModel::read(folder / "missing"));
}

TEST(RarityCounter, GivesMoreToWhatIsRare) {
  RarityCounter counter;
  for (int i = 0; i < 1000; ++i) {
    std::vector<TreeFeature> features = {{1ULL << 50, FeatureKind::Label, 5}};
    if (i == 0) features.push_back({2ULL << 50, FeatureKind::Label, 1});
    counter.add(features);
  }
  const auto rarities = counter.rarities();
  ASSERT_EQ(rarities.size(), kRarityBuckets);
  EXPECT_EQ(rarities[rarity_bucket(1ULL << 50)], 0);
  EXPECT_EQ(rarities[rarity_bucket(2ULL << 50)], std::lround(16 * std::log(1001 / 1.5)));
  EXPECT_EQ(rarities[9], std::lround(16 * std::log(1001 / 0.5)));
}

}  // namespace
}  // namespace noether::embedding
