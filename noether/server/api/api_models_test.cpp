// Tests of the API when the index has vectors or passages, and when the server has a cross-encoder.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "noether/embedding/random_model.h"
#include "noether/embedding/text/cross_encoder.h"
#include "noether/embedding/text/random_text_model.h"
#include "noether/index/index_writer.h"
#include "noether/search/semantic/formula_encoder.h"
#include "noether/search/semantic/passage_encoder.h"
#include "noether/server/api/api_fixture.h"
#include "noether/server/api/parts.h"

namespace noether::server {
namespace {

using testing::HasSubstr;

// The index has vectors of a model with random weights: equal expressions have equal vectors, all
// other similarities are random.
class ApiVectorsTest : public ApiTest {
 protected:
  static void SetUpTestSuite() {
    make_index();
    std::vector<text::Document> ties(1);
    ties[0].id = "ties";
    ties[0].fields = {api_field("body", "$7 < t\\sin t$ and $y = t\\sin t$, $t\\sin t < 7$.")};
    const auto added =
        index::build_index(*folder_ / "idx", [&](text::Document& document) -> base::Result<bool> {
          if (ties.empty()) return false;
          document = std::move(ties.front());
          ties.clear();
          return true;
        });
    ASSERT_TRUE(added) << added.error().message;
    const std::string model = *folder_ / "model";
    ASSERT_TRUE(embedding::write_random_model(model));
    const auto encoder = search::FormulaEncoder::open(model);
    ASSERT_TRUE(encoder) << encoder.error().message;
    auto writer = index::IndexWriter::open(*folder_ / "idx");
    ASSERT_TRUE(writer) << writer.error().message;
    ASSERT_TRUE(writer->add_vectors(encoder->embedding(1)));
    open_state(model);
  }
};

TEST_F(ApiVectorsTest, PlacesTheNearestFormulasOnAMap) {
  const std::string own = formula_id("(x+1)^2");
  const Outcome formula = get("/api/v1/formula/" + own + "?nearest=5");
  const auto& nearest = formula.json["nearest"];
  ASSERT_EQ(nearest["available"], true) << nearest;
  ASSERT_GE(nearest["formulas"].size(), 2U);
  EXPECT_LE(nearest["formulas"].size(), 5U);
  double last = 1;
  double farthest = 0;
  for (const auto& one : nearest["formulas"]) {
    EXPECT_NE(one["id"], own);
    EXPECT_LE(one["similarity"], last + 1e-4);
    last = one["similarity"];
    for (const char* axis : {"x", "y"}) {
      EXPECT_LE(std::abs(one[axis].get<double>()), 1);
      farthest = std::max(farthest, std::abs(one[axis].get<double>()));
    }
  }
  EXPECT_NEAR(farthest, 1, 1e-9);
}

TEST_F(ApiVectorsTest, OfEquallyNearOnesThoseThatLookAlikeComeFirst) {
  for (const auto& [asked, first] :
       {std::pair("y%3Dx%5Csin+x", "y = t\\sin t"), std::pair("7%3Cx%5Csin+x", "7 < t\\sin t"),
        std::pair("x%5Csin+x%3C7", "t\\sin t < 7")}) {
    const Outcome similar = get("/api/v1/similar?formula=" + std::string(asked));
    const auto& formulas = similar.json["nearest"]["formulas"];
    ASSERT_GE(formulas.size(), 3U) << similar.json;
    EXPECT_EQ(formulas[0]["latex"], first);
    EXPECT_NEAR(formulas[2]["similarity"].get<double>(), 1, 1e-4);
  }
}

TEST_F(ApiVectorsTest, MapsTheFormulasOfTheCollection) {
  Outcome map = get("/api/v1/map");
  while (map.json["available"] == false && map.json["reason"].is_null()) map = get("/api/v1/map");
  ASSERT_EQ(map.json["available"], true) << map.json;
  const std::size_t dots = map.json["dots"];
  ASSERT_GE(dots, 4U);
  for (const char* const array : {"x", "y", "topic"}) EXPECT_EQ(map.json[array].size(), dots);
  EXPECT_EQ(map.json["by"], "tag");
  EXPECT_EQ(map.json["topics"][0]["name"], "calculus");
  EXPECT_EQ(get("/api/v1/map").text, map.text);

  const Outcome described = get("/api/v1/map/dots?dot=1&dot=0");
  ASSERT_EQ(described.json["dots"].size(), 2U) << described.json;
  EXPECT_EQ(described.json["map"], map.json["map"]);
  EXPECT_EQ(described.json["dots"][0]["dot"], 1);
  EXPECT_FALSE(described.json["dots"][0]["latex"].get<std::string>().empty());
  EXPECT_TRUE(described.json["dots"][0]["occurrence"]["document"].contains("id"));
  EXPECT_EQ(get("/api/v1/map/dots?dot=" + std::to_string(dots)).status, 404U);
  EXPECT_EQ(get("/api/v1/map/dots?dot=-1").status, 422U);
  EXPECT_EQ(get("/api/v1/map/dots?dot=1x").status, 422U);

  // One document contains the square of a sum; its two formulas have a vector each or share one.
  const Outcome found = get("/api/v1/map/found?q=square+of+a+sum&limit=1");
  ASSERT_FALSE(found.json["dots"].empty()) << found.json;
  EXPECT_EQ(found.json["documents"], 1);
  for (const auto& dot : found.json["dots"]) {
    const Outcome one = get("/api/v1/map/dots?dot=" + std::to_string(dot.get<int>()));
    EXPECT_EQ(one.json["dots"][0]["occurrence"]["document"]["id"],
              "notes/algebra.tex#square of a sum");
  }
}

TEST_F(ApiVectorsTest, TellsWhichFormulasTheEncoderCannotRead) {
  const Outcome similar = get("/api/v1/similar?formula=%5CXi%5E%7B%5Cflat%7D%5Cotimes+L");
  EXPECT_EQ(similar.status, 200U);
  EXPECT_EQ(similar.json["nearest"]["available"], false);
  EXPECT_FALSE(similar.json["nearest"]["reason"].get<std::string>().empty());
}

TEST_F(ApiVectorsTest, RanksByVectorsWhenAsked) {
  const Outcome found =
      get("/api/v1/search?q=%24(t%2B1)%5E2%24&semantic=true&explain=true&limit=1");
  ASSERT_EQ(found.json["results"].size(), 1U);
  bool is_semantic = false;
  for (const auto& component : found.json["results"][0]["explain"]["components"]) {
    is_semantic = is_semantic || component["name"] == "semantic";
  }
  EXPECT_TRUE(is_semantic) << found.json["results"][0]["explain"];
  EXPECT_TRUE(found.json["notes"].empty());
  EXPECT_EQ(get("/api/v1/collection").json["vectors"]["available"], true);
}

// Tests words that are near to the query in meaning, by the shipped encoder.
class ApiLanguageTest : public ApiTest {
 protected:
  static void SetUpTestSuite() {
    make_index();
    std::vector<text::Document> added(1);
    added[0].id = "coprime";
    added[0].fields = {api_field("title", "Coprime integers"),
                       api_field("body", "Two integers are coprime if $\\gcd(a,b)=1$.")};
    const auto built =
        index::build_index(*folder_ / "idx", [&](text::Document& document) -> base::Result<bool> {
          if (added.empty()) return false;
          document = std::move(added.front());
          added.clear();
          return true;
        });
    ASSERT_TRUE(built) << built.error().message;
    const auto encoder = search::PassageEncoder::open();
    ASSERT_TRUE(encoder) << encoder.error().message;
    {
      auto writer = index::IndexWriter::open(*folder_ / "idx");
      ASSERT_TRUE(writer) << writer.error().message;
      ASSERT_TRUE(writer->add_passages(encoder->embedding(1)));
    }
    open_state();
  }

  // The parts that are near to the query, each with the word that it is near to.
  static std::string near(const nlohmann::json& parts) {
    std::string text;
    for (const auto& part : parts) {
      if (!part.contains("near")) continue;
      EXPECT_FALSE(part.contains("matched")) << part;
      text += "[" + part["near"].get<std::string>() + ": " +
              part[part.contains("latex") ? "latex" : "text"].get<std::string>() + "]";
    }
    return text;
  }
};

TEST_F(ApiLanguageTest, ResultsMarkWhatIsNearWithTheWordOfTheQuery) {
  const Outcome found = get("/api/v1/search?q=prime+numbers&limit=1");
  ASSERT_EQ(found.json["results"].size(), 1U) << found.json;
  const auto& result = found.json["results"][0];
  ASSERT_EQ(result["id"], "coprime");
  EXPECT_EQ(near(result["title"]), "[numbers: integers]");
  EXPECT_EQ(near(result["snippet"]), "[prime: \\gcd(a,b)=1]");
  EXPECT_EQ(shown(result["snippet"]), "Two integers are coprime if $\\gcd(a,b)=1$.");
}

TEST_F(ApiLanguageTest, DocumentsMarkItToo) {
  const Outcome found = get("/api/v1/document/coprime?q=prime+numbers");
  ASSERT_EQ(found.status, 200U);
  EXPECT_THAT(found.json.dump(), HasSubstr("\"near\":\""));
  EXPECT_THAT(get("/api/v1/document/coprime").json.dump(), testing::Not(HasSubstr("\"near\"")));
}

TEST(Parts, AFormulaThatIsNearHasNoMarksInIt) {
  const text::Field field = api_field("body", "so $\\gcd(a,b)=1$ and");
  const std::vector<search::Match> matches = {
      {.span = {4, 15}, .is_formula = true, .parts = {{4, 15}}, .near = "prime\x1b"}};
  const auto parts = nlohmann::json::parse(
      parts_json(field, 0, {0, static_cast<std::uint32_t>(field.text.size())}, matches));
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[1]["near"], "prime ");
  EXPECT_FALSE(parts[1].contains("matched"));
}

// Tests of the API with a cross-encoder, and without one.
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
