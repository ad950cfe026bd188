// Initial expressions: what clusters are grown from.
//
// They are expanded from templates (see template_file.h), or read from files: lines of prefix
// tokens, S-expressions or LaTeX, or the column `formula` of a table; or they are formulas that
// were found elsewhere. What is taken is written in
// E-Gen's prefix notation, and is fit for a corpus: it is short, depends on a variable, has a value
// of ordinary size at a good share of real points between -5 and 5, and equals none that was taken
// before it. The list depends on the request alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/hash.h"
#include "noether/formula/formula_io.h"

namespace noether::egen {

struct InitialExpression {
  std::string prefix;
  std::string origin;  // the template, as `trigonometric/shifted`; or `file:line`

  friend bool operator==(const InitialExpression&, const InitialExpression&) = default;
};

// A formula of a collection, as LaTeX.
struct FoundFormula {
  std::string latex;
  std::string origin;  // where it stands, for messages and the corpus
};

struct InitialRequest {
  // Files of templates, or folders of *.templates. When there are neither templates nor files nor
  // found formulas, the shipped templates.
  std::vector<std::string> templates = {};
  // Files of expressions; "-" is standard input.
  std::vector<std::string> files = {};
  // Of an equation or another relation, each side.
  std::vector<FoundFormula> formulas = {};
  // Of the files' expressions; when nothing is said, it is told for each from its looks.
  std::optional<formula::Notation> notation = {};
  // Without a limit: every expansion that the templates ask for, and all that the files hold. With
  // a smaller one, a random choice of these; with a larger one, further expansions are drawn, none
  // twice, and a still larger limit only adds to them.
  std::optional<std::size_t> limit = {};
  std::uint64_t seed = 0;
  std::uint32_t template_tokens = 15;  // the longest expansion that is taken
  std::uint32_t file_tokens = 25;      // the longest expression of a file, or found formula
};

// Why a candidate is not in the list.
enum class Unfit : std::uint8_t {
  Repeated,    // the same tokens as one before
  Twin,        // the same but for the order of sums and products
  Equal,       // the same fingerprint, names kept
  Long,        // too many tokens
  Bare,        // a variable alone, which equals nothing but itself
  Constant,    // the same value everywhere
  Undefined,   // no value at most real points
  Extreme,     // values too large or too small to be of use
  Unknown,     // a function or an operator that cannot be evaluated
  Unreadable,  // a line that is no expression
};
inline constexpr std::size_t kUnfitCount = 10;
std::string_view unfit_name(Unfit reason);  // repeated twin equal long bare ...

struct DroppedCount {
  Unfit reason = Unfit::Repeated;
  std::size_t count = 0;
};

struct InitialList {
  // Of the lines that were skipped, so many are spoken about, and none that are there twice; all
  // are counted.
  static constexpr std::size_t kMaxMessages = 1000;

  std::vector<InitialExpression> expressions;
  std::size_t candidates = 0;         // expansions and lines that were looked at
  std::vector<DroppedCount> dropped;  // those that occurred, in the order of Unfit
  std::vector<std::string> messages;  // `file:line: why`, and what the request could not get
  base::Digest digest;                // of the templates or files, the seed, and the list
};

// Errors name the file and line of the template they are about.
base::Result<InitialList> initial_expressions(const InitialRequest& request);

}  // namespace noether::egen
