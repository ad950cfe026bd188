// Arbitrary bytes are rules or an error; parsed rules can be written and read again.

#include <cassert>
#include <cstddef>
#include <cstdint>

#include "noether/algebra/rules/rule_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace noether::algebra;
  Vocabulary vocabulary;
  Expressions pool(vocabulary);
  const auto rules = read_rules({reinterpret_cast<const char*>(data), size}, "fuzz.rules", pool);
  if (!rules) return 0;
  for (const RuleText& rule : *rules) {
    const auto again = read_rules(rule_text(pool, rule), "again.rules", pool);
    assert(again && again->size() == 1);
    assert(again->front().lhs == rule.lhs && again->front().rhs == rule.rhs);
    assert(again->front().conditions == rule.conditions);
  }
  return 0;
}
