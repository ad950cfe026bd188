#include "noether/neural/transformer/transformer_weights.h"

#include <fmt/format.h>

#include <cstring>
#include <stdexcept>

#include "noether/neural/tensor/safetensors.h"
#include "noether/neural/transformer/weight_visitor.h"

namespace noether::neural {
namespace {

class WeightReading {
 public:
  explicit WeightReading(TensorSet& tensors) : tensors_(tensors) {}

  void embedding(const std::string& name, Matrix& to, std::size_t rows, std::size_t columns) {
    read_matrix(name, to, rows, columns);
  }
  void table(const std::string& name, std::vector<float>& to, std::size_t rows,
             std::size_t columns) {
    to = floats_or_throw(expect(name, {rows, columns}));
  }
  void list(const std::string& name, std::vector<float>& to, std::size_t size) {
    to = floats_or_throw(expect(name, {size}));
  }
  void matrix(const std::string& name, Matrix& to, std::size_t rows, std::size_t columns) {
    ++matrices_;
    if (read_matrix(name, to, rows, columns)) ++int8_matrices_;
  }
  bool is_of_one_type() const { return int8_matrices_ == 0 || int8_matrices_ == matrices_; }

 private:
  bool read_matrix(const std::string& name, Matrix& to, std::size_t rows, std::size_t columns) {
    to.rows = rows;
    to.columns = columns;
    const Tensor& tensor = expect(name, {rows, columns});
    if (tensor.type != TensorType::I8) {
      to.values = floats_or_throw(tensor);
      return false;
    }
    to.quantized.resize(rows * columns);
    std::memcpy(to.quantized.data(), tensor.bytes.data(), tensor.bytes.size());
    list(name + ".scale", to.scales, rows);
    return true;
  }

  const Tensor& expect(const std::string& name, const std::vector<std::uint64_t>& shape) {
    const Tensor* tensor = tensors_.use(name);
    if (tensor == nullptr) throw std::invalid_argument(fmt::format("tensor '{}' is missing", name));
    if (tensor->shape != shape) {
      throw std::invalid_argument(fmt::format("tensor '{}' has the shape {}, not {}", name,
                                              shape_text(tensor->shape), shape_text(shape)));
    }
    return *tensor;
  }

  static std::vector<float> floats_or_throw(const Tensor& tensor) {
    auto floats = floats_of(tensor);
    if (!floats) throw std::invalid_argument(floats.error().message);
    return *std::move(floats);
  }

  TensorSet& tensors_;
  std::size_t matrices_ = 0;
  std::size_t int8_matrices_ = 0;
};

class WeightListing {
 public:
  void embedding(const std::string& name, const Matrix& of, std::size_t rows, std::size_t columns) {
    matrix(name, of, rows, columns);
  }
  void table(const std::string& name, const std::vector<float>& of, std::size_t rows,
             std::size_t columns) {
    add(name, TensorType::F32, {rows, columns}, of.data(), of.size() * sizeof(float));
  }
  void list(const std::string& name, const std::vector<float>& of, std::size_t size) {
    add(name, TensorType::F32, {size}, of.data(), of.size() * sizeof(float));
  }
  void matrix(const std::string& name, const Matrix& of, std::size_t rows, std::size_t columns) {
    if (!of.is_int8()) return table(name, of.values, rows, columns);
    add(name, TensorType::I8, {rows, columns}, of.quantized.data(), of.quantized.size());
    list(name + ".scale", of.scales, rows);
  }
  std::vector<Tensor> tensors;

 private:
  void add(const std::string& name, TensorType type, std::vector<std::uint64_t> shape,
           const void* bytes, std::size_t size) {
    tensors.push_back(
        {name, type, std::move(shape), std::string_view(static_cast<const char*>(bytes), size)});
  }
};

}  // namespace

base::Result<TransformerWeights> TransformerWeights::from(TensorSet& tensors,
                                                          const TransformerConfig& config) {
  TransformerWeights weights;
  weights.layers.resize(config.stored_layers);
  WeightReading reading(tensors);
  try {
    visit_weights(weights, config, reading);
  } catch (const std::invalid_argument& error) {
    return base::fail(error.what(), {}, "the file is damaged, or config.json is of another model");
  }
  if (!reading.is_of_one_type()) return base::fail("some of its matrices are int8, others float32");
  return weights;
}

std::vector<Tensor> TransformerWeights::tensors(const TransformerConfig& config) const {
  WeightListing listing;
  visit_weights(*this, config, listing);
  return std::move(listing.tensors);
}

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
