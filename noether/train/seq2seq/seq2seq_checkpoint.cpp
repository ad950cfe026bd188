#include "noether/train/seq2seq/seq2seq_checkpoint.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "noether/train/core/checkpoint.h"
#include "noether/train/seq2seq/seq2seq_model.h"
#include "noether/train/seq2seq/seq2seq_task.h"

namespace noether::train {

base::Result<OpenSeq2seq> open_seq2seq(const std::string& path) {
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(path, ignored);
  const std::string file = is_folder ? checkpoint_path(path) : path;
  const auto checkpoint = load_checkpoint(file);
  if (!checkpoint) return std::unexpected(checkpoint.error());
  const auto config = read_config(checkpoint->config, file);
  if (!config) return std::unexpected(config.error());
  if (config->kind != ModelKind::Seq2seq) {
    return base::fail(fmt::format("'{}' is an encoder and writes no expressions", file), {},
                      "name a run of noether-train seq2seq");
  }
  auto tokenizer = embedding::ExpressionTokenizer::from_json(checkpoint->tokenizer);
  if (!tokenizer) return std::unexpected(tokenizer.error());
  OpenSeq2seq model{seq2seq_shape(*config, *tokenizer), std::move(*tokenizer), {}};

  const std::vector<ParameterSpec> specs = seq2seq_parameters(model.shape);
  torch::Tensor flat = checkpoint->weights;
  if (count_of(specs) != flat.numel() || flat.scalar_type() != torch::kFloat32) {
    return base::fail(
        fmt::format("'{}' has not the weights that its configuration asks for", file));
  }
  // A checkpoint has them as the optimiser moves them; the model that was trained has them rounded.
  if (config->grid == WeightGrid::Int8) flat = on_int8_grid(flat, specs);
  std::int64_t begin = 0;
  for (const ParameterSpec& spec : specs) {
    const std::int64_t size = spec.count();
    model.weights.emplace(spec.name, flat.narrow(0, begin, size).view(spec.shape));
    begin += size;
  }
  return model;
}

}  // namespace noether::train
