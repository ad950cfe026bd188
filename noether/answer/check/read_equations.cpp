#include "noether/answer/check/read_equations.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "noether/answer/check/claim_words.h"
#include "noether/text/sentences.h"
#include "noether/text/words.h"

namespace noether::answer {
namespace {

using algebra::ExprId;
using algebra::kNoExpr;
using algebra::Op;

class EquationReader {
 public:
  EquationReader(const text::Field& field, algebra::Expressions& pool)
      : field_(field), pool_(pool) {}

  TextEquations read() {
    read_.meaning = meaning_by_words(field_);
    const auto sentences = text::find_sentences(field_);
    std::size_t number = 0;
    std::optional<std::size_t> judged;
    for (const text::FormulaSpan& formula : field_.formulas) {
      while (number + 1 < sentences.size() && sentences[number].end <= formula.begin) ++number;
      if (number < sentences.size() && judged != number) {
        judge(sentences[number]);
        judged = number;
      }
      read_formula(formula, number);
    }
    return std::move(read_);
  }

 private:
  // What a sentence does with its equations.
  struct Sentence {
    bool doubts = false;  // they may be something else than claims
    bool gives = false;   // values that hold in the sentences behind it
    bool is_condition = false;
    bool denies = false;
  };

  void judge(const base::Span& span) {
    const std::string_view text =
        std::string_view(field_.text).substr(span.begin, span.end - span.begin);
    std::vector<text::FormulaSpan> inside;
    for (const text::FormulaSpan& formula : field_.formulas) {
      if (formula.begin < span.begin || formula.end > span.end) continue;
      inside.push_back({formula.begin - span.begin, formula.end - span.begin, {}, {}});
    }
    const auto has = [&](std::span<const std::string_view> words) {
      return has_word_of(text, inside, words);
    };
    sentence_ = {.doubts = has(kNoClaim),
                 .gives = has(kGives) && !has(kConditions),
                 .is_condition = has(kGives) || has(kConditions),
                 .denies = has(kDenials) || text.contains("\\ne")};
  }

  // `For $n = 1$ …`
  bool follows_condition_word(const text::FormulaSpan& formula) const {
    const std::size_t from = formula.begin - std::min<std::size_t>(formula.begin, kWordBefore);
    const std::string_view before =
        std::string_view(field_.text).substr(from, formula.begin - from);
    const std::size_t end = before.find_last_not_of(" \n$");
    if (end == std::string_view::npos) return false;
    const std::size_t blank = before.find_last_of(" \n", end);
    const std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
    const std::string_view word = before.substr(begin, end + 1 - begin);
    return word == "for" || word == "For";
  }

  void read_formula(const text::FormulaSpan& formula, std::size_t number) {
    const std::string_view latex =
        std::string_view(field_.text).substr(formula.begin, formula.end - formula.begin);
    is_condition_ = sentence_.is_condition || follows_condition_word(formula);
    tail_ = kNoExpr;
    for (const EquationLine& line : equation_lines(latex)) {
      if (line.is_equation) {
        read_line(line, {formula.begin, formula.end}, number);
      } else {
        tail_ = read_expression(line.latex);
        tail_line_ = line.latex;
      }
    }
  }

  void read_line(const EquationLine& line, base::Span span, std::size_t number) {
    const auto read = reader_.read(line.latex, {}, pool_);
    if (!read || read->statement || read->is_approximate) {
      read_.equations.push_back({.span = span, .line = line.latex, .sentence = number});
      tail_ = kNoExpr;
      return;
    }
    // A word inside the formula may say anything: \text{if } x = 1.
    const bool is_bare =
        !line.latex.contains("\\text") && !line.latex.contains("\\mbox") && !line.follows_arrow;
    std::vector<ExprId> chain = read->chain;
    std::string written = line.latex;
    if (read->continues && tail_ != kNoExpr) {
      chain.insert(chain.begin(), tail_);
      written = tail_line_ + " " + written;
    }
    const bool may_give = chain.size() == 2 && is_condition_ && !sentence_.denies && is_bare;
    for (std::size_t i = 1; i < chain.size(); ++i) {
      const std::size_t equation = read_.equations.size();
      say(chain[i], chain[i - 1], {.sentence = number, .equation = equation});
      const bool is_given = say(chain[i - 1], chain[i],
                                {.sentence = number,
                                 .equation = equation,
                                 .is_given = may_give,
                                 .is_lasting = sentence_.gives});
      if (is_about_order(pool_, chain[i - 1], chain[i])) {
        read_.meaning.letters = Letters::AreAnything;
      }
      read_.equations.push_back({.span = span,
                                 .line = written,
                                 .left = chain[i - 1],
                                 .right = chain[i],
                                 .begins_line = i == 1 && !read->continues,
                                 .is_claim = !sentence_.doubts && is_bare && !line.may_be_cut,
                                 .is_given = is_given,
                                 .sentence = number});
    }
    tail_ = chain.empty() ? kNoExpr : chain.back();
    tail_line_ = line.latex;
  }

  ExprId read_expression(const std::string& latex) {
    const auto read = reader_.read(latex, {}, pool_);
    return read && read->chain.size() == 1 ? read->chain[0] : kNoExpr;
  }

  // Keeps what is said of a letter. True when that is a value to be put in, as in `let $x = 3$`.
  bool say(ExprId letter, ExprId value, Saying saying) {
    if (pool_.op(letter) != Op::Variable) return false;
    saying.letter = pool_.head(letter);
    saying.value = value;
    saying.is_given = saying.is_given && algebra::variables_of(pool_, value).empty();
    read_.givens.add(saying);
    return saying.is_given;
  }

  static constexpr std::size_t kWordBefore = 8;  // bytes that hold `for`, blanks and a delimiter

  const text::Field& field_;
  algebra::Expressions& pool_;
  algebra::DerivationLineReader reader_{formula::Notation::Latex};
  TextEquations read_;
  Sentence sentence_;          // that is being read
  bool is_condition_ = false;  // of the formula that is being read
  ExprId tail_ = kNoExpr;      // the last expression of the line before
  std::string tail_line_;
};

}  // namespace

TextEquations read_equations(const text::Field& field, algebra::Expressions& pool) {
  return EquationReader(field, pool).read();
}

}  // namespace noether::answer
