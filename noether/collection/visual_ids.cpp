#include "noether/collection/visual_ids.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "noether/collection/tsv_reader.h"

namespace noether::collection {
namespace {

base::Result<void> read_file(const std::string& path, VisualIds& ids, ProblemList& problems) {
  auto reader = TsvReader::open(path, problems);
  if (!reader) return std::unexpected(reader.error());
  TsvRecord record;
  auto more = reader->next(record);
  if (!more) return std::unexpected(more.error());
  if (!*more) return {};
  const std::size_t id = find_column(record, "id");
  const std::size_t visual_id = find_column(record, "visual_id");
  const std::size_t columns = record.values.size();
  if (id == columns || visual_id == columns) {
    problems.skipped(path, record.line,
                     "the first line does not name the columns id and visual_id, so the formulas "
                     "of this file get no visual ids");
    return {};
  }
  while (true) {
    more = reader->next(record);
    if (!more) return std::unexpected(more.error());
    if (!*more) return {};
    if (record.values.size() != columns) {
      problems.skipped(
          path, record.line,
          fmt::format("{} values, but there are {} columns", record.values.size(), columns));
      continue;
    }
    // A formula that could not be drawn has no visual id.
    if (record.values[visual_id].empty()) continue;
    const auto formula = read_number(record.values[id]);
    const auto visual = read_number(record.values[visual_id]);
    if (!formula || !visual) {
      problems.skipped(path, record.line,
                       fmt::format("the formula id '{}' or the visual id '{}' is not a number",
                                   record.values[id], record.values[visual_id]));
      continue;
    }
    ids.add(*formula, *visual);
  }
}

}  // namespace

void VisualIds::add(std::uint32_t formula, std::uint32_t visual) {
  formulas_.push_back(formula);
  visuals_.push_back(visual);
}

std::size_t VisualIds::freeze() {
  if (!std::ranges::is_sorted(formulas_)) {
    std::vector<std::uint32_t> order(formulas_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return std::pair(formulas_[i], i); });
    std::vector<std::uint32_t> sorted(order.size());
    std::ranges::transform(order, sorted.begin(), [&](std::uint32_t i) { return visuals_[i]; });
    visuals_.swap(sorted);
    std::ranges::sort(formulas_);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < formulas_.size(); ++i) {
    if (kept > 0 && formulas_[kept - 1] == formulas_[i]) continue;
    formulas_[kept] = formulas_[i];
    visuals_[kept++] = visuals_[i];
  }
  const std::size_t dropped = visuals_.size() - kept;
  formulas_.resize(kept);
  visuals_.resize(kept);
  visuals_.shrink_to_fit();
  const std::uint64_t bit_bytes = formulas_.empty() ? 0 : formulas_.back() / 8;
  if (bit_bytes > 4 * std::uint64_t{kept}) {
    formulas_.shrink_to_fit();
  } else {
    make_bits();
  }
  return dropped;
}

void VisualIds::make_bits() {
  bits_.assign(formulas_.empty() ? 0 : formulas_.back() / 64 + 1, 0);
  for (const std::uint32_t formula : formulas_) {
    bits_[formula / 64] |= std::uint64_t{1} << (formula % 64);
  }
  std::vector<std::uint32_t>().swap(formulas_);
  counts_.clear();
  std::uint32_t count = 0;
  for (std::size_t word = 0; word < bits_.size(); ++word) {
    if (word % kWordsPerCount == 0) counts_.push_back(count);
    count += static_cast<std::uint32_t>(std::popcount(bits_[word]));
  }
}

std::optional<std::uint32_t> VisualIds::find(std::uint32_t formula) const {
  if (!formulas_.empty()) {
    const auto found = std::ranges::lower_bound(formulas_, formula);
    if (found == formulas_.end() || *found != formula) return std::nullopt;
    return visuals_[static_cast<std::size_t>(found - formulas_.begin())];
  }
  const std::size_t word = formula / 64;
  const std::uint64_t bit = std::uint64_t{1} << (formula % 64);
  if (word >= bits_.size() || (bits_[word] & bit) == 0) return std::nullopt;
  std::size_t place = counts_[word / kWordsPerCount];
  for (std::size_t i = word - word % kWordsPerCount; i < word; ++i) {
    place += static_cast<std::size_t>(std::popcount(bits_[i]));
  }
  place += static_cast<std::size_t>(std::popcount(bits_[word] & (bit - 1)));
  return visuals_[place];
}

std::size_t VisualIds::memory_bytes() const {
  return formulas_.capacity() * 4 + visuals_.capacity() * 4 + bits_.capacity() * 8 +
         counts_.capacity() * 4;
}

base::Result<VisualIds> read_visual_ids(std::span<const std::string> paths, ProblemList& problems) {
  VisualIds ids;
  for (const std::string& path : paths) {
    if (const auto read = read_file(path, ids, problems); !read) {
      return std::unexpected(read.error());
    }
  }
  if (const std::size_t dropped = ids.freeze(); dropped > 0) {
    problems.flawed(paths.front(), 0,
                    fmt::format("{} formulas occur twice; the first one counts", dropped));
  }
  return ids;
}

}  // namespace noether::collection
