// Search by vectors, with a model of random weights: the vectors have no meaning, but equal
// expressions have equal vectors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "noether/base/hash.h"
#include "noether/embedding/formula/even_shape.h"
#include "noether/embedding/prefix_of_formula.h"
#include "noether/embedding/random_model.h"
#include "noether/index/index_writer.h"
#include "noether/index/nearest_formulas.h"
#include "noether/search/search_fixture.h"
#include "noether/search/semantic/formula_encoder.h"
#include "noether/search/semantic/similar_formulas.h"

namespace noether::search {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

class Semantic : public SearchTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(embedding::write_random_model(folder_ / "model"));
    index({test_document("product", "Here is $(a+b)\\cdot c$ alone."),
           test_document("power", "A power $x^{2}$ is here."),
           test_document("strange", "What is $\\Xi_{i\\in I}^{\\flat} K \\otimes L$?"),
           test_document("renamed", "The same $(u+v)\\cdot w$ in other letters.")});
    auto opened = FormulaEncoder::open(folder_ / "model");
    ASSERT_TRUE(opened) << opened.error().message;
    encoder_ = std::make_shared<const FormulaEncoder>(std::move(*opened));
  }
  index::EmbeddingCounts add_vectors(unsigned threads = 1) {
    auto writer = index::IndexWriter::open(folder_ / "idx");
    const auto counts = writer->add_vectors(encoder_->embedding(threads));
    EXPECT_TRUE(counts) << counts.error().message;
    return *counts;
  }
  // The LaTeX of the found formulas.
  std::vector<std::string> nearest_by_looks(
      const std::string& latex, std::uint32_t count,
      embedding::VectorPart by = embedding::VectorPart::Both) {
    const auto index = index::IndexReader::open(folder_ / "idx");
    const auto question = encoder_->ask(latex, formula::Notation::Latex, by);
    EXPECT_TRUE(question) << latex;
    FormulaSearcher formulas(*index);
    const auto near =
        similar_formulas(*index, formulas, *FormulaQuery::read(latex), *question, {.count = count});
    EXPECT_TRUE(near) << near.error().message;
    std::vector<std::string> found;
    float last = 1;
    for (const index::NearFormula& one : *near) {
      EXPECT_LE(one.cosine, last + index::kTiedCosines);
      last = one.cosine;
      found.push_back(index->formula(one.formula)->latex);
    }
    return found;
  }
  // A searcher for which only vectors count.
  void open_by_vectors() {
    SearchWeights weights;
    weights.weigh("formulas", 0);
    weights.weigh("text", 0);
    weights.weigh("semantic", 1);
    searcher_ = std::make_unique<Searcher>(*Searcher::open(folder_ / "idx", weights));
    searcher_->set_encoder(encoder_);
  }

  std::shared_ptr<const FormulaEncoder> encoder_;
};

class SemanticWhole : public Semantic {
 protected:
  void SetUp() override {
    Semantic::SetUp();
    ASSERT_TRUE(embedding::write_random_formula_model(folder_ / "whole"));
    auto opened = FormulaEncoder::open(folder_ / "whole");
    ASSERT_TRUE(opened) << opened.error().message;
    encoder_ = std::make_shared<const FormulaEncoder>(std::move(*opened));
  }
};

TEST_F(SemanticWhole, EveryFormulaHasAVectorAndIsFoundByIt) {
  const auto counts = add_vectors();
  EXPECT_EQ(counts.embedded, 4);
  EXPECT_EQ(counts.unreadable, 0);
  using enum embedding::VectorPart;
  const std::string strange = "\\Xi_{i\\in I}^{\\flat} K \\otimes L";
  for (const auto by : {Meaning, Shape, Both}) {
    EXPECT_EQ(nearest_by_looks(strange, 1, by).at(0), strange);
  }
  // Formulas that differ only in names have one meaning, and are ordered by their appearance.
  EXPECT_EQ(nearest_by_looks("(u+v)\\cdot w", 2, Meaning),
            std::vector<std::string>({"(u+v)\\cdot w", "(a+b)\\cdot c"}));
  open_by_vectors();
  EXPECT_EQ(search("$" + strange + "$", {.top = 1}).documents.at(0).document.id, "strange");
}

TEST_F(SemanticWhole, AFormulaHasACosineOfOneWithItselfByEveryPart) {
  add_vectors();
  const auto index = index::IndexReader::open(folder_ / "idx");
  FormulaSearcher formulas(*index);
  for (const std::string& name : embedding::vector_part_names()) {
    const auto question =
        encoder_->ask("x^{2}", formula::Notation::Latex, *embedding::vector_part_by_name(name));
    const auto near =
        similar_formulas(*index, formulas, *FormulaQuery::read("x^{2}"), *question, {.count = 1});
    ASSERT_TRUE(near && near->size() == 1);
    EXPECT_NEAR(near->front().cosine, 1, 1e-4) << name;
  }
}

TEST_F(Semantic, AnEncoderOfExpressionsHasNoShapes) {
  EXPECT_TRUE(encoder_->ask("x", formula::Notation::Latex, embedding::VectorPart::Meaning));
  const auto refused = encoder_->ask("x", formula::Notation::Latex, embedding::VectorPart::Shape);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("has no vectors of shapes"));
}

TEST_F(Semantic, CountsWhatTheEncoderCannotRead) {
  const auto counts = add_vectors();
  EXPECT_EQ(counts.embedded, 3);
  EXPECT_EQ(counts.unreadable, 1);
  const auto index = index::IndexReader::open(folder_ / "idx");
  // Formulas that differ in the names of variables alone share a vector.
  EXPECT_EQ(index::vector_statistics(*index).vectors, 2);
}

TEST_F(Semantic, VectorsOfAnIndexAreThoseOfQueries) {
  add_vectors(2);
  const auto index = index::IndexReader::open(folder_ / "idx");
  const auto vector = encoder_->embed("(a+b)\\cdot c", formula::Notation::Latex);
  ASSERT_TRUE(vector) << vector.error().message;
  const auto near = index::nearest_formulas(*index, *vector, {.count = 2});
  ASSERT_TRUE(near && near->size() == 2);
  for (const index::NearFormula& one : *near) {
    EXPECT_NEAR(one.cosine, 1, 1e-4);
    EXPECT_THAT(index->formula(one.formula)->latex, HasSubstr("\\cdot"));
  }
}

TEST_F(Semantic, FindsDocumentsByVectorsAndSaysSo) {
  add_vectors();
  open_by_vectors();
  const Results results = search("$(p+q)\\cdot r$", {.top = 2, .explain = true});
  ASSERT_THAT(results.documents, SizeIs(2));
  std::vector<std::string> ids;
  for (const FoundDocument& found : results.documents) ids.push_back(found.document.id);
  EXPECT_THAT(ids, testing::UnorderedElementsAre("product", "renamed"));
  const auto& components = results.documents[0].components;
  ASSERT_THAT(components, SizeIs(2));
  EXPECT_EQ(components[0].name, "semantic");
  EXPECT_EQ(components[1].name, "near by its vector");
  EXPECT_THAT(results.documents[0].matches, SizeIs(1));
}

TEST_F(Semantic, AFormulaThatCannotBeReadIsSearchedAsWithoutVectors) {
  add_vectors();
  searcher_ = std::make_unique<Searcher>(*Searcher::open(folder_ / "idx"));
  const std::string text = "$\\Xi_{i\\in I}^{\\flat} K$";
  const std::string before = found(text);
  SearchWeights weights;
  weights.weigh("semantic", 1);
  searcher_->set_weights(weights);
  searcher_->set_encoder(encoder_);
  EXPECT_EQ(found(text), before);
  const auto vector = encoder_->embed("\\Xi_{i\\in I}^{\\flat} K", formula::Notation::Latex);
  EXPECT_FALSE(vector);
}

TEST_F(Semantic, IsRefusedWithoutVectorsAndWithThoseOfAnotherModel) {
  open_by_vectors();
  const auto without = searcher_->search(query("$x^2$"));
  ASSERT_FALSE(without);
  EXPECT_THAT(without.error().message, HasSubstr("has no vectors"));
  add_vectors();
  ASSERT_TRUE(
      embedding::write_random_model(folder_ / "other", embedding::tiny_model_config(), /*seed=*/2));
  auto other = FormulaEncoder::open(folder_ / "other");
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_NE(other->model(), encoder_->model());
  open_by_vectors();
  searcher_->set_encoder(std::make_shared<const FormulaEncoder>(std::move(*other)));
  const auto refused = searcher_->search(query("$x^2$"));
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("vectors of the model 'model'"));
  EXPECT_THAT(refused.error().message, HasSubstr("those of 'other'"));
}

TEST_F(Semantic, AnEquationIsWhereItsSidesAre) {
  const auto vector = [&](const std::string& latex) {
    const auto made = encoder_->embed(latex, formula::Notation::Latex);
    EXPECT_TRUE(made) << latex;
    return made.value_or(std::vector<float>());
  };
  const auto cosine = [](const std::vector<float>& a, const std::vector<float>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    }
    return sum;
  };
  const auto side = vector("x\\sin x");
  // Names, numbers and unreadable sides are ignored beside another side.
  for (const std::string latex :
       {"y = x\\sin x", "f(x) = x\\sin x", "x\\sin x < 5", "t\\sin t := \\sum_{n=1}^k n"}) {
    EXPECT_NEAR(cosine(vector(latex), side), 1, 1e-5) << latex;
  }
  const auto both = vector("x\\sin x = \\cos x + 1");
  EXPECT_NEAR(cosine(both, both), 1, 1e-5);
  EXPECT_NEAR(cosine(both, vector("\\cos t + 1 \\ge t\\sin t")), 1, 1e-5);
  EXPECT_NEAR(cosine(both, side), cosine(both, vector("\\cos x + 1")), 1e-4);
  EXPECT_GT(cosine(both, side), 0.7);
  EXPECT_TRUE(encoder_->embed("x = 5", formula::Notation::Latex));
  EXPECT_FALSE(encoder_->embed("x = \\sum_{n=1}^k n", formula::Notation::Latex));
  EXPECT_FALSE(encoder_->embed("x \\in A", formula::Notation::Latex));
}

TEST_F(Semantic, VectorsOfEquationsInAnIndexAreThoseOfQueries) {
  index({test_document("equation", "It is $x\\sin x = \\cos x + 1$ here."),
         test_document("other", "And $x^3$ there.")});
  EXPECT_EQ(add_vectors().unreadable, 1);  // the strange one
  const auto index = index::IndexReader::open(folder_ / "idx");
  const auto vector = encoder_->embed("x\\sin x = \\cos x + 1", formula::Notation::Latex);
  const auto near = index::nearest_formulas(*index, *vector, {.count = 1});
  ASSERT_TRUE(near && near->size() == 1);
  EXPECT_NEAR(near->front().cosine, 1, 1e-4);
}

TEST_F(Semantic, OfEquallyNearOnesThoseThatLookLikeTheQueryComeFirst) {
  index({test_document("tied",
                       "$7 < x\\sin x$, $f(x) = x\\sin x$, $y = x\\sin x$, $x\\sin x$, "
                       "$t\\sin t = 8$, $x\\sin x < 7$")});
  add_vectors();
  const auto first = [&](const std::string& latex, std::uint32_t count) {
    return nearest_by_looks(latex, count).front();
  };
  EXPECT_EQ(first("x\\sin x", 3), "x\\sin x");
  EXPECT_EQ(first("x\\sin x < 7", 1), "x\\sin x < 7");
  EXPECT_EQ(first("f(x) = x\\sin x", 1), "f(x) = x\\sin x");
  EXPECT_EQ(first("u\\sin u = 8", 1), "t\\sin t = 8");
  EXPECT_THAT(nearest_by_looks("x\\sin x", 6), SizeIs(6));
  // More distant formulas stay behind, whatever they look like.
  EXPECT_THAT(nearest_by_looks("x^{2} < x\\sin x", 20), SizeIs(9));
}

TEST_F(Semantic, TheFormulaItselfIsFoundAmongAnyNumberOfTies) {
  std::string text;
  for (std::uint32_t i = 0; i < kMostTiedFormulas + 50; ++i) {
    text += "$x\\sin x < " + std::to_string(i + 10) + "$ ";
  }
  index({test_document("many", text + "$x\\sin x = 9$")});
  add_vectors();
  EXPECT_THAT(nearest_by_looks("x\\sin x = 9", 2),
              testing::ElementsAre("x\\sin x = 9", HasSubstr("<")));
}

TEST_F(Semantic, AnOverlongFormulaSaysHowLong) {
  std::string sum = "x";
  for (int i = 0; i < 80; ++i) sum += "+x^{" + std::to_string(i + 200) + "}";
  const auto vector = encoder_->embed(sum, formula::Notation::Latex);
  ASSERT_FALSE(vector);
  EXPECT_THAT(vector.error().message, testing::StartsWith("it has "));
}

// The input of an encoder for a formula. A change of it must increase kFormulaReadingVersion and
// update the digest here; otherwise an index would compare vectors of two readings.
TEST(FormulaReading, HasAVersionThatChangesWithIt) {
  base::Hasher hasher;
  for (const char* latex :
       {"x", "x+1", "f(x)=x\\sin x", "\\frac{a}{b}<\\sqrt{c}", "x_1^2+x_2^2", "\\int_0^1 t^2\\,dt",
        "\\sum_{n=1}^{\\infty}\\frac{1}{n^2}", "\\hat{x}+\\vec{y}", "n!", "|x-y|", "a=b=c",
        "\\log_2 n", "x\\in A", "\\sin^2 x+\\cos^2 x=1", "e^{-x^2/2}", "3.14 y"}) {
    const auto sides = embedding::sides_of_formula(latex, formula::Notation::Latex);
    hasher.add_number(sides ? sides->size() : 0);
    if (!sides) continue;
    for (const auto& side : *sides) hasher.add_text(side ? *side : "?");
  }
  EXPECT_EQ(kFormulaReadingVersion, 1U);
  EXPECT_EQ(hasher.digest().hex(), "331016f094c6b2d07360b4aabc655065");
}

TEST_F(Semantic, TheVersionOfTheReadingStandsBesideTheVectors) {
  EXPECT_EQ(encoder_->model().reading, kFormulaReadingVersion);
  add_vectors();
  const auto index = index::IndexReader::open(folder_ / "idx");
  ASSERT_TRUE(index);
  EXPECT_EQ(index::vector_statistics(*index).models.at(0).reading, kFormulaReadingVersion);
}

TEST_F(Semantic, AProfileMayNameASetOfVectors) {
  {
    auto writer = index::IndexWriter::open(folder_ / "idx");
    index::FormulaEmbedding embedding = encoder_->embedding(1);
    embedding.set.name = "other";
    ASSERT_TRUE(writer->add_vectors(embedding));
  }
  auto opened = Searcher::open(folder_ / "idx");
  ASSERT_TRUE(opened);
  opened->set_encoder(encoder_);
  SearchWeights weights;
  weights.weigh("semantic", 1);
  opened->set_weights(weights);
  const auto without = opened->rank(query("$(a+b)\\cdot c$"), 5);
  ASSERT_FALSE(without);
  EXPECT_THAT(without.error().message, HasSubstr("no vectors of formulas"));
  ASSERT_TRUE(weights.find("semantic")->options.set("vectors", "other"));
  opened->set_weights(weights);
  EXPECT_TRUE(opened->rank(query("$(a+b)\\cdot c$"), 5));
}

}  // namespace
}  // namespace noether::search
