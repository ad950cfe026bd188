#include "noether/cli/collection/document_json.h"

#include <vector>

#include "noether/cli/console/messages.h"

namespace noether::cli {

std::string document_json(const text::Document& document) {
  std::vector<std::string> tags;
  for (const std::string& tag : document.tags) tags.push_back(json_string(tag));
  std::vector<std::string> fields;
  for (const text::Field& field : document.fields) {
    std::vector<std::string> formulas;
    for (const text::FormulaSpan& span : field.formulas) {
      JsonObject object;
      object.add_number("begin", span.begin).add_number("end", span.end);
      if (!span.id.empty()) object.add_string("id", span.id);
      if (!span.visual_id.empty()) object.add_string("visual_id", span.visual_id);
      formulas.push_back(object.text());
    }
    fields.push_back(JsonObject()
                         .add_string("name", field.name)
                         .add_string("text", field.text)
                         .add("formulas", json_array(formulas))
                         .text());
  }
  std::vector<std::string> properties;
  for (const auto& [name, value] : document.properties) {
    properties.push_back(json_array({json_string(name), json_string(value)}));
  }
  return JsonObject()
      .add_string("id", document.id)
      .add_string("kind", document.kind)
      .add_string("parent", document.parent)
      .add_string("source", document.source)
      .add("tags", json_array(tags))
      .add("fields", json_array(fields))
      .add("properties", json_array(properties))
      .text();
}

}  // namespace noether::cli
