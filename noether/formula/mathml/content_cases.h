// Golden cases for the Content MathML reader: elements and the resulting S-expressions.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/formula/mathml/mathml.h"
#include "noether/formula/notation/sexpr.h"

namespace noether::formula {

inline std::string content_as_sexpr(std::string_view xml) {
  OperatorTree tree;
  std::vector<base::Error> diagnostics;
  const auto result = read_content(xml, tree, diagnostics);
  if (!result) return "! " + result.error().message;
  std::string out;
  write_sexpr(tree, out);
  return out;
}

inline void expect_operators(const std::vector<std::pair<std::string, std::string>>& cases) {
  for (const auto& [xml, expected] : cases) {
    EXPECT_EQ(content_as_sexpr("<math>" + xml + "</math>"), expected) << xml;
  }
}

}  // namespace noether::formula
