// t-SNE: finds places in the plane at which near vectors are near (L. van der Maaten and G. Hinton,
// "Visualizing data using t-SNE", 2008). The method is exact: it compares all pairs in every
// iteration.
//
// The result is a function of vectors and options, whatever the number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "noether/evaluation/embedding/vectors.h"

namespace noether::evaluation {

struct Place {
  float x = 0;
  float y = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

struct TsneOptions {
  double perplexity = 30;  // about how many neighbours count; at most a third of the others
  std::size_t iterations = 750;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  std::function<void(std::size_t done)> on_iteration = {};
};

struct TsneResult {
  std::vector<Place> places;
  double divergence = 0;  // the Kullback-Leibler divergence of the places from the vectors, in nats
};

// The maximum number of vectors, because time and memory grow with its square.
inline constexpr std::size_t kMostTsneVectors = 5000;

TsneResult t_sne(const Vectors& vectors, const TsneOptions& options);

// Row i has p(j | i) for each vector j: the probability that i chooses j as its neighbour, under a
// Gaussian whose width gives the perplexity.
std::vector<float> neighbour_probabilities(const Vectors& vectors, double perplexity,
                                           unsigned threads = 1);

}  // namespace noether::evaluation
