// Complete pieces of LaTeX: parts that may be put in braces, or into the argument of a colouring
// command, without changing the drawing.
// A piece is a run of atoms of one row. An atom includes its arguments and its scripts, because
// `\frac` without its denominator and `2` without the `^3` after it are other formulas; only a
// single letter or symbol may be separated from its scripts. `\over` makes one atom of the whole
// row, cells and the parts between `\left`, `\middle` and `\right` are separate rows, and a switch
// such as `\displaystyle` is included only together with the rest of its row.
// Pieces are determined by the tokens alone, by rules that LaTeX, KaTeX and MathJax share. If the
// three would differ, or the source is not understood, the piece is larger, up to the whole
// formula.
#pragma once

#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::formula {

class SourceWholes {
 public:
  // `latex` must outlive this object.
  explicit SourceWholes(std::string_view latex);

  // The smallest piece that contains all of `part`; blanks at the ends of `part` are ignored.
  base::Span around(base::Span part) const;

 private:
  friend class SourceWholesScanner;

  enum class Kind : std::uint8_t {
    Plain,
    Switch,   // changes the rest of its row
    Face,     // the same, and the spaces between letters
    Barrier,  // applies to the whole formula or table: \tag, \hline
  };

  struct Row;
  struct Atom {
    base::Span span;
    base::Span nucleus;  // without scripts
    Kind kind = Kind::Plain;
    bool stands_alone = false;  // the nucleus may be taken without the scripts
    bool is_group = false;      // the nucleus is {...}
    bool is_sign = false;       // + or ∫, without scripts
    bool is_big = false;        // ∑ or lim, which have limits
    std::vector<Row> rows;
  };
  struct Row {
    base::Span span;
    bool is_braced = false;
    std::vector<Atom> atoms;
  };

  static bool cover(const Row& row, base::Span part, base::Span& found);

  std::string_view latex_;
  base::Span all_;
  Row root_;
  bool is_understood_ = false;
};

}  // namespace noether::formula
