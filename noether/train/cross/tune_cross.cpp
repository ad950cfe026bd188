#include "noether/train/cross/tune_cross.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "noether/neural/model/model_folder.h"
#include "noether/train/core/checkpoint.h"
#include "noether/train/cross/cross_encoder.h"
#include "noether/train/cross/list_loss.h"
#include "noether/train/cross/training_lists.h"
#include "noether/train/text/text_encoder.h"

namespace noether::train {
namespace {

constexpr std::uint64_t kValidationTokens = 1 << 15;

double gain_of(std::span<const GradedScore> list) {
  double gain = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    gain += list[i].grade / std::log2(static_cast<double>(i) + 2);
  }
  return gain;
}

}  // namespace

base::Result<ListValidation> ListValidation::create(const neural::TokenizedLists& lists,
                                                    const CrossConfig& config,
                                                    std::uint64_t max_texts) {
  std::vector<std::uint64_t> of_use;
  std::uint64_t texts = 0;
  for (std::uint64_t list = 0; list < lists.size(); ++list) {
    if (!has_order(lists, list)) continue;
    of_use.push_back(list);
    texts += lists.list_ends[list] - lists.list_begin(list);
  }
  if (of_use.empty()) {
    return base::fail("no list to validate with has texts of different grades");
  }
  ListValidation validation(lists, config);
  const std::uint64_t stride = (texts + max_texts - 1) / max_texts;
  for (std::size_t i = 0; i < of_use.size(); i += stride) {
    const std::uint64_t list = of_use[i];
    for (std::uint64_t entry = lists.list_begin(list); entry < lists.list_ends[list]; ++entry) {
      if (lists.grades[entry] == neural::TokenizedLists::kNoGrade) continue;
      validation.entries_.push_back({list, entry});
    }
  }
  return validation;
}

Scores ListValidation::score(const neural::TransformerConfig& model,
                             const ParameterViews& weights) const {
  const std::vector<float> scores =
      score_entries(model, weights, reader_, entries_, kValidationTokens);
  double ndcg = 0;
  double pairs = 0;
  double count = 0;
  for (std::size_t begin = 0; begin < entries_.size();) {
    std::vector<GradedScore> list;
    std::size_t at = begin;
    for (; at < entries_.size() && entries_[at].list == entries_[begin].list; ++at) {
      list.push_back({lists_->grades[entries_[at].entry], scores[at]});
    }
    pairs += pairs_in_order(list);
    ndcg += list_ndcg(std::move(list));
    ++count;
    begin = at;
  }
  return {{"ndcg", ndcg / count}, {"pairs", pairs / count}};
}

double list_ndcg(std::vector<GradedScore> list) {
  std::ranges::sort(list, std::ranges::greater(), &GradedScore::grade);
  const double best = gain_of(list);
  std::ranges::reverse(list);
  std::ranges::stable_sort(list, std::ranges::greater(), &GradedScore::score);
  return best > 0 ? gain_of(list) / best : 0;
}

double pairs_in_order(std::span<const GradedScore> list) {
  double pairs = 0;
  double in_order = 0;
  for (const GradedScore& better : list) {
    for (const GradedScore& worse : list) {
      if (better.grade <= worse.grade) continue;
      ++pairs;
      if (better.score > worse.score) ++in_order;
    }
  }
  return pairs > 0 ? in_order / pairs : 0;
}

namespace {

using neural::ModelFolder;
using neural::TokenizedLists;

base::Result<void> check_start(const ModelFolder& model, const std::string& folder,
                               const CrossConfig& config) {
  const std::uint32_t positions = model.config.transformer.max_positions;
  if (config.tokens > positions) {
    return base::fail(fmt::format("'{}' reads at most {} tokens, and a pair may have {}", folder,
                                  positions, config.tokens));
  }
  const std::uint32_t classes = model.config.transformer.head.classes;
  if (classes > 1 && config.head == CrossHead::Start) {
    return base::fail(
        fmt::format("'{}' has a head of {} classes, and a cross-encoder has one", folder, classes),
        {}, "with `model cross head=new` it begins with a new head");
  }
  return {};
}

base::Result<void> check_template(const TokenizedLists& lists, const CrossConfig& config) {
  if (lists.pair.before.empty()) {
    return base::fail("the tokenizer adds no first token, from which a pair is scored");
  }
  if (config.tokens < lists.pair.special() + 2) {
    return base::fail(fmt::format("{} tokens leave no room for two texts beside {} special tokens",
                                  config.tokens, lists.pair.special()));
  }
  return {};
}

// A batch on the host.
struct ReadLists {
  CrossBatch batch;
  ListTargets targets;
};

ReadLists read_batch(const CrossConfig& config, const TokenizedLists& lists,
                     const std::vector<SampledList>& sampled, bool pinned) {
  const PairReader reader(lists, config.question_tokens, config.tokens);
  std::vector<neural::PairSequence> sequences;
  std::vector<std::vector<std::uint8_t>> grades;
  for (const SampledList& of : sampled) {
    auto& of_list = grades.emplace_back();
    for (const std::uint64_t entry : of.entries) {
      sequences.push_back(reader.read(of.list, entry));
      of_list.push_back(static_cast<std::uint8_t>(lists.grades[entry]));
    }
  }
  return {pack_pairs(sequences, pinned), list_targets(config, grades, pinned)};
}

base::Result<void> write_cross(ModelFolder model, const CrossConfig& config,
                               const std::string& start, const torch::Tensor& weights,
                               const std::string& folder) {
  model.config.transformer = cross_transformer(model.config);
  set_cross_weights(model.config.transformer, weights, model.weights);
  model.config.pooling.reset();  // its vectors alone are useless
  model.config.sequence_tokens = config.tokens;
  model.config.weights_file = "model.safetensors";
  if (auto copied = neural::copy_tokenizer(start, folder); !copied) {
    return std::unexpected(copied.error());
  }
  return model.write(folder);
}

}  // namespace

base::Result<void> tune_cross(const CrossConfig& config, const CrossData& data,
                              const LoopOptions& options) {
  auto model = open_start(data.start);
  if (!model) return std::unexpected(model.error());
  if (auto good = check_start(*model, data.start, config); !good) return good;
  const ListReading source = {data.start, model->config, options.quiet};
  const auto lists = load_lists(data.lists, source);
  if (!lists) return std::unexpected(lists.error());
  if (auto good = check_template(*lists, config); !good) return good;
  const auto sampler = ListSampler::create(*lists, config);
  if (!sampler) return std::unexpected(sampler.error());
  TokenizedLists held_out;
  std::optional<ListValidation> validation;
  if (!data.validation.empty()) {
    auto loaded = load_lists(std::span(&data.validation, 1), source);
    if (!loaded) return std::unexpected(loaded.error());
    held_out = std::move(*loaded);
    auto made = ListValidation::create(held_out, config);
    if (!made) return std::unexpected(made.error());
    validation = std::move(*made);
  }

  const neural::TransformerConfig transformer = cross_transformer(model->config);
  TrainingTask task;
  task.parameters = cross_parameters(transformer);
  task.begin = cross_beginning(*model, config.head == CrossHead::New);
  task.config = cross_config_text(config);
  task.data = lists->identity();
  task.examples_per_batch = std::uint64_t{config.batch} * config.texts;
  task.make_batch = [&](std::uint64_t number) -> BatchLoss {
    const auto read = std::make_shared<const ReadLists>(
        read_batch(config, *lists, sampler->sample(number), options.device.is_cuda()));
    return [&, read](const ParameterViews& weights) {
      const torch::Tensor scores =
          cross_scores(transformer, weights, read->batch.to(options.device), config.dropout);
      return list_loss(config, scores, read->targets.to(options.device));
    };
  };
  if (validation) {
    task.validate = [&](const ParameterViews& weights) {
      return validation->score(transformer, weights);
    };
  }
  if (auto trained = run_training(config, task, options); !trained) return trained;
  const auto checkpoint = load_checkpoint(checkpoint_path(options.folder));
  if (!checkpoint) return std::unexpected(checkpoint.error());
  return write_cross(std::move(*model), config, data.start, checkpoint->weights,
                     options.folder + "/model");
}

}  // namespace noether::train
