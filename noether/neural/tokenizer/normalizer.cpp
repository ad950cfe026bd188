#include "noether/neural/tokenizer/normalizer.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "noether/neural/tokenizer/byte_letters.h"
#include "noether/neural/tokenizer/characters.h"
#include "noether/neural/tokenizer/pattern.h"

namespace noether::neural::tokens {
namespace {

constexpr int kMaxNesting = 8;
constexpr std::size_t kMaxNormalizers = 64;

// Leaves out some characters and keeps the others. `drops` is called for each character outside
// plain ASCII.
template <typename Drops>
void drop_characters(AlignedText& text, AlignedText& spare, const Drops& drops) {
  const std::string_view view = text.text;
  const auto drops_at = [&](std::size_t at, std::size_t& end) {
    end = at;
    return drops(next_character(view, end));
  };
  std::size_t end = 0;
  std::size_t first = 0;
  while (first < view.size() && !drops_at(first, end)) first = end;
  if (first == view.size()) return;
  Rewriter writer(text, spare);
  for (std::size_t at = first; at < view.size();) {
    writer.copy(at - writer.at());
    while (at < view.size() && drops_at(at, end)) {
      writer.drop();
      at = end;
    }
    while (at < view.size() && !drops_at(at, end)) at = end;
  }
  writer.copy(view.size() - writer.at());
  std::swap(text, spare);
}

void lower_text(AlignedText& text, AlignedText& spare) {
  if (is_ascii(text.text)) {
    for (char& c : text.text) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    }
    return;
  }
  Rewriter writer(text, spare);
  for (std::size_t at = 0; at < text.text.size();) {
    const LowerCase lower = lower_case(next_character(text.text, at));
    writer.replace(lower.first);
    if (lower.second != 0) writer.insert(lower.second);
  }
  std::swap(text, spare);
}

void drop_nonspacing_marks(AlignedText& text, AlignedText& spare) {
  if (is_ascii(text.text)) return;
  drop_characters(text, spare, [](char32_t c) { return c >= 0x80 && is_class(c, kIsNonspacing); });
}

class BertStep : public NormalizerStep {
 public:
  explicit BertStep(const Json& json)
      : cleans_(setting(json, "clean_text", true)),
        sets_han_apart_(setting(json, "handle_chinese_chars", true)),
        lowers_(setting(json, "lowercase", true)),
        strips_accents_(setting(json, "strip_accents", lowers_)) {}

  void apply(AlignedText& text, AlignedText& spare) const override {
    if (cleans_) clean(text, spare);
    if (sets_han_apart_ && !is_ascii(text.text)) set_han_apart(text, spare);
    if (strips_accents_) {
      to_normal_form(NormalForm::Nfd, text, spare);
      drop_nonspacing_marks(text, spare);
    }
    if (lowers_) lower_text(text, spare);
  }

 private:
  // Unicode classes tabs and line ends as control characters. Here they are spaces.
  static bool is_line_space(char32_t c) { return c == '\t' || c == '\n' || c == '\r'; }

  static void clean(AlignedText& text, AlignedText& spare) {
    drop_characters(text, spare, [](char32_t c) {
      return (c < 0x20 || c >= 0x7F) && !is_line_space(c) && is_class(c, kIsRemoved);
    });
    if (is_ascii(text.text)) {
      for (char& c : text.text) {
        if (is_line_space(static_cast<unsigned char>(c))) c = ' ';
      }
      return;
    }
    Rewriter writer(text, spare);
    for (std::size_t at = 0; at < text.text.size();) {
      const char32_t c = next_character(text.text, at);
      writer.replace(is_class(c, kIsSpace) ? U' ' : c);
    }
    std::swap(text, spare);
  }

  static void set_han_apart(AlignedText& text, AlignedText& spare) {
    Rewriter writer(text, spare);
    for (std::size_t at = 0; at < text.text.size();) {
      const char32_t c = next_character(text.text, at);
      if (is_han(c)) {
        writer.replace(U' ');
        writer.insert(c);
        writer.insert(U' ');
      } else {
        writer.replace(c);
      }
    }
    std::swap(text, spare);
  }

  bool cleans_;
  bool sets_han_apart_;
  bool lowers_;
  bool strips_accents_;
};

class FormStep : public NormalizerStep {
 public:
  explicit FormStep(NormalForm form) : form_(form) {}
  void apply(AlignedText& text, AlignedText& spare) const override {
    to_normal_form(form_, text, spare);
  }

 private:
  NormalForm form_;
};

class LowercaseStep : public NormalizerStep {
 public:
  void apply(AlignedText& text, AlignedText& spare) const override { lower_text(text, spare); }
};

class StripAccentsStep : public NormalizerStep {
 public:
  void apply(AlignedText& text, AlignedText& spare) const override {
    if (is_ascii(text.text)) return;
    drop_characters(text, spare, [](char32_t c) { return c >= 0x80 && is_class(c, kIsMark); });
  }
};

class StripStep : public NormalizerStep {
 public:
  explicit StripStep(const Json& json)
      : left_(setting(json, "strip_left", true)), right_(setting(json, "strip_right", true)) {}

  void apply(AlignedText& text, AlignedText& spare) const override {
    const std::string_view view = text.text;
    std::size_t first = 0;
    while (left_ && first < view.size()) {
      std::size_t end = first;
      if (!is_class(next_character(view, end), kIsSpace)) break;
      first = end;
    }
    std::size_t last = view.size();
    while (right_ && last > first) {
      std::size_t begin = last - 1;
      while (begin > first && (static_cast<unsigned char>(view[begin]) & 0xC0U) == 0x80) --begin;
      std::size_t end = begin;
      if (!is_class(next_character(view, end), kIsSpace)) break;
      last = begin;
    }
    if (first == 0 && last == view.size()) return;
    spare.restart(text);
    spare.text.assign(view.substr(first, last - first));
    spare.origin.assign(text.origin.begin() + static_cast<std::ptrdiff_t>(first),
                        text.origin.begin() + static_cast<std::ptrdiff_t>(last));
    std::swap(text, spare);
  }

 private:
  bool left_;
  bool right_;
};

class ReplaceStep : public NormalizerStep {
 public:
  ReplaceStep(Pattern pattern, std::string content)
      : pattern_(std::move(pattern)), content_(std::move(content)) {}

  // The new text represents the last character of the replaced text.
  void apply(AlignedText& text, AlignedText& spare) const override {
    auto match = pattern_.find(text.text, 0);
    if (!match) return;
    Rewriter writer(text, spare);
    for (; match; match = pattern_.find(text.text, match->end)) {
      writer.copy(match->begin - writer.at());
      while (writer.at() < match->end) writer.drop();
      writer.insert(content_);
    }
    writer.copy(text.text.size() - writer.at());
    std::swap(text, spare);
  }

 private:
  Pattern pattern_;
  std::string content_;
};

class PrependStep : public NormalizerStep {
 public:
  explicit PrependStep(std::string content) : content_(std::move(content)) {}
  void apply(AlignedText& text, AlignedText& /*spare*/) const override {
    if (text.text.empty() || text.is_inner) return;
    text.text.insert(0, content_);
    text.origin.insert(text.origin.begin(), content_.size(), text.origin.front());
  }

 private:
  std::string content_;
};

// The changes of SentencePiece's rules for translation in addition to NFKC.
class NmtStep : public NormalizerStep {
 public:
  void apply(AlignedText& text, AlignedText& spare) const override {
    drop_characters(text, spare, [](char32_t c) {
      return (c >= 1 && c <= 8) || c == 0xB || (c >= 0xE && c <= 0x1F) || c == 0x7F || c == 0x8F ||
             c == 0x9F;
    });
    const auto is_space = [](char32_t c) {
      return c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == 0x1680 ||
             (c >= 0x200B && c <= 0x200F) || c == 0x2028 || c == 0x2029 || c == 0x2581 ||
             c == 0xFEFF || c == 0xFFFD;
    };
    Rewriter writer(text, spare);
    for (std::size_t at = 0; at < text.text.size();) {
      const char32_t c = next_character(text.text, at);
      writer.replace(is_space(c) ? U' ' : c);
    }
    std::swap(text, spare);
  }
};

class CharsmapStep : public NormalizerStep {
 public:
  explicit CharsmapStep(Charsmap map) : map_(std::move(map)) {}
  void apply(AlignedText& text, AlignedText& spare) const override { map_.apply(text, spare); }

 private:
  Charsmap map_;
};

Pattern read_pattern(const Json& json) {
  if (json.contains("String")) return Pattern::literal(json["String"].get<std::string>());
  return value_or_refuse(Pattern::regular_expression(json.at("Regex").get<std::string>()));
}

std::shared_ptr<const NormalizerStep> read_step(const std::string& type, const Json& json,
                                                GrowthLimit& growth) {
  if (type == "BertNormalizer") return std::make_shared<BertStep>(json);
  if (type == "NFC") return std::make_shared<FormStep>(NormalForm::Nfc);
  if (type == "NFD") return std::make_shared<FormStep>(NormalForm::Nfd);
  if (type == "NFKC") return std::make_shared<FormStep>(NormalForm::Nfkc);
  if (type == "NFKD") return std::make_shared<FormStep>(NormalForm::Nfkd);
  if (type == "Lowercase") return std::make_shared<LowercaseStep>();
  if (type == "StripAccents") return std::make_shared<StripAccentsStep>();
  if (type == "Strip") return std::make_shared<StripStep>(json);
  if (type == "Nmt") return std::make_shared<NmtStep>();
  if (type == "Prepend")
    return std::make_shared<PrependStep>(json.at("prepend").get<std::string>());
  if (type == "Replace") {
    Pattern pattern = read_pattern(json.at("pattern"));
    auto content = json.at("content").get<std::string>();
    growth.add(content.size(), pattern.shortest());
    return std::make_shared<ReplaceStep>(std::move(pattern), std::move(content));
  }
  if (type == "Precompiled") {
    const auto bytes = from_base64(json.at("precompiled_charsmap").get<std::string>());
    if (!bytes) refuse("the table of replaced characters is not Base64");
    Charsmap map = value_or_refuse(Charsmap::read(*bytes));
    growth.add(map.longest_replacement(), 1);
    return std::make_shared<CharsmapStep>(std::move(map));
  }
  refuse("the normaliser '" + type + "' is not known");
}

}  // namespace

void Normalizer::add(const Json& json, int depth) {
  if (depth > kMaxNesting) refuse("normalisers are nested too deeply");
  const std::string type = type_of(json, "a normaliser");
  if (type == "Sequence") {
    for (const Json& part : json.at("normalizers")) add(part, depth + 1);
  } else {
    if (steps_.size() >= kMaxNormalizers) refuse("there are too many normalisers");
    steps_.push_back(read_step(type, json, growth_));
  }
}

Normalizer Normalizer::read(const Json& json) {
  Normalizer normalizer;
  if (!json.is_null()) normalizer.add(json, 0);
  return normalizer;
}

}  // namespace noether::neural::tokens
