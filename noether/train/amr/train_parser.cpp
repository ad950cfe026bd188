#include "noether/train/amr/train_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <span>
#include <utility>

#include "noether/base/file_system.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/tensor/safetensors.h"
#include "noether/train/core/checkpoint.h"
#include "noether/train/text/text_encoder.h"

namespace noether::train {
namespace {

constexpr std::size_t kValidationSentences = 64;  // at a time
// Words with a label below this one have no fragment of their own: amr::FragmentTable::kFirst.
constexpr std::int64_t kFirstFragment = 2;

// Counts of predicted items, of expected items, and of correctly predicted ones.
struct Overlap {
  double found = 0;
  double wanted = 0;
  double right = 0;

  double f() const { return found + wanted > 0 ? 2 * right / (found + wanted) : 0; }
};

double count_of(const torch::Tensor& is_so) { return is_so.sum().item<double>(); }

struct Counts {
  Overlap fragments;
  Overlap senses;
  Overlap edges;
  Overlap labelled;
  Overlap reentrant;

  void add(const ParserHeads& heads, const ParameterViews& weights, const ParserScores& scores,
           const WordBatch& batch) {
    const torch::Tensor is_word = batch.rows.narrow(1, 1, batch.fragments.size(1)) != 0;
    const torch::Tensor fragment = scores.fragments.argmax(-1);
    fragments.found = fragments.wanted += count_of(is_word);
    fragments.right += count_of(fragment == batch.fragments);
    senses.found = senses.wanted += count_of(batch.senses != kIgnored);
    senses.right += count_of(scores.senses.argmax(-1) == batch.senses);

    const torch::Tensor has_node = is_word & (fragment >= kFirstFragment);
    const torch::Tensor head = possible_edges(scores.edges, has_node).argmax(1);
    const torch::Tensor right = has_node & (head == batch.heads);
    edges.found += count_of(has_node);
    edges.wanted += count_of(batch.heads != kIgnored);
    edges.right += count_of(right);
    labelled.found = edges.found;
    labelled.wanted = edges.wanted;
    labelled.right += count_of(right & (head == 0));
    const torch::Tensor places = (right & (head > 0)).nonzero();  // (edges, 2)
    if (places.size(0) > 0) {
      const torch::Tensor upper = head.masked_select(right & (head > 0)) - 1;
      const torch::Tensor role =
          role_scores(heads, weights, scores,
                      torch::stack({places.select(1, 0), upper, places.select(1, 1)}))
              .argmax(1);
      labelled.right += count_of(role == batch.roles.masked_select(right & (head > 0)));
    }

    const torch::Tensor in_tree = torch::one_hot(head, head.size(1) + 1)
                                      .to(torch::kBool)
                                      .transpose(1, 2)
                                      .narrow(1, 1, head.size(1));
    const torch::Tensor again = (scores.reentrant > 0) & has_node.unsqueeze(2) &
                                has_node.unsqueeze(1) & ~in_tree &
                                ~torch::eye(head.size(1), has_node.options());
    reentrant.found += count_of(again);
    reentrant.wanted += count_of(batch.reentrant > 0);
    reentrant.right += count_of(again & (batch.reentrant > 0));
  }
};

}  // namespace

base::Result<ExampleSampler> ExampleSampler::create(const AmrExamples& examples,
                                                    const AmrConfig& config) {
  ExampleSampler sampler(examples, config);
  const auto gold = std::ranges::count(examples.banks, BankKind::Gold, &ExampleBank::kind);
  const auto weights = bank_weights(config, static_cast<std::size_t>(gold));
  if (!weights) return std::unexpected(weights.error());
  auto weight = weights->begin();
  for (const ExampleBank& bank : examples.banks) {
    if (bank.kind == BankKind::Treebank) {
      for (const AmrExample& example : bank.examples) sampler.trees_.push_back(&example);
    }
    if (bank.kind == BankKind::Treebank || bank.kind == BankKind::Validation) continue;
    const double of_bank = bank.kind == BankKind::Silver   ? config.silver
                           : bank.kind == BankKind::Frames ? config.frames
                                                           : *weight++;
    if (of_bank == 0) continue;
    sampler.all_.add(bank, of_bank);
    if (bank.kind != BankKind::Silver) sampler.without_silver_.add(bank, of_bank);
  }
  if (sampler.without_silver_.sentences.empty()) sampler.without_silver_ = sampler.all_;
  if (sampler.all_.sentences.empty()) return base::fail("there are no sentences to train on");
  return sampler;
}

void ExampleSampler::Pool::add(const ExampleBank& bank, double weight) {
  for (const AmrExample& example : bank.examples) {
    sentences.push_back(&example);
    weights_up_to.push_back((weights_up_to.empty() ? 0 : weights_up_to.back()) + weight);
  }
}

AmrExample ExampleSampler::read(const AmrExample& example, RandomStream& random) const {
  AmrExample read = example;
  // The special tokens around the sentence are never hidden.
  for (std::size_t t = 1; t + 1 < read.tokens.size(); ++t) {
    if (random.chance(config_.hidden)) read.tokens[t] = examples_->mask;
  }
  return read;
}

std::vector<AmrExample> ExampleSampler::sample(std::uint64_t batch) const {
  RandomStream random(RandomStream(config_.seed).next() ^ batch);
  const double done = static_cast<double>(batch) / static_cast<double>(config_.steps);
  const Pool& pool = done < config_.silver_until ? all_ : without_silver_;
  const std::vector<double>& up_to = pool.weights_up_to;
  std::vector<AmrExample> sampled;
  for (std::uint32_t i = 0; i < config_.batch; ++i) {
    const double drawn = static_cast<double>(random.next() >> 11) * 0x1p-53 * up_to.back();
    const auto place = std::ranges::upper_bound(up_to, drawn) - up_to.begin();
    const auto last = std::ssize(up_to) - 1;
    sampled.push_back(
        read(*pool.sentences[static_cast<std::size_t>(std::min(place, last))], random));
  }
  return sampled;
}

std::vector<AmrExample> ExampleSampler::sample_trees(std::uint64_t batch) const {
  RandomStream random(RandomStream(~config_.seed).next() ^ batch);
  std::vector<AmrExample> sampled;
  for (std::uint32_t i = 0; i < config_.trees && !trees_.empty(); ++i) {
    sampled.push_back(read(*trees_[random.below(trees_.size())], random));
  }
  return sampled;
}

ParserValidation::ParserValidation(const AmrExamples& examples) {
  for (const ExampleBank& bank : examples.banks) {
    if (bank.kind != BankKind::Validation) continue;
    sentences_.insert(sentences_.end(), bank.examples.begin(), bank.examples.end());
  }
  std::ranges::stable_sort(sentences_, {}, &AmrExample::words);
}

Scores ParserValidation::score(const neural::TransformerConfig& encoder, const ParserHeads& heads,
                               const ParameterViews& weights, const AmrConfig& config) const {
  const torch::NoGradGuard no_graph;
  const torch::Device device = weights.begin()->second.device();
  Counts counts;
  for (std::size_t begin = 0; begin < sentences_.size(); begin += kValidationSentences) {
    const std::size_t count = std::min(kValidationSentences, sentences_.size() - begin);
    const WordBatch batch =
        pack_words(std::span(sentences_).subspan(begin, count), false).to(device);
    counts.add(heads, weights,
               parser_scores(encoder, heads, weights, batch, config, /*training=*/false), batch);
  }
  return {{"fragments", counts.fragments.f()},
          {"senses", counts.senses.f()},
          {"edges", counts.edges.f()},
          {"labelled", counts.labelled.f()},
          {"reentrant", counts.reentrant.f()}};
}

namespace {

using neural::ModelFolder;

// The parser encodes shapes of words as segments. New segments start as a copy of the first one,
// which all words of texts have.
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

// The first `of_encoder` parameters belong to the encoder; the others go to a separate file. The
// config is written last, so a folder with a config is complete.
base::Result<void> write_parser(ModelFolder model, const std::string& start,
                                const AmrExamples& examples,
                                std::span<const ParameterSpec> parameters, std::size_t of_encoder,
                                const torch::Tensor& weights, const std::string& folder) {
  model.config.pooling.reset();  // the vectors describe words
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
