#include "noether/text/note.h"

#include <algorithm>
#include <utility>

namespace noether::text {

SectionBuilder::SectionBuilder() { open_piece("text", 0); }

void SectionBuilder::open_piece(std::string_view kind, int level) {
  Draft draft;
  draft.piece.kind = kind;
  draft.piece.level = level;
  draft.piece.title.name = "title";
  drafts_.push_back(std::move(draft));
}

void SectionBuilder::open_section(int level, Field title, std::uint32_t line,
                                  std::string_view label) {
  while (!open_.empty() && drafts_[open_.back()].piece.level >= level) open_.pop_back();
  open_piece("section", level);
  Piece& piece = drafts_.back().piece;
  piece.title = std::move(title);
  piece.title.name = "title";
  piece.label = label;
  piece.line = line;
  if (!open_.empty()) piece.parent = static_cast<std::int32_t>(open_.back());
  open_.push_back(drafts_.size() - 1);
}

void SectionBuilder::append(std::vector<Piece> pieces) {
  for (Piece& piece : pieces) {
    if (piece.level > 0) open_section(piece.level, std::move(piece.title), piece.line, piece.label);
    body().end_paragraph();
    append_field_to(body(), piece.body);
    body().end_paragraph();
  }
}

std::vector<Piece> SectionBuilder::take() {
  std::vector<Piece> pieces;
  std::vector<std::int32_t> new_index(drafts_.size(), kNoParent);
  for (std::size_t i = 0; i < drafts_.size(); ++i) {
    Piece& piece = drafts_[i].piece;
    piece.body = drafts_[i].body.take();
    if (piece.parent != kNoParent) piece.parent = new_index[static_cast<std::size_t>(piece.parent)];
    new_index[i] = piece.parent;
    if (piece.body.text.empty() && piece.title.text.empty()) continue;
    new_index[i] = static_cast<std::int32_t>(pieces.size());
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

void append_field_to(FieldBuilder& out, const Field& field) {
  const std::string_view text = field.text;
  // A line feed outside of formulas ends a paragraph.
  const auto append_lines = [&](std::string_view part) {
    while (true) {
      const std::size_t end = std::min(part.find('\n'), part.size());
      out.append(part.substr(0, end));
      if (end == part.size()) return;
      out.end_paragraph();
      part.remove_prefix(end + 1);
    }
  };
  std::size_t at = 0;
  for (const FormulaSpan& formula : field.formulas) {
    append_lines(text.substr(at, formula.begin - 1 - at));
    out.append_formula(text.substr(formula.begin, formula.end - formula.begin), formula.id,
                       formula.visual_id);
    at = formula.end + 1;
  }
  append_lines(text.substr(at));
}

void add_tag(std::string_view tag, std::vector<std::string>& tags) {
  constexpr std::size_t kMaxTags = 1'000;  // in one file
  while (tag.starts_with('#') || tag.starts_with(' ')) tag.remove_prefix(1);
  while (tag.ends_with(' ')) tag.remove_suffix(1);
  if (tag.empty() || tags.size() >= kMaxTags) return;
  if (std::ranges::find(tags, tag) == tags.end()) tags.emplace_back(tag);
}

}  // namespace noether::text
