// Arbitrary bytes are templates or an error; the declared properties of expansions hold.

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "noether/algebra/notation/read_expression.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/egen/templates/template_expansion.h"
#include "noether/egen/templates/template_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace noether;
  algebra::Vocabulary vocabulary;
  const std::vector<egen::TemplateText> texts = {
      {"fuzz.templates", {reinterpret_cast<const char*>(data), size}}};
  const auto book = egen::read_templates(texts, {}, vocabulary);
  if (!book) return 0;
  algebra::Expressions pool(vocabulary);
  egen::TemplateExpander expander(*book, pool);
  egraph::Random random(size);
  const std::size_t count = std::min<std::size_t>(book->templates.size(), 20);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t number = book->templates[i].pattern;
    const egen::Pattern& pattern = book->patterns[number];
    for (const auto id : {expander.asked(number, pattern.asked - 1, random),
                          expander.any(number, pattern.space - 1),
                          expander.any(number, random.below(pattern.space))}) {
      assert(algebra::tree_size(pool, id) <= pattern.tokens);
      const auto text = algebra::write_expression(formula::Notation::Prefix, pool, id);
      assert(text);
      const auto again = algebra::read_expression(formula::Notation::Prefix, *text, pool);
      assert(again);
      // A fraction is read as a quotient of two numbers, which has the same text.
      assert(*algebra::write_expression(formula::Notation::Prefix, pool, *again) == *text);
    }
  }
  return 0;
}
