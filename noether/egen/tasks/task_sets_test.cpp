// Every task set: well formed, certified by an independent check, the same for the same seed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "noether/algebra/decide/decide.h"
#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/base/faulty_file_system.h"
#include "noether/base/file_descriptor.h"
#include "noether/base/temporary_folder.h"
#include "noether/egen/tasks/relations.h"
#include "noether/egen/tasks/task_files.h"
#include "noether/egen/tasks/task_set.h"
#include "noether/egen/training/egen_clusters_fixture.h"

namespace noether::egen {
namespace {

algebra::Verdict decided(std::string_view a, std::string_view b) {
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool(vocabulary);
  const auto left = algebra::read_expression(formula::Notation::Prefix, a, pool);
  const auto right = algebra::read_expression(formula::Notation::Prefix, b, pool);
  if (!left || !right) {
    ADD_FAILURE() << "cannot be read: " << a << " or " << b;
    return algebra::Verdict::Unknown;
  }
  algebra::DecideOptions options;
  options.equality = algebra::Equality::WhereBothDefined;
  options.seconds = 20;
  options.want_proof = false;
  return algebra::decide(pool, *left, *right, options).verdict;
}

std::size_t tokens_in(std::string_view text) {
  return 1 + static_cast<std::size_t>(std::ranges::count(text, ' '));
}

TEST(SemanticChoice, HasOneEqualAmongSevenAndSixThatAreRefuted) {
  const MemberTable table = table_of(small_clusters());
  SemanticChoiceMaker maker(table);
  std::set<std::size_t> answers;
  for (std::size_t cluster = 0; cluster < 5; ++cluster) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      egraph::Random random(seed);
      const auto item = maker.make(cluster, random);
      ASSERT_TRUE(item) << cluster;
      EXPECT_EQ(item->cluster_id, table.cluster_id(cluster));
      ASSERT_EQ(item->candidates.size(), kChoices);
      std::set<std::string> texts = {item->query};
      std::map<SemanticChoice::Origin, int> origins;
      for (std::size_t i = 0; i < kChoices; ++i) {
        const auto& candidate = item->candidates[i];
        EXPECT_TRUE(texts.insert(candidate.expression).second);
        ++origins[candidate.origin];
        EXPECT_EQ(candidate.change.has_value(), i != item->answer);
        const algebra::Verdict verdict = decided(item->query, candidate.expression);
        if (i == item->answer) {
          EXPECT_NE(verdict, algebra::Verdict::Refuted) << candidate.expression;
        } else {
          EXPECT_EQ(verdict, algebra::Verdict::Refuted) << candidate.expression;
        }
      }
      EXPECT_EQ(origins[SemanticChoice::Origin::Answer], 1);
      EXPECT_EQ(origins[SemanticChoice::Origin::OfQuery], 3);
      EXPECT_EQ(origins[SemanticChoice::Origin::OfAnswer], 3);
      answers.insert(item->answer);
    }
  }
  EXPECT_GT(answers.size(), 3U) << "the answer must not have a place of its own";
}

// E-Gen's released clusters contain false members.
TEST(SemanticChoice, TakesNoAnswerThatIsFalse) {
  const MemberTable table = table_of({cluster_of(0, {"sqrt pow + x 1 2", "+ x 1", "+ 1 x"})});
  SemanticChoiceMaker maker(table);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    egraph::Random random(seed);
    const auto item = maker.make(0, random);
    if (!item) continue;
    EXPECT_NE(decided(item->query, item->candidates[item->answer].expression),
              algebra::Verdict::Refuted);
  }
}

TEST(Derivation, HasRightStepsAndMistakesThatAreWrong) {
  DerivationMaker maker;
  std::size_t made = 0;
  std::size_t mistakes = 0;
  for (const std::string_view start :
       {"* 2 * sin x cos x", "pow + x 1 2", "/ ln pow x 2 3", "d x * x exp x", "tanh + * 3 x 4"}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      egraph::Random random(seed);
      const auto derivation = maker.make(start, 9, random);
      if (!derivation) continue;
      ++made;
      EXPECT_EQ(derivation->cluster_id, 9U);
      EXPECT_EQ(derivation->steps[0].expression, start);
      EXPECT_GE(derivation->steps.size(), 6U);
      EXPECT_LE(derivation->steps.size(), 13U);
      for (std::size_t i = 1; i < derivation->steps.size(); ++i) {
        const DerivationStep& before = derivation->steps[i - 1];
        const DerivationStep& step = derivation->steps[i];
        EXPECT_LE(tokens_in(step.expression), 25U);
        EXPECT_NE(before.expression, step.expression);
        EXPECT_NE(step.rule.empty(), !step.mistake.has_value());
        const algebra::Verdict verdict = decided(before.expression, step.expression);
        if (step.mistake) {
          ++mistakes;
          EXPECT_EQ(verdict, algebra::Verdict::Refuted)
              << before.expression << " to " << step.expression;
        } else {
          EXPECT_NE(verdict, algebra::Verdict::Refuted)
              << before.expression << " to " << step.expression << " by " << step.rule;
        }
      }
    }
  }
  EXPECT_GT(made, 15U);
  EXPECT_GT(mistakes, 10U);
}

TEST(Derivation, IsTheSameForTheSameSeed) {
  egraph::Random first(3);
  egraph::Random second(3);
  DerivationMaker used;
  egraph::Random other(8);
  used.make("exp + x 2", 0, other);
  EXPECT_EQ(DerivationMaker().make("tan * 2 x", 0, first), used.make("tan * 2 x", 0, second));
}

TEST(Analogies, HoldThePapers) {
  const auto analogies = make_analogies(584, 1);
  ASSERT_EQ(analogies.size(), 584U);
  for (unsigned i = 0; i < 21; ++i) EXPECT_EQ(analogies[i].paper, i + 1);
  const auto is = [&](unsigned number, const std::array<std::string, 4>& wanted) {
    const Analogy& found = analogies[number - 1];
    EXPECT_EQ((std::array{found.x1, found.y1, found.x2, found.y2}), wanted) << number;
  };
  is(1, {"sin x", "* -1 sin * -1 x", "cos x", "cos * -1 x"});
  is(5, {"asinh x", "acsch / 1 x", "atanh x", "acoth / 1 x"});
  is(6, {"sin x", "sin + x * 2 pi", "cot x", "cot + x pi"});
  is(8, {"* -1 cos x", "cos + x pi", "* -1 cot x", "tan + x / pi 2"});
  is(9, {"sin x", "cos - x / pi 2", "sec x", "csc + x / pi 2"});
  is(14, {"x", "ln x", "acos x", "ln acos x"});
  is(19, {"x", "/ x 1", "tan x", "/ tan x 1"});
  is(21, {"x", "pow x 3", "asinh x", "pow asinh x 3"});
}

TEST(Analogies, AreDifferentAndSpreadOverAllRelations) {
  std::set<std::string> lines;
  std::set<std::string> names;
  for (const Analogy& analogy : make_analogies(584, 1)) {
    EXPECT_TRUE(
        lines.insert(analogy.x1 + "|" + analogy.y1 + "|" + analogy.x2 + "|" + analogy.y2).second);
    EXPECT_TRUE(analogy.y2 != analogy.x1 && analogy.y2 != analogy.y1 && analogy.y2 != analogy.x2);
    names.insert(analogy.relation);
  }
  EXPECT_EQ(names.size(), relations().size());
  EXPECT_GT(make_analogies(100'000, 1).size(), 5'000U);
  EXPECT_EQ(make_analogies(584, 1), make_analogies(584, 1));
  EXPECT_NE(make_analogies(584, 1), make_analogies(584, 2));
}

TEST(Analogies, HaveRelationsThatHold) {
  for (const Relation& relation : relations()) {
    for (const RelatedPair& pair : relation.pairs) {
      const std::string left = relation_side(relation.left, pair);
      const std::string right = relation_side(relation.right, pair);
      if (left == right) continue;
      const algebra::Verdict verdict = decided(left, right);
      EXPECT_TRUE(verdict == algebra::Verdict::Proven || verdict == algebra::Verdict::Agrees)
          << relation.name << ": " << left << " and " << right;
    }
  }
}

TEST(AnalogyPool, HasEveryAnswerAndExcludesWhatElseIsRight) {
  auto clusters = small_clusters();
  clusters.push_back(cluster_of(30, {"cos x", "sin + x / pi 2"}));
  auto analogies = make_analogies(50, 1);
  const auto pool = make_analogy_pool(table_of(clusters), analogies, 1000, 1);
  std::map<std::string, std::uint64_t> groups;
  for (const PoolEntry& entry : pool) {
    EXPECT_TRUE(groups.emplace(entry.expression, entry.group).second) << entry.expression;
  }
  for (const Analogy& analogy : analogies) {
    for (const std::string& part : {analogy.x1, analogy.y1, analogy.x2, analogy.y2}) {
      EXPECT_TRUE(groups.contains(part)) << part;
    }
    for (const std::string& part : {analogy.x2, analogy.y2}) {
      EXPECT_EQ(std::ranges::count(analogy.excluded, groups[part]), 1) << part;
    }
  }
  EXPECT_EQ(groups["cos x"], groups["sin + x / pi 2"]);
  EXPECT_EQ(groups["cos x"], groups["cos * -1 x"]) << "equal by fingerprint alone";
  EXPECT_NE(groups["cos x"], groups["sin x"]);
}

std::vector<Cluster> retrieval_corpus() {
  std::vector<Cluster> clusters;
  for (std::uint64_t id = 0; id < 12; ++id) {
    Cluster cluster = cluster_of(id, {"+ x " + std::to_string(id)});
    const std::uint64_t size = 15 + 4 * id;
    for (std::uint64_t i = 1; i < size; ++i) {
      cluster.members.emplace_back().expression =
          "- + x " + std::to_string(id + i) + " " + std::to_string(i);
    }
    clusters.push_back(std::move(cluster));
  }
  clusters[9].members[5].expression = "+ x 77";  // false
  clusters.push_back(clusters[8]);               // the same meaning again
  clusters.back().id = 50;
  return clusters;
}

TEST(Retrieval, TakesClustersOfTwentyToFortyThatAreAllDifferent) {
  const MemberTable table = table_of(retrieval_corpus());
  const auto clusters = make_retrieval_clusters(table, {.clusters = 100, .seed = 2});
  EXPECT_EQ(clusters.size(), 10U) << "two are too small, one is there twice";
  std::set<std::string> seen;
  for (const RetrievalCluster& cluster : clusters) {
    EXPECT_GE(cluster.expressions.size(), 20U);
    EXPECT_LE(cluster.expressions.size(), 40U);
    for (const std::string& expression : cluster.expressions) {
      EXPECT_TRUE(seen.insert(expression).second) << expression;
      EXPECT_EQ(decided(cluster.expressions[0], expression), algebra::Verdict::Proven);
    }
  }
  EXPECT_FALSE(seen.contains("+ x 77"));
  EXPECT_EQ(clusters, make_retrieval_clusters(table, {.clusters = 100, .seed = 2}));
  EXPECT_EQ(make_retrieval_clusters(table, {.clusters = 3, .seed = 2}).size(), 3U);
}

class TaskSet : public testing::Test {
 protected:
  TaskSetOptions options(const std::string& name, unsigned threads) const {
    TaskSetOptions made;
    made.source = "corpus";
    made.folder = folder_ / name;
    made.seed = 4;
    made.items = 12;
    made.analogies = 40;
    made.threads = threads;
    return made;
  }
  std::string text(const std::string& name) const {
    const std::ifstream file(folder_ / name, std::ios::binary);
    std::stringstream all;
    all << file.rdbuf();
    return all.str();
  }

  base::TemporaryFolder folder_;
  MemberTable table_ = table_of(small_clusters());
};

TEST_F(TaskSet, IsTheSameBytesWhateverTheThreads) {
  ASSERT_TRUE(write_task_set(table_, options("one", 1)));
  ASSERT_TRUE(write_task_set(table_, options("three", 3)));
  for (const std::string_view file :
       {kSemanticFile, kDerivationsFile, kAnalogiesFile, kAnalogyPoolFile, kRetrievalFile,
        std::string_view("manifest.json")}) {
    EXPECT_EQ(text("one/" + std::string(file)), text("three/" + std::string(file))) << file;
  }
  const auto manifest = nlohmann::json::parse(text("one/manifest.json"));
  EXPECT_EQ(manifest.at("seed"), 4);
  EXPECT_EQ(manifest.at("source_digest"), table_.digest().hex());
  EXPECT_EQ(manifest.at("semantic_items"), 12);
}

// A written file is read back, and written again as the same bytes.
template <typename Items>
void expect_round_trip(const base::Result<Items>& items, const std::string& file) {
  ASSERT_TRUE(items) << items.error().message;
  EXPECT_FALSE(items->empty());
  std::string lines;
  for (const auto& item : *items) lines += json_line(item) + "\n";
  EXPECT_EQ(lines, file);
}

TEST_F(TaskSet, ComesBackAsItWasWritten) {
  auto wanted = options("set", 1);
  wanted.retrieval.fewest = 3;
  const auto report = write_task_set(table_, wanted);
  ASSERT_TRUE(report);
  const std::string at = wanted.folder + "/";
  expect_round_trip(read_semantic_choices(at + "semantic.jsonl"), text("set/semantic.jsonl"));
  expect_round_trip(read_derivations(at + "derivations.jsonl"), text("set/derivations.jsonl"));
  expect_round_trip(read_analogies(at + "analogies.jsonl"), text("set/analogies.jsonl"));
  expect_round_trip(read_analogy_pool(at + "analogy_pool.jsonl"), text("set/analogy_pool.jsonl"));
  expect_round_trip(read_retrieval_clusters(at + "retrieval.jsonl"), text("set/retrieval.jsonl"));

  std::uint64_t steps = 0;
  std::uint64_t mistakes = 0;
  const auto derivations = read_derivations(at + "derivations.jsonl");
  for (const Derivation& derivation : *derivations) {
    steps += derivation.steps.size() - 1;
    for (const DerivationStep& step : derivation.steps) mistakes += step.mistake ? 1U : 0U;
  }
  EXPECT_EQ(report->steps, steps);
  EXPECT_EQ(report->mistakes, mistakes);
}

TEST_F(TaskSet, NamesTheLineThatIsBroken) {
  const std::string path = folder_ / "semantic.jsonl";
  const auto message = [&](const std::string& second_line) {
    SemanticChoice good{.cluster_id = 1, .query = "x", .candidates = {}, .answer = 0};
    good.candidates.resize(kChoices);
    std::ofstream(path) << json_line(good) << "\n" << second_line << "\n";
    const auto items = read_semantic_choices(path);
    return items ? std::string() : items.error().message;
  };
  EXPECT_NE(message("{\"cluster\": 3").find("semantic.jsonl:2: "), std::string::npos);
  EXPECT_NE(message("{\"cluster\": 3}").find("query"), std::string::npos);
  EXPECT_NE(message("[]").find(":2: "), std::string::npos);
  EXPECT_NE(message(R"({"cluster":1,"query":"x","candidates":[],"answer":0})").find("7 candidates"),
            std::string::npos);
  // Numbers that a cast would change.
  for (const char* number : {"1e30", "-1", "1.5", "18446744073709551616", "\"1\""}) {
    EXPECT_NE(
        message(fmt::format(R"({{"cluster":{}}})", number)).find("\"cluster\" is not a whole"),
        std::string::npos)
        << number;
  }
  EXPECT_FALSE(read_semantic_choices(folder_ / "absent.jsonl"));
}

TEST_F(TaskSet, IsNotWrittenIntoAFolderOfOthers) {
  for (const char* name : {"manifest.json", "plan.json", "notes.txt", "semantic.jsonl"}) {
    const std::string other = folder_ / ("of-" + std::string(name));
    std::filesystem::create_directory(other);
    std::ofstream(other + "/" + name) << "{\"version\": 1}";
    const auto refused = write_task_set(table_, options("of-" + std::string(name), 1));
    ASSERT_FALSE(refused) << name;
    EXPECT_NE(refused.error().message.find(name), std::string::npos) << refused.error().message;
    EXPECT_EQ(text("of-" + std::string(name) + "/" + name), "{\"version\": 1}");
  }
  // A folder of task sets is recognised, finished or not.
  ASSERT_TRUE(write_task_set(table_, options("own", 1)));
  std::filesystem::remove(folder_ / "own/retrieval.jsonl");
  ASSERT_TRUE(write_task_set(table_, options("own", 1)));
  base::FaultyFileSystem disk;
  disk.limit_bytes(4000);
  ASSERT_FALSE(write_task_set(table_, options("own", 1), disk));
  EXPECT_TRUE(write_task_set(table_, options("own", 1)));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "own/begun.json"));
}

TEST_F(TaskSet, IsWrittenByOneRunAtATime) {
  std::filesystem::create_directory(folder_ / "set");
  const auto lock = base::FileLock::take(folder_ / "set/lock");
  ASSERT_TRUE(lock);
  const auto refused = write_task_set(table_, options("set", 1));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("another run"), std::string::npos);
}

TEST_F(TaskSet, HasNoManifestWhenTheDiskIsFull) {
  ASSERT_TRUE(write_task_set(table_, options("set", 1)));
  base::FaultyFileSystem disk;
  disk.limit_bytes(4000);
  EXPECT_FALSE(write_task_set(table_, options("set", 1), disk));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "set/manifest.json"));
}

}  // namespace
}  // namespace noether::egen
