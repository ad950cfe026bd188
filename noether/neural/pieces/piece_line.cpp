#include "noether/neural/pieces/piece_line.h"

#include <exception>
#include <nlohmann/json.hpp>

namespace noether::neural {

base::Result<std::vector<std::string>> read_piece_line(std::string_view line) {
  nlohmann::json json;
  try {
    json = nlohmann::json::parse(line);
  } catch (const std::exception&) {
    return base::fail("not JSON");
  }
  if (!json.is_object()) return base::fail("not an object of JSON");
  const auto found = json.find("pieces");
  if (found == json.end() || !found->is_array()) {
    return base::fail("\"pieces\" is missing or no list");
  }
  std::vector<std::string> pieces;
  for (const auto& piece : *found) {
    if (!piece.is_string()) return base::fail("\"pieces\" has something that is not text");
    pieces.push_back(piece.get<std::string>());
  }
  return pieces;
}

}  // namespace noether::neural
