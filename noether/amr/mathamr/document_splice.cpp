#include "noether/amr/mathamr/document_splice.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "noether/amr/lower_case.h"

namespace noether::amr {

SplicedGraph splice_document(std::span<const DocumentSentence> sentences,
                             const SpliceOptions& options) {
  std::vector<Graph> graphs;
  std::vector<SentenceFormula> formulas;
  for (const DocumentSentence& sentence : sentences) {
    // Two sentences may have formulas of one id: the number of the sentence tells them apart.
    std::unordered_set<std::string> own;
    const auto id_in_document = [&](std::string_view id) {
      return fmt::format("s{}.{}", graphs.size(), id);
    };
    for (const SentenceFormula& formula : sentence.formulas) {
      const std::string id = lower_case(formula.id);
      own.insert(id);
      formulas.push_back({id_in_document(id), formula.formula, formula.is_queried});
    }
    const auto rename = [&](std::string& text) {
      const auto id = formula_id_of(text);
      if (id && own.contains(*id)) text = fmt::format("eqx{}eqx", id_in_document(*id));
    };
    Graph graph = sentence.graph;
    for (Node& node : graph.nodes) rename(node.concept_name);
    for (Edge& edge : graph.edges) {
      if (edge.is_attribute()) rename(edge.constant);
    }
    graphs.push_back(std::move(graph));
  }
  return splice(join_sentences(graphs), formulas, options);
}

}  // namespace noether::amr
