#include "noether/evaluation/embedding/cluster_labels.h"

namespace noether::evaluation {

LabelledExpressions label_expressions(std::span<const egen::RetrievalCluster> clusters) {
  LabelledExpressions labelled;
  for (const egen::RetrievalCluster& cluster : clusters) {
    if (cluster.expressions.empty()) continue;
    for (const std::string& expression : cluster.expressions) {
      labelled.expressions.push_back(expression);
      labelled.cluster_of.push_back(static_cast<std::uint32_t>(labelled.clusters));
    }
    ++labelled.clusters;
  }
  return labelled;
}

}  // namespace noether::evaluation
