// Initial expressions, from which clusters are grown.
//
// They are expanded from templates (see template_file.h), read from files (lines of prefix tokens,
// S-expressions or LaTeX, or the column `formula` of a table), or taken from the formulas of a
// collection. An accepted expression is written in E-Gen's prefix notation, and is fit for a
// corpus: it is short, depends on a variable, has a value of ordinary size at a sufficient share of
// real points between -5 and 5, and equals no earlier one. The list depends on the request alone.
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
  std::string origin;  // its place, for messages and the corpus
};

struct InitialRequest {
  // Files of templates, or folders of *.templates. If there are no templates, files or found
  // formulas, the shipped templates are used.
  std::vector<std::string> templates = {};
  // Files of expressions; "-" is standard input.
  std::vector<std::string> files = {};
  // Formulas of a collection. An equation or another relation contributes both sides.
  std::vector<FoundFormula> formulas = {};
  // The notation of the files' expressions; by default, it is guessed for each expression.
  std::optional<formula::Notation> notation = {};
  // Without a limit, the list is made from every expansion that the templates ask for, and all
  // expressions of the files. With a smaller limit, it is a random choice of these; with a larger
  // one, further expansions are drawn without repetition, and a still larger limit only adds to
  // them.
  std::optional<std::size_t> limit = {};
  std::uint64_t seed = 0;
  std::uint32_t template_tokens = 15;  // the longest expansion that is accepted
  std::uint32_t file_tokens = 25;      // the longest expression of a file, or found formula
};

// Reasons why a candidate is not in the list.
enum class Unfit : std::uint8_t {
  Repeated,    // the same tokens as an earlier one
  Twin,        // the same as an earlier one except for the order of sums and products
  Equal,       // the same fingerprint, names kept
  Long,        // too many tokens
  Bare,        // a variable alone, which equals only itself
  Constant,    // the same value everywhere
  Undefined,   // no value at most real points
  Extreme,     // values too large or too small to be of use
  Unknown,     // a function or an operator that cannot be evaluated
  Unreadable,  // a line that is not an expression
};
inline constexpr std::size_t kUnfitCount = 10;
std::string_view unfit_name(Unfit reason);  // repeated twin equal long bare ...

struct DroppedCount {
  Unfit reason = Unfit::Repeated;
  std::size_t count = 0;
};

struct InitialList {
  // The maximal number of messages about skipped lines, without repetitions; all skipped lines are
  // counted.
  static constexpr std::size_t kMaxMessages = 1000;

  std::vector<InitialExpression> expressions;
  std::size_t candidates = 0;         // expansions and lines that were examined
  std::vector<DroppedCount> dropped;  // those that occurred, in the order of Unfit
  std::vector<std::string> messages;  // `file:line: why`, and what the request could not obtain
  base::Digest digest;                // of the templates or files, the seed, and the list
};

// Errors name the file and line of the template.
base::Result<InitialList> initial_expressions(const InitialRequest& request);

}  // namespace noether::egen
