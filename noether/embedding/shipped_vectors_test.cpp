// The vectors of the shipped encoder must not change, because indexes store them.
//
// testdata/shipped_vectors.tsv has expressions and the first numbers of their vectors, as `noether
// embed --from prefix --format tsv` writes them. The last digits differ between machines, because
// the functions of C libraries do.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "noether/base/temporary_folder.h"
#include "noether/embedding/expression_encoder.h"
#include "noether/embedding/expression_model.h"

namespace noether::embedding {
namespace {

struct KnownVectors {
  std::vector<std::string> texts;
  std::vector<std::vector<float>> beginnings;
};

KnownVectors known_vectors() {
  KnownVectors known;
  std::ifstream file(NOETHER_SOURCE_DIR "/noether/embedding/testdata/shipped_vectors.tsv");
  for (std::string line; std::getline(file, line);) {
    std::istringstream parts(line);
    std::getline(parts, known.texts.emplace_back(), '\t');
    auto& numbers = known.beginnings.emplace_back();
    for (float number = 0; parts >> number;) numbers.push_back(number);
  }
  return known;
}

std::string shipped_folder() { return std::string(NOETHER_SOURCE_DIR) + "/models/formula-encoder"; }

double largest_change(const KnownVectors& known, const std::vector<float>& vectors) {
  const std::size_t width = vectors.size() / known.texts.size();
  double largest = 0;
  for (std::size_t i = 0; i < known.texts.size(); ++i) {
    EXPECT_FALSE(known.beginnings[i].empty());
    for (std::size_t j = 0; j < known.beginnings[i].size(); ++j) {
      const double change =
          static_cast<double>(vectors[i * width + j]) - static_cast<double>(known.beginnings[i][j]);
      largest = std::max(largest, std::abs(change));
    }
  }
  return largest;
}

TEST(ShippedVectors, StayWhatTheyAre) {
  const KnownVectors known = known_vectors();
  ASSERT_EQ(known.texts.size(), 100U);
  const auto encoder = ExpressionEncoder::open(shipped_folder());
  ASSERT_TRUE(encoder) << encoder.error().message;
  const auto vectors = encoder->embed(known.texts);
  ASSERT_TRUE(vectors) << vectors.error().message;
  EXPECT_LT(largest_change(known, *vectors), 2e-5);
}

TEST(ShippedVectors, StayWhatTheyAreInFloat32) {
  const KnownVectors known = known_vectors();
  const base::TemporaryFolder folder;
  ASSERT_TRUE(dequantize(ExpressionModel::read(shipped_folder()).value())->write(folder.path()));
  const auto vectors = ExpressionEncoder::open(folder.path())->embed(known.texts);
  ASSERT_TRUE(vectors) << vectors.error().message;
  EXPECT_LT(largest_change(known, *vectors), 1e-3);
}

}  // namespace
}  // namespace noether::embedding
