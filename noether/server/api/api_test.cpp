// Tests of the API through its handlers.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "noether/server/api/api_fixture.h"
#include "noether/server/api/parts.h"

namespace noether::server {
namespace {

using nlohmann::json;

TEST_F(ApiTest, SaysHowToGetAMap) {
  const Outcome map = get("/api/v1/map");
  EXPECT_EQ(map.status, 200U);
  EXPECT_EQ(map.json["available"], false);
  EXPECT_TRUE(map.json["progress"].is_null());
  EXPECT_EQ(map.json["hint"], "add them with `noether embed-index INDEX`");
}

TEST_F(ApiTest, FindsDocumentsAndMarksWhatMatched) {
  const Outcome found =
      get("/api/v1/search?q=derivative+%24%5Cfrac%7B%5Csin+t%7D%7Bt%7D%24&limit=1");
  ASSERT_EQ(found.json["results"].size(), 1U);
  const json& first = found.json["results"][0];
  EXPECT_EQ(first["id"], "a1");
  EXPECT_EQ(first["url"], "https://example.org/a/1");
  EXPECT_EQ(first["source"], "example.org");
  EXPECT_EQ(first["date"], "2016-01-01");
  EXPECT_EQ(first["parent"], "q1");
  EXPECT_EQ(shown(first["snippet"]),
            "The [derivative] of sine at zero: [$\\frac{\\sin h}{h} \\to 1$].");
  EXPECT_EQ(first["snippet"][3]["matched"], json::parse("[[0, 16]]"));
  EXPECT_EQ(found.json["query"]["formulas"][0]["begin"], 11);
  EXPECT_EQ(found.json["query"]["formulas"][0]["end"], 29);
}

TEST_F(ApiTest, SaysHowItReadAQuery) {
  const Outcome typed = get("/api/v1/search?q=limit");
  EXPECT_TRUE(typed.json["query"]["read_as"].is_null());
  const Outcome found = get("/api/v1/search?q=" + percent_encode("limit of x^2 OR sqrt(x)"));
  EXPECT_EQ(found.status, 200U);
  EXPECT_EQ(found.json["query"]["read_as"], "limit of $x^2$ OR $\\sqrt{x}$");
  EXPECT_EQ(found.json["query"]["formulas"].size(), 2U);
  const Outcome respelled = get("/api/v1/search?q=" + percent_encode("the limti"));
  EXPECT_EQ(respelled.json["query"]["read_as"], "the limit");
  EXPECT_EQ(respelled.json["query"]["respelled"][0]["from"], "limti");
  EXPECT_EQ(respelled.json["query"]["respelled"][0]["to"], "limit");
  EXPECT_GT(respelled.json["results"].size(), 0U);
  const Outcome literal =
      get("/api/v1/search?literal=true&q=" + percent_encode("the limti of x^2"));
  EXPECT_TRUE(literal.json["query"]["read_as"].is_null());
  EXPECT_EQ(literal.json["query"]["formulas"].size(), 0U);
}

TEST_F(ApiTest, CountsAndPagesResults) {
  const Outcome all = get("/api/v1/search?q=limit");
  EXPECT_EQ(all.json["total"], 4);
  const Outcome page = get("/api/v1/search?q=limit&offset=1&limit=2");
  ASSERT_EQ(page.json["results"].size(), 2U);
  EXPECT_EQ(page.json["results"][0]["id"], all.json["results"][1]["id"]);
  EXPECT_EQ(page.json["total"], 4);
  EXPECT_EQ(get("/api/v1/search?q=limit&offset=99").json["results"].size(), 0U);
}

TEST_F(ApiTest, MakesOneResultOfAThread) {
  const Outcome all = get("/api/v1/search?q=limit");
  const Outcome grouped = get("/api/v1/search?q=limit&group=thread");
  EXPECT_EQ(all.json["total"], 4);
  EXPECT_EQ(grouped.json["total"], 2);
  ASSERT_EQ(grouped.json["results"].size(), 2U);
  // The best document of the thread stands for it, with the others in their order.
  std::vector<std::string> thread;
  for (const auto& one : all.json["results"]) {
    EXPECT_EQ(one["more"].size(), 0U);
    if (one["source"] == "example.org") thread.push_back(one["id"]);
  }
  const auto& first = grouped.json["results"][all.json["results"][0]["id"] == thread[0] ? 0 : 1];
  std::vector<std::string> shown_as = {first["id"]};
  for (const auto& one : first["more"]) shown_as.push_back(one["id"]);
  EXPECT_EQ(shown_as, thread);
  // Facets give the number of results that remain when a value is chosen.
  for (const auto& kind : grouped.json["facets"]["kind"]) {
    const Outcome chosen = get("/api/v1/search?q=limit&group=thread&kind=" +
                               percent_encode(kind["value"].get<std::string>()));
    EXPECT_EQ(chosen.json["total"], kind["count"]) << kind;
  }
  // A page consists of threads, and continues where the previous page ended.
  for (std::size_t i = 0; i < 2; ++i) {
    const Outcome page =
        get("/api/v1/search?q=limit&group=thread&limit=1&offset=" + std::to_string(i));
    ASSERT_EQ(page.json["results"].size(), 1U);
    EXPECT_EQ(page.json["results"][0]["id"], grouped.json["results"][i]["id"]);
    EXPECT_EQ(page.json["total"], 2);
  }
  EXPECT_EQ(get("/api/v1/search?q=limit&group=thread&offset=2").json["results"].size(), 0U);
  // One thread alone, document by document.
  const Outcome within = get("/api/v1/search?q=limit&thread=a2");
  std::vector<std::string> members;
  for (const auto& one : within.json["results"]) members.push_back(one["id"]);
  EXPECT_EQ(members, thread);
  EXPECT_EQ(get("/api/v1/search?q=limit&thread=nobody").json["parameter"], "thread");
  EXPECT_EQ(get("/api/v1/search?q=limit&group=magic").status, 400U);
}

TEST_F(ApiTest, CountsWhatMatchedAndNotWhatWasScored) {
  const auto matching = [&](const std::string& q, const std::string& more = "") {
    const json answer = get("/api/v1/search?q=" + percent_encode(q) + more).json;
    const json& one = answer["matching"];
    return std::to_string(one["results"].get<int>()) + ": " +
           std::to_string(one["parts"].get<int>()) + " of " +
           std::to_string(one["words"].get<int>()) + "+" +
           std::to_string(one["formulas"].get<int>());
  };
  // Words that occur in nearly every text do not count.
  EXPECT_EQ(matching("the limit"), "4: 1 of 1+0");
  EXPECT_EQ(matching("limit of sine"), "1: 2 of 2+0");
  EXPECT_EQ(matching("limit squeeze derivative"), "2: 2 of 3+0");
  EXPECT_EQ(matching("limit squeeze derivative", "&group=thread"), "1: 2 of 3+0");
  EXPECT_EQ(matching("limit $\\frac{\\sin t}{t}$"), "1: 2 of 1+1")
      << "the formula in other letters";
  EXPECT_EQ(matching("$\\frac{\\sin t}{t}$", "&mode=contains"), "3: 1 of 0+1");
  EXPECT_EQ(matching("tag:limits"), "3: 0 of 0+0");
  EXPECT_EQ(matching("\"limit of\""), "3: 0 of 0+0");
  EXPECT_EQ(matching("nowhere"), "0: 0 of 1+0");
  std::string pasted;
  for (int i = 0; i < 40; ++i) pasted += "word" + std::to_string(i) + " ";
  EXPECT_EQ(get("/api/v1/search?q=limit+" + percent_encode(pasted)).json["matching"], nullptr);
}

TEST_F(ApiTest, ShowsTheCommentThatMatched) {
  // The body has one word of the query, and a comment has the rarer one as well.
  const Outcome found = get("/api/v1/search?q=" + percent_encode("limit try") + "&kind=question");
  ASSERT_EQ(found.json["results"].size(), 1U);
  EXPECT_EQ(found.json["results"][0]["field"], "comment");
  EXPECT_EQ(shown(found.json["results"][0]["snippet"]), "[Try] $x=0$. Or not.");
  const Outcome body = get("/api/v1/search?q=limit&kind=question");
  EXPECT_EQ(body.json["results"][0]["field"], "body");
}

TEST_F(ApiTest, FiltersAndTellsFacets) {
  const Outcome all = get("/api/v1/search?q=limit");
  EXPECT_EQ(all.json["facets"]["tag"][0]["value"], "calculus");
  EXPECT_EQ(all.json["facets"]["tag"][0]["count"], 3);
  EXPECT_EQ(all.json["facets"]["kind"][0]["value"], "answer");
  // Facets cover the number of results in `faceted`, which is all of them when they are few.
  EXPECT_EQ(all.json["faceted"], all.json["total"]);
  EXPECT_EQ(all.json["total_is_exact"], true);
  for (const char* facet : {"kind", "source"}) {
    int sum = 0;
    for (const auto& value : all.json["facets"][facet]) sum += value["count"].get<int>();
    EXPECT_EQ(sum, all.json["faceted"].get<int>()) << facet;
  }
  EXPECT_EQ(get("/api/v1/search?q=limit&facets=false").json["faceted"], 0);
  EXPECT_EQ(get("/api/v1/search?q=limit&kind=question").json["total"], 1);
  EXPECT_EQ(get("/api/v1/search?q=limit&kind=question&kind=answer").json["total"], 3);
  EXPECT_EQ(get("/api/v1/search?q=limit&source=example.org&from=2016").json["total"], 2);
  const Outcome none = get("/api/v1/search?q=limit&tag=algebra");
  EXPECT_EQ(none.json["total"], 0);
  EXPECT_EQ(none.json["relaxations"][0]["without_filters"], true);
  EXPECT_EQ(none.json["relaxations"][0]["count"], 4);
}

TEST_F(ApiTest, SearchesFormulasInEveryMode) {
  const auto total = [&](const std::string& latex, const std::string& mode) {
    return get("/api/v1/search?q=" + percent_encode("$" + latex + "$") + "&mode=" + mode)
        .json["total"]
        .get<int>();
  };
  EXPECT_EQ(total("(1+x)^2", "exact"), 1);
  EXPECT_EQ(total("(t+1)^2", "exact"), 0);
  EXPECT_EQ(total("t^2+2t+1", "meaning"), 1);
  EXPECT_EQ(total("\\frac{\\sin t}{t}", "contains"), 3);
  EXPECT_GE(total("\\frac{\\sin t}{t}", "similar"), 3);
}

TEST_F(ApiTest, PointsIntoAQueryThatCannotBeRead) {
  // The position counts UTF-16 code units, as a browser does.
  const Outcome wrong = get("/api/v1/search?q=" + percent_encode("𝔸 limit \\(x"));
  EXPECT_EQ(wrong.status, 422U);
  EXPECT_EQ(wrong.type, "application/problem+json");
  EXPECT_EQ(wrong.json["parameter"], "q");
  EXPECT_EQ(wrong.json["span"], json::parse(R"({"begin": 9, "end": 11})"));
  const Outcome wildcard = post("/api/v1/search", R"({"q": "a $?x$", "mode": "meaning"})");
  EXPECT_EQ(wildcard.status, 422U);
  EXPECT_EQ(wildcard.json["pointer"], "/q");
}

TEST_F(ApiTest, RefusesMoreRequiredFormulasThanItCanLookFor) {
  std::string query;
  for (int i = 0; i < 9; ++i) query += "+$x^" + std::to_string(i) + "$ ";
  EXPECT_EQ(get("/api/v1/search?q=" + percent_encode(query)).status, 422U);
  // A pasted question is not refused in any mode.
  std::string question = "Here is a question\n";
  for (int i = 0; i < 200; ++i) question += "with $x^{" + std::to_string(i) + "}$ ";
  for (const char* mode : {"similar", "contains", "meaning", "exact", "text"}) {
    const json body = {{"q", question}, {"mode", mode}};
    EXPECT_EQ(post("/api/v1/search", body.dump()).status, 200U) << mode;
  }
}

TEST_F(ApiTest, RefusesArgumentsItDoesNotKnowOrUnderstand) {
  EXPECT_EQ(get("/api/v1/search?q=x&lmit=3").json["parameter"], "lmit");
  for (const std::string_view query :
       {"limit=0", "limit=101", "limit=-1", "limit=1e1", "offset=1001", "mode=magic",
        "explain=maybe", "from=2015-13", "to=yesterday", "limit="}) {
    const Outcome refused = get("/api/v1/search?q=x&" + std::string(query));
    EXPECT_TRUE(refused.status == 400 || refused.status == 422) << query << refused.status;
    EXPECT_EQ(refused.json["parameter"], std::string(query.substr(0, query.find('=')))) << query;
  }
  const std::string deep(1000, '[');
  EXPECT_EQ(post("/api/v1/parse", R"({"latex": )" + deep).status, 422U);
  EXPECT_EQ(post("/api/v1/parse", "[]").status, 422U);
  EXPECT_EQ(post("/api/v1/parse", "{}", {{"content-type", "text/plain"}}).status, 415U);
  const std::string formula = R"({"latex": "x"})";
  for (const auto& [type, status] :
       {std::pair{"application/jsonx", 415U}, std::pair{"Application/JSON; charset=utf-8", 200U}}) {
    EXPECT_EQ(post("/api/v1/parse", formula, {{"content-type", type}}).status, status) << type;
  }
  EXPECT_EQ(post("/api/v1/rewrite", R"({"latex": "x", "limit": -1})").status, 422U);
  EXPECT_EQ(post("/api/v1/rewrite", R"({"latex": "x", "limit": 1e30})").status, 422U);
  EXPECT_EQ(post("/api/v1/check", R"({"lines": ["x", 2]})").json["pointer"], "/lines/1");
}

TEST_F(ApiTest, TellsTooLongAndTooDeepFormulas) {
  const std::string deep = std::string(600, '{') + "x" + std::string(600, '}');
  EXPECT_EQ(post("/api/v1/equivalent", json({{"a", deep}, {"b", "x"}}).dump()).status, 422U);
  const std::string long_sum = std::string(9000, 'x');
  EXPECT_EQ(post("/api/v1/rewrite", json({{"latex", long_sum}}).dump()).status, 422U);
  const Outcome parsed = post("/api/v1/parse", json({{"latex", long_sum}}).dump());
  EXPECT_EQ(parsed.status, 200U);
  EXPECT_EQ(parsed.json["truncated"], true);
  EXPECT_EQ(post("/api/v1/parse", json({{"latex", deep}}).dump()).status, 422U);
  const Outcome searched = get("/api/v1/search?q=" + percent_encode("limit $" + deep + "$"));
  EXPECT_EQ(searched.status, 422U);
  EXPECT_EQ(searched.json["span"]["begin"], 7);
}

// A line of symbols is a tree as deep as the line is long, and other readers of JSON limit the
// depth.
TEST_F(ApiTest, CutsTreesThatWouldBeTooDeepToRead) {
  std::string sum = "x";
  for (int i = 0; i < 300; ++i) sum += "+x";
  const Outcome parsed = post("/api/v1/parse", json({{"latex", sum}}).dump());
  EXPECT_EQ(parsed.status, 200U);
  EXPECT_EQ(parsed.json["truncated"], true);
  int depth = 0;
  int deepest = 0;
  for (const char c : parsed.text) {
    depth += (c == '{' || c == '[') ? 1 : (c == '}' || c == ']') ? -1 : 0;
    deepest = std::max(deepest, depth);
  }
  EXPECT_LT(deepest, 900);
}

TEST_F(ApiTest, ShowsADocumentAsPartsWithItsThread) {
  const Outcome question = get("/api/v1/document/q1");
  EXPECT_EQ(shown(question.json["title"]), "The limit of $\\frac{\\sin x}{x}$");
  ASSERT_EQ(question.json["paragraphs"].size(), 2U);
  EXPECT_EQ(shown(question.json["paragraphs"][1]), "I know that $\\sin^2 x + \\cos^2 x = 1$.");
  EXPECT_EQ(question.json["comments"].size(), 1U);
  EXPECT_EQ(question.json["parent"], nullptr);
  // From every document of the thread, the question comes first, then its answers by votes.
  for (const char* id : {"q1", "a1", "a2"}) {
    const Outcome one = get(std::string("/api/v1/document/") + id);
    std::vector<std::string> posts;
    for (const auto& post : one.json["thread"]) posts.push_back(post["id"]);
    EXPECT_EQ(posts, (std::vector<std::string>{"q1", "a2", "a1"})) << id;
    EXPECT_EQ(one.json["related"].size(), 0U) << "what is shown whole need not be linked";
  }
  const Outcome answer = get("/api/v1/document/a1");
  EXPECT_EQ(answer.json["parent"]["id"], "q1");
  EXPECT_EQ(answer.json["thread"][0]["votes"], 3);
  EXPECT_EQ(answer.json["thread"][0]["comments"].size(), 1U);
  EXPECT_EQ(answer.json["thread"][1]["accepted"], true);
  EXPECT_EQ(answer.json["thread"][2]["votes"], nullptr);
  const Outcome theorem = get("/api/v1/document/notes%2Falgebra.tex%23square%20of%20a%20sum");
  EXPECT_EQ(theorem.json["location"], "notes/algebra.tex:7");
  EXPECT_EQ(theorem.json["url"], nullptr);
  EXPECT_EQ(theorem.json["thread"].size(), 0U);
}

TEST_F(ApiTest, MarksInADocumentAndItsThreadWhatMatched) {
  const Outcome answer =
      get("/api/v1/document/a1?q=" + percent_encode("derivative limit $\\frac{\\sin t}{t}$"));
  EXPECT_EQ(shown(answer.json["paragraphs"][0]),
            "The [derivative] of sine at zero: [$\\frac{\\sin h}{h} \\to 1$].");
  EXPECT_EQ(shown(answer.json["title"]), "The [limit] of $\\frac{\\sin x}{x}$");
  EXPECT_EQ(shown(answer.json["thread"][0]["paragraphs"][0]),
            "Why is the [limit] of [$\\frac{\\sin x}{x}$] for small $x$ one?");
  // The mode applies: in exact mode there is no such formula.
  const Outcome exact =
      get("/api/v1/document/a1?mode=exact&q=" + percent_encode("derivative $\\frac{\\sin t}{t}$"));
  EXPECT_EQ(shown(exact.json["paragraphs"][0]),
            "The [derivative] of sine at zero: $\\frac{\\sin h}{h} \\to 1$.");
  // The query is marked as the search read it: with a misspelling, and a formula among the words.
  const std::string typed = percent_encode("derivatve sin(t)/t");
  EXPECT_EQ(shown(get("/api/v1/document/a1?q=" + typed).json["paragraphs"][0]),
            "The [derivative] of sine at zero: [$\\frac{\\sin h}{h} \\to 1$].");
  EXPECT_EQ(shown(get("/api/v1/document/a1?literal=true&q=" + typed).json["paragraphs"][0]),
            "The derivative of sine at zero: $\\frac{\\sin h}{h} \\to 1$.");
  EXPECT_EQ(get("/api/v1/document/a1?q=" + percent_encode("\\(x")).json["parameter"], "q");
  EXPECT_EQ(get("/api/v1/document/a1?limit=3").status, 400U);
}

TEST_F(ApiTest, TellsWhatADocumentHoldsAsTextAndNeverAsMarkup) {
  const Outcome page = get("/api/v1/document/" + percent_encode("<script>alert(1)</script>"));
  EXPECT_EQ(page.json["url"], nullptr);
  EXPECT_EQ(page.json["kind"], "page [31m");
  EXPECT_EQ(page.json["title"][0]["text"], "<img src=x onerror=alert(1)>");
  for (const char c : page.text) {
    EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
  }
}

TEST_F(ApiTest, ShowsAFormulaWithItsTreesPlacesAndEquals) {
  const Outcome fraction = get("/api/v1/formula/" + formula_id("\\frac{\\sin x}{x}"));
  EXPECT_EQ(fraction.json["occurrences"]["documents"], 1);
  EXPECT_EQ(fraction.json["occurrences"]["total"], 2);
  EXPECT_EQ(fraction.json["operator_tree"]["label"], "/");
  EXPECT_EQ(fraction.json["operator_tree"]["children"][0]["node"]["label"], "sin");
  EXPECT_EQ(fraction.json["layout_tree"]["label"], "fraction");
  EXPECT_EQ(fraction.json["nearest"]["available"], false);
  EXPECT_NE(fraction.json["mathml"].get<std::string>().find("<mfrac>"), std::string::npos);
  const Outcome square = get("/api/v1/formula/" + formula_id("(x+1)^2"));
  ASSERT_EQ(square.json["equal"]["formulas"].size(), 1U);
  EXPECT_EQ(square.json["equal"]["formulas"][0]["latex"], "x^2+2x+1");
  EXPECT_EQ(square.json["equal"]["formulas"][0]["verdict"], "proven");
  EXPECT_EQ(shown(square.json["occurrences"]["results"][0]["snippet"]).substr(0, 28),
            "For all numbers [$(x+1)^2$] ");
}

TEST_F(ApiTest, SaysFormulasInWordsWhereverItTellsThem) {
  const Outcome found =
      get("/api/v1/search?q=derivative+%24%5Cfrac%7B%5Csin+t%7D%7Bt%7D%24&limit=1");
  EXPECT_EQ(found.json["results"][0]["snippet"][3]["spoken"], "sine of h over h to 1");
  const Outcome parsed = post("/api/v1/parse", R"({"latex": "\\frac{x+1}{2}"})");
  EXPECT_EQ(parsed.json["spoken"], "the fraction x plus 1 over 2 end fraction");
  const Outcome similar = get("/api/v1/similar?formula=%5Cfrac%7B%5Csin+t%7D%7Bt%7D");
  for (const json& formula : similar.json["formulas"]) {
    EXPECT_NE(formula["spoken"], "") << formula.dump();
  }
}

TEST_F(ApiTest, KnowsWhetherAFormulaIsOneOfTheIndexHoweverItIsWritten) {
  const Outcome plain = post("/api/v1/parse", R"({"latex": "(x+1)^2"})");
  EXPECT_GT(plain.json["places"], 0);
  const Outcome braces = post("/api/v1/parse", R"({"latex": "{(x + 1)}^{2}"})");
  EXPECT_EQ(braces.json["places"], plain.json["places"]);
  EXPECT_EQ(braces.json["id"], plain.json["id"]);
  EXPECT_EQ(get("/api/v1/formula/" + plain.json["id"].get<std::string>()).status, 200U);
  EXPECT_EQ(post("/api/v1/parse", R"({"latex": "q_{17}+w^{23}"})").json["places"], 0);
}

TEST_F(ApiTest, StreamsTheOccurrencesOfAFormula) {
  const Outcome all = get("/api/v1/formula/" + formula_id("\\frac{\\sin x}{x}") + "/occurrences");
  EXPECT_EQ(std::ranges::count(all.text, '\n'), 2);
  EXPECT_EQ(all.json["document"]["id"], "q1");
}

TEST_F(ApiTest, FindsSimilarFormulasAndDocuments) {
  const Outcome formulas = get("/api/v1/similar?formula=%5Cfrac%7B%5Csin+t%7D%7Bt%7D&limit=3");
  ASSERT_GE(formulas.json["formulas"].size(), 2U);
  EXPECT_EQ(formulas.json["formulas"][0]["same"], "renaming");
  EXPECT_EQ(formulas.json["formulas"][0]["latex"], "\\frac{\\sin x}{x}");
  EXPECT_EQ(formulas.json["formulas"][0]["documents"][0]["id"], "q1");
  // Only the answers date from 2016 or later.
  const Outcome of_answers = get("/api/v1/similar?formula=%5Cfrac%7B%5Csin+t%7D%7Bt%7D&from=2016");
  ASSERT_GE(of_answers.json["formulas"].size(), 1U);
  for (const auto& formula : of_answers.json["formulas"]) {
    for (const auto& one : formula["documents"]) EXPECT_NE(one["id"], "q1");
  }
  const Outcome documents = get("/api/v1/similar?document=a1");
  for (const auto& one : documents.json["documents"]) EXPECT_NE(one["id"], "a1");
  EXPECT_GE(documents.json["documents"].size(), 2U);
}

TEST_F(ApiTest, FiltersAndPagesMoreLikeThis) {
  const auto ids = [&](const std::string& more) {
    std::vector<std::string> found;
    const json answer = get("/api/v1/similar?document=a1" + more).json;
    for (const auto& one : answer["documents"]) found.push_back(one["id"]);
    return found;
  };
  const std::vector<std::string> all = ids("");
  EXPECT_NE(std::ranges::find(all, "q1"), all.end());
  EXPECT_EQ(ids("&from=2016"), std::vector<std::string>{"a2"});
  EXPECT_EQ(ids("&to=2015"), std::vector<std::string>{"q1"});
  EXPECT_EQ(ids("&kind=theorem&tag=limits"), std::vector<std::string>{});
  EXPECT_EQ(get("/api/v1/similar?document=a1&from=2015-13").status, 422U);
  std::vector<std::string> paged;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::string& id : ids("&limit=1&offset=" + std::to_string(i))) {
      paged.push_back(std::move(id));
    }
  }
  EXPECT_EQ(paged, all);
}

TEST_F(ApiTest, LooksForMoreLikeThisByRareWordsAndLargeFormulas) {
  const json like = get("/api/v1/similar?document=q1").json;
  // No letters, numbers or words that all texts contain, and none that occurs only here.
  EXPECT_EQ(like["of"]["words"], json::parse(R"(["limit"])"));
  const std::vector<std::string> formulas = like["of"]["formulas"];
  EXPECT_EQ(formulas, (std::vector<std::string>{"\\frac{\\sin x}{x}", "\\sin^2 x + \\cos^2 x = 1"}))
      << "that of the title first";
  EXPECT_EQ(like["total"], like["documents"].size());
  // A document does not list its own thread.
  const json others = get("/api/v1/similar?document=q1&group=thread").json;
  for (const auto& one : others["documents"]) {
    EXPECT_EQ(one["parent"], nullptr);
    EXPECT_NE(one["id"], "q1");
  }
  EXPECT_EQ(others["total"], others["documents"].size());
}

TEST_F(ApiTest, OffersExamplesThatFindSomething) {
  const json collection = get("/api/v1/collection").json;
  std::vector<std::string> kinds;
  for (const auto& example : collection["examples"]) {
    kinds.push_back(example["kind"]);
    const json found = get("/api/v1/search?mode=" + example["mode"].get<std::string>() +
                           "&q=" + percent_encode(example["q"].get<std::string>()))
                           .json;
    EXPECT_GE(found["results"].size(), 1U) << example;
  }
  EXPECT_NE(std::ranges::find(kinds, "renamed"), kinds.end());
  EXPECT_NE(std::ranges::find(kinds, "wildcard"), kinds.end());
  EXPECT_EQ(collection["indexes"].size(), 1U);
  EXPECT_EQ(collection["indexes"][0]["name"], "idx");
  EXPECT_EQ(collection["indexes"][0]["documents"], 5);
}

TEST_F(ApiTest, MarksAllOfAFormulaThatIsTheSameInMeaning) {
  const Outcome found = get("/api/v1/search?q=" + percent_encode("$t^2+2t+1$") + "&mode=meaning");
  ASSERT_EQ(found.json["results"].size(), 1U);
  std::vector<std::string> marked;
  for (const auto& part : found.json["results"][0]["snippet"]) {
    if (!part.contains("latex") || !part.contains("matched")) continue;
    const std::string latex = part["latex"];
    marked.push_back(latex);
    EXPECT_EQ(part["matched"], json::array({json::array({0, latex.size()})})) << latex;
  }
  EXPECT_EQ(marked, (std::vector<std::string>{"(x+1)^2", "x^2+2x+1"}));
  const Outcome similar = get("/api/v1/similar?mode=meaning&formula=" + percent_encode("t^2+2t+1"));
  for (const auto& formula : similar.json["formulas"]) {
    const auto length = formula["latex"].get<std::string>().size();
    EXPECT_EQ(formula["matched"], json::array({json::array({0, length})}));
  }
}

TEST_F(ApiTest, DecidesEqualityWithProofOrCounterexample) {
  const Outcome equal = post("/api/v1/equivalent", R"({"a": "\\sin^2 x+\\cos^2 x", "b": "1"})");
  EXPECT_EQ(equal.json["verdict"], "proven");
  EXPECT_EQ(equal.json["counterexample"], nullptr);
  const Outcome different =
      post("/api/v1/equivalent", R"({"a": "\\frac{x^2-1}{x-1}", "b": "x+1"})");
  EXPECT_EQ(different.json["verdict"], "refuted");
  EXPECT_EQ(different.json["counterexample"]["point"]["x"], "1");
  EXPECT_EQ(different.json["counterexample"]["a"], "undefined");
  const Outcome wrong = post("/api/v1/equivalent", R"json({"a": "x", "b": "𝔸+\\pi+sqrt(x)"})json");
  EXPECT_EQ(wrong.status, 422U);
  EXPECT_EQ(wrong.json["pointer"], "/b");
  EXPECT_EQ(wrong.json["span"], json::parse(R"({"begin": 7, "end": 11})"));
  EXPECT_EQ(wrong.json["hint"], "write \\sqrt");
  const Outcome plain = post("/api/v1/equivalent", R"json({"a": "abs(x)", "b": "sqrt(x^2)"})json");
  EXPECT_EQ(plain.json["verdict"], "proven");
}

TEST_F(ApiTest, DecidesWhetherEquationsSayTheSame) {
  const Outcome same = post("/api/v1/equivalent", R"({"a": "x=1", "b": "2x=2"})");
  EXPECT_EQ(same.json["verdict"], "proven");
  EXPECT_EQ(same.json["a"], "x=1");
  EXPECT_FALSE(same.json["proof"].empty());
  const Outcome other = post("/api/v1/equivalent", R"({"a": "x=1", "b": "2x=3"})");
  EXPECT_EQ(other.json["verdict"], "refuted");
  EXPECT_EQ(other.json["counterexample"]["point"]["x"], "1");
  EXPECT_EQ(other.json["counterexample"]["a"], "true");
  EXPECT_EQ(other.json["counterexample"]["b"], "false");
  const Outcome mixed = post("/api/v1/equivalent", R"({"a": "x=1", "b": "2x"})");
  EXPECT_EQ(mixed.status, 422U);
  EXPECT_EQ(mixed.json["pointer"], "/b");
}

TEST_F(ApiTest, ChecksADerivationLineByLine) {
  const Outcome checked = post(
      "/api/v1/check",
      R"json({"lines": ["# a square", "(x+1)^2", "= x^2+2x+1", "", "= x(x+2)", "= \\frac{", "= x"]})json");
  std::vector<std::string> verdicts;
  for (const auto& line : checked.json["lines"]) verdicts.push_back(line["verdict"]);
  EXPECT_EQ(verdicts, (std::vector<std::string>{"none", "given", "right", "none", "wrong",
                                                "unreadable", "given"}));
  EXPECT_EQ(checked.json["lines"][5]["readable"], false);
  EXPECT_EQ(checked.json["lines"][4]["steps"][0]["verdict"], "refuted");
  EXPECT_EQ(checked.json["wrong"], 1);
}

TEST_F(ApiTest, TellsWhatAStepOfASolutionLosesAndAdds) {
  const Outcome checked =
      post("/api/v1/check", R"json({"lines": ["x^2=3x", "x=3", "x^2=9", "a x = b"]})json");
  const auto& lines = checked.json["lines"];
  EXPECT_EQ(lines[0]["verdict"], "given");
  EXPECT_EQ(lines[1]["verdict"], "loses");
  EXPECT_EQ(lines[1]["reason"], "loses x = 0 (divided both sides by x)");
  EXPECT_EQ(lines[1]["steps"][0]["lost"], nlohmann::json::array({"x = 0"}));
  EXPECT_EQ(lines[2]["verdict"], "adds");
  EXPECT_EQ(lines[2]["steps"][0]["operation"], "squared both sides");
  EXPECT_EQ(lines[3]["verdict"], "undecided");
  EXPECT_EQ(checked.json["summary"], "3 steps: 1 loses solutions, 1 adds solutions, 1 undecided");
}

TEST_F(ApiTest, HasNoTimeForALineAfterTheDeadline) {
  Request request;
  request.method = "POST";
  request.body = R"({"lines": ["x+x", "= 2x"]})";
  request.deadline = std::chrono::steady_clock::now();
  const Outcome late = ask(request, "/api/v1/check");
  EXPECT_EQ(late.status, 200U);
  EXPECT_EQ(late.json["lines"][1]["verdict"], "undecided");
}

// Every handler ends soon after its deadline, or after its client has gone. A request that has
// finished by then is still answered, so this test shows that each of these was stopped midway.
TEST_F(ApiTest, EndsWhatIsOver) {
  const std::string formula = percent_encode("(x+1)^2");
  const std::string id = get("/api/v1/similar?formula=" + formula).json["of"]["formula"];
  Request late;
  late.deadline = std::chrono::steady_clock::now();
  Request abandoned;
  abandoned.abandoned = std::make_shared<const std::atomic<bool>>(true);
  for (Request request : {late, abandoned}) {
    request.method = "GET";
    for (const std::string& target : std::vector<std::string>{
             "search?q=limit", "search?q=%22limit+of%22", "search?q=limit&tag=algebra",
             "search?q=$" + formula + "$", "search?q=$" + formula + "$&mode=meaning",
             "similar?document=a1", "similar?formula=" + formula,
             "similar?formula=" + formula + "&mode=meaning", "formula/" + id}) {
      EXPECT_EQ(get("/api/v1/" + target).status, 200U) << target;
      EXPECT_EQ(ask(request, "/api/v1/" + target).status, 503U) << target;
    }
    request.method = "POST";
    request.body = R"json({"a": "(x+1)^2", "b": "x^2+2x+1"})json";
    EXPECT_EQ(ask(request, "/api/v1/equivalent").status, 503U);
    request.body = R"json({"a": "x=1", "b": "2x=3"})json";
    EXPECT_EQ(ask(request, "/api/v1/equivalent").status, 503U);
    request.body = R"json({"latex": "(x+1)^9 \\sin(x+y)^5", "seconds": 10, "limit": 500})json";
    EXPECT_EQ(ask(request, "/api/v1/rewrite").status, 503U);
  }
}

TEST_F(ApiTest, RewritesAnExpression) {
  // One second is too short on a machine that does other work as well.
  const Outcome rewritten =
      post("/api/v1/rewrite", R"({"latex": "(x+1)^2-(x-1)^2", "limit": 3, "seconds": 10})");
  EXPECT_EQ(rewritten.json["simplest"], "4x");
  EXPECT_TRUE(rewritten.json["simplest_for"].empty());
  const Outcome reduced =
      post("/api/v1/rewrite", R"({"latex": "\\frac{x^2-1}{x-1}", "limit": 1, "seconds": 10})");
  EXPECT_EQ(reduced.json["simplest"], "x+1");
  EXPECT_EQ(reduced.json["simplest_for"], json::array({"x \\neq 1"}));
  EXPECT_EQ(rewritten.json["equivalents"].size(), 3U);
  const Outcome lines = post("/api/v1/rewrite", R"({"latex": "x+x", "limit": 4, "seconds": 10})",
                             {{"accept", "application/x-ndjson"}});
  EXPECT_EQ(lines.type, "application/x-ndjson");
  EXPECT_EQ(std::ranges::count(lines.text, '\n'), 4);
}

TEST_F(ApiTest, SuggestsWhatTheTextMayBecome) {
  const auto first = [&](const std::string& query) {
    const json made = get("/api/v1/suggest?q=" + percent_encode(query)).json["suggestions"];
    return made.empty()
               ? ""
               : made[0]["kind"].get<std::string>() + " " + made[0]["insert"].get<std::string>();
  };
  EXPECT_EQ(first("tag:cal"), "tag tag:calculus");
  EXPECT_EQ(first("squ"), "word square");
  EXPECT_EQ(first("type:the"), "kind type:theorem");
  EXPECT_EQ(first("limit $\\fra"), "operator \\frac{}{}");
  EXPECT_EQ(first("\\sq"), "operator $\\sqrt{}$");
  EXPECT_EQ(first("$\\frac{\\sin"), "operator \\sin");
  const Outcome middle = get("/api/v1/suggest?q=" + percent_encode("𝔸 lim x") + "&cursor=6");
  EXPECT_EQ(middle.json["begin"], 3);
  EXPECT_EQ(middle.json["end"], 6);
}

TEST_F(ApiTest, DescribesTheCollection) {
  const Outcome collection = get("/api/v1/collection");
  EXPECT_EQ(collection.json["documents"], 5);
  EXPECT_EQ(collection.json["dates"]["from"], "2015-03-14");
  EXPECT_EQ(collection.json["vectors"]["available"], false);
}

}  // namespace
}  // namespace noether::server
