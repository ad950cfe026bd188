#include "noether/neural/tokenizer/post_processor.h"

#include <algorithm>
#include <string>
#include <utility>

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

}  // namespace noether::neural::tokens
