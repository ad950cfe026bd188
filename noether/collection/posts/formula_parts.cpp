#include "noether/collection/posts/formula_parts.h"

#include <algorithm>
#include <array>

#include "noether/base/ascii.h"
#include "noether/formula/latex/lexer.h"
#include "noether/formula/symbols.h"

namespace noether::collection {
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

  // Whether that was all there is to do.
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
    // A stroke through it belongs to it.
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
  std::size_t brackets_ = 0;  // open ones, since the last open brace
  std::vector<std::size_t> brackets_around_;
  std::size_t copied_ = 0;  // all before it stands in a part, or is left out
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
