#include "noether/formula/notation/writers.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "noether/base/sanitized.h"
#include "noether/base/test_seed.h"
#include "noether/formula/notation/random_trees.h"
#include "noether/formula/notation/sexpr.h"
#include "noether/formula/notation/tangent.h"

namespace noether::formula {
namespace {

nlohmann::json written(const Formula& formula) {
  std::string out;
  write_json(formula, out);
  EXPECT_EQ(out.find('\n'), std::string::npos);
  return nlohmann::json::parse(out);
}

TEST(Json, WritesBothTrees) {
  Formula formula;
  ASSERT_TRUE(read_tangent_slt("[V!x[=[M!()1x2,w[N!1[&comma;],e[V!y]]]],a[N!2]]", formula.layout));
  ASSERT_TRUE(read_sexpr("(= (pow x 2) (interval:open 1 y))", formula.operators));
  const nlohmann::json json = written(formula);
  const auto& row = json["slt"];
  ASSERT_EQ(row.size(), 3u);
  EXPECT_EQ(row[0]["kind"], "variable");
  EXPECT_EQ(row[0]["label"], "x");
  EXPECT_EQ(row[0]["above"][0]["label"], "2");
  EXPECT_EQ(row[0]["source"], nlohmann::json({1, 4}));
  EXPECT_EQ(row[2]["open"], "(");
  EXPECT_EQ(row[2]["columns"], 2);
  EXPECT_EQ(row[2]["cells"][0][1]["label"], ",");
  EXPECT_EQ(row[2]["cells"][1][0]["label"], "y");
  const auto& root = json["opt"];
  EXPECT_EQ(root["op"], "=");
  EXPECT_FALSE(root.contains("label"));
  EXPECT_EQ(root["children"][1]["op"], "interval");
  EXPECT_EQ(root["children"][1]["label"], "open");
  EXPECT_EQ(json["ids"]["alpha"].get<std::string>().size(), 32u);
  EXPECT_TRUE(json["diagnostics"].empty());
}

TEST(Json, SaysNothingIsNull) {
  const nlohmann::json json = written(Formula{});
  EXPECT_TRUE(json["slt"].is_null());
  EXPECT_TRUE(json["opt"].is_null());
}

TEST(Json, CarriesDiagnostics) {
  Formula formula;
  formula.diagnostics.push_back({"missing }", {3, 4}, "this { is never closed"});
  const nlohmann::json json = written(formula);
  EXPECT_EQ(json["diagnostics"][0]["message"], "missing }");
  EXPECT_EQ(json["diagnostics"][0]["source"], nlohmann::json({3, 4}));
  EXPECT_EQ(json["diagnostics"][0]["hint"], "this { is never closed");
}

TEST(Json, EscapesWhatJsonMustNotHold) {
  Formula formula;
  formula.operators.set_root(formula.operators.add_leaf(Op::Text, "a\"b\\c\n\x01\xFF\xE2\x82z é"));
  EXPECT_EQ(written(formula)["opt"]["label"], "a\"b\\c\n\x01\uFFFD\uFFFD\uFFFDz é");
}

TEST(Json, EveryFormulaParses) {
  const std::uint64_t seed = base::test_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomTrees random(seed);
  for (int i = 0; i < (base::kSanitized ? 100 : 500); ++i) {
    Formula formula;
    formula.layout = random.layout_tree(3);
    formula.operators = random.operator_tree(4);
    EXPECT_NO_THROW(written(formula));
  }
}

}  // namespace
}  // namespace noether::formula
