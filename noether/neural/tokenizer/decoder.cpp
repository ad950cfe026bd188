#include "noether/neural/tokenizer/tokenizer_parts.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>

#include "noether/base/utf8.h"
#include "noether/neural/tokenizer/byte_letters.h"
#include "noether/neural/tokenizer/pattern.h"

namespace noether::neural::tokens {
namespace {

constexpr int kMaxDecoders = 16;

std::string replaced(std::string_view text, const Pattern& pattern, std::string_view content) {
  std::string out;
  std::size_t at = 0;
  while (const auto match = pattern.find(text, at)) {
    out += text.substr(at, match->begin - at);
    out += content;
    at = match->end;
  }
  return out += text.substr(at);
}

void replace_all(std::string& text, std::string_view old_part, std::string_view new_part) {
  if (text.find(old_part) == std::string::npos) return;
  text = replaced(text, Pattern::literal(old_part), new_part);
}

// The number of invalid bytes at the beginning that one replacement character represents: a
// possible start of a character, up to the byte that cannot continue it.
std::size_t broken_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  std::size_t size = 1;
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
  if (first >= 0xC2 && first <= 0xDF) {
    size = 2;
  } else if (first >= 0xE0 && first <= 0xEF) {
    size = 3;
    if (first == 0xE0) low = 0xA0;
    if (first == 0xED) high = 0x9F;
  } else if (first >= 0xF0 && first <= 0xF4) {
    size = 4;
    if (first == 0xF0) low = 0x90;
    if (first == 0xF4) high = 0x8F;
  }
  std::size_t at = 1;
  while (at < size && at < text.size() && byte(at) >= low && byte(at) <= high) {
    low = 0x80;
    high = 0xBF;
    ++at;
  }
  return at;
}

std::string repaired(std::string_view bytes) {
  std::string out;
  while (!bytes.empty()) {
    const base::CodePoint c = base::decode_code_point(bytes);
    if (c.valid) {
      out += c.bytes;
      bytes.remove_prefix(c.bytes.size());
    } else {
      base::append_code_point(out, base::kReplacementCharacter);
      bytes.remove_prefix(broken_bytes(bytes));
    }
  }
  return out;
}

class WordPieceDecoder : public DecoderStep {
 public:
  explicit WordPieceDecoder(const Json& json)
      : prefix_(setting<std::string>(json, "prefix", "##")),
        cleans_(setting(json, "cleanup", true)) {}

  void apply(std::vector<std::string>& texts) const override {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      std::string& text = texts[i];
      if (i > 0) {
        if (text.starts_with(prefix_)) {
          text.erase(0, prefix_.size());
        } else {
          text.insert(0, 1, ' ');
        }
      }
      if (cleans_) clean(text);
    }
  }

 private:
  // Removes the spaces before punctuation that only separate tokens.
  static void clean(std::string& text) {
    static constexpr auto kPairs =
        std::to_array<std::pair<std::string_view, std::string_view>>({{" .", "."},
                                                                      {" ?", "?"},
                                                                      {" !", "!"},
                                                                      {" ,", ","},
                                                                      {" ' ", "'"},
                                                                      {" n't", "n't"},
                                                                      {" 'm", "'m"},
                                                                      {" do not", " don't"},
                                                                      {" 's", "'s"},
                                                                      {" 've", "'ve"},
                                                                      {" 're", "'re"}});
    for (const auto& [old_part, new_part] : kPairs) replace_all(text, old_part, new_part);
  }

  std::string prefix_;
  bool cleans_;
};

class ByteLevelDecoder : public DecoderStep {
 public:
  void apply(std::vector<std::string>& texts) const override {
    std::string bytes;
    for (const std::string& text : texts) bytes += from_byte_letters(text).value_or(text);
    texts = {repaired(bytes)};
  }
};

class MetaspaceDecoder : public DecoderStep {
 public:
  explicit MetaspaceDecoder(const Json& json)
      : sign_(Pattern::literal(setting<std::string>(json, "replacement", "▁"))),
        drops_first_(setting<std::string>(
                         json, "prepend_scheme",
                         setting(json, "add_prefix_space", true) ? "always" : "never") != "never") {
  }

  void apply(std::vector<std::string>& texts) const override {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      texts[i] = replaced(texts[i], sign_, i == 0 && drops_first_ ? "" : " ");
    }
  }

 private:
  Pattern sign_;
  bool drops_first_;
};

class SuffixDecoder : public DecoderStep {
 public:
  explicit SuffixDecoder(const Json& json)
      : suffix_(Pattern::literal(setting<std::string>(json, "suffix", "</w>"))) {}
  void apply(std::vector<std::string>& texts) const override {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      texts[i] = replaced(texts[i], suffix_, i + 1 == texts.size() ? "" : " ");
    }
  }

 private:
  Pattern suffix_;
};

class ReplaceDecoder : public DecoderStep {
 public:
  ReplaceDecoder(Pattern pattern, std::string content)
      : pattern_(std::move(pattern)), content_(std::move(content)) {}
  void apply(std::vector<std::string>& texts) const override {
    for (std::string& text : texts) text = replaced(text, pattern_, content_);
  }

 private:
  Pattern pattern_;
  std::string content_;
};

// Tokens such as <0xE2>. Consecutive bytes form text, or each of them is unreadable.
class ByteFallbackDecoder : public DecoderStep {
 public:
  void apply(std::vector<std::string>& texts) const override {
    std::vector<std::string> out;
    std::string bytes;
    const auto flush = [&] {
      if (base::find_invalid_utf8(bytes)) {
        out.insert(out.end(), bytes.size(), base::encode_code_point(base::kReplacementCharacter));
      } else if (!bytes.empty()) {
        out.push_back(bytes);
      }
      bytes.clear();
    };
    for (std::string& text : texts) {
      std::uint8_t byte = 0;
      const char* const digits = text.data() + 3;
      if (text.size() == 6 && text.starts_with("<0x") && text.ends_with('>') &&
          std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
        bytes += static_cast<char>(byte);
      } else {
        flush();
        out.push_back(std::move(text));
      }
    }
    flush();
    texts = std::move(out);
  }
};

class FuseDecoder : public DecoderStep {
 public:
  void apply(std::vector<std::string>& texts) const override {
    std::string all;
    for (const std::string& text : texts) all += text;
    texts = {std::move(all)};
  }
};

class StripDecoder : public DecoderStep {
 public:
  explicit StripDecoder(const Json& json)
      : content_(setting<std::string>(json, "content", " ")),
        left_(setting<std::size_t>(json, "start", 0)),
        right_(setting<std::size_t>(json, "stop", 0)) {
    if (content_.empty()) refuse("the decoder Strip needs a character");
  }
  void apply(std::vector<std::string>& texts) const override {
    for (std::string& text : texts) {
      for (std::size_t i = 0; i < left_ && text.starts_with(content_); ++i) {
        text.erase(0, content_.size());
      }
      for (std::size_t i = 0; i < right_ && text.ends_with(content_); ++i) {
        text.resize(text.size() - content_.size());
      }
    }
  }

 private:
  std::string content_;
  std::size_t left_;
  std::size_t right_;
};

std::shared_ptr<const DecoderStep> read_decoder(const std::string& type, const Json& json,
                                                GrowthLimit& growth) {
  if (type == "WordPiece") return std::make_shared<WordPieceDecoder>(json);
  if (type == "ByteLevel") return std::make_shared<ByteLevelDecoder>();
  if (type == "Metaspace") return std::make_shared<MetaspaceDecoder>(json);
  if (type == "BPEDecoder") return std::make_shared<SuffixDecoder>(json);
  if (type == "ByteFallback") return std::make_shared<ByteFallbackDecoder>();
  if (type == "Fuse") return std::make_shared<FuseDecoder>();
  if (type == "Strip") return std::make_shared<StripDecoder>(json);
  if (type == "Replace") {
    const Json& from = json.at("pattern");
    Pattern pattern =
        from.contains("String")
            ? Pattern::literal(from["String"].get<std::string>())
            : value_or_refuse(Pattern::regular_expression(from.at("Regex").get<std::string>()));
    auto content = json.at("content").get<std::string>();
    growth.add(content.size(), pattern.shortest());
    return std::make_shared<ReplaceDecoder>(std::move(pattern), std::move(content));
  }
  refuse("the decoder '" + type + "' is not known");
}

}  // namespace

void Decoder::add(const Json& json, int depth) {
  if (depth > kMaxDecoders) refuse("decoders are nested too deeply");
  const std::string type = type_of(json, "a decoder");
  if (type == "Sequence") {
    for (const Json& part : json.at("decoders")) add(part, depth + 1);
  } else {
    if (steps_.size() >= kMaxDecoders) refuse("there are too many decoders");
    steps_.push_back(read_decoder(type, json, growth_));
  }
}

Decoder Decoder::read(const Json& json) {
  Decoder decoder;
  if (!json.is_null()) decoder.add(json, 0);
  return decoder;
}

std::string Decoder::decode(std::vector<std::string> texts) const {
  for (const auto& step : steps_) step->apply(texts);
  std::string all;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (steps_.empty() && i > 0) all += ' ';
    all += texts[i];
  }
  return all;
}

}  // namespace noether::neural::tokens
