#include "noether/index/space_view.h"

#include <fmt/format.h>

namespace noether::index {
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
