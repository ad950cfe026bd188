// Reads any bytes as a text with a small tokenizer of each kind, which the first byte chooses: ids
// are in the vocabulary, spans are in the text and in order, and limits hold.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "noether/neural/tokenizer/tokenizer.h"

using namespace noether::neural::tokens;

namespace {

constexpr std::string_view kWords = R"({
  "added_tokens": [
    {"id": 1, "content": "[CLS]", "special": true},
    {"id": 9, "content": "sum of", "lstrip": true, "rstrip": true, "single_word": true},
    {"id": 10, "content": "$x$", "formula": "x"}, {"id": 11, "content": "\\frac", "formula": "\\frac"},
    {"id": 12, "content": "\\text", "formula": "\\text"},
    {"id": 13, "content": "\\sum", "formula": ["\\sum", "∑", "sum"]},
    {"id": 14, "content": "\\begin{matrix}", "formula": ["\\begin{matrix}", "\\begin{matrix*}"]}],
  "normalizer": {"type": "BertNormalizer"}, "pre_tokenizer": {"type": "BertPreTokenizer"},
  "post_processor": {"type": "BertProcessing", "cls": ["[CLS]", 1], "sep": ["[UNK]", 0]},
  "decoder": {"type": "WordPiece"},
  "model": {"type": "WordPiece", "vocab": {"[UNK]": 0, "[CLS]": 1, "a": 2, "##a": 3, "the": 4,
    "##m": 5, "su": 6, "$": 7, "(": 8}}})";

constexpr std::string_view kBytes = R"({
  "added_tokens": [{"id": 6, "content": "<mask>", "special": true, "lstrip": true},
    {"id": 7, "content": "$a$", "formula": "a"}, {"id": 8, "content": "\\le", "formula": ["\\le", "<="]}],
  "normalizer": {"type": "NFC"},
  "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": true},
  "post_processor": {"type": "RobertaProcessing", "cls": ["a", 0], "sep": ["b", 1]},
  "decoder": {"type": "ByteLevel"},
  "model": {"type": "BPE", "unk_token": "a", "vocab": {"a": 0, "b": 1, "ab": 2, "Ġ": 3, "Ġab": 4,
    "abab": 5}, "merges": ["a b", "Ġ ab", "ab ab"]}})";

constexpr std::string_view kPieces = R"({
  "normalizer": {"type": "Sequence", "normalizers": [{"type": "Nmt"}, {"type": "NFKD"},
    {"type": "StripAccents"}, {"type": "Lowercase"}, {"type": "Strip"},
    {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}]},
  "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Digits"},
    {"type": "Punctuation", "behavior": "MergedWithNext"}, {"type": "Metaspace"}]},
  "decoder": {"type": "Metaspace"},
  "model": {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0], ["▁", -1], ["a", -2],
    ["▁a", -2.5], ["aa", -3], ["b", -4], ["ab", -4.5]]}})";

constexpr std::string_view kSplit = R"({
  "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Split", "pattern": {"Regex":
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"},
    "behavior": "Isolated"}, {"type": "Whitespace"}]},
  "decoder": {"type": "Sequence", "decoders": [{"type": "ByteFallback"}, {"type": "Fuse"}]},
  "model": {"type": "BPE", "fuse_unk": true, "unk_token": "?", "end_of_word_suffix": "</w>",
    "vocab": {"?": 0, "a": 1, "a</w>": 2, "aa</w>": 3}, "merges": [["a", "a</w>"]]}})";

const std::array<Tokenizer, 4>& tokenizers() {
  static const std::array<Tokenizer, 4> kTokenizers = {
      Tokenizer::from_json(kWords).value(), Tokenizer::from_json(kBytes).value(),
      Tokenizer::from_json(kPieces).value(), Tokenizer::from_json(kSplit).value()};
  return kTokenizers;
}

void check(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Tokenizer& tokenizer = tokenizers()[data[0] % tokenizers().size()];
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  const Encoding all = tokenizer.encode(text);
  check(all.ids.size() == all.spans.size() && all.ids.size() == all.types.size() &&
        all.ids.size() == all.sources.size());
  for (std::size_t i = 0; i < all.ids.size(); ++i) {
    check(all.ids[i] < tokenizer.size());
    check(all.spans[i].begin <= all.spans[i].end && all.spans[i].end <= text.size());
  }
  // Spans of formulas from a caller, ordered or not.
  std::vector<noether::base::Span> formulas;
  for (std::size_t i = 0; i + 1 < std::min<std::size_t>(text.size(), 6); i += 2) {
    formulas.push_back({data[i + 1], data[i + 2]});
  }
  const Encoding marked = tokenizer.encode(text, formulas);
  for (const noether::base::Span& span : marked.spans) {
    check(span.begin <= span.end && span.end <= text.size());
  }
  const Encoding some = tokenizer.encode(text, {.most = 7});
  check(some.ids.size() <= 7);
  const std::size_t half = text.size() / 2;
  const auto pair = tokenizer.encode_pair(text.substr(0, half), text.substr(half), {.most = 9});
  check(pair && pair->ids.size() <= 9);
  tokenizer.decode(all.ids);
  return 0;
}
