// Finds places in the plane so that neighbours are near each other: UMAP (L. McInnes, J. Healy and
// J. Melville, "UMAP: uniform manifold approximation and projection for dimension reduction", 2018)
// with the kernel of t-SNE, 1 / (1 + d²), which J. Melville's package uwot calls t-UMAP.
//
// Time and memory are proportional to the number of neighbours, not to its square: 40,000 places
// take seconds, whereas t-SNE, which compares all pairs, is limited to about 5,000. One thread
// moves the places one after the other, so the result is a function of the neighbours, the first
// places and the seed.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "noether/base/error.h"
#include "noether/search/is_over.h"

namespace noether::search {

struct PlanePlace {
  float x = 0;
  float y = 0;

  friend bool operator==(const PlanePlace&, const PlanePlace&) = default;
};

// The neighbours of each thing, the nearest first, `each` of them in sequence.
struct NeighbourLists {
  std::uint32_t each = 0;
  std::vector<std::uint32_t> numbers;
  std::vector<float> distances;  // not negative
};

struct LayoutOptions {
  std::uint32_t epochs = 0;  // 0: a default that depends on the number of places
  std::uint64_t seed = 1;
  std::function<void(std::uint32_t done, std::uint32_t of)> on_epoch = {};
  IsOver is_over = {};
};

// Returns one place for each of `start`. Returns an error only if the work is stopped.
base::Result<std::vector<PlanePlace>> lay_out_neighbours(const NeighbourLists& neighbours,
                                                         std::vector<PlanePlace> start,
                                                         const LayoutOptions& options);

}  // namespace noether::search
