// Checks a value against a schema of OpenAPI 3.1, as far as our schemas need it: type, properties,
// required, additionalProperties, items, enum, $ref, oneOf, allOf, minimum, maximum, pattern,
// lengths.
#pragma once

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

namespace noether::server {

class SchemaChecker {
 public:
  explicit SchemaChecker(const nlohmann::json& document) : document_(document) {}

  // The first mismatch, with its place in the value; empty if the value matches.
  std::string check(const nlohmann::json& value, const nlohmann::json& schema,
                    const std::string& at = "") const {
    if (schema.contains("$ref")) return check(value, resolve(schema["$ref"]), at);
    if (schema.contains("oneOf")) {
      int fitting = 0;
      std::string wrong;
      for (const auto& one : schema["oneOf"]) {
        const std::string problem = check(value, one, at);
        if (problem.empty()) ++fitting;
        wrong += (wrong.empty() ? "" : "; ") + problem;
      }
      if (fitting != 1) return at + ": fits " + std::to_string(fitting) + " of oneOf: " + wrong;
    }
    if (schema.contains("allOf")) {
      for (const auto& one : schema["allOf"]) {
        if (std::string wrong = check(value, one, at); !wrong.empty()) return wrong;
      }
    }
    if (schema.contains("type") && !has_type(value, schema["type"])) {
      return at + ": " + value.dump().substr(0, 80) + " is no " + schema["type"].dump();
    }
    if (schema.contains("enum")) {
      const auto& choices = schema["enum"];
      if (std::ranges::find(choices, value) == choices.end()) {
        return at + ": " + value.dump() + " is not one of " + choices.dump();
      }
    }
    if (value.is_number()) {
      if (schema.contains("minimum") && value < schema["minimum"]) return at + ": is too small";
      if (schema.contains("maximum") && value > schema["maximum"]) return at + ": is too large";
    }
    if (value.is_string() && schema.contains("pattern") &&
        !std::regex_search(value.get<std::string>(),
                           std::regex(schema["pattern"].get<std::string>()))) {
      return at + ": " + value.dump() + " does not match " + schema["pattern"].dump();
    }
    if (value.is_object()) return check_object(value, schema, at);
    if (value.is_array()) return check_array(value, schema, at);
    return "";
  }

  const nlohmann::json& resolve(const std::string& reference) const {
    return document_.at(nlohmann::json::json_pointer(reference.substr(1)));
  }

 private:
  static bool has_type(const nlohmann::json& value, const nlohmann::json& type) {
    if (type.is_array()) {
      return std::ranges::any_of(type, [&](const auto& one) { return has_type(value, one); });
    }
    return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
           (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
           (type == "null" && value.is_null()) || (type == "number" && value.is_number()) ||
           (type == "integer" && value.is_number_integer());
  }

  std::string check_object(const nlohmann::json& value, const nlohmann::json& schema,
                           const std::string& at) const {
    for (const auto& name : schema.value("required", nlohmann::json::array())) {
      if (!value.contains(name.get<std::string>())) return at + ": has no " + name.dump();
    }
    const auto properties = schema.value("properties", nlohmann::json::object());
    for (const auto& [name, member] : value.items()) {
      const std::string here = at + "/" + name;
      if (properties.contains(name)) {
        if (std::string wrong = check(member, properties[name], here); !wrong.empty()) return wrong;
      } else if (schema.contains("additionalProperties")) {
        const auto& others = schema["additionalProperties"];
        if (others == false) return here + ": is not allowed";
        if (others.is_object()) {
          if (std::string wrong = check(member, others, here); !wrong.empty()) return wrong;
        }
      }
    }
    return "";
  }

  std::string check_array(const nlohmann::json& value, const nlohmann::json& schema,
                          const std::string& at) const {
    if (value.size() < schema.value("minItems", std::size_t{0})) return at + ": has too few";
    if (value.size() > schema.value("maxItems", SIZE_MAX)) return at + ": has too many";
    if (!schema.contains("items")) return "";
    for (std::size_t i = 0; i < value.size(); ++i) {
      std::string wrong = check(value[i], schema["items"], at + "/" + std::to_string(i));
      if (!wrong.empty()) return wrong;
    }
    return "";
  }

  const nlohmann::json& document_;
};

// The place of a member, at any depth, that no schema for the value describes; empty if every
// member is described.
inline std::string undescribed(const nlohmann::json& value, std::vector<nlohmann::json> schemas,
                               const SchemaChecker& checker, const std::string& at = "") {
  std::map<std::string, std::vector<nlohmann::json>> known;
  std::vector<nlohmann::json> others;  // schemas of members with any name
  std::vector<nlohmann::json> items;
  while (!schemas.empty()) {
    const nlohmann::json one = schemas.back();
    schemas.pop_back();
    if (one.contains("$ref")) schemas.push_back(checker.resolve(one["$ref"]));
    for (const char* parts : {"allOf", "oneOf"}) {
      for (const auto& part : one.value(parts, nlohmann::json::array())) schemas.push_back(part);
    }
    const auto properties = one.value("properties", nlohmann::json::object());
    for (const auto& [name, schema] : properties.items()) known[name].push_back(schema);
    if (one.contains("additionalProperties") && one["additionalProperties"].is_object()) {
      others.push_back(one["additionalProperties"]);
    }
    if (one.contains("items")) items.push_back(one["items"]);
  }
  if (!value.is_structured()) return "";
  for (const auto& [name, member] : value.items()) {
    const auto& described = value.is_array() ? items : known.contains(name) ? known[name] : others;
    std::string here = at + "/" + name;
    if (described.empty()) return here;
    if (std::string missing = undescribed(member, described, checker, here); !missing.empty()) {
      return missing;
    }
  }
  return "";
}

}  // namespace noether::server
