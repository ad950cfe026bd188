#include "noether/search/query/near_terms.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_map>
#include <vector>

#include "noether/base/utf8.h"
#include "noether/index/analysis/spaces.h"
#include "noether/text/words.h"

namespace noether::search {
namespace {

void read_letters(std::string_view word, std::vector<char32_t>& letters) {
  letters.clear();
  for (const base::CodePoint& point : base::code_points(word)) letters.push_back(point.value);
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  // A whole vocabulary is compared with one word, so the memory is reused.
  static thread_local std::vector<char32_t> left;
  static thread_local std::vector<char32_t> right;
  static thread_local std::array<std::vector<std::size_t>, 3> rows;
  read_letters(a, left);
  read_letters(b, right);
  const std::size_t difference =
      left.size() < right.size() ? right.size() - left.size() : left.size() - right.size();
  if (difference > limit) return limit + 1;
  for (std::vector<std::size_t>& row : rows) row.assign(right.size() + 1, 0);
  std::iota(rows[1].begin(), rows[1].end(), std::size_t{0});
  for (std::size_t i = 1; i <= left.size(); ++i) {
    const std::vector<std::size_t>& before_last = rows[(i + 2) % 3];
    const std::vector<std::size_t>& last = rows[i % 3];
    std::vector<std::size_t>& row = rows[(i + 1) % 3];
    row[0] = i;
    std::size_t least = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
      least = std::min(least, row[j]);
    }
    // A swap uses the row before the last one, but a replacement from there costs no more and is in
    // this row.
    if (least > limit) return limit + 1;
  }
  return std::min(rows[(left.size() + 1) % 3][right.size()], limit + 1);
}

std::size_t plausible_edits(std::string_view word) {
  return word.size() <= 2 ? 0 : word.size() <= 4 ? 1 : 2;
}

base::Result<std::vector<NearTerm>> near_terms(const index::IndexReader& index, std::uint32_t space,
                                               std::string_view term, std::size_t most) {
  const std::size_t limit = plausible_edits(term);
  std::unordered_map<std::string, std::size_t> found;  // a term may be in several segments
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
