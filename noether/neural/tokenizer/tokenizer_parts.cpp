#include "noether/neural/tokenizer/tokenizer_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "noether/neural/tokenizer/tokenizer_folder.h"

namespace noether::neural::tokens {

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

  // Old files do not name the kind of their model.
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
