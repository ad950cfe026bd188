#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "noether/evaluation/experiment/experiment.h"

namespace noether::evaluation {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kSmall = R"(
title  Two systems
about  One line,
about  and one more.  # a remark
collection notes source=../notes format=markdown
topics first collection=notes file=t.xml judgements=q.tsv empty=skip threshold=1
topics second judgements=${data}/q.tsv task=2
system ours profile=default top=50 about="what we made"
run theirs topics=second file="their run.gz" format=task2
measures nDCG' P@5
compare ours theirs test=randomisation correction=bonferroni level=0.01
plots distribution measure=MAP'
)";

base::Error error_of(std::string_view text) {
  const auto read = read_experiment(text);
  return read ? base::Error{} : read.error();
}

// The part of the text at which an error points.
std::string pointed_at(std::string_view text) {
  const base::Span span = error_of(text).span;
  return std::string(text.substr(span.begin, span.end - span.begin));
}

TEST(ReadExperiment, ReadsWhatIsDeclared) {
  const auto read = read_experiment(kSmall);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->title, "Two systems");
  EXPECT_EQ(read->about, "One line, and one more.");
  ASSERT_EQ(read->collections.size(), 1U);
  EXPECT_EQ(read->collections[0].source, "../notes");
  EXPECT_EQ(read->collections[0].format, collection::Format::Markdown);
  ASSERT_EQ(read->topics.size(), 2U);
  EXPECT_EQ(read->topics[0].threshold, 1);
  EXPECT_TRUE(read->topics[0].skips_empty);
  EXPECT_EQ(read->topics[1].task, 2);
  ASSERT_EQ(read->systems.size(), 2U);
  EXPECT_EQ(read->systems[0].top, 50U);
  EXPECT_EQ(read->systems[0].about, "what we made");
  EXPECT_EQ(read->systems[1].runs.at(0).path, "their run.gz");
  EXPECT_EQ(read->systems[1].runs.at(0).format, RunFormat::Task2);
  EXPECT_THAT(read->comparison.baselines, ElementsAre("ours", "theirs"));
  EXPECT_EQ(read->comparison.test, ComparisonPlan::Test::Randomisation);
  EXPECT_EQ(read->comparison.level, 0.01);
  EXPECT_FALSE(read->plots.differences);
  EXPECT_EQ(read->plots.measure->name(), "map'");
}

TEST(ReadExperiment, MakesATableOfAllSystemsWhenThereIsNone) {
  const auto read = read_experiment(kSmall);
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->tables.size(), 1U);
  EXPECT_EQ(read->tables[0].columns(), 4U);
  ASSERT_EQ(read->tables[0].rows.size(), 2U);
  EXPECT_EQ(read->tables[0].rows[1].system, "theirs");
}

TEST(ReadExperiment, ReadsTablesWithPublishedMeasuredAndMissingRows) {
  const auto read = read_experiment(
      "topics t judgements=q\nrun r topics=t file=f\n"
      "table \"Table 3\" \"Task 1\" rows=Run\nsource A paper.\nnote A note.\n"
      "columns Type D P best=none\ncolumns 2020 nDCG' P'@10 topics=t best=low\n"
      "group Old\npublished \"TF IDF\" B - 0.204 (0.073)\nmeasured r B as=Ours\n"
      "missing later \"no model\"\n");
  ASSERT_TRUE(read) << read.error().message;
  const ExperimentTable& table = read->tables.at(0);
  EXPECT_EQ(table.row_title, "Run");
  EXPECT_EQ(table.source, "A paper.");
  EXPECT_EQ(table.given_columns(), 2U);
  EXPECT_EQ(table.groups[1].best, BestValue::Low);
  EXPECT_EQ(table.groups[1].columns[1].measure->name(), "p'@10");
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_THAT(table.rows[1].cells, ElementsAre("B", "-", "0.204", "(0.073)"));
  EXPECT_EQ(table.rows[2].name, "Ours");
  EXPECT_THAT(table.rows[2].cells, ElementsAre("B", "-"));
  EXPECT_EQ(table.rows[3].why, "no model");
}

TEST(ReadExperiment, MeasuresASystemOnTheFirstTopicsThatItCanAnswer) {
  const auto read = read_experiment(
      "collection c source=c\ntopics whole judgements=q\n"
      "topics part collection=c file=t judgements=p\nsystem ours profile=default\n"
      "run theirs topics=whole file=f\ntable a b\ncolumns x nDCG topics=whole,part\n");
  ASSERT_TRUE(read) << read.error().message;
  const ColumnGroup& group = read->tables[0].groups[0];
  EXPECT_EQ(topics_for(*read, *read->find_system("ours"), group), 1U);
  EXPECT_EQ(topics_for(*read, *read->find_system("theirs"), group), 0U);
}

TEST(ReadExperiment, PointsAtTheWordThatIsWrong) {
  EXPECT_EQ(pointed_at("title x\ncolection a source=b\n"), "colection");
  EXPECT_THAT(error_of("title x\n  colection a\n").message, HasSubstr("line 2, column 3: "));
  EXPECT_EQ(pointed_at("collection a sauce=b source=c\n"), "sauce");
  EXPECT_EQ(pointed_at("collection a source=b format=word\n"), "word");
  EXPECT_EQ(pointed_at("collection a source=b\ncollection a source=c\n"), "a");
  EXPECT_EQ(pointed_at("topics t judgements=q collection=c file=f"), "c");
  EXPECT_EQ(pointed_at("topics t judgements=q threshold=2x"), "2x");
  EXPECT_EQ(pointed_at("topics t judgements=q empty=maybe"), "maybe");
  EXPECT_EQ(pointed_at("topics t judgements=${home}/q"), "${home}/q");
  EXPECT_EQ(pointed_at("measures nDCG nDGC"), "nDGC");
  EXPECT_EQ(pointed_at("system s profile=p\ncompare s t"), "t");
  EXPECT_EQ(pointed_at("plots pies"), "pies");
  EXPECT_EQ(pointed_at("topics t judgements=q\ntable a b\ncolumns x nDCG topics=t,u"), "t,u");
  EXPECT_EQ(pointed_at("published a 1"), "published");
}

TEST(ReadExperiment, SaysWhatIsMissing) {
  EXPECT_THAT(error_of("collection a").message, HasSubstr("either a source or an index"));
  EXPECT_THAT(error_of("topics t").message, HasSubstr("no judgements"));
  EXPECT_THAT(error_of("topics t judgements=q file=f").message, HasSubstr("go together"));
  EXPECT_THAT(error_of("system s").message, HasSubstr("no profile"));
  EXPECT_THAT(error_of("table a").hint, HasSubstr("table NAME TITLE"));
  EXPECT_THAT(error_of("table a b\ngroup c").message, HasSubstr("columns come before the rows"));
  EXPECT_THAT(error_of("table a b\ncolumns x y z\npublished p 1").message,
              HasSubstr("this row has 1 cells, and 2 are expected"));
  EXPECT_THAT(error_of("title x").message, HasSubstr("neither measures nor a table"));
  EXPECT_THAT(error_of("").message, HasSubstr("neither measures nor a table"));
}

TEST(ReadExperiment, HasABoundForTheColumns) {
  std::string line = "table a b\ncolumns x";
  for (int i = 0; i < 70; ++i) line += " c";
  EXPECT_THAT(error_of(line).message, HasSubstr("one column too many"));
}

TEST(ResolvedPath, BeginsAtTheFileOrAtTheData) {
  EXPECT_EQ(resolved_path("a/b", "x/y", std::nullopt).value(), "x/y/a/b");
  EXPECT_EQ(resolved_path("/a", "x", std::nullopt).value(), "/a");
  EXPECT_EQ(resolved_path("${data}/q", "x", "/d").value(), "/d/q");
  EXPECT_THAT(resolved_path("${data}/q", "x", std::nullopt).error().hint, HasSubstr("--data"));
}

TEST(ReadExperiment, ReadsHowAnswersAreMade) {
  const auto read = read_experiment(
      "title A\ncollection c source=c passages=yes\n"
      "topics t task=3 collection=c file=t.xml judgements=q.tsv decoder=${data}/writer\n"
      "system whole profile=default\nsystem ours profile=default answers=extract\n"
      "system written generator=${data}/writer beams=10 hint=yes\n"
      "table T A\ncolumns now AR P@1 LO CS bits length topics=t\nmeasured ours\n");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->collections[0].with_passages);
  EXPECT_EQ(read->topics[0].task, 3);
  EXPECT_EQ(read->topics[0].decoder, "${data}/writer");
  EXPECT_EQ(read->systems[0].answers.way, AnswerPlan::Way::First);
  EXPECT_EQ(read->systems[1].answers.way, AnswerPlan::Way::Extract);
  EXPECT_EQ(read->systems[2].answers.way, AnswerPlan::Way::Generate);
  EXPECT_EQ(read->systems[2].answers.generator, "${data}/writer");
  EXPECT_EQ(read->systems[2].answers.beams, 10U);
  EXPECT_TRUE(read->systems[2].answers.hint);
  EXPECT_EQ(read->tables[0].groups[0].columns[1].measure->name(), "p@1");
}

TEST(ReadExperiment, RefusesMeasuresThatTopicsDoNotHave) {
  const std::string topics =
      "title A\ncollection c source=c\ntopics t task=3 collection=c file=t.xml judgements=q\n"
      "topics r judgements=q\nsystem s profile=default\ntable T A\n";
  EXPECT_EQ(pointed_at(topics + "columns now nDCG topics=t\n"), "nDCG");
  EXPECT_EQ(pointed_at(topics + "columns now LO topics=r\n"), "LO");
  EXPECT_THAT(error_of(topics + "columns now P@1 topics=t,r\n").message,
              HasSubstr("no measure in common"));
  EXPECT_THAT(error_of("topics t task=3 judgements=q\n").message, HasSubstr("of a collection"));
  EXPECT_THAT(error_of("topics t judgements=q decoder=d\n").message, HasSubstr("Task 3"));
  EXPECT_THAT(error_of("system s profile=a generator=b\n").message, HasSubstr("either"));
  EXPECT_EQ(pointed_at("system s generator=b beams=0\n"), "0");
  EXPECT_THAT(error_of("system s generator=b answers=first\n").message, HasSubstr("answers"));
}

TEST(ReadExperiment, ReadsEncodersAndTheirTasks) {
  const std::string head =
      "tasks train clusters=${data}/train.txt.gz\n"
      "tasks dev clusters=dev.txt seed=11 items=38 threshold=train\n"
      "system ours encoder=../models/m algebra=yes about=\"what we made\"\n";
  const auto read = read_experiment(
      head +
      "table T A\ncolumns - \"Accuracy (%)\" reads tasks=dev measures=k-means,reads\n"
      "columns - where best=none\npublished p 97.61 tokens here\nmeasured ours there\n");
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->tasks.size(), 2U);
  EXPECT_EQ(read->tasks[0].clusters, "${data}/train.txt.gz");
  EXPECT_EQ(read->tasks[0].items, 1000U);
  EXPECT_EQ(read->tasks[1].seed, 11U);
  EXPECT_EQ(read->tasks[1].items, 38U);
  EXPECT_EQ(read->tasks[1].threshold, "train");
  EXPECT_EQ(read->systems[0].encoder.folder, "../models/m");
  EXPECT_TRUE(read->systems[0].encoder.with_algebra);
  EXPECT_EQ(read->tables[0].groups[0].columns[0].encoder_measure, "k-means");
  EXPECT_EQ(read->tables[0].given_columns(), 1U);

  EXPECT_THAT(error_of("tasks t\n").message, HasSubstr("no clusters"));
  EXPECT_EQ(pointed_at("tasks t clusters=c threshold=u\n"), "u");
  EXPECT_EQ(pointed_at("tasks t clusters=c items=0\n"), "0");
  EXPECT_EQ(pointed_at("tasks t clusters=c\ntasks t clusters=d\n"), "t");
  EXPECT_EQ(pointed_at("system s encoder=e top=5\n"), "top");
  EXPECT_EQ(pointed_at("system s profile=p algebra=yes\n"), "algebra");
  EXPECT_THAT(error_of("system s profile=p encoder=e\n").message, HasSubstr("either"));
  const std::string table = head + "topics q judgements=j\ntable T A\ncolumns - a b ";
  EXPECT_EQ(pointed_at(table + "tasks=dev measures=k-means,kmeans\n"), "k-means,kmeans");
  EXPECT_THAT(error_of(table + "tasks=dev measures=k-means\n").message,
              HasSubstr("2 columns have 1 measures"));
  EXPECT_THAT(error_of(table + "tasks=dev\n").hint, HasSubstr("measures="));
  EXPECT_EQ(pointed_at(table + "measures=k-means,reads\n"), "measures");
  EXPECT_THAT(error_of(table + "topics=q tasks=dev\n").message, HasSubstr("topics or tasks"));
}

TEST(ReadExperiment, ReadsAllThatAreShipped) {
  std::size_t count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(NOETHER_SOURCE_DIR) + "/experiments")) {
    if (entry.path().extension() != ".experiment") continue;
    const std::ifstream in(entry.path());
    std::stringstream text;
    text << in.rdbuf();
    const auto read = read_experiment(text.str());
    EXPECT_TRUE(read) << entry.path() << ": " << read.error().message;
    ++count;
  }
  EXPECT_GE(count, 7U);
}

}  // namespace
}  // namespace noether::evaluation
