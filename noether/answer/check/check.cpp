#include "noether/answer/check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>

#include "noether/algebra/decide.h"
#include "noether/algebra/derivation_line.h"
#include "noether/algebra/write_expression.h"
#include "noether/answer/check/equation_lines.h"
#include "noether/answer/compute/givens.h"
#include "noether/text/sentences.h"
#include "noether/text/words.h"

namespace noether::answer {
namespace {

using algebra::ExprId;
using algebra::Head;
using algebra::Op;

// A sentence with one of these may state a condition, a definition, something to be solved, or
// something that is false.
constexpr auto kNoClaim = std::to_array<std::string_view>({
    "absurd",
    "assume",
    "assuming",
    "both",
    "call",
    "case",
    "cases",
    "choose",
    "claim",
    "condition",
    "conditions",
    "consider",
    "constraint",
    "contradicts",
    "contradiction",
    "define",
    "defined",
    "denote",
    "denoted",
    "denotes",
    "desired",
    "either",
    "equation",
    "equations",
    "error",
    "every",
    "example",
    "expect",
    "expected",
    "false",
    "find",
    "fix",
    "form",
    "given",
    "goal",
    "holds",
    "hypothesis",
    "if",
    "iff",
    "impossible",
    "incorrect",
    "let",
    "like",
    "means",
    "mistake",
    "mod",
    "modulo",
    "must",
    "need",
    "neither",
    "never",
    "no",
    "nor",
    "not",
    "only",
    "or",
    "otherwise",
    "pick",
    "prove",
    "provided",
    "put",
    "require",
    "required",
    "satisfies",
    "satisfy",
    "satisfying",
    "say",
    "set",
    "setting",
    "show",
    "solution",
    "solutions",
    "solve",
    "solving",
    "such",
    "suppose",
    "supposing",
    "system",
    "take",
    "taking",
    "try",
    "unless",
    "until",
    "want",
    "whenever",
    "when",
    "where",
    "whether",
    "with",
    "would",
    "wrong",
    "approximately",
    "about",
    "roughly",
    "nearly",
    "almost",
    "asymptotically",
    "base",
    "cannot",
    "can't",
    "doesn't",
    "isn't",
    "don't",
    "fails",
    "fail",
    "limit",
    "large",
    "small",
    "order",
    "leading",
});

// A text with one of these may compute in another structure than the numbers.
constexpr auto kOtherArithmetic = std::to_array<std::string_view>({
    "algebra",     "basis",       "binary",         "category",     "characteristic", "clock",
    "congruence",  "congruent",   "cyclic",         "digit",        "digits",         "eigenvalue",
    "eigenvalues", "field",       "fields",         "finite",       "graph",          "group",
    "groups",      "ideal",       "ideals",         "lattice",      "matrices",       "matrix",
    "mod",         "module",      "modulo",         "modulus",      "monoid",         "ordinal",
    "ordinals",    "cardinal",    "cardinals",      "permutation",  "quaternion",     "quotient",
    "remainder",   "remainders",  "residue",        "ring",         "rings",          "space",
    "spaces",      "subgroup",    "tensor",         "topology",     "tropical",       "vector",
    "vectors",     "operator",    "operators",      "homomorphism", "isomorphism",    "map",
    "maps",        "divergent",   "regularization", "zeta",         "ramanujan",      "units",
    "octal",       "hexadecimal", "infinity",       "infinite",     "cardinality",    "sets",
    "set",         "logic",       "proposition",    "boolean",
});
constexpr auto kOtherSigns = std::to_array<std::string_view>(
    {"\\pmod", "\\bmod", "\\equiv", "\\mathbb{Z}_", "\\mathbb Z_", "\\mathbb{F}", "\\oplus",
     "\\pmatrix", "matrix", "\\otimes", "\\infty", "\\aleph", "\\approx", "\\sim", "\\hat", "\\vec",
     "\\mathbf", "\\pm", "\\mp"});

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

  std::vector<CheckedEquation> check() {
    is_arithmetic_usual_ = !has_word_of(field_.text, field_.formulas, kOtherArithmetic) &&
                           std::ranges::none_of(kOtherSigns, [&](std::string_view sign) {
                             return field_.text.contains(sign);
                           });
    read_all();
    for (std::size_t i = 0; i < steps_.size() && i < options_.most_equations; ++i) {
      if (options_.is_over && options_.is_over()) break;
      decide(steps_[i]);
    }
    std::vector<CheckedEquation> out;
    for (Step& step : steps_) out.push_back(std::move(step.checked));
    return out;
  }

 private:
  struct Step {
    CheckedEquation checked;
    ExprId left = algebra::kNoExpr;  // absent when it could not be read
    ExprId right = algebra::kNoExpr;
    bool is_claim = false;
  };

  void read_all() {
    const auto sentences = text::find_sentences(field_);
    std::size_t sentence = 0;
    for (const text::FormulaSpan& formula : field_.formulas) {
      while (sentence + 1 < sentences.size() && sentences[sentence].end <= formula.begin) {
        ++sentence;
      }
      const bool is_claim = sentence < sentences.size() && states(sentences[sentence]);
      read_formula(formula, is_claim);
    }
  }

  // Whether the sentence has no word that makes its equations something else than claims.
  bool states(const base::Span& sentence) {
    const std::string_view text =
        std::string_view(field_.text).substr(sentence.begin, sentence.end - sentence.begin);
    std::vector<text::FormulaSpan> inside;
    for (const text::FormulaSpan& formula : field_.formulas) {
      if (formula.begin < sentence.begin || formula.end > sentence.end) continue;
      inside.push_back({formula.begin - sentence.begin, formula.end - sentence.begin, {}, {}});
    }
    return !has_word_of(text, inside, kNoClaim);
  }

  void read_formula(const text::FormulaSpan& formula, bool is_claim) {
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
      for (std::size_t i = 1; i < chain.size(); ++i) {
        steps_.push_back({.checked = {span, text(chain[i - 1]) + " = " + text(chain[i]),
                                      EquationVerdict::Undecided, ""},
                          .left = chain[i - 1],
                          .right = chain[i],
                          .is_claim = is_claim && is_bare});
      }
      if (chain.size() == 2 && !is_claim && give(chain[0], chain[1])) {
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

  // Notes `let $x = 3$`; a letter with two values has none. False when it gives no value.
  bool give(ExprId left, ExprId right) {
    if (pool_.op(left) != Op::Variable || !algebra::variables_of(pool_, right).empty()) {
      return false;
    }
    const auto [place, is_new] = values_.try_emplace(pool_.head(left).code, right);
    if (!is_new && place->second != right) place->second = algebra::kNoExpr;
    return true;
  }

  ExprId with_values(ExprId expression) {
    for (const auto& [variable, value] : values_) {
      if (value == algebra::kNoExpr) continue;
      expression = algebra::substitute(pool_, expression, Head(variable), value);
    }
    return expression;
  }

  void decide(Step& step) {
    if (step.left == algebra::kNoExpr) return;
    algebra::DecideOptions options;
    options.equality = algebra::Equality::WhereBothDefined;
    options.seconds = options_.seconds;
    options.want_proof = false;
    options.is_over = options_.is_over;
    algebra::Decision decision = algebra::decide(pool_, step.left, step.right, options);
    ExprId left = step.left;
    ExprId right = step.right;
    if (decision.verdict != algebra::Verdict::Proven) {
      left = with_values(step.left);
      right = with_values(step.right);
      if (left != step.left || right != step.right) {
        const auto given = algebra::decide(pool_, left, right, options);
        // The values need not hold where this equation stands.
        if (given.verdict == algebra::Verdict::Proven) {
          decision = given;
          step.checked.latex = text(left) + " = " + text(right);
        } else {
          step.is_claim = false;
        }
      }
    }
    step.checked.reason = decision.reason;
    switch (decision.verdict) {
      case algebra::Verdict::Proven:
        step.checked.verdict = EquationVerdict::Proven;
        break;
      case algebra::Verdict::Agrees:
        step.checked.verdict = EquationVerdict::Agrees;
        break;
      case algebra::Verdict::Refuted:
        refute(step, decision);
        break;
      case algebra::Verdict::Unknown:
        break;
    }
  }

  void refute(Step& step, const algebra::Decision& decision) {
    if (!step.is_claim || !is_arithmetic_usual_) {
      step.checked.reason = "it does not hold for all values, and need not";
      return;
    }
    if (!algebra::variables_of(pool_, step.left).empty() ||
        !algebra::variables_of(pool_, step.right).empty()) {
      step.checked.reason = "its letters may stand for something";
      return;
    }
    if (!is_certain_number(step.left) || !is_certain_number(step.right) ||
        (pool_.is_number(step.left) && pool_.is_number(step.right))) {
      step.checked.reason = "a sign in it may have another meaning";
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
  }

  // Letters such as e and i, and functions that algebra does not know, may be anything.
  bool is_certain_number(ExprId id) const {
    for (const Op op : {Op::Call, Op::I, Op::E, Op::Integral, Op::Derivative, Op::Ln}) {
      if (algebra::contains(pool_, id, op)) return false;
    }
    return true;
  }

  bool is_rounded(const Step& step) const {
    const std::string_view formula =
        std::string_view(field_.text)
            .substr(step.checked.span.begin, step.checked.span.end - step.checked.span.begin);
    return formula.contains('.');
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
  std::map<std::uint32_t, ExprId> values_;  // by the code of the variable's head
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
  return TextChecker(field, options).check();
}

void check_answer(Answer& answer, const CheckOptions& options) {
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
  for (const CheckedEquation& checked : check_equations(whole, options)) {
    const auto behind = std::ranges::upper_bound(begins, checked.span.begin);
    const auto sentence = static_cast<std::size_t>(behind - begins.begin()) - 1;
    answer.sentences[sentence].notes.push_back(
        {"equation",
         fmt::format("{}: {}", equation_verdict_name(checked.verdict), checked.reason),
         {checked.span.begin - begins[sentence], checked.span.end - begins[sentence]}});
  }
}

}  // namespace noether::answer
