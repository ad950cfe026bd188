#include "noether/answer/check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

#include "noether/algebra/decide.h"
#include "noether/algebra/derivation_line.h"
#include "noether/algebra/write_expression.h"
#include "noether/answer/check/claim_words.h"
#include "noether/answer/check/equation_lines.h"
#include "noether/answer/evidence.h"
#include "noether/text/sentences.h"
#include "noether/text/words.h"

namespace noether::answer {
namespace {

using algebra::ExprId;
using algebra::Head;
using algebra::Op;

// Whether it has a quotient such as 6/2(1+2), which some read as 6/(2(1+2)).
bool is_division_open(std::string_view formula) {
  const auto skip = [&](std::size_t at, std::string_view signs) {
    return std::min(formula.find_first_not_of(signs, at), formula.size());
  };
  for (std::size_t at = formula.find('/'); at != std::string_view::npos;
       at = formula.find('/', at + 1)) {
    const std::size_t number = skip(at + 1, " ");
    const std::size_t behind = skip(skip(number, "0123456789"), " ");
    if (behind == number) continue;
    if (formula.substr(behind).starts_with('(') || formula.substr(behind).starts_with("\\left")) {
      return true;
    }
  }
  return false;
}

bool is_one_word_of(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool has_word_of(std::string_view text, std::span<const text::FormulaSpan> formulas,
                 std::span<const std::string_view> words) {
  text::WordReader reader;
  reader.start(text, formulas);
  text::Word word;
  while (reader.next(word)) {
    if (is_one_word_of(words, word.text)) return true;
  }
  return false;
}

class TextChecker {
 public:
  TextChecker(const text::Field& field, const CheckOptions& options)
      : field_(field), options_(options) {}

  // `on_checked` gets each equation as soon as it is decided, in the order of the text.
  void check(const std::function<void(CheckedEquation)>& on_checked) {
    is_arithmetic_usual_ = !has_word_of(field_.text, field_.formulas, kOtherArithmetic) &&
                           std::ranges::none_of(kOtherSigns, [&](std::string_view sign) {
                             return field_.text.contains(sign);
                           });
    read_all();
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (options_.is_over && options_.is_over()) break;
      if (i < options_.most_equations) decide(steps_[i]);
      on_checked(std::move(steps_[i].checked));
    }
  }

 private:
  struct Step {
    CheckedEquation checked;
    ExprId left = algebra::kNoExpr;  // absent when it could not be read
    ExprId right = algebra::kNoExpr;
    bool is_claim = false;
    std::size_t sentence = 0;
  };
  // What a sentence does with its equations.
  struct Sentence {
    bool states = false;  // no word makes them anything but claims
    bool gives = false;   // values that hold in the sentences behind it
    bool denies = false;
  };
  // A letter and what the text says it equals.
  struct Saying {
    Head letter = {};
    ExprId value = algebra::kNoExpr;
    std::size_t sentence = 0;
    bool is_given = false;    // as a value, to be put in
    bool is_lasting = false;  // in the sentences behind
  };

  void read_all() {
    const auto sentences = text::find_sentences(field_);
    std::size_t number = 0;
    std::optional<std::size_t> judged;
    Sentence sentence;
    for (const text::FormulaSpan& formula : field_.formulas) {
      while (number + 1 < sentences.size() && sentences[number].end <= formula.begin) ++number;
      if (number < sentences.size() && judged != number) {
        sentence = judge(sentences[number]);
        judged = number;
      }
      read_formula(formula, number, sentence);
    }
  }

  Sentence judge(const base::Span& sentence) {
    const std::string_view text =
        std::string_view(field_.text).substr(sentence.begin, sentence.end - sentence.begin);
    std::vector<text::FormulaSpan> inside;
    for (const text::FormulaSpan& formula : field_.formulas) {
      if (formula.begin < sentence.begin || formula.end > sentence.end) continue;
      inside.push_back({formula.begin - sentence.begin, formula.end - sentence.begin, {}, {}});
    }
    const auto has = [&](std::span<const std::string_view> words) {
      return has_word_of(text, inside, words);
    };
    return {.states = !has(kNoClaim),
            .gives = has(kGives) && !has(kConditions),
            .denies = has(kDenials) || text.contains("\\ne")};
  }

  void read_formula(const text::FormulaSpan& formula, std::size_t number,
                    const Sentence& sentence) {
    const std::string_view latex =
        std::string_view(field_.text).substr(formula.begin, formula.end - formula.begin);
    ExprId tail = algebra::kNoExpr;
    for (const EquationLine& line : equation_lines(latex)) {
      const base::Span span{formula.begin, formula.end};
      if (!line.latex.contains('=')) {
        tail = read_expression(line.latex);
        continue;
      }
      // A word inside the formula may say anything: \text{if } x = 1.
      const bool is_bare =
          !line.latex.contains("\\text") && !line.latex.contains("\\mbox") && !line.follows_arrow;
      const auto read = reader_.read(line.latex, {}, pool_);
      if (!read || read->statement || read->is_approximate) {
        steps_.push_back({.checked = {span, line.latex, EquationVerdict::Undecided,
                                      "it cannot be read as an equation"}});
        tail = algebra::kNoExpr;
        continue;
      }
      std::vector<ExprId> chain = read->chain;
      if (read->continues && tail != algebra::kNoExpr) chain.insert(chain.begin(), tail);
      const bool may_give = chain.size() == 2 && !sentence.states && !sentence.denies;
      for (std::size_t i = 1; i < chain.size(); ++i) {
        steps_.push_back({.checked = {span, text(chain[i - 1]) + " = " + text(chain[i]),
                                      EquationVerdict::Undecided, ""},
                          .left = chain[i - 1],
                          .right = chain[i],
                          .is_claim = sentence.states && is_bare,
                          .sentence = number});
        note(chain[i], chain[i - 1], {.sentence = number});
        const bool is_given = note(
            chain[i - 1], chain[i],
            {.sentence = number, .is_given = may_give, .is_lasting = sentence.gives && is_bare});
        if (!is_given) continue;
        // By its own value it would be proven.
        steps_.back().left = algebra::kNoExpr;
        steps_.back().checked.reason = "it is given";
      }
      tail = chain.empty() ? algebra::kNoExpr : chain.back();
    }
  }

  ExprId read_expression(const std::string& latex) {
    const auto read = reader_.read(latex, {}, pool_);
    return read && read->chain.size() == 1 ? read->chain[0] : algebra::kNoExpr;
  }

  // Keeps what is said of a letter. True when that is a value to be put in, as in `let $x = 3$`.
  bool note(ExprId letter, ExprId value, Saying saying) {
    if (pool_.op(letter) != Op::Variable) return false;
    saying.letter = pool_.head(letter);
    saying.value = value;
    saying.is_given = saying.is_given && algebra::variables_of(pool_, value).empty();
    sayings_.push_back(saying);
    return saying.is_given;
  }

  // The value that the letter has in the sentence, when it is beyond doubt: one that the sentence
  // itself gives, or one that holds from before, and nothing else is said.
  ExprId value_in(Head letter, std::size_t sentence) const {
    const Saying* own = nullptr;
    const Saying* lasting = nullptr;
    bool is_own_clear = true;
    bool is_lasting_clear = true;
    for (const Saying& saying : sayings_) {
      if (saying.letter != letter) continue;
      if (saying.is_given && saying.sentence == sentence) own = &saying;
      if (saying.is_given && saying.is_lasting && saying.sentence < sentence) lasting = &saying;
    }
    for (const Saying& saying : sayings_) {
      if (saying.letter != letter) continue;
      if (own != nullptr && saying.sentence == sentence && saying.value != own->value) {
        is_own_clear = false;
      }
      if (lasting != nullptr && saying.value != lasting->value) is_lasting_clear = false;
    }
    if (own != nullptr) return is_own_clear ? own->value : algebra::kNoExpr;
    return lasting != nullptr && is_lasting_clear ? lasting->value : algebra::kNoExpr;
  }

  struct Put {
    ExprId left;
    ExprId right;
    std::string values;  // `x = 3, y = 1`
  };
  Put with_values(const Step& step) {
    Put put{step.left, step.right, ""};
    auto letters = algebra::variables_of(pool_, step.left);
    for (const Head letter : algebra::variables_of(pool_, step.right)) {
      if (std::ranges::find(letters, letter) == letters.end()) letters.push_back(letter);
    }
    for (const Head letter : letters) {
      const ExprId value = value_in(letter, step.sentence);
      if (value == algebra::kNoExpr) continue;
      put.left = algebra::substitute(pool_, put.left, letter, value);
      put.right = algebra::substitute(pool_, put.right, letter, value);
      put.values += fmt::format("{}{} = {}", put.values.empty() ? "" : ", ",
                                text(pool_.leaf(letter)), text(value));
    }
    return put;
  }

  algebra::Decision decided(ExprId left, ExprId right, bool want_proof) {
    algebra::DecideOptions options;
    options.equality = algebra::Equality::WhereBothDefined;
    options.seconds = options_.seconds;
    options.want_proof = want_proof;
    options.is_over = options_.is_over;
    return algebra::decide(pool_, left, right, options);
  }

  void decide(Step& step) {
    if (step.left == algebra::kNoExpr) return;
    // Algebra decides it for numbers; gh = hg need not hold in a group.
    if (!is_arithmetic_usual_ && has_letters(step)) {
      step.checked.reason = "its letters may stand for something else than numbers";
      return;
    }
    const algebra::Decision decision = decided(step.left, step.right, false);
    if (decision.verdict == algebra::Verdict::Proven) {
      return prove(step, {step.left, step.right, ""}, decision);
    }
    const Put put = with_values(step);
    if (!put.values.empty()) {
      const auto given = decided(put.left, put.right, false);
      if (given.verdict == algebra::Verdict::Proven) return prove(step, put, given);
      // The values need not hold where this equation stands.
      step.is_claim = false;
    }
    step.checked.reason = decision.reason;
    if (decision.verdict == algebra::Verdict::Agrees) {
      step.checked.verdict = EquationVerdict::Agrees;
    } else if (decision.verdict == algebra::Verdict::Refuted) {
      refute(step, decision);
    }
  }

  void prove(Step& step, const Put& put, const algebra::Decision& decision) {
    step.checked.verdict = EquationVerdict::Proven;
    step.checked.reason = decision.reason;
    if (!put.values.empty()) {
      step.checked.latex = text(put.left) + " = " + text(put.right);
      step.checked.reason = fmt::format("with {}: {}", put.values, decision.reason);
    }
    // Most equations are not proven, so only these are decided a second time.
    if (options_.proofs) {
      step.checked.proof = proof_of(pool_, decided(put.left, put.right, true));
    }
  }

  void refute(Step& step, const algebra::Decision& decision) {
    if (!step.is_claim || !is_arithmetic_usual_) {
      step.checked.reason = "it does not hold for all values, and need not";
      return;
    }
    if (has_letters(step)) {
      step.checked.reason = "its letters may stand for something";
      return;
    }
    if (!is_certain_number(step.left) || !is_certain_number(step.right) ||
        (pool_.is_number(step.left) && pool_.is_number(step.right)) ||
        is_division_open(formula_of(step))) {
      step.checked.reason = "a sign in it may have another meaning";
      return;
    }
    if (may_be_degrees(step)) {
      step.checked.reason = "angles may be in degrees";
      return;
    }
    if (decision.left_value == "undefined" || decision.right_value == "undefined") return;
    const double left = std::strtod(decision.left_value.c_str(), nullptr);
    const double right = std::strtod(decision.right_value.c_str(), nullptr);
    if (is_rounded(step) &&
        std::abs(left - right) <= 0.01 * std::max(std::abs(left), std::abs(right))) {
      step.checked.reason = "it holds up to rounding";
      return;
    }
    step.checked.verdict = EquationVerdict::Refuted;
    step.checked.reason = fmt::format("the left side is {} and the right side is {}",
                                      decision.left_value, decision.right_value);
    step.checked.counterexample = counterexample_of(pool_, decision);
  }

  // Letters such as e and i, and functions that algebra does not know, may be anything.
  bool is_certain_number(ExprId id) const {
    for (const Op op : {Op::Call, Op::I, Op::E, Op::Integral, Op::Derivative, Op::Ln}) {
      if (algebra::contains(pool_, id, op)) return false;
    }
    return true;
  }

  bool has_letters(const Step& step) const {
    return !algebra::variables_of(pool_, step.left).empty() ||
           !algebra::variables_of(pool_, step.right).empty();
  }

  std::string_view formula_of(const Step& step) const {
    const base::Span span = step.checked.span;
    return std::string_view(field_.text).substr(span.begin, span.end - span.begin);
  }

  bool is_rounded(const Step& step) const { return formula_of(step).contains('.'); }

  // A degree sign may be written once for both sides, or not at all. Who writes π means radians.
  bool may_be_degrees(const Step& step) const {
    const std::string_view formula = formula_of(step);
    if (formula.contains("\\circ") || formula.contains("\\degree") || formula.contains("°"))
      return true;
    const auto has = [&](Op op) {
      return algebra::contains(pool_, step.left, op) || algebra::contains(pool_, step.right, op);
    };
    return !has(Op::Pi) && std::ranges::any_of(std::array{Op::Sin, Op::Cos, Op::Tan, Op::Cot,
                                                          Op::Sec, Op::Csc, Op::Asin, Op::Acos,
                                                          Op::Atan, Op::Acot, Op::Asec, Op::Acsc},
                                               has);
  }

  std::string text(ExprId id) const {
    return algebra::expression_text(formula::Notation::Latex, pool_, id);
  }

  const text::Field& field_;
  const CheckOptions& options_;
  algebra::Vocabulary vocabulary_;
  algebra::Expressions pool_{vocabulary_};
  algebra::DerivationLineReader reader_{formula::Notation::Latex};
  bool is_arithmetic_usual_ = false;
  std::vector<Step> steps_;
  std::vector<Saying> sayings_;
};

}  // namespace

std::string_view equation_verdict_name(EquationVerdict verdict) {
  switch (verdict) {
    case EquationVerdict::Proven:
      return "proven";
    case EquationVerdict::Agrees:
      return "agrees";
    case EquationVerdict::Refuted:
      return "refuted";
    case EquationVerdict::Undecided:
      return "undecided";
  }
  return "";
}

std::vector<CheckedEquation> check_equations(const text::Field& field,
                                             const CheckOptions& options) {
  std::vector<CheckedEquation> all;
  TextChecker(field, options).check([&](CheckedEquation checked) {
    all.push_back(std::move(checked));
  });
  return all;
}

void check_answer(Answer& answer, const CheckOptions& options, const OnNote& on_note) {
  text::Field whole;
  std::vector<std::uint32_t> begins;
  for (const AnswerSentence& sentence : answer.sentences) {
    if (!whole.text.empty()) whole.text += '\n';
    const auto begin = static_cast<std::uint32_t>(whole.text.size());
    begins.push_back(begin);
    for (const text::FormulaSpan& formula : sentence.text.formulas) {
      whole.formulas.push_back({formula.begin + begin, formula.end + begin, {}, {}});
    }
    whole.text += sentence.text.text;
  }
  TextChecker(whole, options).check([&](CheckedEquation checked) {
    const auto behind = std::ranges::upper_bound(begins, checked.span.begin);
    const auto sentence = static_cast<std::size_t>(behind - begins.begin()) - 1;
    answer.sentences[sentence].notes.push_back(
        {.kind = "equation",
         .text = std::move(checked.reason),
         .span = {checked.span.begin - begins[sentence], checked.span.end - begins[sentence]},
         .verdict = std::string(equation_verdict_name(checked.verdict)),
         .latex = std::move(checked.latex),
         .proof = std::move(checked.proof),
         .counterexample = std::move(checked.counterexample)});
    if (on_note) on_note(sentence, answer.sentences[sentence].notes.back());
  });
}

}  // namespace noether::answer
