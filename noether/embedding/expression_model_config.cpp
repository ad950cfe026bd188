#include "noether/embedding/expression_model_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "noether/embedding/values/part_values.h"

namespace noether::embedding {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kModelFormat = "noether-encoder";
// Version 2 has special_tokens, which a program that reads version 1 would ignore.
constexpr int kModelVersion = 2;

[[noreturn]] void refuse_config(const std::string& reason) { throw std::invalid_argument(reason); }

std::uint32_t number_at(const Json& json, const char* name, std::uint32_t most) {
  const Json& value = json.at(name);
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() == 0 ||
      value.get<std::uint64_t>() > most) {
    refuse_config(fmt::format("\"{}\" is not a whole number from 1 to {}", name, most));
  }
  return static_cast<std::uint32_t>(value.get<std::uint64_t>());
}

const std::string& text_at(const Json& json, const char* name) {
  const auto* text = json.at(name).get_ptr<const std::string*>();
  if (text == nullptr) refuse_config(fmt::format("\"{}\" is not a text", name));
  return *text;
}

// A model folder contains the whole model, so its config names no files elsewhere.
std::string file_at(const Json& json, const char* name) {
  std::string file = text_at(json, name);
  if (file.empty() || file.front() == '.' || file.find_first_of("/\\") != std::string::npos ||
      file.find('\0') != std::string::npos) {
    refuse_config(fmt::format("\"{}\" is not the name of a file in the folder", name));
  }
  return file;
}

}  // namespace

std::string_view inputs_name(Inputs inputs) {
  return inputs == Inputs::Tokens ? "tokens" : "values";
}

base::Result<ExpressionModelConfig> ExpressionModelConfig::from_json(std::string_view text) {
  ExpressionModelConfig config;
  try {
    const Json json = Json::parse(text);
    if (text_at(json, "format") != kModelFormat) {
      refuse_config(fmt::format("\"format\" is not \"{}\"", kModelFormat));
    }
    if (const auto version = number_at(json, "version", 1'000'000);
        version < 1 || version > kModelVersion) {
      refuse_config(fmt::format("its version is unknown; this program reads the versions 1 to {}",
                                kModelVersion));
    }
    config.layers = number_at(json, "layers", kMaxLayers);
    config.width = number_at(json, "width", kMaxWidth);
    config.heads = number_at(json, "heads", kMaxWidth);
    config.feed_forward = number_at(json, "feed_forward", kMaxFeedForward);
    config.positions = number_at(json, "positions", kMaxPositions);
    if (config.width % config.heads != 0) refuse_config("\"width\" is not a multiple of \"heads\"");
    if (config.width % 4 != 0 || config.feed_forward % 4 != 0) {
      refuse_config("\"width\" and \"feed_forward\" are not multiples of 4");
    }
    if (config.positions < 3) refuse_config("\"positions\" are too few for any expression");
    if (text_at(json, "activation") != "relu") refuse_config("\"activation\" is not \"relu\"");
    // Older folders do not have this entry.
    const std::string inputs = json.contains("inputs") ? text_at(json, "inputs") : "tokens";
    if (inputs != "tokens" && inputs != "values")
      refuse_config("\"inputs\" are neither tokens nor values");
    config.inputs = inputs == "tokens" ? Inputs::Tokens : Inputs::Values;
    const std::string& pooling = text_at(json, "pooling");
    const auto known = std::ranges::find(neural::kPoolingNames, pooling);
    if (known == neural::kPoolingNames.end())
      refuse_config("\"pooling\" is not mean, max or first");
    config.pooling = static_cast<Pooling>(known - neural::kPoolingNames.begin());
    if (json.contains("special_tokens")) {
      const Json& special = json.at("special_tokens");
      if (!special.is_boolean()) refuse_config("\"special_tokens\" is neither true nor false");
      config.special_tokens = special.get<bool>();
    }
    if (!config.special_tokens && config.pooling != Pooling::First) {
      refuse_config("\"pooling\" must be first if \"special_tokens\" is false");
    }
    config.tokenizer_file = file_at(json, "tokenizer");
    config.weights_file = file_at(json, "weights");
  } catch (const std::exception& error) {
    return base::fail(fmt::format("not the config of an encoder: {}", error.what()));
  }
  return config;
}

std::string ExpressionModelConfig::to_json() const {
  Json json = {
      {"format", kModelFormat},
      {"version", special_tokens ? 1 : kModelVersion},
      {"layers", layers},
      {"width", width},
      {"heads", heads},
      {"feed_forward", feed_forward},
      {"positions", positions},
      {"activation", "relu"},
      {"inputs", inputs_name(inputs)},
      {"pooling", pooling_name(pooling)},
  };
  if (!special_tokens) json["special_tokens"] = false;
  json["tokenizer"] = tokenizer_file;
  json["weights"] = weights_file;
  return json.dump(1) + '\n';
}

neural::TransformerConfig ExpressionModelConfig::transformer(std::size_t vocabulary) const {
  neural::TransformerConfig config;
  config.vocabulary = static_cast<std::uint32_t>(vocabulary);
  config.layers = config.stored_layers = layers;
  config.width = config.embedding_width = width;
  config.heads = config.key_value_heads = heads;
  config.head_size = width / heads;
  config.feed_forward = feed_forward;
  config.max_positions = positions;
  config.features = inputs == Inputs::Values ? static_cast<std::uint32_t>(kValueFeatures) : 0;
  return config;
}

}  // namespace noether::embedding
