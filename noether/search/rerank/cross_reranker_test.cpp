// The re-ranker `cross` with a model of random weights: its scores have no meaning, but are known.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "noether/embedding/text/cross_encoder.h"
#include "noether/embedding/text/random_text_model.h"
#include "noether/search/pipeline/profile.h"
#include "noether/search/search_fixture.h"

namespace noether::search {
namespace {

using testing::HasSubstr;

class Cross : public SearchTest {
 protected:
  void SetUp() override {
    embedding::write_random_cross_encoder(folder_ / "model",
                                          {.sequence_tokens = 128, .int8 = true});
    encoder_ = std::make_shared<const embedding::CrossEncoder>(
        embedding::CrossEncoder::open(folder_ / "model").value());
    std::vector<text::Document> documents;
    for (const std::string word : {"compact", "open", "closed", "bounded", "finite", "dense"}) {
      documents.push_back(
          test_document(word, "lemma lemma on " + word + " sets and what follows of it"));
    }
    index(documents);
    searcher_->set_cross_encoder(encoder_);
  }
  void use(const std::string& line) {
    auto profile = read_profile("about a test\n" + line, "test");
    ASSERT_TRUE(profile) << profile.error().message;
    searcher_->set_weights(profile->search);
  }
  double score_of(const std::string& query, const FoundDocument& found) const {
    const std::string& text = found.document.fields.back().text;
    return encoder_->score(query, std::vector<std::string_view>{text})->front();
  }

  std::shared_ptr<const embedding::CrossEncoder> encoder_;
};

TEST_F(Cross, PutsDocumentsInTheOrderOfTheModel) {
  use("rerank cross first=10 weight=1000\n");
  const Results results = search("a lemma on sets", {.explain = true});
  ASSERT_EQ(results.documents.size(), 6);
  EXPECT_TRUE(std::ranges::is_sorted(results.documents, [&](const auto& a, const auto& b) {
    return score_of("a lemma on sets", a) > score_of("a lemma on sets", b);
  }));
  for (const FoundDocument& found : results.documents) {
    const auto part = std::ranges::find(found.components, "cross", &ScoreComponent::name);
    ASSERT_NE(part, found.components.end());
    EXPECT_EQ(part->score, score_of("a lemma on sets", found));
    const auto detail = std::ranges::find(found.components, "pair", &ScoreComponent::name);
    EXPECT_THAT(detail->detail, HasSubstr("tokens of the query"));
    EXPECT_EQ(detail->score, part->score);
  }
}

// A score of 1 is equal to the lead of the first over the last, whatever the scale of the scores.
TEST_F(Cross, WeighsByTheLeadOfTheFirst) {
  index({test_document("much", "lemma lemma lemma lemma lemma"),
         test_document("some", "lemma lemma on"),
         test_document("least", "lemma and so on and so on and so on")});
  searcher_->set_cross_encoder(encoder_);
  const Results before = search("a lemma");
  const double lead = before.documents.front().score - before.documents.back().score;
  ASSERT_GT(lead, 0);
  use("rerank cross weight=0.5\n");
  double most = 0;
  for (const FoundDocument& found : search("a lemma", {.explain = true}).documents) {
    const auto part = std::ranges::find(found.components, "cross", &ScoreComponent::name);
    most = std::max(most, part->contribution);
    double sum = 0;
    for (const ScoreComponent& component : found.components) {
      if (component.rank > 0) sum += component.contribution;
    }
    EXPECT_NEAR(sum, found.score, 1e-9);
  }
  EXPECT_NEAR(most, 0.5 * lead, 1e-9);
}

// The clock advances at every reading.
TEST_F(Cross, LooksAtTheFirstOnesAsLongAsItHasTime) {
  const Results before = search("a lemma on sets");
  double now = 0;
  searcher_->set_clock([&now] { return now++; });
  use("rerank cross first=10 weight=1000 budget-ms=2\n");
  const Results results = search("a lemma on sets");
  const StageReport& stage = results.stages.back();
  EXPECT_EQ(stage.name, "cross");
  EXPECT_EQ(stage.asked, 6U);
  EXPECT_EQ(stage.documents, 4U);
  EXPECT_GT(stage.milliseconds, 0);
  for (std::size_t i = 4; i < 6; ++i) {
    EXPECT_EQ(results.documents[i].document.id, before.documents[i].document.id);
    EXPECT_EQ(results.documents[i].score, before.documents[i].score);
  }
  use("rerank cross first=10 weight=1000 budget-ms=1\n");
  EXPECT_EQ(search("a lemma on sets").stages.back().documents, 0U);
}

TEST_F(Cross, ReadsNoMoreThanItsOptionsSay) {
  use("rerank cross tokens=12 query-tokens=2\n");
  const Results results = search("a lemma on sets", {.top = 1, .explain = true});
  const auto& components = results.documents.front().components;
  const auto detail = std::ranges::find(components, "pair", &ScoreComponent::name);
  EXPECT_EQ(detail->detail, "2 tokens of the query, 7 of the document");
  EXPECT_FALSE(read_profile("rerank cross tokens=7\n", "test"));
  EXPECT_FALSE(read_profile("rerank cross tokens=513\n", "test"));
}

TEST_F(Cross, DoesNotReadFormulasAlone) {
  index({test_document("square", "Let $x^2$ be a square.")});
  searcher_->set_cross_encoder(encoder_);
  use("rerank cross\n");
  const Results results = search("$x^2$");
  EXPECT_EQ(results.stages.back().asked, 1U);
  EXPECT_EQ(results.stages.back().documents, 0U);
}

TEST_F(Cross, SaysWhichModelIsMissing) {
  ::setenv("NOETHER_RERANKER", (folder_ / "nothing").c_str(), 1);
  searcher_->set_cross_encoder(nullptr);
  use("rerank cross\n");
  const auto results = searcher_->search(query("a lemma on sets"));
  ::unsetenv("NOETHER_RERANKER");
  ASSERT_FALSE(results);
  EXPECT_THAT(results.error().message, HasSubstr("there is no cross-encoder to re-rank with"));
}

}  // namespace
}  // namespace noether::search
