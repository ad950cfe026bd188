#include "noether/search/query/near_terms.h"

#include <algorithm>
#include <unordered_map>

#include "noether/index/analysis/spaces.h"
#include "noether/search/query/edit_distance.h"
#include "noether/text/words.h"

namespace noether::search {

base::Result<std::vector<NearTerm>> near_terms(const index::IndexReader& index, std::uint32_t space,
                                               std::string_view term, std::size_t most) {
  const std::size_t limit = plausible_edits(term);
  std::unordered_map<std::string, std::size_t> found;  // in other segments, too
  for (const index::OpenSegment& segment : index.segments()) {
    const auto texts = segment.reader->texts(space);
    if (!texts) return std::unexpected(texts.error());
    for (auto cursor = texts->begin(); cursor.next();) {
      const std::size_t edits = edit_distance(term, cursor.text(), limit);
      if (edits > 0 && edits <= limit) found.emplace(cursor.text(), edits);
    }
  }
  std::vector<NearTerm> terms;
  for (const auto& [text, edits] : found) {
    const auto units = index.frequency(space, index::term_key(text));
    if (!units) return std::unexpected(units.error());
    terms.push_back({text, edits, *units});
  }
  std::ranges::sort(terms, [](const NearTerm& a, const NearTerm& b) {
    if (a.edits != b.edits) return a.edits < b.edits;
    return a.units != b.units ? a.units > b.units : a.text < b.text;
  });
  terms.resize(std::min(terms.size(), most));
  return terms;
}

base::Result<std::string> word_of_stem(const index::IndexReader& index, const std::string& stem) {
  for (const index::OpenSegment& segment : index.segments()) {
    const auto postings = segment.reader->postings(index::space::words, index::term_key(stem));
    if (!postings) return std::unexpected(postings.error());
    if (postings->unit() == index::PostingCursor::kEnd) continue;
    const auto document = segment.reader->document(postings->unit());
    if (!document) return std::unexpected(document.error());
    text::WordReader words;
    text::Word word;
    for (const text::Field& field : document->fields) {
      words.start(field);
      while (words.next(word)) {
        if (word.stem == stem) return std::string(word.text);
      }
    }
  }
  return stem;
}

}  // namespace noether::search
