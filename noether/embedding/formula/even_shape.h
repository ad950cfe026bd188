// A shape model in which all features have the same weight, for tests, and a folder of a formula
// encoder with random weights.
#pragma once

#include <string>

#include "noether/embedding/formula/formula_encoder.h"
#include "noether/embedding/formula/shape_model.h"
#include "noether/embedding/random_model.h"

namespace noether::embedding {

inline ShapeModel even_shape() {
  ShapeModel model;
  model.kind_weights.fill(1);
  model.rarities.assign(kRarityBuckets, 64);
  return model;
}

inline base::Result<void> write_random_formula_model(const std::string& folder,
                                                     std::uint32_t seed = 1) {
  ExpressionModelConfig config = tiny_model_config();
  config.inputs = Inputs::Values;
  if (auto written = write_random_model(folder, config, seed); !written) return written;
  return even_shape().write(folder + "/" + std::string(kShapeFile));
}

}  // namespace noether::embedding
