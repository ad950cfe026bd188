#include "noether/answer/check/notation.h"

#include <algorithm>
#include <array>

#include "noether/base/ascii.h"
#include "noether/text/words.h"

namespace noether::answer {
namespace {

// Commands that end a factor. Any other command continues the factor: 1/2\pi.
constexpr auto kEndFactor = std::to_array<std::string_view>(
    {"\\cdot",       "\\times", "\\div",    "\\right", "\\quad",   "\\qquad",  "\\le",
     "\\leq",        "\\ge",    "\\geq",    "\\lt",    "\\gt",     "\\pm",     "\\mp",
     "\\ne",         "\\neq",   "\\to",     "\\text",  "\\in",     "\\mod",    "\\pmod",
     "\\bmod",       "\\equiv", "\\dots",   "\\ldots", "\\cdots",  "\\mid",    "\\implies",
     "\\approx",     "\\sim",   "\\,",      "\\;",     "\\:",      "\\!",      "\\ ",
     "\\\\",         "\\%",     "\\}",      "\\end",   "\\rfloor", "\\rceil",  "\\iff",
     "\\Rightarrow", "\\mbox",  "\\hspace", "\\tag",   "\\textrm", "\\textbf", "\\rightarrow",
     "\\star",       "\\ast",   "\\circ"});
constexpr auto kFunctions = std::to_array<std::string_view>(
    {"\\sin", "\\cos", "\\tan", "\\cot", "\\sec", "\\csc", "\\ln", "\\log", "\\sinh", "\\cosh",
     "\\tanh", "\\arcsin", "\\arccos", "\\arctan"});

bool is_letter(char c) { return base::is_letter(c); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Reads LaTeX from left to right, atom by atom.
class Reader {
 public:
  explicit Reader(std::string_view latex, std::size_t at = 0) : latex_(latex), at_(at) {}

  void skip_blanks() {
    while (at_ < latex_.size() && (latex_[at_] == ' ' || latex_[at_] == '\n')) ++at_;
  }

  char here() const { return at_ < latex_.size() ? latex_[at_] : '\0'; }
  std::size_t at() const { return at_; }

  std::string_view command() const {
    if (here() != '\\') return {};
    std::size_t end = at_ + 1;
    while (end < latex_.size() && is_letter(latex_[end])) ++end;
    return latex_.substr(at_, std::max(end, std::min(at_ + 2, latex_.size())) - at_);
  }

  // Skips a number, a letter, a command or a group, with its scripts.
  void skip_atom() {
    skip_blanks();
    if (is_digit(here())) {
      while (is_digit(here()) || here() == '.' || here() == ',') ++at_;
    } else if (here() == '\\') {
      const bool is_left = command() == "\\left";
      at_ += command().size();
      if (is_left) skip_group();
      while (here() == '{') skip_group();
    } else if (here() == '{' || here() == '(') {
      skip_group();
    } else if (at_ < latex_.size()) {
      ++at_;
    }
    skip_scripts();
  }

  // Moves behind the bracket that closes the group at this place.
  void skip_group() {
    int depth = 0;
    for (; at_ < latex_.size(); ++at_) {
      const char c = latex_[at_];
      if (c == '{' || c == '(') ++depth;
      if ((c == '}' || c == ')') && --depth <= 0) {
        ++at_;
        return;
      }
    }
  }

  void skip_scripts() {
    skip_blanks();
    while (here() == '^' || here() == '_' || here() == '!' || here() == '\'') {
      const bool has_operand = here() == '^' || here() == '_';
      ++at_;
      if (has_operand) skip_script();
      skip_blanks();
    }
  }

  // Whether another factor follows without a sign: a letter, a bracket, or a command such as \pi.
  bool is_before_factor() {
    skip_blanks();
    if (here() == '\\') return std::ranges::find(kEndFactor, command()) == kEndFactor.end();
    return is_letter(here()) || is_digit(here()) || here() == '(' || here() == '[';
  }

 private:
  void skip_script() {
    skip_blanks();
    if (here() == '{') {
      skip_group();
    } else if (here() == '\\') {
      at_ += command().size();
      while (here() == '{') skip_group();
    } else if (at_ < latex_.size()) {
      ++at_;
    }
  }

  std::string_view latex_;
  std::size_t at_;
};

bool has_open_division(std::string_view latex) {
  for (std::size_t at = latex.find('/'); at != std::string_view::npos;
       at = latex.find('/', at + 1)) {
    Reader reader(latex, at + 1);
    reader.skip_atom();
    if (reader.is_before_factor()) return true;
  }
  return false;
}

// Whether a function without brackets stands before a quotient.
bool has_open_argument(std::string_view latex) {
  for (std::size_t at = latex.find('\\'); at != std::string_view::npos;
       at = latex.find('\\', at + 1)) {
    Reader reader(latex, at);
    if (std::ranges::find(kFunctions, reader.command()) == kFunctions.end()) continue;
    Reader argument(latex, at + reader.command().size());
    argument.skip_scripts();
    if (argument.here() == '(' || argument.here() == '{' || argument.command() == "\\left") {
      continue;
    }
    while (argument.at() < latex.size()) {
      const std::size_t before = argument.at();
      argument.skip_atom();
      argument.skip_blanks();
      if (argument.here() == '/') return true;
      if (!argument.is_before_factor() || argument.at() == before) break;
    }
  }
  return false;
}

bool has_mixed_number(std::string_view latex) {
  for (const std::string_view fraction : {"\\frac", "\\dfrac", "\\tfrac"}) {
    for (std::size_t at = latex.find(fraction); at != std::string_view::npos;
         at = latex.find(fraction, at + 1)) {
      const std::size_t before =
          at == 0 ? std::string_view::npos : latex.find_last_not_of(' ', at - 1);
      if (before != std::string_view::npos && is_digit(latex[before])) return true;
    }
  }
  return false;
}

// Whether numbers stand side by side with a thin gap: the cycle (1\,2\,3), or 12\,000.
bool has_parted_digits(std::string_view latex) {
  for (const std::string_view gap : {"\\,", "\\;", "\\:", "\\ ", "~"}) {
    for (std::size_t at = latex.find(gap); at != std::string_view::npos;
         at = latex.find(gap, at + 1)) {
      const std::size_t behind = latex.find_first_not_of(' ', at + gap.size());
      if (at > 0 && is_digit(latex[at - 1]) && behind != std::string_view::npos &&
          is_digit(latex[behind])) {
        return true;
      }
    }
  }
  return false;
}

// Whether a point may mean a product, as in 2.3.5 and 2^{4}.3.
bool has_point_of_product(std::string_view latex) {
  for (std::size_t at = latex.find('.'); at != std::string_view::npos;
       at = latex.find('.', at + 1)) {
    if (at == 0 || at + 1 == latex.size() || !is_digit(latex[at + 1])) continue;
    if (latex[at - 1] == '}' || latex[at - 1] == ')') return true;
    std::size_t end = at + 1;
    while (end < latex.size() && is_digit(latex[end])) ++end;
    if (end + 1 < latex.size() && latex[end] == '.' && is_digit(latex[end + 1])) return true;
  }
  return false;
}

}  // namespace

bool has_two_readings(std::string_view latex) {
  return has_open_division(latex) || has_open_argument(latex) || has_parted_digits(latex);
}

bool has_open_sign(std::string_view latex) {
  // A frame around the last result is the frame around an answer.
  const std::size_t frame = latex.find("\\boxed");
  const bool is_framed_inside =
      frame != std::string_view::npos && latex.find('=', frame) != std::string_view::npos;
  return latex.contains('*') || latex.contains("\\ast") || is_framed_inside ||
         has_mixed_number(latex) || has_point_of_product(latex);
}

namespace {

struct NotationWord {
  std::string_view word;  // singular
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

// Verbs that follow the notation that they explain: `$\sqrt[n]{x}$ means …`.
constexpr auto kMeaningVerbs =
    std::to_array<std::string_view>({"denote", "denotes", "mean", "means", "stands"});
// In `by $\sqrt[n]{x}$, I mean …`, other words may stand between the notation and the verb.
constexpr auto kAuthors = std::to_array<std::string_view>({"i", "we"});
constexpr auto kAuthorsVerbs = std::to_array<std::string_view>({"denote", "mean"});
// Words that may stand between a notation and its verb.
constexpr auto kBetween = std::to_array<std::string_view>(
    {"always", "does", "here", "just", "me", "only", "shall", "should", "simply", "to", "will"});

// The largest number of words between a notation and its verb.
constexpr std::size_t kFarthest = 20;

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

// Whether the operator is a notation. Letters with scripts and accents are letters.
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

// Adds the notation that the word at that place explains, if it is a verb of explanation.
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
