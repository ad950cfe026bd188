// The part of a formula's vector that represents its shape. A vector is a sum over the features of
// the tree, scaled to length 1. Each term is the square root of the count times the weight of the
// kind times the rarity times a direction. A direction is a learned row if the feature has one, and
// otherwise pseudo-random signs from the hash, so that every feature has one. The rarity is the
// square root of the logarithm of the inverse frequency of a feature; the logarithm has a byte for
// each of 2^16 buckets of hashes. The model is one file, shape.safetensors; docs/formats/model.md
// describes the tensors. Sums are computed in a fixed order, so vectors are the same on every
// machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/formula/tree_features.h"

namespace noether::embedding {

inline constexpr std::size_t kShapeWidth = 256;
inline constexpr std::size_t kRarityBuckets = std::size_t{1} << 16;
inline constexpr std::size_t kMostShapeRows = 24'000;
// The steps of a rarity: 16 steps are one unit of the natural logarithm.
inline constexpr float kRaritySteps = 16;

inline std::size_t rarity_bucket(std::uint64_t hash) { return hash >> 48; }

struct ShapeModel {
  std::array<float, kFeatureKinds> kind_weights{};
  std::vector<std::uint8_t> rarities;  // kRarityBuckets
  // Learned directions: the hashes of their features, ascending as signed numbers, and for each
  // hash kShapeWidth numbers with a scale.
  std::vector<std::int64_t> keys;
  std::vector<std::int8_t> rows;
  std::vector<float> row_scales;

  // Errors name the file and the problem.
  static base::Result<ShapeModel> read(const std::string& path);
  base::Result<void> write(const std::string& path) const;

  // `features` must not be empty, and must be ascending by hash.
  void embed(std::span<const TreeFeature> features, std::span<float, kShapeWidth> vector) const;
};

// Counts the formulas of a collection that have each feature. Features share 2^24 counters, so the
// memory does not grow with the collection.
class RarityCounter {
 public:
  RarityCounter() : counters_(std::size_t{1} << 24) {}

  void add(std::span<const TreeFeature> features);  // of one formula
  std::uint64_t formulas() const { return formulas_; }
  // The rarity of each bucket, from the most frequent of its features: ln((N + 1) / (n + 1/2)) in
  // steps.
  std::vector<std::uint8_t> rarities() const;

 private:
  std::vector<std::uint32_t> counters_;
  std::uint64_t formulas_ = 0;
};

}  // namespace noether::embedding
