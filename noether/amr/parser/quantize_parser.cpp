#include "noether/amr/parser/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "noether/amr/parser/network.h"
#include "noether/base/file_system.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/tensor/safetensors.h"
#include "noether/neural/tensor/tensor_set.h"
#include "noether/neural/transformer/quantize_weights.h"

namespace noether::amr {
namespace {

// A tensor that owns its numbers.
struct OwnTensor {
  std::string name;
  neural::TensorType type = neural::TensorType::F32;
  std::vector<std::uint64_t> shape;
  std::string bytes;
};

OwnTensor own_floats(std::string name, std::vector<std::uint64_t> shape,
                     const std::vector<float>& values) {
  return {std::move(name), neural::TensorType::F32, std::move(shape),
          std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float))};
}

// Converts matrices to int8 with a scale for each row, and keeps all other tensors.
base::Result<std::vector<OwnTensor>> rounded_heads(neural::TensorSet& tensors) {
  std::vector<OwnTensor> heads;
  for (const std::string& name : tensors.names()) {
    if (!name.starts_with(kHeadPrefix)) continue;
    const neural::Tensor* tensor = tensors.use(name);
    auto values = neural::floats_of(*tensor);
    if (!values) return std::unexpected(std::move(values.error()));
    if (tensor->shape.size() != 2) {
      heads.push_back(own_floats(name, tensor->shape, *values));
      continue;
    }
    neural::Matrix matrix{tensor->shape[0], tensor->shape[1], *std::move(values), {}, {}};
    round_rows(matrix);
    heads.push_back({name, neural::TensorType::I8, tensor->shape,
                     std::string(reinterpret_cast<const char*>(matrix.quantized.data()),
                                 matrix.quantized.size())});
    heads.push_back(own_floats(name + ".scale", {matrix.rows}, matrix.scales));
  }
  return heads;
}

// A sentence of kMostSentenceWords seldom has more pieces; if it has, fewer pieces of each word are
// read.
constexpr std::uint32_t kMostPositions = 256;

// Removes positions that are not needed, which are a hundredth of the weights.
void leave_out_positions(neural::ModelFolder& model) {
  neural::TransformerConfig& config = model.config.transformer;
  if (model.weights.position_embedding.empty() || config.max_positions <= kMostPositions) return;
  config.max_positions = kMostPositions;
  model.config.sequence_tokens = std::min(model.config.sequence_tokens, kMostPositions);
  model.weights.position_embedding.resize((std::size_t{kMostPositions} + config.position_offset) *
                                          config.embedding_width);
}

base::Result<void> copy_file(const std::string& from, const std::string& to) {
  base::FileSystem& disk = base::FileSystem::real();
  constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;
  const auto bytes = disk.read(from, kMostBytes);
  if (!bytes) return std::unexpected(bytes.error());
  return base::write_atomically(disk, to, *bytes);
}

}  // namespace

base::Result<void> quantize_parser(const std::string& folder, const std::string& output,
                                   std::span<const std::string> sentences) {
  auto model = neural::ModelFolder::read(folder);
  if (!model) return std::unexpected(std::move(model.error()));
  if (model->weights.is_int8()) return base::fail(fmt::format("'{}' is int8 already", folder));
  leave_out_positions(*model);
  auto tokenizer = neural::tokens::Tokenizer::open(folder);
  if (!tokenizer) return std::unexpected(std::move(tokenizer.error()));
  auto tensors = neural::TensorSet::of_file(folder + "/" + model->config.weights_file);
  if (!tensors) return std::unexpected(std::move(tensors.error()));
  const auto heads = rounded_heads(*tensors);
  if (!heads) return std::unexpected(heads.error());

  std::vector<std::vector<neural::TokenId>> sample;
  for (const std::string& sentence : sentences) {
    WordPieces pieces = read_pieces(split_words(sentence), *tokenizer);
    if (pieces.tokens.size() <= model->config.transformer.max_positions) {
      sample.push_back(std::move(pieces.tokens));
    }
  }
  const neural::TransformerConfig& config = model->config.transformer;
  if (sample.empty()) {
    neural::quantize_weights(model->weights, config, neural::TokenTable::Round);
  } else {
    neural::quantize_weights(model->weights, config, neural::TokenTable::Round, sample);
  }

  base::FileSystem& disk = base::FileSystem::real();
  if (auto copied = neural::copy_tokenizer(folder, output); !copied) {
    return std::unexpected(std::move(copied.error()));
  }
  for (const std::string_view name :
       {std::string_view("fragments.txt"), std::string_view("roles.txt"),
        std::string_view("senses.txt"), kLexiconFile, kDecodingFile}) {
    if (name == kDecodingFile && !disk.exists(fmt::format("{}/{}", folder, name))) continue;
    if (auto done =
            copy_file(fmt::format("{}/{}", folder, name), fmt::format("{}/{}", output, name));
        !done) {
      return done;
    }
  }
  std::vector<neural::Tensor> all = model->weights.tensors(config);
  for (const OwnTensor& head : *heads)
    all.push_back({head.name, head.type, head.shape, head.bytes});
  if (auto done = base::write_atomically(disk, output + "/" + model->config.weights_file,
                                         neural::safetensors_bytes(all));
      !done) {
    return done;
  }
  return base::write_atomically(disk, output + "/config.json", model->config.to_json());
}

}  // namespace noether::amr
