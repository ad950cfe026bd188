#include "noether/neural/tokenizer/tokenizer_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/base/json_text.h"
#include "noether/base/utf8.h"
#include "noether/neural/tokenizer/byte_letters.h"

namespace noether::neural::tokens {
namespace {

// A vocabulary of a quarter of a million tokens has some 20 MB.
constexpr std::uint64_t kMaxFileBytes = 256 << 20;

std::string read_file(const std::string& path) {
  return value_or_refuse(base::FileSystem::real().read(path, kMaxFileBytes));
}

Json parse(const std::string& path) {
  const std::string text = read_file(path);
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) refuse("'" + path + "' is not JSON, or cut off");
  return json;
}

Json added_token(const std::string& content, std::uint64_t id, bool strips_left = false) {
  return {{"id", id},
          {"content", content},
          {"single_word", false},
          {"rstrip", false},
          {"normalized", false},
          {"special", true},
          {"lstrip", strips_left}};
}

Json empty_document() {
  return {{"version", "1.0"},      {"truncation", nullptr},        {"padding", nullptr},
          {"normalizer", nullptr}, {"pre_tokenizer", nullptr},     {"post_processor", nullptr},
          {"decoder", nullptr},    {"added_tokens", Json::array()}};
}

// "[CLS] A [SEP]" in the form of the file; B has type 1 unless `one_type`.
Json template_of(std::span<const std::string_view> items, const Json& ids, bool one_type) {
  Json pieces = Json::array();
  int type = 0;
  for (const std::string_view item : items) {
    if (item == "B" && !one_type) type = 1;
    const bool is_text = item == "A" || item == "B";
    pieces.push_back({{is_text ? "Sequence" : "SpecialToken", {{"id", item}, {"type_id", type}}}});
    if (!is_text && !ids.contains(item)) refuse("the token '" + std::string(item) + "' is missing");
  }
  return pieces;
}

Json template_processing(std::span<const std::string_view> single,
                         std::span<const std::string_view> pair, const Json& ids,
                         bool one_type = false) {
  Json special = Json::object();
  for (const std::string_view item : pair) {
    if (item == "A" || item == "B" || !ids.contains(item)) continue;
    special[std::string(item)] = {
        {"id", item}, {"ids", {ids[std::string(item)]}}, {"tokens", {item}}};
  }
  return {{"type", "TemplateProcessing"},
          {"single", template_of(single, ids, one_type)},
          {"pair", template_of(pair, ids, one_type)},
          {"special_tokens", special}};
}

void add_special_tokens(Json& document, std::span<const std::string_view> contents,
                        const Json& ids) {
  std::uint64_t next = 0;
  for (const Json& id : ids) next = std::max(next, id.get<std::uint64_t>() + 1);
  for (const std::string_view content : contents) {
    const std::string name(content);
    const bool is_known = ids.contains(name);
    const std::uint64_t id = is_known ? ids[name].get<std::uint64_t>() : next++;
    document["added_tokens"].push_back(added_token(name, id, content == "<mask>"));
  }
}

// BERT's vocab.txt: one token per line.
Json from_lines(const std::string& path, const Json& config) {
  const std::string text = read_file(path);
  Json ids = Json::object();
  std::uint64_t line = 0;
  for (std::size_t at = 0; at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string token = text.substr(at, end - at);
    while (!token.empty() && (token.back() == '\r' || token.back() == ' ')) token.pop_back();
    if (base::find_invalid_utf8(token)) {
      refuse(fmt::format("'{}': line {} is not UTF-8", path, line + 1));
    }
    ids[token] = line;
    at = end + 1;
  }
  Json document = empty_document();
  document["normalizer"] = {
      {"type", "BertNormalizer"},
      {"clean_text", true},
      {"handle_chinese_chars", setting(config, "tokenize_chinese_chars", true)},
      {"strip_accents", config.value("strip_accents", Json())},
      {"lowercase", setting(config, "do_lower_case", true)}};
  document["pre_tokenizer"] = {{"type", "BertPreTokenizer"}};
  static constexpr auto kSingle = std::to_array<std::string_view>({"[CLS]", "A", "[SEP]"});
  static constexpr auto kPair =
      std::to_array<std::string_view>({"[CLS]", "A", "[SEP]", "B", "[SEP]"});
  document["post_processor"] = template_processing(kSingle, kPair, ids);
  document["decoder"] = {{"type", "WordPiece"}, {"prefix", "##"}, {"cleanup", true}};
  for (const std::string_view special : {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}) {
    if (ids.contains(special)) {
      document["added_tokens"].push_back(
          added_token(std::string(special), ids[std::string(special)].get<std::uint64_t>()));
    }
  }
  document["model"] = {{"type", "WordPiece"},
                       {"unk_token", "[UNK]"},
                       {"continuing_subword_prefix", "##"},
                       {"max_input_chars_per_word", 100},
                       {"vocab", std::move(ids)}};
  return document;
}

// The vocab.json and merges.txt of GPT-2 and RoBERTa.
Json from_merges(const std::string& vocabulary_path, const std::string& merges_path,
                 const Json& config) {
  Json ids = parse(vocabulary_path);
  Json merges = Json::array();
  const std::string text = read_file(merges_path);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    if (line.ends_with('\r')) line.pop_back();
    if (!line.starts_with("#version") && !line.empty()) merges.push_back(std::move(line));
    at = end + 1;
  }
  Json document = empty_document();
  const bool prefix = setting(config, "add_prefix_space", false);
  document["pre_tokenizer"] = {{"type", "ByteLevel"},
                               {"add_prefix_space", prefix},
                               {"trim_offsets", true},
                               {"use_regex", true}};
  document["decoder"] = {{"type", "ByteLevel"},
                         {"add_prefix_space", true},
                         {"trim_offsets", true},
                         {"use_regex", true}};
  if (ids.contains("<s>") && ids.contains("</s>")) {
    static constexpr auto kSpecial =
        std::to_array<std::string_view>({"<s>", "<pad>", "</s>", "<unk>", "<mask>"});
    add_special_tokens(document, kSpecial, ids);
    document["post_processor"] = {{"type", "RobertaProcessing"},
                                  {"sep", {"</s>", ids["</s>"]}},
                                  {"cls", {"<s>", ids["<s>"]}},
                                  {"trim_offsets", true},
                                  {"add_prefix_space", prefix}};
  } else {
    static constexpr auto kSpecial = std::to_array<std::string_view>({"<|endoftext|>"});
    add_special_tokens(document, kSpecial, ids);
    document["post_processor"] = {{"type", "ByteLevel"},
                                  {"add_prefix_space", true},
                                  {"trim_offsets", false},
                                  {"use_regex", true}};
  }
  document["model"] = {{"type", "BPE"}, {"vocab", std::move(ids)}, {"merges", std::move(merges)}};
  return document;
}

Json replace_step(const Json& pattern, std::string_view content) {
  return {{"type", "Replace"}, {"pattern", pattern}, {"content", content}};
}

std::string read_any(const std::string& folder) {
  auto& disk = base::FileSystem::real();
  const auto path = [&](std::string_view name) { return folder + "/" + std::string(name); };
  if (disk.exists(path("tokenizer.json"))) return read_file(path("tokenizer.json"));
  Json config = Json::object();
  if (disk.exists(path("tokenizer_config.json"))) config = parse(path("tokenizer_config.json"));
  if (disk.exists(path("vocab.json")) && disk.exists(path("merges.txt"))) {
    return write_document(from_merges(path("vocab.json"), path("merges.txt"), config));
  }
  if (disk.exists(path("spiece.model"))) {
    return write_document(sentence_piece_document(read_file(path("spiece.model")), config));
  }
  if (disk.exists(path("vocab.txt"))) return write_document(from_lines(path("vocab.txt"), config));
  refuse(
      "there is no tokenizer: neither tokenizer.json nor vocab.json and merges.txt nor "
      "spiece.model nor vocab.txt");
}

std::string vocabulary_text(const Json& vocabulary) {
  if (!vocabulary.is_object()) return vocabulary.dump();
  std::vector<std::pair<std::uint64_t, const std::string*>> by_id;
  for (auto entry = vocabulary.begin(); entry != vocabulary.end(); ++entry) {
    by_id.emplace_back(entry->get<std::uint64_t>(), &entry.key());
  }
  std::sort(by_id.begin(), by_id.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : *a.second < *b.second;
  });
  base::JsonObject object;
  for (const auto& [id, token] : by_id) object.add(*token, std::to_string(id));
  return object.text();
}

}  // namespace

// The models of SentencePiece: ALBERT's, which has [CLS] and [SEP], T5's, which has </s>, or any
// other, without special tokens around texts.
Json sentence_piece_document(std::string_view model, const Json& config) {
  const SentencePieceFile file = value_or_refuse(SentencePieceFile::read(model));
  if (file.algorithm != SentencePieceFile::Algorithm::Unigram) {
    refuse("of SentencePiece's models, only Unigram is known, and this is another");
  }
  using Kind = SentencePieceFile::Kind;
  Json document = empty_document();
  Json vocabulary = Json::array();
  Json ids = Json::object();
  Json unknown;
  for (const auto& entry : file.entries) {
    const std::uint64_t id = vocabulary.size();
    ids[entry.text] = id;
    vocabulary.push_back({entry.text, static_cast<double>(entry.score)});
    if (entry.kind == Kind::Unknown) unknown = id;
    if (entry.kind == Kind::Unknown || entry.kind == Kind::Control) {
      document["added_tokens"].push_back(added_token(entry.text, id, entry.text == "[MASK]"));
    }
  }
  const bool is_albert = ids.contains("[CLS]") && ids.contains("[SEP]");
  Json steps = Json::array();
  const Json spaces = {{"Regex", " {2,}"}};
  const Json charsmap = {{"type", "Precompiled"},
                         {"precompiled_charsmap", to_base64(file.charsmap)}};
  if (is_albert) {
    steps.push_back(replace_step({{"String", "``"}}, "\""));
    steps.push_back(replace_step({{"String", "''"}}, "\""));
    if (!setting(config, "keep_accents", false)) {
      steps.push_back({{"type", "NFKD"}});
      steps.push_back({{"type", "StripAccents"}});
    }
    if (setting(config, "do_lower_case", true)) steps.push_back({{"type", "Lowercase"}});
    if (!file.charsmap.empty()) steps.push_back(charsmap);
    steps.push_back(replace_step(spaces, " "));
    static constexpr auto kSingle = std::to_array<std::string_view>({"[CLS]", "A", "[SEP]"});
    static constexpr auto kPair =
        std::to_array<std::string_view>({"[CLS]", "A", "[SEP]", "B", "[SEP]"});
    document["post_processor"] = template_processing(kSingle, kPair, ids);
  } else {
    if (!file.charsmap.empty()) steps.push_back(charsmap);
    steps.push_back({{"type", "Strip"}, {"strip_left", false}, {"strip_right", true}});
    steps.push_back(replace_step(spaces, "▁"));
    if (ids.contains("</s>")) {
      static constexpr auto kSingle = std::to_array<std::string_view>({"A", "</s>"});
      static constexpr auto kPair = std::to_array<std::string_view>({"A", "</s>", "B", "</s>"});
      document["post_processor"] = template_processing(kSingle, kPair, ids, true);
    }
  }
  document["normalizer"] = {{"type", "Sequence"}, {"normalizers", steps}};
  document["pre_tokenizer"] = {{"type", "Metaspace"},
                               {"replacement", "▁"},
                               {"prepend_scheme", file.adds_prefix ? "always" : "never"},
                               {"split", true}};
  document["decoder"] = document["pre_tokenizer"];
  document["model"] = {{"type", "Unigram"},
                       {"unk_id", unknown},
                       {"vocab", std::move(vocabulary)},
                       {"byte_fallback", file.has_byte_fallback}};
  return document;
}

base::Result<std::string> read_tokenizer_folder(const std::string& folder) {
  try {
    return read_any(folder);
  } catch (const std::exception& error) {
    return base::fail(fmt::format("'{}': {}", folder, error.what()));
  }
}

std::string write_document(const Json& document) {
  base::JsonObject out;
  const auto add = [&](const char* key) { out.add(key, document.value(key, Json()).dump()); };
  out.add("version", document.value("version", Json("1.0")).dump());
  for (const char* key : {"truncation", "padding", "added_tokens", "normalizer", "pre_tokenizer",
                          "post_processor", "decoder"}) {
    add(key);
  }
  base::JsonObject model;
  const Json& from = document.at("model");
  for (const auto& [key, value] : from.items()) {
    if (key != "vocab" && key != "merges") model.add(key, value.dump());
  }
  model.add("vocab", vocabulary_text(from.at("vocab")));
  if (from.contains("merges")) model.add("merges", from["merges"].dump());
  out.add("model", model.text());
  return out.text();
}

}  // namespace noether::neural::tokens
