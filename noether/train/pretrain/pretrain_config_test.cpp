#include "noether/train/pretrain/pretrain_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace noether::train {
namespace {

using testing::HasSubstr;

PretrainConfig shipped(const std::string& name) {
  const auto config = load_pretrain_config(NOETHER_SOURCE_DIR "/models/configs/" + name);
  EXPECT_TRUE(config) << config.error().message;
  return config.value_or(PretrainConfig());
}

TEST(PretrainConfig, OfTheFileThatShipsIsTheDefault) {
  EXPECT_EQ(shipped("pretrain"), PretrainConfig());
}

TEST(PretrainConfig, ComparesFamiliesUnderEqualConditions) {
  PretrainConfig bert = shipped("bert-small");
  PretrainConfig albert = shipped("albert-small");
  PretrainConfig roberta = shipped("roberta-small");
  EXPECT_EQ(bert.model, PretrainModel::Bert);
  EXPECT_EQ(albert.model, PretrainModel::Albert);
  EXPECT_EQ(roberta.model, PretrainModel::Roberta);
  // What makes the families.
  albert.model = roberta.model = bert.model;
  albert.embedding = bert.embedding;
  roberta.order = bert.order;
  EXPECT_EQ(albert, bert);
  EXPECT_EQ(roberta, bert);
}

TEST(PretrainConfig, ReadsWhatItWrites) {
  PretrainConfig config;
  config.model = PretrainModel::Albert;
  config.embedding = 128;
  config.masked = 1.0 / 3;
  config.order = 0.5;
  config.batch = 77;
  config.dropout = 0.1;
  config.head_rate = 3;
  const auto read = read_pretrain_config(pretrain_config_text(config), "text");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, config);
}

TEST(PretrainConfig, SaysWhatIsWrong) {
  const auto problem = [](std::string_view text) {
    const auto config = read_pretrain_config(text, "c");
    return config ? "" : config.error().message;
  };
  EXPECT_THAT(problem("model gpt2"), HasSubstr("must be one of: start, bert, albert, roberta"));
  EXPECT_THAT(problem("model start\nsequences masked=0"), HasSubstr("line 2"));
  EXPECT_THAT(problem("model roberta"), HasSubstr("set order=0"));
  EXPECT_THAT(problem("model bert positions=100"), HasSubstr("more tokens than the model has"));
  EXPECT_THAT(problem("schedule linear multiply=2"), HasSubstr("are for the schedule cosine"));
}

}  // namespace
}  // namespace noether::train
