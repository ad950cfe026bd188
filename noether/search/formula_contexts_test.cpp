// With a model of random weights: equal sentences have equal vectors, and a sentence is nearest to
// itself.

#include "noether/search/formula_contexts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/embedding/text/random_text_model.h"
#include "noether/search/contexts/contexts_fixture.h"

namespace noether::search {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

const ContextSearchOptions kTwo{.formulas = {.top = 2}};

class FormulasInContexts : public ContextTest {
 protected:
  void SetUp() override {
    index({test_document("sum", "The sum $a+b$ is finite. Take a limit of $f(x)$ there."),
           test_document("other", "It is known. No product like $a+c$ ever ends."),
           test_document("group", "Let $G$ be a finite group. Let $a+b$ be a graph.")});
    graphs_ = std::make_shared<const SentenceGraphs>(
        graphs("# ::id group.body.1\n(g / group :mod (f / finite) :domain \"eqx0eqx\")\n\n"
               "# ::id group.body.2\n(g / graph :domain \"eqx0eqx\")\n"));
    add_graphs(*graphs_);
    embedding::write_random_text_model(folder_ / "model");
    encoder_ =
        std::make_shared<const PassageEncoder>(PassageEncoder::open(folder_ / "model").value());
    auto writer = index::IndexWriter::open(folder_ / "idx");
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->add_passages(encoder_->sentence_embedding(2)));
    open();
  }

  base::Result<std::vector<FormulaHit>> search(const std::string& text,
                                               const FormulaContext& weights,
                                               const ContextSearchOptions& options = {},
                                               FusionMethod method = FusionMethod::Linear) {
    Profile profile;
    profile.context = weights;
    profile.context_fusion.method = method;
    const auto contexts =
        FormulaContexts::open(*reader_, weights, {.sentences = encoder_, .graphs = graphs_});
    if (!contexts) return std::unexpected(contexts.error());
    FormulaContextScorer scorer(*contexts);
    const Query asked = query(text);
    const auto lists = formula_lists(asked);
    return formulas_in_contexts(*reader_, searcher_->formulas(), scorer, asked,
                                *lists->front().query, profile, options);
  }
  // Their LaTeX, in order.
  std::vector<std::string> found(const std::string& text, const FormulaContext& weights,
                                 const ContextSearchOptions& options = {},
                                 FusionMethod method = FusionMethod::Linear) {
    const auto hits = search(text, weights, options, method);
    EXPECT_TRUE(hits) << hits.error().message;
    std::vector<std::string> latex;
    for (const FormulaHit& hit : *hits) latex.push_back(reader_->formula(hit.formula)->latex);
    return latex;
  }

  std::shared_ptr<const PassageEncoder> encoder_;
  std::shared_ptr<const SentenceGraphs> graphs_;
};

TEST_F(FormulasInContexts, CountBesideTheFormulas) {
  const std::string text = "It is known. No product like $x+y$ ever ends.";
  EXPECT_THAT(found(text, {}, kTwo), ElementsAre("a+b", "a+c"));
  EXPECT_THAT(found(text, {.sentence = 5}, kTwo), ElementsAre("a+c", "a+b"));
  EXPECT_EQ(found(text, {.sentence = 5}, kTwo, FusionMethod::WeightedReciprocalRank).size(), 2);
  // Without words around the formula there is no context.
  EXPECT_THAT(found("$x+y$", {.sentence = 5}, kTwo), ElementsAre("a+b", "a+c"));
}

TEST_F(FormulasInContexts, OfTheNearestSentencesAreCandidates) {
  const std::string text = "Take a limit of $x+y$ there.";
  const ContextSearchOptions one{.formulas = {.top = 1}};
  EXPECT_THAT(found(text, {.sentence = 5}, one), ElementsAre("a+b"));
  // A formula that differs only in names still comes first.
  EXPECT_THAT(found(text, {.sentence = 5, .near = 1}, one), ElementsAre("a+b", "f(x)"));
  // A formula that must contain the query is not found by its sentence.
  EXPECT_THAT(
      found(text, {.sentence = 5, .near = 1}, {.formulas = {.mode = FormulaMode::ContainsRenamed}}),
      ElementsAre("a+b", "a+c"));
  // By sentences alone, the requested number is found.
  EXPECT_THAT(found(text, {.formula = 0, .sentence = 1}, one), ElementsAre("f(x)"));
}

TEST_F(FormulasInContexts, CountWhereTheyStandInDocumentsThatAreLeft) {
  DocumentSet within(reader_->documents());
  within.add(reader_->find_document("other").value().value());
  EXPECT_THAT(found("The sum $x+y$ is finite.", {.sentence = 5}, {.within = &within}),
              ElementsAre("a+c"));
}

TEST_F(FormulasInContexts, CountByGraphsAndKinds) {
  EXPECT_THAT(found("A finite group $x+y$ is here.", {.graph = 1, .kinds = 1}, kTwo),
              UnorderedElementsAre("a+b", "a+c"));
  EXPECT_FALSE(search("The $x+y$.", {.context = 1})) << "there is no model of contexts";
}

TEST_F(FormulasInContexts, ThatTheIndexDoesNotHaveAreRefused) {
  add_documents(folder_ / "bare", {test_document("a", "Let $x$ be.")});
  const auto bare = index::IndexReader::open(folder_ / "bare").value();
  for (const FormulaContext& weights :
       {FormulaContext{.sentence = 1}, FormulaContext{.graph = 1}, FormulaContext{.kinds = 1}}) {
    const auto contexts =
        FormulaContexts::open(bare, weights, {.sentences = encoder_, .graphs = graphs_});
    ASSERT_FALSE(contexts);
    EXPECT_THAT(contexts.error().hint, HasSubstr("noether index"));
  }
  const auto nothing = FormulaContexts::open(bare, {});
  ASSERT_TRUE(nothing);
  EXPECT_FALSE(nothing->counts());
}

}  // namespace
}  // namespace noether::search
