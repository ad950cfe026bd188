// libFuzzer target: the first byte chooses a notation, in which the rest is read. A tree that can
// be read must be written so that it reads back as the same tree.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "noether/formula/limits.h"
#include "noether/formula/notation/latex_writer.h"
#include "noether/formula/notation/prefix.h"
#include "noether/formula/notation/sexpr.h"
#include "noether/formula/notation/svg.h"
#include "noether/formula/notation/tangent.h"
#include "noether/formula/notation/writers.h"

namespace {

using namespace noether::formula;

using ReadOperators = noether::base::Result<void> (*)(std::string_view, OperatorTree&);
using WriteOperators = void (*)(const OperatorTree&, std::string&);

void check_operators(std::string_view text, ReadOperators read, WriteOperators write) {
  Formula formula;
  if (!read(text, formula.operators)) return;
  std::string written;
  write(formula.operators, written);
  if (written.size() > kMaxInputBytes) return;
  OperatorTree again;
  if (!read(written, again) || !same_operators(formula.operators, again)) std::abort();
  std::string out;
  write_latex(formula.operators, out);
  write_svg(formula.operators, out);
  write_json(formula, out);
}

void check_layout(std::string_view text) {
  Formula formula;
  if (!read_tangent_slt(text, formula.layout)) return;
  std::string written;
  write_tangent_slt(formula.layout, written);
  if (written.size() > kMaxInputBytes) return;
  LayoutTree again;
  if (!read_tangent_slt(written, again) || !same_layout(formula.layout, again)) std::abort();
  std::string out;
  write_latex(formula.layout, out);
  write_json(formula, out);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string bytes(data + 1, data + size);
  switch (data[0] % 4) {
    case 0:
      check_operators(bytes, read_sexpr, write_sexpr);
      break;
    case 1:
      check_operators(bytes, read_prefix, write_prefix);
      break;
    case 2:
      check_operators(bytes, read_tangent_opt, write_tangent_opt);
      break;
    default:
      check_layout(bytes);
      break;
  }
  return 0;
}
