#include "noether/formula/latex/reader.h"

#include <string>

#include "noether/formula/layout_builder.h"
#include "noether/formula/limits.h"

namespace noether::formula {
namespace {

std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  const std::size_t end = text.find_last_not_of(blanks);
  // A backslash before the last blank makes it a command, "\ ".
  const bool escaped_blank = text[end] == '\\' && end + 1 < text.size();
  return text.substr(begin, end - begin + 1 + (escaped_blank ? 1 : 0));
}

}  // namespace

std::string_view strip_delimiters(std::string_view latex) {
  const std::string_view text = trim(latex);
  struct Pair {
    std::string_view open;
    std::string_view close;
  };
  for (const Pair& pair :
       {Pair{"$$", "$$"}, Pair{"$", "$"}, Pair{"\\(", "\\)"}, Pair{"\\[", "\\]"}}) {
    if (text.size() >= pair.open.size() + pair.close.size() && text.starts_with(pair.open) &&
        text.ends_with(pair.close)) {
      const std::string_view inside =
          text.substr(pair.open.size(), text.size() - pair.open.size() - pair.close.size());
      if (inside.ends_with('\\')) continue;  // \$ at the end is a dollar sign
      return trim(inside);
    }
  }
  return text;
}

void LatexReader::read(std::string_view latex, LayoutTree& tree,
                       std::vector<base::Error>& diagnostics) {
  tree.clear();
  first_unknown_.reset();
  if (latex.size() > kMaxInputBytes) {
    diagnostics.push_back({"formula too long: " + std::to_string(latex.size()) + " bytes",
                           {0, static_cast<std::uint32_t>(kMaxInputBytes)},
                           "a formula may have " + std::to_string(kMaxInputBytes) + " bytes"});
    tree.set_root(tree.add(SymbolKind::Error, ""));
    return;
  }
  const std::string_view inside = strip_delimiters(latex);
  const std::size_t first = diagnostics.size();
  parser_.parse(inside, tree, diagnostics);
  first_unknown_ = parser_.first_unknown();
  if (diagnostics.size() > first && !has_error(tree)) {
    // The error node was in an argument that draws nothing, as in \cfrac[..] or \sideset{..}.
    const NodeId mark = tree.add(SymbolKind::Error, "", diagnostics[first].span);
    if (tree.empty()) {
      tree.set_root(mark);
    } else {
      tree.node(last_in_row(tree, tree.root())).link(Relation::Next) = mark;
    }
  }
  // Spans refer to the text that the caller gave.
  const auto shift = static_cast<std::uint32_t>(inside.empty() ? 0 : inside.data() - latex.data());
  if (shift == 0) return;
  if (first_unknown_) {
    first_unknown_->source.begin += shift;
    first_unknown_->source.end += shift;
  }
  for (std::size_t i = first; i < diagnostics.size(); ++i) {
    diagnostics[i].span.begin += shift;
    diagnostics[i].span.end += shift;
  }
  for (NodeId id = 0; id < tree.node_count(); ++id) {
    tree.node(id).source.begin += shift;
    tree.node(id).source.end += shift;
  }
}

}  // namespace noether::formula
