#include "noether/neural/pairs/pair_line.h"

#include <fmt/format.h>

#include <exception>
#include <nlohmann/json.hpp>

namespace noether::neural {

base::Result<PairLine> read_pair_line(std::string_view line) {
  nlohmann::json json;
  try {
    json = nlohmann::json::parse(line);
  } catch (const std::exception&) {
    return base::fail("not JSON");
  }
  if (!json.is_object()) return base::fail("not an object of JSON");
  PairLine pair;
  base::Result<void> good;
  const auto read = [&](const char* name, std::string& to) {
    const auto found = json.find(name);
    if (found == json.end() || !found->is_string()) {
      if (good) good = base::fail(fmt::format("\"{}\" is missing or no text", name));
      return;
    }
    to = found->get<std::string>();
  };
  read("kind", pair.kind);
  read("group", pair.group);
  read("first", pair.first);
  read("second", pair.second);
  if (!good) return std::unexpected(good.error());
  return pair;
}

}  // namespace noether::neural
