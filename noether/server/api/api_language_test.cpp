// What the API says of words that are near to the query in meaning, by the encoder that ships.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/index/index_writer.h"
#include "noether/search/semantic/passage_encoder.h"
#include "noether/server/api/api_fixture.h"
#include "noether/server/api/parts.h"

namespace noether::server {
namespace {

using testing::HasSubstr;

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

  // The parts that are near, each with the word that it is near to.
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

}  // namespace
}  // namespace noether::server
