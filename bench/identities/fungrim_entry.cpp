#include "bench/identities/fungrim_entry.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace noether::bench {

base::Result<FungrimEntry> read_fungrim_entry(std::string_view line) {
  const auto json = nlohmann::json::parse(line, nullptr, false);
  if (json.is_discarded()) return base::fail("not JSON");
  if (!json.is_object()) return base::fail("not an object");
  FungrimEntry entry;
  const auto formula = json.find("formula");
  if (formula == json.end() || !formula->is_string()) {
    return base::fail("`formula` is not a text");
  }
  entry.formula = formula->get<std::string>();
  if (const auto id = json.find("id"); id != json.end() && id->is_string()) {
    entry.id = id->get<std::string>();
  }
  const auto given = json.find("assumptions");
  if (given == json.end() || given->is_null()) return entry;
  const auto add = [&](const nlohmann::json& one) {
    if (one.is_string()) entry.assumptions.push_back(one.get<std::string>());
    return one.is_string();
  };
  const bool texts = given->is_array() ? std::ranges::all_of(*given, add) : add(*given);
  if (!texts) return base::fail("`assumptions` are neither a text nor a list of texts");
  return entry;
}

}  // namespace noether::bench
