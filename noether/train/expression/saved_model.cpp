#include "noether/train/expression/saved_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/neural/tensor/safetensors.h"
#include "noether/train/core/random_stream.h"

namespace noether::train {
namespace {

constexpr std::uint64_t kMaxTextBytes = std::uint64_t{16} << 20;
constexpr std::uint64_t kMaxWeightBytes = std::uint64_t{4} << 30;

static_assert(std::endian::native == std::endian::little, "weights are written in memory order");

std::vector<std::uint64_t> shape_of(const ParameterSpec& spec) {
  return {spec.shape.begin(), spec.shape.end()};
}

std::unexpected<base::Error> in_file(const std::string& path, const base::Error& error) {
  return base::fail(fmt::format("'{}': {}", path, error.message), {}, error.hint);
}

}  // namespace

EncoderShape encoder_shape(const embedding::ExpressionModelConfig& config,
                           const embedding::ExpressionTokenizer& tokenizer) {
  return {static_cast<std::int64_t>(tokenizer.size()),
          config.layers,
          config.width,
          config.heads,
          config.feed_forward,
          config.positions,
          config.pooling,
          config.special_tokens,
          config.inputs == embedding::Inputs::Values
              ? std::make_shared<const embedding::PartValues>(tokenizer)
              : nullptr};
}

base::Result<void> export_model(const Checkpoint& checkpoint, const std::string& folder) {
  const auto config = read_config(checkpoint.config, "the checkpoint's configuration");
  if (!config) return std::unexpected(config.error());
  const auto tokenizer = embedding::ExpressionTokenizer::from_json(checkpoint.tokenizer);
  if (!tokenizer) return std::unexpected(tokenizer.error());
  const std::vector<ParameterSpec> specs =
      encoder_parameters(encoder_shape(config->model, *tokenizer));
  torch::Tensor weights = checkpoint.weights.detach().to(torch::kCPU, torch::kFloat32).contiguous();
  // The encoder's weights come first, also in a seq2seq model.
  if (weights.numel() < count_of(specs)) {
    return base::fail("the checkpoint does not have the weights of its model");
  }
  if (config->grid == WeightGrid::Int8) weights = on_int8_grid(weights, specs);
  const auto* numbers = weights.data_ptr<float>();

  std::vector<neural::Tensor> tensors;
  for (const ParameterSpec& spec : specs) {
    neural::Tensor& tensor = tensors.emplace_back();
    tensor.name = spec.name;
    tensor.shape = shape_of(spec);
    const auto count = static_cast<std::size_t>(spec.count());
    tensor.bytes = {reinterpret_cast<const char*>(numbers), count * sizeof(float)};
    numbers += count;
  }
  auto done = base::FileSystem::real().make_folder(folder);
  if (done)
    done = base::write_atomically(base::FileSystem::real(), folder + "/tokenizer.json",
                                  checkpoint.tokenizer);
  if (done)
    done = base::write_atomically(base::FileSystem::real(), folder + "/model.safetensors",
                                  neural::safetensors_bytes(tensors));
  if (done)
    done = base::write_atomically(base::FileSystem::real(), folder + "/config.json",
                                  config->model.to_json());
  return done;
}

namespace {

// A number that differs for other bytes.
std::uint64_t identity_of(std::string_view bytes, std::uint64_t identity) {
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
    identity = seed_of(identity, word);
  }
  return seed_of(identity, bytes.size());
}

// A weight of a model in a file, as float32. The int8 numbers of a matrix have one scale for each
// row. Returns an undefined tensor if the file has no such weight.
torch::Tensor weight_in(const neural::Safetensors& tensors, const ParameterSpec& spec) {
  const auto read = [&](const std::string& name, neural::TensorType type,
                        const std::vector<std::uint64_t>& shape, torch::ScalarType scalar) {
    const neural::Tensor* const tensor = tensors.find(name);
    if (tensor == nullptr || tensor->type != type || tensor->shape != shape) return torch::Tensor();
    torch::Tensor numbers = torch::empty({static_cast<std::int64_t>(tensor->count())}, scalar);
    std::memcpy(numbers.data_ptr(), tensor->bytes.data(), tensor->bytes.size());
    return numbers;
  };
  const std::vector<std::uint64_t> shape = shape_of(spec);
  torch::Tensor weight = read(spec.name, neural::TensorType::F32, shape, torch::kFloat32);
  if (weight.defined()) return weight.view(spec.shape);
  if (shape.size() != 2) return {};
  weight = read(spec.name, neural::TensorType::I8, shape, torch::kInt8);
  const torch::Tensor scales =
      read(spec.name + ".scale", neural::TensorType::F32, {shape.front()}, torch::kFloat32);
  if (!weight.defined() || !scales.defined()) return {};
  return weight.view(spec.shape).to(torch::kFloat32) * scales.unsqueeze(1);
}

}  // namespace

base::Result<OpenModel> open_model(const std::string& folder) {
  base::FileSystem& files = base::FileSystem::real();
  const auto config_json = files.read(folder + "/config.json", kMaxTextBytes);
  if (!config_json) return std::unexpected(config_json.error());
  const auto config = embedding::ExpressionModelConfig::from_json(*config_json);
  if (!config) return in_file(folder + "/config.json", config.error());
  const std::string tokenizer_path = folder + "/" + config->tokenizer_file;
  const auto tokenizer_json = files.read(tokenizer_path, kMaxTextBytes);
  if (!tokenizer_json) return std::unexpected(tokenizer_json.error());
  auto tokenizer = embedding::ExpressionTokenizer::from_json(*tokenizer_json);
  if (!tokenizer) return in_file(tokenizer_path, tokenizer.error());
  const std::string weights_path = folder + "/" + config->weights_file;
  const auto bytes = files.read(weights_path, kMaxWeightBytes);
  if (!bytes) return std::unexpected(bytes.error());
  const auto tensors = neural::Safetensors::parse(*bytes);
  if (!tensors) return in_file(weights_path, tensors.error());

  OpenModel model{encoder_shape(*config, *tokenizer), std::move(*tokenizer), {}, 0};
  for (const std::string* const file : {&*config_json, &*tokenizer_json, &*bytes}) {
    model.identity = identity_of(*file, model.identity);
  }
  for (const ParameterSpec& spec : encoder_parameters(model.shape)) {
    torch::Tensor weight = weight_in(*tensors, spec);
    if (!weight.defined()) {
      return base::fail(fmt::format("'{}' has no float32 or int8 tensor '{}' of shape {}",
                                    weights_path, spec.name, neural::shape_text(shape_of(spec))));
    }
    model.weights.emplace(spec.name, std::move(weight));
  }
  return model;
}

namespace {

struct Found {
  EncoderShape shape;
  embedding::ExpressionTokenizer tokenizer;
  torch::Tensor weights;
};

base::Result<Found> in_model(const std::string& folder) {
  auto model = open_model(folder);
  if (!model) return std::unexpected(std::move(model.error()));
  std::vector<torch::Tensor> parts;
  for (const ParameterSpec& spec : encoder_parameters(model->shape)) {
    parts.push_back(model->weights.at(spec.name).flatten());
  }
  return Found{model->shape, std::move(model->tokenizer), torch::cat(parts)};
}

base::Result<Found> in_checkpoint(const std::string& path) {
  auto checkpoint = load_checkpoint(path);
  if (!checkpoint) return std::unexpected(std::move(checkpoint.error()));
  const auto config = read_config(checkpoint->config, "the checkpoint's configuration");
  if (!config) return std::unexpected(config.error());
  auto tokenizer = embedding::ExpressionTokenizer::from_json(checkpoint->tokenizer);
  if (!tokenizer) return std::unexpected(std::move(tokenizer.error()));
  const EncoderShape shape = encoder_shape(config->model, *tokenizer);
  return Found{shape, std::move(*tokenizer), checkpoint->weights};
}

}  // namespace

base::Result<torch::Tensor> load_starting_weights(const std::string& path,
                                                  const embedding::ExpressionModelConfig& model,
                                                  const std::string& tokenizer, std::int64_t most) {
  std::error_code no_answer;  // any other path is read as a file, which reports errors
  const bool is_folder = std::filesystem::is_directory(path, no_answer);
  const auto found = is_folder ? in_model(path) : in_checkpoint(path);
  if (!found) return std::unexpected(found.error());
  if (found->tokenizer.to_json() != tokenizer ||
      found->shape != encoder_shape(model, found->tokenizer)) {
    return base::fail(fmt::format("the model of '{}' has another shape or tokenizer", path));
  }
  if (found->weights.numel() > most) {
    return base::fail(
        fmt::format("'{}' has more weights than the model", path), {},
        "start an encoder from the encoder half of a seq2seq run, in its folder model");
  }
  return found->weights;
}

}  // namespace noether::train
