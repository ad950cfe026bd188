#include "noether/collection/files/file_source.h"

#include <simdjson.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "noether/text/delimited_text.h"
#include "noether/text/note.h"

namespace noether::collection {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

constexpr std::size_t kMaxJsonDepth = 200;

// A string, or a list of its lines.
std::string joined_text(const simdjson::simdjson_result<element>& value) {
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) return std::string(text);
  std::string all;
  array lines;
  if (value.get(lines) != simdjson::SUCCESS) return all;
  for (const element line : lines) {
    if (line.get(text) == simdjson::SUCCESS) all += text;
  }
  return all;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

class NotebookReader {
 public:
  text::Note read(element notebook) {
    take_title(notebook);
    array cells;
    array sheets;
    bool has_cells = false;
    if (notebook["cells"].get(cells) == simdjson::SUCCESS) {
      has_cells = true;
      for (const element cell : cells) read_cell(cell);
    } else if (notebook["worksheets"].get(sheets) == simdjson::SUCCESS) {
      // Notebooks of versions before 4 have worksheets.
      has_cells = true;
      for (const element sheet : sheets) {
        if (sheet["cells"].get(cells) != simdjson::SUCCESS) continue;
        for (const element cell : cells) read_cell(cell);
      }
    }
    if (!has_cells) note_.flaw = "it has no cells, so it is not a notebook";
    note_.pieces = sections_.take();
    return std::move(note_);
  }

 private:
  void take_title(element notebook) {
    std::string_view title;
    if (notebook["metadata"]["title"].get(title) == simdjson::SUCCESS) {
      note_.title = text::read_plain_text(title, "title");
    }
    array authors;
    if (notebook["metadata"]["authors"].get(authors) != simdjson::SUCCESS) return;
    for (const element author : authors) {
      std::string_view name;
      if (author["name"].get(name) == simdjson::SUCCESS) {
        note_.properties.emplace_back("author", name);
      }
    }
  }

  void read_cell(element cell) {
    std::string_view type;
    if (cell["cell_type"].get(type) != simdjson::SUCCESS) return;
    if (type == "markdown") {
      read_markdown(joined_text(cell["source"]));
    } else if (type == "heading") {
      std::int64_t level = 1;
      if (cell["level"].get(level) != simdjson::SUCCESS) level = 1;
      const auto depth = static_cast<std::size_t>(std::clamp<std::int64_t>(level, 1, 6));
      read_markdown(std::string(depth, '#') + " " + joined_text(cell["source"]));
    } else if (type == "raw") {
      read_raw(cell);
    } else if (type == "code") {
      read_outputs(cell);
    }
  }

  void read_markdown(const std::string& markdown) {
    if (is_blank(markdown)) return;
    // Quarto's notebooks begin with front matter, in a raw cell or in one of Markdown.
    text::Note cell = text::read_markdown_note(markdown);
    if (note_.title.text.empty()) note_.title = std::move(cell.title);
    for (const std::string& tag : cell.tags) text::add_tag(tag, note_.tags);
    std::ranges::move(cell.properties, std::back_inserter(note_.properties));
    for (text::Piece& piece : cell.pieces)
      piece.line = 1;  // lines of a cell are not lines of the file
    sections_.append(std::move(cell.pieces));
  }

  void read_raw(element cell) {
    const std::string raw = joined_text(cell["source"]);
    std::string_view kind;
    if (cell["metadata"]["raw_mimetype"].get(kind) != simdjson::SUCCESS) {
      if (cell["metadata"]["format"].get(kind) != simdjson::SUCCESS) kind = {};
    }
    if (raw.starts_with("---") || kind == "text/markdown") {
      read_markdown(raw);
    } else if (kind == "text/latex") {
      append_latex(raw);
    }
  }

  void read_outputs(element cell) {
    array outputs;
    if (cell["outputs"].get(outputs) != simdjson::SUCCESS) return;
    for (const element output : outputs) {
      append_latex(joined_text(output["data"]["text/latex"]));
      append_latex(joined_text(output["latex"]));  // before version 4
      if (const std::string text = joined_text(output["data"]["text/markdown"]); !is_blank(text)) {
        read_markdown(text);
      }
    }
  }

  // An output may have its delimiters, or be a formula as a whole.
  void append_latex(const std::string& latex) {
    if (is_blank(latex)) return;
    text::FieldBuilder& out = sections_.body();
    out.end_paragraph();
    const bool is_delimited = latex.contains('$') || latex.contains("\\(") ||
                              latex.contains("\\[") || latex.contains("\\begin{");
    if (is_delimited) {
      text::append_delimited(latex, out);
    } else {
      out.append_formula(latex);
    }
    out.end_paragraph();
  }

  text::Note note_;
  text::SectionBuilder sections_;
};

}  // namespace

text::Note read_notebook(std::string_view json) {
  simdjson::dom::parser parser;
  text::Note broken;
  element notebook;
  if (const auto error = parser.allocate(json.size(), kMaxJsonDepth)) {
    broken.flaw = simdjson::error_message(error);
    return broken;
  }
  if (const auto error = parser.parse(json.data(), json.size()).get(notebook)) {
    broken.flaw = std::string("not JSON: ") + simdjson::error_message(error);
    return broken;
  }
  return NotebookReader().read(notebook);
}

}  // namespace noether::collection
