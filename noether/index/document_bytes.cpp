#include "noether/index/document_bytes.h"

#include "noether/base/packed_bytes.h"

namespace noether::index {

std::string document_bytes(const text::Document& document) {
  std::string bytes;
  for (const std::string* part :
       {&document.id, &document.kind, &document.parent, &document.source}) {
    base::append_text(bytes, *part);
  }
  base::append_varint(bytes, document.tags.size());
  for (const std::string& tag : document.tags) base::append_text(bytes, tag);
  base::append_varint(bytes, document.properties.size());
  for (const auto& [name, value] : document.properties) {
    base::append_text(bytes, name);
    base::append_text(bytes, value);
  }
  base::append_varint(bytes, document.fields.size());
  for (const text::Field& field : document.fields) {
    base::append_text(bytes, field.name);
    base::append_text(bytes, field.text);
    base::append_varint(bytes, field.formulas.size());
    std::uint32_t end = 0;
    for (const text::FormulaSpan& span : field.formulas) {
      base::append_varint(bytes, std::uint64_t{span.begin} - end);
      base::append_varint(bytes, std::uint64_t{span.end} - span.begin);
      base::append_text(bytes, span.id);
      base::append_text(bytes, span.visual_id);
      end = span.end;
    }
  }
  return bytes;
}

base::Result<text::Document> read_document(std::string_view bytes) {
  base::PackedReader reader(bytes);
  text::Document document;
  for (std::string* part : {&document.id, &document.kind, &document.parent, &document.source}) {
    *part = reader.text();
  }
  document.tags.resize(reader.count(1));
  for (std::string& tag : document.tags) tag = reader.text();
  document.properties.resize(reader.count(2));
  for (auto& [name, value] : document.properties) {
    name = reader.text();
    value = reader.text();
  }
  document.fields.resize(reader.count(3));
  for (text::Field& field : document.fields) {
    field.name = reader.text();
    field.text = reader.text();
    field.formulas.resize(reader.count(4));
    std::uint64_t end = 0;
    for (text::FormulaSpan& span : field.formulas) {
      const std::uint64_t begin = end + reader.varint(field.text.size() - end);
      end = begin + reader.varint(field.text.size() - begin);
      span.begin = static_cast<std::uint32_t>(begin);
      span.end = static_cast<std::uint32_t>(end);
      span.id = reader.text();
      span.visual_id = reader.text();
    }
  }
  if (reader.failed() || reader.left() > 0) return base::fail("a stored document is broken");
  return document;
}

}  // namespace noether::index
