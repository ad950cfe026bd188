// Reads any bytes as the text that a model writes, whole and in pieces. Checks that nothing
// crashes, that no sentence is empty, that formulas lie inside their sentence, one after the other,
// and that sentences, formulas and paragraphs do not depend on the pieces.
//
// A sign that opens a formula and is never closed is not awaited without end, and after many of
// them nothing is taken for a formula. If a text is long enough for either case, the pieces decide
// where formulas and sentences end; the words are still the same.
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

// Texts shorter than the longest awaited formula, which also have fewer opening signs than the
// limit.
constexpr std::size_t kShort = 1900;
constexpr std::ptrdiff_t kFewSigns = 90;

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

std::vector<WrittenSentence> written(std::string_view bytes, std::size_t piece) {
  std::vector<WrittenSentence> all;
  WrittenText text;
  const auto keep = [&](const std::vector<WrittenSentence>& sentences) {
    std::ranges::for_each(sentences, check);
    all.insert(all.end(), sentences.begin(), sentences.end());
  };
  for (std::size_t at = 0; at < bytes.size(); at += piece) keep(text.add(bytes.substr(at, piece)));
  keep(text.end());
  return all;
}

bool are_same(const WrittenSentence& a, const WrittenSentence& b) {
  return a.text.text == b.text.text && a.begins_paragraph == b.begins_paragraph &&
         std::ranges::equal(a.text.formulas, b.text.formulas,
                            [](const text::FormulaSpan& one, const text::FormulaSpan& other) {
                              return one.begin == other.begin && one.end == other.end;
                            });
}

std::string letters_of(const std::vector<WrittenSentence>& sentences) {
  std::string out;
  for (const WrittenSentence& sentence : sentences) {
    std::ranges::copy_if(sentence.text.text, std::back_inserter(out),
                         [](char c) { return base::is_letter(c) || (c >= '0' && c <= '9'); });
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto whole = written(bytes, std::max<std::size_t>(bytes.size(), 1));
  const auto pieces = written(bytes, std::size_t{1} + data[0] % 32);
  if (letters_of(whole) != letters_of(pieces)) std::abort();
  const auto signs = std::ranges::count_if(bytes, [](char c) { return c == '$' || c == '\\'; });
  if (bytes.size() > kShort || signs > kFewSigns) return 0;
  if (!std::ranges::equal(whole, pieces, are_same)) std::abort();
  return 0;
}
