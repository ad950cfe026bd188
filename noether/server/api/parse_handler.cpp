// POST /api/v1/parse: a formula as trees and in other notations, and whether the index has it.
#include <array>

#include "noether/formula/formula.h"
#include "noether/formula/formula_io.h"
#include "noether/server/api/answers.h"
#include "noether/server/api/arguments.h"
#include "noether/server/api/formula_json.h"
#include "noether/server/api/parts.h"
#include "noether/server/api/tree_json.h"

namespace noether::server {
namespace {

constexpr std::array<std::string_view, 4> kNotations = {"latex", "mathml", "prefix", "sexpr"};
constexpr std::array<formula::Notation, 4> kReadAs = {
    formula::Notation::Latex, formula::Notation::MathML, formula::Notation::Prefix,
    formula::Notation::SExpression};
constexpr std::size_t kLongest = std::size_t{64} << 10;

}  // namespace

Response parse_formula(const SnapshotPointer& snapshot, const Request& request) {
  Arguments arguments(request);
  const std::string text = arguments.required_text("latex", kLongest);
  const formula::Notation notation = kReadAs[arguments.choice("notation", kNotations)];
  if (auto problem = arguments.finish()) return *std::move(problem);
  thread_local formula::FormulaReader reader;
  formula::Formula formula;
  if (const auto read = reader.read(notation, text, formula); !read) {
    return arguments.unreadable("latex", text, read.error());
  }
  const bool is_missing = formula.operators.empty() ||
                          formula.operators.op(formula.operators.root()) == formula::Op::Missing;
  if (formula.layout.empty() && is_missing) {
    return arguments.unreadable("latex", text,
                                {"there is no formula here", {}, "write LaTeX, e.g. \\frac{a}{b}"});
  }
  if (const base::Error* limit = formula::exceeded_limit(formula)) {
    return arguments.unreadable("latex", text, *limit);
  }
  const bool is_latex = notation == formula::Notation::Latex;
  std::string latex = text;
  if (!is_latex) {
    latex.clear();
    formula::write_formula(formula::Notation::Latex, formula, latex);
  }
  base::JsonObject object;
  add_formula(formula, latex, is_latex ? std::string_view(text) : std::string_view(), object);
  const auto found = find_formula(*snapshot->index, formula_id(latex));
  if (!found) return failure(found.error());
  object.add_number("places", *found ? static_cast<std::int64_t>((*found)->places) : 0);
  return json_response(object.text() + "\n");
}

}  // namespace noether::server
