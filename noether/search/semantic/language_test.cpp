// Stages that use language, with a model of random weights: its vectors have no meaning, but equal
// texts have equal vectors, and a text is nearest to itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/embedding/text/random_text_model.h"
#include "noether/index/index_writer.h"
#include "noether/index/nearest_passages.h"
#include "noether/search/pipeline/profile.h"
#include "noether/search/search_fixture.h"
#include "noether/search/semantic/passage_encoder.h"

namespace noether::search {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;

class Language : public SearchTest {
 protected:
  void SetUp() override {
    embedding::write_random_text_model_with_codes(folder_ / "model");
    text::Document answer = test_document("answer", "Take the limit on both sides.", {}, "answer");
    answer.parent = "question";
    const text::Document other =
        test_document("other", "Take the limit on both sides.", {}, "answer");
    index({test_document("primes", "There are infinitely many primes."),
           test_document("sequences", "Every bounded sequence has a convergent subsequence."),
           test_document("question", "Why is the sum of the series one?", {}, "question"), answer,
           other});
    encoder_ =
        std::make_shared<const PassageEncoder>(PassageEncoder::open(folder_ / "model").value());
    searcher_->set_text_encoder(encoder_);
  }

  void add_passages() {
    {
      auto writer = index::IndexWriter::open(folder_ / "idx");
      ASSERT_TRUE(writer);
      const auto counts = writer->add_passages(encoder_->embedding(2));
      ASSERT_TRUE(counts) << counts.error().message;
      ASSERT_EQ(counts->documents, 5);
    }
    searcher_ = std::make_unique<Searcher>(Searcher::open(folder_ / "idx").value());
    searcher_->set_text_encoder(encoder_);
  }
  void use(const std::string& lines) {
    auto profile = read_profile("about a test\n" + lines, "test");
    ASSERT_TRUE(profile) << profile.error().message;
    searcher_->set_weights(profile->search);
  }

  std::shared_ptr<const PassageEncoder> encoder_;
};

TEST_F(Language, DenseSourceFindsThePassageThatIsNearest) {
  add_passages();
  use("lists text=0 formulas=0 dense=1\n");
  for (const std::string id : {"primes", "sequences"}) {
    const auto number = searcher_->index().find_document(id).value().value();
    const std::string text = searcher_->index().document(number)->fields.back().text;
    const Results results = search(text, {.explain = true});
    ASSERT_FALSE(results.documents.empty());
    EXPECT_EQ(results.documents.front().document.id, id);
    EXPECT_THAT(results.documents.front().components,
                Contains(Field(&ScoreComponent::detail, HasSubstr("1 of 1: "))));
  }
}

TEST_F(Language, DenseSourceObeysWhatIsRequired) {
  add_passages();
  use("lists text=0 formulas=0 dense=1\n");
  EXPECT_EQ(found("type:question Take the limit on both sides."), "question");
  EXPECT_THAT(found("primes -limit"), testing::Not(HasSubstr("answer")));
}

TEST_F(Language, LateReRankerPutsTheNearestTokensFirst) {
  add_passages();
  use("lists text=0 formulas=0 dense=1\nrerank late first=10 weight=100\n");
  const Results results =
      search("Every bounded sequence has a convergent subsequence.", {.explain = true});
  ASSERT_EQ(results.documents.front().document.id, "sequences");
  EXPECT_THAT(results.documents.front().components,
              Contains(Field(&ScoreComponent::name, "nearest")));
  EXPECT_THAT(results.documents.front().components,
              Contains(Field(&ScoreComponent::detail, HasSubstr(" ↔ "))));
}

// Both answers have the same text; only one of them answers a question that is in the index.
TEST_F(Language, LateReRankerReadsAnAnswerWithItsQuestion) {
  add_passages();
  use("lists text=0 formulas=0 dense=1\nrerank late first=10 weight=100\n");
  const std::string ids = found("Why is the sum of the series one?");
  EXPECT_LT(ids.find("answer"), ids.find("other")) << ids;
}

// The encoder that ships knows what words mean.
class Meaning : public SearchTest {
 protected:
  void SetUp() override {
    auto encoder = PassageEncoder::open();
    ASSERT_TRUE(encoder) << encoder.error().message;
    index({test_document("coprime", "If two integers are coprime, then $\\gcd(a,b)=1$ holds."),
           test_document("bounded", "Every bounded sequence has a convergent subsequence.")});
    {
      auto writer = index::IndexWriter::open(folder_ / "idx");
      ASSERT_TRUE(writer);
      ASSERT_TRUE(writer->add_passages(encoder->embedding(1)));
    }
    auto searcher = Searcher::open(folder_ / "idx", find_profile("hybrid-rerank").value().search);
    ASSERT_TRUE(searcher) << searcher.error().message;
    searcher_ = std::make_unique<Searcher>(std::move(*searcher));
    searcher_->set_text_encoder(std::make_shared<const PassageEncoder>(*std::move(encoder)));
  }

  static std::string near(const FoundDocument& found) {
    std::string text;
    for (const Match& match : found.matches) {
      if (match.near.empty()) continue;
      const std::string& field = found.document.fields[match.field].text;
      text += "[" + match.near + ": " +
              field.substr(match.span.begin, match.span.end - match.span.begin) + "]";
    }
    return text;
  }
};

TEST_F(Meaning, WordsThatAreNearAreMarkedWithTheWordOfTheQuery) {
  for (const Marks marks : {Marks::All, Marks::Shown}) {
    const Results results = search("prime numbers", {.marks = marks});
    ASSERT_FALSE(results.documents.empty());
    EXPECT_EQ(results.documents.front().document.id, "coprime");
    EXPECT_THAT(near(results.documents.front()), HasSubstr(": integers]"));
  }
}

TEST_F(Meaning, WordsOfTheQueryItselfAreMarkedAsSuch) {
  const Results results = search("coprime numbers");
  const FoundDocument& found = results.documents.front();
  EXPECT_THAT(near(found), HasSubstr("[numbers: integers]"));
  EXPECT_THAT(near(found), testing::Not(HasSubstr("coprime")));
  EXPECT_THAT(found.matches, Contains(Field(&Match::near, "")));
}

TEST_F(Meaning, OtherProfilesMarkWordsAlone) {
  searcher_->set_weights(find_profile("lexical").value().search);
  const Results results = search("prime integers");
  EXPECT_EQ(near(results.documents.front()), "");
}

TEST_F(Language, AnIndexWithoutPassagesIsToldHowToGetThem) {
  use("lists text=1 formulas=0 dense=1\n");
  const auto results = searcher_->search(query("primes"));
  ASSERT_FALSE(results);
  EXPECT_THAT(results.error().message + results.error().hint, HasSubstr("--dense"));
}

TEST_F(Language, FormulasAloneAreNotReadAsLanguage) {
  use("lists text=1 formulas=1 dense=1\nrerank late first=10 weight=1\n");
  EXPECT_TRUE(searcher_->search(query("$x^2$")));
}

TEST_F(Language, DocumentsThatComeLaterAreReadAlone) {
  add_passages();
  add_documents(folder_ / "idx", {test_document("new", "A new text about groups.")});
  auto writer = index::IndexWriter::open(folder_ / "idx");
  const auto counts = writer->add_passages(encoder_->embedding(1));
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->documents, 1);
  EXPECT_EQ(counts->kept, 5);
}

TEST(EncoderText, IsTheQueryWithoutWhatIsNoLanguage) {
  const auto text = [](const std::string& typed) {
    return encoder_text(parse_query(typed).value()).text;
  };
  EXPECT_EQ(text("limit of a sum"), "limit of a sum");
  EXPECT_EQ(text("tag:calculus limit -series"), " limit ");
  EXPECT_EQ(text("derivative of e^x"), "derivative of $e^x$");
  EXPECT_EQ(text("+prime \"mean value\""), "prime mean value");
  EXPECT_EQ(text("zeros of $x^2 - 1$"), "zeros of $x^2 - 1$");
  Query made;
  made.add({.name = "title", .text = "Why $x$?", .formulas = {{5, 6, "", ""}}});
  made.add({.name = "body", .text = "Because.", .formulas = {}});
  EXPECT_EQ(encoder_text(made).text, "Why $x$?\nBecause.");
  Query added;
  added.add_formula("x^2");
  EXPECT_EQ(encoder_text(added).text, "$x^2$");
}

TEST(EncoderText, KnowsWhereItsFormulasAre) {
  const auto formulas = [](const Query& query) {
    const EncoderText read = encoder_text(query);
    std::vector<std::string> texts;
    for (const base::Span& span : read.formulas) {
      texts.push_back(read.text.substr(span.begin, span.end - span.begin));
    }
    return texts;
  };
  EXPECT_THAT(formulas(parse_query("costs $5, derivative of e^x").value()), ElementsAre("e^x"));
  EXPECT_THAT(formulas(parse_query("zeros of $x^2 - 1$ -$y$").value()), ElementsAre("x^2 - 1"));
  Query made;
  made.add({.name = "title", .text = "A $5 note", .formulas = {}});
  made.add({.name = "body", .text = "and $x$?", .formulas = {{5, 6, "", ""}}});
  EXPECT_THAT(formulas(made), ElementsAre("x"));
}

}  // namespace
}  // namespace noether::search
