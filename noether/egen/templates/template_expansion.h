// The expansions of a template, by number: as many as it asks for, with random draws, or all.
#pragma once

#include <cstdint>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/egen/templates/template_file.h"
#include "noether/egraph/terms/random.h"

namespace noether::egen {

class TemplateExpander {
 public:
  // Both must outlive this; the pool's vocabulary is the one the book was read with.
  TemplateExpander(const TemplateBook& book, algebra::Expressions& pool)
      : book_(book), pool_(pool) {}

  // Number `index` of the pattern's `asked` expansions. The last placeholder varies fastest.
  algebra::ExprId asked(std::uint32_t pattern, std::uint64_t index, egraph::Random& random) {
    return expand(book_.patterns[pattern], index, &random);
  }
  // Number `index` of the pattern's whole space, where drawn placeholders count like others.
  algebra::ExprId any(std::uint32_t pattern, std::uint64_t index) {
    return expand(book_.patterns[pattern], index, nullptr);
  }

 private:
  struct Choice {
    algebra::Head head;  // of an operator
    algebra::ExprId value = algebra::kNoExpr;
  };
  // Without `random`, the index is one of the whole space.
  algebra::ExprId expand(const Pattern& pattern, std::uint64_t index, egraph::Random* random);
  Choice choose(const TemplateSet& set, std::uint64_t index, egraph::Random* random);

  const TemplateBook& book_;
  algebra::Expressions& pool_;
};

// Whether an expansion that is asked for depends on chance.
bool has_draws(const TemplateBook& book, std::uint32_t pattern);

}  // namespace noether::egen
