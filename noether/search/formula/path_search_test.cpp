#include "noether/search/formula/path_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <random>

#include "noether/base/test_seed.h"
#include "noether/search/formula/formula_index_fixture.h"
#include "noether/search/formula/formula_query.h"
#include "noether/search/formula/random_formulas.h"

namespace noether::search {
namespace {

PathQuery path_query(const FormulaQuery& query) {
  FlatTree tree;
  tree.assign(query.formula().operators);
  PathQuery paths;
  paths.assign(tree, [&](std::size_t node) { return query.wildcard(tree.sources()[node]) != 0; });
  return paths;
}

std::vector<Hit> exhaustive(const SmallFormulaIndex& index, PathSearch& search, PathQuery& query,
                            std::size_t k) {
  EXPECT_TRUE(set_rarities(index.reader(), query).has_value());
  std::vector<Hit> hits;
  for (std::uint32_t i = 0; i < index.reader().formulas(); ++i) {
    const double score = search.score(query, i)->score;
    if (score > 0) hits.push_back({i, score});
  }
  std::ranges::sort(hits, [](const Hit& a, const Hit& b) {
    return a.score != b.score ? a.score > b.score : a.unit < b.unit;
  });
  if (hits.size() > k) hits.resize(k);
  return hits;
}

TEST(PathSearch, FindsWhatScoringAllFormulasFinds) {
  const std::uint64_t seed = base::test_seed();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  std::vector<std::string> formulas;
  for (int i = 0; i < 300; ++i) formulas.push_back(random_formula(random, 3));
  const SmallFormulaIndex index(formulas, 120);
  PathSearch search(index.reader());
  for (int round = 0; round < 40; ++round) {
    const std::string latex =
        round % 2 == 0 ? formulas[random() % formulas.size()] : random_formula(random, 4);
    SCOPED_TRACE(latex);
    const auto query = FormulaQuery::read(latex);
    ASSERT_TRUE(query.has_value());
    PathQuery paths = path_query(*query);
    for (const std::uint32_t k : {1U, 10U, 1000U}) {
      const auto found = search.search(paths, k);
      ASSERT_TRUE(found.has_value());
      EXPECT_EQ(*found, exhaustive(index, search, paths, k));
    }
  }
}

TEST(PathSearch, FindsInARealCollectionWhatScoringAllFormulasFinds) {
  const char* data = std::getenv("NOETHER_DATA");
  const std::string folder = data != nullptr ? data : NOETHER_SOURCE_DIR "/../shared/data";
  std::ifstream file(folder + "/arqmath/collection/latex_representation_v3/1.tsv");
  if (!file) GTEST_SKIP() << "no arqmath/collection in " << folder << " (set NOETHER_DATA)";
  // Only a part of the formulas, so that sanitizers finish in time; none that contains quotes of
  // the table.
  std::vector<std::string> formulas;
  std::string line;
  for (std::size_t number = 0; std::getline(file, line); ++number) {
    const std::string latex =
        line.substr(line.rfind('\t') + 1, line.find('\r') - line.rfind('\t') - 1);
    if (number % 19 == 1 && !latex.empty() && !latex.contains('"')) formulas.push_back(latex);
  }
  ASSERT_GT(formulas.size(), 2000U);
  const SmallFormulaIndex index(formulas, 1500);
  PathSearch search(index.reader());
  for (std::size_t i = 0; i < formulas.size(); i += formulas.size() / 24) {
    SCOPED_TRACE(formulas[i]);
    const auto query = FormulaQuery::read(formulas[i]);
    if (!query) continue;
    PathQuery paths = path_query(*query);
    for (const std::uint32_t k : {10U, 1000U}) {
      const auto found = search.search(paths, k);
      ASSERT_TRUE(found.has_value());
      EXPECT_EQ(*found, exhaustive(index, search, paths, k));
    }
  }
}

TEST(PathSearch, ScoresFewFormulasWhenFewAreWanted) {
  std::mt19937_64 random(1);
  std::vector<std::string> formulas;
  for (int i = 0; i < 400; ++i) formulas.push_back(random_formula(random, 3));
  formulas.emplace_back("\\frac{x^2+1}{\\sqrt{x}}");
  const SmallFormulaIndex index(formulas);
  PathSearch search(index.reader());
  PathQuery paths = path_query(*FormulaQuery::read("\\frac{x^2+1}{\\sqrt{x}}"));
  ASSERT_TRUE(search.search(paths, 1).has_value());
  EXPECT_LT(search.scored(), 40u);
}

TEST(PathSearch, PrefersTheSameSymbolsAndTheShorterFormula) {
  const SmallFormulaIndex index({"a^2+b", "y^2+x", "x^2+y", "x^2+y+z_1+z_2", "\\sin x"});
  PathSearch search(index.reader());
  PathQuery paths = path_query(*FormulaQuery::read("x^2+y"));
  const auto found = search.search(paths, 10);
  ASSERT_TRUE(found.has_value());
  ASSERT_GE(found->size(), 3u);
  EXPECT_EQ(index.latex((*found)[0].unit), "x^2+y");
  std::map<std::string, double> scores;
  for (const Hit& hit : *found) scores[index.latex(hit.unit)] = hit.score;
  EXPECT_GT(scores["x^2+y"], scores["a^2+b"]);
  EXPECT_GT(scores["x^2+y"], scores["x^2+y+z_1+z_2"]);
}

// The definition implemented directly: all pairs of nodes, and leaves paired greedily.
double structure_by_definition(const index::OperatorPaths& a, const index::OperatorPaths& b,
                               const std::map<std::uint64_t, double>& rarity) {
  std::map<std::pair<std::uint32_t, std::uint64_t>, int> in_a;
  std::map<std::pair<std::uint32_t, std::uint64_t>, int> in_b;
  for (const auto& prefix : a.prefixes) ++in_a[{prefix.top, prefix.key}];
  for (const auto& prefix : b.prefixes) ++in_b[{prefix.top, prefix.key}];
  double best = 0;
  for (std::uint32_t s = 0; s <= a.tops.size(); ++s) {
    for (std::uint32_t t = 0; t <= b.tops.size(); ++t) {
      double sum = 0;
      for (const auto& [end, count] : in_a) {
        const auto other = in_b.find({t, end.second});
        if (end.first != s || other == in_b.end()) continue;
        sum += std::min(count, other->second) * rarity.at(end.second);
      }
      best = std::max(best, sum);
    }
  }
  return best;
}

TEST(PathScorer, FindsTheStructureThatTheDefinitionSays) {
  const std::uint64_t seed = base::test_seed();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 200; ++round) {
    const auto a = FormulaQuery::read(random_formula(random, 3));
    const auto b = FormulaQuery::read(random_formula(random, 3));
    ASSERT_TRUE(a && b);
    SCOPED_TRACE(a->latex() + " | " + b->latex());
    PathQuery query = path_query(*a);
    std::map<std::uint64_t, double> rarity;
    for (std::uint32_t i = 0; i < query.nodes().size(); ++i) {
      const double value = static_cast<double>(1 + random() % 8);
      rarity[query.nodes()[i].key] = value;
      query.set_rarity(i, value);
    }
    FlatTree tree;
    tree.assign(b->formula().operators);
    PathScorer scorer;
    EXPECT_EQ(scorer.score(query, tree).structure / PathQuery::kOne,
              structure_by_definition(a->paths(), b->paths(), rarity));
  }
}

TEST(PathScorer, GivesAFormulaFullAgreementWithItself) {
  FlatTree tree;
  tree.assign(FormulaQuery::read("\\frac{x^2}{y}+f(x)")->formula().operators);
  PathQuery query;
  query.assign(tree);
  for (std::uint32_t i = 0; i < query.nodes().size(); ++i) query.set_rarity(i, 1);
  PathScorer scorer;
  EXPECT_DOUBLE_EQ(scorer.score(query, tree).symbols, 1);
}

}  // namespace
}  // namespace noether::search
