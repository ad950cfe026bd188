#include "noether/search/answers/signals.h"

#include <algorithm>
#include <array>
#include <utility>

namespace noether::search {
namespace {

constexpr std::array<std::pair<std::string_view, Signal::Scope>, 3> kScopes = {{
    {"own", Signal::Scope::Own},
    {"question", Signal::Scope::Question},
    {"thread", Signal::Scope::Thread},
}};
constexpr std::array<std::pair<std::string_view, Signal::Matter>, 9> kMatters = {{
    {"words", Signal::Matter::Words},
    {"tuples", Signal::Matter::Tuples},
    {"paths", Signal::Matter::Paths},
    {"links", Signal::Matter::Links},
    {"size", Signal::Matter::Size},
    {"duplicates", Signal::Matter::Duplicates},
    {"late", Signal::Matter::Late},
    {"vectors", Signal::Matter::Vectors},
    {"cross", Signal::Matter::Cross},
}};

template <typename Table>
auto by_name(const Table& table, std::string_view name) {
  const auto* const found = std::ranges::find(table, name, [](const auto& e) { return e.first; });
  return found == table.end() ? std::nullopt : std::optional(found->second);
}
template <typename Table, typename Value>
std::string_view name_of(const Table& table, Value value) {
  return std::ranges::find(table, value, [](const auto& e) { return e.second; })->first;
}

}  // namespace

std::vector<Signal> signals_of_threads(std::vector<Signal> signals) {
  std::erase_if(signals, [](const Signal& signal) { return signal.is_of_answers(); });
  return signals;
}

std::optional<Signal::Scope> scope_by_name(std::string_view name) { return by_name(kScopes, name); }
std::string_view scope_name(Signal::Scope scope) { return name_of(kScopes, scope); }
std::optional<Signal::Matter> matter_by_name(std::string_view name) {
  return by_name(kMatters, name);
}
std::string_view matter_name(Signal::Matter matter) { return name_of(kMatters, matter); }

}  // namespace noether::search
