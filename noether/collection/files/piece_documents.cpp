#include "noether/collection/files/piece_documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "noether/collection/marked_up_text.h"

namespace noether::collection {
namespace {

constexpr std::int32_t kNoDocument = -1;
constexpr std::size_t kMaxTitles = 64;  // enclosing pieces whose titles are used
constexpr std::size_t kMaxLabelBytes = 256;

void add_field(text::Field field, std::string_view name, text::Document& document) {
  if (field.text.empty()) return;
  field.name = name;
  document.fields.push_back(std::move(field));
}

// The properties of a file go to its first document.
void add_properties(std::vector<std::pair<std::string, std::string>> properties,
                    text::Document& document) {
  constexpr std::array<std::string_view, 3> kNames = {"keywords", "synonym", "defines"};
  text::Field names{.name = "keywords", .text = {}, .formulas = {}};
  for (auto& [name, value] : properties) {
    if (name == "keywords") add_tags(value, document.tags);
    // Another name of the file is searchable and shown.
    if (name == "alias") append_field({.name = {}, .text = value, .formulas = {}}, names);
    if (std::ranges::find(kNames, name) == kNames.end()) {
      document.properties.emplace_back(std::move(name), std::move(value));
    } else {
      if (!names.text.empty()) names.text += '\n';
      names.text += value;
    }
  }
  add_field(std::move(names), "keywords", document);
}

text::Document whole_file(FileText& file) {
  text::Document document;
  document.id = file.id;
  document.kind = "article";
  document.source = file.source;
  text::Field body;
  std::vector<text::Piece>& pieces = file.pieces;
  // If a file begins with a heading that is the only one of its level, the heading is its title.
  std::size_t titled = pieces.size();
  if (file.title.text.empty() && !pieces.empty() && pieces.front().level > 0) {
    const auto same_level = std::ranges::count(pieces, pieces.front().level, &text::Piece::level);
    if (same_level == 1) titled = 0;
  }
  if (titled < pieces.size()) file.title = pieces[titled].title;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (i != titled) append_field(pieces[i].title, body);
    append_field(pieces[i].body, body);
  }
  add_field(std::move(file.title), "title", document);
  add_field(std::move(body), "body", document);
  return document;
}

class Splitter {
 public:
  Splitter(FileText& file, std::vector<text::Document>& out) : file_(file), out_(out) {}

  void split() {
    const std::size_t first = out_.size();
    documents_.assign(file_.pieces.size(), kNoDocument);
    last_inside_.assign(file_.pieces.size() + 1, text::kNoParent);
    for (std::size_t i = 0; i < file_.pieces.size(); ++i) {
      if (file_.pieces[i].kind != "bibliography" && !join_proof(i)) add_document(i);
      if (!belongs_to_another(file_.pieces[i])) last_inside(file_.pieces[i].parent) = as_index(i);
    }
    if (first == out_.size()) return;
    text::Document& head = out_[first];
    for (text::Piece& piece : file_.pieces) {
      if (piece.kind == "bibliography") add_field(std::move(piece.body), "bibliography", head);
    }
    add_properties(std::move(file_.properties), head);
  }

 private:
  // The text before all sections, or the abstract.
  static bool is_head(const text::Piece& piece) {
    return piece.kind == "text" || piece.kind == "abstract";
  }

  static bool is_statement(const text::Piece& piece) {
    return piece.level == 0 && !is_head(piece) && !belongs_to_another(piece);
  }

  static bool belongs_to_another(const text::Piece& piece) {
    return piece.kind == "proof" || piece.kind == "solution" || piece.kind == "hint";
  }

  static std::int32_t as_index(std::size_t i) { return static_cast<std::int32_t>(i); }

  // The last independent piece so far inside `parent`, or outside all pieces.
  std::int32_t& last_inside(std::int32_t parent) {
    return last_inside_[static_cast<std::size_t>(parent - text::kNoParent)];
  }

  // The statement that a proof belongs to: the one around it, or the last one before it.
  std::int32_t statement_of(std::size_t i) {
    const std::int32_t parent = file_.pieces[i].parent;
    const std::int32_t before = last_inside(parent);
    if (before != text::kNoParent && is_statement(file_.pieces[static_cast<std::size_t>(before)])) {
      return before;
    }
    const bool is_inside =
        parent != text::kNoParent && is_statement(file_.pieces[static_cast<std::size_t>(parent)]);
    return is_inside ? parent : text::kNoParent;
  }

  bool join_proof(std::size_t i) {
    if (!belongs_to_another(file_.pieces[i])) return false;
    const std::int32_t statement = statement_of(i);
    if (statement == text::kNoParent) return false;
    const std::int32_t document = documents_[static_cast<std::size_t>(statement)];
    if (document == kNoDocument) return false;
    documents_[i] = document;
    add_field(file_.pieces[i].body, file_.pieces[i].kind, out_[static_cast<std::size_t>(document)]);
    return true;
  }

  void add_document(std::size_t i) {
    text::Piece& piece = file_.pieces[i];
    text::Document document;
    document.kind = is_head(piece) ? "article" : piece.kind;
    document.id = id_of(piece);
    document.source = fmt::format("{}:{}", file_.source, piece.line);
    if (piece.parent != text::kNoParent) {
      const std::int32_t parent = documents_[static_cast<std::size_t>(piece.parent)];
      if (parent != kNoDocument) document.parent = out_[static_cast<std::size_t>(parent)].id;
    }
    if (is_head(piece) && piece.parent == text::kNoParent) {
      // If there are several such pieces, only the first one has the full title, of any length.
      text::Field start;
      append_start(file_.title, kMaxContextBytes, start);
      add_field(std::exchange(has_title_, true) ? std::move(start) : file_.title, "title",
                document);
    } else {
      add_field(piece.title, "title", document);
      add_field(context_of(piece), "context", document);
    }
    add_field(std::move(piece.body), "body", document);
    documents_[i] = static_cast<std::int32_t>(out_.size());
    out_.push_back(std::move(document));
  }

  // The titles around a piece, the file's first, up to a bound; the outermost of very many are left
  // out.
  text::Field context_of(const text::Piece& piece) const {
    std::vector<const text::Field*> titles;
    for (std::int32_t at = piece.parent; at != text::kNoParent && titles.size() < kMaxTitles;) {
      const text::Piece& around = file_.pieces[static_cast<std::size_t>(at)];
      titles.push_back(&around.title);
      at = around.parent;
    }
    text::Field context;
    append_start(file_.title, kMaxContextBytes, context);
    for (std::size_t i = titles.size(); i-- > 0;) {
      append_start(*titles[i], kMaxContextBytes, context);
    }
    return context;
  }

  std::string id_of(const text::Piece& piece) {
    if (is_head(piece) && used_.insert(file_.id).second) return file_.id;
    // The ids of all documents inside repeat the label, so its length is limited.
    if (!piece.label.empty() && piece.label.size() <= kMaxLabelBytes) {
      if (std::string id = file_.id + "#" + piece.label; used_.insert(id).second) return id;
    }
    while (true) {
      std::string id = fmt::format("{}#{}-{}", file_.id, piece.kind, ++numbers_[piece.kind]);
      if (used_.insert(id).second) return id;
    }
  }

  FileText& file_;
  std::vector<text::Document>& out_;
  std::vector<std::int32_t> documents_;    // document of each piece
  std::vector<std::int32_t> last_inside_;  // for each piece, after the entry of the file itself
  std::map<std::string, int> numbers_;     // highest number in use, by kind
  std::set<std::string> used_;
  bool has_title_ = false;  // the file's title is in a document
};

void append_untagged(FileText file, std::vector<text::Document>& out) {
  std::size_t bytes = 0;
  for (const text::Piece& piece : file.pieces) {
    bytes += piece.title.text.size() + piece.body.text.size();
  }
  if (bytes > kShortFileBytes) {
    Splitter(file, out).split();
    return;
  }
  text::Document document = whole_file(file);
  if (document.fields.empty()) return;
  add_properties(std::move(file.properties), document);
  out.push_back(std::move(document));
}

}  // namespace

void append_documents(FileText file, std::vector<text::Document>& out) {
  const std::size_t before = out.size();
  const std::vector<std::string> tags = std::move(file.tags);
  append_untagged(std::move(file), out);
  for (std::size_t i = before; i < out.size(); ++i) {
    for (const std::string& tag : tags) {
      auto& known = out[i].tags;
      if (std::ranges::find(known, tag) == known.end()) known.push_back(tag);
    }
  }
}

}  // namespace noether::collection
