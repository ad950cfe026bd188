#include "noether/neural/transformer/dequantize_weights.h"

#include "noether/neural/transformer/weight_visitor.h"

namespace noether::neural {
namespace {

struct MatrixWidening {
  void matrix(const std::string& /*name*/, Matrix& of, std::size_t, std::size_t) const {
    if (!of.is_int8()) return;
    of.values.resize(of.rows * of.columns);
    for (std::size_t i = 0; i < of.values.size(); ++i) {
      of.values[i] = static_cast<float>(of.quantized[i]) * of.scales[i / of.columns];
    }
    of.quantized.clear();
    of.scales.clear();
  }
  void embedding(const std::string& name, Matrix& of, std::size_t rows, std::size_t columns) const {
    matrix(name, of, rows, columns);
  }
  void table(const std::string& /*name*/, std::vector<float>&, std::size_t, std::size_t) const {}
  void list(const std::string& /*name*/, std::vector<float>&, std::size_t) const {}
};

}  // namespace

void dequantize_weights(TransformerWeights& weights, const TransformerConfig& config) {
  const MatrixWidening widening;
  visit_weights(weights, config, widening);
}

}  // namespace noether::neural
