// Explanations of results by a parser with random weights: its graphs are valid, but meaningless.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>

#include "noether/amr/parser/random_parser.h"
#include "noether/neural/tokenizer/test_tokenizers.h"
#include "noether/server/api/api_fixture.h"
#include "noether/server/api/json_schema.h"
#include "noether/server/api/parts.h"

namespace noether::server {
namespace {

using testing::HasSubstr;

class ApiWhyTest : public ApiTest {
 protected:
  static void SetUpTestSuite() {
    make_index();
    const auto written = amr::write_random_parser(
        *folder_ / "parser", amr::label_bank(amr::kSmallBank, amr::kSmallLexicon),
        {.tokenizer = neural::kTestTokenizers + "bert-uncased"});
    ASSERT_TRUE(written) << written.error().message;
    StateOptions options;
    options.folders = {*folder_ / "idx"};
    options.parser = *folder_ / "parser";
    auto state = State::open(options);
    ASSERT_TRUE(state) << state.error().message;
    state_ = std::move(*state);
    router_ = std::make_unique<Router>();
    register_api(*router_, *state_);
  }
};

const std::string kWhy =
    "/api/v1/document/q1/why?q=the+limit+of+%24%5Cfrac%7B%5Csin+x%7D%7Bx%7D%24";

TEST_F(ApiWhyTest, TellsBothSentencesAndGraphs) {
  const Outcome outcome = get(kWhy);
  ASSERT_EQ(outcome.status, 200U) << outcome.text;
  const auto& why = outcome.json;
  ASSERT_TRUE(why["available"]) << why;
  EXPECT_EQ(shown(why["query"]["sentence"]), "the [limit] of [$\\frac{\\sin x}{x}$]");
  EXPECT_THAT(shown(why["document"]["sentence"]), HasSubstr("[limit] of [$\\frac{\\sin x}{x}$]"));
  EXPECT_EQ(why["svg"], nullptr);
  // The two formulas are the same, so each is the other's partner.
  const auto formula_card = [](const nlohmann::json& side) {
    for (std::size_t i = 0; i < side["cards"].size(); ++i) {
      if (side["cards"][i]["is_queried"] == true) return i;
    }
    return side["cards"].size();
  };
  const std::size_t asked = formula_card(why["query"]);
  const std::size_t found = formula_card(why["document"]);
  ASSERT_LT(asked, why["query"]["cards"].size()) << why;
  ASSERT_LT(found, why["document"]["cards"].size()) << why;
  EXPECT_EQ(why["query"]["cards"][asked]["partner"], found);
  EXPECT_EQ(why["document"]["cards"][found]["partner"], asked);
  EXPECT_EQ(why["query"]["cards"][asked]["formula"], 0U);
  EXPECT_TRUE(why["query"]["cards"][asked]["matched"]);
  EXPECT_THAT(why["query"]["amr"].get<std::string>(), HasSubstr(":queried +"));
  EXPECT_GT(why["smatch"]["matched"], 0U);
}

TEST_F(ApiWhyTest, TellsWhatElseIsSaidOfTheFormula) {
  // Both the title and the text contain it.
  const auto also = get(kWhy).json["also"];
  ASSERT_EQ(also.size(), 1U);
  EXPECT_THAT(shown(also[0]["sentence"]), HasSubstr("$\\frac{\\sin x}{x}$"));
  EXPECT_TRUE(get("/api/v1/document/q1/why?q=nothing").json["also"].empty());
}

TEST_F(ApiWhyTest, FitsItsDescription) {
  const auto description = get("/api/v1/openapi.json").json;
  const SchemaChecker checker(description);
  const auto& schema = description["components"]["schemas"]["Why"];
  for (const std::string& target : {kWhy, kWhy + "&svg=true", kWhy + "&mode=exact&literal=true",
                                    std::string("/api/v1/document/q1/why?q=nothing")}) {
    const Outcome outcome = get(target);
    EXPECT_EQ(outcome.status, 200U) << outcome.text;
    EXPECT_EQ(checker.check(outcome.json, schema), "") << outcome.text;
    EXPECT_EQ(undescribed(outcome.json, {schema}, checker), "");
  }
  EXPECT_THAT(get(kWhy + "&svg=true").json["svg"].get<std::string>(), HasSubstr("<svg "));
}

TEST_F(ApiWhyTest, SaysWhereNothingIsShared) {
  const Outcome outcome = get("/api/v1/document/q1/why?q=group");
  EXPECT_EQ(outcome.status, 200U);
  EXPECT_FALSE(outcome.json["available"]);
  EXPECT_THAT(outcome.json["reason"].get<std::string>(), HasSubstr("no sentence"));
}

TEST_F(ApiWhyTest, RefusesWhatItCannotAnswer) {
  EXPECT_EQ(get("/api/v1/document/q1/why").status, 400U);
  EXPECT_EQ(get("/api/v1/document/nowhere/why?q=limit").status, 404U);
  EXPECT_EQ(get("/api/v1/document/q1/why?q=%5C(x").status, 422U);
  EXPECT_EQ(get("/api/v1/document/q1/why?q=limit&svg=maybe").status, 400U);
  EXPECT_EQ(get("/api/v1/document/q1/why?q=limit&limit=3").status, 400U);
}

TEST_F(ApiWhyTest, LetsNoDocumentWriteMarkup) {
  const Outcome outcome =
      get("/api/v1/document/%3Cscript%3Ealert(1)%3C%2Fscript%3E/why?q=limit+bold&svg=true");
  EXPECT_EQ(outcome.status, 200U) << outcome.text;
  const std::string svg = outcome.json["svg"];
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_EQ(svg.find("</script"), std::string::npos);
}

TEST_F(ApiWhyTest, StopsWhenItsClientHasGone) {
  Request request;
  request.method = "GET";
  request.abandoned = std::make_shared<std::atomic<bool>>(true);
  EXPECT_EQ(ask(std::move(request), kWhy).status, 503U);
}

TEST_F(ApiWhyTest, TellsWhatSymbolsAre) {
  const Outcome outcome = get("/api/v1/formula/" + formula_id("\\frac{\\sin x}{x}") + "/symbols");
  ASSERT_EQ(outcome.status, 200U) << outcome.text;
  EXPECT_TRUE(outcome.json["available"]);
  EXPECT_EQ(outcome.json["places"], 2U) << outcome.text;
  for (const auto& symbol : outcome.json["symbols"]) {
    EXPECT_EQ(symbol["symbol"], "x");
    // The index keeps no graphs.
    EXPECT_EQ(symbol["where"], nullptr);
  }
  EXPECT_EQ(get("/api/v1/formula/nowhere/symbols").status, 404U);
}

TEST_F(ApiWhyTest, DoesNotBeginWithAParserThatCannotBeRead) {
  StateOptions options;
  options.folders = {*folder_ / "idx"};
  options.parser = *folder_ / "nowhere";
  EXPECT_FALSE(State::open(options));
}

}  // namespace
}  // namespace noether::server
