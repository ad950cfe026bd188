#include "bench/ranking/names.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "noether/index/features/feature_key.h"

namespace noether::bench {
namespace {

using formula::LayoutNode;
using formula::SymbolKind;

// Words apart from symbols, which may have the same key otherwise.
std::uint64_t key_of_word(const std::string& word) { return index::key_of("word " + word); }

void add_words(std::string_view label, std::vector<std::uint64_t>& names) {
  std::string word;
  const auto end_word = [&] {
    if (word.size() > 1) names.push_back(key_of_word(word));
    word.clear();
  };
  for (const char c : label) {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      word += static_cast<char>(std::tolower(c));
    } else {
      end_word();
    }
  }
  end_word();
}

}  // namespace

std::vector<std::uint64_t> names_in(const formula::LayoutTree& tree) {
  std::vector<std::uint64_t> names;
  std::vector<formula::NodeId> lines;
  if (!tree.empty()) lines.push_back(tree.root());
  while (!lines.empty()) {
    formula::NodeId id = lines.back();
    lines.pop_back();
    std::string run;
    for (; id != formula::kNoNode; id = tree.node(id).next()) {
      const LayoutNode& node = tree.node(id);
      const std::string_view label = tree.label(id);
      bool scripts = false;
      for (std::size_t i = 1; i < formula::kRelationCount; ++i) {
        if (node.links[i] == formula::kNoNode) continue;
        lines.push_back(node.links[i]);
        scripts = true;
      }
      const bool letter = node.kind == SymbolKind::Variable && label.size() == 1;
      if (letter) run += label;
      if (!letter || scripts) {
        add_words(run, names);
        run.clear();
      }
      if (!letter && (node.kind == SymbolKind::Variable || node.kind == SymbolKind::Text ||
                      node.kind == SymbolKind::Operator)) {
        add_words(label, names);
      }
    }
    add_words(run, names);
  }
  std::ranges::sort(names);
  const auto rest = std::ranges::unique(names);
  names.erase(rest.begin(), rest.end());
  return names;
}

std::string_view without_punctuation(std::string_view latex) {
  while (!latex.empty()) {
    const char last = latex.back();
    const bool escaped = latex.size() > 1 && latex[latex.size() - 2] == '\\';
    if (escaped) {
      // A thin space, but not \{ or the like.
      if (last != ',' && last != ';' && last != ':' && last != ' ') break;
      latex.remove_suffix(2);
      continue;
    }
    if (last != ' ' && last != '.' && last != ',' && last != ';') break;
    if (latex.ends_with("\\right.") || latex.ends_with("...")) break;
    latex.remove_suffix(1);
  }
  return latex;
}

}  // namespace noether::bench
