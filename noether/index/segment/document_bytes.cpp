#include "noether/index/segment/document_bytes.h"

#include <vector>

#include "noether/base/packed_bytes.h"

namespace noether::index {
namespace {

// A list of results shows these fields in full; of the others it shows only a part of the text.
bool is_in_head(const text::Field& field) {
  constexpr std::size_t kMostBytes = 1024;
  return (field.name == "title" || field.name == "question-title") &&
         field.text.size() <= kMostBytes;
}

void append_content(std::string& bytes, const text::Field& field) {
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

void read_content(base::PackedReader& reader, text::Field& field) {
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

// `elsewhere` gets the numbers of the fields whose content is in the body.
base::Result<text::Document> read_head(std::string_view head, std::vector<std::size_t>& elsewhere) {
  base::PackedReader reader(head);
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
  document.fields.resize(reader.count(2));
  for (std::size_t i = 0; i < document.fields.size(); ++i) {
    document.fields[i].name = reader.text();
    if (reader.varint(1) == 1) {
      read_content(reader, document.fields[i]);
    } else {
      elsewhere.push_back(i);
    }
  }
  if (reader.failed() || reader.left() > 0) return base::fail("a stored document is broken");
  return document;
}

}  // namespace

DocumentBytes document_bytes(const text::Document& document) {
  DocumentBytes bytes;
  for (const std::string* part :
       {&document.id, &document.kind, &document.parent, &document.source}) {
    base::append_text(bytes.head, *part);
  }
  base::append_varint(bytes.head, document.tags.size());
  for (const std::string& tag : document.tags) base::append_text(bytes.head, tag);
  base::append_varint(bytes.head, document.properties.size());
  for (const auto& [name, value] : document.properties) {
    base::append_text(bytes.head, name);
    base::append_text(bytes.head, value);
  }
  base::append_varint(bytes.head, document.fields.size());
  for (const text::Field& field : document.fields) {
    base::append_text(bytes.head, field.name);
    base::append_varint(bytes.head, is_in_head(field) ? 1 : 0);
    append_content(is_in_head(field) ? bytes.head : bytes.body, field);
  }
  return bytes;
}

base::Result<text::Document> read_document_head(std::string_view head) {
  std::vector<std::size_t> elsewhere;
  auto document = read_head(head, elsewhere);
  if (!document) return document;
  for (std::size_t i = elsewhere.size(); i-- > 0;) {
    document->fields.erase(document->fields.begin() + static_cast<std::ptrdiff_t>(elsewhere[i]));
  }
  return document;
}

base::Result<text::Document> read_document(std::string_view head, std::string_view body) {
  std::vector<std::size_t> elsewhere;
  auto document = read_head(head, elsewhere);
  if (!document) return document;
  base::PackedReader reader(body);
  for (const std::size_t field : elsewhere) read_content(reader, document->fields[field]);
  if (reader.failed() || reader.left() > 0) return base::fail("a stored document is broken");
  return document;
}

}  // namespace noether::index
