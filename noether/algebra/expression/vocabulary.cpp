#include "noether/algebra/expression/vocabulary.h"

#include <cassert>
#include <vector>

namespace noether::algebra {

struct Vocabulary::CommonNumbers {
  std::vector<Rational> values;
  // by hash, which is unique for these numbers
  std::unordered_map<std::uint64_t, std::uint32_t> index;

  CommonNumbers() {
    for (const std::int64_t n : {0, 1, 2, -1}) add(Rational(n));
    for (std::int64_t n = -kCommonInteger; n <= kCommonInteger; ++n) add(Rational(n));
    for (std::int64_t q = 2; q <= 24; ++q) {
      for (std::int64_t p = -48; p <= 48; ++p) add(Rational(p, q));
    }
    assert(values.size() <= kCommonCount);
    values.resize(kCommonCount);
  }

  void add(const Rational& value) {
    const auto [at, is_new] =
        index.emplace(value.hash(), static_cast<std::uint32_t>(values.size()));
    if (is_new) values.push_back(value);
    assert(values[at->second] == value);
  }
};

const Vocabulary::CommonNumbers& Vocabulary::common_numbers() {
  static const CommonNumbers numbers;
  return numbers;
}

const Rational& Vocabulary::common_value(std::uint32_t index) {
  return common_numbers().values[index];
}

std::optional<Head> Vocabulary::common_number(const Rational& value) {
  const CommonNumbers& common = common_numbers();
  const auto at = common.index.find(value.hash());
  if (at == common.index.end() || !(common.values[at->second] == value)) return std::nullopt;
  return Head(Op::Number, at->second);
}

Head Vocabulary::number(const Rational& value) {
  if (const auto common = common_number(value)) return *common;
  const std::uint64_t hash = value.hash();
  const auto [first, last] = number_index_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    if (numbers_[it->second] == value) return Head(Op::Number, kCommonCount + it->second);
  }
  const auto index = static_cast<std::uint32_t>(numbers_.size());
  numbers_.push_back(value);
  number_index_.emplace(hash, index);
  return Head(Op::Number, kCommonCount + index);
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
