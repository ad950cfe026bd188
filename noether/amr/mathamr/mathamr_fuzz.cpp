// Splices and linearises, in both ways, any bytes as a graph and, after a separate line break, as a
// formula. Checks that the result of Noether's own splice can be written, read again, and drawn.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "noether/amr/declarations/declarations.h"
#include "noether/amr/draw/draw_graph.h"
#include "noether/amr/mathamr/compatible_splice.h"
#include "noether/amr/mathamr/formula_splice.h"
#include "noether/amr/mathamr/linearize.h"
#include "noether/formula/formula_io.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace noether;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = std::min(text.find('\f'), text.size());
  const std::string_view graph = text.substr(0, cut);
  const std::string formula(text.substr(std::min(cut + 1, text.size())));
  const std::string spliced = amr::splice_compatibly(graph, {{"1", formula}, {"2", formula}});
  if (const auto words = amr::linearize_compatibly(spliced);
      words && words->size() > spliced.size()) {
    std::abort();
  }
  const auto tree = amr::read_penman(graph);
  if (!tree) return 0;
  static formula::FormulaReader reader;
  formula::Formula read;
  const bool is_read = reader.read(formula::Notation::Latex, formula, read).has_value();
  const std::vector<amr::SentenceFormula> formulas = {{"1", is_read ? &read : nullptr, true},
                                                      {"2", is_read ? &read : nullptr}};
  const amr::Graph sentence = amr::graph_of(*tree);
  if (amr::draw_graph({&*tree, {}, std::string(graph)}).empty()) std::abort();
  for (const amr::Declaration& found : amr::declarations_in(sentence, formulas)) {
    if (found.symbol.empty() || found.kind.empty()) std::abort();
  }
  // Nodes without a concept cannot be laid out.
  if (!amr::lay_out(sentence)) return 0;
  const auto made = amr::lay_out(amr::splice_formulas(sentence, formulas));
  if (!made) {
    // Formulas may be deeper than graphs.
    if (made.error().message.find("brackets inside") == std::string::npos) std::abort();
    return 0;
  }
  if (!amr::read_penman(amr::write_penman(*made))) std::abort();
  if (amr::linearize(*made).empty()) std::abort();
  std::vector<amr::NodeId> same(std::min(tree->nodes.size(), made->nodes.size()));
  for (std::size_t i = 0; i < same.size(); ++i) same[i] = static_cast<amr::NodeId>(i);
  if (amr::draw_comparison({&*tree, {}, {}}, {&*made, {}, {}}, same).empty()) std::abort();
  return 0;
}
