#include "noether/search/query/formula_finder.h"

#include <algorithm>

#include "noether/search/query/formula_tokens.h"

namespace noether::search {
namespace {

using Tokens = std::span<const FormulaToken>;

// A part of the tokens: [begin, end).
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

class FormulaFinder {
 public:
  FormulaFinder(std::string_view text, Tokens tokens) : text_(text), tokens_(tokens) {}

  std::vector<base::Span> run() {
    has_words_ = std::ranges::find(tokens_, TokenKind::Word, &FormulaToken::kind) != tokens_.end();
    if (is_inner_product()) return {{tokens_.front().begin, tokens_.back().end}};
    for (std::size_t i = 0; i < tokens_.size();) {
      if (tokens_[i].kind == TokenKind::Word) {
        ++i;
        continue;
      }
      std::size_t end = i;
      while (end < tokens_.size() && tokens_[end].kind != TokenKind::Word) ++end;
      cut({i, end});
      i = end;
    }
    return std::move(found_);
  }

 private:
  std::string_view text_of(const FormulaToken& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }
  bool is(std::size_t i, std::string_view text) const {
    return i < tokens_.size() && text_of(tokens_[i]) == text;
  }

  // Letters that are also words.
  bool is_article(std::size_t i) const { return is(i, "a") || is(i, "A") || is(i, "I"); }
  bool has_letter(std::size_t i) const {
    return tokens_[i].kind != TokenKind::Number && tokens_[i].kind != TokenKind::Dots;
  }

  // Cuts a run without words at the blanks where a formula does not continue.
  void cut(Range run) {
    std::size_t begin = run.begin;
    bool has_integral = false;
    for (std::size_t i = run.begin; i < run.end; ++i) {
      if (tokens_[i].kind == TokenKind::Open) {
        has_integral = has_integral || contains_integral(i, tokens_[i].partner);
        i = tokens_[i].partner;
      }
      has_integral = has_integral || is_integral(i);
      if (i + 1 < run.end && !goes_on(i, run, has_integral)) {
        keep({begin, i + 1});
        begin = i + 1;
        has_integral = false;
      }
    }
    keep({begin, run.end});
  }

  bool is_integral(std::size_t i) const {
    const std::string_view text = text_of(tokens_[i]);
    return text.starts_with("\\int") || text.starts_with("\\iint") || text == "int" || text == "∫";
  }
  bool contains_integral(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (is_integral(i)) return true;
    }
    return false;
  }

  // Whether this token and the next one belong to the same formula.
  bool goes_on(std::size_t i, Range run, bool has_integral) const {
    const FormulaToken& left = tokens_[i];
    const FormulaToken& right = tokens_[i + 1];
    if (left.kind == TokenKind::Comma) return goes_on_behind_comma(i, run);
    if (left.kind == TokenKind::Colon) return goes_on_behind_colon(i, run);
    if (!right.blank_before || right.kind == TokenKind::Comma) return true;
    if (is_prefix(i + 1, run)) {
      if (left.kind == TokenKind::Relation) return i > run.begin;
      // In a query, `a +b` requires b; but n^3 +6n is a sum.
      return left.kind != TokenKind::Letter && left.kind != TokenKind::Number &&
             left.kind != TokenKind::Name && left.ends_operand();
    }
    if (!left.ends_operand() || !right.begins_operand()) return true;
    if (left.is_spacing || right.is_spacing) return true;
    if (!has_words_ && (left.kind == TokenKind::Bar || right.kind == TokenKind::Bar)) return true;
    if (takes_body(i) || is_derivative(i)) return begins_body(i + 1, run);
    if (right.kind == TokenKind::Open && is(i + 2, "mod")) return true;
    const bool is_command = right.kind == TokenKind::Command || right.kind == TokenKind::Symbol;
    if (is_command) return !(left.kind == TokenKind::Letter && is_article(i));
    const bool is_latex_dots = left.kind == TokenKind::Dots && is_latex(left);
    if ((left.kind == TokenKind::Command || is_latex_dots) && right.kind != TokenKind::Number) {
      return !(right.kind == TokenKind::Letter && is_article(i + 1) && !is_operand_of(i + 1, run));
    }
    if (right.kind == TokenKind::Letter && has_integral) return !is_article(i + 1);
    if (right.kind == TokenKind::Name) {
      return left.kind == TokenKind::Number || is_strong_at(i, run) || is_before_function(i, run);
    }
    if (is_product_in_relation(i, run)) return true;
    if (left.kind == TokenKind::Number || left.kind == TokenKind::Name) {
      return right.kind == TokenKind::Letter && !is_article(i + 1);
    }
    return is_strong_at(i, run) && is_strong_behind(i + 1, run) &&
           !(right.kind == TokenKind::Letter && is_article(i + 1));
  }

  // The operands of mod and choose that are not words: n and 10, not i and a.
  bool is_counted(std::size_t i) const {
    if (tokens_[i].kind == TokenKind::Number) return true;
    return tokens_[i].kind == TokenKind::Letter && !is_article(i) && !is(i, "i") && !is(i, "u");
  }

  // Whether this is a plus or minus sign directly before its operand, after a blank.
  bool is_prefix(std::size_t i, Range run) const {
    const FormulaToken& token = tokens_[i];
    return (is(i, "+") || is(i, "-")) && token.blank_before && i + 1 < run.end &&
           !tokens_[i + 1].blank_before;
  }

  // Whether the scripts of a function or a sum end here, as in sum_{k=1}^n: its body follows.
  bool takes_body(std::size_t i) const {
    constexpr int kMostScripts = 4;
    for (int n = 0; n < kMostScripts; ++n) {
      if (tokens_[i].kind == TokenKind::Close) {
        i = tokens_[i].partner;
        if (i == 0 || !tokens_[i - 1].takes_operand) return false;
        --i;
      }
      if (tokens_[i].kind != TokenKind::Script || i == 0) return false;
      --i;
      const TokenKind kind = tokens_[i].kind;
      if (kind != TokenKind::Script && kind != TokenKind::Close) return tokens_[i].takes_operand;
    }
    return false;
  }

  // d/dx, d^2/dx^2 and ∂/∂x, which precede a function.
  bool is_derivative(std::size_t i) const {
    const auto behind_script = [&](std::size_t at) {
      return at > 0 && tokens_[at].kind == TokenKind::Script ? at - 1 : at;
    };
    i = behind_script(i);
    if (i < 2 || tokens_[i].kind != TokenKind::Letter) return false;
    if (is(i - 1, "∂")) {
      --i;
    } else if (text_of(tokens_[i]).size() != 2 || text_[tokens_[i].begin] != 'd') {
      return false;
    }
    if (i < 2 || !is(i - 1, "/")) return false;
    i = behind_script(i - 2);
    return is(i, "d") || is(i, "∂");
  }

  // Whether a body begins here. A letter that is also a word, or a number, begins one only if the
  // formula continues behind it or the text ends.
  bool begins_body(std::size_t i, Range run) const {
    const FormulaToken& token = tokens_[i];
    if (i + 1 == tokens_.size()) return true;
    if (token.kind == TokenKind::Letter && is_article(i)) return is_operand_of(i, run);
    if (token.kind == TokenKind::Number) return i + 1 < run.end;
    return true;
  }

  // n log n
  bool is_before_function(std::size_t i, Range run) const {
    if (tokens_[i].kind != TokenKind::Letter || (is_article(i) && i > 0)) return false;
    return tokens_[i + 1].takes_operand && i + 2 < run.end && tokens_[i + 2].begins_operand();
  }

  // A B = B A: single letters beside a relation. In a sentence only capitals form a product.
  bool is_product_in_relation(std::size_t i, Range run) const {
    const auto is_factor = [&](std::size_t at) {
      return tokens_[at].kind == TokenKind::Letter && text_of(tokens_[at]).size() == 1;
    };
    const std::size_t left = tokens_[i].kind == TokenKind::Script && i > 0 ? i - 1 : i;
    const std::size_t right = i + 1;
    if (!is_factor(left) || !is_factor(right)) return false;
    const auto is_capital = [&](std::size_t at) {
      const char c = text_[tokens_[at].begin];
      return c >= 'A' && c <= 'Z';
    };
    const std::size_t next = right + 1;
    const bool is_last = next == tokens_.size();
    if (is(right, "I") && !is_last) return false;
    const bool may_be = !has_words_ || (is_capital(left) && is_capital(right) && !is(left, "I"));
    if (!may_be) return false;
    const bool is_before = next < run.end && tokens_[next].kind == TokenKind::Relation;
    const bool is_behind = left > run.begin && tokens_[left - 1].kind == TokenKind::Relation;
    return is_before || is_behind;
  }

  // Whether a sign or a relation follows it.
  bool is_operand_of(std::size_t i, Range run) const {
    if (i + 1 >= run.end) return false;
    const TokenKind next = tokens_[i + 1].kind;
    return next == TokenKind::Sign || next == TokenKind::Relation || next == TokenKind::Script;
  }

  // Whether a script or an argument follows it directly.
  bool is_strong_at(std::size_t i, Range /*run*/) const {
    return tokens_[i].kind == TokenKind::Script || tokens_[i].kind == TokenKind::Prime ||
           (tokens_[i].kind == TokenKind::Close && is_argument(tokens_[i].partner));
  }
  bool is_strong_behind(std::size_t i, Range run) const {
    if (tokens_[i].kind == TokenKind::Open) return false;
    if (i + 1 >= run.end || tokens_[i + 1].blank_before) return false;
    return tokens_[i + 1].kind == TokenKind::Script || tokens_[i + 1].kind == TokenKind::Prime ||
           (tokens_[i + 1].kind == TokenKind::Open && is_argument(i + 1));
  }

  // f: A -> B, \forall x \in A : x > 0
  bool goes_on_behind_colon(std::size_t i, Range run) const {
    if (i == run.begin || !tokens_[i + 1].begins_operand()) return false;
    const FormulaToken& before = tokens_[i - 1];
    const bool is_name = before.kind == TokenKind::Letter && !is_article(i - 1);
    if (!is_name && before.kind != TokenKind::Command) return false;
    constexpr std::size_t kLookedAt = 64;  // tokens: time stays linear
    const std::size_t end = std::min(run.end, i + kLookedAt);
    for (std::size_t j = i + 1; j < end; ++j) {
      if (tokens_[j].kind == TokenKind::Open) j = tokens_[j].partner;
      if (tokens_[j].kind == TokenKind::Relation) return true;
      if (tokens_[j].kind == TokenKind::Comma) return false;
    }
    return false;
  }

  // x,y and x, y \in A, but not x^2, y^2 in a sentence.
  bool goes_on_behind_comma(std::size_t i, Range run) const {
    if (i == run.begin || !tokens_[i - 1].ends_operand()) return false;
    const FormulaToken& right = tokens_[i + 1];
    if (!right.begins_operand() && right.kind != TokenKind::Sign) return false;
    if (!right.blank_before) return true;
    if (right.kind == TokenKind::Dots || tokens_[i - 1].kind == TokenKind::Dots) return true;
    if (i + 3 < run.end && tokens_[i + 2].kind == TokenKind::Comma &&
        tokens_[i + 3].kind == TokenKind::Dots) {
      return true;
    }
    if (i + 2 < run.end && tokens_[i + 1].kind == TokenKind::Letter &&
        tokens_[i - 1].kind == TokenKind::Letter) {
      return tokens_[i + 2].kind == TokenKind::Relation || tokens_[i + 2].kind == TokenKind::Comma;
    }
    return right.is_spacing;
  }

  // f(x), sin(x), x^(n+1), 2(x+1)
  bool is_argument(std::size_t open) const {
    if (open == 0 || tokens_[open].blank_before) return false;
    const FormulaToken& before = tokens_[open - 1];
    return before.kind == TokenKind::Letter || before.kind == TokenKind::Name ||
           before.kind == TokenKind::Script || before.kind == TokenKind::Prime ||
           before.kind == TokenKind::Command || before.kind == TokenKind::Symbol;
  }

  // [0,1] and (a,b): brackets around single things and commas.
  bool is_list(std::size_t open) const {
    bool has_comma = false;
    for (std::size_t i = open + 1; i < tokens_[open].partner; ++i) {
      const TokenKind kind = tokens_[i].kind;
      has_comma = has_comma || (kind == TokenKind::Comma && is(i, ","));
      if (kind == TokenKind::Open) i = tokens_[i].partner;
    }
    return has_comma;
  }

  // Whether the token hardly ever occurs outside of formulas.
  bool is_strong(std::size_t i, Range range) const {
    const FormulaToken& token = tokens_[i];
    const bool has_left = i > range.begin && tokens_[i - 1].ends_operand();
    const bool has_right = i + 1 < range.end && (tokens_[i + 1].begins_operand() ||
                                                 tokens_[i + 1].kind == TokenKind::Sign);
    switch (token.kind) {
      case TokenKind::Command:
        return !token.is_spacing;
      case TokenKind::Name:
        return has_right && is_apart(i) && (is_integral(i) || is(i, "sqrt") || is(i, "cbrt"));
      case TokenKind::Script:
      case TokenKind::Set:
      case TokenKind::Symbol:
        return true;
      case TokenKind::Relation:
        return text_[token.begin] == '\\' || (has_left && has_right);
      case TokenKind::Sign:
        return is_strong_sign(i, has_left, has_right);
      case TokenKind::Open:
        return is_argument(i) || is_list(i) || text_[token.begin] == '\\';
      case TokenKind::Prime:  // f' and X', but not the end of a quotation
        return is(i, "'") && has_left && tokens_[i - 1].kind == TokenKind::Letter &&
               tokens_[i - 1].blank_before;
      case TokenKind::Bar:
        return has_right && !tokens_[i + 1].blank_before;
      default:
        return false;
    }
  }

  bool is_strong_sign(std::size_t i, bool has_left, bool has_right) const {
    const FormulaToken& token = tokens_[i];
    if (text_[token.begin] == '\\' || static_cast<unsigned char>(text_[token.begin]) >= 0x80) {
      return true;
    }
    if (!has_left || !has_right) return false;
    if (is(i, "mod") || is(i, "choose")) return is_counted(i - 1) && is_counted(i + 1);
    const bool is_glued = !token.blank_before && !tokens_[i + 1].blank_before;
    const bool left_letter = has_letter(i - 1);
    const bool right_letter = has_letter(i + 1);
    switch (text_[token.begin]) {
      case '-':  // A-B is not a difference, n-1 is one.
        return is_glued && left_letter != right_letter;
      case '/':
        return is_glued;
      default:
        return (left_letter || right_letter) && (is_glued || token.blank_before);
    }
  }

  // sqrt7 is a word, and +sqrt and +x2sqrt require the word sqrt.
  bool is_apart(std::size_t i) const {
    constexpr std::size_t kMostGlued = 16;  // time stays linear
    std::size_t first = i;
    while (first > 0 && !tokens_[first].blank_before && is_word_part(first - 1)) {
      if (i - --first == kMostGlued) return false;
    }
    if (first > 0 && is_prefix(first - 1, {0, tokens_.size()})) return false;
    return tokens_[i + 1].blank_before || tokens_[i + 1].kind != TokenKind::Number;
  }

  bool is_word_part(std::size_t i) const {
    const TokenKind kind = tokens_[i].kind;
    return kind == TokenKind::Letter || kind == TokenKind::Number || kind == TokenKind::Name;
  }

  // In a text without words weaker signs are enough: sin x, n log n, x mod 3, 5!, 1 + 1, 2π, p |
  // ab, ½.
  bool is_strong_without_words(std::size_t i) const {
    const FormulaToken& token = tokens_[i];
    const bool has_left = i > 0 && tokens_[i - 1].ends_operand();
    const bool has_right = i + 1 < tokens_.size() && tokens_[i + 1].begins_operand();
    const char first = text_[token.begin];
    const bool is_ascii = static_cast<unsigned char>(first) < 0x80;
    switch (token.kind) {
      case TokenKind::Name:
        return has_right && token.takes_operand && is_apart(i);
      case TokenKind::Sign:  // `a - b` is two words with a dash between them
        return has_left && has_right && first != '-';
      case TokenKind::Bar:
        return has_left && has_right;
      case TokenKind::Prime:
        return first == '!';
      case TokenKind::Letter:
        return !is_ascii && i > 0 && tokens_[i - 1].kind == TokenKind::Number;
      case TokenKind::Number:
        return !is_ascii;
      default:
        return false;
    }
  }

  // <x,y>, if the text contains nothing else.
  bool is_inner_product() const {
    if (has_words_ || tokens_.size() < 5) return false;
    const std::size_t last = tokens_.size() - 1;
    if (!is(0, "<") || !is(last, ">") || !tokens_[last - 1].ends_operand()) return false;
    std::size_t commas = 0;
    for (std::size_t i = 1; i < last; ++i) {
      if (tokens_[i].kind == TokenKind::Relation) return false;
      if (is(i, ",")) ++commas;
    }
    return commas == 1 && tokens_[1].begins_operand();
  }

  // Removes tokens that cannot begin or end a formula.
  Range trimmed(Range range) const {
    const auto is_sign_of = [&](std::size_t i) {  // -x, and the common ± x
      return tokens_[i].kind == TokenKind::Sign && text_[tokens_[i].begin] != '*' &&
             text_[tokens_[i].begin] != '/' && i + 1 < range.end &&
             text_[tokens_[i].begin] != '+' && tokens_[i + 1].begins_operand() &&
             !tokens_[i + 1].blank_before;
    };
    while (range.begin < range.end) {
      const FormulaToken& first = tokens_[range.begin];
      if (first.begins_operand() && !(first.is_spacing)) break;
      if (is_sign_of(range.begin) || is_latex(first)) break;
      ++range.begin;
    }
    while (range.begin < range.end) {
      const FormulaToken& last = tokens_[range.end - 1];
      const bool may_end = last.ends_operand() || is_latex(last) ||
                           last.kind == TokenKind::Command || last.kind == TokenKind::Symbol;
      if (may_end && !last.is_spacing) break;
      --range.end;
    }
    return range;
  }
  bool is_latex(const FormulaToken& token) const {
    return text_[token.begin] == '\\' && !token.is_spacing;
  }

  void keep(Range range) {
    range = trimmed(range);
    if (range.begin == range.end) return;
    const bool is_all = !has_words_ && range.begin == 0 && range.end == tokens_.size() &&
                        tokens_.front().begins_operand();
    bool is_formula = false;
    std::size_t bars = 0;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      is_formula = is_formula || is_strong(i, range) || (is_all && is_strong_without_words(i));
      if (tokens_[i].kind == TokenKind::Bar && text_[tokens_[i].begin] == '|') ++bars;
    }
    if (!is_formula) return;
    if (bars % 2 == 1 && is(range.begin, "|")) ++range.begin;
    base::Span span{tokens_[range.begin].begin, tokens_[range.end - 1].end};
    while (span.begin < span.end && static_cast<unsigned char>(text_[span.end - 1]) <= ' ') {
      --span.end;
    }
    // A backslash at the end would escape the sign that is put behind the formula.
    const std::string_view text = text_.substr(span.begin, span.end - span.begin);
    const std::size_t last = text.find_last_not_of('\\');
    const std::size_t slashes = text.size() - (last == std::string_view::npos ? 0 : last + 1);
    if (slashes % 2 == 1) --span.end;
    if (span.begin < span.end) found_.push_back(span);
  }

  std::string_view text_;
  Tokens tokens_;
  bool has_words_ = false;
  std::vector<base::Span> found_;
};

}  // namespace

std::vector<base::Span> find_formulas(std::string_view text, std::span<const base::Span> kept) {
  const std::vector<FormulaToken> tokens = formula_tokens(text, kept);
  return FormulaFinder(text, tokens).run();
}

}  // namespace noether::search
