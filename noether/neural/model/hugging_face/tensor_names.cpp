#include "noether/neural/model/hugging_face/families.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "noether/neural/model/config_json.h"

namespace noether::neural {
namespace {

// "{}" is the number of a layer. In a name of theirs, '|' separates tensors that are one of ours.
// Names omit ".weight" and ".bias", except where only one side ends with it.
struct NameRule {
  std::string_view ours;
  std::string_view theirs;
  bool in_base = true;
};

// BERT and RoBERTa, whose heads differ.
constexpr auto kBertBase = std::to_array<NameRule>({
    {"token_embedding", "embeddings.word_embeddings.weight"},
    {"position_embedding", "embeddings.position_embeddings.weight"},
    {"segment_embedding", "embeddings.token_type_embeddings.weight"},
    {"embedding_norm", "embeddings.LayerNorm"},
    {"layers.{}.attention.in",
     "encoder.layer.{}.attention.self.query|encoder.layer.{}.attention.self.key|"
     "encoder.layer.{}.attention.self.value"},
    {"layers.{}.attention.out", "encoder.layer.{}.attention.output.dense"},
    {"layers.{}.norm1", "encoder.layer.{}.attention.output.LayerNorm"},
    {"layers.{}.feed_forward.in", "encoder.layer.{}.intermediate.dense"},
    {"layers.{}.feed_forward.out", "encoder.layer.{}.output.dense"},
    {"layers.{}.norm2", "encoder.layer.{}.output.LayerNorm"},
});

constexpr auto kBertHeads = std::to_array<NameRule>({
    {"pooler", "pooler.dense"},
    {"words.transform", "cls.predictions.transform.dense", false},
    {"words.norm", "cls.predictions.transform.LayerNorm", false},
    {"words.decoder.weight", "cls.predictions.decoder.weight", false},
    {"words.decoder.bias", "cls.predictions.bias,cls.predictions.decoder.bias", false},
    {"order", "cls.seq_relationship", false},
    {"classes", "classifier", false},
});

constexpr auto kRobertaHeads = std::to_array<NameRule>({
    {"words.transform", "lm_head.dense", false},
    {"words.norm", "lm_head.layer_norm", false},
    {"words.decoder.weight", "lm_head.decoder.weight", false},
    {"words.decoder.bias", "lm_head.bias,lm_head.decoder.bias", false},
    {"classes", "classifier.out_proj", false},
});

constexpr auto kAlbert = std::to_array<NameRule>({
    {"token_embedding", "embeddings.word_embeddings.weight"},
    {"position_embedding", "embeddings.position_embeddings.weight"},
    {"segment_embedding", "embeddings.token_type_embeddings.weight"},
    {"embedding_norm", "embeddings.LayerNorm"},
    {"embedding_projection", "encoder.embedding_hidden_mapping_in"},
    {"layers.{}.attention.in",
     "encoder.albert_layer_groups.{}.albert_layers.0.attention.query|"
     "encoder.albert_layer_groups.{}.albert_layers.0.attention.key|"
     "encoder.albert_layer_groups.{}.albert_layers.0.attention.value"},
    {"layers.{}.attention.out", "encoder.albert_layer_groups.{}.albert_layers.0.attention.dense"},
    {"layers.{}.norm1", "encoder.albert_layer_groups.{}.albert_layers.0.attention.LayerNorm"},
    {"layers.{}.feed_forward.in", "encoder.albert_layer_groups.{}.albert_layers.0.ffn"},
    {"layers.{}.feed_forward.out", "encoder.albert_layer_groups.{}.albert_layers.0.ffn_output"},
    {"layers.{}.norm2", "encoder.albert_layer_groups.{}.albert_layers.0.full_layer_layer_norm"},
    {"pooler", "pooler"},
    {"words.transform", "predictions.dense", false},
    {"words.norm", "predictions.LayerNorm", false},
    {"words.decoder.weight", "predictions.decoder.weight", false},
    {"words.decoder.bias", "predictions.bias,predictions.decoder.bias", false},
    {"order", "sop_classifier.classifier", false},
    {"classes", "classifier", false},
});

constexpr auto kDistilBert = std::to_array<NameRule>({
    {"token_embedding", "embeddings.word_embeddings.weight"},
    {"position_embedding", "embeddings.position_embeddings.weight"},
    {"embedding_norm", "embeddings.LayerNorm"},
    {"layers.{}.attention.in",
     "transformer.layer.{}.attention.q_lin|transformer.layer.{}.attention.k_lin|"
     "transformer.layer.{}.attention.v_lin"},
    {"layers.{}.attention.out", "transformer.layer.{}.attention.out_lin"},
    {"layers.{}.norm1", "transformer.layer.{}.sa_layer_norm"},
    {"layers.{}.feed_forward.in", "transformer.layer.{}.ffn.lin1"},
    {"layers.{}.feed_forward.out", "transformer.layer.{}.ffn.lin2"},
    {"layers.{}.norm2", "transformer.layer.{}.output_layer_norm"},
    {"words.transform", "vocab_transform", false},
    {"words.norm", "vocab_layer_norm", false},
    {"words.decoder.weight", "vocab_projector.weight", false},
    {"words.decoder.bias", "vocab_projector.bias", false},
    {"pooler", "pre_classifier", false},
    {"classes", "classifier", false},
});

constexpr auto kGpt2 = std::to_array<NameRule>({
    {"token_embedding", "wte.weight"},
    {"position_embedding", "wpe.weight"},
    {"layers.{}.norm1", "h.{}.ln_1"},
    {"layers.{}.attention.in", "h.{}.attn.c_attn"},
    {"layers.{}.attention.out", "h.{}.attn.c_proj"},
    {"layers.{}.norm2", "h.{}.ln_2"},
    {"layers.{}.feed_forward.in", "h.{}.mlp.c_fc"},
    {"layers.{}.feed_forward.out", "h.{}.mlp.c_proj"},
    {"final_norm", "ln_f"},
    {"next.weight", "lm_head.weight", false},
});

constexpr auto kLlama = std::to_array<NameRule>({
    {"token_embedding", "embed_tokens.weight"},
    {"layers.{}.norm1", "layers.{}.input_layernorm"},
    {"layers.{}.attention.in",
     "layers.{}.self_attn.q_proj|layers.{}.self_attn.k_proj|layers.{}.self_attn.v_proj"},
    {"layers.{}.attention.out", "layers.{}.self_attn.o_proj"},
    {"layers.{}.norm2", "layers.{}.post_attention_layernorm"},
    {"layers.{}.feed_forward.in", "layers.{}.mlp.gate_proj|layers.{}.mlp.up_proj"},
    {"layers.{}.feed_forward.out", "layers.{}.mlp.down_proj"},
    {"final_norm", "norm"},
    {"next.weight", "lm_head.weight", false},
});

using Rules = std::span<const NameRule>;

const NameRule* find_rule(ModelFamily family, std::string_view ours) {
  const auto in = [&](Rules rules) -> const NameRule* {
    const auto found = std::ranges::find(rules, ours, &NameRule::ours);
    return found == rules.end() ? nullptr : &*found;
  };
  switch (family) {
    case ModelFamily::Bert:
      if (const NameRule* rule = in(kBertBase)) return rule;
      return in(kBertHeads);
    case ModelFamily::Roberta:
      if (const NameRule* rule = in(kBertBase)) return rule;
      return in(kRobertaHeads);
    case ModelFamily::Albert:
      return in(kAlbert);
    case ModelFamily::DistilBert:
      return in(kDistilBert);
    case ModelFamily::Gpt2:
      return in(kGpt2);
    case ModelFamily::Llama:
      return in(kLlama);
  }
  std::unreachable();
}

struct LayerName {
  std::string pattern;  // with "{}" in place of the number
  std::string number;
};

LayerName pattern_of(std::string_view name) {
  constexpr std::string_view kLayers = "layers.";
  if (!name.starts_with(kLayers)) return {std::string(name), ""};
  const std::size_t end = name.find('.', kLayers.size());
  return {fmt::format("{}{{}}{}", kLayers, name.substr(end)),
          std::string(name.substr(kLayers.size(), end - kLayers.size()))};
}

std::string with_number(std::string_view pattern, const std::string& number) {
  std::string name(pattern);
  if (const std::size_t at = name.find("{}"); at != std::string::npos) name.replace(at, 2, number);
  return name;
}

std::vector<std::string_view> split_at(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::size_t rows_of_part(const TransformerConfig& config, std::string_view ours, std::size_t rows,
                         std::size_t part, std::size_t parts) {
  if (parts == 1) return rows;
  if (ours.find("attention.in") == std::string_view::npos) return rows / parts;
  return std::size_t{config.head_size} * (part == 0 ? config.heads : config.key_value_heads);
}

// BERT's first files call the numbers of a norm gamma and beta.
void add_older_name(TheirTensor& tensor) {
  const std::string name = tensor.names.front();
  for (const auto& [now, before] :
       {std::pair<std::string_view, std::string_view>("LayerNorm.weight", "LayerNorm.gamma"),
        {"LayerNorm.bias", "LayerNorm.beta"}}) {
    if (name.ends_with(now)) {
      tensor.names.push_back(name.substr(0, name.size() - now.size()) + std::string(before));
    }
  }
}

}  // namespace

std::string_view base_prefix(ModelFamily family) {
  switch (family) {
    case ModelFamily::Bert:
      return "bert.";
    case ModelFamily::Albert:
      return "albert.";
    case ModelFamily::Roberta:
      return "roberta.";
    case ModelFamily::DistilBert:
      return "distilbert.";
    case ModelFamily::Gpt2:
      return "transformer.";
    case ModelFamily::Llama:
      return "model.";
  }
  std::unreachable();
}

std::string_view token_embedding_name(ModelFamily family) {
  return find_rule(family, "token_embedding")->theirs;
}

std::vector<TheirTensor> their_tensors(ModelFamily family, const TransformerConfig& config,
                                       std::string_view ours, std::size_t rows) {
  const LayerName name = pattern_of(ours);
  std::string_view suffix;
  const NameRule* rule = find_rule(family, name.pattern);
  if (rule == nullptr) {
    const std::size_t dot = name.pattern.rfind('.');
    if (dot != std::string::npos) {
      suffix = std::string_view(name.pattern).substr(dot);
      rule = find_rule(family, std::string_view(name.pattern).substr(0, dot));
    }
  }
  NameRule chosen = rule != nullptr ? *rule : NameRule{"", ""};
  // RoBERTa's classifier has its own pooler.
  if (family == ModelFamily::Roberta && name.pattern.starts_with("pooler.")) {
    suffix = std::string_view(name.pattern).substr(name.pattern.rfind('.'));
    chosen = config.head.classes > 0 ? NameRule{"pooler", "classifier.dense", false}
                                     : NameRule{"pooler", "pooler.dense"};
  }
  if (chosen.theirs.empty()) {
    refuse_model(fmt::format("models of the family {} have no '{}'", family_name(family), ours));
  }
  std::vector<TheirTensor> tensors;
  const auto parts = split_at(chosen.theirs, '|');
  for (std::size_t i = 0; i < parts.size(); ++i) {
    TheirTensor& tensor = tensors.emplace_back();
    for (const std::string_view alternative : split_at(parts[i], ',')) {
      tensor.names.push_back(with_number(alternative, name.number) + std::string(suffix));
    }
    tensor.rows = rows_of_part(config, name.pattern, rows, i, parts.size());
    tensor.in_base = chosen.in_base;
    tensor.transposed = family == ModelFamily::Gpt2 && suffix == ".weight" &&
                        (name.pattern.find("attention") != std::string::npos ||
                         name.pattern.find("feed_forward") != std::string::npos);
    add_older_name(tensor);
  }
  return tensors;
}

}  // namespace noether::neural
