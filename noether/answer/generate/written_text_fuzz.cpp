// Any bytes as the text that a model writes, whole and in pieces: no crash, sentences that are not
// empty and whose formulas stand inside them, one behind the other, and the same letters and digits
// in any pieces. Where a sentence ends may depend on the pieces: a sign that opens a formula and is
// never closed is not waited for without end.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "noether/answer/generate/written_text.h"
#include "noether/base/ascii.h"

using namespace noether;
using namespace noether::answer;

namespace {

void check(const WrittenSentence& sentence) {
  const text::Field& field = sentence.text;
  if (field.text.empty()) std::abort();
  std::size_t end = 0;
  for (const text::FormulaSpan& formula : field.formulas) {
    if (formula.begin < end || formula.end < formula.begin || formula.end > field.text.size()) {
      std::abort();
    }
    end = formula.end;
  }
}

std::string letters_of(std::string_view bytes, std::size_t piece) {
  std::string out;
  WrittenText text;
  const auto keep = [&](const std::vector<WrittenSentence>& sentences) {
    for (const WrittenSentence& sentence : sentences) {
      check(sentence);
      std::ranges::copy_if(sentence.text.text, std::back_inserter(out),
                           [](char c) { return base::is_letter(c) || (c >= '0' && c <= '9'); });
    }
  };
  for (std::size_t at = 0; at < bytes.size(); at += piece) keep(text.add(bytes.substr(at, piece)));
  keep(text.end());
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string whole = letters_of(bytes, std::max<std::size_t>(bytes.size(), 1));
  if (whole != letters_of(bytes, std::size_t{1} + data[0] % 32)) std::abort();
  return 0;
}
