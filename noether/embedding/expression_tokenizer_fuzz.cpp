// Reads any bytes as a tokenizer file and as an expression: no crash, and an encoded text decodes
// to a text with the same encoding.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "noether/embedding/expression_tokenizer.h"

using namespace noether::embedding;

namespace {

void encode_and_decode(const ExpressionTokenizer& tokenizer, std::string_view text) {
  const auto ids = tokenizer.encode(text);
  if (!ids) return;
  const auto back = tokenizer.decode(*ids);
  if (!back) std::abort();
  const auto again = tokenizer.encode(*back);
  if (!again || *again != *ids) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ExpressionTokenizer standard = ExpressionTokenizer::standard();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (!text.starts_with('{')) {
    encode_and_decode(standard, text);
    return 0;
  }
  const auto tokenizer = ExpressionTokenizer::from_json(text);
  if (!tokenizer) return 0;
  const std::string json = tokenizer->to_json();
  const auto same = ExpressionTokenizer::from_json(json);
  if (!same || same->to_json() != json) std::abort();
  (void)tokenizer->encode("+ x 1");
  return 0;
}
