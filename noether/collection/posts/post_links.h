// The links between posts, in both directions: 24 bytes for each link.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/problem_list.h"

namespace noether::collection {

enum class LinkKind : std::uint8_t {
  DuplicateOf,   // this post was closed as a duplicate of the other
  DuplicatedBy,  // the other was closed as a duplicate of this one
  LinksTo,       // the text of this post points to the other
  LinkedFrom,
};

// duplicate-of duplicated-by links-to linked-from
std::string_view link_name(LinkKind kind);

struct PostLink {
  std::uint32_t post = 0;
  LinkKind kind = LinkKind::LinksTo;
  std::uint32_t other = 0;

  friend auto operator<=>(const PostLink&, const PostLink&) = default;
};

class PostLinks {
 public:
  void add(std::uint32_t from, std::uint32_t to, bool is_duplicate);
  void freeze();
  // The links of a post, by kind, then by the other post.
  std::span<const PostLink> find(std::uint32_t post) const;
  std::size_t size() const { return links_.size() / 2; }

 private:
  std::vector<PostLink> links_;
};

base::Result<PostLinks> read_post_links(const std::string& path, ProblemList& problems);

}  // namespace noether::collection
