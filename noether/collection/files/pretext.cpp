#include "noether/collection/files/pretext.h"

#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "noether/text/delimited_text.h"
#include "noether/text/field_builder.h"

namespace noether::collection {
namespace {

using Names = std::initializer_list<std::string_view>;

bool is_one_of(std::string_view name, Names names) {
  return std::ranges::find(names, name) != names.end();
}

// The level of a division of a book; 0 for anything else.
int level_of(std::string_view name) {
  if (is_one_of(name, {"chapter", "appendix", "preface", "frontmatter", "backmatter"})) return 1;
  if (is_one_of(name, {"section", "archetype", "exercises", "readingquestions", "references"})) {
    return 2;
  }
  if (is_one_of(name, {"subsection", "exercisesubsection"})) return 3;
  return name == "subsubsection" ? 4 : 0;
}

bool is_statement(std::string_view name) {
  return is_one_of(name, {"theorem", "lemma", "corollary", "proposition", "definition", "example",
                          "exercise", "proof", "remark", "axiom", "principle", "conjecture", "fact",
                          "problem", "solution", "claim", "algorithm", "convention", "note"});
}

bool is_left_out(std::string_view name) {
  return is_one_of(name, {"sage", "image", "idx", "index", "notation", "macros", "latex-image",
                          "latex-image-preamble", "program", "sageadvice", "xref", "acroref",
                          "indexlocation", "colophon"});
}

bool is_formula(std::string_view name) {
  return is_one_of(name, {"m", "me", "men", "md", "mdn", "equation", "alignmath"});
}

bool is_block(std::string_view name) {
  return is_one_of(name, {"p", "li", "statement", "title", "caption", "row", "blockquote", "pre",
                          "cell", "description", "introduction", "conclusion"});
}

std::string_view character_of(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kCharacters = {
      {{"mdash", "—"},
       {"ndash", "–"},
       {"ellipsis", "…"},
       {"nbsp", " "},
       {"br", " "},
       {"ie", "i.e."},
       {"eg", "e.g."},
       {"latex", "LaTeX"}}};
  for (const auto& [known, character] : kCharacters) {
    if (known == name) return character;
  }
  return {};
}

// LaTeX can read a formula of several rows by itself only inside an environment.
std::string aligned(const std::string& rows) {
  const bool has_rows =
      rows.find("\\\\") != std::string::npos || rows.find('&') != std::string::npos;
  return has_rows ? fmt::format("\\begin{{aligned}}{}\\end{{aligned}}", rows) : rows;
}

// The maximum nesting of pieces. A deeper piece, which no book has, is text of the innermost one.
constexpr std::size_t kMaxNesting = 64;

class PretextParser {
 public:
  PretextParser(FileText& file, text::TexReader* macros)
      : file_(file), macros_(macros), parser_(XML_ParserCreate("UTF-8"), &XML_ParserFree) {
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), &PretextParser::on_start, &PretextParser::on_end);
    XML_SetCharacterDataHandler(parser_.get(), &PretextParser::on_text);
    // Ignores entities that an external DTD declares.
    XML_UseForeignDTD(parser_.get(), XML_TRUE);
    open_piece("text", 0, {});
  }

  PretextReader::Break parse(std::string_view xml) {
    const XML_Status status =
        XML_Parse(parser_.get(), xml.data(), static_cast<int>(xml.size()), XML_TRUE);
    PretextReader::Break result;
    if (status != XML_STATUS_OK) {
      result.line = XML_GetCurrentLineNumber(parser_.get());
      result.message = XML_ErrorString(XML_GetErrorCode(parser_.get()));
    }
    while (!open_.empty()) close_piece();
    file_.pieces = std::move(pieces_);
    return result;
  }

 private:
  struct OpenPiece {
    std::int32_t index;
    std::size_t depth;  // depth of its element
    text::FieldBuilder title;
    text::FieldBuilder body;
  };

  static void on_start(void* self, const XML_Char* name, const XML_Char** attributes) {
    static_cast<PretextParser*>(self)->start(name, attributes);
  }
  static void on_end(void* self, const XML_Char* name) {
    static_cast<PretextParser*>(self)->end(name);
  }
  static void on_text(void* self, const XML_Char* text, int size) {
    static_cast<PretextParser*>(self)->text({text, static_cast<std::size_t>(size)});
  }

  text::FieldBuilder& target() { return in_title_ ? open_.back().title : open_.back().body; }

  void start(std::string_view name, const XML_Char** attributes) {
    flush_text();
    ++depth_;
    if (left_out_ > 0) return;
    if (formula_depth_ > 0) {
      if (name == "intertext" || is_left_out(name)) left_out_ = depth_;
    } else if (is_left_out(name)) {
      left_out_ = depth_;
    } else if (is_formula(name)) {
      formula_depth_ = depth_;
      formula_.clear();
    } else if (const int level = level_of(name);
               open_.size() <= kMaxNesting && (level > 0 || is_statement(name))) {
      open_piece(level > 0 ? "section" : name, level, attributes);
    } else if (name == "title") {
      in_title_ = true;
    } else if (is_block(name)) {
      target().end_paragraph();
    } else if (name == "q") {
      target().append("“");
    } else if (const std::string_view character = character_of(name); !character.empty()) {
      target().append(character);
    }
  }

  void end(std::string_view name) {
    flush_text();
    const std::size_t depth = depth_--;
    if (left_out_ > 0) {
      if (left_out_ == depth) left_out_ = 0;
      return;
    }
    if (formula_depth_ > 0) {
      if (name == "mrow") formula_ += " \\\\ ";
      if (formula_depth_ == depth) close_formula(name);
      return;
    }
    if (name == "title") {
      in_title_ = false;
    } else if (is_block(name)) {
      target().end_paragraph();
    } else if (name == "q") {
      target().append("”");
    }
    if (open_.size() > 1 && open_.back().depth == depth) close_piece();
  }

  void text(std::string_view text) {
    if (left_out_ > 0) return;
    if (formula_depth_ > 0) {
      formula_ += text;
    } else {
      text_ += text;
    }
  }

  // Some books write formulas between dollar signs.
  void flush_text() {
    if (text_.find('$') == std::string::npos) {
      target().append(text_);
    } else {
      if (text_.front() == ' ' || text_.front() == '\n') target().append_blank();
      const text::Field field = text::read_plain_text(text_, {});
      std::size_t at = 0;
      for (const text::FormulaSpan& span : field.formulas) {
        target().append(std::string_view(field.text).substr(at, span.begin - 1 - at));
        formula_ = field.text.substr(span.begin, span.end - span.begin);
        append_formula();
        at = span.end + 1;
      }
      target().append(std::string_view(field.text).substr(at));
      if (text_.back() == ' ' || text_.back() == '\n') target().append_blank();
    }
    text_.clear();
  }

  void close_formula(std::string_view name) {
    formula_depth_ = 0;
    while (formula_.ends_with(' ') || formula_.ends_with('\n')) formula_.pop_back();
    if (formula_.ends_with("\\\\")) formula_.resize(formula_.size() - 2);
    if (is_one_of(name, {"md", "mdn", "alignmath"})) formula_ = aligned(formula_);
    append_formula();
  }

  void append_formula() {
    if (macros_ != nullptr && formula_.find('\\') != std::string::npos) expand_macros();
    target().append_formula(formula_);
  }

  void expand_macros() {
    const text::TexDocument read = macros_->read("$" + formula_ + "$");
    if (read.pieces.size() != 1 || read.pieces[0].body.formulas.size() != 1) return;
    const text::Field& body = read.pieces[0].body;
    formula_ =
        body.text.substr(body.formulas[0].begin, body.formulas[0].end - body.formulas[0].begin);
  }

  void open_piece(std::string_view kind, int level, const XML_Char** attributes) {
    text::Piece piece;
    piece.kind = kind;
    piece.level = level;
    piece.line = static_cast<std::uint32_t>(XML_GetCurrentLineNumber(parser_.get()));
    for (; attributes != nullptr && attributes[0] != nullptr; attributes += 2) {
      const std::string_view name = attributes[0];
      if (name == "xml:id" || name == "acro") piece.label = attributes[1];
    }
    // The text outside all sections is not a parent.
    if (open_.size() > 1) piece.parent = open_.back().index;
    open_.push_back({static_cast<std::int32_t>(pieces_.size()), depth_, text::FieldBuilder("title"),
                     text::FieldBuilder("body")});
    pieces_.push_back(std::move(piece));
  }

  void close_piece() {
    text::Piece& piece = pieces_[static_cast<std::size_t>(open_.back().index)];
    piece.title = open_.back().title.take();
    piece.body = open_.back().body.take();
    open_.pop_back();
  }

  FileText& file_;
  text::TexReader* macros_;
  std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser_;
  std::vector<text::Piece> pieces_;
  std::vector<OpenPiece> open_;
  std::string text_;  // not passed to the target yet
  std::string formula_;
  std::size_t depth_ = 0;
  std::size_t formula_depth_ = 0;  // depth of the element of the formula; 0 outside formulas
  std::size_t left_out_ = 0;       // depth of an element that is left out; 0 outside such elements
  bool in_title_ = false;
};

// Removes pieces without text; pieces inside them belong to the enclosing piece.
void drop_empty_pieces(std::vector<text::Piece>& pieces) {
  std::vector<std::int32_t> place(pieces.size(), text::kNoParent);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    std::int32_t& parent = pieces[i].parent;
    if (parent != text::kNoParent) parent = place[static_cast<std::size_t>(parent)];
    if (pieces[i].title.text.empty() && pieces[i].body.text.empty()) {
      place[i] = parent;
      continue;
    }
    place[i] = static_cast<std::int32_t>(kept);
    if (kept != i) pieces[kept] = std::move(pieces[i]);
    ++kept;
  }
  pieces.resize(kept);
}

}  // namespace

bool looks_like_pretext(std::string_view start) {
  const auto has = [&](std::string_view text) {
    return start.find(text) != std::string_view::npos;
  };
  if (has("<html") || has("<body") || has("<!DOCTYPE html") || !has("<")) return false;
  return has("<m>") || has("<me>") || has("<macros>") || has("<pretext") || has("<mathbook") ||
         has("xml:id=") || has("<section acro=") || has("<archetype");
}

std::string pretext_macros(std::string_view xml) {
  constexpr std::string_view kBegin = "<macros>";
  const std::size_t begin = xml.find(kBegin);
  const std::size_t end = xml.find("</macros>");
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
  constexpr std::string_view kEscaped = "&amp;";
  std::string macros;
  std::string_view rest = xml.substr(begin + kBegin.size(), end - begin - kBegin.size());
  for (std::size_t at = rest.find(kEscaped); at != std::string_view::npos;
       at = rest.find(kEscaped)) {
    macros += rest.substr(0, at);
    macros += '&';
    rest.remove_prefix(at + kEscaped.size());
  }
  macros += rest;
  return macros;
}

void PretextReader::read_macros(std::string_view macros) {
  tex_.read_definitions(macros);
  has_macros_ = true;
}

PretextReader::Break PretextReader::read(std::string_view xml, FileText& file) {
  Break result = PretextParser(file, has_macros_ ? &tex_ : nullptr).parse(xml);
  drop_empty_pieces(file.pieces);
  return result;
}

}  // namespace noether::collection
