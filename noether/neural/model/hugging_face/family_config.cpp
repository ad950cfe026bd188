#include "noether/neural/model/hugging_face/families.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "noether/neural/model/config_json.h"

namespace noether::neural {
namespace {

using FamilyJson = nlohmann::ordered_json;

struct TheirActivation {
  std::string_view name;
  Activation activation;
};

// The first name of each activation is the one that is written.
constexpr auto kTheirActivations = std::to_array<TheirActivation>({
    {"relu", Activation::Relu},
    {"gelu", Activation::GeluErf},
    {"gelu_python", Activation::GeluErf},
    {"gelu_new", Activation::GeluTanh},
    {"gelu_pytorch_tanh", Activation::GeluTanh},
    {"gelu_fast", Activation::GeluTanh},
    {"silu", Activation::Silu},
    {"swish", Activation::Silu},
});

Activation their_activation(const ConfigJson& json, const char* name, std::string_view otherwise) {
  const std::string text = json.text(name, otherwise);
  const auto* const found =
      std::ranges::find(kTheirActivations, std::string_view(text), &TheirActivation::name);
  if (found == kTheirActivations.end()) {
    refuse_model(fmt::format("the activation '{:.40}' is not supported", text));
  }
  return found->activation;
}

std::string_view name_of_theirs(Activation activation) {
  return std::ranges::find(kTheirActivations, activation, &TheirActivation::activation)->name;
}

void expect_entry(bool good, const char* name, std::string_view what) {
  if (!good) refuse_model(fmt::format("\"{}\" is not {}, which is not supported", name, what));
}

// Reads BERT, RoBERTa and ALBERT.
void read_bert(const ConfigJson& json, std::string_view activation, TransformerConfig& config) {
  config.width = json.number("hidden_size");
  config.layers = json.number("num_hidden_layers");
  config.heads = json.number("num_attention_heads");
  config.feed_forward = json.number("intermediate_size");
  config.activation = their_activation(json, "hidden_act", activation);
  config.norm_epsilon = static_cast<float>(json.real("layer_norm_eps", 1e-12));
  config.max_positions = json.number("max_position_embeddings");
  config.segments = json.number("type_vocab_size", 2);
  expect_entry(json.text("position_embedding_type", "absolute") == "absolute",
               "position_embedding_type", "absolute");
  expect_entry(!json.flag("is_decoder", false), "is_decoder", "false");
}

// RoBERTa counts positions from the one after the padding's position.
void read_roberta(const ConfigJson& json, TransformerConfig& config) {
  read_bert(json, "gelu", config);
  config.position_offset = std::min(json.number("pad_token_id", 1), kMaxPositions) + 1;
  if (config.max_positions <= config.position_offset) {
    refuse_model("\"max_position_embeddings\" leave no position");
  }
  config.max_positions -= config.position_offset;
  config.segments = json.number("type_vocab_size", 1);
}

void read_albert(const ConfigJson& json, TransformerConfig& config) {
  read_bert(json, "gelu_new", config);
  config.embedding_width = json.number("embedding_size", 128);
  config.stored_layers = json.number("num_hidden_groups", 1);
  expect_entry(json.number("inner_group_num", 1) == 1, "inner_group_num", "1");
}

void read_distilbert(const ConfigJson& json, TransformerConfig& config) {
  config.width = json.number("dim");
  config.layers = json.number("n_layers");
  config.heads = json.number("n_heads");
  config.feed_forward = json.number("hidden_dim");
  config.activation = their_activation(json, "activation", "gelu");
  config.norm_epsilon = 1e-12F;
  config.max_positions = json.number("max_position_embeddings");
}

void read_gpt2(const ConfigJson& json, TransformerConfig& config) {
  config.width = json.number("n_embd");
  config.layers = json.number("n_layer");
  config.heads = json.number("n_head");
  config.feed_forward = json.number("n_inner", std::min(config.width, kMaxWidth) * 4);
  config.activation = their_activation(json, "activation_function", "gelu_new");
  config.norm_epsilon = static_cast<float>(json.real("layer_norm_epsilon", 1e-5));
  config.max_positions = json.number("n_positions");
  expect_entry(json.flag("scale_attn_weights", true), "scale_attn_weights", "true");
  expect_entry(!json.flag("scale_attn_by_inverse_layer_idx", false),
               "scale_attn_by_inverse_layer_idx", "false");
  expect_entry(!json.flag("add_cross_attention", false), "add_cross_attention", "false");
  config.norm_place = NormPlace::Before;
  config.final_norm = true;
  config.embedding_norm = false;
  config.causal = true;
  config.head.next = true;
  config.head.next_tied = json.flag("tie_word_embeddings", true);
}

void read_llama(const ConfigJson& json, TransformerConfig& config) {
  config.width = json.number("hidden_size");
  config.layers = json.number("num_hidden_layers");
  config.heads = json.number("num_attention_heads");
  config.key_value_heads = json.number("num_key_value_heads", config.heads);
  config.head_size = json.number("head_dim", config.width / std::max(config.heads, 1U));
  config.feed_forward = json.number("intermediate_size");
  config.activation = their_activation(json, "hidden_act", "silu");
  config.norm_epsilon = static_cast<float>(json.real("rms_norm_eps", 1e-6));
  config.max_positions = std::min(json.number("max_position_embeddings", 2048), kMaxPositions);
  config.rotary_base = json.real("rope_theta", 10'000);
  expect_entry(!json.has("rope_scaling"), "rope_scaling", "null");
  if (const auto rope = json.json().find("rope_parameters");
      rope != json.json().end() && rope->is_object()) {
    const ConfigJson parameters(rope->dump());
    expect_entry(parameters.text("rope_type", "default") == "default", "rope_type", "default");
    config.rotary_base = parameters.real("rope_theta", config.rotary_base);
  }
  expect_entry(!json.flag("attention_bias", false), "attention_bias", "false");
  expect_entry(!json.flag("mlp_bias", false), "mlp_bias", "false");
  config.gated = true;
  config.biases = false;
  config.norm_place = NormPlace::Before;
  config.norm = NormKind::RootMeanSquare;
  config.final_norm = true;
  config.embedding_norm = false;
  config.positions = Positions::Rotary;
  config.causal = true;
  config.head.next = true;
  config.head.next_tied = json.flag("tie_word_embeddings", false);
}

TransformerConfig transformer_of(ModelFamily family, const ConfigJson& json) {
  TransformerConfig config;
  config.norm_place = NormPlace::After;
  config.embedding_norm = true;
  config.final_norm = false;
  config.vocabulary = json.number("vocab_size");
  config.embedding_width = 0;
  config.stored_layers = 0;
  config.key_value_heads = 0;
  config.head_size = 0;
  config.head.words_tied = json.flag("tie_word_embeddings", true);
  switch (family) {
    case ModelFamily::Bert:
      read_bert(json, "gelu", config);
      break;
    case ModelFamily::Albert:
      read_albert(json, config);
      break;
    case ModelFamily::Roberta:
      read_roberta(json, config);
      break;
    case ModelFamily::DistilBert:
      read_distilbert(json, config);
      break;
    case ModelFamily::Gpt2:
      read_gpt2(json, config);
      break;
    case ModelFamily::Llama:
      read_llama(json, config);
      break;
  }
  // Settings that a family lacks have their usual values.
  if (config.embedding_width == 0) config.embedding_width = config.width;
  if (config.stored_layers == 0) config.stored_layers = config.layers;
  if (config.key_value_heads == 0) config.key_value_heads = config.heads;
  if (config.head_size == 0) {
    if (config.heads == 0 || config.width % config.heads != 0) {
      refuse_model("its width is not a multiple of its heads");
    }
    config.head_size = config.width / config.heads;
  }
  if (config.head.next) config.head.words_tied = true;  // the family has no head of masked words
  if (const auto problem = config.problem()) refuse_model(*problem);
  return config;
}

std::string architecture_of(const ModelConfig& config) {
  constexpr std::array<std::string_view, 6> kNames = {"Bert",       "Albert", "Roberta",
                                                      "DistilBert", "GPT2",   "Llama"};
  const HeadsConfig& head = config.transformer.head;
  std::string_view kind = "Model";
  if (config.family == ModelFamily::Gpt2 && head.next) return "GPT2LMHeadModel";
  if (head.next) kind = "ForCausalLM";
  if (head.words) kind = head.order ? "ForPreTraining" : "ForMaskedLM";
  if (head.order && !head.words) kind = "ForNextSentencePrediction";
  if (head.classes > 0) kind = "ForSequenceClassification";
  return fmt::format("{}{}", kNames[static_cast<std::size_t>(config.family)], kind);
}

void write_bert(const TransformerConfig& of, FamilyJson& json) {
  json["hidden_size"] = of.width;
  json["num_hidden_layers"] = of.layers;
  json["num_attention_heads"] = of.heads;
  json["intermediate_size"] = of.feed_forward;
  json["hidden_act"] = name_of_theirs(of.activation);
  json["layer_norm_eps"] = static_cast<double>(of.norm_epsilon);
  json["max_position_embeddings"] = of.max_positions + of.position_offset;
  json["type_vocab_size"] = of.segments;
}

void write_shape(const ModelConfig& config, FamilyJson& json) {
  const TransformerConfig& of = config.transformer;
  switch (config.family) {
    case ModelFamily::Albert:
      json["embedding_size"] = of.embedding_width;
      json["num_hidden_groups"] = of.stored_layers;
      json["inner_group_num"] = 1;
      return write_bert(of, json);
    case ModelFamily::Bert:
    case ModelFamily::Roberta:
      return write_bert(of, json);
    case ModelFamily::DistilBert:
      json["dim"] = of.width;
      json["n_layers"] = of.layers;
      json["n_heads"] = of.heads;
      json["hidden_dim"] = of.feed_forward;
      json["activation"] = name_of_theirs(of.activation);
      json["max_position_embeddings"] = of.max_positions;
      return;
    case ModelFamily::Gpt2:
      json["n_embd"] = of.width;
      json["n_layer"] = of.layers;
      json["n_head"] = of.heads;
      json["n_inner"] = of.feed_forward;
      json["activation_function"] = name_of_theirs(of.activation);
      json["layer_norm_epsilon"] = static_cast<double>(of.norm_epsilon);
      json["n_positions"] = of.max_positions;
      return;
    case ModelFamily::Llama:
      json["hidden_size"] = of.width;
      json["num_hidden_layers"] = of.layers;
      json["num_attention_heads"] = of.heads;
      json["num_key_value_heads"] = of.key_value_heads;
      json["head_dim"] = of.head_size;
      json["intermediate_size"] = of.feed_forward;
      json["hidden_act"] = name_of_theirs(of.activation);
      json["rms_norm_eps"] = static_cast<double>(of.norm_epsilon);
      json["max_position_embeddings"] = of.max_positions;
      json["rope_theta"] = of.rotary_base;
      return;
  }
}

void write_labels(std::uint32_t classes, FamilyJson& json) {
  FamilyJson labels = FamilyJson::object();
  FamilyJson ids = FamilyJson::object();
  for (std::uint32_t i = 0; i < classes; ++i) {
    const std::string label = fmt::format("LABEL_{}", i);
    labels[std::to_string(i)] = label;
    ids[label] = i;
  }
  json["id2label"] = std::move(labels);
  json["label2id"] = std::move(ids);
}

constexpr std::array<const char*, 3> kPoolingModes = {
    "pooling_mode_mean_tokens", "pooling_mode_max_tokens", "pooling_mode_cls_token"};  // in order

}  // namespace

base::Result<ModelConfig> config_of_family(std::string_view text) {
  ModelConfig config;
  try {
    const ConfigJson json(text);
    const std::string type = json.text("model_type");
    const auto family = family_by_name(type);
    if (!family) {
      refuse_model(
          fmt::format("models of type '{:.40}' are not supported; these are: bert, albert, "
                      "roberta, distilbert, gpt2, llama",
                      type));
    }
    config.family = *family;
    config.transformer = transformer_of(*family, json);
    config.sequence_tokens = config.transformer.max_positions;
    config.padding_token = json.optional_number("pad_token_id");
    config.begin_token = json.optional_number("bos_token_id");
    config.end_token = json.optional_number("eos_token_id");
  } catch (const std::exception& error) {
    return base::fail(fmt::format("not a config that can be imported: {}", error.what()));
  }
  return config;
}

std::string family_json(const ModelConfig& config) {
  const HeadsConfig& head = config.transformer.head;
  FamilyJson json;
  json["architectures"] = {architecture_of(config)};
  json["model_type"] = family_name(config.family);
  json["vocab_size"] = config.transformer.vocabulary;
  write_shape(config, json);
  json["tie_word_embeddings"] = head.next ? head.next_tied : head.words_tied;
  if (head.classes > 0) write_labels(head.classes, json);
  if (config.padding_token) json["pad_token_id"] = *config.padding_token;
  if (config.begin_token) json["bos_token_id"] = *config.begin_token;
  if (config.end_token) json["eos_token_id"] = *config.end_token;
  json["torch_dtype"] = "float32";
  return json.dump(2) + '\n';
}

base::Result<Pooling> pooling_of_sentences(std::string_view text) {
  try {
    const ConfigJson json(text);
    std::optional<Pooling> chosen;
    for (const auto& [name, value] : json.json().items()) {
      if (!name.starts_with("pooling_mode_") || !value.is_boolean() || !value.get<bool>()) continue;
      const auto known = std::ranges::find(kPoolingModes, name);
      if (known == kPoolingModes.end() || chosen) {
        refuse_model(fmt::format("\"{:.60}\" is not supported{}", name,
                                 chosen ? " beside another way of pooling" : ""));
      }
      chosen = static_cast<Pooling>(known - kPoolingModes.begin());
    }
    if (!chosen) refuse_model("it names no way of pooling");
    return *chosen;
  } catch (const std::exception& error) {
    return base::fail(fmt::format("not a pooling of sentences: {}", error.what()));
  }
}

std::string sentence_pooling_json(Pooling pooling, std::uint32_t width) {
  FamilyJson json;
  json["word_embedding_dimension"] = width;
  for (std::size_t i = 0; i < kPoolingModes.size(); ++i) {
    json[kPoolingModes[i]] = static_cast<std::size_t>(pooling) == i;
  }
  json["pooling_mode_mean_sqrt_len_tokens"] = false;
  return json.dump(2) + '\n';
}

}  // namespace noether::neural
