#include "noether/evaluation/embedding/encoder_embedding.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "noether/base/temporary_folder.h"
#include "noether/embedding/random_model.h"

namespace noether::evaluation {
namespace {

TEST(EncoderEmbedding, GivesZerosForWhatTheModelCannotRead) {
  const base::TemporaryFolder folder;
  ASSERT_TRUE(embedding::write_random_model(folder.path()));
  const auto embedding = open_embedding(folder.path(), 1);
  ASSERT_TRUE(embedding) << embedding.error().message;
  std::string too_long;
  for (int i = 0; i < 500; ++i) too_long += "sin ";
  const std::vector<std::string> texts{"sin x", too_long + "x", "no-such-function x", "cos x"};
  const auto vectors = embedding->embed(texts);
  ASSERT_TRUE(vectors) << vectors.error().message;
  const auto length = [&](std::size_t i) {
    return inner_product(vectors->row(i), vectors->row(i));
  };
  EXPECT_NEAR(length(0), 1, 1e-5);
  EXPECT_EQ(length(1), 0);
  EXPECT_EQ(length(2), 0);
  EXPECT_NEAR(length(3), 1, 1e-5);
}

}  // namespace
}  // namespace noether::evaluation
