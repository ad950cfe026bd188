#include "noether/cli/corpus/index_formulas.h"

#include <fmt/format.h>

#include <unordered_set>
#include <utility>

#include "noether/cli/algebra/expression_arguments.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_reader.h"

namespace noether::cli {

void add_index_formulas(std::string_view command, const std::string& index,
                        std::vector<egen::FoundFormula>& formulas) {
  const auto read = [&](auto result) {
    if (!result) fail(command, result.error(), ExitCode::Failure);
    return *std::move(result);
  };
  const index::IndexReader reader = read(index::open_search_index(index));
  std::unordered_set<std::string> seen;  // a formula may stand in several segments
  for (std::uint32_t number = 0; number < reader.formulas(); ++number) {
    const auto places = read(reader.places(number));
    if (places.empty()) continue;
    std::string latex = read(reader.formula(number)).latex;
    if (!seen.insert(latex).second) continue;
    const std::string_view document = read(reader.document_id(places.front().document));
    formulas.push_back({std::move(latex), fmt::format("{}:{}", index, document)});
  }
}

}  // namespace noether::cli
