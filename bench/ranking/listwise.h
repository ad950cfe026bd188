// A linear ranking function learned by lists: the grades of a topic, as shares of their sum, are to
// be what a softmax over the scores gives.
//
// Two lists of each topic count: all items, where those not judged have grade 0, and those judged
// alone. The loss is convex; a ridge keeps weights small that the topics say little about.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace noether::bench {

struct ListwiseTopic {
  std::size_t features = 0;
  std::vector<float> values;  // of item after item
  std::vector<float> grades;  // of items; 0 where it is not judged
  std::vector<bool> judged;

  std::size_t items() const { return grades.size(); }
};

struct ListwiseOptions {
  double all_items = 0.95;  // how much the list of all items counts; the other has the rest
  double ridge = 0.1;
  int steps = 200;
};

// Features should be of about the same spread.
std::vector<double> learn_listwise(std::span<const ListwiseTopic* const> topics,
                                   const ListwiseOptions& options);

}  // namespace noether::bench
