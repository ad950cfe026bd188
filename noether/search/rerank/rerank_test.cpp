// Re-rankers as stages: their input, the use of their scores, and their time limits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <climits>

#include "noether/search/pipeline/profile.h"
#include "noether/search/pipeline/reranker.h"
#include "noether/search/search_fixture.h"

namespace noether::search {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

// Scores a document by the length of its text: the shortest is best. Each score takes a millisecond
// of a simulated clock.
double fake_milliseconds = 0;
std::vector<std::size_t> candidates_seen;

class ShortestReranker final : public Reranker {
 public:
  explicit ShortestReranker(double factor) : factor_(factor) {}

  base::Result<std::vector<double>> score(const RerankInput& input) override {
    candidates_seen.push_back(input.candidates.size());
    std::vector<double> scores;
    for (const ScoredUnit& candidate : input.candidates) {
      if (input.budget.is_spent()) break;
      const auto document = input.documents.read(candidate.unit);
      if (!document) return std::unexpected(document.error());
      scores.push_back(-factor_ * static_cast<double>((*document)->fields.back().text.size()));
      ++fake_milliseconds;
    }
    return scores;
  }
  base::Result<std::vector<ScoreDetail>> explain(const RerankInput& input,
                                                 std::size_t candidate) override {
    const auto document = input.documents.read(input.candidates[candidate].unit);
    if (!document) return std::unexpected(document.error());
    return std::vector<ScoreDetail>{{"length", (*document)->id, 1}};
  }

 private:
  double factor_;
};

constexpr std::array<StageOption, 1> kShortestOptions = {
    {{.name = "factor", .help = "of a length", .value = 1, .least = 0.5, .most = 2}}};
constexpr RerankerKind kShortest = {
    .name = "shortest",
    .help = "short texts first",
    .explanation = "its length",
    .options = kShortestOptions,
    .make = [](const StageOptions& options) -> std::unique_ptr<Reranker> {
      return std::make_unique<ShortestReranker>(options.number("factor"));
    }};

const RerankerKind& proximity() {
  return **std::ranges::find(shipped_rerankers(), "proximity",
                             [](const RerankerKind* kind) { return kind->name; });
}

class Rerank : public SearchTest {
 protected:
  // The more often it has the word, the better a document is; the shorter, the better for the
  // re-ranker.
  void SetUp() override {
    index({test_document("much", "lemma lemma lemma lemma and so on and so on"),
           test_document("some", "lemma lemma lemma and so on"),
           test_document("less", "lemma lemma and so on and so on and so on and so on"),
           test_document("least", "lemma and so on and so on and so on and so on and so on")});
    fake_milliseconds = 0;
    candidates_seen.clear();
    searcher_->set_clock([] { return fake_milliseconds; });
  }
  void use(std::vector<RerankerChoice> rerankers) {
    SearchWeights weights;
    weights.rerankers = std::move(rerankers);
    searcher_->set_weights(weights);
  }
  static RerankerChoice shortest(double weight, std::uint32_t first, double budget_ms = 0) {
    return {.kind = &kShortest,
            .weight = weight,
            .first = first,
            .budget_ms = budget_ms,
            .options = StageOptions(kShortestOptions)};
  }
};

TEST_F(Rerank, ReordersTheFirstAndLeavesTheRestWhereItIs) {
  const std::string before = found("lemma");
  use({shortest(100, 4)});
  EXPECT_EQ(found("lemma"), "some much less least");
  use({shortest(100, 1)});
  EXPECT_EQ(found("lemma"), before);
  use({shortest(0, 4)});
  EXPECT_EQ(found("lemma"), before);
}

TEST_F(Rerank, LooksAtAsManyHoweverFewAreShown) {
  use({shortest(100, 3)});
  EXPECT_EQ(search("lemma", {.top = 1}).documents.front().document.id, "some");
  EXPECT_THAT(candidates_seen, ElementsAre(3));
  // The skipped results are those of the previous page.
  EXPECT_EQ(search("lemma", {.top = 1, .offset = 1}).documents.front().document.id, "much");
}

TEST_F(Rerank, StagesComeInTheOrderOfTheProfile) {
  use({shortest(100, 4), shortest(1, 2)});
  const Results results = search("lemma", {.explain = true});
  EXPECT_THAT(candidates_seen, ElementsAre(4, 2));
  ASSERT_THAT(results.stages, SizeIs(3));
  EXPECT_EQ(results.stages[0].name, "text");
  EXPECT_FALSE(results.stages[0].is_reranker);
  EXPECT_EQ(results.stages[1].documents, 4U);
  EXPECT_EQ(results.stages[2].documents, 2U);
  EXPECT_TRUE(results.stages[2].is_reranker);
}

TEST_F(Rerank, ExplanationsAddUpToTheScore) {
  use({shortest(0.75, 3), shortest(0.5, 2)});
  for (const FoundDocument& found : search("lemma", {.explain = true}).documents) {
    double sum = 0;
    std::vector<std::string> names;
    for (const ScoreComponent& component : found.components) {
      if (component.rank == 0) continue;
      sum += component.contribution;
      names.push_back(component.name);
    }
    EXPECT_NEAR(sum, found.score, 1e-12) << found.document.id;
    EXPECT_EQ(names.front(), "text");
  }
  const Results results = search("lemma", {.explain = true});
  EXPECT_EQ(results.documents.front().components.back().detail,
            results.documents.front().document.id);
}

TEST_F(Rerank, StopsWhenItsTimeIsSpent) {
  const Results before = search("lemma");
  use({shortest(100, 4, 2)});
  const Results results = search("lemma");
  ASSERT_THAT(results.stages, SizeIs(2));
  EXPECT_EQ(results.stages[1].documents, 2U);
  EXPECT_EQ(results.stages[1].asked, 4U);
  EXPECT_EQ(results.stages[1].milliseconds, 2);
  // Documents that were not scored keep their scores and stay behind.
  for (std::size_t i = 2; i < 4; ++i) {
    EXPECT_EQ(results.documents[i].document.id, before.documents[i].document.id);
    EXPECT_EQ(results.documents[i].score, before.documents[i].score);
  }
  use({shortest(100, 4, 100)});
  EXPECT_EQ(search("lemma").stages[1].documents, 4U);
}

TEST_F(Rerank, GivesUpWhenNobodyWaits) {
  SearchWeights weights;
  weights.rerankers = {{.kind = &proximity(), .options = {}}};
  searcher_->set_weights(weights);
  const Query asked = query("lemma");
  int asks = 0;
  int last = INT_MAX;
  const SearchOptions options{.top = 1, .is_over = [&] { return ++asks == last; }};
  ASSERT_TRUE(searcher_->search(asked, options));
  const int all = asks;
  for (last = 1; last <= all; ++last) {
    asks = 0;
    ASSERT_FALSE(searcher_->search(asked, options));
  }
}

TEST_F(Rerank, AProfileNamesItWithItsOptions) {
  const RerankerKind* const kinds[] = {&kShortest};
  const StageRegistry stages{shipped_sources(), kinds};
  const auto profile =
      read_profile("rerank shortest first=7 weight=0.25 budget-ms=30 factor=2\n", "mine", stages);
  ASSERT_TRUE(profile) << profile.error().message;
  ASSERT_THAT(profile->search.rerankers, SizeIs(1));
  const RerankerChoice& choice = profile->search.rerankers[0];
  EXPECT_EQ(choice.kind, &kShortest);
  EXPECT_EQ(choice.first, 7U);
  EXPECT_EQ(choice.weight, 0.25);
  EXPECT_EQ(choice.budget_ms, 30);
  EXPECT_EQ(choice.options.number("factor"), 2);
}

TEST_F(Rerank, WordsThatStandNearEachOtherComeFirst) {
  index({test_document("apart", "compact sets, and of every one of the many things here operator"),
         test_document("near", "of sets and of every one of the many things compact operator"),
         test_document("single", "compact compact compact and nothing else of the two words")});
  SearchWeights weights;
  weights.rerankers = {{.kind = &proximity(), .weight = 5, .options = {}}};
  searcher_->set_weights(weights);
  const Results results = search("compact operator", {.explain = true});
  ASSERT_THAT(results.documents, SizeIs(3));
  EXPECT_EQ(results.documents[0].document.id, "near");
  std::vector<std::string> details;
  for (const ScoreComponent& component : results.documents[0].components) {
    if (component.name == "near") details.push_back(component.detail);
  }
  EXPECT_THAT(details, ElementsAre("compact and operator, side by side",
                                   "operator and compact, side by side"));
  // The parts of the raw score are the scores of its details.
  for (const FoundDocument& found : results.documents) {
    double sum = 0;
    double score = 0;
    for (const ScoreComponent& component : found.components) {
      if (component.name == "near") sum += component.score;
      if (component.name == "proximity") score = component.score;
    }
    EXPECT_NEAR(sum, score, 1e-12);
  }
}

}  // namespace
}  // namespace noether::search
