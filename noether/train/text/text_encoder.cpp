#include "noether/train/text/text_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "noether/neural/transformer/transformer_weights.h"
#include "noether/neural/transformer/weight_visitor.h"

namespace noether::train {
namespace {

using neural::Activation;
using neural::HeadsConfig;
using neural::Matrix;
using neural::NormPlace;
using neural::Positions;
using neural::TransformerConfig;
using neural::TransformerWeights;

// Calls `visit(name, shape, floats)` for each tensor.
template <typename Visit>
class EachTensor {
 public:
  explicit EachTensor(Visit visit) : visit_(std::move(visit)) {}

  template <typename Of>
  void embedding(const std::string& name, Of& of, std::size_t rows, std::size_t columns) {
    matrix(name, of, rows, columns);
  }
  template <typename Of>
  void matrix(const std::string& name, Of& of, std::size_t rows, std::size_t columns) {
    table(name, of.values, rows, columns);
  }
  template <typename Floats>
  void table(const std::string& name, Floats& floats, std::size_t rows, std::size_t columns) {
    visit_(name,
           std::vector<std::int64_t>{static_cast<std::int64_t>(rows),
                                     static_cast<std::int64_t>(columns)},
           floats);
  }
  template <typename Floats>
  void list(const std::string& name, Floats& floats, std::size_t size) {
    visit_(name, std::vector<std::int64_t>{static_cast<std::int64_t>(size)}, floats);
  }

 private:
  Visit visit_;
};

template <typename Weights, typename Visit>
void each_trained(TransformerConfig config, const HeadsConfig& heads, Weights& weights,
                  Visit visit) {
  config.head = heads;
  EachTensor<Visit> visitor(std::move(visit));
  neural::visit_weights(weights, config, visitor);
}

class TextForward {
 public:
  TextForward(const TransformerConfig& config, const ParameterViews& weights,
              const PackedBatch& batch, double dropout)
      : config_(config), weights_(weights), batch_(batch), dropout_(dropout) {}

  torch::Tensor run() const {
    torch::Tensor hidden = dropped(embeddings());
    for (std::size_t number = 0; number < config_.layers; ++number) {
      const std::string layer = fmt::format("layers.{}.", config_.stored_layer(number));
      hidden = block(hidden, layer + "norm1",
                     [&](const torch::Tensor& x) { return attended(x, layer); });
      hidden = block(hidden, layer + "norm2",
                     [&](const torch::Tensor& x) { return fed_forward(x, layer); });
    }
    return config_.final_norm ? norm(hidden, "final_norm") : hidden;
  }

 private:
  const torch::Tensor& weight(const std::string& name) const { return weights_.at(name); }
  torch::Tensor norm(const torch::Tensor& x, const std::string& name) const {
    return torch::layer_norm(x, {x.size(-1)}, weight(name + ".weight"), weight(name + ".bias"),
                             static_cast<double>(config_.norm_epsilon));
  }
  torch::Tensor linear(const torch::Tensor& x, const std::string& name, bool has_bias) const {
    return has_bias ? torch::linear(x, weight(name + ".weight"), weight(name + ".bias"))
                    : torch::linear(x, weight(name + ".weight"));
  }
  torch::Tensor dropped(const torch::Tensor& x) const {
    return dropout_ > 0 ? torch::dropout(x, dropout_, /*train=*/true) : x;
  }

  torch::Tensor embeddings() const {
    torch::Tensor sum = torch::embedding(weight("token_embedding"), batch_.tokens);
    if (config_.positions == Positions::Learned) {
      sum = sum +
            torch::embedding(weight("position_embedding"),
                             batch_.positions + static_cast<std::int64_t>(config_.position_offset));
    }
    if (config_.segments > 0) sum = sum + segment_embeddings(sum.scalar_type());
    if (config_.embedding_norm) sum = norm(sum, "embedding_norm");
    if (config_.embedding_width != config_.width) sum = linear(sum, "embedding_projection", true);
    return sum;
  }

  torch::Tensor segment_embeddings(torch::ScalarType type) const {
    const torch::Tensor& table = weight("segment_embedding");
    // All tokens of a single text belong to segment 0, and so do all tokens of a model with one
    // segment.
    if (!batch_.segments.defined() || table.size(0) == 1) return table.select(0, 0);
    // Uses a matrix product, because the gradient of an index lookup is slow if all tokens share a
    // few rows.
    const torch::Tensor kinds = torch::arange(table.size(0), batch_.segments.options());
    return torch::matmul((batch_.segments.unsqueeze(1) == kinds).to(type), table);
  }

  template <typename Branch>
  torch::Tensor block(const torch::Tensor& hidden, const std::string& norm_name,
                      const Branch& branch) const {
    return config_.norm_place == NormPlace::Before
               ? hidden + dropped(branch(norm(hidden, norm_name)))
               : norm(hidden + dropped(branch(hidden)), norm_name);
  }

  torch::Tensor attended(const torch::Tensor& x, const std::string& layer) const {
    const torch::Tensor in = linear(x, layer + "attention.in", config_.biases);
    return linear(attend(config_.heads, batch_, in, config_.causal), layer + "attention.out",
                  config_.biases);
  }
  torch::Tensor fed_forward(const torch::Tensor& x, const std::string& layer) const {
    torch::Tensor inner = linear(x, layer + "feed_forward.in", config_.biases);
    if (config_.gated) {
      const std::vector<torch::Tensor> halves = inner.chunk(2, 1);
      inner = activated(config_.activation, halves[0]) * halves[1];
    } else {
      inner = activated(config_.activation, inner);
    }
    return linear(inner, layer + "feed_forward.out", config_.biases);
  }

  const TransformerConfig& config_;
  const ParameterViews& weights_;
  const PackedBatch& batch_;
  double dropout_;
};

}  // namespace

torch::Tensor activated(Activation activation, const torch::Tensor& x) {
  switch (activation) {
    case Activation::Relu:
      return torch::relu(x);
    case Activation::GeluErf:
      return torch::gelu(x);
    case Activation::GeluTanh:
      return torch::gelu(x, "tanh");
    case Activation::Silu:
      return torch::silu(x);
    case Activation::Tanh:
      return torch::tanh(x);
  }
  return x;
}

std::optional<std::string> training_problem(const TransformerConfig& config) {
  if (config.positions == Positions::Rotary) return "it has rotary positions";
  if (config.norm != neural::NormKind::Layer) return "its norms are not LayerNorm";
  if (config.key_value_heads != config.heads) return "its heads share keys and values";
  if (config.features > 0) return "it reads numbers in addition to tokens";
  return std::nullopt;
}

std::vector<ParameterSpec> text_parameters(const TransformerConfig& config,
                                           const HeadsConfig& heads) {
  TransformerWeights none;
  none.layers.resize(config.stored_layers);
  std::vector<ParameterSpec> specs;
  each_trained(config, heads, none,
               [&](const std::string& name, std::vector<std::int64_t> shape,
                   const std::vector<float>&) { specs.push_back({name, std::move(shape), 0, 0}); });
  return specs;
}

torch::Tensor flat_weights(const TransformerConfig& config, const TransformerWeights& weights,
                           const HeadsConfig& heads) {
  torch::Tensor flat = torch::empty({count_of(text_parameters(config, heads))}, torch::kFloat32);
  auto* to = flat.data_ptr<float>();
  each_trained(config, heads, weights,
               [&](const std::string&, const std::vector<std::int64_t>&,
                   const std::vector<float>& floats) { to = std::ranges::copy(floats, to).out; });
  return flat;
}

void set_weights(const TransformerConfig& config, const torch::Tensor& flat,
                 TransformerWeights& weights, const HeadsConfig& heads) {
  const torch::Tensor on_host = flat.detach().to(torch::kCPU, torch::kFloat32).contiguous();
  const auto* from = on_host.data_ptr<float>();
  each_trained(
      config, heads, weights,
      [&](const std::string&, const std::vector<std::int64_t>&, std::vector<float>& floats) {
        std::copy_n(from, floats.size(), floats.begin());
        from += floats.size();
      });
}

torch::Tensor hidden_states(const TransformerConfig& config, const ParameterViews& weights,
                            const PackedBatch& batch, double dropout) {
  return TextForward(config, weights, batch, dropout).run();
}

namespace {

torch::Tensor unit_rows(const torch::Tensor& rows) {
  // The bound of torch's own normalisation, which protects against a vector of zeros.
  return rows / rows.norm(2, {1}, /*keepdim=*/true).clamp_min(1e-12);
}

}  // namespace

TextBatch TextBatch::to(torch::Device device) const {
  const auto moved = [&](const torch::Tensor& tensor) {
    return tensor.to(device, /*non_blocking=*/true);
  };
  return {packed.to(device), moved(rows), moved(text_of), moved(counts), lengths};
}

TextBatch pack_texts(std::span<const std::vector<neural::TokenId>> texts, bool pinned) {
  const std::vector<std::span<const neural::TokenId>> spans(texts.begin(), texts.end());
  TextBatch batch;
  batch.packed = pack_sequences(spans, pinned);
  const auto memory = torch::TensorOptions(torch::kInt64).pinned_memory(pinned);
  batch.rows = torch::empty_like(batch.packed.tokens, memory);
  batch.text_of = torch::empty_like(batch.packed.tokens, memory);
  batch.counts =
      torch::empty({static_cast<std::int64_t>(texts.size())}, memory.dtype(torch::kFloat32));
  auto* row = batch.rows.data_ptr<std::int64_t>();
  auto* text_of = batch.text_of.data_ptr<std::int64_t>();
  auto* count = batch.counts.data_ptr<float>();
  const auto* const starts = batch.packed.starts.data_ptr<std::int32_t>();
  const auto* const order = batch.packed.order.data_ptr<std::int64_t>();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto length = static_cast<std::int64_t>(texts[i].size());
    for (std::int64_t p = 0; p < length; ++p) {
      *row++ = starts[order[i]] + p;
      *text_of++ = static_cast<std::int64_t>(i);
    }
    *count++ = static_cast<float>(length);
    batch.lengths.push_back(length);
  }
  return batch;
}

TextVectors embed_texts(const neural::TransformerConfig& config, const ParameterViews& weights,
                        const TextBatch& batch, double dropout) {
  const torch::Tensor hidden = hidden_states(config, weights, batch.packed, dropout);
  const auto type = hidden.scalar_type();
  const torch::Tensor tokens = hidden.index_select(0, batch.rows)
                                   .to(type == torch::kFloat64 ? torch::kFloat64 : torch::kFloat32);
  const torch::Tensor sums = torch::zeros({batch.texts(), tokens.size(1)}, tokens.options())
                                 .index_add(0, batch.text_of, tokens);
  return {unit_rows(sums / batch.counts.to(tokens.scalar_type()).unsqueeze(1)),
          unit_rows(tokens).to(type)};
}

namespace {

base::Result<neural::ModelFolder> open_model(const std::string& folder, Int8Start int8) {
  const auto format = neural::format_of_model(folder);
  if (!format) return std::unexpected(format.error());
  if (*format != neural::kModelFormat) {
    return base::fail(fmt::format("'{}' is not a model of texts in Noether's format", folder), {},
                      "noether model import converts a model in the layout of transformers");
  }
  auto model = neural::ModelFolder::read(folder);
  if (!model) return std::unexpected(model.error());
  if (int8 == Int8Start::Taken) {
    neural::dequantize_weights(model->weights, model->config.transformer);
  }
  if (model->weights.is_int8() || model->weights.token_embedding.is_int8()) {
    return base::fail(fmt::format("the weights of '{}' are int8", folder), {},
                      "noether model dequantize makes a float32 model of it");
  }
  return model;
}

// The error for a model of the other kind, or for one that the LibTorch code here does not support.
base::Result<void> check_trained(const neural::ModelFolder& model, const std::string& folder,
                                 std::optional<std::string> problem, const char* can) {
  if (!problem) problem = training_problem(model.config.transformer);
  if (!problem) return {};
  return base::fail(fmt::format("'{}' cannot be tuned: {}", folder, *problem), {},
                    fmt::format("{} can", can));
}

}  // namespace

base::Result<neural::ModelFolder> open_start(const std::string& folder, Int8Start int8) {
  auto model = open_model(folder, int8);
  if (!model) return model;
  std::optional<std::string> problem;
  if (model->config.transformer.causal) problem = "it reads from left to right only";
  const auto good = check_trained(*model, folder, problem,
                                  "encoders such as BERT, ALBERT, RoBERTa and DistilBERT");
  if (!good) return std::unexpected(good.error());
  return model;
}

base::Result<neural::ModelFolder> open_decoder(const std::string& folder) {
  auto model = open_model(folder, Int8Start::Refused);
  if (!model) return model;
  const neural::TransformerConfig& transformer = model->config.transformer;
  std::optional<std::string> problem;
  if (!transformer.causal || !transformer.head.next) problem = "it does not write texts";
  const auto good = check_trained(*model, folder, problem, "decoders such as GPT-2");
  if (!good) return std::unexpected(good.error());
  return model;
}

}  // namespace noether::train
