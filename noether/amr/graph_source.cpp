#include "noether/amr/graph_source.h"

#include <fmt/format.h>

#include <utility>

namespace noether::amr {

base::Result<GraphSource> GraphSource::read(std::string_view text) {
  GraphSource source;
  source.digest_ = base::digest_of(text);
  auto entries = read_bank(text);
  if (!entries) return std::unexpected(std::move(entries.error()));
  source.entries_ = *std::move(entries);
  for (std::size_t i = 0; i < source.entries_.size(); ++i) {
    const BankEntry& entry = source.entries_[i];
    const std::string id(entry.find("id"));
    if (id.empty()) {
      return base::fail(fmt::format("line {}: this graph has no `# ::id`", entry.line));
    }
    const auto [found, is_new] = source.place_of_.emplace(id, i);
    if (!is_new) {
      return base::fail(fmt::format("line {}: the id {} already occurs at line {}", entry.line, id,
                                    source.entries_[found->second].line));
    }
  }
  return source;
}

const BankEntry* GraphSource::find(std::string_view id) const {
  const auto found = place_of_.find(std::string(id));
  return found == place_of_.end() ? nullptr : &entries_[found->second];
}

}  // namespace noether::amr
