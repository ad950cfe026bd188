// LaTeX to layout tree: the core that every command family builds on.
//
// The parser reads a row (a list of atoms up to the end of its group), atom by atom: a nucleus,
// then its scripts. Rows under construction share one stack of nodes; a finished row is linked by
// `link_row`, which also pairs the fences. Commands are looked up in one table (command_table.h);
// each family of commands lives in its own file and uses only the services declared here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/formula/latex/token_stream.h"
#include "noether/formula/layout_tree.h"
#include "noether/formula/math_alphabet.h"
#include "noether/formula/symbols.h"

namespace noether::formula {

// A command that is neither part of LaTeX's mathematics, as far as Noether supports it, nor defined
// in the same formula. The tree keeps it as a symbol of that name.
struct UnknownCommand {
  std::string name;
  base::Span source;
};

class LatexParser {
 public:
  // Reads one formula. Delimiters around it must have been stripped.
  void parse(std::string_view input, LayoutTree& tree, std::vector<base::Error>& diagnostics);
  // The first unknown command of the last formula.
  const std::optional<UnknownCommand>& first_unknown() const { return first_unknown_; }

  // --- services for the command families ---

  LayoutTree& tree() { return *tree_; }
  TokenStream& tokens() { return tokens_; }

  // Adds a finished symbol to the row being read.
  void push(NodeId node);
  // Adds a symbol of the table; joins it with the previous symbol if the two form one sign (:=,
  // ′′).
  void push_symbol(const Symbol& symbol, base::Span source);
  void push_operator(std::string_view label, base::Span source);
  // Removes and returns the last symbol of the row; a Blank if the row is empty.
  NodeId pop_or_blank();

  // Reads one mandatory argument as a linked row. If the input ends first, reports an error and
  // returns an Error node.
  NodeId argument(const Token& command);
  // Reads an argument as a single symbol that can carry scripts and accents.
  NodeId single_argument(const Token& command);
  // Reads [..] as a linked row; returns false if none follows.
  bool optional_argument(NodeId& out);
  // Reads atoms up to the closing brace of a group whose opening brace has been read, and leaves
  // them on the row being read.
  void group_contents(const Token& open);

  // The tokens that end a row, in addition to a closing brace.
  enum class RowEnd { Brace, Bracket, Right, Cell, Input };
  // Reads a row up to (not including) its end and links it.
  NodeId row(RowEnd end);
  // Reads a row and leaves its symbols on the stack; `take_row` links and removes them.
  void row_items(RowEnd end);
  std::size_t row_mark() const { return row_.size(); }
  NodeId take_row(std::size_t mark);
  // Removes the symbols since `mark` and returns them as one symbol.
  NodeId take_single(std::size_t mark);

  NodeId fraction(NodeId over, NodeId under, bool bar, base::Span source);
  // Puts `within` into a pair of fences; an empty string means no fence.
  void push_fenced(std::string_view open, std::string_view close, NodeId within, base::Span source);
  // Reads a delimiter after \left, \big, ...; empty for the null delimiter.
  std::string_view delimiter(const Token& command);

  // Skips a length without braces: 3pt, -4mu.
  void skip_length();
  // Skips [..] if it follows and `accepts` takes it for an option; any other bracket is content.
  using OptionTest = bool (*)(std::string_view text);
  bool skip_option(OptionTest accepts);
  // Reads tokens as the contents of a group, and leaves its symbols on the row being read.
  void read_tokens(std::vector<Token> tokens, base::Span source);
  // Reads tokens as words with formulas between dollar signs, and leaves them on the row being
  // read.
  void read_words(const std::vector<Token>& tokens, const Token& command);
  // The same for the next argument, if it has a dollar sign: \fbox{if $x$}. Otherwise reads
  // nothing, because the argument is a formula, as in MathJax: \fbox{x}.
  bool read_words_in_box(const Token& command);
  // The source text of an argument without commands and braces: \text, \operatorname, \tag.
  std::string argument_text();
  static std::string plain_text(const std::vector<Token>& tokens);

  // The scripts that follow the last symbol become limits above and below it.
  void expect_limits() { limits_ = true; }
  // The scripts that follow belong to the last symbol of a group, not to all of it: \mathbb{RP}^2.
  void expect_scripts_on_last() { scripts_on_last_ = true; }
  void space_before_next() { wide_space_ = true; }

  struct Font {
    Alphabet alphabet = Alphabet::Plain;
    bool joins_letters = false;  // \mathrm{Hom} is one name
  };
  Font set_font(Font font) {
    const Font old = font_;
    font_ = font;
    return old;
  }

  void report(std::string message, base::Span span, std::string hint = {});
  NodeId error_node(std::string_view label, base::Span span);
  // Enters a nesting level. If it is too deep, reading stops with an error.
  bool enter(base::Span at);
  void leave() { --depth_; }
  // Reads the input as rows of cells separated by & and \\, up to \end or the end of the input.
  NodeId table(RowEnd end, std::string_view open, std::string_view close, base::Span source,
               std::size_t least_columns = 0);

 private:
  bool at_row_end(const Token& token, RowEnd end) const;
  void atom();
  void nucleus(const Token& token);
  void command(const Token& token);
  void character(const Token& token);
  void number(const Token& first);
  bool read_thousands(std::string& digits, base::Span& source);
  bool read_braced_mark(std::string& digits, base::Span& source, bool& point);
  void line_break();
  void letters(const Token& first);
  bool touches_last(const Token& letter) const;
  // The text in the current font; lives until the next call.
  std::string_view styled(std::string_view text);
  void scripts(std::size_t mark);
  void infix_fraction(const Token& command, std::size_t mark, RowEnd end);
  NodeId script_argument(const Token& script);

  TokenStream tokens_;
  std::optional<UnknownCommand> first_unknown_;
  LayoutTree* tree_ = nullptr;
  std::vector<base::Error>* diagnostics_ = nullptr;
  std::vector<NodeId> row_;
  std::string label_;  // scratch
  Font font_;
  int depth_ = 0;
  std::size_t row_begin_ = 0;  // where the row being read starts on the stack
  bool limits_ = false;
  bool scripts_on_last_ = false;
  bool wide_space_ = false;
};

// Reads one non-ASCII character token (𝑥, ∑, ≤, ², −) and adds its meaning to the row; in
// unicode_input.cpp.
void read_unicode_character(LatexParser& parser, const Token& token);

}  // namespace noether::formula
