#include "noether/evaluation/score.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "noether/base/cpu_clock.h"
#include "noether/evaluation/lines_of_text.h"

namespace noether::evaluation {
namespace {

// Every measure again, written directly from its definition, for comparison in tests. It shares no
// code with the fast versions.
namespace plain {

using Grades = std::map<std::string, int>;                   // by id; negative means not judged
using Scores = std::vector<std::pair<std::string, double>>;  // ids and scores, each id once

// Ids by falling score; ties by falling id.
inline std::vector<std::string> ranking(Scores scores) {
  std::vector<std::string> ids;
  while (!scores.empty()) {
    auto best = scores.begin();
    for (auto i = scores.begin(); i != scores.end(); ++i) {
      if (i->second > best->second || (i->second == best->second && i->first > best->first))
        best = i;
    }
    ids.push_back(best->first);
    scores.erase(best);
  }
  return ids;
}

class Topic {
 public:
  Topic(const Scores& scores, Grades grades, int threshold, bool prime)
      : grades_(std::move(grades)), threshold_(threshold) {
    for (const std::string& id : ranking(scores)) {
      if (!prime || is_judged(id)) ids_.push_back(id);
    }
  }

  double precision(std::size_t k) const { return found(k) / static_cast<double>(k); }
  double recall(std::size_t k) const { return relevant() == 0 ? 0 : found(k) / relevant(); }
  double retrieved() const { return static_cast<double>(ids_.size()); }
  double relevant() const {
    return how_many([&](const auto& g) { return g.second >= threshold_; });
  }

  double average_precision(std::size_t k) const {
    double sum = 0;
    for (std::size_t rank = 1; rank <= std::min(k, ids_.size()); ++rank) {
      if (is_relevant(ids_[rank - 1])) sum += precision(rank);
    }
    return relevant() == 0 ? 0 : sum / relevant();
  }

  double r_precision() const {
    const auto r = static_cast<std::size_t>(relevant());
    return r == 0 ? 0 : found(r) / static_cast<double>(r);
  }

  double reciprocal_rank(std::size_t k) const {
    for (std::size_t rank = 1; rank <= std::min(k, ids_.size()); ++rank) {
      if (is_relevant(ids_[rank - 1])) return 1.0 / static_cast<double>(rank);
    }
    return 0;
  }

  double ndcg(std::size_t k) const {
    std::vector<int> best;
    for (const auto& [id, grade] : grades_) best.push_back(std::max(grade, 0));
    std::ranges::sort(best, std::greater<>());
    double gain = 0;
    double ideal = 0;
    for (std::size_t i = 0; i < std::min(k, ids_.size()); ++i) {
      const auto grade = grades_.find(ids_[i]);
      if (grade != grades_.end())
        gain += std::max(grade->second, 0) / std::log2(static_cast<double>(i) + 2);
    }
    for (std::size_t i = 0; i < std::min(k, best.size()); ++i) {
      ideal += best[i] / std::log2(static_cast<double>(i) + 2);
    }
    return ideal == 0 ? 0 : gain / ideal;
  }

  double bpref() const {
    const double nonrelevant = how_many([&](const auto& g) { return g.second >= 0; }) - relevant();
    double sum = 0;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      if (!is_relevant(ids_[i])) continue;
      double above = 0;
      for (std::size_t j = 0; j < i; ++j) {
        if (is_judged(ids_[j]) && !is_relevant(ids_[j])) ++above;
      }
      sum += above == 0 ? 1 : 1 - std::min(above, relevant()) / std::min(nonrelevant, relevant());
    }
    return relevant() == 0 ? 0 : sum / relevant();
  }

  double interpolated_precision(double level) const {
    const double wanted = std::round(level * relevant());
    double best = 0;
    for (std::size_t rank = 1; rank <= ids_.size(); ++rank) {
      if (found(rank) >= wanted) best = std::max(best, precision(rank));
    }
    return found(ids_.size()) >= wanted ? best : 0;
  }

 private:
  bool is_judged(const std::string& id) const {
    return grades_.contains(id) && grades_.at(id) >= 0;
  }
  bool is_relevant(const std::string& id) const {
    return grades_.contains(id) && grades_.at(id) >= threshold_;
  }
  template <typename Holds>
  double how_many(Holds holds) const {
    return static_cast<double>(std::ranges::count_if(grades_, holds));
  }
  double found(std::size_t k) const {
    double count = 0;
    for (std::size_t i = 0; i < std::min(k, ids_.size()); ++i)
      count += is_relevant(ids_[i]) ? 1 : 0;
    return count;
  }

  Grades grades_;
  int threshold_;
  std::vector<std::string> ids_;
};

}  // namespace plain

using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;

Judgements judged(std::string text) {
  LineSource lines = lines_of_text(std::move(text));
  return *read_judgements(lines);
}

base::Result<ScoreTable> score(std::string run, const Judgements& judgements,
                               std::string_view measures, ScoreOptions options = {},
                               const ReadOptions& reading = {}) {
  options.measures = *parse_measures(measures);
  RunReader reader(lines_of_text(std::move(run), reading));
  return score_run(reader, judgements, options);
}

constexpr std::string_view kMeasures =
    "num_q,num_ret,num_rel,map,map@3,gm_map,rprec,bpref,rr,rr@2,iprec@0,iprec@0.3,iprec@0.5,"
    "iprec@1,p@1,p@5,recall@5,ndcg,ndcg@4";

// The values in the order of the names above, except for measures without a value per topic.
std::vector<double> plain_values(const plain::Topic& topic) {
  constexpr std::size_t all = 1'000'000;
  return {1,
          topic.retrieved(),
          topic.relevant(),
          topic.average_precision(all),
          topic.average_precision(3),
          topic.average_precision(all),
          topic.r_precision(),
          topic.bpref(),
          topic.reciprocal_rank(all),
          topic.reciprocal_rank(2),
          topic.interpolated_precision(0),
          topic.interpolated_precision(0.3),
          topic.interpolated_precision(0.5),
          topic.interpolated_precision(1),
          topic.precision(1),
          topic.precision(5),
          topic.recall(5),
          topic.ndcg(all),
          topic.ndcg(4)};
}

// A run and judgements with all features of real ones: ties, topics on one side only, unjudged
// results, negative judgements, repeated ids, interleaved topics.
struct RandomEvaluation {
  std::map<std::string, plain::Grades> grades;
  std::map<std::string, plain::Scores> scores;  // the results that count: the first for each id
  std::vector<std::string> run_lines;
  std::string judgement_lines;
  std::size_t repeated = 0;
};

RandomEvaluation random_evaluation(std::mt19937_64& random) {
  const auto draw = [&](int below) {
    return std::uniform_int_distribution<int>(0, below - 1)(random);
  };
  RandomEvaluation made;
  const int documents = 1 + draw(30);
  for (int t = 0; t < 1 + draw(6); ++t) {
    const std::string topic = fmt::format("T{}", draw(12));
    plain::Grades& grades = made.grades[topic];
    for (int j = 0; j < 1 + draw(20); ++j) {
      const std::string id = fmt::format("d{}", draw(documents));
      if (!grades.contains(id)) grades[id] = draw(5) - 1;
    }
  }
  for (const auto& [topic, grades] : made.grades) {
    for (const auto& [id, grade] : grades) {
      made.judgement_lines += fmt::format("{} 0 {} {}\n", topic, id, grade);
    }
  }
  std::map<std::string, std::set<std::string>> seen;
  for (int i = 0; i < draw(120); ++i) {
    const std::string topic = fmt::format("T{}", draw(12));
    const std::string id = fmt::format("d{}", draw(documents));
    const double value = draw(6) * 0.25 - 0.5;
    made.run_lines.push_back(fmt::format("{} Q0 {} {} {} tag", topic, id, i, value));
    if (seen[topic].insert(id).second) {
      made.scores[topic].emplace_back(id, value);
    } else if (made.grades.contains(topic)) {
      ++made.repeated;
    }
  }
  return made;
}

TEST(Score, AgreesWithTheDefinitionsOnRandomRuns) {
  std::mt19937_64 random;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    random.seed(seed);
    const RandomEvaluation made = random_evaluation(random);
    const bool prime = seed % 2 == 1;
    const int threshold = 1 + static_cast<int>(seed / 2 % 3);
    ScoreOptions options{.measures = *parse_measures(kMeasures), .threshold = threshold};
    for (MeasureRequest& request : options.measures) request.prime = prime;
    const Judgements judgements = judged(made.judgement_lines);
    collection::ProblemList problems;
    RunReader reader(lines_of_text(fmt::format("{}\n", fmt::join(made.run_lines, "\n")),
                                   {.lenient = true, .problems = &problems}));
    const auto table = score_run(reader, judgements, options);
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(problems.count(collection::Problem::Severity::Skipped), made.repeated);

    std::size_t scored = 0;
    for (const auto& [topic, grades] : made.grades) {
      const auto found = made.scores.find(topic);
      if (found == made.scores.end()) continue;
      SCOPED_TRACE(topic);
      ASSERT_LT(scored, table->topics.size());
      EXPECT_EQ(table->topics[scored], topic);
      const auto expected = plain_values(plain::Topic(found->second, grades, threshold, prime));
      ASSERT_EQ(table->values[scored].size(), expected.size());
      for (std::size_t m = 0; m < expected.size(); ++m) {
        EXPECT_NEAR(table->values[scored][m], expected[m], 1e-12) << table->measures[m];
      }
      ++scored;
    }
    EXPECT_EQ(table->topics.size(), scored);
    for (std::size_t m = 0; m < table->means.size(); ++m) {
      double sum = 0;
      for (const std::vector<double>& row : table->values) sum += row[m];
      if (table->measures[m].starts_with("gm_map")) continue;
      const bool is_count = table->measures[m].starts_with("num");
      EXPECT_NEAR(table->means[m],
                  is_count || scored == 0 ? sum : sum / static_cast<double>(scored), 1e-9);
    }
  }
}

TEST(Score, StopsAtAnIdThatIsThereTwiceAsTrecEvalDoes) {
  const auto table = score("A Q0 x 1 2 t\nA Q0 x 2 1 t\n", judged("A 0 x 1\n"), "map");
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().message, "text:2:1: topic A has x twice, first in line 1");
}

TEST(Score, TakesTheTopicsThatAreJudgedAndInTheRun) {
  const Judgements judgements = judged("A 0 x 1\nB 0 x 1\nC 0 x 0\n");
  const std::string run = "C Q0 x 1 1 t\nD Q0 x 1 1 t\nA Q0 x 1 1 t\n";
  collection::ProblemList problems;
  const auto table = score(run, judgements, "p@1", {}, {.problems = &problems});
  EXPECT_THAT(table->topics, ElementsAre("A", "C"));
  EXPECT_THAT(table->means, ElementsAre(DoubleEq(0.5)));
  ASSERT_EQ(problems.kept().size(), 2U);
  EXPECT_EQ(problems.kept()[0].message, "1 topic without judgements is left out: D");
  EXPECT_EQ(problems.kept()[1].message, "1 judged topic is not in the run and does not count: B");

  EXPECT_THAT(score(run, judgements, "p@1", {.measures = {}, .missing_as_zero = true})->means,
              ElementsAre(DoubleEq(1.0 / 3)));
  EXPECT_THAT(score(run, judgements, "p@1", {.measures = {}, .only_with_relevant = true})->topics,
              ElementsAre("A"));
}

TEST(Score, CountsAnUnjudgedTopicThatComesBackOnce) {
  collection::ProblemList problems;
  ASSERT_TRUE(score("D Q0 x 1 1 t\nA Q0 x 1 1 t\nD Q0 y 2 1 t\n", judged("A 0 x 1\n"), "p@1", {},
                    {.problems = &problems}));
  ASSERT_EQ(problems.kept().size(), 1U);
  EXPECT_EQ(problems.kept()[0].message, "1 topic without judgements is left out: D");
}

TEST(Score, ReportsScoresThatAreNotInTheOrderOfRanks) {
  collection::ProblemList problems;
  const auto table =
      score("A Q0 x 1 1 t\nA Q0 y 2 2 t\n", judged("A 0 x 1\n"), "rr", {}, {.problems = &problems});
  EXPECT_THAT(table->means, ElementsAre(DoubleEq(0.5)));
  ASSERT_EQ(problems.kept().size(), 1U);
  EXPECT_THAT(problems.kept()[0].message,
              HasSubstr("scores are not in the order of the ranks in 1 topic"));
}

TEST(Score, JoinsATopicThatComesBackWithItsFirstLines) {
  const auto table =
      score("A Q0 x 1 3 t\nB Q0 x 1 3 t\nA Q0 y 2 4 t\n", judged("A 0 x 1\nB 0 y 1\n"), "rr");
  EXPECT_THAT(table->values, ElementsAre(ElementsAre(DoubleEq(0.5)), ElementsAre(DoubleEq(0))));
}

TEST(Score, OfTopicsThatTakeTurnsCostsTimeForEachLineOnly) {
  std::string run;
  for (int i = 0; i < 40'000; ++i) run += fmt::format("A Q0 {} 1 1 t\nB Q0 {} 1 1 t\n", i, i);
  const Judgements judgements = judged("A 0 7 1\nB 0 8 1\n");
  const double before = base::thread_cpu_seconds();
  const auto table = score(run, judgements, "num_ret");
  EXPECT_LT(base::thread_cpu_seconds() - before, 1.5);
  ASSERT_TRUE(table);
  EXPECT_THAT(table->means, ElementsAre(DoubleEq(80'000)));
}

TEST(Score, SaysToSortARunWhoseTopicsComeBackTooLate) {
  std::string run = "A Q0 x 1 1 t\n";
  for (int i = 0; i < 1000; ++i) run += fmt::format("B Q0 {} 1 1 t\n", i);
  run += "C Q0 x 1 1 t\nA Q0 y 1 1 t\n";
  const Judgements judgements = judged("A 0 x 1\nB 0 x 1\nC 0 x 1\n");
  EXPECT_TRUE(score(run, judgements, "map"));
  const auto table = score(run, judgements, "map", {.measures = {}, .max_kept_bytes = 10'000});
  ASSERT_FALSE(table);
  EXPECT_THAT(table.error().message, HasSubstr("text:1003: topic A comes back after others"));
  EXPECT_THAT(table.error().hint, HasSubstr("sort"));
}

TEST(Score, OfARunInMemoryIsTheSame) {
  const Judgements judgements = judged("A 0 x 1\nA 0 y 2\n");
  const std::string text = "A Q0 y 2 1 t\nA Q0 x 1 2 t\n";
  const ScoreOptions options{.measures = *parse_measures("ndcg,map,bpref")};
  evaluation::Run run;
  run.tag = "t";
  run.topics.push_back({"A", {{"x", 1, 2}, {"y", 2, 1}}});
  EXPECT_EQ(score_run(run, judgements, options).values,
            score(text, judgements, "ndcg,map,bpref")->values);
}

}  // namespace
}  // namespace noether::evaluation
