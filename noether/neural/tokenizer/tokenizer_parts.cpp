#include "noether/neural/tokenizer/tokenizer_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "noether/neural/tokenizer/tokenizer_folder.h"

namespace noether::neural::tokens {
namespace {

using Kind = TemplateItem::Kind;

constexpr int kMaxProcessors = 8;

// ["[SEP]", 102]
TokenId id_of_pair(const Json& json) { return json.at(1).get<TokenId>(); }

std::vector<TemplateItem> read_items(const Json& json, const Json& special) {
  std::vector<TemplateItem> items;
  for (const Json& piece : json) {
    if (piece.contains("Sequence")) {
      const Json& text = piece["Sequence"];
      const auto name = text.at("id").get<std::string>();
      if (name != "A" && name != "B") refuse("a template has the text '" + name + "'");
      items.push_back(
          {name == "A" ? Kind::First : Kind::Second, text.at("type_id").get<std::uint8_t>(), 0});
      continue;
    }
    const Json& token = piece.at("SpecialToken");
    const auto name = token.at("id").get<std::string>();
    if (!special.contains(name)) refuse("a template has '" + name + "', which it does not explain");
    for (const Json& id : special[name].at("ids")) {
      items.push_back({Kind::Special, token.at("type_id").get<std::uint8_t>(), id.get<TokenId>()});
    }
  }
  return items;
}

bool has(const std::vector<TemplateItem>& items, Kind kind) {
  return std::count_if(items.begin(), items.end(),
                       [&](const TemplateItem& item) { return item.kind == kind; }) == 1;
}

}  // namespace

PostProcessor::PostProcessor()
    : single_{{Kind::First, 0, 0}}, pair_{{Kind::First, 0, 0}, {Kind::Second, 1, 0}} {}

std::size_t PostProcessor::special_tokens(bool is_pair) const {
  const auto& all = items(is_pair);
  return static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(), [](const TemplateItem& item) { return item.kind == Kind::Special; }));
}

void PostProcessor::set(std::vector<TemplateItem> single, std::vector<TemplateItem> pair) {
  if (has_template_) refuse("more than one post-processor adds special tokens");
  has_template_ = true;
  single_ = std::move(single);
  pair_ = std::move(pair);
}

void PostProcessor::read_template(const Json& json) {
  const Json special = json.value("special_tokens", Json::object());
  auto single = read_items(json.at("single"), special);
  auto pair = read_items(json.at("pair"), special);
  if (!has(single, Kind::First) || !has(pair, Kind::First) || !has(pair, Kind::Second)) {
    refuse("a template needs each of its texts once");
  }
  set(std::move(single), std::move(pair));
}

void PostProcessor::add(const Json& json, int depth) {
  if (depth > kMaxProcessors) refuse("post-processors are nested too deeply");
  const std::string type = type_of(json, "a post-processor");
  if (type == "Sequence") {
    for (const Json& part : json.at("processors")) add(part, depth + 1);
  } else if (type == "TemplateProcessing") {
    read_template(json);
  } else if (type == "BertProcessing") {
    const TokenId cls = id_of_pair(json.at("cls"));
    const TokenId sep = id_of_pair(json.at("sep"));
    set({{Kind::Special, 0, cls}, {Kind::First, 0, 0}, {Kind::Special, 0, sep}},
        {{Kind::Special, 0, cls},
         {Kind::First, 0, 0},
         {Kind::Special, 0, sep},
         {Kind::Second, 1, 0},
         {Kind::Special, 1, sep}});
  } else if (type == "RobertaProcessing") {
    const TokenId cls = id_of_pair(json.at("cls"));
    const TokenId sep = id_of_pair(json.at("sep"));
    set({{Kind::Special, 0, cls}, {Kind::First, 0, 0}, {Kind::Special, 0, sep}},
        {{Kind::Special, 0, cls},
         {Kind::First, 0, 0},
         {Kind::Special, 0, sep},
         {Kind::Special, 0, sep},
         {Kind::Second, 0, 0},
         {Kind::Special, 0, sep}});
    trims_spans_ = setting(json, "trim_offsets", true);
    keeps_prefix_ = setting(json, "add_prefix_space", true);
  } else if (type == "ByteLevel") {
    trims_spans_ = setting(json, "trim_offsets", true);
    keeps_prefix_ = setting(json, "add_prefix_space", true);
  } else {
    refuse("the post-processor '" + type + "' is not known");
  }
}

PostProcessor PostProcessor::read(const Json& json) {
  PostProcessor processor;
  if (!json.is_null()) processor.add(json, 0);
  return processor;
}

Tokenizer::Parts::Parts(const Json& document) {
  const auto part = [&](const char* key) { return document.value(key, Json()); };
  if (!document.is_object() || !document.contains("model")) refuse("it has no model");
  const Json& model_json = document["model"];
  if (!model_json.is_object() || !model_json.contains("vocab"))
    refuse("its model has no vocabulary");
  normalizer = Normalizer::read(part("normalizer"));
  pre_tokenizer = PreTokenizer::read(part("pre_tokenizer"));
  post_processor = PostProcessor::read(part("post_processor"));
  decoder = Decoder::read(part("decoder"));
  read_vocabulary(model_json);

  // Old files do not name the type of their model.
  const auto type = setting<std::string>(model_json, "type",
                                         model_json.contains("merges")    ? "BPE"
                                         : model_json["vocab"].is_array() ? "Unigram"
                                                                          : "WordPiece");
  if (type != "BPE" && pre_tokenizer.is_byte_level()) {
    refuse("the pre-tokenizer 'ByteLevel' before the model '" + type + "' is not known");
  }
  if (type == "WordPiece") {
    model = read_word_piece(model_json, vocabulary);
  } else if (type == "BPE") {
    model = read_byte_pairs(model_json, vocabulary, pre_tokenizer.is_byte_level());
  } else if (type == "Unigram") {
    model = read_unigram(model_json, vocabulary);
  } else {
    refuse("the model '" + type + "' is not known");
  }

  size = vocabulary.size();
  read_added(document.value("added_tokens", Json::array()));
  raw_finder = AddedTokenFinder(added, false, normalizer);
  normalized_finder = AddedTokenFinder(added, true, normalizer);
  formulas = FormulaReader(added);
  for (const bool is_pair : {false, true}) {
    for (const TemplateItem& item : post_processor.items(is_pair)) {
      if (item.kind == TemplateItem::Kind::Special && item.id >= size) {
        refuse(fmt::format("the template has a token {}, and there are only {}", item.id, size));
      }
    }
  }
  json = write_document(document);
}

std::string Tokenizer::Parts::normalized_content(const AddedToken& token) const {
  AlignedText text;
  AlignedText spare;
  text.assign(token.content, 0);
  normalizer.apply(text, spare);
  return text.text;
}

void Tokenizer::Parts::read_vocabulary(const Json& model_json) {
  const Json& entries = model_json["vocab"];
  if (entries.is_array()) {
    for (std::size_t id = 0; id < entries.size(); ++id) {
      vocabulary.add(entries[id].at(0).get_ref<const std::string&>(), id);
    }
  } else if (entries.is_object()) {
    for (auto entry = entries.begin(); entry != entries.end(); ++entry) {
      if (!entry->is_number_unsigned()) refuse("the token '" + entry.key() + "' has no id");
      vocabulary.add(entry.key(), entry->get<std::uint64_t>());
    }
  }
  if (vocabulary.count() == 0) refuse("its vocabulary is empty");
}

void Tokenizer::Parts::read_added(const Json& tokens) {
  if (tokens.is_null()) return;
  for (const Json& json_token : tokens) {
    AddedToken token = AddedToken::read(json_token);
    const auto known = vocabulary.find(token.content);
    if (known ? *known != token.id : vocabulary.has(token.id)) {
      refuse(fmt::format("the added token '{}' has the id {}, which the vocabulary gives otherwise",
                         token.content, token.id));
    }
    if (token.id > size + (1U << 16)) {
      refuse(fmt::format("the added token '{}' has the id {}, far above the number of tokens",
                         token.content, token.id));
    }
    size = std::max<std::size_t>(size, token.id + std::size_t{1});
    added.push_back(std::move(token));
  }
  for (std::size_t i = 0; i < added.size(); ++i) {
    if (!added_by_id.try_emplace(added[i].id, i).second ||
        !added_by_content.try_emplace(added[i].content, i).second) {
      refuse(fmt::format("the added token '{}' or its id {} is there twice", added[i].content,
                         added[i].id));
    }
  }
}

}  // namespace noether::neural::tokens
