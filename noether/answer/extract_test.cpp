#include "noether/answer/extract.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "noether/embedding/text/random_text_model.h"
#include "noether/index/index_writer.h"
#include "noether/search/pipeline/profile.h"
#include "noether/search/search_fixture.h"

namespace noether::answer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

text::Document answer_to(const std::string& question, const std::string& id,
                         const std::string& body) {
  text::Document document = search::test_document(id, body, {}, "answer");
  document.parent = question;
  return document;
}

class ExtractTest : public search::SearchTest {
 protected:
  void open(const std::vector<text::Document>& documents, const std::string& profile = "lexical") {
    index(documents);
    open_ranking(profile);
  }
  void open_ranking(const std::string& profile) {
    profile_ = search::find_profile(profile).value();
    documents_ = search::DocumentTable::read(searcher_->index()).value();
    auto ranking = CandidateRanking::open(searcher_->index(), *documents_, profile_);
    ASSERT_TRUE(ranking) << ranking.error().message;
    ranking_ = *std::move(ranking);
  }

  std::optional<Answer> ask(const std::string& question, const AnswerOptions& options = {},
                            const Answerer::OnSentences& on_sentences = {}) {
    Extractor extractor(*ranking_, *searcher_, encoder_.get());
    auto answer = extractor.answer(read_question(question).value(), options, on_sentences);
    EXPECT_TRUE(answer) << answer.error().message;
    return answer ? *std::move(answer) : std::nullopt;
  }
  std::string text_for(const std::string& question, const AnswerOptions& options = {}) {
    const auto answer = ask(question, options);
    return answer ? answer_text(*answer) : "-";
  }

  search::Profile profile_;
  std::optional<search::DocumentTable> documents_;
  std::optional<CandidateRanking> ranking_;
  std::shared_ptr<const search::PassageEncoder> encoder_;
};

std::vector<text::Document> threads() {
  return {search::test_document("q1", "Why does the harmonic series diverge?", {}, "question"),
          answer_to("q1", "a1", "The harmonic series diverges. Group its terms by powers of two."),
          search::test_document("q2", "When is a matrix invertible?", {}, "question"),
          answer_to("q2", "a2", "A matrix is invertible when its determinant is not zero.")};
}

TEST_F(ExtractTest, SaysWhatTheBestAnswerSaysAndWhere) {
  open(threads());
  const auto answer = ask("when is a matrix invertible");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->way, Way::Extracted);
  ASSERT_THAT(answer->sentences, SizeIs(1));
  EXPECT_EQ(answer->sentences[0].text.text,
            "A matrix is invertible when its determinant is not zero.");
  ASSERT_THAT(answer->sources, SizeIs(1));
  EXPECT_EQ(answer->sources[0].name, "a2");
  ASSERT_TRUE(answer->sentences[0].place);
  EXPECT_EQ(answer->sentences[0].place->source, 0U);
  EXPECT_EQ(answer->sentences[0].place->span, (base::Span{0, 56}));
}

TEST_F(ExtractTest, NeverAnswersByAQuestion) {
  open({search::test_document("q1", "Why does the harmonic series diverge?", {}, "question"),
        answer_to("q1", "a1", "Compare it with an integral.")});
  EXPECT_EQ(text_for("Why does the harmonic series diverge?"), "Compare it with an integral.");
}

TEST_F(ExtractTest, FindsAnswersInDocumentsOfOtherKinds) {
  open({search::test_document("t1", "A matrix with determinant zero is singular.", {}, "theorem"),
        search::test_document("t2", "Every prime beyond two is odd.", {}, "theorem")});
  EXPECT_EQ(text_for("which matrix is singular"), "A matrix with determinant zero is singular.");
}

TEST_F(ExtractTest, FindsThemBesideAnswers) {
  auto documents = threads();
  documents.push_back(
      search::test_document("t1", "A nilpotent operator has spectrum zero.", {}, "theorem"));
  open(documents);
  EXPECT_THAT(text_for("nilpotent operator spectrum"), HasSubstr("nilpotent"));
}

TEST_F(ExtractTest, StaysWithinTheLimit) {
  open(threads());
  EXPECT_EQ(text_for("harmonic series terms powers", {.limit = 34}),
            "Group its terms by powers of two.");
  EXPECT_EQ(text_for("harmonic series terms powers", {.limit = 10}), "-");
}

TEST_F(ExtractTest, JoinsAnotherSourceThatAddsSomething) {
  auto documents = threads();
  documents.push_back(search::test_document("q3", "What is its sum?", {}, "question"));
  documents.push_back(answer_to("q3", "a3", "The alternating series sums to a logarithm."));
  open(documents);
  const auto answer = ask("harmonic series diverges alternating logarithm");
  ASSERT_TRUE(answer);
  EXPECT_THAT(answer->sources, SizeIs(2));
}

TEST_F(ExtractTest, PutsDefinitionsBeforeWhatUsesThem) {
  open({search::test_document("q1", "Is it?", {}, "question"),
        answer_to("q1", "a1",
                  "Let $m$ be the smallest divisor. The weather has been fine for some weeks now "
                  "and will be so for the rest of the month, they say. Nobody knows about the "
                  "future though, and so we go on. The divisor $m$ is prime by minimality.")});
  const auto answer = ask("why is the divisor prime by minimality");
  ASSERT_TRUE(answer);
  ASSERT_THAT(answer->sentences, SizeIs(2));
  EXPECT_EQ(answer->sentences[0].text.text, "Let $m$ be the smallest divisor.");
  EXPECT_EQ(answer->sentences[0].role, AnswerSentence::Role::Defines);
  EXPECT_EQ(answer->sentences[1].role, AnswerSentence::Role::Says);
}

TEST_F(ExtractTest, DefinesASymbolOnce) {
  open({search::test_document("q1", "Let $m$ be the smallest divisor.", {}, "question"),
        answer_to("q1", "a1", "The divisor $m$ is prime."),
        answer_to("q1", "a2", "By minimality $m$ is unique.")});
  const auto answer = ask("divisor prime minimality unique");
  ASSERT_TRUE(answer);
  EXPECT_THAT(answer->sentences, SizeIs(3));
  EXPECT_EQ(answer->sentences[0].role, AnswerSentence::Role::Defines);
}

TEST_F(ExtractTest, GivesSentencesWithTheConfidenceWhileItGoesOn) {
  open(threads());
  std::vector<std::size_t> counts;
  double confidence = 0;
  const auto answer = ask("harmonic series", {}, [&](const Answer& so_far) {
    counts.push_back(so_far.sentences.size());
    confidence = so_far.confidence;
  });
  ASSERT_TRUE(answer);
  ASSERT_FALSE(counts.empty());
  EXPECT_EQ(counts.back(), answer->sentences.size());
  EXPECT_EQ(confidence, answer->confidence);
}

TEST_F(ExtractTest, EndsWhenNobodyWaits) {
  open(threads());
  Extractor extractor(*ranking_, *searcher_, nullptr);
  const auto answer = extractor.answer(read_question("harmonic series").value(),
                                       {.is_over = [] { return true; }}, {});
  ASSERT_FALSE(answer);
  EXPECT_THAT(answer.error().message, HasSubstr("stopped"));
}

TEST_F(ExtractTest, HasNothingToSayFromAnEmptyIndex) {
  open({});
  EXPECT_EQ(text_for("harmonic series"), "-");
}

// With random weights, the text nearest to a text is the text itself.
TEST_F(ExtractTest, MeetsSentencesByTheTokensOfPassages) {
  embedding::write_random_text_model_with_codes(folder_ / "model");
  encoder_ = std::make_shared<const search::PassageEncoder>(
      search::PassageEncoder::open(folder_ / "model").value());
  index({search::test_document("a", "It rains. Every bounded sequence converges. It snows.")});
  {
    auto writer = index::IndexWriter::open(folder_ / "idx");
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->add_passages(encoder_->embedding(1)));
  }
  searcher_ = std::make_unique<search::Searcher>(search::Searcher::open(folder_ / "idx").value());
  const index::IndexReader& reader = searcher_->index();
  auto read = read_document(reader, 0);
  ASSERT_TRUE(read);
  const auto parts = QuestionParts::read(read_question("Every bounded sequence converges.").value(),
                                         encoder_.get());
  ASSERT_TRUE(parts);
  ASSERT_TRUE(parts->meet(reader, 0, read->document, read->sentences));
  ASSERT_THAT(read->sentences, SizeIs(3));
  const auto coverage_of = [&](std::size_t i) {
    return coverage(std::span(read->sentences).subspan(i, 1));
  };
  EXPECT_GT(coverage_of(1), coverage_of(0));
  EXPECT_GT(coverage_of(1), coverage_of(2));
  const auto whole = parts->nearness(reader, 0);
  ASSERT_TRUE(whole);
  EXPECT_GE(mean_nearness(*whole) + 1e-6, coverage(read->sentences));
}

}  // namespace
}  // namespace noether::answer
