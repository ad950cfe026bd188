#include "noether/train/train_encoder.h"

#include <gtest/gtest.h>

#include "noether/base/temporary_folder.h"
#include "noether/neural/encoder.h"
#include "noether/train/written_corpus.h"

namespace noether::train {
namespace {

TrainingConfig small_run(LossKind loss, neural::Inputs inputs) {
  TrainingConfig config;
  config.model.layers = 1;
  config.model.width = 32;
  config.model.heads = 4;
  config.model.feed_forward = 32;
  config.model.inputs = inputs;
  config.model.pooling = neural::Pooling::First;
  config.loss = loss;
  config.negatives = Negatives::None;
  config.batch = 4;
  config.steps = 3;
  config.report = 3;
  return config;
}

class TrainedEncoder : public testing::TestWithParam<std::tuple<LossKind, neural::Inputs>> {};

TEST_P(TrainedEncoder, IsWrittenAndEmbeds) {
  const base::TemporaryFolder folder;
  write_corpus(folder / "corpus", {{"+ x 1", "+ 1 x"},
                                   {"* 2 x", "+ x x"},
                                   {"sin x", "* 1 sin x"},
                                   {"pow x 2", "* x x"},
                                   {"exp x", "pow e x"},
                                   {"- x 3", "+ x -3"},
                                   {"/ x 2", "* 0.5 x"},
                                   {"cosh x", "/ 1 sech x"}});
  const auto [loss, inputs] = GetParam();
  EncoderData data;
  data.corpora = {folder / "corpus"};
  data.validation = folder / "corpus";
  if (loss == LossKind::Families) {  // of which it may make none again
    write_corpus(folder / "other", {{"tan x", "/ 1 cot x"}, {"ln x", "* 1 ln x"}});
    data.validation = folder / "other";
  }
  LoopOptions options;
  options.folder = folder / "run";
  options.quiet = true;
  const auto done = train_encoder(small_run(loss, inputs), data, options);
  ASSERT_TRUE(done) << done.error().message;
  const auto encoder = neural::Encoder::open(folder / "run/model");
  ASSERT_TRUE(encoder) << encoder.error().message;
  EXPECT_EQ(encoder->config().inputs, inputs);
  EXPECT_TRUE(encoder->embed(std::vector<std::string>{"+ x 1", "sqrt x"}));
}

INSTANTIATE_TEST_SUITE_P(LossesAndInputs, TrainedEncoder,
                         testing::Combine(testing::Values(LossKind::InBatch, LossKind::Families),
                                          testing::Values(neural::Inputs::Tokens,
                                                          neural::Inputs::Values)));

}  // namespace
}  // namespace noether::train
