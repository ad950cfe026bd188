#include "noether/search/pipeline/reranker.h"

#include <algorithm>
#include <array>
#include <utility>

namespace noether::search {
namespace {

constexpr std::array<StageOption, 3> kCommonOptions = {{
    {.name = "weight",
     .help = "the amount that the highest of its scores adds",
     .value = 1,
     .most = 1000},
    {.name = "first",
     .help = "the number of first documents that it scores",
     .type = StageOption::Type::Whole,
     .value = 50,
     .most = 10'000},
    {.name = "budget-ms",
     .help = "the time limit in milliseconds, after which the other documents keep their score; 0: "
             "no limit",
     .value = 0,
     .most = 600'000},
}};

}  // namespace

std::span<const StageOption> common_reranker_options() { return kCommonOptions; }

void rerank_by_cross_encoder(std::uint32_t first, SearchWeights& weights) {
  if (first == 0) return weights.rerankers.clear();
  const RerankerKind* const cross =
      *std::ranges::find(shipped_rerankers(), "cross", &RerankerKind::name);
  auto choice = std::ranges::find(weights.rerankers, cross, &RerankerChoice::kind);
  if (choice == weights.rerankers.end()) {
    weights.rerankers.push_back(
        {.kind = cross, .budget_ms = kCrossBudgetMs, .options = StageOptions(cross->options)});
    choice = weights.rerankers.end() - 1;
  }
  choice->first = first;
}

base::Result<const text::Document*> StoredDocuments::read(std::uint32_t document) {
  const auto found = known_.find(document);
  if (found != known_.end()) return &found->second;
  auto stored = index_->document(document);
  if (!stored) return std::unexpected(std::move(stored.error()));
  return &known_.emplace(document, std::move(*stored)).first->second;
}

}  // namespace noether::search
