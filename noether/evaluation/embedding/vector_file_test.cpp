#include "noether/evaluation/embedding/vector_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "noether/base/temporary_folder.h"

namespace noether::evaluation {
namespace {

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
