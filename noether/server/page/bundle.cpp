#include "noether/server/page/bundle.h"

#include <algorithm>
#include <array>

namespace noether::server {
namespace {

// The views that the router of web/src/router.ts has. They are listed here, so that a mistyped
// address is a 404 for programs too.
constexpr std::array<std::string_view, 7> kViews = {"search", "document", "formula", "compare",
                                                    "check",  "rewrite",  "map"};

bool is_view(std::string_view path) {
  if (path == "/") return true;
  if (!path.starts_with('/')) return false;
  path.remove_prefix(1);
  const std::string_view first = path.substr(0, path.find('/'));
  return std::ranges::find(kViews, first) != kViews.end();
}

}  // namespace

const Asset* find_asset(std::string_view path) {
  const std::string_view wanted = is_view(path) ? std::string_view("/index.html") : path;
  const std::span<const Asset> all = assets();
  const auto found = std::ranges::lower_bound(all, wanted, {}, &Asset::path);
  return found != all.end() && found->path == wanted ? &*found : nullptr;
}

}  // namespace noether::server
