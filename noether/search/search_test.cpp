// Searches a small index: the results, their order, and the reasons.
#include "noether/search/search.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <climits>
#include <string>
#include <thread>
#include <vector>

#include "noether/index/index_writer.h"
#include "noether/search/pipeline/formula_lists.h"
#include "noether/search/search_fixture.h"

namespace noether::search {
namespace {

std::vector<text::Document> few_documents() {
  return {
      test_document("mvt", "The mean value theorem: $f(b)-f(a)=f'(c)(b-a)$.", {"calculus"},
                    "theorem", "Mean value theorem"),
      test_document("mean", "The value of a mean is $\\frac{a+b}{2}$.", {"statistics"}, "text"),
      test_document("series", "A series converges when $\\sum_{n=1}^{\\infty} a_n$ is finite.",
                    {"calculus", "analysis"}, "question"),
      test_document("square", "Completing the square gives $x^2+2x+1=(x+1)^2$ at once.",
                    {"algebra"}, "answer"),
      test_document("other", "Nothing of interest stands here.", {}, "text"),
  };
}

TEST_F(SearchTest, RanksDocumentsByTheirWords) {
  index(few_documents());
  EXPECT_EQ(found("convergent series"), "series");
  EXPECT_EQ(found("mean value"), "mvt mean");
  EXPECT_EQ(found("nowhere"), "");
}

TEST_F(SearchTest, KeepsToWhatIsRequiredAndExcluded) {
  index(few_documents());
  EXPECT_EQ(found("mean +theorem"), "mvt");
  EXPECT_EQ(found("mean -theorem"), "mean");
  EXPECT_EQ(found("mean value -\"mean value\""), "mean");
}

TEST_F(SearchTest, WantsAllTagsAndAnyType) {
  index(few_documents());
  EXPECT_EQ(found("tag:calculus"), "mvt series");
  EXPECT_EQ(found("tag:calculus tag:analysis"), "series");
  EXPECT_EQ(found("tag:Calculus -tag:analysis"), "mvt");
  EXPECT_EQ(found("type:answer type:question"), "series square");
  EXPECT_EQ(found("mean type:text"), "mean");
}

TEST_F(SearchTest, FindsNoDocumentForItsFilterAlone) {
  index(few_documents());
  EXPECT_EQ(found("square tag:calculus"), "");
}

TEST_F(SearchTest, LooksForAPhraseDownTheWholeRanking) {
  std::vector<text::Document> documents;
  for (int i = 0; i < 1500; ++i) {
    documents.push_back(test_document(fmt::format("d{}", i), "value mean, mean; value value mean"));
  }
  documents.push_back(test_document(
      "last", "one two three four five six seven eight nine ten and then the mean value at last"));
  index(documents);
  EXPECT_EQ(found("\"mean value at\""), "last");
}

TEST_F(SearchTest, FindsFormulasThatAreTheSame) {
  index(few_documents());
  EXPECT_EQ(found("$\\frac{a+b}{2}$", 1), "mean");
  EXPECT_EQ(found("$\\frac{b+a}{2}$", 1), "mean");
}

TEST_F(SearchTest, RequiresFormulasAlsoAsPartsOfOthers) {
  index(few_documents());
  EXPECT_EQ(found("+$(x+1)^2$"), "square");
  EXPECT_EQ(found("+$2x+x^2+1$ tag:algebra"), "square");
  EXPECT_EQ(found("+$(x+7)^2$"), "");
  EXPECT_EQ(found("the -$(x+1)^2$ +square"), "");
}

// Fields of all ranks, and a text that is too long for any snippet.
std::vector<text::Document> long_documents() {
  std::vector<text::Document> documents = few_documents();
  std::string filler;
  for (int i = 0; i < 80; ++i) filler += "much more could be said of it. ";
  documents.push_back(test_document(
      "long",
      "A mean $a+b$ is a mean. " + filler + "The mean value $\\frac{a+b}{2}$ is a value. " + filler,
      {}, "text", "On the mean $\\frac{a+b}{2}$"));
  const auto add_field = [&](const std::string& name, const std::string& text) {
    documents.back().fields.push_back({.name = name, .text = text, .formulas = formulas_of(text)});
  };
  add_field("comment", "What does mean mean? $\\frac{a+c}{2}$");
  documents.push_back(test_document("comment", "Nothing here.", {}, "text", "Nothing there"));
  add_field("comment", "Nor here.");
  add_field("comment", filler + "But the mean value is $\\frac{x+y}{2}$.");
  documents.push_back(test_document("title", "", {}, "text", "The mean value $\\frac{a+b}{3}$"));
  return documents;
}

std::vector<Match> in_title_or_snippet(const FoundDocument& found, const Snippet& snippet) {
  const auto title = title_field(found.document);
  std::vector<Match> shown;
  for (const Match& match : found.matches) {
    const bool is_in_snippet = match.field == snippet.field &&
                               match.span.begin >= snippet.window.begin &&
                               match.span.end <= snippet.window.end;
    // For a formula that is similar to several of the query, only the best match is shown.
    const bool is_known = !shown.empty() && match.is_formula && shown.back().is_formula &&
                          shown.back().field == match.field && shown.back().span == match.span;
    if ((match.field == title || is_in_snippet) && !is_known) shown.push_back(match);
  }
  return shown;
}

TEST_F(SearchTest, MarksWhatIsShownAsItMarksAll) {
  index(long_documents());
  for (const std::string text : {"mean value", "mean $\\frac{a+b}{2}$ $\\frac{a+b}{3}$", "$a+b$",
                                 "said nothing", "+\"mean value\" $\\frac{u+v}{2}$", "of the"}) {
    const Results all = search(text);
    const Results shown = search(text, {.marks = Marks::Shown});
    ASSERT_EQ(shown.documents.size(), all.documents.size()) << text;
    for (std::size_t i = 0; i < all.documents.size(); ++i) {
      const FoundDocument& found = all.documents[i];
      const FoundDocument& brief = shown.documents[i];
      const Snippet snippet = best_snippet(found.document, found.matches);
      SCOPED_TRACE(text + " in " + found.document.id);
      EXPECT_EQ(brief.document.id, found.document.id);
      EXPECT_EQ(brief.snippet.field, snippet.field);
      EXPECT_EQ(brief.snippet.window, snippet.window);
      EXPECT_EQ(brief.snippet.cut_before, snippet.cut_before);
      EXPECT_EQ(brief.snippet.cut_after, snippet.cut_after);
      EXPECT_EQ(brief.matches, in_title_or_snippet(found, snippet));
    }
  }
}

TEST_F(SearchTest, ReadsAFormulaOnceUnlessItChanges) {
  Query asked = query("mean $\\frac{a+b}{2}$");
  ASSERT_TRUE(read_formulas(asked));
  const auto read = formula_lists(asked);
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 1U);
  EXPECT_EQ(read->front().query, asked.clauses[1].formula);
  asked.clauses[1].text = "a+b";
  const auto changed = formula_lists(asked);
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->front().query->latex(), "a+b");
}

TEST_F(SearchTest, StopsWhereItIsWhenNobodyWaits) {
  index(few_documents());
  // Each query with the least number of calls of is_over: for lists of words and tags, counting,
  // formulas that are compared and their places, documents that are shown.
  for (const auto& [text, least] : {std::pair{"mean", 7}, std::pair{"mean value tag:calculus", 15},
                                    std::pair{"mean +$\\frac{a+b}{2}$", 13}}) {
    SCOPED_TRACE(text);
    const Query asked = query(text);
    int asks = 0;
    int last = INT_MAX;
    const SearchOptions options{.count = true, .is_over = [&] { return ++asks == last; }};
    ASSERT_TRUE(searcher_->search(asked, options));
    const int all = asks;
    EXPECT_GE(all, least);
    for (last = 1; last <= all; ++last) {
      asks = 0;
      ASSERT_FALSE(searcher_->search(asked, options));
      EXPECT_EQ(asks, last) << "nothing is done behind it";
    }
    ASSERT_TRUE(searcher_->search(asked, {}));
  }
}

TEST_F(SearchTest, SaysWhatMatchedAndWhere) {
  index(few_documents());
  const Results results = search("mean $\\frac{a+b}{2}$ -theorem");
  ASSERT_FALSE(results.documents.empty());
  const FoundDocument& best = results.documents[0];
  EXPECT_EQ(best.document.id, "mean");
  ASSERT_EQ(best.matches.size(), 2U);
  const std::string& text = best.document.fields[0].text;
  const auto part = [&](base::Span span) { return text.substr(span.begin, span.end - span.begin); };
  EXPECT_EQ(part(best.matches[0].span), "mean");
  EXPECT_EQ(best.matches[0].clause, 0U);
  EXPECT_EQ(part(best.matches[1].span), "\\frac{a+b}{2}");
  EXPECT_EQ(best.matches[1].clause, 1U);
  ASSERT_EQ(best.matches[1].parts.size(), 1U);
  EXPECT_TRUE(part(best.matches[1].parts[0]).starts_with("\\frac{a+b}{2"));
}

TEST_F(SearchTest, ExplainsScoresThatAddUp) {
  index(few_documents());
  for (const char* text : {"mean value", "mean value $\\frac{a+b}{2}$", "$x^2+2x$"}) {
    const Results results = search(text, {.top = 3, .explain = true});
    ASSERT_FALSE(results.documents.empty()) << text;
    for (const FoundDocument& document : results.documents) {
      double sum = 0;
      for (const ScoreComponent& component : document.components) {
        if (component.rank > 0) sum += component.contribution;
      }
      EXPECT_NEAR(sum, document.score, 1e-9) << text;
    }
  }
}

TEST_F(SearchTest, RanksByPathScoresAsAListOfItsOwn) {
  index({test_document("same", "here $x^2+y^2=z^2$ stands"), test_document("near", "$a^2+b^2=7$"),
         test_document("far", "$\\sin t$")});
  SearchWeights weights;
  weights.weigh("text", 0);
  weights.weigh("formulas", 0);
  weights.weigh("paths", 1);
  searcher_->set_weights(weights);
  const Results found = search("$x^2+y^2=z^2$", {.explain = true});
  ASSERT_EQ(found.documents.size(), 2U);
  EXPECT_EQ(found.documents[0].document.id, "same");
  EXPECT_EQ(found.documents[0].components.front().name, "paths");
  EXPECT_EQ(found.documents[1].document.id, "near");
  weights.weigh("formulas", 1);
  searcher_->set_weights(weights);
  const Results fused = search("$x^2+y^2=z^2$", {.explain = true});
  ASSERT_FALSE(fused.documents.empty());
  EXPECT_EQ(fused.documents[0].document.id, "same");
}

TEST_F(SearchTest, GivesTheSameRankingWithAndWithoutTexts) {
  index(few_documents());
  const auto ranked = searcher_->rank(query("mean value $\\frac{a+b}{2}$"), 10);
  ASSERT_TRUE(ranked);
  const Results results = search("mean value $\\frac{a+b}{2}$");
  ASSERT_EQ(results.documents.size(), ranked->size());
  for (std::size_t i = 0; i < ranked->size(); ++i) {
    EXPECT_EQ(results.documents[i].number, (*ranked)[i].unit);
    EXPECT_EQ(results.documents[i].score, (*ranked)[i].score);
  }
}

TEST_F(SearchTest, CountsWhatItWouldFind) {
  index(few_documents());
  const auto count = [&](const std::string& text) {
    const auto counted = searcher_->count(query(text));
    return counted ? counted->documents : 99;
  };
  EXPECT_EQ(count("mean"), 2U);
  EXPECT_EQ(count("mean series"), 3U);
  EXPECT_EQ(count("mean +theorem"), 1U);
  EXPECT_EQ(count("\"mean value\""), 1U);
  EXPECT_EQ(count("tag:calculus"), 2U);
  EXPECT_EQ(count("nowhere"), 0U);
}

TEST_F(SearchTest, PointsIntoTheQueryWhenAFormulaCannotBeSearched) {
  index(few_documents());
  const auto results = searcher_->search(query("mean $??$"));
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().span, (base::Span{6, 8}));
}

TEST_F(SearchTest, PassesOverDocumentsThatAreDeletedOrReplaced) {
  index(few_documents());
  {
    auto writer = index::IndexWriter::open(folder_ / "idx");
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->remove("mvt"));
    ASSERT_TRUE(writer->commit());
  }
  index({test_document("series", "Rewritten: the mean of something.")});
  EXPECT_EQ(found("theorem"), "");
  EXPECT_EQ(found("converges"), "");
  EXPECT_EQ(found("$f(b)-f(a)=f'(c)(b-a)$ +theorem"), "");
  EXPECT_EQ(found("rewritten"), "series");
}

TEST_F(SearchTest, RefusesAnIndexThatIsNotForSearching) {
  {
    auto writer = index::IndexWriter::open(folder_ / "odd", {{{.name = "words"}}});
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->commit());
  }
  const auto opened = Searcher::open(folder_ / "odd");
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().hint.find("noether index"), std::string::npos);
}

// Every reader sees whole commits: each adds one document with each of two words.
TEST_F(SearchTest, GoesOnWhileTheIndexIsWritten) {
  constexpr int kCommits = 12;
  index({test_document("d0a", "left $x^2$"), test_document("d0b", "right $x^2$")});
  std::atomic<bool> done = false;
  std::atomic<int> searches = 0;
  std::vector<std::thread> readers;
  for (int reader = 0; reader < 2; ++reader) {
    readers.emplace_back([&] {
      std::size_t last = 0;
      while (!done) {
        auto searcher = Searcher::open(folder_ / "idx");
        ASSERT_TRUE(searcher) << searcher.error().message;
        const auto left = searcher->search(query("left"), {.top = 100});
        const auto right = searcher->search(query("right $x^2$ -left"), {.top = 100});
        ASSERT_TRUE(left && right);
        EXPECT_EQ(left->documents.size(), right->documents.size());
        EXPECT_GE(left->documents.size(), last);
        last = left->documents.size();
        ++searches;
      }
    });
  }
  for (int i = 1; i <= kCommits; ++i) {
    add_documents(folder_ / "idx", {test_document(fmt::format("d{}a", i), "left $x^2$"),
                                    test_document(fmt::format("d{}b", i), "right $x^2$")});
  }
  while (searches < 4) std::this_thread::yield();
  done = true;
  for (std::thread& reader : readers) reader.join();
  // The searcher that was opened first still sees the same documents.
  EXPECT_EQ(found("left", 100), "d0a");
}

}  // namespace
}  // namespace noether::search
