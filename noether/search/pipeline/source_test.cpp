// Sources of candidates as stages: their registration, the order in which they are joined, and the
// errors for an index that lacks something.

#include "noether/search/pipeline/source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "noether/index/analysis/spaces.h"
#include "noether/index/index_writer.h"
#include "noether/search/pipeline/profile.h"
#include "noether/search/pipeline/reranker.h"
#include "noether/search/search_fixture.h"

namespace noether::search {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

std::vector<std::string_view> shipped_names() {
  std::vector<std::string_view> names;
  for (const SourceKind* kind : shipped_sources()) names.push_back(kind->name);
  return names;
}

// Gives every allowed document the same score.
class EverySource final : public CandidateSource {
 public:
  class Every final : public Candidates {
   public:
    explicit Every(const PreparedQuery& query) : query_(&query) {}
    base::Result<List> best(std::uint32_t depth) override {
      List list;
      for (std::uint32_t i = 0; i < query_->index().documents(); ++i) {
        if (query_->allows(i)) list.units.push_back({i, 1});
      }
      list.is_all = list.units.size() <= depth;
      if (list.units.size() > depth) list.units.resize(depth);
      return list;
    }
    base::Result<std::vector<ScoreDetail>> explain(std::uint32_t /*document*/) const override {
      return std::vector<ScoreDetail>{{"every", "any document", 1}};
    }

   private:
    const PreparedQuery* query_;
  };

  base::Result<std::unique_ptr<Candidates>> find(const PreparedQuery& query,
                                                 SearchTools& /*tools*/) override {
    return std::make_unique<Every>(query);
  }
};

constexpr SourceKind kEvery = {
    .name = "every",
    .help = "all documents",
    .explanation = "nothing",
    .weight = 1,
    .options = {},
    .make = [](const StageOptions& /*options*/) -> std::unique_ptr<CandidateSource> {
      return std::make_unique<EverySource>();
    }};

TEST(CandidateSources, AreFoundByTheirFiles) {
  EXPECT_THAT(shipped_names(), ElementsAre("dense", "formulas", "paths", "semantic", "text"));
  for (const SourceKind* kind : shipped_sources()) {
    EXPECT_NE(kind->help, "") << kind->name;
    EXPECT_NE(kind->explanation, "") << kind->name;
    EXPECT_NE(kind->make(StageOptions(kind->options)), nullptr) << kind->name;
  }
  EXPECT_THAT(shipped_rerankers(), SizeIs(3));
}

TEST(CandidateSources, AreListedInTheManual) {
  std::ifstream file(std::string(NOETHER_SOURCE_DIR) + "/docs/profiles.md");
  const std::string manual((std::istreambuf_iterator<char>(file)),
                           std::istreambuf_iterator<char>());
  EXPECT_THAT(manual, HasSubstr(stage_table()));
  for (const SourceKind* kind : shipped_sources()) {
    EXPECT_THAT(stage_help(), HasSubstr(std::string(kind->help)));
  }
}

std::string error_and_hint_of(std::string_view text) {
  const auto profile = read_profile(text, "mine");
  return profile ? "" : profile.error().message + "; " + profile.error().hint;
}

TEST(CandidateSources, AreNamedByAProfileWithTheirOptions) {
  const auto profile =
      read_profile("source semantic weight=0.25 least-cosine=0.75 vectors=other\n", "mine");
  ASSERT_TRUE(profile) << profile.error().message;
  EXPECT_EQ(profile->search.weight_of("semantic"), 0.25);
  const auto at = std::ranges::find(profile->search.sources, std::string_view("semantic"),
                                    [](const SourceChoice& choice) { return choice.kind->name; });
  ASSERT_NE(at, profile->search.sources.end());
  EXPECT_EQ(at->options.number("least-cosine"), 0.75);
  EXPECT_EQ(at->options.word("vectors"), "other");
  EXPECT_EQ(profile->search.weight_of("text"), 1);
}

TEST(CandidateSources, ThatDoNotExistAreAnErrorWithThoseThatDo) {
  EXPECT_EQ(error_and_hint_of("source guess"),
            "profile mine, line 1, column 8: 'guess' is not a source of candidates; there are "
            "dense, formulas, paths, semantic, text");
  EXPECT_THAT(error_and_hint_of("rerank guess"),
              HasSubstr("'guess' is not a re-ranker; there are cross, late, proximity"));
  EXPECT_THAT(error_and_hint_of("source text depht=3"), HasSubstr("there is no option 'depht'"));
  EXPECT_THAT(error_and_hint_of("source semantic cosine=1"),
              HasSubstr("there are least-cosine, vectors"));
  EXPECT_THAT(error_and_hint_of("lists guess=1"), HasSubstr("'guess' is not a setting of lists"));
  EXPECT_THAT(error_and_hint_of("lists guess=1"),
              HasSubstr("formulas, paths, semantic, text, depth"));
}

TEST(CandidateSources, OptionsOutOfTheirRangeAreErrorsThatSayIt) {
  EXPECT_EQ(error_and_hint_of("source semantic least-cosine=2"),
            "profile mine, line 1, column 17: semantic: least-cosine=2 is out of range; "
            "least-cosine is a number from -1 to 1");
  EXPECT_THAT(error_and_hint_of("source semantic least-cosine=near"), HasSubstr("is out of range"));
  EXPECT_THAT(error_and_hint_of("source semantic least-cosine=nan"), HasSubstr("is out of range"));
  EXPECT_THAT(error_and_hint_of("source text weight=-1"), HasSubstr("weight is a number from 0"));
  EXPECT_THAT(error_and_hint_of("rerank proximity first=2.5"),
              HasSubstr("first is a whole number from 0 to 10000"));
  EXPECT_THAT(error_and_hint_of("rerank proximity budget-ms=-1"),
              HasSubstr("budget-ms is a number"));
  EXPECT_THAT(error_and_hint_of("rerank proximity nearness=1"),
              HasSubstr("the stage has no options"));
  EXPECT_THAT(error_and_hint_of("rerank"), HasSubstr("rerank is written: rerank NAME"));
}

class Sources : public SearchTest {
 protected:
  void SetUp() override {
    index({test_document("a", "alpha beta", {"calculus"}), test_document("b", "beta"),
           test_document("c", "gamma $x^2+1$")});
  }
};

TEST_F(Sources, JoinTheFusionInTheOrderOfTheirNames) {
  SearchWeights weights;
  weights.add({&kEvery, 0.5, {}});
  std::vector<std::string_view> names;
  for (const SourceChoice& choice : weights.sources) names.push_back(choice.kind->name);
  EXPECT_THAT(names, ElementsAre("dense", "every", "formulas", "paths", "semantic", "text"));
  searcher_->set_weights(weights);
  const Results results = search("beta $x^2+1$", {.explain = true});
  std::vector<std::string_view> stages;
  for (const StageReport& stage : results.stages) stages.push_back(stage.name);
  EXPECT_THAT(stages, ElementsAre("every", "formulas", "text"));
  ASSERT_THAT(results.documents, SizeIs(3));
  for (const FoundDocument& found : results.documents) {
    double sum = 0;
    for (const ScoreComponent& component : found.components) {
      if (component.rank > 0) sum += component.contribution;
    }
    EXPECT_NEAR(sum, found.score, 1e-12) << found.document.id;
    EXPECT_EQ(found.components[0].name, "every");
    EXPECT_EQ(found.components[1].detail, "any document");
  }
  // Requirements restrict a new source like the others.
  EXPECT_EQ(found("beta tag:calculus"), "a");
  // A second choice of a source replaces the first one.
  weights.add({&kEvery, 0, {}});
  searcher_->set_weights(weights);
  EXPECT_THAT(search("beta").stages, SizeIs(1));
}

TEST_F(Sources, AreRankedWithTheStatisticsOfTheWholeCollection) {
  // This index is treated as a part of one in which the word is everywhere.
  class Larger final : public index::CollectionStatistics {
   public:
    explicit Larger(const index::IndexReader& part) : part_(part) {}
    std::uint32_t units(std::uint32_t space) const override { return part_.units(space) + 1000; }
    std::uint64_t total_length(std::uint32_t space) const override {
      return part_.total_length(space) + 2000;
    }
    base::Result<std::uint64_t> frequency(std::uint32_t space, std::uint64_t key) const override {
      const auto here = part_.frequency(space, key);
      if (!here) return here;
      return frequency_beyond(space, key, *here);
    }
    base::Result<std::uint64_t> frequency_beyond(std::uint32_t /*space*/, std::uint64_t key,
                                                 std::uint64_t here) const override {
      return here + (key == index::term_key("beta") ? 900 : 0);
    }

   private:
    const index::IndexReader& part_;
  };
  const auto part = std::make_shared<const index::IndexReader>(
      std::move(*index::open_search_index(folder_ / "idx")));
  auto opened =
      Searcher::open(part, {}, shipped_formula_weights(), std::make_shared<Larger>(*part));
  ASSERT_TRUE(opened) << opened.error().message;
  const auto alone = searcher_->rank(query("beta"), 10);
  const auto ranked = opened->rank(query("beta"), 10);
  ASSERT_TRUE(alone && ranked);
  ASSERT_EQ(ranked->size(), alone->size());
  EXPECT_LT(ranked->front().score, alone->front().score / 2);
  const auto results = opened->search(query("beta"), {.explain = true});
  ASSERT_TRUE(results);
  const auto& components = results->documents.front().components;
  const auto word = std::ranges::find(components, "words", &ScoreComponent::name);
  ASSERT_NE(word, components.end());
  EXPECT_THAT(word->detail, HasSubstr("in 902 documents"));
}

// An index with some of the spaces, in another order, and with an unknown one.
class OtherSpaces : public testing::Test {
 protected:
  void SetUp() override {
    index::Schema schema;
    const index::Schema& all = index::search_schema();
    schema.spaces = {all.spaces[index::space::kinds],
                     {.name = "chapters"},
                     all.spaces[index::space::words],
                     all.spaces[index::space::paths]};
    schema.spaces[3].version = 7;
    auto writer = index::IndexWriter::open(folder_ / "idx", schema);
    ASSERT_TRUE(writer) << writer.error().message;
    for (const std::string id : {"a", "b"}) {
      index::DocumentEntry entry;
      entry.document = test_document(id, "lemma");
      entry.terms = {{.space = 0, .length = 1, .terms = {{index::term_key("text"), 1, "text"}}},
                     {.space = 2, .length = 1, .terms = {{index::term_key("lemma"), 1, "lemma"}}}};
      ASSERT_TRUE(writer->add(entry));
    }
    ASSERT_TRUE(writer->commit());
  }
  static SearchWeights words_alone() {
    SearchWeights weights;
    weights.context.weight = 0;
    weights.comments.weight = 0;
    weights.document_tuples.weight = 0;
    weights.weigh("formulas", 0);
    return weights;
  }
  static Query query(const std::string& text) { return *parse_query(text); }

  base::TemporaryFolder folder_;
};

TEST_F(OtherSpaces, AnIndexIsSearchedAsFarAsItsSpacesGo) {
  auto searcher = Searcher::open(folder_ / "idx", words_alone());
  ASSERT_TRUE(searcher) << searcher.error().message;
  EXPECT_EQ(searcher->index().units(index::space::words), 2U);
  EXPECT_EQ(searcher->index().total_length(index::space::words), 2U);
  EXPECT_EQ(searcher->index().total_length(index::space::comments), 0U);
  const auto found = searcher->rank(query("lemma"), 10);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_THAT(*found, SizeIs(2));
  // A required word may be in any of the existing spaces.
  EXPECT_THAT(*searcher->rank(query("+lemma type:text"), 10), SizeIs(2));
  EXPECT_TRUE(searcher->search(query("lemma"), {.explain = true, .count = true}));
}

TEST_F(OtherSpaces, WhatAProfileWantsAndTheIndexLacksIsNamedWithTheWayToAddIt) {
  SearchWeights weights = words_alone();
  weights.comments.weight = 0.25;
  const auto no_comments = Searcher::open(folder_ / "idx", weights);
  ASSERT_FALSE(no_comments);
  EXPECT_THAT(no_comments.error().message,
              HasSubstr("the list 'text' of the profile: the index has no space 'comments'"));
  EXPECT_THAT(no_comments.error().hint, HasSubstr("`noether index`"));
  weights = words_alone();
  weights.weigh("paths", 1);
  auto searcher = Searcher::open(folder_ / "idx", words_alone());
  ASSERT_TRUE(searcher);
  searcher->set_weights(weights);
  const auto stale = searcher->rank(query("lemma"), 10);
  ASSERT_FALSE(stale);
  EXPECT_THAT(stale.error().message,
              HasSubstr("version 7 of the space 'paths', and this program reads version 1"));
  searcher->set_weights(words_alone());
  const auto filtered = searcher->rank(query("lemma tag:algebra"), 10);
  ASSERT_FALSE(filtered);
  EXPECT_THAT(filtered.error().message, HasSubstr("no space 'tags'"));
}

}  // namespace
}  // namespace noether::search
