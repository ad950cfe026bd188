// The expansions of a template, by number: as many as it asks for, with random draws, or all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/egen/templates/fitness.h"
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

// The expansions of a book of templates as candidates: those it asks for, then as many as wanted.
struct ExpansionRequest {
  std::uint64_t seed = 0;
  std::uint32_t max_tokens = 15;
};

// What the templates ask for, those with short expansions first. Where numbers are drawn, unfit
// draws are tried again a few times. What is drawn for one template does not depend on the others.
void take_asked_expansions(const TemplateBook& book, const ExpansionRequest& request,
                           algebra::Expressions& pool, InitialFilter& filter);

// Goes through the whole space of the templates in random order, each as often as what it asks for
// is of the whole, until the filter holds `wanted`; false when there are no more to be had.
bool take_further_expansions(const TemplateBook& book, const ExpansionRequest& request,
                             std::size_t wanted, algebra::Expressions& pool, InitialFilter& filter);

}  // namespace noether::egen
