#include "noether/collection/posts/post_links.h"

#include <fmt/format.h>

#include <algorithm>

#include "noether/collection/numbers.h"
#include "noether/collection/posts/xml_rows.h"

namespace noether::collection {
namespace {

// As Stack Exchange numbers them.
constexpr std::string_view kLinked = "1";
constexpr std::string_view kDuplicate = "3";

}  // namespace

std::string_view link_name(LinkKind kind) {
  switch (kind) {
    case LinkKind::DuplicateOf:
      return "duplicate-of";
    case LinkKind::DuplicatedBy:
      return "duplicated-by";
    case LinkKind::LinksTo:
      return "links-to";
    case LinkKind::LinkedFrom:
      break;
  }
  return "linked-from";
}

void PostLinks::add(std::uint32_t from, std::uint32_t to, bool is_duplicate) {
  links_.push_back({from, is_duplicate ? LinkKind::DuplicateOf : LinkKind::LinksTo, to});
  links_.push_back({to, is_duplicate ? LinkKind::DuplicatedBy : LinkKind::LinkedFrom, from});
}

void PostLinks::freeze() {
  std::ranges::sort(links_);
  links_.shrink_to_fit();
}

std::span<const PostLink> PostLinks::find(std::uint32_t post) const {
  return std::ranges::equal_range(links_, post, {}, &PostLink::post);
}

base::Result<PostLinks> read_post_links(const std::string& path, ProblemList& problems) {
  PostLinks links;
  auto rows = XmlRows::open(path, RowPart::All, &problems);
  if (!rows) return std::unexpected(rows.error());
  XmlRow row;
  while (true) {
    const auto more = rows->next(row);
    if (!more) return std::unexpected(more.error());
    if (!*more) break;
    const auto from = read_number(row.get("PostId"));
    const auto to = read_number(row.get("RelatedPostId"));
    const std::string_view type = row.get("LinkTypeId");
    if (!from || !to) {
      problems.skipped(path, row.line, "a link needs numbers as PostId and RelatedPostId");
    } else if (type != kLinked && type != kDuplicate) {
      problems.skipped(path, row.line,
                       fmt::format("links have LinkTypeId 1 or 3, and this one '{}'", type));
    } else {
      links.add(*from, *to, type == kDuplicate);
    }
  }
  links.freeze();
  return links;
}

}  // namespace noether::collection
