// The expansions of a book of templates as candidates: those it asks for, then as many as wanted.
#pragma once

#include <cstddef>
#include <cstdint>

#include "noether/algebra/expression/expression.h"
#include "noether/egen/templates/initial_filter.h"
#include "noether/egen/templates/template_file.h"

namespace noether::egen {

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
