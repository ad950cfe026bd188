#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "noether/embedding/text/random_text_model.h"
#include "noether/evaluation/run.h"
#include "noether/evaluation/runs/formula_ranking.h"
#include "noether/evaluation/runs/tf_idf_scan.h"
#include "noether/evaluation/runs/topic_ranking.h"
#include "noether/index/index_writer.h"
#include "noether/search/search_fixture.h"

namespace noether::evaluation {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(RunFile, WritesWhatTrecAndArqmathWant) {
  const std::vector<RunItem> posts = {{"7", "", 2.5}, {"9", "", 1}};
  EXPECT_EQ(run_lines("A.1", posts, RunLayout::Trec, "mine"),
            "A.1\tQ0\t7\t1\t2.500000000\tmine\nA.1\tQ0\t9\t2\t1.000000000\tmine\n");
  EXPECT_EQ(run_lines("A.1", {{"7", "", 2.5}}, RunLayout::Arqmath, "mine"),
            "A.1\t7\t1\t2.500000000\tmine\n");
  EXPECT_EQ(run_lines("B.1", {{"31", "7", 2.5}}, RunLayout::Arqmath, "mine"),
            "B.1\t31\t7\t1\t2.500000000\tmine\n");
}

TEST(RunFile, WritesDifferentScoresForDifferentRanks) {
  const std::string lines =
      run_lines("A.1", {{"1", "", 1}, {"2", "", 1}, {"3", "", 1}}, RunLayout::Arqmath, "t");
  EXPECT_EQ(lines,
            "A.1\t1\t1\t1.000000000\tt\nA.1\t2\t2\t0.999999999\tt\n"
            "A.1\t3\t3\t0.999999998\tt\n");
}

TEST(RunFile, TakesOneWordAsTag) {
  EXPECT_TRUE(is_run_tag("noether-1"));
  EXPECT_FALSE(is_run_tag("two words"));
  EXPECT_FALSE(is_run_tag(""));
}

std::vector<std::string> latex_words(std::string_view latex, LatexWords kind) {
  std::vector<std::string> words;
  for_each_latex_word(latex, kind, [&](std::string_view word) { words.emplace_back(word); });
  return words;
}

TEST(LatexWords, RawAreRunsOfLettersAndDigits) {
  EXPECT_THAT(latex_words("\\frac{A_1}{n!}+12x", LatexWords::Raw),
              ElementsAre("frac", "a", "1", "n", "12x"));
}

TEST(LatexWords, SymbolsAreAllWords) {
  EXPECT_THAT(latex_words("\\frac{A_1}{n!}+12x", LatexWords::Symbols),
              ElementsAre("frac", "a", "subscript", "1", "n", "factorial", "plus", "12", "x"));
  EXPECT_THAT(latex_words("\\{x\\}\\", LatexWords::Symbols), ElementsAre("x"));
}

collection::Topic topic_of(const std::string& title, const std::string& body) {
  collection::Topic topic;
  topic.number = "A.1";
  topic.title = {.name = "title", .text = title, .formulas = search::formulas_of(title)};
  topic.question = {.name = "question", .text = body, .formulas = search::formulas_of(body)};
  return topic;
}

TEST(FormulaChoice, TakesTheLargestOfTheTitleElseOfTheText) {
  EXPECT_EQ(chosen_formula(topic_of("Is $x$ or $x+1$ it?", "$a+b+c+d$")), "x+1");
  EXPECT_EQ(chosen_formula(topic_of("Is it?", "$a$ or $b+c$ or $c+b$")), "b+c");
  EXPECT_EQ(chosen_formula(topic_of("Is it?", "no")), "");
}

class RunTest : public testing::Test {
 protected:
  void index(const std::vector<text::Document>& documents) {
    search::add_documents(folder_ / "idx", documents);
    auto opened = index::IndexReader::open(folder_ / "idx");
    ASSERT_TRUE(opened) << opened.error().message;
    index_ = std::make_unique<index::IndexReader>(std::move(*opened));
  }
  base::TemporaryFolder folder_;
  std::unique_ptr<index::IndexReader> index_;
};

TEST_F(RunTest, ScansForWordsAndSymbolsOfFormulas) {
  index({search::test_document("1", "Bounded by $\\sup f$"),
         search::test_document("2", "Bounded sequence"),
         search::test_document("3", "Compact group ring $g$")});
  const std::vector<std::uint32_t> all = {0, 1, 2};
  const std::vector<collection::Topic> topics = {topic_of("bounded $\\sup$", "")};
  const auto best = scan_tf_idf(*index_, all, topics, LatexWords::Raw, 10);
  ASSERT_TRUE(best);
  ASSERT_EQ((*best)[0].size(), 2U);
  EXPECT_EQ((*best)[0][0].unit, 0U);
  EXPECT_EQ((*best)[0][1].unit, 1U);
  // One of three documents has `sup`, once; the values follow from Terrier's formula by hand. The
  // lengths are 3, 2 and 4.
  const auto gain = [](double length, double with) {
    return 1.2 / (1 + 1.2 * (0.25 + 0.75 * length / 3)) * std::log2(3 / with + 1);
  };
  EXPECT_NEAR((*best)[0][0].score, gain(3, 2) + gain(3, 1), 1e-9);
}

TEST_F(RunTest, AnswersToDuplicatesStandByVotesAndLinksCountBothWays) {
  text::Document question = search::test_document("q1", "x", {}, "question");
  question.properties = {{"duplicated-by", "900"}};
  text::Document first = search::test_document("a1", "y", {}, "answer");
  first.parent = "q1";
  first.properties = {{"score", "3"}};
  text::Document second = search::test_document("a2", "z", {}, "answer");
  second.parent = "q1";
  second.properties = {{"score", "12"}};
  index({question, first, second});
  const auto posts = LinkedPosts::read(*index_);
  ASSERT_TRUE(posts);
  EXPECT_THAT(posts->answers("900", 10),
              ElementsAre(search::ScoredUnit{2, 12}, search::ScoredUnit{1, 3}));
  EXPECT_THAT(posts->answers("901", 10), IsEmpty());
}

TEST_F(RunTest, ReadsWhichPostATopicWasMadeFrom) {
  const std::string path = folder_ / "formulas.tsv";
  std::ofstream(path) << "year\tid\ttopic_id\tthread_id\n2020\tq_1\tA.1\t3062860\n";
  const auto posts = read_topic_posts(path);
  ASSERT_TRUE(posts) << posts.error().message;
  EXPECT_EQ(posts->posts.at("A.1"), "3062860");
  EXPECT_EQ(posts->broken_rows, 0U);
  std::ofstream(path) << "year\tid\ttopic_id\tthread_id\n2020\tq_1\n2020\tq_2\tA.2\t17\n";
  const auto broken = read_topic_posts(path);
  ASSERT_TRUE(broken) << broken.error().message;
  EXPECT_EQ(broken->posts.at("A.2"), "17");
  EXPECT_EQ(broken->broken_rows, 1U);
  std::ofstream(path) << "one\ttwo\n";
  EXPECT_FALSE(read_topic_posts(path));
}

TEST_F(RunTest, FormulasAreNamedAsTheCollectionNamesThem) {
  const auto named = [](const std::string& id, const std::string& visual_id) {
    text::Document document = search::test_document(id, "Let $x^2+1$ be");
    document.fields[0].formulas[0].id = "f" + id;
    document.fields[0].formulas[0].visual_id = visual_id;
    return document;
  };
  index({named("1", "v1"), named("2", "v1"), named("3", "v2"),
         search::test_document("4", "$x^2+1$")});
  const auto profile = search::read_profile("formula-context formula=1", "test");
  ASSERT_TRUE(profile);
  const auto ranking = FormulaRanking::prepare(*index_, *profile);
  ASSERT_TRUE(ranking);
  FormulaRanking::Worker worker(*ranking);
  collection::Topic topic;
  topic.number = "B.1";
  topic.latex = "x^2+1";
  const auto ids_of = [&](FormulaIds ids) {
    const auto items = worker.rank(topic, 10, ids);
    EXPECT_TRUE(items);
    std::vector<std::string> found;
    for (const RunItem& item : *items) found.push_back(item.id + " in " + item.post);
    return found;
  };
  EXPECT_THAT(ids_of(FormulaIds::Formula), ElementsAre("f1 in 1", "f2 in 2", "f3 in 3"));
  EXPECT_THAT(ids_of(FormulaIds::Visual), ElementsAre("v1 in 1", "v2 in 3"));
  topic.latex = "";
  EXPECT_FALSE(worker.rank(topic, 10, FormulaIds::Formula));
}

// Late interaction is a signal for answers: threads of formulas are ranked without it.
TEST_F(RunTest, ThreadsOfFormulasAreRankedWithoutTheSignalsOfAnswers) {
  text::Document document = search::test_document("1", "A compact set $x^2+1$");
  document.fields[0].formulas[0].id = "f1";
  index({document});
  const auto profile = search::read_profile(
      "signal thread words weight=1 spaces=words\nsignal thread late weight=1\n"
      "formula-context formula=1 thread=0.5",
      "test");
  ASSERT_TRUE(profile) << profile.error().message;
  // The index has no passages.
  const auto ranking = FormulaRanking::prepare(*index_, *profile);
  ASSERT_TRUE(ranking) << ranking.error().message;
  FormulaRanking::Worker worker(*ranking);
  collection::Topic topic = topic_of("compact", "");
  topic.latex = "x^2+1";
  const auto items = worker.rank(topic, 10, FormulaIds::Formula);
  ASSERT_TRUE(items) << items.error().message;
  ASSERT_EQ(items->size(), 1U);
  EXPECT_DOUBLE_EQ(items->front().score, 1.5);
}

// Tests with a model of random weights: the sentence nearest to a sentence is itself.
class SentenceRunTest : public RunTest {
 protected:
  void SetUp() override {
    embedding::write_random_text_model(folder_ / "model");
    encoder_ = open_encoder("model");
    index({named("1", "Let $x^2+1$ be any polynomial of them."),
           named("2", "The root of $x^2+1$ is imaginary."), named("3", "Where $y$ is imaginary.")});
  }
  std::shared_ptr<const search::PassageEncoder> open_encoder(const std::string& name) const {
    return std::make_shared<const search::PassageEncoder>(
        search::PassageEncoder::open(folder_ / name).value());
  }
  static text::Document named(const std::string& id, const std::string& text) {
    text::Document document = search::test_document(id, text);
    document.fields[0].formulas[0].id = "f" + id;
    return document;
  }
  void add_sentences() {
    {
      auto writer = index::IndexWriter::open(folder_ / "idx");
      ASSERT_TRUE(writer);
      ASSERT_TRUE(writer->add_passages(encoder_->sentence_embedding(1)));
    }
    index_ =
        std::make_unique<index::IndexReader>(index::IndexReader::open(folder_ / "idx").value());
  }
  // The ids that a profile with this context returns, the best first.
  std::vector<std::string> ranked(const std::string& context, const collection::Topic& topic) {
    const auto profile = search::read_profile("formula-context " + context, "test");
    EXPECT_TRUE(profile) << profile.error().message;
    const auto ranking = FormulaRanking::prepare(*index_, *profile, {.sentences = encoder_});
    EXPECT_TRUE(ranking) << ranking.error().message;
    const auto items = FormulaRanking::Worker(*ranking).rank(topic, 10, FormulaIds::Formula);
    EXPECT_TRUE(items) << items.error().message;
    std::vector<std::string> ids;
    for (const RunItem& item : *items) ids.push_back(item.id);
    return ids;
  }

  std::shared_ptr<const search::PassageEncoder> encoder_;
};

TEST_F(SentenceRunTest, OfEqualFormulasTheOneInTheSentenceOfTheTopicIsFirst) {
  add_sentences();
  collection::Topic topic = topic_of("Roots", "I ask. The root of $x^2+1$ is imaginary. Why?");
  topic.question.formulas[0].id = "q_1";
  topic.formula_id = "q_1";
  EXPECT_THAT(ranked("formula=1", topic), ElementsAre("f1", "f2"));
  EXPECT_THAT(ranked("formula=1 sentence=0.1", topic), ElementsAre("f2", "f1"));
  // Without its formula, the topic's sentence finds others.
  const auto alone = ranked("formula=0 sentence=1", topic);
  ASSERT_EQ(alone.size(), 3U);
  EXPECT_EQ(alone.front(), "f2");
  // A formula given without an id is found in the text, or has no sentence.
  topic.formula_id = "";
  topic.latex = "x^2+1";
  EXPECT_THAT(ranked("formula=1 sentence=0.1", topic), ElementsAre("f2", "f1"));
  topic.question.formulas.clear();
  EXPECT_THAT(ranked("formula=1 sentence=0.1", topic), ElementsAre("f1", "f2"));
  EXPECT_THAT(ranked("formula=0 sentence=1", topic), IsEmpty());
}

TEST_F(SentenceRunTest, TheNearestSentencesAddCandidates) {
  add_sentences();
  collection::Topic topic = topic_of("Roots", "Where $y$ is imaginary.");
  topic.latex = "y";
  topic.question.formulas[0].id = "q_1";
  EXPECT_THAT(ranked("formula=1", topic), ElementsAre("f3"));
  EXPECT_THAT(ranked("formula=1 sentence=0.1 near=3", topic),
              testing::UnorderedElementsAre("f3", "f1", "f2"));
  EXPECT_EQ(ranked("formula=1 sentence=0.1 near=3", topic).front(), "f3");
}

TEST_F(SentenceRunTest, EvidenceIsJoinedByRanksWhereTheProfileSaysSo) {
  // The candidate is far behind by its formula, and first by its sentence.
  std::vector<FormulaCandidate> candidates = {
      {{{0, 0, 1, 2}, "a", ""}, {.formula = 1, .sentence = 0.2}},
      {{{1, 0, 1, 2}, "b", ""}, {.formula = 0.9, .sentence = 0.1}},
      {{{2, 0, 1, 2}, "c", ""}, {.formula = 0.1, .sentence = 0.9}},
  };
  const auto order = [&](const std::string& fusion) {
    const auto profile = search::read_profile(
        "formula-context formula=1 sentence=0.5\ncontext-fusion " + fusion, "test");
    EXPECT_TRUE(profile) << profile.error().message;
    std::string ids;
    const auto items = order_candidates(*index_, candidates, *profile, 10, FormulaIds::Formula);
    for (const RunItem& item : items.value()) ids += item.id;
    return ids;
  };
  EXPECT_EQ(order("linear"), "abc");
  EXPECT_EQ(order("rrf offset=0"), "acb");
  EXPECT_EQ(order("weighted-rrf offset=0"), "acb");
}

class GraphRunTest : public SentenceRunTest {
 protected:
  std::shared_ptr<const search::SentenceGraphs> graphs() const {
    constexpr std::string_view kBank =
        "# ::id 1.body.1\n(l / let-01 :ARG1 (p / polynomial :domain \"eqx0eqx\"))\n\n"
        "# ::id 2.body.1\n(r / root :domain (i / imaginary) :part-of \"eqx0eqx\")\n\n"
        "# ::id 3.body.1\n(i / imaginary :domain \"eqx0eqx\")\n\n"
        "# ::id .question.1\n(r / root :domain (i / imaginary) :part-of \"eqx0eqx\")\n";
    // There is no parser: sentences of topics are also in the bank.
    return std::make_shared<const search::SentenceGraphs>(
        search::SentenceGraphs::open_with_bank({}, amr::GraphSource::read(kBank).value()).value());
  }
};

TEST_F(GraphRunTest, OfEqualFormulasTheOneWhoseSentenceMeansTheSameIsFirst) {
  const auto of = graphs();
  const auto profile = search::read_profile("formula-context formula=1 graph=0.1 kinds=0.1", "t");
  ASSERT_TRUE(profile) << profile.error().message;
  const auto none = FormulaRanking::prepare(*index_, *profile, {.graphs = of});
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().hint, testing::HasSubstr("noether index --contexts"));
  {
    auto writer = index::IndexWriter::open(folder_ / "idx");
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->add_passages(of->embedding(1)));
  }
  index_ = std::make_unique<index::IndexReader>(index::IndexReader::open(folder_ / "idx").value());
  collection::Topic topic = topic_of("Roots", "The root of $x^2+1$ is imaginary.");
  topic.latex = "x^2+1";
  const auto ranking = FormulaRanking::prepare(*index_, *profile, {.graphs = of});
  ASSERT_TRUE(ranking) << ranking.error().message;
  const auto items = FormulaRanking::Worker(*ranking).rank(topic, 10, FormulaIds::Formula).value();
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].id, "f2");
  EXPECT_NEAR(items[0].score, 1.1, 1e-9);
}

TEST_F(SentenceRunTest, AnIndexWithoutSentencesOfTheModelSaysHowToAddThem) {
  const auto profile = search::read_profile("formula-context sentence=0.1", "test");
  ASSERT_TRUE(profile);
  const auto none = FormulaRanking::prepare(*index_, *profile, {.sentences = encoder_});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "the index has no vectors of sentences");
  EXPECT_THAT(none.error().hint, testing::HasSubstr("noether index --dense"));
  add_sentences();
  EXPECT_TRUE(FormulaRanking::prepare(*index_, *profile, {.sentences = encoder_}));
  embedding::write_random_text_model(folder_ / "other", 2);
  const auto other =
      FormulaRanking::prepare(*index_, *profile, {.sentences = open_encoder("other")});
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, testing::HasSubstr("has sentences of the model 'model'"));
}

}  // namespace
}  // namespace noether::evaluation
