// Converts the text of one file to documents: notes, HTML and plain text.
#include <memory>
#include <utility>

#include "noether/collection/files/file_source.h"
#include "noether/collection/files/piece_documents.h"
#include "noether/collection/files/pretext.h"
#include "noether/collection/text_encoding.h"
#include "noether/text/delimited_text.h"
#include "noether/text/html/html_text.h"

namespace noether::collection {
namespace {

text::Document page(const FoundFile& file, const std::string& prefix, std::string_view kind) {
  text::Document document;
  document.id = prefix + file.name;
  document.kind = kind;
  document.source = file.path;
  return document;
}

bool is_xml(const std::string& name) { return name.ends_with(".xml") || name.ends_with(".ptx"); }

}  // namespace

std::unique_ptr<DocumentSource> open_notes(std::vector<FoundFile> files, std::string prefix,
                                           ReadNote read_note, ProblemList& problems) {
  const auto read = [prefix = std::move(prefix), read_note, &problems](
                        const FoundFile& file, std::string_view text,
                        std::vector<text::Document>& out) {
    text::Note note = read_note(text);
    // A flaw of the whole file, such as a notebook that is not JSON, leaves nothing to read.
    if (!note.flaw.empty() && note.flaw_line == 0 && note.pieces.empty()) {
      problems.unread(file.path, std::move(note.flaw));
      return;
    }
    if (!note.flaw.empty()) problems.flawed(file.path, note.flaw_line, std::move(note.flaw));
    append_documents({.id = prefix + file.name,
                      .source = file.path,
                      .title = std::move(note.title),
                      .properties = std::move(note.properties),
                      .pieces = std::move(note.pieces),
                      .tags = std::move(note.tags)},
                     out);
  };
  return open_files(std::move(files), read, problems);
}

std::unique_ptr<DocumentSource> open_html(std::vector<FoundFile> files, std::string prefix,
                                          ProblemList& problems) {
  const auto books = std::make_shared<PretextReader>();
  for (const FoundFile& file : files) {
    if (!is_xml(file.name)) continue;
    auto bytes = read_bytes(file);
    if (!bytes) continue;
    const std::string text = decode_text(std::move(*bytes)).text;
    if (const std::string macros = pretext_macros(text); !macros.empty()) {
      books->read_macros(macros);
    }
  }
  const auto read = [prefix = std::move(prefix), books, &problems](
                        const FoundFile& file, std::string_view text,
                        std::vector<text::Document>& out) {
    if (is_xml(file.name) && looks_like_pretext(text)) {
      FileText book{.id = prefix + file.name,
                    .source = file.path,
                    .title = {},
                    .properties = {},
                    .pieces = {}};
      if (const auto broken = books->read(text, book); !broken.message.empty()) {
        problems.flawed(file.path, broken.line,
                        "the rest is missing, since the XML is broken: " + broken.message);
      }
      append_documents(std::move(book), out);
      return;
    }
    text::Document document = page(file, prefix, "page");
    text::HtmlPage html = text::read_html_page(text, {.delimited_formulas = true});
    if (html.body.text.empty()) return;
    if (html.title.text.empty()) html.title = title_of_name(file.name);
    document.fields.push_back(std::move(html.title));
    document.fields.push_back(std::move(html.body));
    out.push_back(std::move(document));
  };
  return open_files(std::move(files), read, problems);
}

std::unique_ptr<DocumentSource> open_plain_text(std::vector<FoundFile> files, std::string prefix,
                                                ProblemList& problems) {
  const auto read = [prefix = std::move(prefix)](const FoundFile& file, std::string_view text,
                                                 std::vector<text::Document>& out) {
    text::Document document = page(file, prefix, "text");
    text::Field body = text::read_plain_text(text, "body");
    if (body.text.empty()) return;
    document.fields.push_back(title_of_name(file.name));
    document.fields.push_back(std::move(body));
    out.push_back(std::move(document));
  };
  return open_files(std::move(files), read, problems);
}

}  // namespace noether::collection
