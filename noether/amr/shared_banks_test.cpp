// Tests that the public banks are written as the bytes that were read, and that Smatch equals the
// public program. The banks are in ../shared/data/amr, or in the folder NOETHER_DATA; the tests are
// skipped if they are absent.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "noether/amr/bank.h"
#include "noether/amr/shared_data.h"
#include "noether/amr/smatch/smatch.h"
#include "noether/amr/sorted_triples.h"

namespace noether::amr {
namespace {

std::string file_text(const std::filesystem::path& path) {
  const std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class SharedBanks : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_shared_data()) {
      GTEST_SKIP() << "no data: ../shared/data is not there and NOETHER_DATA is not set";
    }
  }
};

struct Counts {
  std::size_t whole = 0;
  std::size_t broken = 0;
};

// Expects that every entry is written as the bytes that were read, and that laying out its graph
// anew keeps the graph.
Counts expect_same_bytes(const std::string& text) {
  Counts counts;
  BankReader reader(text);
  while (true) {
    const std::size_t begin = reader.position();
    const auto entry = reader.next();
    if (!entry) {
      ++counts.broken;
      continue;
    }
    if (!*entry) return counts;
    ++counts.whole;
    const PenmanTree& tree = (*entry)->tree;
    EXPECT_EQ(write_penman(tree), text.substr(begin, reader.position() - begin));
    const Graph graph = graph_of(tree);
    const auto made = lay_out(graph);
    EXPECT_TRUE(made) << made.error().message;
    if (!made) continue;
    const auto read = read_penman(write_penman(*made));
    EXPECT_TRUE(read) << read.error().message;
    if (!read) continue;
    EXPECT_EQ(sorted_triples(graph_of(*read)), sorted_triples(graph));
  }
}

TEST_F(SharedBanks, ComeBackAsTheSameBytes) {
  struct Bank {
    const char* name;
    std::size_t graphs;
    std::size_t broken;
  };
  // Seven examples of the guidelines show two graphs side by side, which is not PENMAN.
  for (const Bank& bank :
       {Bank{"amr-guidelines.txt", 255, 7}, Bank{"bio_dev.txt", 499, 0},
        Bank{"little_prince_v3.0_dev.txt", 144, 0}, Bank{"little_prince_v3.0_train.txt", 1259, 0},
        Bank{"massive_amr.txt", 1684, 0}, Bank{"qald9_train.txt", 399, 0},
        Bank{"smatch-conformance/test_input1.txt", 3, 0},
        Bank{"smatch-conformance/test_input2.txt", 3, 0}}) {
    SCOPED_TRACE(bank.name);
    const Counts counts = expect_same_bytes(file_text(shared_data() / "amr" / bank.name));
    EXPECT_EQ(counts.whole, bank.graphs);
    EXPECT_EQ(counts.broken, bank.broken);
  }
}

TEST_F(SharedBanks, GraphsOfMathematicalTopicsComeBackAsTheSameBytes) {
  std::ifstream lines(shared_data() / "amr" / "mathamr_topics_arqmath1-2.jsonl");
  std::string line;
  std::size_t graphs = 0;
  while (std::getline(lines, line)) {
    const auto record = nlohmann::json::parse(line);
    const std::string text = record.at("amr_before_splice");
    SCOPED_TRACE(record.at("topic"));
    EXPECT_EQ(expect_same_bytes(text).whole, 1U);
    ++graphs;
  }
  EXPECT_EQ(graphs, 185U);
}

// The output of the public program for its own two files, of which the first is the predicted one.
TEST_F(SharedBanks, HaveTheSmatchOfThePublicProgram) {
  const auto folder = shared_data() / "amr" / "smatch-conformance";
  const auto predicted = read_bank(file_text(folder / "test_input1.txt"));
  const auto gold = read_bank(file_text(folder / "test_input2.txt"));
  ASSERT_TRUE(predicted && gold && predicted->size() == gold->size());
  for (const bool exact : {false, true}) {
    TripleCounts total;
    for (std::size_t i = 0; i < gold->size(); ++i) {
      const auto result =
          smatch(graph_of(gold->at(i).tree), graph_of(predicted->at(i).tree), {.exact = exact});
      ASSERT_TRUE(result) << result.error().message;
      EXPECT_EQ(result->is_proven, exact);
      total += result->counts;
    }
    EXPECT_NEAR(total.precision(), 0.8333, 5e-5);
    EXPECT_NEAR(total.recall(), 0.8621, 5e-5);
    EXPECT_NEAR(total.f(), 0.8475, 5e-5);
  }
}

}  // namespace
}  // namespace noether::amr
