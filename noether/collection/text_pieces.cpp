#include "noether/collection/text_pieces.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "noether/base/ascii.h"
#include "noether/base/hash.h"
#include "noether/base/utf8.h"
#include "noether/formula/latex/lexer.h"
#include "noether/formula/symbols.h"
#include "noether/text/sentences.h"

namespace noether::collection {
namespace {

constexpr std::array<std::string_view, kPieceCuts.size()> kCutNames = {"sentences", "chunks",
                                                                       "parts", "whole"};
constexpr std::size_t kLongestSymbol = 3;      // LaTeX tokens; chunks are cut at longer formulas
constexpr std::size_t kFewestCharacters = 10;  // in a chunk of words after a formula

// Titles of enclosing documents, which those documents have too, and keywords.
bool is_repeated(const text::Field& field) {
  return field.name == "question-title" || field.name == "context" || field.name == "keywords";
}

bool is_long_formula(const text::Field& field, const text::FormulaSpan& formula) {
  const std::string_view latex =
      std::string_view(field.text).substr(formula.begin, formula.end - formula.begin);
  return count_latex_tokens(latex, kLongestSymbol + 1) > kLongestSymbol;
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(base::kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(base::kBlanks) + 1 - first);
}

class ChunkCutter {
 public:
  ChunkCutter(const text::Field& field, TextPieces& out) : field_(field), out_(out) {}

  void add_sentence(base::Span sentence) {
    begin_ = sentence.begin;
    end_of_formula_ = 0;
    for (; next_ < field_.formulas.size(); ++next_) {
      const text::FormulaSpan& formula = field_.formulas[next_];
      if (formula.begin >= sentence.end) break;
      if (formula.begin <= begin_ || !is_long_formula(field_, formula)) continue;
      add_words(formula.begin - 1);  // before the dollar sign
      begin_ = formula.begin - 1;
      end_of_formula_ = std::min<std::size_t>(formula.end + 1, sentence.end);
      add(begin_, end_of_formula_);
    }
    add_words(sentence.end);
  }

 private:
  // Adds the text between the last formula and this place.
  void add_words(std::size_t end) {
    const std::size_t begin = std::max(begin_, end_of_formula_);
    const std::string_view words = trimmed(begin, end);
    if (words.empty()) return;
    std::size_t characters = 0;
    for ([[maybe_unused]] const auto& c : base::code_points(words)) ++characters;
    if (end_of_formula_ > 0 && characters < kFewestCharacters) {
      out_.pop_back();
      add(begin_, end);
    } else {
      add(begin, end);
    }
  }
  void add(std::size_t begin, std::size_t end) {
    if (const std::string_view text = trimmed(begin, end); !text.empty()) out_.emplace_back(text);
  }
  std::string_view trimmed(std::size_t begin, std::size_t end) const {
    return without_blanks(std::string_view(field_.text).substr(begin, end - begin));
  }

  const text::Field& field_;
  TextPieces& out_;
  std::size_t next_ = 0;   // formula
  std::size_t begin_ = 0;  // begin of the sentence, or of the last formula that it was cut at
  // End of the formula that the sentence was cut at; 0 before the first cut.
  std::size_t end_of_formula_ = 0;
};

void cut_field(const text::Field& field, PieceCut cut, TextPieces& out) {
  if (cut == PieceCut::Parts) {
    for (const text::FormulaSpan& formula : field.formulas) {
      if (!is_long_formula(field, formula)) continue;
      for (const std::string& part : cut_at_relations(
               std::string_view(field.text).substr(formula.begin, formula.end - formula.begin))) {
        out.push_back("$" + part + "$");
      }
    }
    return;
  }
  if (cut == PieceCut::Whole) {
    const std::string_view text = without_blanks(field.text);
    if (text.empty()) return;
    if (out.empty()) out.emplace_back();
    if (!out.front().empty()) out.front() += "\n";
    out.front() += text;
    return;
  }
  ChunkCutter chunks(field, out);
  for (const base::Span& sentence : text::find_sentences(field)) {
    if (cut == PieceCut::Chunks) {
      chunks.add_sentence(sentence);
    } else {
      out.emplace_back(field.text, sentence.begin, sentence.end - sentence.begin);
    }
  }
}

}  // namespace

std::string_view piece_cut_name(PieceCut cut) { return kCutNames[static_cast<std::size_t>(cut)]; }

std::vector<TextPieces> cut_document(const text::Document& document, PieceCut cut) {
  std::vector<TextPieces> texts(1);
  for (const text::Field& field : document.fields) {
    if (is_repeated(field)) continue;
    if (field.name == "comment") {
      cut_field(field, cut, texts.emplace_back());
    } else {
      cut_field(field, cut, texts.front());
    }
  }
  std::erase_if(texts, [](const TextPieces& pieces) { return pieces.empty(); });
  return texts;
}

bool is_held_out(const text::Document& document, double share) {
  return is_held_out(document.parent.empty() ? document.id : document.parent, share);
}

bool is_held_out(std::string_view thread, double share) {
  return static_cast<double>(base::digest_of(thread).low >> 11) * 0x1p-53 < share;
}

namespace {

using formula::LatexLexer;
using formula::SymbolRole;
using formula::Token;
using formula::TokenKind;

// Environments whose rows are formulas, without the star.
constexpr auto kAlignments = std::to_array<std::string_view>(
    {"align", "alignat", "aligned", "alignedat", "eqnarray", "equation", "flalign", "gather",
     "gathered", "multline", "split"});

const formula::Symbol* symbol_of(const Token& token) {
  if (token.kind == TokenKind::Command) return formula::symbol_by_command(token.text);
  if (token.kind == TokenKind::Character) return formula::symbol_by_glyph(token.text);
  return nullptr;
}

class RelationCutter {
 public:
  explicit RelationCutter(std::string_view latex) : latex_(latex) { lexer_.reset(latex); }

  std::vector<std::string> run() {
    for (Token token = lexer_.next(); token.kind != TokenKind::End; token = lexer_.next()) {
      take(token);
      before_ = token;
    }
    cut(latex_.size(), latex_.size());
    return std::move(parts_);
  }

 private:
  void take(const Token& token) {
    switch (token.kind) {
      case TokenKind::OpenBrace:
        brackets_around_.push_back(brackets_);
        brackets_ = 0;
        return;
      case TokenKind::CloseBrace:
        if (brackets_around_.empty()) return;
        brackets_ = brackets_around_.back();
        brackets_around_.pop_back();
        return;
      case TokenKind::Alignment:
        if (is_outside()) leave_out(token.source.begin, token.source.end);
        return;
      case TokenKind::Command:
        if (take_command(token)) return;
        break;
      default:
        break;
    }
    take_symbol(token);
  }

  // Returns whether the command needs no further handling.
  bool take_command(const Token& token) {
    if (token.text == "left" || token.text == "right") {
      token.text == "left" ? open() : close();
      lexer_.next();  // the bracket, counted here
      return true;
    }
    if (token.text == "begin" || token.text == "end") {
      take_environment(token);
      return true;
    }
    if (token.text == "\\" && is_outside()) {
      cut(token.source.begin, token.source.end);
      return true;
    }
    return false;
  }

  void take_environment(const Token& token) {
    std::string name;
    Token last = lexer_.next();
    for (; last.kind == TokenKind::OpenBrace || last.kind == TokenKind::Character;
         last = lexer_.next()) {
      if (last.kind == TokenKind::Character && last.text != "*") name += last.text;
    }
    const bool begins = token.text == "begin";
    if (!std::ranges::binary_search(kAlignments, name)) {
      begins ? open() : close();
    } else if (is_outside()) {
      cut(token.source.begin, last.source.end);
      if (begins && name.starts_with("aligna")) drop_argument();  // the number of columns
    }
  }

  void drop_argument() {
    if (!latex_.substr(copied_).starts_with('{')) return;
    Token token = lexer_.next();
    while (token.kind != TokenKind::CloseBrace && token.kind != TokenKind::End) {
      token = lexer_.next();
    }
    leave_out(copied_, token.source.end);
  }

  void take_symbol(const Token& token) {
    const formula::Symbol* const symbol = symbol_of(token);
    if (symbol == nullptr) return;
    const bool is_script =
        before_.kind == TokenKind::Superscript || before_.kind == TokenKind::Subscript;
    if (symbol->role == SymbolRole::Open) open();
    if (symbol->role == SymbolRole::Close) close();
    const bool cuts =
        symbol->role == SymbolRole::Relation || symbol->role == SymbolRole::Connective;
    if (!cuts || is_script || !is_outside()) return;
    // \not belongs to the relation after it.
    cut(before_.is_command("not") ? before_.source.begin : token.source.begin, token.source.end);
  }

  bool is_outside() const { return brackets_around_.empty() && brackets_ == 0; }
  void open() { ++brackets_; }
  void close() { brackets_ -= brackets_ > 0 ? 1 : 0; }

  void leave_out(std::size_t begin, std::size_t end) {
    part_.append(latex_.substr(copied_, begin - copied_));
    copied_ = end;
  }
  void cut(std::size_t begin, std::size_t end) {
    leave_out(begin, end);
    const std::size_t first = part_.find_first_not_of(base::kBlanks);
    if (first != std::string::npos) {
      parts_.push_back(part_.substr(first, part_.find_last_not_of(base::kBlanks) + 1 - first));
    }
    part_.clear();
  }

  std::string_view latex_;
  LatexLexer lexer_;
  Token before_;
  std::size_t brackets_ = 0;  // open brackets since the last open brace
  std::vector<std::size_t> brackets_around_;
  std::size_t copied_ = 0;  // all text before it is in a part or left out
  std::string part_;
  std::vector<std::string> parts_;
};

}  // namespace

std::size_t count_latex_tokens(std::string_view latex, std::size_t most) {
  LatexLexer lexer;
  lexer.reset(latex);
  std::size_t count = 0;
  while (count < most) {
    const TokenKind kind = lexer.next().kind;
    if (kind == TokenKind::End) break;
    count += kind == TokenKind::OpenBrace || kind == TokenKind::CloseBrace ? 0 : 1;
  }
  return count;
}

std::vector<std::string> cut_at_relations(std::string_view latex) {
  return RelationCutter(latex).run();
}

}  // namespace noether::collection
