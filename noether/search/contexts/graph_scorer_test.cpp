#include "noether/search/contexts/graph_scorer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "noether/embedding/text/random_text_model.h"
#include "noether/search/contexts/context_encoder.h"
#include "noether/search/contexts/contexts_fixture.h"

namespace noether::search {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ConceptsOfAGraph, AreItsWordsWithoutSenses) {
  EXPECT_THAT(concepts_of("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 (b2 / boy)))"),
              ElementsAre("boy", "go", "want"));
  EXPECT_THAT(concepts_of("eqx0eqx"), IsEmpty());
}

class GraphScores : public ContextTest {
 protected:
  void SetUp() override {
    index_with_graphs(
        {test_document("same", "Let $G$ be a group."), test_document("near", "A group $H$ acts."),
         test_document("far", "Let $R$ be a ring."), test_document("none", "No formula.")},
        "# ::id same.body.1\n(l / let-01 :ARG1 (g / group :domain \"eqx0eqx\"))\n\n"
        "# ::id near.body.1\n(a / act-01 :ARG0 (g / group :mod \"eqx0eqx\"))\n\n"
        "# ::id far.body.1\n(r / ring :domain \"eqx0eqx\")\n\n"
        "# ::id asked.body.1\n(l / let-01 :ARG1 (g / group :domain \"eqx0eqx\"))\n");
    graphs_ = std::make_unique<SentenceGraphs>(
        graphs("# ::id asked.body.1\n(l / let-01 :ARG1 (g / group :domain \"eqx0eqx\"))\n"));
    concepts_ = std::make_unique<ConceptTable>(ConceptTable::read(*reader_).value());
  }

  std::unique_ptr<SentenceGraphs> graphs_;
  std::unique_ptr<ConceptTable> concepts_;
};

TEST_F(GraphScores, SayWhatBothSentencesAndSymbolsAre) {
  GraphScorer scorer(*reader_, *concepts_, *graphs_);
  ASSERT_TRUE(scorer.ask(test_document("asked", "Let $K$ be a group."), 0, 5));
  const auto same = scorer.likeness(place("same", "G")).value();
  EXPECT_NEAR(same.graph, 1, 1e-9);
  EXPECT_EQ(same.kinds, 1);
  const auto near = scorer.likeness(place("near", "H")).value();
  EXPECT_GT(near.graph, 0.1);
  EXPECT_LT(near.graph, 0.9);
  EXPECT_EQ(near.kinds, 1);
  const auto far = scorer.likeness(place("far", "R")).value();
  EXPECT_EQ(far.graph, 0);
  EXPECT_EQ(far.kinds, 0);
  // A place without a formula has no similarity.
  ASSERT_TRUE(scorer.ask(test_document("asked", "Words."), 0, 0));
  EXPECT_EQ(scorer.likeness(place("same", "G")).value().graph, 0);
}

class ContextVectors : public GraphScores {
 protected:
  ContextEncoder encoder(const std::string& representation) const {
    const std::string folder = folder_ / representation;
    embedding::write_random_text_model(folder);
    std::ofstream(folder + "/context.json")
        << "{\"representation\": \"" << representation << "\", \"queried_first\": true}";
    return ContextEncoder::open(folder).value();
  }
  void add(const ContextEncoder& of) {
    {
      auto writer = index::IndexWriter::open(folder_ / "idx");
      ASSERT_TRUE(writer);
      const auto counts = writer->add_passages(of.embedding(*reader_, 2));
      ASSERT_TRUE(counts) << counts.error().message;
      EXPECT_EQ(counts->passages, 3);
    }
    open();
  }
};

TEST_F(ContextVectors, AreNearestToThemselvesByEachRepresentation) {
  for (const std::string_view representation : amr::kRepresentationNames) {
    SCOPED_TRACE(representation);
    const ContextEncoder of = encoder(std::string(representation));
    add(of);
    const auto model = of.model_for(*reader_);
    EXPECT_TRUE(index::expect_passages_of(*reader_, model, index::kContextVectors));
    ContextScorer scorer(*reader_, of, graphs_.get());
    ASSERT_TRUE(scorer.ask(test_document("far", "Let $R$ be a ring."), 0, 5).value());
    if (!of.reads_graph()) {
      EXPECT_NEAR(scorer.cosine(place("far", "R")).value(), 1, 0.02);
      EXPECT_THAT(scorer.nearest(1).value(), ElementsAre(place("far", "R")));
    }
    EXPECT_FALSE(scorer.ask(test_document("none", "Words."), 0, 0).value());
    EXPECT_EQ(scorer.cosine(place("far", "R")).value(), 0);
  }
}

TEST_F(ContextVectors, OfModelsThatSayNotHowTheyReadAreRefused) {
  const std::string folder = folder_ / "mute";
  embedding::write_random_text_model(folder);
  const auto missing = ContextEncoder::open(folder);
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("context.json is missing"));
  for (const char* wrong :
       {"", "[]", "{}", "{\"representation\": 1}", "{\"representation\": \"pictures\"}",
        "{\"representation\": \"opt\", \"queried_first\": 1}"}) {
    std::ofstream(folder + "/context.json") << wrong;
    EXPECT_FALSE(ContextEncoder::open(folder)) << wrong;
  }
  EXPECT_FALSE(ContextEncoder::open(folder_ / "nowhere"));
}

}  // namespace
}  // namespace noether::search
