#include "noether/neural/lists/list_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace noether::neural {
namespace {

std::string text_entry(const nlohmann::json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_string()) {
    throw std::invalid_argument(fmt::format("\"{}\" is missing or no text", name));
  }
  return found->get<std::string>();
}

std::string id_entry(const nlohmann::json& json) {
  std::string id = text_entry(json, "id");
  const auto is_blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  if (id.empty() || std::ranges::any_of(id, is_blank)) {
    throw std::invalid_argument("\"id\" is empty or has white space");
  }
  return id;
}

ListedText listed_text(const nlohmann::json& json) {
  if (!json.is_object())
    throw std::invalid_argument("\"texts\" has an entry that is not an object");
  ListedText text = {.id = id_entry(json), .text = text_entry(json, "text")};
  if (const auto grade = json.find("grade"); grade != json.end()) {
    if (!grade->is_number_unsigned() || grade->get<std::uint64_t>() > kHighestGrade) {
      throw std::invalid_argument(
          fmt::format("\"grade\" is not a whole number from 0 to {}", kHighestGrade));
    }
    text.grade = grade->get<std::uint8_t>();
  }
  if (const auto score = json.find("score"); score != json.end()) {
    if (!score->is_number() || !std::isfinite(score->get<float>())) {
      throw std::invalid_argument("\"score\" is not a number");
    }
    text.score = score->get<float>();
  }
  return text;
}

}  // namespace

base::Result<ListLine> read_list_line(std::string_view line) {
  nlohmann::json json;
  try {
    json = nlohmann::json::parse(line);
  } catch (const std::exception&) {
    return base::fail("not JSON");
  }
  if (!json.is_object()) return base::fail("not an object of JSON");
  try {
    ListLine list = {.id = id_entry(json), .query = text_entry(json, "query"), .texts = {}};
    const auto texts = json.find("texts");
    if (texts == json.end() || !texts->is_array()) {
      return base::fail("\"texts\" is missing or no array");
    }
    for (const auto& text : *texts) list.texts.push_back(listed_text(text));
    return list;
  } catch (const std::exception& error) {
    return base::fail(error.what());
  }
}

}  // namespace noether::neural
