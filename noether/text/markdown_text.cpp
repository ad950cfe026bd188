#include "noether/text/note.h"

#include <md4c.h>

#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include "noether/text/field_builder.h"
#include "noether/text/html/html_text.h"
#include "noether/text/markup/front_matter.h"
#include "noether/text/markup/markdown_formulas.h"

namespace noether::text {
namespace {

class MarkdownWalker {
 public:
  explicit MarkdownWalker(const MarkdownFormulas& formulas)
      : formulas_(formulas), source_(formulas.masked()) {}

  int enter_block(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_H:
        title_level_ = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
        break;
      case MD_BLOCK_CODE:
        ++code_;
        out().end_paragraph();
        break;
      case MD_BLOCK_HTML:
        html_.clear();
        in_html_ = true;
        break;
      case MD_BLOCK_TD:
      case MD_BLOCK_TH:
        out().append_blank();
        break;
      default:
        out().end_paragraph();
    }
    return 0;
  }

  int leave_block(MD_BLOCKTYPE type, void*) {
    switch (type) {
      case MD_BLOCK_H:
        open_section();
        break;
      case MD_BLOCK_CODE:
        --code_;
        out().end_paragraph();
        break;
      case MD_BLOCK_HTML:
        in_html_ = false;
        append_html();
        break;
      case MD_BLOCK_TD:
      case MD_BLOCK_TH:
        out().append_blank();
        break;
      default:
        out().end_paragraph();
    }
    return 0;
  }

  int enter_span(MD_SPANTYPE type, void*) {
    if (type == MD_SPAN_CODE) ++code_spans_;
    return 0;
  }

  int leave_span(MD_SPANTYPE type, void*) {
    if (type == MD_SPAN_CODE) --code_spans_;
    return 0;
  }

  int text(MD_TEXTTYPE type, std::string_view text) {
    if (first_text_ == nullptr && title_level_ > 0) first_text_ = text.data();
    if (in_html_) {
      html_ += formulas_.restored(text);
    } else if (code_ > 0) {
      out().append_verbatim(formulas_.restored(text));
    } else if (code_spans_ > 0) {
      out().append(formulas_.restored(text));
    } else if (type == MD_TEXT_BR) {
      out().end_paragraph();
    } else if (type == MD_TEXT_SOFTBR) {
      out().append_blank();
    } else if (type == MD_TEXT_ENTITY) {
      out().append(read_html(text, "").text);
    } else if (type != MD_TEXT_HTML) {
      formulas_.append(text, out());
    }
    return 0;
  }

  std::vector<Piece> finish() { return sections_.take(); }

 private:
  FieldBuilder& out() { return title_level_ > 0 ? title_ : sections_.body(); }

  void open_section() {
    const int level = std::exchange(title_level_, 0);
    const std::uint32_t line = line_of(std::exchange(first_text_, nullptr));
    sections_.open_section(level, title_.take(), line);
  }

  // The line of a place in the source; for a place outside the source, the line of the last query.
  std::uint32_t line_of(const char* place) {
    if (place == nullptr || place < source_.data() + counted_ ||
        place > source_.data() + source_.size()) {
      return line_;
    }
    const auto end = static_cast<std::size_t>(place - source_.data());
    line_ +=
        static_cast<std::uint32_t>(formulas_.count_lines(source_.substr(counted_, end - counted_)));
    counted_ = end;
    return line_;
  }

  void append_html() {
    const Field field = read_html(html_, "", {.delimited_formulas = true});
    std::size_t at = 0;
    out().end_paragraph();
    for (const FormulaSpan& formula : field.formulas) {
      out().append(std::string_view(field.text).substr(at, formula.begin - 1 - at));
      out().append_formula(
          std::string_view(field.text).substr(formula.begin, formula.end - formula.begin),
          formula.id);
      at = formula.end + 1;
    }
    out().append(std::string_view(field.text).substr(at));
    out().end_paragraph();
  }

  const MarkdownFormulas& formulas_;
  std::string_view source_;
  SectionBuilder sections_;
  FieldBuilder title_{"title"};
  const char* first_text_ = nullptr;  // the first text of the heading
  std::string html_;
  int title_level_ = 0;  // level of the heading being read; 0 outside headings
  int code_ = 0;         // open blocks of code
  int code_spans_ = 0;   // code in a line
  bool in_html_ = false;
  std::size_t counted_ = 0;
  std::uint32_t line_ = 1;
};

MarkdownWalker& walker(void* data) { return *static_cast<MarkdownWalker*>(data); }

std::vector<Piece> read_masked(const MarkdownFormulas& formulas) {
  const std::string& masked = formulas.masked();
  MarkdownWalker pieces(formulas);
  MD_PARSER parser{};
  parser.flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_PERMISSIVEURLAUTOLINKS;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* data) {
    return walker(data).enter_block(type, detail);
  };
  parser.leave_block = [](MD_BLOCKTYPE type, void* detail, void* data) {
    return walker(data).leave_block(type, detail);
  };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* data) {
    return walker(data).enter_span(type, detail);
  };
  parser.leave_span = [](MD_SPANTYPE type, void* detail, void* data) {
    return walker(data).leave_span(type, detail);
  };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* data) {
    return walker(data).text(type, std::string_view(text, size));
  };
  // The parser takes any text, and the walker never stops it, so it fails only if memory runs out.
  if (md_parse(masked.data(), static_cast<MD_SIZE>(masked.size()), &parser, &pieces) != 0) {
    throw std::bad_alloc();
  }
  return pieces.finish();
}

}  // namespace

std::vector<Piece> read_markdown(std::string_view markdown) {
  return read_masked(MarkdownFormulas(markdown));
}

Note read_markdown_note(std::string_view markdown) {
  Note note;
  FrontMatter matter = read_front_matter(markdown);
  std::string text;  // with the lines of the front matter, so that lines keep their numbers
  if (matter.end > 0) {
    const auto lines = std::ranges::count(markdown.substr(0, matter.end), '\n');
    text.assign(static_cast<std::size_t>(lines), '\n');
    text += markdown.substr(matter.end);
    markdown = text;
  }
  take_front_matter(std::move(matter), note);
  const MarkdownFormulas formulas(markdown, true);
  for (const std::string& tag : formulas.tags()) add_tag(tag, note.tags);
  note.pieces = read_masked(formulas);
  return note;
}

}  // namespace noether::text
