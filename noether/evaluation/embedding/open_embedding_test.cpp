#include "noether/evaluation/embedding/open_embedding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
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

class VectorFile : public testing::Test {
 protected:
  base::Result<Embedding> read(std::string_view text) {
    std::ofstream(path_) << text;
    return read_vector_file(path_);
  }
  std::string message(std::string_view text) {
    const auto embedding = read(text);
    return embedding ? "no error" : embedding.error().message;
  }

  base::TemporaryFolder folder_;
  std::string path_ = folder_ / "vectors.tsv";
};

TEST_F(VectorFile, GivesUnitVectorsInTheOrderAskedFor) {
  const auto embedding = read("sin x\t3 4 0\n\n+ x 1\t0 -2e-1 0\n");
  ASSERT_TRUE(embedding) << embedding.error().message;
  const auto vectors = embedding->embed(std::vector<std::string>{"+ x 1", "sin x"});
  ASSERT_TRUE(vectors) << vectors.error().message;
  EXPECT_EQ(vectors->width(), 3U);
  EXPECT_FLOAT_EQ(vectors->row(0)[1], -1);
  EXPECT_FLOAT_EQ(vectors->row(1)[0], 0.6F);
}

TEST_F(VectorFile, NamesTheExpressionItHasNoVectorFor) {
  const auto embedding = read("sin x\t1\n");
  ASSERT_TRUE(embedding);
  const auto vectors = embedding->embed(std::vector<std::string>{"cos x"});
  ASSERT_FALSE(vectors);
  EXPECT_NE(vectors.error().message.find("`cos x`"), std::string::npos);
}

TEST_F(VectorFile, NamesTheLineThatIsWrong) {
  for (const auto& [text, expected] :
       {std::pair{"sin x\t1 2\ncos x\t1\n", ":2: a vector of 1 numbers, where 2"},
        {"sin x 1 2\n", ":1: a line is an expression, a tab"},
        {"sin x\t1 two\n", ":1: `two` is not a finite number"},
        {"sin x\t1 inf\n", ":1: `inf` is not a finite number"},
        {"sin x\t1 1e99\n", ":1: `1e99` is not a finite number"},
        {"sin x\t\n", ":1: a vector of 0 numbers"},
        {"sin x\t1\nsin x\t1\n", ":2: the expression has a vector already"}}) {
    EXPECT_NE(message(text).find(path_ + expected), std::string::npos) << message(text);
  }
}

}  // namespace
}  // namespace noether::evaluation
