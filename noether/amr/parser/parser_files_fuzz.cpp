// Reads any bytes as a lexicon and as tables of labels. Checks that files which can be read are
// written so that reading gives the same content.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/amr/parser/fragment.h"
#include "noether/amr/parser/lexicon.h"
#include "noether/amr/parser/words.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace noether::amr;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto lexicon = Lexicon::parse(text)) {
    const std::string written = lexicon->text();
    if (Lexicon::parse(written).value().text() != written) std::abort();
  }
  if (auto labels = LabelTable::parse(text)) {
    if (LabelTable::parse(labels->text()).value().text() != labels->text()) std::abort();
    (void)FragmentTable::from(*std::move(labels));
  }
  // Words follow one another.
  std::uint32_t end = 0;
  for (const Word& word : split_words(text).words) {
    if (word.span.begin < end || word.span.end <= word.span.begin || word.span.end > size) {
      std::abort();
    }
    end = word.span.end;
  }
  return 0;
}
