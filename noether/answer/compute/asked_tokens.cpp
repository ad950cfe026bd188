#include "noether/answer/compute/asked_tokens.h"

#include <utility>

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
    // `n!` is a factorial: the sign says too little to be dropped.
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

}  // namespace noether::answer
