#include "noether/algebra/vocabulary.h"

namespace noether::algebra {

Vocabulary::Vocabulary() {
  number(Rational(0));
  number(Rational(1));
  number(Rational(2));
  number(Rational(-1));
}

Head Vocabulary::number(const Rational& value) {
  const std::uint64_t hash = value.hash();
  const auto [first, last] = number_index_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    if (numbers_[it->second] == value) return Head(Op::Number, it->second);
  }
  const auto index = static_cast<std::uint32_t>(numbers_.size());
  numbers_.push_back(value);
  number_index_.emplace(hash, index);
  return Head(Op::Number, index);
}

std::string Vocabulary::name(Head head) const {
  switch (head.op()) {
    case Op::Number:
      return value(head).to_string();
    case Op::Variable:
      return std::string(variable_name(head));
    case Op::Call:
      return std::string(function_name(head));
    default:
      return std::string(op_name(head.op()));
  }
}

std::uint32_t Vocabulary::intern(Names& table, std::string_view name) {
  if (const auto it = table.index.find(name); it != table.index.end()) return it->second;
  const auto index = static_cast<std::uint32_t>(table.names.size());
  table.names.emplace_back(name);
  table.index.emplace(table.names.back(), index);
  return index;
}

}  // namespace noether::algebra
