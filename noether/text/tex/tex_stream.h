// The tokens of a document with its macros expanded, and their arguments.
// Expansion is bounded for one call in the source and for all calls together. A call beyond the
// first bound draws nothing; beyond the second bound, macros are no longer expanded.
// Macros are defined by commands among the tokens, and primitives of TeX control the expansion.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "noether/text/tex/tex_tokens.h"

namespace noether::text {

struct TexMacro {
  int parameters = 0;
  bool first_is_optional = false;
  TexTokens default_argument;
  TexTokens body;
};

struct TexEnvironment {
  TexMacro begin;
  TexMacro end;  // without parameters
};

// The definitions of a LaTeX document: macros, environments, names of theorems.
// Names and bodies point into the sources from which they were read, which must live as long.
class TexMacros {
 public:
  // Names that are missing here are looked up in `outer`, which may be null.
  explicit TexMacros(const TexMacros* outer = nullptr) : outer_(outer) {}

  const TexMacro* macro(std::string_view name) const { return find(&TexMacros::macros_, name); }
  const TexEnvironment* environment(std::string_view name) const {
    return find(&TexMacros::environments_, name);
  }
  // The kind of a theorem-like environment that the document declares; empty for other names.
  std::string_view theorem(std::string_view name) const {
    const std::string* kind = find(&TexMacros::theorems_, name);
    return kind == nullptr ? std::string_view() : *kind;
  }

  void define(std::string_view name, TexMacro macro);
  void define_environment(std::string_view name, TexEnvironment environment) {
    environments_.insert_or_assign(name, std::move(environment));
  }
  void declare_theorem(std::string_view name, std::string kind) {
    theorems_.insert_or_assign(name, std::move(kind));
  }

 private:
  template <typename T>
  using Table = std::unordered_map<std::string_view, T>;

  template <typename T>
  const T* find(Table<T> TexMacros::* table, std::string_view name) const {
    for (const TexMacros* level = this; level != nullptr; level = level->outer_) {
      const auto it = (level->*table).find(name);
      if (it != (level->*table).end()) return &it->second;
    }
    return nullptr;
  }

  const TexMacros* outer_;
  Table<TexMacro> macros_;
  Table<TexEnvironment> environments_;
  Table<std::string> theorems_;
};

class TexStream {
 public:
  TexStream(std::string_view source, TexMacros& macros);

  // Returns the next token unchanged.
  TexToken take();
  // Returns the next token after expansion.
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
  // Returns the next token without taking it.
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

  // Whether an argument may grow by one token. The bound keeps nested arguments from costing the
  // square of the document.
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
  std::size_t produced_ = 0;  // tokens made since then
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
  bool after_word_ = false;  // a letter now would continue the name of the command before
};

// Reads the arguments of a defining command (\newcommand, \def, \let, \DeclareMathOperator,
// \newenvironment or \newtheorem) and adds the definition to the macros of the stream.
// Returns false, with nothing read, if the command defines nothing. Commands that structure a
// document (\section, \begin, ...) cannot be redefined.
bool read_tex_definition(const TexToken& command, TexStream& stream);

// Expands a command of TeX itself that controls the expansion of macros, such as \@ifnextchar,
// \@ifstar or \mathchoice, and puts the result in front of the stream. Returns false, with nothing
// read, for any other command.
bool expand_tex_primitive(const TexToken& command, TexStream& stream, bool in_formula);

}  // namespace noether::text
