#include "noether/answer/check/own_notation.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "noether/text/words.h"

namespace noether::answer {
namespace {

struct NotationWord {
  std::string_view word;  // in the singular
  formula::Op op;
  std::string_view function = {};
};
constexpr auto kNotationWords = std::to_array<NotationWord>({
    {"root", formula::Op::Root},         {"power", formula::Op::Power},
    {"exponent", formula::Op::Power},    {"exponentiation", formula::Op::Power},
    {"logarithm", formula::Op::Log},     {"logarithm", formula::Op::Call, "ln"},
    {"log", formula::Op::Log},           {"factorial", formula::Op::Factorial},
    {"sum", formula::Op::Plus},          {"sum", formula::Op::Sum},
    {"addition", formula::Op::Plus},     {"difference", formula::Op::Minus},
    {"subtraction", formula::Op::Minus}, {"product", formula::Op::Times},
    {"product", formula::Op::Product},   {"multiplication", formula::Op::Times},
    {"quotient", formula::Op::Divide},   {"division", formula::Op::Divide},
    {"fraction", formula::Op::Divide},   {"binomial", formula::Op::Binomial},
    {"absolute", formula::Op::Abs},      {"floor", formula::Op::Floor},
    {"ceiling", formula::Op::Ceiling},
});

// Verbs behind the notation that they explain: `$\sqrt[n]{x}$ means …`.
constexpr auto kMeaningVerbs =
    std::to_array<std::string_view>({"denote", "denotes", "mean", "means", "stands"});
// `by $\sqrt[n]{x}$, I mean …`: other words may stand between the notation and the verb.
constexpr auto kAuthors = std::to_array<std::string_view>({"i", "we"});
constexpr auto kAuthorsVerbs = std::to_array<std::string_view>({"denote", "mean"});
// Words that may stand between a notation and its verb.
constexpr auto kBetween = std::to_array<std::string_view>(
    {"always", "does", "here", "just", "me", "only", "shall", "should", "simply", "to", "will"});

// Words between a notation and its verb are at most so many.
constexpr std::size_t kFarthest = 20;

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

// Letters with scripts and accents are letters.
bool is_notation(formula::Op op) {
  switch (op) {
    case formula::Op::Subscript:
    case formula::Op::Superscript:
    case formula::Op::Over:
    case formula::Op::Under:
    case formula::Op::Prescript:
    case formula::Op::Prime:
      return false;
    default:
      return !formula::is_leaf(op) && !formula::is_relation(op);
  }
}

}  // namespace

void OwnNotations::read(std::string_view piece, std::span<const text::FormulaSpan> formulas,
                        bool goes_on) {
  if (!goes_on) sentence_.clear();
  const std::size_t from = sentence_.size();
  text::WordReader words;
  words.start(piece, formulas);
  text::Word word;
  auto formula = formulas.begin();
  bool has_word = words.next(word);
  while (has_word || formula != formulas.end()) {
    if (has_word && (formula == formulas.end() || word.begin < formula->begin)) {
      sentence_.push_back(token_of_word(word.text));
      has_word = words.next(word);
    } else {
      sentence_.push_back(
          token_of_formula(piece.substr(formula->begin, formula->end - formula->begin)));
      ++formula;
    }
  }
  for (std::size_t i = from; i < sentence_.size(); ++i) add_explained(i);
}

bool OwnNotations::are_used_in(std::string_view latex) {
  if (own_.empty() || !reader_.read(formula::Notation::Latex, latex, formula_)) return false;
  for (formula::NodeId id = 0; id < formula_.operators.node_count(); ++id) {
    if (std::ranges::find(own_, notation_of(id)) != own_.end()) return true;
  }
  return false;
}

OwnNotations::Token OwnNotations::token_of_word(std::string_view word) {
  Token token{.word = std::string(word)};
  if (word.ends_with('s')) word.remove_suffix(1);
  for (const NotationWord& known : kNotationWords) {
    if (known.word == word) token.notations.push_back({known.op, std::string(known.function)});
  }
  return token;
}

OwnNotations::Token OwnNotations::token_of_formula(std::string_view latex) {
  if (!reader_.read(formula::Notation::Latex, latex, formula_)) return {};
  const formula::NodeId root = formula_.operators.root();
  if (root == formula::kNoNode || !is_notation(formula_.operators.op(root))) return {};
  return {.notations = {notation_of(root)}};
}

OwnNotations::Notation OwnNotations::notation_of(formula::NodeId id) const {
  const formula::Op op = formula_.operators.op(id);
  return {op, op == formula::Op::Call ? std::string(formula_.operators.label(id)) : std::string()};
}

// Adds what the word at that place explains, where it is a verb that does so.
void OwnNotations::add_explained(std::size_t verb) {
  const std::string_view word = sentence_[verb].word;
  const bool is_authors =
      verb > 0 && is_one_of(sentence_[verb - 1].word, kAuthors) && is_one_of(word, kAuthorsVerbs);
  if (!is_authors && !is_one_of(word, kMeaningVerbs)) return;
  if (verb + 2 < sentence_.size() && sentence_[verb + 1].word == "by") {
    return add(sentence_[verb + 2]);  // we denote by $a+b$
  }
  const std::size_t first = verb - std::min(verb, kFarthest);
  for (std::size_t i = verb; i-- > first;) {
    const Token& before = sentence_[i];
    if (!before.notations.empty()) {
      if (is_authors || !says_usual_meaning(before, verb)) add(before);
      return;
    }
    const bool may_be_between = is_authors ? before.word != "by" : is_one_of(before.word, kBetween);
    if (!may_be_between) return;
  }
}

// `$n!$ denotes the factorial of $n$`
bool OwnNotations::says_usual_meaning(const Token& token, std::size_t verb) const {
  if (verb + 1 >= sentence_.size() || sentence_[verb + 1].word != "the") return false;
  const auto begin = sentence_.begin() + static_cast<std::ptrdiff_t>(verb) + 2;
  const auto end = sentence_.end() - begin > 2 ? begin + 2 : sentence_.end();
  return std::any_of(begin, end, [&](const Token& behind) {
    return std::ranges::find_first_of(behind.notations, token.notations) != behind.notations.end();
  });
}

void OwnNotations::add(const Token& token) {
  own_.insert(own_.end(), token.notations.begin(), token.notations.end());
}

}  // namespace noether::answer
