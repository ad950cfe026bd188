// The tokens that a parser sees: those of the lexer, with macros expanded.
//
// A macro call is replaced by its body with the arguments inserted. The result is read before the
// rest of the input and may call further macros. The numbers of calls and of tokens made by them
// are bounded, so a recursive macro ends with an error and not in an endless loop.
#pragma once

#include <deque>
#include <span>
#include <string_view>
#include <vector>

#include "noether/formula/latex/lexer.h"

namespace noether::formula {

struct Macro {
  std::string_view name;
  int parameters = 0;
  bool first_is_optional = false;
  bool delimited = false;
  // The default of an optional first argument; for a delimited macro, the form of a call: (#1,#2)
  // of \def\f(#1,#2){..}.
  std::vector<Token> pattern;
  std::vector<Token> body;
};

class TokenStream {
 public:
  void reset(std::string_view input);

  // `peek` returns the next token after macro expansion; `take` also consumes it.
  const Token& peek() {
    if (!have_next_) fetch();
    return next_;
  }
  Token take() {
    if (!have_next_) fetch();
    have_next_ = false;
    return next_;
  }

  // Returns the next token without expanding it.
  Token take_unexpanded();
  const Token& peek_unexpanded();

  // Takes the tokens of one argument, unexpanded: those inside braces, or a single token. Returns
  // false at the end of the input and if the closing brace is missing.
  bool take_argument(std::vector<Token>& out);
  // Takes the tokens of [..] if it follows.
  bool take_optional_argument(std::vector<Token>& out);

  void define(Macro macro);
  bool defines(std::string_view name) const { return find(name) != nullptr; }

  // Puts tokens in front of the stream.
  void push_front(std::vector<Token> tokens);

  // Ends the stream after an unrecoverable error.
  void stop() {
    stopped_ = true;
    have_next_ = false;
  }
  bool stopped() const { return stopped_; }
  bool expansion_limit_hit() const { return expansion_limit_hit_; }

 private:
  struct Frame {
    std::vector<Token> tokens;
    std::size_t at = 0;
  };

  const Macro* find(std::string_view name) const;
  void fetch();
  Token raw();
  void expand(const Macro& macro, base::Span source);
  void skip_matching(std::span<const Token> delimiter);
  void take_delimited(std::span<const Token> delimiter, std::vector<Token>& out);

  LatexLexer lexer_;
  std::vector<Frame> frames_;
  std::deque<Macro> macros_;  // stable addresses: a body may define further macros
  Token next_;
  bool have_next_ = false;
  bool stopped_ = false;
  bool expansion_limit_hit_ = false;
  int expansions_ = 0;
  std::size_t produced_ = 0;  // tokens made by expansion so far
};

}  // namespace noether::formula
