#include "noether/index/schema.h"

#include <fmt/format.h>

#include <algorithm>

namespace noether::index {

std::optional<std::uint32_t> Schema::find(std::string_view name) const {
  const auto it = std::ranges::find(spaces, name, &Space::name);
  if (it == spaces.end()) return std::nullopt;
  return static_cast<std::uint32_t>(it - spaces.begin());
}

base::Result<void> Schema::check() const {
  if (spaces.size() > kMaxSpaces) {
    return base::fail(
        fmt::format("an index has at most {} spaces, not {}", kMaxSpaces, spaces.size()));
  }
  for (const Space& space : spaces) {
    if (space.name.empty() || space.name.size() > 64) {
      return base::fail("the name of a space has from 1 to 64 bytes");
    }
    if (find(space.name) != static_cast<std::uint32_t>(&space - spaces.data())) {
      return base::fail(fmt::format("there are two spaces of the name '{}'", space.name));
    }
    if (space.key_bits < 16 || space.key_bits > 64) {
      return base::fail(fmt::format("keys of the space '{}' have {} bits; 16 to 64 are possible",
                                    space.name, space.key_bits));
    }
    if (space.unit > Unit::Formula) {
      return base::fail(fmt::format("the space '{}' is one of unknown units", space.name));
    }
  }
  return {};
}

namespace {

std::string why_missing(const Space& wanted, const Schema& stored) {
  const auto at = stored.find(wanted.name);
  if (!at) return fmt::format("the index has no space '{}'", wanted.name);
  return fmt::format(
      "the index has version {} of the space '{}', and this program reads version {}",
      stored.spaces[*at].version, wanted.name, wanted.version);
}

}  // namespace

SpaceView SpaceView::same(const Schema& stored) { return as(stored, stored); }

SpaceView SpaceView::as(const Schema& wanted, const Schema& stored) {
  SpaceView view;
  view.schema = wanted;
  view.stored_spaces = static_cast<std::uint32_t>(stored.spaces.size());
  for (const Space& space : wanted.spaces) {
    const auto at = stored.find(space.name);
    const bool is_there = at && stored.spaces[*at] == space;
    view.stored.push_back(is_there ? *at : kMissing);
    view.missing.push_back(is_there ? std::string() : why_missing(space, stored));
  }
  return view;
}

}  // namespace noether::index
