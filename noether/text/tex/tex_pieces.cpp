// The pieces of a LaTeX document: sections by their level, and environments by \begin and \end.
#include <algorithm>
#include <utility>

#include "noether/text/tex/tex_walker.h"

namespace noether::text {

void TexWalker::open_piece(std::string_view kind, int level, Field title, std::uint32_t line) {
  Draft draft;
  draft.piece.kind = kind;
  draft.piece.level = level;
  draft.piece.title = std::move(title);
  draft.piece.title.name = "title";
  draft.piece.line = line;
  draft.piece.parent = open_.empty() ? kNoParent : static_cast<std::int32_t>(open_.back().index);
  draft.body = FieldBuilder("body");
  drafts_.push_back(std::move(draft));
  open_.push_back({drafts_.size() - 1, level});
}

void TexWalker::close_pieces_above(std::size_t stack_size) {
  // The first piece is the document itself.
  open_.resize(std::max<std::size_t>(stack_size, 1));
  out().end_paragraph();
}

void TexWalker::section(int level) {
  const std::uint32_t line = stream_.lexer().line();
  stream_.take_star();
  TexTokens short_title;
  stream_.take_optional(short_title);
  TexTokens tokens;
  if (!stream_.take_argument(tokens) || preamble_ || title_ != nullptr) return;
  constexpr int kRunIn = 6;
  if (level >= kRunIn && open_.size() > 1 && open_.back().level == 0) {
    // A \paragraph inside a proof is a part of it.
    out().end_paragraph();
    tokens.push_back({TexKind::Blank, false, {}});
    stream_.push_front(tokens);
    return;
  }
  Field title = render(std::move(tokens), "title");
  std::size_t keep = open_.size();
  while (keep > 1 && (open_[keep - 1].level == 0 || open_[keep - 1].level >= level)) --keep;
  close_pieces_above(keep);
  open_piece("section", level, std::move(title), line);
}

void TexWalker::begin_environment() {
  const std::uint32_t line = stream_.lexer().line();
  std::string name = stream_.argument_text();
  if (name == "document") {
    preamble_ = false;
    return;
  }
  if (preamble_ && title_ == nullptr) return;
  if (const TexEnvironment* own = stream_.macros().environment(name)) {
    stream_.expand(own->begin, false);
    return;
  }
  TexEnvironmentInfo info = tex_environment(name);
  const std::string_view declared = stream_.macros().theorem(name);
  if (!declared.empty()) info = {TexEnvironmentKind::Piece, 0, false, declared};
  switch (info.kind) {
    case TexEnvironmentKind::Formula:
      formula(TexFormulaEnd::Environment, name);
      return;
    case TexEnvironmentKind::FormulaLines:
      formula(TexFormulaEnd::Environment, name, true);
      return;
    case TexEnvironmentKind::Verbatim:
    case TexEnvironmentKind::Dropped:
      skip_environment(name, info.kind == TexEnvironmentKind::Verbatim);
      return;
    case TexEnvironmentKind::Plain:
    case TexEnvironmentKind::Piece:
      break;
  }
  TexTokens title;
  const bool piece = info.kind == TexEnvironmentKind::Piece && title_ == nullptr;
  if (info.optional || piece) stream_.take_optional(title);
  if (info.arguments > 0) drop_arguments(info.arguments);
  out().end_paragraph();
  if (environments_.size() >= 1'000) return;
  environments_.push_back({std::move(name), kNoPiece});
  if (!piece) return;
  environments_.back().piece = open_.size();
  Field rendered = render(std::move(title), "title");
  open_piece(info.piece, 0, std::move(rendered), line);
}

void TexWalker::end_environment() {
  const std::string name = stream_.argument_text();
  if (name == "document") {
    done_ = true;
    return;
  }
  if (preamble_ && title_ == nullptr) return;
  if (const TexEnvironment* own = stream_.macros().environment(name)) {
    stream_.expand(own->end, false);
    return;
  }
  const auto found = std::find_if(environments_.rbegin(), environments_.rend(),
                                  [&](const OpenEnvironment& e) { return e.name == name; });
  if (found == environments_.rend()) return;
  // Environments and pieces that are still open inside it end with it.
  const auto keep = static_cast<std::size_t>(environments_.rend() - found) - 1;
  std::size_t pieces = open_.size();
  for (std::size_t i = keep; i < environments_.size(); ++i) {
    if (environments_[i].piece != kNoPiece) pieces = std::min(pieces, environments_[i].piece);
  }
  environments_.resize(keep);
  if (pieces < open_.size()) {
    close_pieces_above(pieces);
  } else {
    out().end_paragraph();
  }
}

void TexWalker::skip_environment(const std::string& name, bool keep_text) {
  const std::string end = "\\end{" + name + "}";
  if (stream_.in_source()) {
    const std::string_view inside = stream_.lexer().take_until(end);
    if (!keep_text) return;
    out().end_paragraph();
    out().append_verbatim(inside);
    out().end_paragraph();
    return;
  }
  for (;;) {
    const TexToken token = stream_.take();
    if (token.kind == TexKind::End || token.kind == TexKind::Mark) {
      stream_.push_front(token);
      return;
    }
    if (token.is_command("end") && stream_.argument_text() == name) return;
  }
}

// Returns the pieces that have text, each below the nearest enclosing piece with text.
std::vector<Piece> TexWalker::finished_pieces() {
  std::vector<Piece> pieces;
  std::vector<std::int32_t> new_index(drafts_.size(), kNoParent);
  for (std::size_t i = 0; i < drafts_.size(); ++i) {
    Piece& piece = drafts_[i].piece;
    const std::int32_t parent =
        piece.parent == kNoParent ? kNoParent : new_index[static_cast<std::size_t>(piece.parent)];
    piece.body = drafts_[i].body.take();
    new_index[i] = parent;
    if (piece.body.text.empty() && piece.title.text.empty()) continue;
    piece.parent = parent;
    new_index[i] = static_cast<std::int32_t>(pieces.size());
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace noether::text
