// An interrupted and resumed run gives the same result as an uninterrupted one, for both kinds of
// models.
#include <ATen/Parallel.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "noether/base/temporary_folder.h"
#include "noether/embedding/expression_tokenizer.h"
#include "noether/train/core/checkpoint.h"
#include "noether/train/core/training_loop.h"
#include "noether/train/expression/config.h"
#include "noether/train/expression/encoded_corpus.h"
#include "noether/train/expression/encoder_model.h"
#include "noether/train/expression/loss.h"
#include "noether/train/expression/saved_model.h"
#include "noether/train/seq2seq/train_seq2seq.h"

namespace noether::train {
namespace {

using testing::SizeIs;

// Clusters of three members with meaningless tokens.
EncodedCorpus random_corpus(std::size_t vocabulary) {
  std::mt19937 random(3);
  EncodedCorpus corpus;
  for (std::uint64_t cluster = 0; cluster < 10; ++cluster) {
    for (int member = 0; member < 3; ++member) {
      const std::size_t length = 1 + random() % 6;
      for (std::size_t i = 0; i < length; ++i) {
        corpus.tokens.push_back(static_cast<neural::TokenId>(3 + random() % (vocabulary - 3)));
      }
      corpus.member_ends.push_back(corpus.tokens.size());
    }
    corpus.cluster_ends.push_back(corpus.member_ends.size());
    corpus.ids.push_back(cluster);
  }
  return corpus;
}

TrainingConfig tiny_config() {
  TrainingConfig config;
  config.model.layers = 1;
  config.model.width = 16;
  config.model.heads = 2;
  config.model.feed_forward = 16;
  config.model.positions = 10;
  config.negatives = Negatives::None;
  config.batch = 4;
  config.steps = 7;
  config.report = config.validate = 1;
  config.checkpoint = 3;
  return config;
}

class ResumeTest : public testing::Test {
 protected:
  ResumeTest() : corpus_(random_corpus(tokenizer_.size())) { at::set_num_threads(1); }

  BatchSampler sampler(const TrainingConfig& config) const {
    return BatchSampler::create(corpus_, nullptr, config).value();
  }

  // The run is interrupted in step 5; the last checkpoint is of step 3.
  static TrainingTask broken_off(TrainingTask task) {
    task.make_batch = [make = task.make_batch](std::uint64_t number) -> BatchLoss {
      if (number == 4) {
        return [](const ParameterViews&) -> torch::Tensor { throw std::runtime_error("no power"); };
      }
      return make(number);
    };
    return task;
  }

  Checkpoint run(const TrainingConfig& config, const TrainingTask& task, const std::string& name,
                 bool resume) const {
    LoopOptions options;
    options.folder = folder_ / name;
    options.resume = resume;
    options.quiet = true;
    const auto done = run_training(config, task, options);
    EXPECT_TRUE(done.has_value()) << done.error().message;
    return load_checkpoint(checkpoint_path(options.folder)).value();
  }

  void expect_same_after_a_break(const TrainingConfig& config, const TrainingTask& task) const {
    const Checkpoint straight = run(config, task, "straight", false);
    EXPECT_THROW((void)run(config, broken_off(task), "broken", false), std::runtime_error);
    EXPECT_EQ(load_checkpoint(checkpoint_path(folder_ / "broken"))->step, 3);
    const Checkpoint resumed = run(config, task, "broken", true);
    EXPECT_EQ(resumed.step, 7);
    EXPECT_TRUE(torch::equal(straight.weights, resumed.weights));
    EXPECT_TRUE(torch::equal(straight.first_moment, resumed.first_moment));
    EXPECT_TRUE(torch::equal(straight.second_moment, resumed.second_moment));

    const auto reports = [&](const std::string& name) {
      std::vector<std::pair<std::int64_t, double>> losses;
      const auto all = read_reports((folder_ / name) + "/metrics.jsonl", 100).value();
      for (const Report& report : all) losses.emplace_back(report.step, report.loss);
      return losses;
    };
    EXPECT_THAT(reports("straight"), SizeIs(7));
    EXPECT_EQ(reports("straight"), reports("broken"));
  }

  const embedding::ExpressionTokenizer tokenizer_ = embedding::ExpressionTokenizer::standard();
  EncodedCorpus corpus_;
  base::TemporaryFolder folder_;
};

TEST_F(ResumeTest, GoesOnWithSeq2seqAndItsDropoutAsIfNothingHadHappened) {
  TrainingConfig config = tiny_config();
  config.dropout = 0.2;
  const BatchSampler pairs = sampler(config);
  expect_same_after_a_break(config, seq2seq_task(config, tokenizer_, pairs, &pairs, false));
}

TEST_F(ResumeTest, GoesOnWithSeq2seqOnFamiliesAsIfNothingHadHappened) {
  TrainingConfig config = tiny_config();
  config.kind = ModelKind::Seq2seq;
  config.loss = LossKind::Families;
  config.fresh = 1;
  config.vectors = config.threshold = config.alignment = config.analogy = 1;
  config.model.positions = 64;
  const auto families = FamilySampler::create(corpus_, {}, config, tokenizer_).value();
  const BatchSampler pairs = sampler(config);
  expect_same_after_a_break(config, seq2seq_task(config, tokenizer_, families, &pairs, false));
  const Checkpoint with_vectors = run(
      config, seq2seq_task(config, tokenizer_, families, nullptr, false), "with vectors", false);
  config.vectors = 0;
  const Checkpoint without = run(config, seq2seq_task(config, tokenizer_, families, nullptr, false),
                                 "without vectors", false);
  EXPECT_FALSE(torch::equal(with_vectors.weights, without.weights));
}

TEST_F(ResumeTest, WritesTheOtherMembersOfAGroup) {
  TrainingConfig config = tiny_config();
  config.loss = LossKind::Families;
  config.fresh = 1;
  config.model.positions = 64;
  const auto families = FamilySampler::create(corpus_, {}, config, tokenizer_).value();
  const FamilyBatch batch = families.sample(0);
  const std::vector<PairPlaces> pairs = written_pairs(batch);
  EXPECT_GT(pairs.size(), families.families_per_batch() * FamilySampler::kGroups);
  for (const PairPlaces& pair : pairs) {
    EXPECT_EQ(batch.labels[pair.source], batch.labels[pair.target]);
    EXPECT_NE(batch.expressions[pair.source], batch.expressions[pair.target]);
  }
}

TEST_F(ResumeTest, TrainsSeq2seqWithTheDropoutOfTheConfiguration) {
  TrainingConfig config = tiny_config();
  const BatchSampler pairs = sampler(config);
  const auto trained = [&](double dropout) {
    config.dropout = dropout;
    return run(config, seq2seq_task(config, tokenizer_, pairs, nullptr, false),
               "dropout " + std::to_string(dropout), false);
  };
  EXPECT_FALSE(torch::equal(trained(0).weights, trained(0.5).weights));
}

TEST_F(ResumeTest, GoesOnWithAnEncoderAndItsDropoutAsIfNothingHadHappened) {
  TrainingConfig config = tiny_config();
  config.dropout = 0.2;
  const BatchSampler pairs = sampler(config);
  const EncoderShape shape = seq2seq_shape(config, tokenizer_).encoder;
  TrainingTask task;
  task.parameters = encoder_parameters(shape);
  task.examples_per_batch = 8;
  task.config = config_text(config);
  task.tokenizer = tokenizer_.to_json();
  task.make_batch = [&](std::uint64_t number) -> BatchLoss {
    std::vector<std::span<const neural::TokenId>> sampled;
    pairs.sample(number, sampled);
    return [&shape, batch = pack(sampled, false)](const ParameterViews& weights) {
      const auto parts = embed(shape, weights, batch, 0.2).split(4);
      return in_batch_loss(parts[0], parts[1], parts[1].narrow(0, 0, 0), 0.1);
    };
  };
  expect_same_after_a_break(config, task);
}

// Runs one step with the lowest learning rate, so that the final weights are close to the initial
// ones.
TEST_F(ResumeTest, BeginsWithAModelOrACheckpoint) {
  TrainingConfig config = tiny_config();
  const EncoderShape shape = encoder_shape(config.model, tokenizer_);
  TrainingTask task;
  task.parameters = encoder_parameters(shape);
  task.examples_per_batch = 1;
  task.config = config_text(config);
  task.tokenizer = tokenizer_.to_json();
  task.make_batch = [](std::uint64_t) -> BatchLoss {
    return [](const ParameterViews& weights) { return weights.at("final_norm.bias").sum(); };
  };
  const Checkpoint before = run(config, task, "before", false);
  ASSERT_TRUE(export_model(before, folder_ / "model"));

  config.steps = 1;
  config.learning_rate = config.minimum = 0;
  config.weight_decay = 0;
  config.seed = 9;
  for (const std::string& from : {folder_ / "model", checkpoint_path(folder_ / "before")}) {
    LoopOptions options;
    options.folder = folder_ / ("after " + std::to_string(from.size()));
    options.quiet = true;
    const auto weights_for = [&](const TrainingConfig& of) {
      return load_starting_weights(from, of.model, task.tokenizer, count_of(task.parameters));
    };
    task.begin = weights_for(config).value();
    const auto done = run_training(config, task, options);
    ASSERT_TRUE(done.has_value()) << done.error().message;
    const Checkpoint after = load_checkpoint(checkpoint_path(options.folder)).value();
    EXPECT_TRUE(torch::equal(after.weights, before.weights));
    const auto refused = [&](const TrainingConfig& other) {
      const auto weights = weights_for(other);
      return weights ? "begun" : weights.error().message;
    };
    TrainingConfig other = config;
    other.model.heads *= 2;
    EXPECT_THAT(refused(other), testing::HasSubstr("another shape"));
    other = config;
    other.model.inputs = embedding::Inputs::Values;
    EXPECT_THAT(refused(other), testing::HasSubstr("another shape"));
  }
}

TEST_F(ResumeTest, LeavesNoFolderWhereThereIsNothingToGoOnFrom) {
  const TrainingConfig config = tiny_config();
  const BatchSampler pairs = sampler(config);
  LoopOptions options;
  options.folder = folder_ / "nothing";
  options.resume = true;
  EXPECT_FALSE(
      run_training(config, seq2seq_task(config, tokenizer_, pairs, nullptr, false), options));
  EXPECT_FALSE(std::filesystem::exists(options.folder));
}

TEST_F(ResumeTest, BeginsALargerModelWithItsEncoderButNotTheOtherWayRound) {
  TrainingConfig config = tiny_config();
  TrainingTask encoder;
  encoder.parameters = encoder_parameters(encoder_shape(config.model, tokenizer_));
  encoder.examples_per_batch = 1;
  encoder.config = config_text(config);
  encoder.tokenizer = tokenizer_.to_json();
  encoder.make_batch = [](std::uint64_t) -> BatchLoss {
    return [](const ParameterViews& weights) { return weights.at("final_norm.bias").sum(); };
  };
  TrainingTask larger = encoder;
  larger.parameters.push_back({"decoder", {5, 3}, 0, 1});
  const Checkpoint first = run(config, encoder, "encoder", false);

  config.steps = 1;
  config.learning_rate = config.minimum = 1e-8;  // the lowest rate that is allowed
  config.weight_decay = 0;
  config.seed = 9;
  LoopOptions options;
  options.quiet = true;
  options.folder = folder_ / "larger";
  const auto weights_of = [&](const std::string& run, const TrainingTask& task) {
    return load_starting_weights(checkpoint_path(folder_ / run), config.model, task.tokenizer,
                                 count_of(task.parameters));
  };
  larger.config = config_text(config);
  larger.begin = weights_of("encoder", larger).value();
  const auto done = run_training(config, larger, options);
  ASSERT_TRUE(done.has_value()) << done.error().message;
  const Checkpoint second = load_checkpoint(checkpoint_path(options.folder)).value();
  EXPECT_GT(second.weights.numel(), first.weights.numel());
  EXPECT_TRUE(
      torch::allclose(second.weights.narrow(0, 0, first.weights.numel()), first.weights, 0, 1e-6));

  const auto refused = weights_of("larger", encoder);
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().message, testing::HasSubstr("has more weights than the model"));
}

TEST_F(ResumeTest, RefusesARunOfOtherSettings) {
  TrainingConfig config = tiny_config();
  const BatchSampler pairs = sampler(config);
  const TrainingTask task = seq2seq_task(config, tokenizer_, pairs, nullptr, false);
  (void)run(config, task, "run", false);
  config.learning_rate /= 2;
  LoopOptions options;
  options.folder = folder_ / "run";
  options.resume = true;
  const auto refused =
      run_training(config, seq2seq_task(config, tokenizer_, pairs, nullptr, false), options);
  ASSERT_FALSE(refused.has_value());
  EXPECT_THAT(refused.error().message, testing::HasSubstr("another configuration"));
}

}  // namespace
}  // namespace noether::train
