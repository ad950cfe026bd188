#include "noether/search/query/edit_distance.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "noether/base/utf8.h"

namespace noether::search {
namespace {

void read_letters(std::string_view word, std::vector<char32_t>& letters) {
  letters.clear();
  for (const base::CodePoint& point : base::code_points(word)) letters.push_back(point.value);
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  // Whole vocabularies are compared with one word: the memory is kept.
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
    // A swap reaches back two rows, but a replacement from there is in this row and costs no more.
    if (least > limit) return limit + 1;
  }
  return std::min(rows[(left.size() + 1) % 3][right.size()], limit + 1);
}

std::size_t plausible_edits(std::string_view word) {
  return word.size() <= 2 ? 0 : word.size() <= 4 ? 1 : 2;
}

}  // namespace noether::search
