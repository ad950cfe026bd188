#include "noether/search/suggest/prefix_table.h"

#include <algorithm>

namespace noether::search {

PrefixTable::PrefixTable(std::vector<Entry> entries) : entries_(std::move(entries)) {
  std::ranges::sort(entries_, [](const Entry& a, const Entry& b) {
    return a.key != b.key ? a.key < b.key : a.text < b.text;
  });
}

std::vector<const PrefixTable::Entry*> PrefixTable::find(std::string_view prefix,
                                                         std::size_t most) const {
  const auto head = [&](const Entry& entry) {
    return std::string_view(entry.key).substr(0, prefix.size());
  };
  const auto range = std::ranges::equal_range(entries_, prefix, {}, head);
  std::vector<const Entry*> found;
  found.reserve(static_cast<std::size_t>(range.end() - range.begin()));
  for (const Entry& entry : range) found.push_back(&entry);
  most = std::min(most, found.size());
  std::ranges::partial_sort(found, found.begin() + static_cast<std::ptrdiff_t>(most),
                            [](const Entry* a, const Entry* b) {
                              if (a->count != b->count) return a->count > b->count;
                              if (a->key.size() != b->key.size()) {
                                return a->key.size() < b->key.size();
                              }
                              return a < b;
                            });
  found.resize(most);
  return found;
}

}  // namespace noether::search
