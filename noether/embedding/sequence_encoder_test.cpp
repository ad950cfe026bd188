#include "noether/embedding/sequence_encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "noether/embedding/expression_model.h"
#include "noether/neural/model/hugging_face/hugging_face_folder.h"
#include "noether/neural/model/reference_outputs.h"
#include "noether/neural/transformer/quantize_weights.h"

namespace noether::embedding {
namespace {

using neural::ReferenceOutputs;
using neural::TokenId;
using testing::HasSubstr;

SequenceEncoder imported(const std::string& folder, bool int8 = false) {
  neural::ModelFolder model = neural::import_hugging_face(folder).value();
  model.config.pooling = neural::Pooling::Mean;
  if (int8) {
    neural::quantize_weights(model.weights, model.config.transformer, neural::TokenTable::Round);
  }
  return SequenceEncoder::of(std::move(model)).value();
}

struct Expected {
  std::vector<std::vector<TokenId>> sequences;
  std::vector<float> vectors;
};

Expected expected_of(const std::string& file, std::size_t count) {
  ReferenceOutputs outputs(neural::reference_folder(file));
  Expected expected;
  for (std::size_t i = 0; i < count; ++i) {
    expected.sequences.push_back(outputs.ids("ids." + std::to_string(i)));
    const auto vector = outputs.floats("vector." + std::to_string(i));
    expected.vectors.insert(expected.vectors.end(), vector.begin(), vector.end());
  }
  return expected;
}

// The reference marks the second half of a sequence as another segment. Vectors of one text do not,
// so only the sequences of one token agree.
TEST(SequenceEncoder, GivesTheVectorsOfSentenceTransformers) {
  const SequenceEncoder encoder = imported(neural::reference_folder("sentence-bert"));
  neural::ModelFolder model =
      neural::import_hugging_face(neural::reference_folder("sentence-bert")).value();
  auto& segments = model.weights.segment_embedding;
  std::copy_n(segments.begin() + 24, 24, segments.begin());
  const SequenceEncoder of_second = SequenceEncoder::of(std::move(model)).value();
  const Expected expected = expected_of("sentence-bert/outputs.safetensors", 1);
  EXPECT_LT(
      neural::largest_difference(of_second.embed(expected.sequences).value(), expected.vectors),
      1e-4);
  EXPECT_EQ(encoder.config().pooling, neural::Pooling::Mean);
}

TEST(SequenceEncoder, GivesTheSameAloneInBatchesAndByThreads) {
  const SequenceEncoder encoder = imported(neural::reference_folder("sentence-bert"), true);
  std::vector<std::vector<TokenId>> sequences;
  for (TokenId i = 0; i < 60; ++i) {
    auto& sequence = sequences.emplace_back();
    for (TokenId j = 0; j <= i % 17; ++j) sequence.push_back((7 * i + 5 * j) % 48);
  }
  const auto together = encoder.embed(sequences).value();
  EXPECT_EQ(encoder.embed(sequences, 3).value(), together);
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    const auto alone = encoder.embed(std::span(sequences).subspan(i, 1)).value();
    double squares = 0;
    for (std::size_t j = 0; j < encoder.width(); ++j) {
      ASSERT_EQ(alone[j], together[i * encoder.width() + j]);
      squares += std::pow(static_cast<double>(alone[j]), 2);
    }
    EXPECT_NEAR(squares, 1, 1e-5);
  }
  EXPECT_TRUE(encoder.embed({}).value().empty());
}

TEST(SequenceEncoder, NamesTheSequenceItCannotRead) {
  const SequenceEncoder encoder = imported(neural::reference_folder("sentence-bert"));
  const auto refusal = [&](std::vector<TokenId> tokens) {
    const std::vector<std::vector<TokenId>> sequences = {{5}, std::move(tokens)};
    const auto vectors = encoder.embed(sequences);
    return vectors ? "read" : vectors.error().message;
  };
  EXPECT_THAT(refusal({}), HasSubstr("sequence 2: a sequence is empty"));
  EXPECT_THAT(refusal({3, 48}), HasSubstr("token 48 is not in the vocabulary of 48"));
  EXPECT_THAT(refusal(std::vector<TokenId>(21, 3)),
              HasSubstr("has 21 tokens, and the model reads at most 20"));
  EXPECT_EQ(refusal(std::vector<TokenId>(20, 3)), "read");
  auto no_pooling = neural::import_hugging_face(neural::reference_folder("bert")).value();
  EXPECT_FALSE(SequenceEncoder::of(std::move(no_pooling)));
}

// all-MiniLM-L6-v2 is too large for the repository; the variable names its folder, if there is one.
TEST(SequenceEncoder, GivesTheVectorsOfMiniLm) {
  const char* folder = std::getenv("NOETHER_MINILM");
  if (folder == nullptr) GTEST_SKIP() << "$NOETHER_MINILM names no folder";
  const Expected expected = expected_of("minilm.safetensors", 8);
  const SequenceEncoder encoder = imported(folder);
  EXPECT_LT(neural::largest_difference(encoder.embed(expected.sequences).value(), expected.vectors),
            1e-4);
  const auto difference = compare_vectors(
      expected.vectors, imported(folder, true).embed(expected.sequences).value(), encoder.width());
  // Random tokens are harder than text.
  EXPECT_GT(difference.mean_cosine, 0.9985);
  EXPECT_GT(difference.least_cosine, 0.998);
}

}  // namespace
}  // namespace noether::embedding
