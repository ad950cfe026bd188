#include "noether/search/profile/search_weights.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "noether/search/candidates/source.h"

namespace noether::search {
namespace {

std::string_view name_of_choice(const SourceChoice& choice) { return choice.kind->name; }

}  // namespace

std::vector<SourceChoice> shipped_source_choices() {
  std::vector<SourceChoice> choices;
  for (const SourceKind* kind : shipped_sources()) {
    choices.push_back({kind, kind->weight, StageOptions(kind->options)});
  }
  return choices;
}

SourceChoice* SearchWeights::find(std::string_view source) {
  const auto found = std::ranges::find(sources, source, name_of_choice);
  return found == sources.end() ? nullptr : &*found;
}

double SearchWeights::weight_of(std::string_view source) const {
  const auto found = std::ranges::find(sources, source, name_of_choice);
  return found == sources.end() ? 0 : found->weight;
}

void SearchWeights::weigh(std::string_view source, double weight) {
  SourceChoice* const found = find(source);
  assert(found != nullptr);
  if (found != nullptr) found->weight = weight;
}

void SearchWeights::add(SourceChoice choice) {
  const auto at = std::ranges::lower_bound(sources, choice.kind->name, {}, name_of_choice);
  if (at != sources.end() && at->kind->name == choice.kind->name) {
    *at = std::move(choice);
  } else {
    sources.insert(at, std::move(choice));
  }
}

}  // namespace noether::search
