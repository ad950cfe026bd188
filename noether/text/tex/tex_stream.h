// The tokens of a document with its macros expanded, and their arguments.
// Expansion is bounded, for one call in the source and for all calls together. Beyond the first
// bound the call draws nothing; beyond the second, macros are no longer expanded.
#pragma once

#include <string>
#include <string_view>

#include "noether/text/tex/tex_macros.h"
#include "noether/text/tex/tex_tokens.h"

namespace noether::text {

class TexStream {
 public:
  TexStream(std::string_view source, TexMacros& macros);

  // Returns the next token unchanged.
  TexToken take();
  // The next token after expansion.
  TexToken take_expanded();
  void push_front(const TexTokens& tokens);
  void push_front(TexToken token);

  // Reads one argument without its braces, or a single token without braces. Returns false at the
  // end of the input, of a group, or of a paragraph.
  bool take_argument(TexTokens& out);
  // Reads an optional argument in [..], if one follows.
  bool take_optional(TexTokens& out);
  bool take_star();
  // Reads an argument as text, with blanks and commands unchanged: a name, a label.
  std::string argument_text();

  void skip_blanks();
  // The next token without taking it.
  TexToken peek();

  // Puts the expansion of a macro in front.
  void expand(const TexMacro& macro, bool as_group);

  TexMacros& macros() { return macros_; }
  TexLexer& lexer() { return lexer_; }
  // Whether the next token comes from the source itself, not from a macro.
  bool in_source() {
    drop_read_frames();
    return depth_ == 0;
  }

 private:
  static constexpr int kMaxExpansionsPerCall = 10'000;
  static constexpr std::size_t kMaxTokensPerCall = std::size_t{1} << 17;
  static constexpr std::size_t kMaxLateArgument = 256;

  struct Frame {
    TexTokens tokens;
    std::size_t at = 0;
  };

  // Whether an argument may have one token more: arguments inside arguments may not cost the square
  // of the document.
  bool may_grow(const TexTokens& argument) {
    return ++arguments_ < max_arguments_ || argument.size() < kMaxLateArgument;
  }
  Frame& new_frame();
  void drop_read_frames();

  TexLexer lexer_;
  TexMacros& macros_;
  std::vector<Frame> frames_;  // the first depth_ are in use, the others kept for their memory
  std::size_t depth_ = 0;
  int expansions_ = 0;        // since a token of the source was read
  std::size_t produced_ = 0;  // tokens, since then
  std::size_t all_produced_ = 0;
  std::size_t max_produced_;
  std::size_t arguments_ = 0;  // tokens of all arguments so far
  std::size_t max_arguments_;
};

// Appends tokens as LaTeX that reads back as the same tokens.
class TexWriter {
 public:
  explicit TexWriter(std::string& out) : out_(out) {}
  void write(const TexToken& token);
  void write(std::string_view latex);

 private:
  std::string& out_;
  bool after_word_ = false;  // a letter now would go on with the name of the command before
};

}  // namespace noether::text
