#include "noether/formula/latex/token_stream.h"

#include <algorithm>
#include <span>
#include <utility>

#include "noether/formula/limits.h"

namespace noether::formula {
namespace {

bool same_token(const Token& a, const Token& b) { return a.kind == b.kind && a.text == b.text; }

bool ends_with(std::span<const Token> tokens, std::span<const Token> end) {
  return tokens.size() >= end.size() &&
         std::ranges::equal(tokens.last(end.size()), end, same_token);
}

// Whether the tokens are exactly { .. }.
bool is_one_group(std::span<const Token> tokens) {
  if (tokens.size() < 2 || tokens.front().kind != TokenKind::OpenBrace) return false;
  int depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind == TokenKind::OpenBrace) ++depth;
    if (tokens[i].kind == TokenKind::CloseBrace && --depth == 0) return i + 1 == tokens.size();
  }
  return false;
}

}  // namespace

void TokenStream::reset(std::string_view input) {
  lexer_.reset(input);
  frames_.clear();
  macros_.clear();
  have_next_ = false;
  stopped_ = false;
  expansion_limit_hit_ = false;
  expansions_ = 0;
  produced_ = 0;
}

Token TokenStream::raw() {
  if (stopped_) return {};
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    if (frame.at < frame.tokens.size()) return frame.tokens[frame.at++];
    frames_.pop_back();
  }
  return lexer_.next();
}

void TokenStream::fetch() {
  next_ = raw();
  if (!macros_.empty()) {
    while (next_.kind == TokenKind::Command) {
      const Macro* macro = find(next_.text);
      if (macro == nullptr) break;
      expand(*macro, next_.source);
      next_ = raw();
    }
  }
  have_next_ = true;
}

Token TokenStream::take_unexpanded() {
  if (have_next_) {
    have_next_ = false;
    return next_;
  }
  return raw();
}

const Token& TokenStream::peek_unexpanded() {
  if (!have_next_) {
    next_ = raw();
    have_next_ = true;
  }
  return next_;
}

bool TokenStream::take_argument(std::vector<Token>& out) {
  Token token = take_unexpanded();
  if (token.kind == TokenKind::End) return false;
  if (token.kind == TokenKind::CloseBrace) {
    push_front({token});
    return false;
  }
  if (token.kind != TokenKind::OpenBrace) {
    out.push_back(token);
    return true;
  }
  int depth = 1;
  for (;;) {
    token = take_unexpanded();
    if (token.kind == TokenKind::End) return false;
    if (token.kind == TokenKind::OpenBrace) ++depth;
    if (token.kind == TokenKind::CloseBrace && --depth == 0) return true;
    if (out.size() >= kMaxNodes) return false;
    out.push_back(token);
  }
}

bool TokenStream::take_optional_argument(std::vector<Token>& out) {
  if (!peek_unexpanded().is_character("[")) return false;
  take_unexpanded();
  int depth = 0;
  for (;;) {
    const Token token = take_unexpanded();
    if (token.kind == TokenKind::End) return true;
    if (token.kind == TokenKind::OpenBrace) ++depth;
    if (token.kind == TokenKind::CloseBrace) --depth;
    if (depth == 0 && token.is_character("]")) return true;
    out.push_back(token);
  }
}

void TokenStream::define(Macro macro) {
  for (Macro& known : macros_) {
    if (known.name == macro.name) {
      known = std::move(macro);
      return;
    }
  }
  macros_.push_back(std::move(macro));
}

void TokenStream::push_front(std::vector<Token> tokens) {
  if (have_next_) {
    tokens.push_back(next_);
    have_next_ = false;
  }
  frames_.push_back({std::move(tokens), 0});
}

const Macro* TokenStream::find(std::string_view name) const {
  for (const Macro& macro : macros_) {
    if (macro.name == name) return &macro;
  }
  return nullptr;
}

// Skips the tokens that the macro's definition requires; if the call lacks them, nothing is
// skipped.
void TokenStream::skip_matching(std::span<const Token> delimiter) {
  std::vector<Token> ahead;
  for (const Token& wanted : delimiter) {
    ahead.push_back(take_unexpanded());
    if (same_token(ahead.back(), wanted)) continue;
    push_front(std::move(ahead));
    return;
  }
}

// Reads an argument up to its delimiter, or all the rest if the delimiter is missing. Braces hide a
// delimiter; a pair of braces around the whole argument is removed, as in TeX.
void TokenStream::take_delimited(std::span<const Token> delimiter, std::vector<Token>& out) {
  int depth = 0;
  while (out.size() < kMaxNodes) {
    const Token token = take_unexpanded();
    if (token.kind == TokenKind::End) return;
    if (token.kind == TokenKind::CloseBrace && depth == 0) {
      push_front({token});
      return;
    }
    if (token.kind == TokenKind::OpenBrace) ++depth;
    if (token.kind == TokenKind::CloseBrace) --depth;
    out.push_back(token);
    if (depth == 0 && ends_with(out, delimiter)) {
      out.resize(out.size() - delimiter.size());
      if (is_one_group(out)) {
        out.pop_back();
        out.erase(out.begin());
      }
      return;
    }
  }
}

void TokenStream::expand(const Macro& macro, base::Span source) {
  if (++expansions_ > kMaxExpansions) {
    expansion_limit_hit_ = true;
    stop();
    return;
  }
  // The tokens that a delimited macro requires before its first argument, and after each one.
  std::span<const Token> pattern = macro.delimited ? macro.pattern : std::span<const Token>();
  const auto next_delimiter = [&] {
    const auto end = std::ranges::find(pattern, TokenKind::Parameter, &Token::kind);
    const auto delimiter = pattern.first(static_cast<std::size_t>(end - pattern.begin()));
    pattern = pattern.subspan(std::min(delimiter.size() + 1, pattern.size()));
    return delimiter;
  };
  skip_matching(next_delimiter());
  std::vector<std::vector<Token>> arguments(static_cast<std::size_t>(macro.parameters));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (const auto delimiter = next_delimiter(); !delimiter.empty()) {
      take_delimited(delimiter, arguments[i]);
    } else if (i == 0 && macro.first_is_optional) {
      if (!take_optional_argument(arguments[0])) arguments[0] = macro.pattern;
    } else if (!take_argument(arguments[i])) {
      break;
    }
  }
  std::vector<Token> expansion;
  for (const Token& token : macro.body) {
    if (token.kind == TokenKind::Parameter) {
      const auto index = static_cast<std::size_t>(token.text[0] - '1');
      if (index < arguments.size()) {
        expansion.insert(expansion.end(), arguments[index].begin(), arguments[index].end());
      }
    } else {
      expansion.push_back(token);
      expansion.back().source = source;  // diagnostics point at the call
    }
    if (produced_ + expansion.size() > kMaxNodes) {
      expansion_limit_hit_ = true;
      stop();
      return;
    }
  }
  produced_ += expansion.size();
  push_front(std::move(expansion));
}

}  // namespace noether::formula
