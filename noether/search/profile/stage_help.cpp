#include "noether/search/profile/stage_help.h"

#include <fmt/format.h>

#include "noether/search/candidates/source.h"
#include "noether/search/rerank/reranker.h"

namespace noether::search {
namespace {

template <typename Kind>
std::string lines_of(std::string_view keyword, const Kind& kind) {
  std::string lines =
      fmt::format("  {:<18} {}\n", fmt::format("{} {}", keyword, kind.name), kind.help);
  for (const StageOption& option : kind.options) {
    lines += fmt::format("    {}\n", option_help(option));
  }
  return lines;
}

template <typename Kind>
std::string row_of(std::string_view keyword, const Kind& kind) {
  std::string options;
  for (const StageOption& option : kind.options) {
    options += fmt::format("{}`{}`: {}", options.empty() ? "" : "; ",
                           option.type == StageOption::Type::Name
                               ? fmt::format("{}={}", option.name, option.word)
                               : fmt::format("{}={}", option.name, option.value),
                           option.help);
  }
  return fmt::format("| `{} {}` | {} | {} | {} |\n", keyword, kind.name, kind.help, options,
                     kind.explanation);
}

}  // namespace

std::string stage_help(const StageRegistry& stages) {
  std::string help;
  for (const SourceKind* kind : stages.sources) help += lines_of("source", *kind);
  for (const RerankerKind* kind : stages.rerankers) help += lines_of("rerank", *kind);
  help += "  every re-ranker\n";
  for (const StageOption& option : common_reranker_options()) {
    help += fmt::format("    {}\n", option_help(option));
  }
  return help;
}

std::string stage_table(const StageRegistry& stages) {
  std::string table;
  for (const SourceKind* kind : stages.sources) table += row_of("source", *kind);
  for (const RerankerKind* kind : stages.rerankers) table += row_of("rerank", *kind);
  return table;
}

}  // namespace noether::search
