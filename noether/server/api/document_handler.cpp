// GET /api/v1/document/{id}: one whole document with its thread, and with the matches of a query.
#include <algorithm>
#include <charconv>
#include <optional>

#include "noether/server/api/api.h"
#include "noether/server/api/arguments.h"
#include "noether/server/api/document_json.h"
#include "noether/server/api/parts.h"
#include "noether/server/api/search_request.h"

namespace noether::server {
namespace {

using base::json_array;
using base::JsonObject;
using search::NearText;

constexpr std::size_t kMostRelated = 50;
constexpr std::size_t kMostPassages = 50;
constexpr std::size_t kLongestPassage = 40;
// A larger thread shows its best posts.
constexpr std::size_t kMostPosts = 100;

bool is_title(const text::Field& field) { return field.name == "title"; }
bool is_body(const text::Field& field) {
  return field.name == "body" || field.name == "question" || field.name == "answer";
}

std::string_view property(const text::Document& document, std::string_view name) {
  for (const auto& [own, value] : document.properties) {
    if (own == name) return value;
  }
  return {};
}

std::optional<std::int64_t> votes(const text::Document& document) {
  const std::string_view text = property(document, "score");
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool is_accepted(const text::Document& document) {
  return property(document, "accepted") == "true";
}

// A document of the thread with its matches.
struct Post {
  std::uint32_t number = 0;
  text::Document document;
  std::vector<search::Match> matches = {};
};

// The question comes first; the accepted answer precedes the others, which are ordered by votes and
// then by number.
bool stands_before(const Post& a, const Post& b, std::uint32_t question) {
  if ((a.number == question) != (b.number == question)) return a.number == question;
  if (is_accepted(a.document) != is_accepted(b.document)) return is_accepted(a.document);
  const std::int64_t votes_a = votes(a.document).value_or(0);
  const std::int64_t votes_b = votes(b.document).value_or(0);
  return votes_a != votes_b ? votes_a > votes_b : a.number < b.number;
}

base::Result<std::vector<Post>> posts_of(const Snapshot& snapshot, std::uint32_t number) {
  const search::DocumentTable& table = snapshot.catalogue->documents;
  const std::uint32_t thread = table.thread(number);
  std::vector<Post> posts;
  for (const std::uint32_t member : table.thread_members(thread)) {
    auto document = snapshot.index->document(member);
    if (!document) return std::unexpected(document.error());
    posts.push_back({.number = member, .document = std::move(*document)});
  }
  const bool has_question = posts.front().document.kind != "answer" || posts.size() == 1;
  std::ranges::sort(posts, [&](const Post& a, const Post& b) {
    return stands_before(a, b, has_question ? thread : UINT32_MAX);
  });
  // The requested document is always among them.
  const auto own = std::ranges::find(posts, number, &Post::number);
  if (own - posts.begin() >= static_cast<std::ptrdiff_t>(kMostPosts)) {
    std::swap(posts[kMostPosts - 1], *own);
  }
  if (posts.size() > kMostPosts) posts.erase(posts.begin() + kMostPosts, posts.end());
  return posts;
}

// The sections beside a section and the statements inside it, then duplicates according to the
// collection. Documents of the same thread are left out, because the thread is shown whole.
base::Result<std::string> related_json(const Snapshot& snapshot, std::uint32_t number,
                                       const text::Document& document) {
  const index::IndexReader& index = *snapshot.index;
  const search::DocumentTable& table = snapshot.catalogue->documents;
  std::vector<std::uint32_t> related;
  const auto add = [&](std::uint32_t other) {
    const bool is_new = std::ranges::find(related, other) == related.end();
    if (table.thread(other) == table.thread(number)) return;
    if (is_new && related.size() < kMostRelated) related.push_back(other);
  };
  for (const std::uint32_t child : table.children(number)) add(child);
  const auto find = [&](std::string_view id) {
    return index.find_document(id, index.member_of(number));
  };
  if (!document.parent.empty()) {
    const auto parent = find(document.parent);
    if (!parent) return std::unexpected(parent.error());
    if (*parent) {
      for (const std::uint32_t child : table.children(**parent)) add(child);
    }
  }
  for (const auto& [name, value] : document.properties) {
    if (name != "duplicate-of" && name != "related") continue;
    const auto other = find(value);
    if (!other) return std::unexpected(other.error());
    if (*other) add(**other);
  }
  std::vector<std::string> links;
  for (const std::uint32_t other : related) {
    auto link = link_json(index, other);
    if (!link) return link;
    links.push_back(std::move(*link));
  }
  return json_array(links);
}

base::Result<std::string> parent_json(const index::IndexReader& index, std::uint32_t number,
                                      const text::Document& document) {
  if (document.parent.empty()) return "null";
  const auto parent = index.find_document(document.parent, index.member_of(number));
  if (!parent) return std::unexpected(parent.error());
  if (!*parent) return "null";
  return link_json(index, **parent);
}

std::string properties_json(const text::Document& document) {
  std::vector<std::string> properties;
  for (const auto& [name, value] : document.properties) {
    properties.push_back(JsonObject()
                             .add_string("name", plain_text(name))
                             .add_string("value", plain_text(value))
                             .text());
  }
  return json_array(properties);
}

struct Fields {
  std::string body = "[]";
  std::vector<std::string> comments;
  std::vector<std::string> context;
  std::int64_t formulas = 0;
};

Fields fields_of(const Post& post) {
  const text::Document& document = post.document;
  const auto title = search::title_field(document);
  Fields fields;
  bool has_body = false;
  for (std::uint32_t i = 0; i < document.fields.size(); ++i) {
    const text::Field& field = document.fields[i];
    fields.formulas += static_cast<std::int64_t>(field.formulas.size());
    if (is_title(field)) continue;
    std::string paragraphs = paragraphs_json(field, i, post.matches);
    if (field.name == "comment") {
      fields.comments.push_back(std::move(paragraphs));
    } else if (is_body(field) && !has_body) {
      has_body = true;
      fields.body = std::move(paragraphs);
    } else if (title != i) {
      fields.context.push_back(JsonObject()
                                   .add_string("name", plain_text(field.name))
                                   .add("paragraphs", paragraphs)
                                   .text());
    }
  }
  return fields;
}

base::Result<std::string> post_json(const index::IndexReader& index, const Post& post) {
  const text::Document& document = post.document;
  const auto name = index.document_name(post.number, document.id);
  if (!name) return name;
  const search::Date date = search::date_of(document);
  const Fields fields = fields_of(post);
  const auto score = votes(document);
  return JsonObject()
      .add_string("id", *name)
      .add_string("kind", plain_text(document.kind))
      .add("title", title_json(document, post.matches))
      .add_string_or_null("url", web_address(document))
      .add_string_or_null("date", date == 0 ? std::string() : search::date_text(date))
      .add("votes", score ? std::to_string(*score) : "null")
      .add_bool("accepted", is_accepted(document))
      .add("paragraphs", fields.body)
      .add("comments", json_array(fields.comments))
      .text();
}

// Marks the matches of the query in the posts. The arguments are those of a search.
std::optional<Response> mark(const Snapshot& snapshot, const Request& request,
                             std::vector<Post>& posts) {
  auto read = read_search(snapshot, request);
  if (!read) return std::move(read.error());
  search::Query query = read->query;
  apply_mode(read->mode, read->weights, query);
  if (query.clauses.empty()) return std::nullopt;
  auto searcher = snapshot.searchers->borrow();
  if (!searcher) return failure(searcher.error());
  (*searcher)->set_weights(read->weights);
  std::vector<std::uint32_t> numbers;
  std::vector<text::Document> texts;
  for (const Post& post : posts) {
    numbers.push_back(post.number);
    texts.push_back(post.document);
  }
  auto marks = (*searcher)->marks(query, numbers, texts, [&request] { return request.is_over(); });
  if (!marks) return stopped_or_failed(request, marks.error());
  for (std::size_t i = 0; i < posts.size(); ++i) posts[i].matches = std::move((*marks)[i]);
  return std::nullopt;
}

// Reads a passage, a range of bytes in a field, as answers name it: 1:0-56.
std::optional<NearText::Place> read_passage(std::string_view text) {
  NearText::Place place;
  const auto number = [&](std::uint32_t& value, std::string_view end) {
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(at - text.data()));
    if (!text.starts_with(end) || (end.empty() && !text.empty())) return false;
    text.remove_prefix(end.size());
    return true;
  };
  const bool is_read =
      number(place.field, ":") && number(place.span.begin, "-") && number(place.span.end, "");
  if (!is_read || place.span.begin >= place.span.end) return std::nullopt;
  return place;
}

// Marks the whole passage as if it had matched: its formulas, and the words between them. A passage
// outside the document marks nothing.
void mark_passage(const NearText::Place& passage, Post& post) {
  if (passage.field >= post.document.fields.size()) return;
  const text::Field& field = post.document.fields[passage.field];
  const auto [begin, end] = passage.span;
  if (end > field.text.size()) return;
  const auto add = [&](base::Span span, bool is_formula) {
    if (span.begin >= span.end) return;
    search::Match& match = post.matches.emplace_back();
    match.field = passage.field;
    match.span = span;
    match.is_formula = is_formula;
    if (is_formula) match.parts = {span};
  };
  std::uint32_t at = begin;
  for (const text::FormulaSpan& formula : field.formulas) {
    if (formula.begin <= at || formula.end >= end) continue;
    add({at, formula.begin - 1}, false);
    add({formula.begin, formula.end}, true);
    at = formula.end + 1;
  }
  add({at, end}, false);
}

}  // namespace

Response show_document(const SnapshotPointer& snapshot, const Request& request) {
  Arguments arguments(request);
  const bool is_marked = arguments.has("q");
  if (is_marked) {
    (void)arguments.text("q", SIZE_MAX);
    (void)arguments.choice("mode", search_mode_names());
    (void)arguments.flag("literal");
  }
  const std::vector<std::string> named = arguments.texts("passage", kMostPassages, kLongestPassage);
  if (auto problem = arguments.finish()) return *std::move(problem);
  std::vector<NearText::Place> passages;
  for (const std::string& text : named) {
    const auto passage = read_passage(text);
    if (!passage) {
      return arguments.unreadable("passage", text,
                                  {"this is not a passage", {}, "passages look like 1:0-56"});
    }
    passages.push_back(*passage);
  }
  const index::IndexReader& index = *snapshot->index;
  const auto number = index.find_named(request.path_value("id"));
  if (!number) return failure(number.error());
  if (!*number) {
    return not_found("no document of the index has this id",
                     "the results of searches contain ids; / and # in them are %2F and %23");
  }
  auto posts = posts_of(*snapshot, **number);
  if (!posts) return failure(posts.error());
  if (is_marked && passages.empty()) {
    if (auto problem = mark(*snapshot, request, *posts)) return *std::move(problem);
  }
  Post& own = *std::ranges::find(*posts, **number, &Post::number);
  for (const NearText::Place& passage : passages) mark_passage(passage, own);
  const text::Document& document = own.document;
  const auto name = index.document_name(**number, document.id);
  if (!name) return failure(name.error());
  const auto parent = parent_json(index, **number, document);
  if (!parent) return failure(parent.error());
  const auto related = related_json(*snapshot, **number, document);
  if (!related) return failure(related.error());
  std::vector<std::string> thread;
  for (const Post& post : *posts) {
    if (posts->size() == 1) break;
    auto json = post_json(index, post);
    if (!json) return failure(json.error());
    thread.push_back(std::move(*json));
  }
  const Fields fields = fields_of(own);
  JsonObject object;
  object.add_string("id", *name);
  add_origin(document, object);
  object.add_string("index", index.members()[index.member_of(**number)].name)
      .add("parent", *parent)
      .add("properties", properties_json(document))
      .add("title", title_json(document, own.matches))
      .add("paragraphs", fields.body)
      .add("comments", json_array(fields.comments))
      .add("context", json_array(fields.context))
      .add_number("formulas", fields.formulas)
      .add("thread", json_array(thread))
      .add("related", *related);
  return answer(*snapshot, object.text());
}

}  // namespace noether::server
