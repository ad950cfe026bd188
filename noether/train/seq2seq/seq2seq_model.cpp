#include "noether/train/seq2seq/seq2seq_model.h"

#include <iterator>

namespace noether::train {

std::vector<ParameterSpec> seq2seq_parameters(const Seq2seqShape& shape) {
  std::vector<ParameterSpec> specs = encoder_parameters(shape.encoder);
  std::vector<ParameterSpec> decoder = decoder_parameters(shape);
  specs.insert(specs.end(), std::make_move_iterator(decoder.begin()),
               std::make_move_iterator(decoder.end()));
  return specs;
}

torch::Tensor seq2seq_loss(const Seq2seqShape& shape, const ParameterViews& weights,
                           const PairBatch& batch, double smoothing, double dropout) {
  const torch::Tensor hidden = encode_tokens(shape.encoder, weights, batch.sources, dropout);
  return writing_loss(shape, weights, batch, hidden, smoothing, dropout);
}

torch::Tensor writing_loss(const Seq2seqShape& shape, const ParameterViews& weights,
                           const PairBatch& batch, const torch::Tensor& hidden, double smoothing,
                           double dropout) {
  torch::Tensor logits = Decoder(shape, weights).forward(batch, hidden, dropout);
  if (logits.scalar_type() != torch::kFloat64) logits = logits.to(torch::kFloat32);
  return torch::cross_entropy_loss(logits, batch.target_next, /*weight=*/{}, at::Reduction::Mean,
                                   /*ignore_index=*/-100, smoothing);
}

SourceDecoder::SourceDecoder(const Seq2seqShape& shape, const ParameterViews& weights,
                             std::span<const neural::TokenId> source)
    : decoder_(shape, weights), device_(weights.at("token_embedding").device()) {
  const torch::NoGradGuard no_graph;
  const PackedBatch packed = pack(std::span(&source, 1), /*pinned=*/false).to(device_);
  source_ = decoder_.read_source(encode_tokens(shape.encoder, weights, packed));
}

std::span<const float> SourceDecoder::step(std::span<const std::uint32_t> parents,
                                           std::span<const neural::TokenId> tokens) {
  const torch::NoGradGuard no_graph;
  const auto numbers = [&](auto values) {
    const std::vector<std::int64_t> wide(values.begin(), values.end());
    return torch::tensor(wide, torch::kInt64).to(device_);
  };
  if (!written_.empty()) {
    const torch::Tensor from = numbers(parents);
    for (KeysValues& layer : written_) {
      layer = {layer.keys.index_select(0, from), layer.values.index_select(0, from)};
    }
  }
  const torch::Tensor logits = decoder_.step(numbers(tokens), position_++, source_, written_);
  rows_ = torch::log_softmax(logits.to(torch::kFloat64), -1)
              .to(torch::TensorOptions(torch::kCPU).dtype(torch::kFloat32))
              .contiguous();
  return {rows_.data_ptr<float>(), static_cast<std::size_t>(rows_.numel())};
}

}  // namespace noether::train
