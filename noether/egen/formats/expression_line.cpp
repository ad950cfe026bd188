#include "noether/egen/formats/expression_line.h"

namespace noether::egen {
namespace {

// A vocabulary only grows, so it is replaced from time to time; otherwise memory would grow with
// the numbers and names of a whole corpus.
constexpr int kLinesOfAVocabulary = 10'000;

}  // namespace

ExpressionLine::ExpressionLine() { forget_names(); }

void ExpressionLine::forget_names() {
  vocabulary_ = std::make_unique<algebra::Vocabulary>();
  pool_ = std::make_unique<algebra::Expressions>(*vocabulary_);
  lines_ = 0;
}

void append_with_single_blanks(std::string_view text, std::string& out) {
  bool blank = false;
  const std::size_t begin = out.size();
  for (const char c : text) {
    if (c == ' ' || c == '\t' || c == '\r') {
      blank = true;
      continue;
    }
    if (blank && out.size() > begin) out += ' ';
    blank = false;
    out += c;
  }
}

base::Result<void> ExpressionLine::read(std::string_view text, std::string& expression) {
  expression.clear();
  append_with_single_blanks(text, expression);
  if (++lines_ > kLinesOfAVocabulary) forget_names();
  pool_->clear();
  const auto read = reader_.read(formula::Notation::Prefix, expression, *pool_);
  if (!read) return std::unexpected(read.error());
  return {};
}

}  // namespace noether::egen
