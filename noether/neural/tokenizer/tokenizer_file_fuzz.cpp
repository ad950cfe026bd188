// Reads any bytes as tokenizer.json or as a SentencePiece model: no crash and no unbounded growth.
// A tokenizer that was read encodes texts within their bounds, and is the same after it was written
// and read again.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "noether/neural/tokenizer/tokenizer.h"
#include "noether/neural/tokenizer/tokenizer_folder.h"

using namespace noether::neural::tokens;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::string json(bytes);
  if (!bytes.starts_with('{')) {
    try {
      json = write_document(sentence_piece_document(bytes, Json::object()));
    } catch (const std::exception&) {
      return 0;
    }
  }
  const auto tokenizer = Tokenizer::from_json(json);
  if (!tokenizer) return 0;
  constexpr std::string_view kText =
      "The sum $\\sum_{i=1}^N x_i$ of 12 cafe\xCC\x81s, \xFF \n [MASK]!";
  const Encoding encoding = tokenizer->encode(kText);
  for (std::size_t i = 0; i < encoding.ids.size(); ++i) {
    if (encoding.ids[i] >= tokenizer->size()) std::abort();
    if (encoding.spans[i].end > kText.size()) std::abort();
  }
  const std::string decoded = tokenizer->decode(encoding.ids);
  const auto again = Tokenizer::from_json(tokenizer->to_json());
  if (!again || again->encode(kText).ids != encoding.ids) std::abort();
  if (again->decode(encoding.ids) != decoded) std::abort();
  return 0;
}
