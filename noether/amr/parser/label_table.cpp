#include "noether/amr/parser/label_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

#include "noether/base/file_system.h"

namespace noether::amr {
namespace {

constexpr std::uint64_t kMostTableBytes = std::uint64_t{64} << 20;

}  // namespace

LabelId LabelTable::count(std::string_view name, std::uint32_t times) {
  const auto [found, is_new] = ids_.try_emplace(std::string(name), names_.size());
  if (is_new) {
    names_.emplace_back(name);
    counts_.push_back(0);
  }
  counts_[found->second] += times;
  return found->second;
}

std::optional<LabelId> LabelTable::find(std::string_view name) const {
  const auto found = ids_.find(std::string(name));
  if (found == ids_.end()) return std::nullopt;
  return found->second;
}

LabelTable LabelTable::frequent(std::uint32_t least, std::size_t kept) const {
  std::vector<LabelId> order(size());
  std::iota(order.begin(), order.end(), LabelId{0});
  const auto first = order.begin() + static_cast<std::ptrdiff_t>(std::min(kept, order.size()));
  std::sort(first, order.end(), [&](LabelId a, LabelId b) {
    return counts_[a] != counts_[b] ? counts_[a] > counts_[b] : names_[a] < names_[b];
  });
  LabelTable table;
  for (const LabelId id : order) {
    if (id < kept || counts_[id] >= least) table.count(names_[id], counts_[id]);
  }
  return table;
}

base::Result<LabelTable> LabelTable::parse(std::string_view text) {
  LabelTable table;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    std::uint32_t count = 0;
    const auto [after, error] = std::from_chars(line.data(), line.data() + line.size(), count);
    const auto blank = static_cast<std::size_t>(after - line.data());
    if (error != std::errc() || blank + 1 >= line.size() || line[blank] != ' ') {
      return base::fail(fmt::format("line {}: a count and a name are expected", number));
    }
    const std::string_view name = line.substr(blank + 1);
    if (table.find(name)) return base::fail(fmt::format("line {}: the name comes twice", number));
    table.count(name, count);
  }
  return table;
}

std::string LabelTable::text() const {
  std::string text;
  for (LabelId id = 0; id < size(); ++id) {
    text += fmt::format("{} {}\n", counts_[id], names_[id]);
  }
  return text;
}

base::Result<LabelTable> LabelTable::read(const std::string& path) {
  const auto text = base::FileSystem::real().read(path, kMostTableBytes);
  if (!text) return std::unexpected(text.error());
  auto table = parse(*text);
  if (!table) table.error().message = fmt::format("{}: {}", path, table.error().message);
  return table;
}

base::Result<void> LabelTable::write(const std::string& path) const {
  return base::write_atomically(base::FileSystem::real(), path, text());
}

}  // namespace noether::amr
