#include "noether/algebra/expression/operators.h"

#include <array>
#include <unordered_map>

namespace noether::algebra {
namespace {

struct OpInfo {
  std::string_view name;
  std::uint8_t arity;
};

constexpr std::array<OpInfo, kOpCount> kOps = {{
#define NOETHER_ALGEBRA_OP(id, name, arity) {name, arity},
#include "noether/algebra/expression/operators.def"
#undef NOETHER_ALGEBRA_OP
}};

}  // namespace

std::string_view op_name(Op op) { return kOps[static_cast<std::size_t>(op)].name; }

std::uint8_t op_arity(Op op) { return kOps[static_cast<std::size_t>(op)].arity; }

std::optional<Op> op_by_name(std::string_view name) {
  static const auto* const by_name = [] {
    auto* map = new std::unordered_map<std::string_view, Op>;
    for (std::size_t i = 0; i < kOpCount; ++i) {
      const auto op = static_cast<Op>(i);
      if (!has_index(op)) map->emplace(kOps[i].name, op);
    }
    return map;
  }();
  const auto it = by_name->find(name);
  if (it == by_name->end()) return std::nullopt;
  return it->second;
}

}  // namespace noether::algebra
