// With a model of random weights: equal sentences have equal vectors, and a sentence is nearest to
// itself.
#include "noether/search/semantic/sentence_scorer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/embedding/text/random_text_model.h"
#include "noether/index/index_writer.h"
#include "noether/search/search_fixture.h"

namespace noether::search {
namespace {

class Sentences : public SearchTest {
 protected:
  void SetUp() override {
    embedding::write_random_text_model(folder_ / "model");
    encoder_ =
        std::make_unique<const PassageEncoder>(PassageEncoder::open(folder_ / "model").value());
    index({test_document("sum", "The sum $a+b$ is finite. Take a limit of $f(x)$ there."),
           test_document("same", "It is known. The sum $a+b$ is finite."),
           test_document("words", "No formula at all.")});
    {
      auto writer = index::IndexWriter::open(folder_ / "idx");
      ASSERT_TRUE(writer);
      const auto counts = writer->add_passages(encoder_->sentence_embedding(2));
      ASSERT_TRUE(counts) << counts.error().message;
      EXPECT_EQ(counts->documents, 3);
      EXPECT_EQ(counts->passages, 3);
    }
    index_ =
        std::make_unique<index::IndexReader>(index::IndexReader::open(folder_ / "idx").value());
    scorer_.emplace(*index_, *encoder_);
  }

  // The place of a formula in a document of the index.
  index::Place place(const std::string& id, const std::string& latex) const {
    const std::uint32_t document = index_->find_document(id).value().value();
    const std::string text = index_->document(document)->fields.back().text;
    const auto fields = static_cast<std::uint32_t>(index_->document(document)->fields.size());
    const auto begin = static_cast<std::uint32_t>(text.find(latex));
    return {document, fields - 1, begin, begin + static_cast<std::uint32_t>(latex.size())};
  }
  base::Result<bool> ask(const std::string& text, const std::string& latex) {
    const text::Document query = test_document("query", text);
    const auto field = static_cast<std::uint32_t>(query.fields.size() - 1);
    return scorer_->ask(query, field, static_cast<std::uint32_t>(text.find(latex)));
  }

  std::unique_ptr<const PassageEncoder> encoder_;
  std::unique_ptr<index::IndexReader> index_;
  std::optional<SentenceScorer> scorer_;
};

TEST_F(Sentences, AreNearestToThemselvesWhereverTheyStand) {
  ASSERT_TRUE(ask("I ask. The sum $a+b$ is finite. Why?", "a+b").value());
  EXPECT_NEAR(scorer_->cosine(place("sum", "a+b")).value(), 1, 0.02);
  EXPECT_NEAR(scorer_->cosine(place("same", "a+b")).value(), 1, 0.02);
  EXPECT_LT(scorer_->cosine(place("sum", "f(x)")).value(), 0.98);
  // A place without a formula has no sentence.
  EXPECT_EQ(scorer_->cosine(place("same", "known")).value(), 0);
  EXPECT_EQ(scorer_->cosine(place("words", "formula")).value(), 0);
}

TEST_F(Sentences, GiveTheirFormulas) {
  ASSERT_TRUE(ask("Take a limit of $f(x)$ there.", "f(x)").value());
  const auto near = scorer_->nearest(1).value();
  ASSERT_EQ(near.size(), 1);
  EXPECT_EQ(near[0].place.place, place("sum", "f(x)"));
  EXPECT_NEAR(near[0].cosine, 1, 0.02);
  EXPECT_EQ(scorer_->nearest(10).value().size(), 3);
}

TEST_F(Sentences, OfNoFormulaAskForNothing) {
  ASSERT_TRUE(ask("Take a limit of $f(x)$ there.", "f(x)").value());
  EXPECT_FALSE(ask("Nothing but words.", "words").value());
  EXPECT_EQ(scorer_->cosine(place("sum", "f(x)")).value(), 0);
  EXPECT_TRUE(scorer_->nearest(10).value().empty());
}

// Another text is encoded, and a repeated one is remembered: all vectors are as if each were alone.
TEST_F(Sentences, HaveTheSameVectorsWhateverWasEncodedBefore) {
  const index::PassageEmbedding one = encoder_->sentence_embedding(1);
  const std::vector<text::Document> documents = {
      test_document("a", "The sum $a+b$ is finite. The sum $a+b$ is finite."),
      test_document("b", "Let $x$ be. The sum $a+b$ is finite.")};
  const auto together = one.encode(documents).value();
  ASSERT_EQ(together[0].size(), 2);
  ASSERT_EQ(together[1].size(), 2);
  EXPECT_EQ(together[0][0].vector, together[0][1].vector);
  EXPECT_EQ(together[0][0].vector, together[1][1].vector);
  EXPECT_NE(together[0][0].vector, together[1][0].vector);
  const auto again = one.encode(std::span(documents).last(1)).value();
  EXPECT_EQ(again[0][0].vector, together[1][0].vector);
  EXPECT_EQ(again[0][1].vector, together[1][1].vector);
}

}  // namespace
}  // namespace noether::search
