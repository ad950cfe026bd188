#include "noether/formula/operators.h"

#include <array>
#include <string>
#include <unordered_map>

namespace noether::formula {
namespace {

constexpr auto kOps = std::to_array<OpInfo>({
#define NOETHER_OP(id, name, klass, unordered, labelled, content, symbol, tangent, latex, arity) \
  {Op::id, name, OpClass::klass, unordered, labelled, content, symbol, tangent, latex, arity},
#include "noether/formula/operators.def"
#undef NOETHER_OP
});

using OpIndex = std::unordered_map<std::string_view, Op>;

// If several operators have the same key, the first one keeps it: <minus/> is Minus, and the reader
// converts a minus with one operand to Negate.
template <typename KeyOf>
OpIndex index_by(KeyOf key_of) {
  OpIndex index;
  for (const OpInfo& info : kOps) {
    const std::string_view key = key_of(info);
    if (!key.empty()) index.emplace(key, info.op);
  }
  return index;
}

std::optional<Op> find(const OpIndex& index, std::string_view key) {
  const auto it = index.find(key);
  if (it == index.end()) return std::nullopt;
  return it->second;
}

}  // namespace

const OpInfo& op_info(Op op) { return kOps[static_cast<std::size_t>(op)]; }

std::optional<Op> op_by_name(std::string_view name) {
  static const OpIndex index = index_by([](const OpInfo& info) { return info.name; });
  return find(index, name);
}

std::optional<Op> op_by_content(std::string_view element, bool symbol) {
  static const OpIndex elements = index_by(
      [](const OpInfo& info) { return info.content_symbol ? std::string_view() : info.content; });
  static const OpIndex symbols = index_by(
      [](const OpInfo& info) { return info.content_symbol ? info.content : std::string_view(); });
  return find(symbol ? symbols : elements, element);
}

std::optional<Op> op_by_tangent(std::string_view tag) {
  static const OpIndex index = index_by([](const OpInfo& info) { return info.tangent; });
  return find(index, tag);
}

}  // namespace noether::formula
