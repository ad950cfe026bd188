#include "noether/answer/compute/task.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "noether/algebra/derivation/derivation_line.h"
#include "noether/answer/compute/task_phrases.h"
#include "noether/text/words.h"

namespace noether::answer {
namespace {

constexpr std::string_view kSentenceEnds = ".?!;\n";

// `2+2=` at the end of a sentence asks for the value of 2+2.
std::string without_open_equality(std::string_view latex) {
  if (latex.ends_with('=')) latex.remove_suffix(1);
  return std::string(without_punctuation(latex));
}

class SentenceBuilder {
 public:
  explicit SentenceBuilder(std::vector<AskedSentence>& out) : out_(out) {}

  void add(const text::Field& field) {
    const std::string_view text = field.text;
    text::WordReader words;
    words.start(field);
    text::Word word;
    std::size_t at = 0;
    std::size_t formula = 0;
    const auto add_formulas_before = [&](std::size_t end) {
      for (; formula < field.formulas.size() && field.formulas[formula].begin < end; ++formula) {
        const text::FormulaSpan& span = field.formulas[formula];
        pass(text.substr(at, span.begin - at));
        add_formula(text.substr(span.begin, span.end - span.begin));
        at = span.end;
      }
      pass(text.substr(at, end - at));
    };
    while (words.next(word)) {
      add_formulas_before(word.begin);
      sentence_.push_back({AskedToken::Kind::Word, std::string(word.text)});
      at = word.end;
    }
    add_formulas_before(text.size());
    end_sentence();
  }

 private:
  void pass(std::string_view between) {
    if (between.find_first_of(kSentenceEnds) != std::string_view::npos) end_sentence();
  }

  void add_formula(std::string_view latex) {
    const std::string_view bare = without_punctuation(latex);
    sentence_.push_back({AskedToken::Kind::Formula, std::string(bare)});
    pass(latex.substr(bare.size()));
  }

  void end_sentence() {
    if (sentence_.empty()) return;
    AskedToken& last = sentence_.back();
    if (last.kind == AskedToken::Kind::Formula) last.text = without_open_equality(last.text);
    out_.push_back(std::exchange(sentence_, {}));
  }

  std::vector<AskedSentence>& out_;
  AskedSentence sentence_;
};

}  // namespace

std::string_view without_punctuation(std::string_view latex) {
  while (!latex.empty()) {
    const char last = latex.back();
    const bool is_escaped = latex.size() > 1 && latex[latex.size() - 2] == '\\';
    const bool is_blank = last == ' ' || last == '\n' || last == '\t';
    // `n!` is a factorial: an exclamation mark adds too little to be dropped as punctuation.
    const bool is_mark = last == '.' || last == ',' || last == ';' || last == '?' || last == ':';
    if (!is_blank && !is_mark) break;
    latex.remove_suffix(is_escaped ? 2 : 1);
  }
  return latex;
}

std::vector<AskedSentence> asked_sentences(const Question& question) {
  std::vector<AskedSentence> sentences;
  SentenceBuilder builder(sentences);
  builder.add(question.title);
  builder.add(question.body);
  return sentences;
}

namespace {

// A text with more words and formulas is not a task.
constexpr std::size_t kMostTokens = 200;

// The kinds of the formulas, each read once.
class FormulaKinds {
 public:
  FormulaKind of(const AskedToken& token) {
    if (token.kind != AskedToken::Kind::Formula) return FormulaKind::Unreadable;
    const auto [place, is_new] = kinds_.try_emplace(token.text);
    if (is_new) place->second = formula_kind(token.text);
    return place->second;
  }
  bool is_equation(const AskedToken& token) { return of(token) == FormulaKind::Equation; }

 private:
  std::map<std::string, FormulaKind> kinds_;
};

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// Matches one phrase with words and formulas.
class PhraseMatcher {
 public:
  PhraseMatcher(std::string_view words, std::span<const AskedToken> tokens, FormulaKinds& kinds)
      : items_(split(words, ' ')), tokens_(tokens), kinds_(kinds) {}

  // How many of the first tokens the phrase matches; it must match all of them if `is_whole`.
  std::optional<std::size_t> match(bool is_whole) {
    is_whole_ = is_whole;
    return match_from(0, 0);
  }

  // The tokens that matched E, Q and X, in their order.
  const std::vector<std::pair<char, std::size_t>>& slots() const { return slots_; }

 private:
  std::optional<std::size_t> match_from(std::size_t item, std::size_t token) {
    if (item == items_.size()) {
      if (is_whole_ && token != tokens_.size()) return std::nullopt;
      return token;
    }
    if (token < tokens_.size()) {
      for (std::string_view choice : split(items_[item], '|')) {
        if (choice.ends_with('?')) choice.remove_suffix(1);
        if (!fits(choice, tokens_[token])) continue;
        const std::size_t slots = slots_.size();
        if (tokens_[token].kind == AskedToken::Kind::Formula) {
          slots_.emplace_back(choice[0], token);
        }
        if (const auto end = match_from(item + 1, token + 1)) return end;
        slots_.resize(slots);
      }
    }
    if (items_[item].contains('?')) return match_from(item + 1, token);
    return std::nullopt;
  }

  bool fits(std::string_view choice, const AskedToken& token) {
    const FormulaKind kind = kinds_.of(token);
    if (choice == "E") return kind == FormulaKind::Expression || kind == FormulaKind::Variable;
    if (choice == "X") return kind == FormulaKind::Variable;
    if (choice == "Q") return kind == FormulaKind::Equation;
    return token.is_word(choice);
  }

  std::vector<std::string_view> items_;
  std::span<const AskedToken> tokens_;
  FormulaKinds& kinds_;
  bool is_whole_ = false;
  std::vector<std::pair<char, std::size_t>> slots_;
};

bool begins_givens(const AskedToken& token) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"if", "given", "when", "where", "let", "suppose", "assume", "consider", "with", "for"});
  return std::ranges::any_of(kWords, [&](std::string_view word) { return token.is_word(word); });
}

bool joins_givens(const AskedToken& token) {
  constexpr auto kWords =
      std::to_array<std::string_view>({"and", "that", "functions", "we", "have"});
  return token.kind == AskedToken::Kind::Word &&
         (is_filler(token.text) || std::ranges::find(kWords, token.text) != kWords.end());
}

class TaskReader {
 public:
  std::optional<Task> read(std::span<const AskedSentence> sentences) {
    std::size_t tokens = 0;
    for (const AskedSentence& sentence : sentences) tokens += sentence.size();
    if (tokens > kMostTokens) return std::nullopt;
    if (auto task = read_whole(sentences)) return task;
    return read_offered(sentences);
  }

 private:
  // Reads a task whose every word is understood.
  std::optional<Task> read_whole(std::span<const AskedSentence> sentences) {
    Task task;
    task.is_sure = true;
    std::vector<AskedSentence> asking;
    for (AskedSentence sentence : sentences) {
      if (is_form(sentence)) continue;
      cut_form(sentence);
      take_givens(sentence, task.givens);
      if (!sentence.empty()) asking.push_back(std::move(sentence));
    }
    if (asking.size() != 1) return std::nullopt;
    note_wishes(asking[0], task);
    const AskedSentence words = without_fillers(asking[0]);
    for (const TaskPhrase& phrase : task_phrases()) {
      PhraseMatcher matcher(phrase.words, words, kinds_);
      if (!matcher.match(true)) continue;
      task.kind = phrase.kind;
      fill(task, words, matcher);
      return task;
    }
    return std::nullopt;
  }

  // Reads a task that some words of the question ask for.
  std::optional<Task> read_offered(std::span<const AskedSentence> sentences) {
    for (const AskedSentence& sentence : sentences) {
      const AskedSentence words = without_fillers(sentence);
      for (std::size_t first = 0; first < words.size(); ++first) {
        for (const TaskPhrase& phrase : task_phrases()) {
          if (!phrase.is_offered) continue;
          PhraseMatcher matcher(phrase.words, std::span(words).subspan(first), kinds_);
          if (!matcher.match(false)) continue;
          Task task;
          task.kind = phrase.kind;
          task.wants_all = true;
          fill(task, std::span(words).subspan(first), matcher);
          return task;
        }
      }
    }
    return std::nullopt;
  }

  static void fill(Task& task, std::span<const AskedToken> words, const PhraseMatcher& matcher) {
    for (const auto& [slot, token] : matcher.slots()) {
      if (slot == 'X') {
        task.variable = words[token].text;
      } else {
        task.formulas.push_back(words[token].text);
      }
    }
  }

  static bool is_form(const AskedSentence& sentence) {
    return sentence[0].kind == AskedToken::Kind::Word && begins_form(sentence[0].text) &&
           std::ranges::all_of(sentence, is_form_token);
  }

  // Cuts off words such as `as a common fraction` after the last formula.
  static void cut_form(AskedSentence& sentence) {
    std::size_t end = sentence.size();
    for (std::size_t i = sentence.size(); i-- > 1 && is_form_token(sentence[i]);) {
      if (begins_form(sentence[i].text)) end = i;
    }
    if (end < sentence.size() && is_formula_before(sentence, end)) sentence.resize(end);
  }

  static bool is_formula_before(const AskedSentence& sentence, std::size_t end) {
    return std::any_of(
        sentence.begin(), sentence.begin() + static_cast<std::ptrdiff_t>(end),
        [](const AskedToken& token) { return token.kind == AskedToken::Kind::Formula; });
  }

  static bool is_form_token(const AskedToken& token) {
    return token.kind == AskedToken::Kind::Word && is_about_form(token.text);
  }

  // Takes the givens, which stand at the beginning of a sentence, at its end, or fill it.
  void take_givens(AskedSentence& sentence, std::vector<std::string>& givens) {
    if (begins_givens(sentence[0])) {
      const std::size_t end = givens_end(sentence, 1);
      if (end > 0) {
        collect(sentence, 1, end, givens);
        sentence.erase(sentence.begin(), sentence.begin() + static_cast<std::ptrdiff_t>(end));
        if (!sentence.empty() && sentence[0].is_word("then")) sentence.erase(sentence.begin());
      }
    }
    for (std::size_t first = 1; first < sentence.size(); ++first) {
      if (!begins_givens(sentence[first]) || sentence[first].is_word("with")) continue;
      if (givens_end(sentence, first + 1) != sentence.size()) continue;
      collect(sentence, first + 1, sentence.size(), givens);
      sentence.resize(first);
    }
  }

  // The place after the last of the equations that begin at `first`; 0 if there are none.
  std::size_t givens_end(const AskedSentence& sentence, std::size_t first) {
    std::size_t end = 0;
    for (std::size_t i = first; i < sentence.size(); ++i) {
      if (kinds_.is_equation(sentence[i])) {
        end = i + 1;
      } else if (!joins_givens(sentence[i])) {
        break;
      }
    }
    return end;
  }

  static void collect(const AskedSentence& sentence, std::size_t first, std::size_t end,
                      std::vector<std::string>& givens) {
    for (std::size_t i = first; i < end; ++i) {
      if (sentence[i].kind == AskedToken::Kind::Formula) givens.push_back(sentence[i].text);
    }
  }

  static void note_wishes(const AskedSentence& sentence, Task& task) {
    for (const AskedToken& token : sentence) {
      if (token.is_word("positive")) task.sign = Task::Sign::Positive;
      if (token.is_word("negative")) task.sign = Task::Sign::Negative;
      task.wants_all |= token.is_word("all") || token.is_word("values") ||
                        token.is_word("solutions") || token.is_word("roots") ||
                        token.is_word("solve");
    }
  }

  static AskedSentence without_fillers(const AskedSentence& sentence) {
    AskedSentence out;
    for (const AskedToken& token : sentence) {
      if (token.kind == AskedToken::Kind::Word && is_filler(token.text)) continue;
      out.push_back(token);
    }
    // `How do I find` has become `to find`.
    if (!out.empty() && out[0].is_word("to")) out.erase(out.begin());
    return out;
  }

  FormulaKinds kinds_;
};

}  // namespace

std::string_view task_name(TaskKind kind) {
  switch (kind) {
    case TaskKind::Evaluate:
      return "evaluate";
    case TaskKind::Expand:
      return "expand";
    case TaskKind::Factor:
      return "factor";
    case TaskKind::Solve:
      return "solve";
    case TaskKind::Differentiate:
      return "differentiate";
    case TaskKind::Integrate:
      return "integrate";
    case TaskKind::Compare:
      return "compare";
    case TaskKind::Gcd:
      return "gcd";
    case TaskKind::Lcm:
      return "lcm";
  }
  return "";
}

FormulaKind formula_kind(std::string_view latex) {
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool(vocabulary);
  algebra::DerivationLineReader reader(formula::Notation::Latex);
  const auto line = reader.read(latex, {}, pool);
  if (!line || line->continues || line->follows || line->is_approximate || line->statement) {
    return FormulaKind::Unreadable;
  }
  if (line->chain.size() == 2) return FormulaKind::Equation;
  if (line->chain.size() != 1) return FormulaKind::Unreadable;
  return pool.op(line->chain[0]) == algebra::Op::Variable ? FormulaKind::Variable
                                                          : FormulaKind::Expression;
}

std::optional<Task> recognise_task(std::span<const AskedSentence> sentences) {
  return TaskReader().read(sentences);
}

}  // namespace noether::answer
