#include "noether/answer/check/letter_meaning.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "noether/answer/check/claim_words.h"

namespace noether::answer {
namespace {

using algebra::Expressions;
using algebra::ExprId;
using algebra::Head;
using algebra::Op;

bool has_sign_of(std::string_view text, std::span<const std::string_view> signs) {
  return std::ranges::any_of(signs, [&](std::string_view sign) { return text.contains(sign); });
}

// The letters that are factors of a product, from left to right; a power counts as its base. Other
// factors are left out.
void collect_letters(const Expressions& pool, ExprId id, std::vector<Head>& out) {
  if (pool.op(id) == Op::Multiply) {
    collect_letters(pool, pool.operand(id, 0), out);
    collect_letters(pool, pool.operand(id, 1), out);
    return;
  }
  const ExprId base = pool.op(id) == Op::Power ? pool.operand(id, 0) : id;
  if (pool.op(base) == Op::Variable) out.push_back(pool.head(base));
}

std::vector<Head> letters_of_product(const Expressions& pool, ExprId id) {
  std::vector<Head> letters;
  collect_letters(pool, id, letters);
  return letters;
}

// xyx
bool comes_back(const std::vector<Head>& letters) {
  for (std::size_t i = 0; i < letters.size(); ++i) {
    for (std::size_t k = i + 2; k < letters.size(); ++k) {
      if (letters[i] == letters[k] && letters[i] != letters[k - 1]) return true;
    }
  }
  return false;
}

bool is_rational(const Expressions& pool, ExprId root) {
  return std::ranges::all_of(algebra::subexpressions(pool, root), [&](ExprId id) {
    switch (pool.op(id)) {
      case Op::Number:
      case Op::Variable:
      case Op::Add:
      case Op::Subtract:
      case Op::Multiply:
      case Op::Divide:
        return true;
      case Op::Power:
        return pool.is_number(pool.operand(id, 1)) && pool.value(pool.operand(id, 1)).is_integer();
      default:
        return false;
    }
  });
}

bool has_capital(const Expressions& pool, ExprId root) {
  return std::ranges::any_of(algebra::variables_of(pool, root), [&](Head letter) {
    const std::string_view name = pool.vocabulary().variable_name(letter);
    return !name.empty() && name[0] >= 'A' && name[0] <= 'Z';
  });
}

}  // namespace

LetterMeaning meaning_by_words(const text::Field& field) {
  const auto has = [&](std::span<const std::string_view> words) {
    return has_word_of(field.text, field.formulas, words);
  };
  LetterMeaning meaning;
  const bool commute = has(kOtherNumbers) || has_sign_of(field.text, kSignsOfOtherNumbers);
  const bool are_anything = has(kStructures) || has_sign_of(field.text, kSignsOfStructures);
  if (commute) meaning.letters = Letters::Commute;
  if (are_anything) meaning.letters = Letters::AreAnything;
  meaning.has_sets = has(kSets);
  meaning.is_arithmetic_usual = !commute && !are_anything && !meaning.has_sets &&
                                !has(kOtherValues) && !has_sign_of(field.text, kSignsOfOtherValues);
  return meaning;
}

bool is_about_order(const Expressions& pool, ExprId left, ExprId right) {
  for (const ExprId side : {left, right}) {
    for (const ExprId id : algebra::subexpressions(pool, side)) {
      if (pool.op(id) == Op::Multiply && comes_back(letters_of_product(pool, id))) return true;
    }
  }
  if (pool.op(left) != Op::Multiply || pool.op(right) != Op::Multiply) return false;
  const auto of_left = letters_of_product(pool, left);
  const auto of_right = letters_of_product(pool, right);
  return of_left != of_right && std::ranges::is_permutation(of_left, of_right);
}

bool holds_for_letters(const LetterMeaning& meaning, const Expressions& pool, ExprId left,
                       ExprId right) {
  if (left == right) return true;
  switch (meaning.letters) {
    case Letters::AreAnything:
      return false;
    case Letters::Commute:
      if (!is_rational(pool, left) || !is_rational(pool, right)) return false;
      break;
    case Letters::AreNumbers:
      break;
  }
  return !meaning.has_sets || (!has_capital(pool, left) && !has_capital(pool, right));
}

}  // namespace noether::answer
