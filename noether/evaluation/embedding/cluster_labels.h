// Expressions with their clusters, on which clustering and retrieval are scored.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/egen/tasks/retrieval.h"

namespace noether::evaluation {

struct LabelledExpressions {
  std::vector<std::string> expressions;
  std::vector<std::uint32_t> cluster_of;  // of every expression, from 0
  std::size_t clusters = 0;
};

LabelledExpressions label_expressions(std::span<const egen::RetrievalCluster> clusters);

}  // namespace noether::evaluation
