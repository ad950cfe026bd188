#include "noether/server/api/document_json.h"

#include <algorithm>

#include "noether/search/document_table.h"
#include "noether/search/present/snippet.h"
#include "noether/server/api/parts.h"

namespace noether::server {
namespace {

using base::JsonObject;

std::string tags_json(const text::Document& document) {
  std::vector<std::string> tags;
  for (const std::string& tag : document.tags) tags.push_back(base::json_string(plain_text(tag)));
  return base::json_array(tags);
}

std::string explanation(const search::FoundDocument& found) {
  std::vector<std::string> components;
  for (const search::ScoreComponent& component : found.components) {
    JsonObject object;
    object.add_string("name", component.name).add_real("value", component.score);
    if (component.rank > 0) {
      object.add_real("weight", component.weight)
          .add_number("rank", component.rank)
          .add_real("contribution", component.contribution);
    } else {
      object.add_string("detail", plain_text(component.detail));
    }
    components.push_back(object.text());
  }
  return JsonObject()
      .add("components", base::json_array(components))
      .add_real("total", found.score)
      .text();
}

}  // namespace

std::string_view web_address(const text::Document& document) {
  const std::string_view source = document.source;
  const bool is_address = source.starts_with("https://") || source.starts_with("http://");
  const bool is_plain = std::ranges::all_of(
      source, [](char c) { return static_cast<unsigned char>(c) > ' ' && c != '"' && c != '<'; });
  return is_address && is_plain ? source : std::string_view();
}

void add_origin(const text::Document& document, JsonObject& object) {
  const search::Date date = search::date_of(document);
  object.add_string("kind", plain_text(document.kind))
      .add_string("source", plain_text(search::source_name(document.source)))
      .add_string_or_null("url", web_address(document))
      .add_string("location", plain_text(document.source))
      .add_string_or_null("date", date == 0 ? std::string() : search::date_text(date))
      .add("tags", tags_json(document));
}

std::string title_json(const text::Document& document, std::span<const search::Match> matches) {
  const auto number = search::title_field(document);
  if (!number) return "[]";
  const text::Field& field = document.fields[*number];
  return parts_json(field, *number, {0, static_cast<std::uint32_t>(field.text.size())}, matches);
}

base::Result<std::string> link_json(const index::IndexReader& index, std::uint32_t document) {
  const auto head = index.document_head(document);
  if (!head) return std::unexpected(head.error());
  const auto name = index.document_name(document, head->id);
  if (!name) return std::unexpected(name.error());
  return JsonObject()
      .add_string("id", *name)
      .add("title", title_json(*head))
      .add_string("kind", plain_text(head->kind))
      .text();
}

base::Result<std::string> name_beside(const index::IndexReader& index, std::uint32_t document,
                                      std::string_view id) {
  if (id.empty()) return "";
  const auto other = index.find_document(id, index.member_of(document));
  if (!other) return std::unexpected(other.error());
  if (!*other) return std::string(id);
  return index.document_name(**other, id);
}

base::Result<std::string> result_json(const index::IndexReader& index,
                                      const search::FoundDocument& found, bool explain) {
  const text::Document& document = found.document;
  const search::Snippet& snippet = found.snippet;
  const auto name = index.document_name(found.number, document.id);
  if (!name) return name;
  const auto parent = name_beside(index, found.number, document.parent);
  if (!parent) return parent;
  JsonObject object;
  object.add_string("id", *name).add("title", title_json(document, found.matches));
  add_origin(document, object);
  object.add_string("index", index.members()[index.member_of(found.number)].name)
      .add_string_or_null("parent", *parent)
      .add_real("score", found.score);
  const bool has_text = !document.fields.empty();
  object
      .add("snippet", has_text ? parts_json(document.fields[snippet.field], snippet.field,
                                            snippet.window, found.matches)
                               : "[]")
      .add_string("field", has_text ? plain_text(document.fields[snippet.field].name) : "");
  object.add("cut", JsonObject()
                        .add_bool("before", snippet.cut_before)
                        .add_bool("after", snippet.cut_after)
                        .text());
  std::vector<std::string> more;
  for (const std::uint32_t other : found.others) {
    const auto head = index.document_head(other);
    if (!head) return std::unexpected(head.error());
    const auto other_name = index.document_name(other, head->id);
    if (!other_name) return other_name;
    more.push_back(JsonObject()
                       .add_string("id", *other_name)
                       .add_string("kind", plain_text(head->kind))
                       .text());
  }
  object.add("more", base::json_array(more));
  if (explain) object.add("explain", explanation(found));
  return object.text();
}

}  // namespace noether::server
