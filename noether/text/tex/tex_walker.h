// Walks a LaTeX document and collects its pieces; the implementation of tex_text.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "noether/text/field_builder.h"
#include "noether/text/tex/tex_stream.h"
#include "noether/text/tex/tex_text.h"
#include "noether/text/tex/tex_vocabulary.h"

namespace noether::text {

// One formula of a LaTeX document, from its opening delimiter to its end, with macros expanded.
struct TexFormula {
  std::string latex;     // without delimiters
  bool diagram = false;  // drawn with arrows or pictures, so it cannot be read as a formula
};

// The delimiter that ends a formula.
enum class TexFormulaEnd : unsigned char { Dollar, TwoDollars, Parenthesis, Bracket, Environment };

// Reads one formula: the text after the opening delimiter. `environment` is the name of the
// enclosing one; `keep_environment` keeps it around the formula. Labels, numbers and notes are left
// out. If the end is missing, the formula ends with its paragraph.
TexFormula read_tex_formula(TexStream& stream, TexFormulaEnd end, std::string_view environment = {},
                            bool keep_environment = false);

class TexWalker {
 public:
  // With a preamble, the text begins at \begin{document}.
  TexWalker(std::string_view source, TexMacros& macros, bool has_preamble);

  TexDocument read();
  // Whether \begin{document} is missing.
  bool all_preamble() const { return preamble_; }

 private:
  struct OpenPiece {
    std::size_t index;
    int level;  // the level of a section; 0 for an environment
  };
  struct OpenEnvironment {
    std::string name;
    std::size_t piece;  // kNoPiece if the environment is not a piece
  };
  struct Draft {
    Piece piece;
    FieldBuilder body;
  };
  static constexpr std::size_t kNoPiece = static_cast<std::size_t>(-1);
  static constexpr int kMaxNesting = 64;

  // Reads tokens up to the mark or the end as text into `out`.
  void walk();
  void text(const TexToken& token);
  void dollar();
  void formula(TexFormulaEnd end, std::string_view environment = {}, bool keep = false);
  void command(const TexToken& token);
  void known_command(const TexCommand& command, const TexToken& token);
  void metadata(std::string_view name);
  void drop_arguments(int count);
  void accent(std::string_view combining);
  void verb();

  // Renders the tokens into a separate field.
  Field render(TexTokens tokens, std::string_view name);

  // Pieces and environments (tex_pieces.cpp).
  void begin_environment();
  void end_environment();
  void skip_environment(const std::string& name, bool keep_text);
  void section(int level);
  void open_piece(std::string_view kind, int level, Field title, std::uint32_t line);
  void close_pieces_above(std::size_t stack_size);
  std::vector<Piece> finished_pieces();

  TexStream stream_;
  TexDocument document_;
  std::vector<Draft> drafts_;
  std::vector<OpenPiece> open_;
  std::vector<OpenEnvironment> environments_;
  FieldBuilder* title_ = nullptr;  // where text goes while a title is read
  std::string scratch_;
  int nesting_ = 0;
  bool preamble_ = false;
  bool done_ = false;

  FieldBuilder& out() { return title_ != nullptr ? *title_ : drafts_[open_.back().index].body; }
};

}  // namespace noether::text
