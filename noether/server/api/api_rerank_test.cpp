// What the API answers when the server has a cross-encoder, and when it has none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "noether/embedding/text/cross_encoder.h"
#include "noether/embedding/text/random_text_model.h"
#include "noether/server/api/api_fixture.h"

namespace noether::server {
namespace {

using testing::HasSubstr;

class ApiRerankTest : public ApiTest {
 protected:
  static void SetUpTestSuite() { make_index(); }
  static void TearDownTestSuite() {
    ::unsetenv("NOETHER_RERANKER");
    ApiTest::TearDownTestSuite();
  }
  void SetUp() override { ::setenv("NOETHER_RERANKER", (*folder_ / "cross").c_str(), 1); }
  static void open_with_cross_encoder() {
    embedding::write_random_cross_encoder(*folder_ / "cross", {.int8 = true});
    open_state();
  }
};

TEST_F(ApiRerankTest, LetsTheCrossEncoderLookAtTheFirstDocuments) {
  open_with_cross_encoder();
  EXPECT_EQ(get("/api/v1/collection").json["reranker"], "cross");
  const Outcome plain = get("/api/v1/search?q=the+limit");
  EXPECT_TRUE(plain.json["reranked"].empty());
  const Outcome found = get("/api/v1/search?q=the+limit&rerank=2&budget_ms=10000&explain=true");
  ASSERT_EQ(found.json["reranked"].size(), 1U) << found.json;
  EXPECT_EQ(found.json["reranked"][0]["name"], "cross");
  EXPECT_EQ(found.json["reranked"][0]["documents"], 2U);
  EXPECT_EQ(found.json["reranked"][0]["asked"], 2U);
  EXPECT_THAT(found.json["results"][0]["explain"].dump(), HasSubstr("tokens of the query"));
  EXPECT_TRUE(found.json["notes"].empty());
  const Outcome posted = post("/api/v1/search", R"({"q": "the limit", "rerank": 2})");
  EXPECT_EQ(posted.json["reranked"][0]["documents"], 2U);
}

TEST_F(ApiRerankTest, BoundsWhatIsAskedFor) {
  open_with_cross_encoder();
  for (const char* wrong : {"rerank=201", "rerank=-1", "rerank=x", "rerank=5&budget_ms=10001",
                            "rerank=5&budget_ms=0"}) {
    EXPECT_EQ(get("/api/v1/search?q=limit&" + std::string(wrong)).status, 400U) << wrong;
  }
  EXPECT_EQ(get("/api/v1/search?q=limit&rerank=200&budget_ms=10000").status, 200U);
}

TEST_F(ApiRerankTest, DoesNotBeginWithACrossEncoderThatCannotBeRead) {
  std::filesystem::create_directories(*folder_ / "broken");
  std::ofstream(*folder_ / "broken/config.json") << "{}";
  StateOptions options;
  options.folders = {*folder_ / "idx"};
  for (const char* named : {"broken", "missing"}) {
    ::setenv("NOETHER_RERANKER", (*folder_ / named).c_str(), 1);
    const auto state = State::open(options);
    ASSERT_FALSE(state) << named;
    EXPECT_THAT(state.error().message, HasSubstr(named));
  }
}

TEST_F(ApiRerankTest, SaysThatThereIsNoCrossEncoder) {
  ::unsetenv("NOETHER_RERANKER");
  if (std::filesystem::exists(embedding::shipped_reranker_folder())) {
    GTEST_SKIP() << "there is one that ships";
  }
  open_state();
  EXPECT_TRUE(get("/api/v1/collection").json["reranker"].is_null());
  const Outcome found = get("/api/v1/search?q=the+limit&rerank=50");
  EXPECT_EQ(found.status, 200U);
  EXPECT_THAT(found.json["notes"].dump(), HasSubstr("no cross-encoder"));
  EXPECT_TRUE(found.json["reranked"].empty());
  EXPECT_TRUE(get("/api/v1/search?q=the+limit&rerank=0").json["notes"].empty());
}

}  // namespace
}  // namespace noether::server
