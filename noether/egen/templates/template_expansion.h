// The expansions of a template, by number: those it asks for, with random draws, or all.
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

  // Returns number `index` of the pattern's `asked` expansions. The last placeholder varies
  // fastest.
  algebra::ExprId asked(std::uint32_t pattern, std::uint64_t index, egraph::Random& random) {
    return expand(book_.patterns[pattern], index, &random);
  }
  // Returns number `index` of the pattern's whole space, where drawn placeholders count like
  // others.
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

// Returns whether the expansions that the pattern asks for depend on random draws.
bool has_draws(const TemplateBook& book, std::uint32_t pattern);

// Offers the expansions of a template book as candidates: those it asks for, then as many as
// wanted.
struct ExpansionRequest {
  std::uint64_t seed = 0;
  std::uint32_t max_tokens = 15;
};

// Offers the expansions that the templates ask for, short ones first. Where numbers are drawn,
// unfit draws are repeated a few times. The draws for one template do not depend on the others.
void take_asked_expansions(const TemplateBook& book, const ExpansionRequest& request,
                           algebra::Expressions& pool, InitialFilter& filter);

// Draws from the whole space of the templates in random order, from each template in proportion to
// the share of expansions it asks for, until the filter holds `wanted`. Returns false if no more
// are found.
bool take_further_expansions(const TemplateBook& book, const ExpansionRequest& request,
                             std::size_t wanted, algebra::Expressions& pool, InitialFilter& filter);

}  // namespace noether::egen
