// The file tokenizer.json. Ids follow the order of special tokens, operators, variables, constants,
// integers and number parts, so the lists determine them.

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "noether/embedding/expression_tokenizer.h"

namespace noether::embedding {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kFormat = "noether-expression-tokenizer";
constexpr int kVersion = 1;
constexpr std::int64_t kMaxInteger = 10'000;
constexpr std::size_t kMaxTokens = 40'000;
constexpr std::int64_t kMaxOperands = 16;

[[noreturn]] void refuse(const std::string& reason) { throw std::invalid_argument(reason); }

const Json& list_at(const Json& object, const char* name) {
  const Json& list = object.at(name);
  if (!list.is_array()) refuse(fmt::format("\"{}\" is not a list", name));
  return list;
}

std::int64_t integer_of(const Json& value, std::int64_t least, std::int64_t most) {
  if (!value.is_number_integer()) refuse("a number is not a whole number");
  // An unsigned number above the signed ones must not wrap around.
  const bool huge = value.is_number_unsigned() &&
                    value.get<std::uint64_t>() > static_cast<std::uint64_t>(kMaxInteger);
  const std::int64_t number = huge ? most + 1 : value.get<std::int64_t>();
  if (number < least || number > most) {
    refuse(fmt::format("a number is not between {} and {}", least, most));
  }
  return number;
}

// A token must be a non-empty text without blanks, because no other could occur in a text.
const std::string& text_of(const Json& value) {
  const auto* text = value.get_ptr<const std::string*>();
  if (text == nullptr || text->empty() || text->size() > 64 ||
      text->find_first_of(" \t\r\n") != std::string::npos) {
    refuse("a token is not a short text without blanks");
  }
  return *text;
}

}  // namespace

std::string ExpressionTokenizer::to_json() const {
  Json json;
  json["format"] = kFormat;
  json["version"] = kVersion;
  for (const char* name : {"specials", "operators", "variables", "constants", "integers"}) {
    json[name] = Json::array();
  }
  for (const Token& token : tokens_) {
    switch (token.kind) {
      case Kind::Special:
        json["specials"].push_back(token.text);
        break;
      case Kind::Operator:
        json["operators"].push_back(Json::array({token.text, token.operands}));
        break;
      case Kind::Variable:
        json["variables"].push_back(token.text);
        break;
      case Kind::Constant:
        json["constants"].push_back(token.text);
        break;
      case Kind::Integer: {  // the minimum and the maximum
        Json& range = json["integers"];
        const std::int64_t value = std::stoll(token.text);
        if (range.empty()) range = Json::array({value, value});
        range[1] = value;
        break;
      }
      case Kind::NumberPart:
        json["number_parts"].push_back(token.text);
        break;
    }
  }
  json["aliases"] = Json::object();
  for (const auto& [name, meant] : aliases_) json["aliases"][name] = meant;
  return json.dump(1) + '\n';
}

base::Result<ExpressionTokenizer> ExpressionTokenizer::from_json(std::string_view text) {
  ExpressionTokenizer tokenizer;
  try {
    const Json json = Json::parse(text);
    if (json.at("format") != kFormat) refuse("\"format\" is something else");
    if (json.at("version") != kVersion) {
      refuse(fmt::format("its version is not {}, the one this program reads", kVersion));
    }
    if (json.at("specials") != Json::array({"<pad>", "<bos>", "<eos>"})) {
      refuse("\"specials\" are not <pad>, <bos>, <eos>");
    }
    const auto add = [&](const Json& token, Kind kind, std::int64_t operands = 0) {
      if (tokenizer.size() == kMaxTokens) refuse("it has too many tokens");
      if (!tokenizer.add(text_of(token), kind, static_cast<std::uint8_t>(operands))) {
        refuse(fmt::format("'{}' occurs in it twice", text_of(token)));
      }
    };
    for (const Json& token : json.at("specials")) add(token, Kind::Special);
    for (const Json& entry : list_at(json, "operators")) {
      add(entry.at(0), Kind::Operator, integer_of(entry.at(1), 1, kMaxOperands));
    }
    for (const Json& token : list_at(json, "variables")) add(token, Kind::Variable);
    if (tokenizer.variables_.empty()) refuse("it has no variables");
    for (const Json& token : list_at(json, "constants")) add(token, Kind::Constant);
    if (const Json& range = list_at(json, "integers"); !range.empty()) {
      const std::int64_t last = integer_of(range.at(1), -kMaxInteger, kMaxInteger);
      for (auto value = integer_of(range.at(0), -kMaxInteger, kMaxInteger); value <= last;
           ++value) {
        add(std::to_string(value), Kind::Integer);
      }
    }
    tokenizer.add_number_parts();
    std::size_t part = tokenizer.first_number_part_;
    for (const Json& token : list_at(json, "number_parts")) {
      if (part == tokenizer.size() || text_of(token) != tokenizer.tokens_[part++].text) {
        refuse("\"number_parts\" are not the signs, the point and the digits in their order");
      }
    }
    if (part != tokenizer.size()) refuse("\"number_parts\" is too short");
    for (const auto& [name, meant] : json.at("aliases").items()) {
      if (!tokenizer.add_alias(text_of(Json(name)), text_of(meant))) {
        refuse(fmt::format("the alias '{}' is already a token, or names no token", name));
      }
    }
  } catch (const std::exception& error) {
    return base::fail(fmt::format("not a tokenizer of expressions: {}", error.what()));
  }
  return tokenizer;
}

}  // namespace noether::embedding
