#include "noether/train/amr/train_parser.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <span>
#include <utility>

#include "noether/base/file_system.h"
#include "noether/base/write_atomically.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/tensor/safetensors.h"
#include "noether/train/amr/parser_network.h"
#include "noether/train/amr/parser_training.h"
#include "noether/train/core/checkpoint.h"
#include "noether/train/text/text_encoder.h"

namespace noether::train {
namespace {

using neural::ModelFolder;

// The parser tells shapes of words by segments. New ones begin as the first, which is that of all
// words in texts.
void add_segments(ModelFolder& model, std::uint32_t segments) {
  neural::TransformerConfig& config = model.config.transformer;
  if (config.segments >= segments) return;
  std::vector<float>& table = model.weights.segment_embedding;
  if (config.segments == 0) table.assign(config.embedding_width, 0);
  const std::vector<float> first(table.begin(), table.begin() + config.embedding_width);
  while (table.size() < std::size_t{segments} * config.embedding_width) {
    table.insert(table.end(), first.begin(), first.end());
  }
  config.segments = segments;
}

neural::Tensor tensor_of(const ParameterSpec& spec, const float* numbers) {
  neural::Tensor tensor;
  tensor.name = spec.name;
  tensor.shape.assign(spec.shape.begin(), spec.shape.end());
  tensor.bytes = {reinterpret_cast<const char*>(numbers),
                  static_cast<std::size_t>(spec.count()) * sizeof(float)};
  return tensor;
}

// The first `of_encoder` parameters are the encoder's, the others are written beside them. The
// config comes last, so a folder that has one is whole.
base::Result<void> write_parser(ModelFolder model, const std::string& start,
                                const AmrExamples& examples,
                                std::span<const ParameterSpec> parameters, std::size_t of_encoder,
                                const torch::Tensor& weights, const std::string& folder) {
  model.config.pooling.reset();  // its vectors are of words
  model.config.weights_file = "model.safetensors";
  model.config.sequence_tokens = model.config.transformer.max_positions;
  model.config.transformer.head = {};
  model.weights.head = {};
  const torch::Tensor on_host = weights.to(torch::kCPU, torch::kFloat32).contiguous();
  set_weights(model.config.transformer, on_host, model.weights);
  if (auto copied = neural::copy_tokenizer(start, folder); !copied) {
    return std::unexpected(copied.error());
  }
  std::vector<neural::Tensor> tensors = model.weights.tensors(model.config.transformer);
  const float* numbers = on_host.data_ptr<float>();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (i >= of_encoder) tensors.push_back(tensor_of(parameters[i], numbers));
    numbers += parameters[i].count();
  }
  const std::array<std::pair<const char*, const std::string*>, 4> tables = {
      {{"/fragments.txt", &examples.fragments.text},
       {"/senses.txt", &examples.senses.text},
       {"/roles.txt", &examples.roles.text},
       {"/lexicon.txt", &examples.lexicon}}};
  base::FileSystem& disk = base::FileSystem::real();
  base::Result<void> written = base::write_atomically(disk, folder + "/model.safetensors",
                                                      neural::safetensors_bytes(tensors));
  for (const auto& [name, text] : tables) {
    if (written) written = base::write_atomically(disk, folder + name, *text);
  }
  if (!written) return written;
  return base::write_atomically(disk, folder + "/config.json", model.config.to_json());
}

}  // namespace

base::Result<void> train_parser(const AmrConfig& config, const std::string& start,
                                const BankFiles& files, const LoopOptions& options) {
  auto model = open_start(start, Int8Start::Taken);
  if (!model) return std::unexpected(model.error());
  const auto examples = load_examples(files, {start, model->config, options.quiet});
  if (!examples) return std::unexpected(examples.error());
  const auto sampler = ExampleSampler::create(*examples, config);
  if (!sampler) return std::unexpected(sampler.error());
  const ParserValidation validation(*examples);
  add_segments(*model, examples->segments);

  const neural::TransformerConfig& encoder = model->config.transformer;
  TrainingTask task;
  const ParserHeads heads = ParserHeads::of_graphs(*examples, config);
  const ParserHeads tree_heads = ParserHeads::of_treebanks(*examples);
  task.parameters = text_parameters(encoder);
  const std::size_t of_encoder = task.parameters.size();
  std::ranges::move(heads.parameters(encoder.width, config), std::back_inserter(task.parameters));
  const std::size_t of_parser = task.parameters.size();
  if (sampler->has_trees()) {
    std::ranges::move(tree_heads.parameters(encoder.width, config),
                      std::back_inserter(task.parameters));
  }
  task.begin = flat_weights(encoder, model->weights);
  task.config = amr_config_text(config);
  task.data = examples->identity();
  task.examples_per_batch = config.batch;
  task.counted = "sentences";
  task.loss_parts.assign(kParserLosses.begin(), kParserLosses.end());
  if (sampler->has_trees()) task.loss_parts.emplace_back("trees");
  task.make_batch = [&](std::uint64_t number) -> BatchLoss {
    const auto batch = std::make_shared<const WordBatch>(
        pack_words(sampler->sample(number), options.device.is_cuda()));
    std::shared_ptr<const WordBatch> trees;
    if (sampler->has_trees()) {
      trees = std::make_shared<const WordBatch>(
          pack_words(sampler->sample_trees(number), options.device.is_cuda()));
    }
    return [&, batch, trees](const ParameterViews& weights) {
      torch::Tensor losses =
          parser_loss(encoder, heads, weights, batch->to(options.device), config);
      if (!trees) return losses;
      const torch::Tensor of_trees =
          parser_loss(encoder, tree_heads, weights, trees->to(options.device), config)
              .narrow(0, 0, 1);
      const torch::Tensor whole = losses.narrow(0, 0, 1) + config.tree_loss * of_trees;
      return torch::cat({whole, losses.narrow(0, 1, losses.size(0) - 1), of_trees});
    };
  };
  if (!validation.empty()) {
    task.validate = [&](const ParameterViews& weights) {
      return validation.score(encoder, heads, weights, config);
    };
  }
  if (auto trained = run_training(config, task, options); !trained) return trained;
  const auto checkpoint = load_checkpoint(checkpoint_path(options.folder));
  if (!checkpoint) return std::unexpected(checkpoint.error());
  const std::span<const ParameterSpec> kept = std::span(task.parameters).first(of_parser);
  return write_parser(*std::move(model), start, *examples, kept, of_encoder, checkpoint->weights,
                      options.folder + "/model");
}

}  // namespace noether::train
