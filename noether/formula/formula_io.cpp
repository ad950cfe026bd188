#include "noether/formula/formula_io.h"

#include <array>

#include "noether/formula/mathml/mathml.h"
#include "noether/formula/notation/latex_writer.h"
#include "noether/formula/notation/prefix.h"
#include "noether/formula/notation/sexpr.h"
#include "noether/formula/notation/svg.h"
#include "noether/formula/notation/tangent.h"
#include "noether/formula/notation/writers.h"
#include "noether/formula/plain/plain_math.h"

namespace noether::formula {
namespace {

struct NotationInfo {
  Notation notation;
  std::string_view name;
  bool readable;
  bool writable;
  bool layout;  // is read into, or written from, the layout tree
};

constexpr std::array kNotations = std::to_array<NotationInfo>({
    {Notation::Latex, "latex", true, true, true},
    {Notation::MathML, "mathml", true, true, true},
    {Notation::ContentMathML, "content-mathml", true, true, false},
    {Notation::Prefix, "prefix", true, true, false},
    {Notation::SExpression, "sexpr", true, true, false},
    {Notation::TangentOpt, "tangent-opt", true, true, false},
    {Notation::TangentSlt, "tangent-slt", true, true, true},
    {Notation::Opt, "opt", false, true, false},
    {Notation::Slt, "slt", false, true, true},
    {Notation::Json, "json", false, true, true},
    {Notation::Svg, "svg", false, true, false},
    {Notation::Plain, "plain", true, false, true},
    {Notation::Spoken, "spoken", false, true, false},
});

const NotationInfo& info_of(Notation notation) {
  return kNotations[static_cast<std::size_t>(notation)];
}

}  // namespace

bool writes_layout(Notation notation) { return info_of(notation).layout; }

std::string_view notation_name(Notation notation) { return info_of(notation).name; }

std::optional<Notation> notation_by_name(std::string_view name) {
  for (const NotationInfo& info : kNotations) {
    if (info.name == name) return info.notation;
  }
  return std::nullopt;
}

std::vector<std::string> readable_notations() {
  std::vector<std::string> names;
  for (const NotationInfo& info : kNotations) {
    if (info.readable) names.emplace_back(info.name);
  }
  return names;
}

std::vector<std::string> writable_notations() {
  std::vector<std::string> names;
  for (const NotationInfo& info : kNotations) {
    if (info.writable) names.emplace_back(info.name);
  }
  return names;
}

// Places in the trees and in diagnostics refer to the plain text.
base::Result<void> FormulaReader::read_plain(std::string_view text, Formula& out) {
  if (text.size() > kMaxPlainBytes) {
    return base::fail("the formula is longer than plain math may be", {},
                      "write it as LaTeX, or cut it into parts");
  }
  const PlainMath plain = latex_from_plain(text);
  latex_.read(plain.latex, out.layout, out.diagnostics);
  for (base::Error& problem : out.diagnostics) problem.span = plain.source(problem.span);
  for (NodeId id = 0; id < out.layout.node_count(); ++id) {
    base::Span& source = out.layout.node(id).source;
    source = plain.source(source);
  }
  return {};
}

base::Result<void> FormulaReader::read(Notation notation, std::string_view text, Formula& out,
                                       Want want) {
  out.clear();
  base::Result<void> read;
  switch (notation) {
    case Notation::Latex:
      latex_.read(text, out.layout, out.diagnostics);
      break;
    case Notation::Plain:
      read = read_plain(text, out);
      break;
    case Notation::MathML:
      read = read_presentation(text, out.layout, out.diagnostics);
      break;
    case Notation::TangentSlt:
      read = read_tangent_slt(text, out.layout);
      break;
    case Notation::ContentMathML:
      read = read_content(text, out.operators, out.diagnostics);
      break;
    case Notation::Prefix:
      read = read_prefix(text, out.operators);
      break;
    case Notation::SExpression:
      read = read_sexpr(text, out.operators);
      break;
    case Notation::TangentOpt:
      read = read_tangent_opt(text, out.operators);
      break;
    default:
      return base::fail("the notation " + std::string(notation_name(notation)) +
                        " can be written but not read");
  }
  if (!read) return read;
  if (info_of(notation).layout) {
    grammar_.build(out.layout, out.operators, out.diagnostics);
  } else if (want == Want::BothTrees) {
    scratch_.clear();
    write_latex(out.operators, scratch_);
    latex_.read(scratch_, out.layout, out.diagnostics);
  }
  return {};
}

void write_formula(Notation notation, const Formula& formula, std::string& out) {
  switch (notation) {
    case Notation::Opt:
    case Notation::SExpression:
      write_sexpr(formula.operators, out);
      break;
    case Notation::Slt:
      write_layout_text(formula.layout, out);
      break;
    case Notation::MathML:
      write_presentation(formula.layout, out);
      break;
    case Notation::ContentMathML:
      write_content(formula.operators, out);
      break;
    case Notation::Latex:
      write_latex(formula.layout, out);
      break;
    case Notation::Prefix:
      write_prefix(formula.operators, out);
      break;
    case Notation::TangentOpt:
      write_tangent_opt(formula.operators, out);
      break;
    case Notation::TangentSlt:
      write_tangent_slt(formula.layout, out);
      break;
    case Notation::Json:
      write_json(formula, out);
      break;
    case Notation::Svg:
      write_svg(formula.operators, out);
      break;
    case Notation::Plain:
      break;  // is read only
    case Notation::Spoken:
      write_spoken(formula.operators, out);
      break;
  }
}

}  // namespace noether::formula
