#include "noether/collection/posts/post_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/file_system.h"
#include "noether/collection/marked_up_text.h"
#include "noether/collection/posts/xml_rows.h"
#include "noether/collection/problem_list.h"
#include "noether/collection/visual_ids.h"

namespace noether::collection {
namespace {

struct RowPlace {
  std::uint32_t key = 0;
  std::uint32_t bytes = 0;
  std::uint64_t offset = 0;
};

// The places of the rows with a certain key in a file: the comments of a post, the row of a
// question.
// It takes 16 bytes for each row, in one sorted array; the rows of one key are in the order of the
// file.
class RowIndex {
 public:
  void add(std::uint32_t key, std::uint64_t offset, std::uint32_t bytes) {
    places_.push_back({key, bytes, offset});
  }
  void freeze() {
    const auto order = [](const RowPlace& a, const RowPlace& b) {
      return a.key != b.key ? a.key < b.key : a.offset < b.offset;
    };
    if (!std::ranges::is_sorted(places_, order)) std::ranges::sort(places_, order);
    places_.shrink_to_fit();
  }
  std::span<const RowPlace> find(std::uint32_t key) const {
    return std::ranges::equal_range(places_, key, {}, &RowPlace::key);
  }
  std::size_t size() const { return places_.size(); }

 private:
  std::vector<RowPlace> places_;
};

enum class LinkKind : std::uint8_t {
  DuplicateOf,   // this post was closed as a duplicate of the other
  DuplicatedBy,  // the other was closed as a duplicate of this one
  LinksTo,       // the text of this post points to the other
  LinkedFrom,
};

struct PostLink {
  std::uint32_t post = 0;
  LinkKind kind = LinkKind::LinksTo;
  std::uint32_t other = 0;

  friend auto operator<=>(const PostLink&, const PostLink&) = default;
};

// The links between posts, in both directions: 24 bytes for each link.
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

// The numbers of Stack Exchange.
constexpr std::string_view kLinked = "1";
constexpr std::string_view kDuplicate = "3";

// duplicate-of duplicated-by links-to linked-from
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
                       fmt::format("the LinkTypeId of a link must be 1 or 3, not '{}'", type));
    } else {
      links.add(*from, *to, type == kDuplicate);
    }
  }
  links.freeze();
  return links;
}

constexpr std::string_view kQuestion = "1";
constexpr std::string_view kAnswer = "2";

std::uint64_t size_of(const std::string& path) {
  if (path.empty()) return 0;
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  return error ? 0 : size;
}

class PostSource : public DocumentSource {
 public:
  PostSource(DumpLayout layout, bool with_comments, XmlRows posts, RowReader questions,
             ProblemList& problems)
      : layout_(std::move(layout)),
        posts_(std::move(posts)),
        question_rows_(std::move(questions)),
        problems_(problems) {
    if (!with_comments) layout_.comments.clear();
    total_bytes_ = 2 * size_of(layout_.posts) + size_of(layout_.comments) + size_of(layout_.links);
    for (const std::string& table : layout_.formula_tables) total_bytes_ += size_of(table);
  }

  base::Result<bool> next(text::Document& document) override {
    if (!prepared_) {
      if (const auto prepared = prepare(); !prepared) return std::unexpected(prepared.error());
      prepared_ = true;
    }
    while (true) {
      const auto more = posts_.next(post_);
      if (!more) return more;
      if (!*more) {
        remark_what_was_left();
        return false;
      }
      const auto made = make_document(document);
      if (!made || *made) return made;
    }
  }

  std::uint64_t bytes_read() const override {
    return prepared_ ? total_bytes_ - posts_.total_bytes() + posts_.bytes_read() : 0;
  }
  std::uint64_t total_bytes() const override { return total_bytes_; }

 private:
  base::Result<void> prepare() {
    if (auto indexed = index_rows(layout_.posts, nullptr, "Id", questions_); !indexed) {
      return indexed;
    }
    if (!layout_.comments.empty()) {
      auto indexed = index_rows(layout_.comments, &problems_, "PostId", comments_);
      if (!indexed) return indexed;
      auto reader = RowReader::open(layout_.comments);
      if (!reader) return std::unexpected(reader.error());
      comment_rows_ = std::move(*reader);
    }
    if (!layout_.links.empty()) {
      auto links = read_post_links(layout_.links, problems_);
      if (!links) return std::unexpected(links.error());
      links_ = std::move(*links);
    }
    if (!layout_.formula_tables.empty()) {
      auto ids = read_visual_ids(layout_.formula_tables, problems_);
      if (!ids) return std::unexpected(ids.error());
      visual_ids_ = std::move(*ids);
    }
    return {};
  }

  // Indexes only the questions of Posts. Problems are reported in the second pass.
  base::Result<void> index_rows(const std::string& path, ProblemList* problems,
                                std::string_view key, RowIndex& index) {
    auto rows = XmlRows::open(path, problems == nullptr ? RowPart::Ids : RowPart::All, problems);
    if (!rows) return std::unexpected(rows.error());
    XmlRow row;
    while (true) {
      const auto more = rows->next(row);
      if (!more) return std::unexpected(more.error());
      if (!*more) break;
      if (problems == nullptr && row.get("PostTypeId") != kQuestion) continue;
      if (const auto number = read_number(row.get(key))) {
        index.add(*number, row.offset, row.bytes);
      } else if (problems != nullptr) {
        problems->skipped(path, row.line, fmt::format("{} is not a number", key));
      }
    }
    index.freeze();
    return {};
  }

  // Returns false if this row is not a document.
  base::Result<bool> make_document(text::Document& document) {
    const std::string_view type = post_.get("PostTypeId");
    const auto id = read_number(post_.get("Id"));
    if (!id) {
      problems_.skipped(layout_.posts, post_.line, "a post needs a number as Id");
      return false;
    }
    if (type != kQuestion && type != kAnswer) {
      if (type.empty()) {
        problems_.skipped(layout_.posts, post_.line, "a post needs a PostTypeId");
      } else {
        ++other_kinds_;
      }
      return false;
    }
    if (post_.get("Body").empty() && post_.get("Title").empty()) {
      problems_.skipped(layout_.posts, post_.line, fmt::format("post {} has no text", *id));
      return false;
    }
    document = text::Document{};
    document.id = std::to_string(*id);
    document.source = address(*id, type == kQuestion);
    if (type == kQuestion) {
      document.kind = "question";
      add_tags(post_.get("Tags"), document.tags);
      add_field(read_post_title(post_.get("Title"), "title", layout_.is_arqmath), document);
    } else {
      document.kind = "answer";
      if (const auto found = add_question(document); !found) return std::unexpected(found.error());
    }
    add_field(read_post_body(post_.get("Body"), layout_.is_arqmath), document);
    add_property("score", post_.get("Score"), document);
    add_property("date", post_.get("CreationDate"), document);
    add_property("accepted-answer", post_.get("AcceptedAnswerId"), document);
    for (const PostLink& link : links_.find(*id)) {
      add_property(link_name(link.kind), std::to_string(link.other), document);
    }
    if (const auto added = add_comments(*id, document); !added) {
      return std::unexpected(added.error());
    }
    return true;
  }

  // Adds title and tags of the question that is answered.
  base::Result<void> add_question(text::Document& document) {
    document.parent = post_.get("ParentId");
    const auto parent = read_number(document.parent);
    const auto places = parent ? questions_.find(*parent) : std::span<const RowPlace>{};
    if (places.empty()) {
      problems_.flawed(layout_.posts, post_.line,
                       fmt::format("the question '{}' of answer {} is not in the collection",
                                   document.parent, document.id));
      return {};
    }
    const auto read = question_rows_.read(places.front().offset, places.front().bytes, question_);
    if (!read) return std::unexpected(read.error());
    if (!*read) return changed(layout_.posts);
    add_tags(question_.get("Tags"), document.tags);
    add_field(read_post_title(question_.get("Title"), "question-title", layout_.is_arqmath),
              document);
    if (question_.get("AcceptedAnswerId") == document.id) {
      add_property("accepted", "true", document);
    }
    return {};
  }

  base::Result<void> add_comments(std::uint32_t post, text::Document& document) {
    for (const RowPlace& place : comments_.find(post)) {
      const auto read = comment_rows_->read(place.offset, place.bytes, comment_);
      if (!read) return std::unexpected(read.error());
      if (!*read) return changed(layout_.comments);
      ++comments_used_;
      add_field(read_post_comment(comment_.get("Text"), layout_.is_arqmath), document);
    }
    return {};
  }

  static base::Result<void> changed(const std::string& path) {
    return base::fail(fmt::format("'{}' was changed while it was read", path), {},
                      "read it again when no program writes to it");
  }

  void add_field(text::Field field, text::Document& document) const {
    if (field.text.empty()) return;
    for (text::FormulaSpan& span : field.formulas) {
      const auto number = read_number(span.id);
      const auto visual = number ? visual_ids_.find(*number) : std::nullopt;
      if (visual) span.visual_id = std::to_string(*visual);
    }
    document.fields.push_back(std::move(field));
  }

  static void add_property(std::string_view name, std::string_view value,
                           text::Document& document) {
    if (!value.empty()) document.properties.emplace_back(name, value);
  }

  std::string address(std::uint32_t id, bool is_question) const {
    if (layout_.site.empty()) return fmt::format("{}:{}", layout_.posts, post_.line);
    return fmt::format("https://{}/{}/{}", layout_.site, is_question ? "questions" : "a", id);
  }

  void remark_what_was_left() {
    if (other_kinds_ > 0) {
      problems_.remark(layout_.posts, 0,
                       fmt::format("{} rows are neither questions nor answers, such as "
                                   "descriptions of tags, and were left out",
                                   std::exchange(other_kinds_, 0)));
    }
    if (const std::size_t all = comments_.size(); comments_used_ < all) {
      problems_.remark(layout_.comments, 0,
                       fmt::format("{} comments belong to posts that are not in the collection",
                                   all - std::exchange(comments_used_, all)));
    }
  }

  DumpLayout layout_;
  XmlRows posts_;
  RowReader question_rows_;
  std::optional<RowReader> comment_rows_;
  ProblemList& problems_;
  RowIndex questions_;
  RowIndex comments_;
  PostLinks links_;
  VisualIds visual_ids_;
  XmlRow post_;
  XmlRow question_;
  XmlRow comment_;
  std::uint64_t total_bytes_ = 0;
  std::uint64_t other_kinds_ = 0;
  std::size_t comments_used_ = 0;
  bool prepared_ = false;
};

}  // namespace

base::Result<std::unique_ptr<DocumentSource>> open_posts(const DumpLayout& layout,
                                                         const CollectionOptions& options,
                                                         ProblemList& problems) {
  auto posts = XmlRows::open(layout.posts, RowPart::All, &problems);
  if (!posts) return std::unexpected(posts.error());
  auto questions = RowReader::open(layout.posts);
  if (!questions) return std::unexpected(questions.error());
  return std::make_unique<PostSource>(layout, options.comments, std::move(*posts),
                                      std::move(*questions), problems);
}

}  // namespace noether::collection
