#include "noether/neural/encoder_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "noether/neural/values/part_values.h"

namespace noether::neural {
namespace {

static_assert(std::endian::native == std::endian::little, "weights are little endian");

// Calls `visit` with the name and the place of each tensor; reading and writing are two visitors.
// What is given for a matrix is its number of rows and columns.
template <typename Weights, typename Visitor>
void visit_weights(Weights& weights, const ModelConfig& config, std::size_t vocabulary,
                   Visitor& visit) {
  const std::size_t width = config.width;
  visit.table("token_embedding", weights.token_embedding, vocabulary, width);
  visit.table("position_embedding", weights.position_embedding, config.positions, width);
  const auto norm = [&](const std::string& name, auto& to) {
    visit.list(name + ".weight", to.weight, width);
    visit.list(name + ".bias", to.bias, width);
  };
  const auto linear = [&](const std::string& name, auto& to, std::size_t rows,
                          std::size_t columns) {
    visit.matrix(name + ".weight", to.weight, rows, columns);
    visit.list(name + ".bias", to.bias, rows);
  };
  if (config.inputs == Inputs::Values) linear("values", weights.values, width, kValueFeatures);
  for (std::size_t number = 0; number < weights.layers.size(); ++number) {
    const std::string name = fmt::format("layers.{}.", number);
    auto& layer = weights.layers[number];
    norm(name + "norm1", layer.norm1);
    linear(name + "attention.in", layer.attention_in, 3 * width, width);
    linear(name + "attention.out", layer.attention_out, width, width);
    norm(name + "norm2", layer.norm2);
    linear(name + "feed_forward.in", layer.feed_forward_in, config.feed_forward, width);
    linear(name + "feed_forward.out", layer.feed_forward_out, width, config.feed_forward);
  }
  norm("final_norm", weights.final_norm);
}

class Reading {
 public:
  explicit Reading(const Safetensors& file) : file_(file) {}

  void table(const std::string& name, std::vector<float>& to, std::size_t rows,
             std::size_t columns) {
    take_floats(expect(name, {rows, columns}, TensorType::F32), to);
  }
  void list(const std::string& name, std::vector<float>& to, std::size_t size) {
    take_floats(expect(name, {size}, TensorType::F32), to);
  }
  void matrix(const std::string& name, Matrix& to, std::size_t rows, std::size_t columns) {
    to.rows = rows;
    to.columns = columns;
    const Tensor* tensor = file_.find(name);
    ++matrices_;
    if (tensor == nullptr || tensor->type != TensorType::I8) {
      return table(name, to.values, rows, columns);
    }
    expect(name, {rows, columns}, TensorType::I8);
    to.quantized.resize(rows * columns);
    std::memcpy(to.quantized.data(), tensor->bytes.data(), tensor->bytes.size());
    list(name + ".scale", to.scales, rows);
    ++int8_matrices_;
  }
  std::size_t count() const { return count_; }
  bool is_of_one_type() const { return int8_matrices_ == 0 || int8_matrices_ == matrices_; }

 private:
  const Tensor& expect(const std::string& name, std::vector<std::uint64_t> shape, TensorType type) {
    const Tensor* tensor = file_.find(name);
    if (tensor == nullptr) throw std::invalid_argument(fmt::format("tensor '{}' is missing", name));
    if (tensor->type != type) {
      throw std::invalid_argument(fmt::format("tensor '{}' is of type {}, not {}", name,
                                              tensor_type_name(tensor->type),
                                              tensor_type_name(type)));
    }
    if (tensor->shape != shape) {
      throw std::invalid_argument(fmt::format("tensor '{}' has the shape {}, not {}", name,
                                              shape_text(tensor->shape), shape_text(shape)));
    }
    ++count_;
    return *tensor;
  }

  static void take_floats(const Tensor& tensor, std::vector<float>& to) {
    to.resize(tensor.count());
    std::memcpy(to.data(), tensor.bytes.data(), tensor.bytes.size());
    if (!std::ranges::all_of(to, [](float value) { return std::isfinite(value); })) {
      throw std::invalid_argument(
          fmt::format("tensor '{}' has a number that is not finite", tensor.name));
    }
  }

  const Safetensors& file_;
  std::size_t count_ = 0;
  std::size_t matrices_ = 0;
  std::size_t int8_matrices_ = 0;
};

class Listing {
 public:
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

base::Result<EncoderWeights> EncoderWeights::from(const Safetensors& file,
                                                  const ModelConfig& config,
                                                  std::size_t vocabulary) {
  EncoderWeights weights;
  weights.layers.resize(config.layers);
  Reading reading(file);
  try {
    visit_weights(weights, config, vocabulary, reading);
  } catch (const std::invalid_argument& error) {
    return base::fail(error.what(), {}, "the file is damaged, or config.json is of another model");
  }
  if (reading.count() != file.tensors().size()) {
    return base::fail(fmt::format("it has {} tensors, where the config asks for {}",
                                  file.tensors().size(), reading.count()));
  }
  if (!reading.is_of_one_type()) return base::fail("some of its matrices are int8, others float32");
  return weights;
}

std::vector<Tensor> EncoderWeights::tensors(const ModelConfig& config) const {
  Listing listing;
  visit_weights(*this, config, token_embedding.size() / config.width, listing);
  return std::move(listing.tensors);
}

}  // namespace noether::neural
