#include "noether/search/fusion/fusion.h"

#include <algorithm>
#include <array>
#include <utility>

#include "noether/search/fusion/fusion.h"

namespace noether::search {
namespace {

constexpr std::array<std::pair<std::string_view, FusionMethod>, 3> kNames = {{
    {"rrf", FusionMethod::ReciprocalRank},
    {"weighted-rrf", FusionMethod::WeightedReciprocalRank},
    {"linear", FusionMethod::Linear},
}};

bool better(const ScoredUnit& a, const ScoredUnit& b) {
  return a.score != b.score ? a.score > b.score : a.unit < b.unit;
}

// s' = (s - least) * factor + shift
struct Scale {
  double least = 0;
  double factor = 0;
  double shift = 1;

  double operator()(double score) const { return (score - least) * factor + shift; }
};

Scale scale_of(std::span<const ScoredUnit> units) {
  if (units.empty()) return {};
  const auto [least, largest] =
      std::ranges::minmax(units, {}, [](const ScoredUnit& u) { return u.score; });
  const double range = largest.score - least.score;
  if (!(range > 0)) return {};
  return {.least = least.score, .factor = 1 / range, .shift = 0};
}

}  // namespace

std::string_view fusion_name(FusionMethod method) {
  return std::ranges::find(kNames, method, [](const auto& n) { return n.second; })->first;
}

std::optional<FusionMethod> fusion_by_name(std::string_view name) {
  const auto* const found = std::ranges::find(kNames, name, [](const auto& n) { return n.first; });
  if (found == kNames.end()) return std::nullopt;
  return found->second;
}

void sort_by_score(std::vector<ScoredUnit>& units, std::size_t top) {
  if (top < units.size()) {
    std::ranges::nth_element(units, units.begin() + static_cast<std::ptrdiff_t>(top), better);
    units.resize(top);
  }
  std::ranges::sort(units, better);
}

void normalise(std::span<ScoredUnit> units) {
  const Scale scale = scale_of(units);
  for (ScoredUnit& unit : units) unit.score = scale(unit.score);
}

std::vector<ScoredUnit> fuse(std::span<const RankedList> lists, const Fusion& fusion,
                             std::size_t top) {
  std::vector<ScoredUnit> fused;
  std::size_t most = 0;
  for (const RankedList& list : lists) most += list.units.size();
  UnitTable table(most);
  for (const RankedList& list : lists) {
    const Scale scale = scale_of(list.units);
    for (std::size_t i = 0; i < list.units.size(); ++i) {
      double gain = list.weight;
      if (fusion.method != FusionMethod::ReciprocalRank) gain *= scale(list.units[i].score);
      if (fusion.method != FusionMethod::Linear) {
        gain /= fusion.offset + static_cast<double>(i + 1);
      }
      const auto [at, is_new] = table.add(list.units[i].unit);
      if (is_new) fused.push_back({list.units[i].unit, 0});
      fused[at].score += gain;
    }
  }
  sort_by_score(fused, top);
  return fused;
}

}  // namespace noether::search
