// Keys and values of the tokens that a causal transformer has seen, so that the next one need not
// compute them again.
#pragma once

#include <cstddef>
#include <vector>

namespace noether::neural {

struct KeyValueCache {
  struct OfLayer {
    std::vector<float> keys;  // a row for each token
    std::vector<float> values;
  };
  std::vector<OfLayer> layers;
  std::size_t tokens = 0;
};

}  // namespace noether::neural
