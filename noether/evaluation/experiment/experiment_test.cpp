// Tests a whole experiment in a separate folder, with the sample collection and made-up judgements.
#include <expat.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "noether/base/temporary_folder.h"
#include "noether/embedding/text/random_text_model.h"
#include "noether/evaluation/experiment/experiment_report.h"
#include "noether/evaluation/experiment/run_experiment.h"
#include "noether/evaluation/report/report.h"

namespace noether::evaluation {
namespace {

using testing::HasSubstr;
using testing::Not;

void write(const std::string& path, std::string_view text) { std::ofstream(path) << text; }

std::string file_text(const std::string& path) {
  return base::FileSystem::real().read(path, 1 << 24).value_or("nothing");
}

class WholeExperiment : public testing::Test {
 protected:
  void SetUp() override {
    const std::string source = NOETHER_SOURCE_DIR;
    std::filesystem::create_directory(folder_ / "notes");
    for (const char* part : {"algebra", "calculus"}) {
      std::filesystem::copy_file(source + "/sample/" + part + "/questions.jsonl",
                                 folder_ / ("notes/" + std::string(part) + ".jsonl"));
    }
    write(folder_ / "topics.xml",
          "<Topics><Topic number=\"S.1\"><Title>Expanding a square</Title>"
          "<Question>Why is $(a+b)^2$ not $a^2+b^2$?</Question><Tags>algebra</Tags></Topic>"
          "<Topic number=\"S.2\"><Title>Integral of the logarithm</Title>"
          "<Question>How do I integrate $\\ln x$?</Question><Tags>calculus</Tags></Topic>"
          "<Topic number=\"S.3\"><Title>Sum of integers</Title>"
          "<Question>Why is $1+2+\\dots+n = n(n+1)/2$?</Question><Tags>algebra</Tags></Topic>"
          "</Topics>");
    write(folder_ / "judgements.tsv",
          "S.1\t0\talgebra-q3-a1\t3\nS.1\t0\talgebra-q4-a1\t1\nS.2\t0\tcalculus-q1-a1\t3\n"
          "S.2\t0\tcalculus-q1-a2\t2\nS.3\t0\talgebra-q7-a1\t2\nS.3\t0\talgebra-q3-a1\t0\n");
    write(folder_ / "old.run",
          "S.1 Q0 algebra-q4-a1 1 2.0 old\nS.1 Q0 algebra-q3-a1 2 1.0 old\n"
          "S.2 Q0 calculus-q1-a1 1 1.0 old\nS.3 Q0 algebra-q3-a1 1 1.0 old\n");
    write(folder_ / "mine.profiles", "topics search\n");
  }

  static std::string text() {
    return "title Small\n"
           "collection notes source=notes\n"
           "topics three collection=notes file=topics.xml judgements=judgements.tsv\n"
           "topics lost collection=notes file=topics.xml judgements=${data}/lost.tsv\n"
           "system ours profile=default\nsystem mine profile=mine.profiles\n"
           "run old topics=three file=old.run\nrun gone topics=three file=gone.run\n"
           "compare old\n"
           "table T A\ncolumns - who best=none\ncolumns now nDCG MAP topics=three\n"
           "columns later nDCG topics=lost\n"
           "published paper them 0.5000 0.123456 0.25\nmeasured ours we\nmeasured mine\n"
           "measured old\nmeasured gone\nmissing model \"no model\"\n";
  }

  struct Outcome {
    ExperimentResults results;
    std::string markdown;
    std::string html;
  };

  Outcome run(unsigned threads = 2, const std::string& program = "1",
              const std::string& cache_name = "cache") {
    return run_text(text(), threads, program, cache_name);
  }

  Outcome run_text(const std::string& text, unsigned threads = 2, const std::string& program = "1",
                   const std::string& cache_name = "cache") {
    const auto experiment = read_experiment(text);
    EXPECT_TRUE(experiment) << experiment.error().message;
    const auto cache = ExperimentCache::open(folder_ / cache_name);
    EXPECT_TRUE(cache) << cache.error().message;
    ExperimentOptions options;
    options.folder = folder_.path();
    options.program = program;
    options.threads = threads;
    said_.clear();
    options.say = [&](const std::string& message) { said_ += message + "\n"; };
    auto results = run_experiment(*experiment, *cache, options);
    EXPECT_TRUE(results) << results.error().message;
    const Report report = experiment_report(*experiment, *results, threads);
    EXPECT_TRUE(write_report(report, folder_ / "out", "x"));
    return {std::move(*results), file_text(folder_ / "out/x.md"),
            file_text(folder_ / "out/x.html")};
  }

  base::TemporaryFolder folder_;
  std::string said_;
};

TEST_F(WholeExperiment, LetsARunOfFewerTopicsNotCompete) {
  write(folder_ / "lazy.run", "S.2 Q0 calculus-q1-a1 1 2 lazy\nS.2 Q0 calculus-q1-a2 2 1 lazy\n");
  const Outcome made = run_text(
      "title Fewer\ntopics three judgements=judgements.tsv\n"
      "run old topics=three file=old.run\nrun same topics=three file=old.run\n"
      "run lazy topics=three file=lazy.run\n"
      "table T A\ncolumns now map topics=three\nmeasured old\nmeasured same\nmeasured lazy\n");
  EXPECT_THAT(made.markdown, HasSubstr("| old | **"));
  EXPECT_THAT(made.markdown, HasSubstr("| lazy | 1.0000 (1 topics) |"));
}

TEST_F(WholeExperiment, MeasuresWhatIsThereAndSaysWhatIsNot) {
  const Outcome made = run();
  // By hand: S.1 has grades 1, 3 where 3, 1 is best (.7967); S.2 has the first of two (.7039); S.3
  // has no relevant result.
  EXPECT_THAT(made.markdown, HasSubstr("| old |  | 0.5002 | 0.333333 | *no run for these topics*"));
  EXPECT_THAT(made.markdown, HasSubstr("| paper | them | 0.5000 | 0.123456 | 0.25 |"));
  EXPECT_THAT(made.markdown, HasSubstr("| ours | we | "));
  EXPECT_THAT(made.markdown, HasSubstr("gone.run is missing"));
  EXPECT_THAT(made.markdown, HasSubstr("*the folder of the data is unknown*"));
  EXPECT_THAT(made.markdown, HasSubstr("| model | *not built yet: no model*"));
  EXPECT_THAT(made.markdown, HasSubstr("a: significantly better than old"));
  EXPECT_THAT(made.markdown, HasSubstr("](x-plots/1-difference-1.svg)"));
  EXPECT_EQ(made.results.runs_made, 2U);
  XML_Parser parser = XML_ParserCreate("UTF-8");
  EXPECT_EQ(XML_Parse(parser, made.html.data(), static_cast<int>(made.html.size()), 1),
            XML_STATUS_OK)
      << made.html;
  XML_ParserFree(parser);
}

TEST_F(WholeExperiment, IsTheSameByteForByteWhateverTheThreadsAndTheCache) {
  const Outcome first = run(1, "1", "cache-1");
  const Outcome again = run(3, "1", "cache-2");
  const Outcome cached = run(2, "1", "cache-2");
  EXPECT_EQ(cached.results.runs_made, 0U);
  EXPECT_EQ(cached.results.runs_found, 2U);
  EXPECT_EQ(first.html, again.html);
  EXPECT_EQ(first.html, cached.html);
  EXPECT_EQ(first.markdown, cached.markdown);
  EXPECT_THAT(first.html, Not(HasSubstr(folder_.path())));
}

TEST_F(WholeExperiment, RunsAgainOnlyWhatAChangeTouches) {
  run();
  write(folder_ / "mine.profiles", "topics search\nlists formulas=0\n");
  EXPECT_EQ(run().results.runs_made, 1U);
  // Judgements change scores, but not runs.
  write(folder_ / "judgements.tsv", "S.1\t0\talgebra-q3-a1\t3\n");
  EXPECT_EQ(run().results.runs_made, 0U);
  write(folder_ / "topics.xml",
        "<Topics><Topic number=\"S.1\"><Title>Square</Title><Question>Why?</Question></Topic>"
        "</Topics>");
  EXPECT_EQ(run().results.runs_made, 2U);
  EXPECT_EQ(run(2, "another program").results.runs_made, 2U);
  write(folder_ / "notes/more.jsonl", "{\"id\": \"x\", \"title\": \"t\", \"body\": \"more\"}\n");
  EXPECT_EQ(run().results.runs_made, 2U);
  EXPECT_EQ(run().results.runs_made, 0U);
}

TEST_F(WholeExperiment, DoesNotKeepARunOfWhichATopicFailed) {
  write(folder_ / "Posts.xml",
        "<posts><row Id=\"1\" PostTypeId=\"1\" Title=\"Root\" Body=\"&lt;p&gt;Why is &lt;span "
        "class=&quot;math-container&quot; id=&quot;11&quot;&gt;$\\sqrt{x}$&lt;/span&gt;?"
        "&lt;/p&gt;\" Tags=\"&lt;calculus&gt;\"/></posts>");
  write(folder_ / "formulas.xml",
        "<Topics><Topic number=\"B.1\"><Title>No formula</Title><Question>Why?</Question></Topic>"
        "</Topics>");
  write(folder_ / "map.tsv", "11 1\n");
  write(folder_ / "judged.tsv", "B.1\t0\t11\t3\n");
  const std::string text =
      "title Formulas\ncollection posts source=Posts.xml format=stackexchange\n"
      "topics one collection=posts file=formulas.xml judgements=judged.tsv task=2 "
      "visual-ids=map.tsv\nsystem ours profile=default\n"
      "table T A\ncolumns now nDCG topics=one\nmeasured ours\n";
  for (int round = 0; round < 2; ++round) {
    const Outcome made = run_text(text);
    EXPECT_THAT(made.markdown, HasSubstr("topic B.1: the topic has no formula")) << round;
    EXPECT_EQ(made.results.runs_made, 0U);
    EXPECT_EQ(made.results.runs_found, 0U);
  }
}

TEST_F(WholeExperiment, MeasuresWrittenAnswersBesideOtherRelevantPosts) {
  const base::TemporaryFolder model;
  embedding::write_random_text_model(model.path());
  setenv("NOETHER_TEXT_MODEL", model.path().c_str(), 1);
  // Runs of answers use topic numbers of the lab.
  for (const char* file : {"topics.xml", "judgements.tsv"}) {
    std::string numbered = file_text(folder_ / file);
    for (std::size_t at = 0; (at = numbered.find("S.", at)) != std::string::npos;) {
      numbered[at] = 'A';
    }
    write(folder_ / file, numbered);
  }
  // A.2 has two relevant posts: one is copied here as an answer, and is not a reference for itself.
  write(folder_ / "written.tsv",
        "A.2\t1\t1\twritten\tcalculus-q1-a1\tBy parts.\nA.3\t1\t1\twritten\t\tNobody "
        "knows.\n");
  const std::string text =
      "title Answers\ncollection notes source=notes\n"
      "topics three task=3 collection=notes file=topics.xml judgements=judgements.tsv "
      "decoder=scorer\n"
      "system first profile=default\nsystem extracted profile=default answers=extract\n"
      "system nobody generator=writer\nrun written topics=three file=written.tsv\n"
      "compare first\ntable T A\ncolumns now AR P@1 LO CS bits length topics=three\n"
      "published paper 1.00 1.00 0.50 0.50 1.0 9\n"
      "measured first\nmeasured extracted\nmeasured nobody\nmeasured written\n";
  const Outcome made = run_text(text);
  unsetenv("NOETHER_TEXT_MODEL");
  EXPECT_EQ(made.results.runs_made, 2U);
  EXPECT_THAT(made.markdown, HasSubstr("| nobody | *writer is missing*"));
  EXPECT_THAT(made.markdown, HasSubstr("| nobody | decoder writer, 5 beams |"));
  EXPECT_THAT(made.markdown, HasSubstr("| three | 3: written answers |"));
  const ScoreTable* first = made.results.table(0, 0);
  ASSERT_NE(first, nullptr) << made.markdown;
  EXPECT_THAT(first->measures,
              testing::ElementsAre("ar", "p@1", "lo", "cs", "bits", "repeats", "length"));
  EXPECT_EQ(first->topics.size(), 3U);
  const ScoreTable* extracted = made.results.table(1, 0);
  ASSERT_NE(extracted, nullptr) << made.markdown;
  EXPECT_LE(extracted->means[6], first->means[6]);
  const ScoreTable* written = made.results.table(3, 0);
  ASSERT_NE(written, nullptr) << made.markdown;
  // The source of A.2 has grade 3; the answer to A.3 has no source.
  EXPECT_EQ(written->means[0], 3);
  EXPECT_EQ(written->means[1], 1);
  EXPECT_EQ(written->means[6], (9 + 13) / 2.0);
  ASSERT_EQ(written->topics.size(), 2U);
  EXPECT_LT(written->values[0][2], 1);
  EXPECT_TRUE(std::isnan(written->values[1][0]));
  EXPECT_GT(written->values[1][3], 0);
  // The decoder does not exist, and everything else is measured.
  EXPECT_TRUE(std::isnan(written->means[4]));
  EXPECT_THAT(said_, HasSubstr("scorer is missing"));
  EXPECT_THAT(said_, HasSubstr("scripts/answer_writer.sh"));
}

TEST_F(WholeExperiment, SaysWhatIsOddAboutRunsAndJudgements) {
  run();
  EXPECT_THAT(said_, Not(HasSubstr("old on three")));
  write(folder_ / "old.run",
        "S.1 Q0 algebra-q4-a1 1 2.0 old\nS.2 Q0 calculus-q1-a1 1 1.0 old\n"
        "S.9 Q0 algebra-q3-a1 1 1.0 old\n");
  write(folder_ / "judgements.tsv",
        "S.1\t0\talgebra-q3-a1\t3\nS.2\t0\tcalculus-q1-a1\t-1\nS.3\t0\talgebra-q7-a1\t2\n");
  run();
  EXPECT_THAT(said_, HasSubstr("1 negative judgement"));
  EXPECT_THAT(said_, HasSubstr("old on three: 1 topic without judgements is left out: S.9"));
  EXPECT_THAT(said_, HasSubstr("old on three: 1 judged topic is not in the run"));
}

TEST_F(WholeExperiment, TestsMeansOverTopicsButNoCounts) {
  const std::string text =
      "title Counts\ntopics three judgements=judgements.tsv\n"
      "run old topics=three file=old.run\nrun same topics=three file=old.run\ncompare old\n"
      "table T A\ncolumns now map num_ret gm_map topics=three\nmeasured old\nmeasured same\n";
  const Outcome made = run_text(text);
  const auto experiment = read_experiment(text);
  ASSERT_TRUE(experiment);
  const BaselineComparisons comparisons(*experiment, made.results, 1);
  EXPECT_NE(comparisons.all(0, 0, "map"), nullptr);
  EXPECT_EQ(comparisons.all(0, 0, "num_ret"), nullptr);
  EXPECT_EQ(comparisons.all(0, 0, "gm_map"), nullptr);
}

TEST_F(WholeExperiment, LeavesNothingUnfinishedInTheCache) {
  run();
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "cache")) {
    EXPECT_THAT(entry.path().string(), Not(HasSubstr("unfinished")));
  }
}

TEST(ExperimentCache, IsForOneProgramAtATime) {
  const base::TemporaryFolder folder;
  const auto cache = ExperimentCache::open(folder / "c");
  ASSERT_TRUE(cache) << cache.error().message;
  EXPECT_FALSE(ExperimentCache::open(folder / "c"));
}

TEST(ExperimentCache, AFolderThatFailsIsNotThere) {
  const base::TemporaryFolder folder;
  const auto cache = ExperimentCache::open(folder / "c");
  ASSERT_TRUE(cache) << cache.error().message;
  const std::string path = cache->path("index", base::digest_of("x"));
  const auto made =
      cache->make_folder(path, [](const std::string& unfinished) -> base::Result<void> {
        write(unfinished + "/half", "x");
        return base::fail("the disk is full");
      });
  EXPECT_FALSE(made);
  EXPECT_FALSE(cache->has(path));
  EXPECT_FALSE(cache->has(path + ".unfinished"));
  // Files left by a crash do no harm.
  std::filesystem::create_directory(path + ".unfinished");
  write(path + ".unfinished/half", "x");
  EXPECT_TRUE(cache->make_folder(path, [](const std::string&) { return base::Result<void>(); }));
  EXPECT_TRUE(cache->has(path));
  EXPECT_FALSE(cache->has(path + "/half"));
}

TEST(ContentDigest, OfAFolderKnowsNamesAndBytes) {
  const base::TemporaryFolder folder;
  write(folder / "a", "1");
  const auto first = content_digest(folder.path());
  ASSERT_TRUE(first);
  write(folder / "b", "");
  const auto more = content_digest(folder.path());
  EXPECT_NE(*first, *more);
  std::filesystem::rename(folder / "b", folder / "c");
  EXPECT_NE(*more, *content_digest(folder.path()));
  write(folder / "a", "2");
  std::filesystem::remove(folder / "c");
  EXPECT_NE(*first, *content_digest(folder.path()));
  EXPECT_FALSE(content_digest(folder / "none"));
}

}  // namespace
}  // namespace noether::evaluation
