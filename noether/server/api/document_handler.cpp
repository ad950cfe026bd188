// GET /api/v1/document/{id}: one document, whole.
#include <algorithm>

#include "noether/server/api/answers.h"
#include "noether/server/api/arguments.h"
#include "noether/server/api/document_json.h"
#include "noether/server/api/parts.h"

namespace noether::server {
namespace {

using base::json_array;
using base::JsonObject;

constexpr std::size_t kMostRelated = 50;

bool is_title(const text::Field& field) { return field.name == "title"; }
bool is_body(const text::Field& field) {
  return field.name == "body" || field.name == "question" || field.name == "answer";
}

// Answers of a question; of an answer, the other ones; then what the collection says is a
// duplicate.
base::Result<std::string> related_json(const Snapshot& snapshot, std::uint32_t number,
                                       const text::Document& document) {
  const index::IndexReader& index = *snapshot.index;
  const search::DocumentTable& table = snapshot.catalogue->documents;
  std::vector<std::uint32_t> related;
  const auto add = [&](std::uint32_t other) {
    const bool is_new = std::ranges::find(related, other) == related.end();
    if (other != number && is_new && related.size() < kMostRelated) related.push_back(other);
  };
  for (const std::uint32_t child : table.children(number)) add(child);
  const auto add_id = [&](std::string_view id, bool with_children) -> base::Result<void> {
    const auto other = index.find_document(id);
    if (!other) return std::unexpected(other.error());
    if (!*other) return {};
    if (!with_children) {
      add(**other);
      return {};
    }
    for (const std::uint32_t child : table.children(**other)) add(child);
    return {};
  };
  if (!document.parent.empty()) {
    if (auto done = add_id(document.parent, true); !done) return std::unexpected(done.error());
  }
  for (const auto& [name, value] : document.properties) {
    if (name != "duplicate-of" && name != "related") continue;
    if (auto done = add_id(value, false); !done) return std::unexpected(done.error());
  }
  std::vector<std::string> links;
  for (const std::uint32_t other : related) {
    auto link = link_json(index, other);
    if (!link) return link;
    links.push_back(std::move(*link));
  }
  return json_array(links);
}

base::Result<std::string> parent_json(const index::IndexReader& index,
                                      const text::Document& document) {
  if (document.parent.empty()) return "null";
  const auto parent = index.find_document(document.parent);
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

void add_fields(const text::Document& document, JsonObject& object) {
  const auto title = search::title_field(document);
  std::string title_parts = "[]";
  std::string body;
  std::vector<std::string> comments;
  std::vector<std::string> context;
  std::int64_t formulas = 0;
  for (std::uint32_t i = 0; i < document.fields.size(); ++i) {
    const text::Field& field = document.fields[i];
    formulas += static_cast<std::int64_t>(field.formulas.size());
    if (title == i) {
      title_parts = parts_json(field, i, {0, static_cast<std::uint32_t>(field.text.size())});
    }
    if (is_title(field)) continue;
    std::string paragraphs = paragraphs_json(field, i);
    if (field.name == "comment") {
      comments.push_back(std::move(paragraphs));
    } else if (is_body(field) && body.empty()) {
      body = std::move(paragraphs);
    } else if (title != i) {
      context.push_back(JsonObject()
                            .add_string("name", plain_text(field.name))
                            .add("paragraphs", paragraphs)
                            .text());
    }
  }
  object.add("title", title_parts)
      .add("paragraphs", body.empty() ? "[]" : body)
      .add("comments", json_array(comments))
      .add("context", json_array(context))
      .add_number("formulas", formulas);
}

}  // namespace

Response show_document(const SnapshotPointer& snapshot, const Request& request) {
  Arguments arguments(request);
  if (auto problem = arguments.finish()) return *std::move(problem);
  const index::IndexReader& index = *snapshot->index;
  const auto number = index.find_document(request.path_value("id"));
  if (!number) return failure(number.error());
  if (!*number) {
    return not_found("no document of the index has this id",
                     "ids stand in the results of searches; / and # in them are %2F and %23");
  }
  const auto document = index.document(**number);
  if (!document) return failure(document.error());
  JsonObject object;
  object.add_string("id", document->id);
  add_origin(*document, object);
  const auto parent = parent_json(index, *document);
  if (!parent) return failure(parent.error());
  const auto related = related_json(*snapshot, **number, *document);
  if (!related) return failure(related.error());
  object.add("parent", *parent).add("properties", properties_json(*document));
  add_fields(*document, object);
  object.add("related", *related);
  return answer(*snapshot, object.text());
}

}  // namespace noether::server
