#include "noether/answer/check/letters.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

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

// Whether two functions are composed. The degree sign of 60^\circ does not count.
bool has_composition(std::string_view text) {
  constexpr std::string_view kCircle = "\\circ";
  for (std::size_t at = text.find(kCircle); at != std::string_view::npos;
       at = text.find(kCircle, at + 1)) {
    const std::size_t before = text.substr(0, at).find_last_not_of(" {");
    if (before == std::string_view::npos || text[before] != '^') return true;
  }
  return false;
}

// Products of more letters are not examined.
constexpr std::size_t kMostLetters = 64;

// The letters that are factors of a product, from left to right. A power counts as its base; other
// factors are left out.
std::vector<Head> letters_of_product(const Expressions& pool, ExprId product) {
  std::vector<Head> letters;
  std::vector<ExprId> factors{product};  // the next factor is last
  while (!factors.empty()) {
    const ExprId id = factors.back();
    factors.pop_back();
    if (pool.op(id) == Op::Multiply) {
      factors.push_back(pool.operand(id, 1));
      factors.push_back(pool.operand(id, 0));
      continue;
    }
    const ExprId base = pool.op(id) == Op::Power ? pool.operand(id, 0) : id;
    if (pool.op(base) != Op::Variable) continue;
    if (letters.size() == kMostLetters) return {};
    letters.push_back(pool.head(base));
  }
  return letters;
}

// Whether a letter occurs again after another one, as in xyx.
bool comes_back(const std::vector<Head>& letters) {
  std::vector<Head> seen;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (i > 0 && letters[i] == letters[i - 1]) continue;
    if (std::ranges::find(seen, letters[i]) != seen.end()) return true;
    seen.push_back(letters[i]);
  }
  return false;
}

// The products that are not factors of other products. A letter that occurs again in a factor also
// occurs again in the product.
std::vector<ExprId> topmost_products(const Expressions& pool, ExprId root) {
  const auto ids = algebra::subexpressions(pool, root);
  std::unordered_set<ExprId> factors;
  std::vector<ExprId> products;
  for (const ExprId id : ids) {
    if (pool.op(id) != Op::Multiply) continue;
    products.push_back(id);
    for (const ExprId factor : pool.operands(id)) factors.insert(factor);
  }
  std::erase_if(products, [&](ExprId id) { return factors.contains(id); });
  return products;
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
  const bool are_anything = has(kStructures) || has_sign_of(field.text, kSignsOfStructures) ||
                            has_composition(field.text);
  if (commute) meaning.letters = Letters::Commute;
  if (are_anything) meaning.letters = Letters::AreAnything;
  meaning.has_sets = has(kSets);
  meaning.is_arithmetic_usual = !commute && !are_anything && !meaning.has_sets &&
                                !has(kOtherValues) && !has_sign_of(field.text, kSignsOfOtherValues);
  return meaning;
}

bool is_about_order(const Expressions& pool, ExprId left, ExprId right) {
  for (const ExprId side : {left, right}) {
    for (const ExprId product : topmost_products(pool, side)) {
      if (comes_back(letters_of_product(pool, product))) return true;
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

using algebra::kNoExpr;

algebra::ExprId GivenValues::value_in(algebra::Head letter, std::size_t sentence,
                                      std::size_t equation) const {
  const Saying* own = nullptr;
  const Saying* lasting = nullptr;
  for (const Saying& saying : sayings_) {
    if (saying.letter != letter || !saying.is_given || saying.equation >= equation) continue;
    if (saying.sentence == sentence) own = &saying;
    if (saying.is_lasting && saying.sentence < sentence) lasting = &saying;
  }
  const Saying* given = own != nullptr ? own : lasting;
  if (given == nullptr) return kNoExpr;
  for (const Saying& saying : sayings_) {
    if (saying.letter != letter || saying.value == given->value) continue;
    if (given == lasting || saying.sentence == sentence) return kNoExpr;
  }
  return given->value;
}

}  // namespace noether::answer
