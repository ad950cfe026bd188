#include "noether/neural/model/model_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "noether/base/file_system.h"
#include "noether/neural/model/config_json.h"

namespace noether::neural {
namespace {

constexpr std::uint32_t kModelVersion = 2;  // version 1 was for encoders of expressions

constexpr std::array<std::string_view, 6> kFamilyNames = {"bert",       "albert", "roberta",
                                                          "distilbert", "gpt2",   "llama"};
constexpr std::array<std::string_view, 2> kNormPlaces = {"before", "after"};
constexpr std::array<std::string_view, 2> kNormNames = {"layer", "root_mean_square"};
constexpr std::array<std::string_view, 3> kPositionNames = {"none", "learned", "rotary"};

// The value of an enumeration, given its name; `names` are in the order of the values.
template <typename Enum, std::size_t kSize>
Enum one_of(const ConfigJson& json, const char* name,
            const std::array<std::string_view, kSize>& names) {
  const std::string text = json.text(name);
  const auto found = std::ranges::find(names, text);
  if (found == names.end()) {
    refuse_model(fmt::format("\"{}\" is '{:.40}', which is unknown", name, text));
  }
  return static_cast<Enum>(found - names.begin());
}

template <typename Enum, std::size_t kSize>
std::string_view name_in(const std::array<std::string_view, kSize>& names, Enum value) {
  return names[static_cast<std::size_t>(value)];
}

Activation activation_in(const ConfigJson& json, const char* name) {
  const std::string text = json.text(name);
  const auto activation = activation_by_name(text);
  if (!activation) refuse_model(fmt::format("\"{}\" is '{:.40}', which is unknown", name, text));
  return *activation;
}

TransformerConfig transformer_in(const ConfigJson& json) {
  TransformerConfig config;
  config.vocabulary = json.number("vocabulary");
  config.layers = json.number("layers");
  config.stored_layers = json.number("stored_layers", config.layers);
  config.width = json.number("width");
  config.heads = json.number("heads");
  config.key_value_heads = json.number("key_value_heads", config.heads);
  config.head_size = json.number("head_size", config.width / std::max(config.heads, 1U));
  config.feed_forward = json.number("feed_forward");
  config.gated = json.flag("gated", false);
  config.activation = activation_in(json, "activation");
  config.biases = json.flag("biases", true);
  config.causal = json.flag("causal", false);
  config.norm_place = one_of<NormPlace>(json, "norm_place", kNormPlaces);
  config.norm = one_of<NormKind>(json, "norm", kNormNames);
  config.norm_epsilon = static_cast<float>(json.real("norm_epsilon", 1e-5));
  config.embedding_norm = json.flag("embedding_norm", false);
  config.final_norm = json.flag("final_norm", false);
  config.positions = one_of<Positions>(json, "positions", kPositionNames);
  config.max_positions = json.number("max_positions");
  config.position_offset = json.number("position_offset", 0);
  config.rotary_base = json.real("rotary_base", 10'000);
  config.embedding_width = json.number("embedding_width", config.width);
  config.segments = json.number("segments", 0);
  config.features = json.number("features", 0);
  if (json.has("words_activation")) {
    config.head.words = true;
    config.head.words_activation = activation_in(json, "words_activation");
  }
  config.head.words_tied = json.flag("words_tied", true);
  if (json.has("pooler")) config.head.pooler = activation_in(json, "pooler");
  config.head.order = json.flag("order", false);
  config.head.classes = json.number("classes", 0);
  config.head.next = json.flag("next", false);
  config.head.next_tied = json.flag("next_tied", true);
  if (const auto problem = config.problem()) refuse_model(*problem);
  return config;
}

void add_heads(const HeadsConfig& head, nlohmann::ordered_json& json) {
  if (head.words) json["words_activation"] = activation_name(head.words_activation);
  if (!head.words_tied) json["words_tied"] = false;
  if (head.pooler) json["pooler"] = activation_name(*head.pooler);
  if (head.order) json["order"] = true;
  if (head.classes > 0) json["classes"] = head.classes;
  if (head.next) json["next"] = true;
  if (!head.next_tied) json["next_tied"] = false;
}

}  // namespace

std::string_view family_name(ModelFamily family) { return name_in(kFamilyNames, family); }

std::optional<ModelFamily> family_by_name(std::string_view name) {
  const auto found = std::ranges::find(kFamilyNames, name);
  if (found == kFamilyNames.end()) return std::nullopt;
  return static_cast<ModelFamily>(found - kFamilyNames.begin());
}

base::Result<ModelConfig> ModelConfig::from_json(std::string_view text) {
  ModelConfig config;
  try {
    const ConfigJson json(text);
    if (json.text("format") != kModelFormat) {
      refuse_model(fmt::format("\"format\" is not \"{}\"", kModelFormat));
    }
    if (json.number("version") != kModelVersion) {
      refuse_model(fmt::format("its version is not {}, the one this program reads", kModelVersion));
    }
    config.family = one_of<ModelFamily>(json, "family", kFamilyNames);
    config.transformer = transformer_in(json);
    if (json.has("pooling")) config.pooling = one_of<Pooling>(json, "pooling", kPoolingNames);
    config.sequence_tokens = json.number("sequence_tokens", config.transformer.max_positions);
    if (config.sequence_tokens == 0 || config.sequence_tokens > config.transformer.max_positions) {
      refuse_model("\"sequence_tokens\" are not from 1 to \"max_positions\"");
    }
    config.padding_token = json.optional_number("padding_token");
    config.begin_token = json.optional_number("begin_token");
    config.end_token = json.optional_number("end_token");
    if (json.has("tokenizer")) config.tokenizer_file = json.file("tokenizer");
    config.weights_file = json.file("weights");
  } catch (const std::exception& error) {
    return base::fail(fmt::format("not the config of a model: {}", error.what()));
  }
  return config;
}

std::string ModelConfig::to_json() const {
  const TransformerConfig& of = transformer;
  nlohmann::ordered_json json = {
      {"format", kModelFormat},
      {"version", kModelVersion},
      {"family", family_name(family)},
      {"vocabulary", of.vocabulary},
      {"layers", of.layers},
      {"stored_layers", of.stored_layers},
      {"width", of.width},
      {"heads", of.heads},
      {"key_value_heads", of.key_value_heads},
      {"head_size", of.head_size},
      {"feed_forward", of.feed_forward},
      {"gated", of.gated},
      {"activation", activation_name(of.activation)},
      {"biases", of.biases},
      {"causal", of.causal},
      {"norm_place", name_in(kNormPlaces, of.norm_place)},
      {"norm", name_in(kNormNames, of.norm)},
      {"norm_epsilon", static_cast<double>(of.norm_epsilon)},
      {"embedding_norm", of.embedding_norm},
      {"final_norm", of.final_norm},
      {"positions", name_in(kPositionNames, of.positions)},
      {"max_positions", of.max_positions},
      {"position_offset", of.position_offset},
      {"rotary_base", of.rotary_base},
      {"embedding_width", of.embedding_width},
      {"segments", of.segments},
      {"features", of.features},
  };
  add_heads(of.head, json);
  if (pooling) json["pooling"] = pooling_name(*pooling);
  json["sequence_tokens"] = sequence_tokens;
  if (padding_token) json["padding_token"] = *padding_token;
  if (begin_token) json["begin_token"] = *begin_token;
  if (end_token) json["end_token"] = *end_token;
  if (!tokenizer_file.empty()) json["tokenizer"] = tokenizer_file;
  json["weights"] = weights_file;
  return json.dump(1) + '\n';
}

namespace {

constexpr std::uint64_t kMaxTokenizerBytes = std::uint64_t{256} << 20;

// The entries before the first empty one are complete tokenizers, the preferred one first.
constexpr auto kTokenizerFiles = std::to_array<std::string_view>(
    {"tokenizer.json", "vocab.txt", "vocab.json", "spiece.model", "sentencepiece.bpe.model",
     "tokenizer.model", "", "merges.txt", "tokenizer_config.json", "special_tokens_map.json",
     "added_tokens.json"});

std::unexpected<base::Error> about_file(const std::string& path, const base::Error& error) {
  return base::fail(fmt::format("'{}': {}", path, error.message), error.span, error.hint);
}

}  // namespace

base::Result<std::string> format_of_model(const std::string& folder) {
  const std::string path = folder + "/config.json";
  const auto bytes = base::FileSystem::real().read(path, kMaxConfigBytes);
  if (!bytes) {
    base::Error error = bytes.error();
    error.hint = "a model folder has config.json and model.safetensors";
    return std::unexpected(error);
  }
  try {
    return ConfigJson(*bytes).text("format", "");
  } catch (const std::exception& error) {
    return about_file(path, {fmt::format("not the config of a model: {}", error.what()), {}, ""});
  }
}

base::Result<ModelConfig> read_model_config(const std::string& folder) {
  const std::string path = folder + "/config.json";
  const auto bytes = base::FileSystem::real().read(path, kMaxConfigBytes);
  if (!bytes) return std::unexpected(bytes.error());
  auto config = ModelConfig::from_json(*bytes);
  if (!config) return about_file(path, config.error());
  return config;
}

base::Result<ModelFolder> ModelFolder::read(const std::string& folder) {
  auto config = read_model_config(folder);
  if (!config) return std::unexpected(config.error());
  const std::string weights_path = folder + "/" + config->weights_file;
  auto tensors = TensorSet::of_file(weights_path);
  if (!tensors) return std::unexpected(tensors.error());
  auto weights = TransformerWeights::from(*tensors, config->transformer);
  if (!weights) return about_file(weights_path, weights.error());
  return ModelFolder{*std::move(config), *std::move(weights), tensors->bytes(), tensors->unused()};
}

base::Result<void> ModelFolder::write(const std::string& folder) const {
  base::FileSystem& disk = base::FileSystem::real();
  if (auto made = disk.make_folder(folder); !made) return made;
  const auto bytes = safetensors_bytes(weights.tensors(config.transformer));
  if (auto done = base::write_atomically(disk, folder + "/" + config.weights_file, bytes); !done) {
    return done;
  }
  return base::write_atomically(disk, folder + "/config.json", config.to_json());
}

base::Result<std::string> tokenizer_file_of(const std::string& folder) {
  base::FileSystem& disk = base::FileSystem::real();
  if (disk.exists(folder + "/config.json")) {
    const auto config = read_model_config(folder);
    if (!config) return std::unexpected(config.error());
    return config->tokenizer_file;
  }
  for (const std::string_view name : kTokenizerFiles) {
    if (name.empty()) break;
    if (disk.exists(fmt::format("{}/{}", folder, name))) return std::string(name);
  }
  return base::fail(fmt::format("there is no tokenizer in '{}'", folder), {},
                    "noether model learn-tokenizer makes one");
}

base::Result<std::string> copy_tokenizer(const std::string& from, const std::string& to) {
  base::FileSystem& disk = base::FileSystem::real();
  if (auto made = disk.make_folder(to); !made) return std::unexpected(made.error());
  std::string first;
  bool is_whole = true;
  for (const std::string_view name : kTokenizerFiles) {
    if (name.empty()) is_whole = false;
    const std::string path = fmt::format("{}/{}", from, name);
    if (name.empty() || !disk.exists(path)) continue;
    const auto bytes = disk.read(path, kMaxTokenizerBytes);
    if (!bytes) return std::unexpected(bytes.error());
    const std::string target = fmt::format("{}/{}", to, name);
    if (auto done = base::write_atomically(disk, target, *bytes); !done) {
      return std::unexpected(done.error());
    }
    if (is_whole && first.empty()) first = name;
  }
  return first;
}

}  // namespace noether::neural
