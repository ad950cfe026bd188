#include "noether/neural/tokenizer/tokenizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "noether/base/utf8.h"
#include "noether/neural/tokenizer/characters.h"
#include "noether/neural/tokenizer/tokenizer_folder.h"
#include "noether/neural/tokenizer/tokenizer_parts.h"

namespace noether::neural::tokens {
namespace {

struct TextTokens {
  std::vector<TokenId> ids;
  std::vector<base::Span> spans;

  void cut(std::size_t most) {
    ids.resize(std::min(most, ids.size()));
    spans.resize(ids.size());
  }
};

// The place `count` characters after `at`, or before it.
std::uint32_t characters_behind(std::string_view text, std::uint32_t at, std::size_t count) {
  for (; count > 0 && at < text.size(); --count) {
    at += static_cast<std::uint32_t>(base::decode_code_point(text.substr(at)).bytes.size());
  }
  return at;
}

std::uint32_t characters_before(std::string_view text, std::uint32_t at, std::size_t count) {
  for (; count > 0 && at > 0; --count) {
    do {
      --at;
    } while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80);
  }
  return at;
}

void slice(const AlignedText& from, std::size_t begin, std::size_t end, AlignedText& to) {
  to.restart(from);
  if (begin < from.origin.size()) to.begin = from.origin[begin].begin;
  to.text.assign(from.text, begin, end - begin);
  to.origin.assign(from.origin.begin() + static_cast<std::ptrdiff_t>(begin),
                   from.origin.begin() + static_cast<std::ptrdiff_t>(end));
}

}  // namespace

// Makes the tokens of one text. With a limit, it stops after the piece that reaches it, as the
// library does: the decision which of two texts is longer, and is cut first, comes later.
class Encoder {
 public:
  Encoder(const Tokenizer::Parts& parts, std::string_view text, std::size_t limit)
      : parts_(parts),
        limit_(limit == 0 ? std::numeric_limits<std::size_t>::max() : limit),
        text_(text.substr(0, std::numeric_limits<std::uint32_t>::max())),
        trims_(parts.post_processor.trims_spans()) {}

  TextTokens encode(std::optional<FormulaSpans> formulas) {
    if (!parts_.formulas.is_active()) {
      add_text(0, text_.size());
      return std::move(out_);
    }
    std::vector<base::Span> found;
    if (!formulas) {
      find_formulas(text_, found);
      formulas = found;
    }
    std::size_t at = 0;
    for (const base::Span& formula : *formulas) {
      const std::size_t begin = std::min<std::size_t>(formula.begin, text_.size());
      const std::size_t end = std::min<std::size_t>(formula.end, text_.size());
      if (begin < at || begin >= end) continue;
      if (is_full()) break;
      add_text(at, begin);
      add_formula(begin, end);
      at = end;
    }
    add_text(at, text_.size());
    return std::move(out_);
  }

 private:
  void add_formula(std::size_t begin, std::size_t end) {
    parts_.formulas.split(text_.substr(begin, end - begin), formula_parts_);
    for (const FormulaReader::Part& part : formula_parts_) {
      if (is_full()) return;
      if (part.id) {
        out_.ids.push_back(*part.id);
        out_.spans.push_back({static_cast<std::uint32_t>(begin + part.begin),
                              static_cast<std::uint32_t>(begin + part.end)});
      } else {
        add_text(begin + part.begin, begin + part.end, true);
      }
    }
  }

  bool is_full() const { return out_.ids.size() >= limit_; }

  void add_text(std::size_t begin, std::size_t end, bool is_inner = false) {
    if (begin >= end || is_full()) return;
    raw_.assign(text_.substr(begin, end - begin), static_cast<std::uint32_t>(begin));
    raw_.is_inner = is_inner;
    if (!parts_.raw_finder.split(raw_.text, raw_parts_)) {
      std::swap(raw_, normalized_);
      add_normalized();
      return;
    }
    for (const AddedTokenFinder::Part& part : raw_parts_) {
      if (part.token != nullptr) {
        add_found(raw_, part);
      } else {
        slice(raw_, part.begin, part.end, normalized_);
        add_normalized();
      }
    }
  }

  // The content of normalized_ before normalisation.
  void add_normalized() {
    parts_.normalizer.apply(normalized_, spare_.text);
    if (!parts_.normalized_finder.split(normalized_.text, normalized_parts_)) {
      std::swap(normalized_, pieces_.text);
      add_pieces();
      return;
    }
    for (const AddedTokenFinder::Part& part : normalized_parts_) {
      if (part.token != nullptr) {
        add_found(normalized_, part);
      } else {
        slice(normalized_, part.begin, part.end, pieces_.text);
        add_pieces();
      }
    }
  }

  void add_pieces() {
    pieces_.pieces.clear();
    pieces_.add(0, pieces_.text.text.size());
    parts_.pre_tokenizer.apply(pieces_, spare_);
    const bool is_byte_level = parts_.pre_tokenizer.is_byte_level();
    for (const Piece& piece : pieces_.pieces) {
      if (is_full()) return;
      const std::string_view text = pieces_.view(piece);
      tokens_.clear();
      parts_.model->tokenize(text, scratch_, tokens_);
      for (const ModelToken& token : tokens_) {
        base::Span span = pieces_.text.span(piece.begin + token.begin, piece.begin + token.end);
        if (trims_) trim(text.substr(token.begin, token.end - token.begin), is_byte_level, span);
        out_.ids.push_back(token.id);
        out_.spans.push_back(span);
      }
    }
  }

  void add_found(const AlignedText& text, const AddedTokenFinder::Part& part) {
    base::Span span = text.span(part.begin, part.end);
    if (trims_)
      trim(std::string_view(text.text).substr(part.begin, part.end - part.begin), false, span);
    out_.ids.push_back(part.token->id);
    out_.spans.push_back(span);
  }

  // Shortens the span by the characters that are white space at the ends of the token.
  void trim(std::string_view token, bool is_bytes, base::Span& span) {
    const auto is_space = [&](char32_t c) { return is_bytes ? c == ' ' : is_class(c, kIsSpace); };
    std::size_t leading = 0;
    std::size_t trailing = 0;
    if (is_bytes) {
      while (leading < token.size() && token[leading] == ' ') ++leading;
      while (trailing < token.size() && token[token.size() - 1 - trailing] == ' ') ++trailing;
    } else {
      bool is_leading = true;
      for (std::size_t at = 0; at < token.size();) {
        const bool space = is_space(next_character(token, at));
        is_leading = is_leading && space;
        leading += is_leading ? 1U : 0U;
        trailing = space ? trailing + 1 : 0;
      }
    }
    const bool is_first = out_.ids.empty() || span.begin == 0;
    if (is_first && leading == 1 && parts_.post_processor.keeps_prefix()) leading = 0;
    if (leading > 0) span.begin = std::min(characters_behind(text_, span.begin, leading), span.end);
    if (trailing > 0) {
      span.end = std::max(characters_before(text_, span.end, trailing), span.begin);
    }
  }

  const Tokenizer::Parts& parts_;
  std::size_t limit_;
  std::string_view text_;
  bool trims_;
  TextTokens out_;
  AlignedText raw_;
  AlignedText normalized_;
  SplitText pieces_;
  SplitText spare_;
  ModelScratch scratch_;
  std::vector<ModelToken> tokens_;
  std::vector<AddedTokenFinder::Part> raw_parts_;
  std::vector<AddedTokenFinder::Part> normalized_parts_;
  std::vector<FormulaReader::Part> formula_parts_;
};

namespace {

Encoding put_together(const std::vector<TemplateItem>& items, bool special_tokens,
                      const TextTokens& first, const TextTokens& second) {
  Encoding encoding;
  const auto add_text = [&](const TextTokens& text, std::uint8_t type, Source source) {
    encoding.ids.insert(encoding.ids.end(), text.ids.begin(), text.ids.end());
    encoding.spans.insert(encoding.spans.end(), text.spans.begin(), text.spans.end());
    encoding.types.resize(encoding.ids.size(), type);
    encoding.sources.resize(encoding.ids.size(), source);
  };
  for (const TemplateItem& item : items) {
    switch (item.kind) {
      case TemplateItem::Kind::First:
        add_text(first, item.type, Source::First);
        break;
      case TemplateItem::Kind::Second:
        add_text(second, item.type, Source::Second);
        break;
      case TemplateItem::Kind::Special:
        if (special_tokens) add_text({{item.id}, {{0, 0}}}, item.type, Source::Special);
    }
  }
  return encoding;
}

// Cuts both texts. Returns whether they fit into `most` tokens.
bool cut_pair(TextTokens& first, TextTokens& second, std::size_t most, Cut cut) {
  const std::size_t total = first.ids.size() + second.ids.size();
  if (total <= most) return true;
  if (most == 0) {
    first.cut(0);
    second.cut(0);
    return true;
  }
  if (cut != Cut::LongestFirst) {
    TextTokens& text = cut == Cut::OnlyFirst ? first : second;
    if (text.ids.size() <= total - most) return false;
    text.cut(text.ids.size() - (total - most));
    return true;
  }
  const bool first_is_longer = first.ids.size() > second.ids.size();
  TextTokens& shorter = first_is_longer ? second : first;
  TextTokens& longer = first_is_longer ? first : second;
  if (2 * shorter.ids.size() > most) shorter.cut(most / 2);
  longer.cut(most - shorter.ids.size());
  return true;
}

}  // namespace

base::Result<Tokenizer> Tokenizer::from_json(std::string_view text) {
  try {
    const Json document = Json::parse(text, nullptr, false);
    if (document.is_discarded()) {
      return base::fail("not a tokenizer.json: it is not JSON, or cut off");
    }
    return Tokenizer(std::make_shared<const Parts>(document));
  } catch (const std::exception& error) {
    return base::fail(fmt::format("not a tokenizer.json that can be read: {}", error.what()));
  }
}

base::Result<Tokenizer> Tokenizer::open(const std::string& folder) {
  const auto text = read_tokenizer_folder(folder);
  if (!text) return std::unexpected(text.error());
  auto tokenizer = from_json(*text);
  if (!tokenizer) {
    return base::fail(fmt::format("'{}': {}", folder, tokenizer.error().message));
  }
  return tokenizer;
}

std::string Tokenizer::to_json() const { return parts_->json; }

Encoding Tokenizer::encode(std::string_view text, const EncodeOptions& options) const {
  return encode_one(text, std::nullopt, options);
}

Encoding Tokenizer::encode(std::string_view text, FormulaSpans formulas,
                           const EncodeOptions& options) const {
  return encode_one(text, formulas, options);
}

Encoding Tokenizer::encode_one(std::string_view text, std::optional<FormulaSpans> formulas,
                               const EncodeOptions& options) const {
  TextTokens tokens = Encoder(*parts_, text, options.most).encode(formulas);
  const std::size_t special =
      options.special_tokens ? parts_->post_processor.special_tokens(false) : 0;
  if (options.most > 0) tokens.cut(options.most > special ? options.most - special : 0);
  return put_together(parts_->post_processor.items(false), options.special_tokens, tokens, {});
}

base::Result<Encoding> Tokenizer::encode_pair(std::string_view first, std::string_view second,
                                              const EncodeOptions& options) const {
  TextTokens a = Encoder(*parts_, first, options.most).encode(std::nullopt);
  TextTokens b = Encoder(*parts_, second, options.most).encode(std::nullopt);
  const std::size_t special =
      options.special_tokens ? parts_->post_processor.special_tokens(true) : 0;
  const std::size_t most = options.most > special ? options.most - special : 0;
  if (options.most > 0 && !cut_pair(a, b, most, options.cut)) {
    return base::fail(fmt::format("the text that may be cut is too short: {} and {} tokens do not "
                                  "fit into {}",
                                  a.ids.size(), b.ids.size(), options.most),
                      {}, "cut the longer one first, or allow more tokens");
  }
  return put_together(parts_->post_processor.items(true), options.special_tokens, a, b);
}

Encoding Tokenizer::join(const Encoding& first, const Encoding& second) const {
  return put_together(parts_->post_processor.items(true), true, {first.ids, first.spans},
                      {second.ids, second.spans});
}

std::size_t Tokenizer::special_tokens_of_pair() const {
  return parts_->post_processor.special_tokens(true);
}

std::string Tokenizer::decode(std::span<const TokenId> ids, bool skip_special_tokens) const {
  std::vector<std::string> texts;
  for (const TokenId id : ids) {
    if (skip_special_tokens && is_special(id)) continue;
    const AddedToken* added = parts_->added_token(id);
    if (added != nullptr && added->is_normalized) {
      texts.push_back(parts_->normalized_content(*added));
    } else if (const std::string_view text = token(id); !text.empty()) {
      texts.emplace_back(text);
    }
  }
  return parts_->decoder.decode(std::move(texts));
}

std::size_t Tokenizer::size() const { return parts_->size; }

std::string_view Tokenizer::token(TokenId id) const {
  if (const AddedToken* added = parts_->added_token(id)) return added->content;
  return parts_->vocabulary.token(id);
}

std::optional<TokenId> Tokenizer::find(std::string_view token) const {
  const auto added = parts_->added_by_content.find(token);
  if (added != parts_->added_by_content.end()) return parts_->added[added->second].id;
  return parts_->vocabulary.find(token);
}

bool Tokenizer::is_special(TokenId id) const {
  const AddedToken* added = parts_->added_token(id);
  return added != nullptr && added->is_special;
}

bool Tokenizer::reads_formulas() const { return parts_->formulas.is_active(); }

base::Result<Tokenizer::Extended> Tokenizer::with_tokens(std::span<const NewToken> added) const {
  Json document = Json::parse(parts_->json);
  std::vector<TokenId> ids;
  std::vector<std::vector<TokenId>> pieces;
  std::unordered_map<std::string_view, TokenId> asked;
  auto next = static_cast<TokenId>(size());
  for (const NewToken& token : added) {
    std::string texts = token.content;
    for (const std::string& formula : token.formulas) texts += formula;
    if (token.content.empty() || base::find_invalid_utf8(texts)) {
      return base::fail("a new token is empty, or not UTF-8");
    }
    const auto known = find(token.content);
    const auto [place, is_new] = asked.try_emplace(token.content, known.value_or(next));
    ids.push_back(place->second);
    if (known) {
      pieces.push_back({*known});
    } else {
      if (is_new) ++next;
      const std::string& text = token.formulas.empty() ? token.content : token.formulas.front();
      pieces.push_back(encode(text, {.special_tokens = false}).ids);
    }
    const bool is_added = parts_->added_by_content.contains(token.content);
    if (!is_new || is_added || (known && token.formulas.empty())) continue;
    AddedToken entry;
    entry.id = place->second;
    entry.content = token.content;
    entry.formulas = token.formulas;
    document["added_tokens"].push_back(entry.to_json());
  }
  try {
    return Extended{Tokenizer(std::make_shared<const Parts>(document)), std::move(ids),
                    std::move(pieces)};
  } catch (const std::exception& error) {
    return base::fail(error.what());
  }
}

NewToken formula_token(std::vector<std::string> ways) {
  // The content of a bare word would be that word outside of formulas, so its token has another
  // name.
  const std::string& first = ways.front();
  std::string content = first.starts_with('\\') ? first : "$" + first + "$";
  return {std::move(content), std::move(ways)};
}

std::vector<NewToken> formula_letters() {
  std::vector<NewToken> tokens;
  for (const char first : {'a', 'A'}) {
    for (int i = 0; i < 26; ++i) {
      tokens.push_back(formula_token({std::string(1, static_cast<char>(first + i))}));
    }
  }
  return tokens;
}

}  // namespace noether::neural::tokens
