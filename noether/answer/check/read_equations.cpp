#include "noether/answer/check/read_equations.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "noether/answer/check/claim_words.h"
#include "noether/answer/compute/task.h"
#include "noether/base/ascii.h"
#include "noether/text/sentences.h"
#include "noether/text/words.h"

namespace noether::answer {
namespace {

constexpr auto kArrows = std::to_array<std::string_view>(
    {"\\implies", "\\Rightarrow", "\\Longrightarrow", "\\iff", "\\Leftrightarrow",
     "\\Longleftrightarrow", "\\therefore", "\\to", "\\rightarrow", "\\Leftarrow", "\\impliedby"});
// Signs between two operands.
constexpr auto kSigns = std::to_array<std::string_view>(
    {"+", "-", "\\pm", "\\mp", "\\cdot", "\\times", "\\div", "*", "/"});
constexpr auto kGaps = std::to_array<std::string_view>({"\\quad", "\\qquad"});
// Environments whose lines stand below one another.
constexpr auto kDisplays = std::to_array<std::string_view>(
    {"align", "align*", "aligned", "equation", "equation*", "gather", "gather*", "gathered",
     "split", "eqnarray", "eqnarray*", "multline", "multline*", "alignat", "alignat*"});

// Reads a formula command by command.
class LineSplitter {
 public:
  explicit LineSplitter(std::string_view latex) : rest_(latex) {}

  std::vector<EquationLine> split() {
    while (!rest_.empty()) {
      const char c = rest_[0];
      if (c == '\\') {
        read_command();
        continue;
      }
      if (c == '{') ++depth_;
      if (c == '}') --depth_;
      if (c != '&' || depth_ > 0) line_ += c;
      rest_.remove_prefix(1);
    }
    end_line();
    return std::move(lines_);
  }

 private:
  void read_command() {
    std::size_t size = 1;
    while (size < rest_.size() && base::is_letter(rest_[size])) ++size;
    size = std::min(std::max<std::size_t>(size, 2), rest_.size());
    const std::string_view command = rest_.substr(0, size);
    rest_.remove_prefix(size);
    if (command == "\\begin" || command == "\\end") return read_environment(command);
    if (depth_ == 0 && command == "\\\\") return end_line();
    if (depth_ == 0 && std::ranges::find(kGaps, command) != kGaps.end()) return end_part();
    if (depth_ == 0 && std::ranges::find(kArrows, command) != kArrows.end()) {
      has_arrow_ = true;
      return end_part();
    }
    if (command == "\\tag" || command == "\\label") return skip_group();
    if (command == "\\nonumber" || command == "\\notag") return;
    line_ += command;
  }

  void read_environment(std::string_view command) {
    const std::size_t end = rest_.find('}');
    const std::string_view name =
        rest_.starts_with('{') && end != std::string_view::npos ? rest_.substr(1, end - 1) : "";
    const bool is_display = std::ranges::find(kDisplays, name) != kDisplays.end();
    if (is_display) {
      rest_.remove_prefix(end + 1);
      return;
    }
    // A matrix or a list of cases has its own lines.
    depth_ += command == "\\begin" ? 1 : -1;
    line_ += command;
  }

  void skip_group() {
    const std::size_t end = rest_.find('}');
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  }

  void end_part() {
    const std::string_view part = trimmed(without_punctuation(line_));
    if (!part.empty()) add_part(part);
    if (!part.empty()) is_ended_ = part.size() < trimmed(line_).size();
    line_.clear();
  }

  void add_part(std::string_view part) {
    EquationLine* before = lines_.empty() || has_arrow_ ? nullptr : &lines_.back();
    const bool begins_with_sign =
        std::ranges::any_of(kSigns, [&](std::string_view sign) { return part.starts_with(sign); });
    const bool follows_sign = before != nullptr && ends_in_sign(before->latex);
    if (before != nullptr && !is_ended_ &&
        (follows_sign || (begins_with_sign && !has_equals_sign(part)))) {
      before->latex += ' ';
      before->latex += part;
      before->is_equation = has_equals_sign(before->latex);
      return;
    }
    // In x = 1 and -x = -1, the second line may be an equation or may continue the first.
    const bool may_be_cut = before != nullptr && begins_with_sign;
    if (may_be_cut) before->may_be_cut = true;
    lines_.push_back({.latex = std::string(part),
                      .is_equation = has_equals_sign(part),
                      .may_be_cut = may_be_cut});
  }

  static bool has_equals_sign(std::string_view part) {
    int depth = 0;  // depth of groups in a script, which begins after _ or ^
    for (std::size_t i = 0; i < part.size(); ++i) {
      const char c = part[i];
      const bool begins_script = i > 0 && (part[i - 1] == '_' || part[i - 1] == '^');
      if (c == '{' && (depth > 0 || begins_script)) ++depth;
      if (c == '}' && depth > 0) --depth;
      if (c == '=' && depth == 0) return true;
    }
    return false;
  }

  static bool ends_in_sign(std::string_view part) {
    return part.ends_with('=') ||
           std::ranges::any_of(kSigns, [&](std::string_view sign) { return part.ends_with(sign); });
  }

  static std::string_view trimmed(std::string_view part) {
    const std::size_t first = part.find_first_not_of(" \n\t");
    if (first == std::string_view::npos) return {};
    return part.substr(first, part.find_last_not_of(" \n\t") + 1 - first);
  }

  void end_line() {
    end_part();
    for (std::size_t i = line_begin_; i < lines_.size(); ++i) lines_[i].follows_arrow = has_arrow_;
    line_begin_ = lines_.size();
    has_arrow_ = false;
  }

  std::string_view rest_;
  std::string line_;
  int depth_ = 0;
  bool has_arrow_ = false;
  bool is_ended_ = false;  // a comma or a full stop follows the previous part
  std::size_t line_begin_ = 0;
  std::vector<EquationLine> lines_;
};

}  // namespace

std::vector<EquationLine> equation_lines(std::string_view latex) {
  return LineSplitter(latex).split();
}

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
    judge(sentences);
    std::size_t number = 0;
    for (const text::FormulaSpan& formula : field_.formulas) {
      while (number + 1 < sentences.size() && sentences[number].end <= formula.begin) ++number;
      if (number < judged_.size()) sentence_ = judged_[number];
      read_formula(formula, number);
    }
    return std::move(read_);
  }

 private:
  // The effect of a sentence on its equations.
  struct Sentence {
    bool doubts = false;  // its equations may not be claims
    bool gives = false;   // it gives values that hold in later sentences
    bool is_condition = false;
    bool denies = false;
  };

  // Judges the pieces of sentences. A displayed formula cuts its sentence into pieces. Words before
  // the formula apply to it, and doubts after it do as well: `$$2+2 = 5,$$ which is absurd`.
  void judge(std::span<const base::Span> pieces) {
    std::vector<bool> ends;
    bool has_givens = false;
    bool has_conditions = false;
    std::size_t formula = 0;
    for (const base::Span& piece : pieces) {
      const std::string_view text =
          std::string_view(field_.text).substr(piece.begin, piece.end - piece.begin);
      const auto inside = formulas_inside(piece, formula);
      const auto has = [&](std::span<const std::string_view> words) {
        return has_word_of(text, inside, words);
      };
      const bool goes_on = !ends.empty() && !ends.back();
      read_.notations.read(text, inside, goes_on);
      has_givens = has(kGives) || (goes_on && has_givens);
      has_conditions = has(kConditions) || (goes_on && has_conditions);
      judged_.push_back(
          {.doubts = has(kNoClaim) || (goes_on && judged_.back().doubts),
           .gives = has_givens && !has_conditions,
           .is_condition = has_givens || has_conditions,
           .denies = has(kDenials) || text.contains("\\ne") || (goes_on && judged_.back().denies)});
      ends.push_back(ends_sentence(text));
    }
    for (std::size_t i = pieces.size(); i-- > 1;) {
      if (ends[i - 1]) continue;
      judged_[i - 1].doubts |= judged_[i].doubts;
      judged_[i - 1].denies |= judged_[i].denies;
    }
  }

  // `next` is the first formula that may be inside the piece. It is moved to the first that may be
  // inside the next piece.
  std::vector<text::FormulaSpan> formulas_inside(const base::Span& piece, std::size_t& next) const {
    std::vector<text::FormulaSpan> inside;
    for (; next < field_.formulas.size() && field_.formulas[next].begin < piece.end; ++next) {
      const text::FormulaSpan& formula = field_.formulas[next];
      if (formula.begin < piece.begin || formula.end > piece.end) continue;
      inside.push_back({formula.begin - piece.begin, formula.end - piece.begin, {}, {}});
    }
    return inside;
  }

  // The full stop may stand inside a formula, or before a bracket or a quotation mark.
  static bool ends_sentence(std::string_view piece) {
    const std::size_t environment = piece.rfind("\\end{");
    if (environment != std::string_view::npos &&
        piece.find_first_of(" \n", environment) == std::string_view::npos) {
      piece = piece.substr(0, environment);
    }
    const std::size_t last = piece.find_last_not_of(" \n$\\})]\"'");
    return last != std::string_view::npos && std::string_view(".?!").contains(piece[last]);
  }

  // Whether the formula follows a word of condition, as in `For $n = 1$ …`.
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
    // A word inside the formula may change its meaning: \text{if } x = 1.
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

  // Records a statement about a letter. Returns true if the statement gives a value to substitute,
  // as in `let $x = 3$`.
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
  std::vector<Sentence> judged_;  // by sentence number
  Sentence sentence_;             // the sentence being read
  bool is_condition_ = false;     // for the formula being read
  ExprId tail_ = kNoExpr;         // the last expression of the previous line
  std::string tail_line_;
};

}  // namespace

TextEquations read_equations(const text::Field& field, algebra::Expressions& pool) {
  return EquationReader(field, pool).read();
}

}  // namespace noether::answer
