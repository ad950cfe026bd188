// Reads PENMAN in one pass with a stack of open brackets. Every byte belongs to a token or to the
// gap before it.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/amr/penman.h"
#include "noether/base/utf8.h"

namespace noether::amr {
namespace {

class PenmanReader {
 public:
  PenmanReader(std::string_view text, std::size_t first_line)
      : text_(text), first_line_(first_line) {}

  base::Result<PenmanTree> read() {
    if (text_.size() > kMaxGraphBytes) {
      return base::fail(fmt::format("line {}: a graph of {} bytes; at most {} are read",
                                    first_line_, text_.size(), kMaxGraphBytes));
    }
    skip_gap();
    if (at_end()) return error_at(at_, "there is no graph: a bracket '(' is missing");
    if (peek() != '(') return error_at(at_, "a graph begins with a bracket '('");
    if (auto opened = open_node(); !opened) return std::unexpected(opened.error());
    while (!open_.empty()) {
      if (auto read = read_in_node(); !read) return std::unexpected(read.error());
    }
    skip_gap();
    if (!at_end()) {
      return error_at(
          at_,
          peek() == ')' ? "a closing bracket too many" : "text after the last bracket of the graph",
          "a blank line separates two graphs");
    }
    resolve_references();
    return std::move(tree_);
  }

 private:
  struct OpenNode {
    NodeId node;
    std::size_t bracket;
  };

  bool at_end() const { return at_ == text_.size(); }
  char peek() const { return text_[at_]; }

  std::string place(std::size_t offset) const {
    const std::string_view before = text_.substr(0, offset);
    const std::size_t line_begin = before.rfind('\n') + 1;  // 0 if there is no line break
    std::size_t column = 1;
    for ([[maybe_unused]] const base::CodePoint& c : base::code_points(before.substr(line_begin))) {
      ++column;
    }
    const auto breaks = static_cast<std::size_t>(std::ranges::count(before, '\n'));
    return fmt::format("line {}, column {}", first_line_ + breaks, column);
  }

  std::unexpected<base::Error> error_at(std::size_t offset, std::string_view message,
                                        std::string hint = {}) const {
    const auto begin = static_cast<std::uint32_t>(offset);
    const auto end = static_cast<std::uint32_t>(std::min(offset + 1, text_.size()));
    return base::fail(fmt::format("{}: {}", place(offset), message), {begin, end}, std::move(hint));
  }

  // Skips blanks, and lines that begin with '#'.
  void skip_gap() {
    const std::size_t begin = at_;
    bool line_is_empty = begin == 0;
    for (; !at_end(); ++at_) {
      if (peek() == '\n') {
        line_is_empty = true;
      } else if (peek() == '#' && line_is_empty) {
        at_ = std::min(text_.find('\n', at_), text_.size());
        if (at_end()) break;
      } else if (kBlanks.find(peek()) == std::string_view::npos) {
        break;
      }
    }
    tree_.gaps.emplace_back(text_.substr(begin, at_ - begin));
  }

  std::string_view take_until(std::string_view ends) {
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(ends, at_), text_.size());
    return text_.substr(begin, at_ - begin);
  }

  // Reads a string with its quotes and its alignment, or a run without blanks and brackets.
  base::Result<std::pair<std::string, std::string>> read_symbol() {
    if (peek() != '"') return split_alignment(take_until(kSymbolEnds));
    const std::size_t begin = at_;
    for (++at_; !at_end() && peek() != '"' && peek() != '\n'; ++at_) {
      if (peek() == '\\' && at_ + 1 < text_.size()) ++at_;
    }
    if (at_end() || peek() == '\n') {
      return error_at(begin, "a string without its closing quote");
    }
    ++at_;
    std::string string(text_.substr(begin, at_ - begin));
    const std::size_t after = at_;
    const std::string_view alignment = take_until(kSymbolEnds);
    if (!alignment.empty() && !is_alignment(alignment)) {
      return error_at(after, "a string is followed by a blank, a bracket or an alignment",
                      "a quote inside a string is written \\\"");
    }
    return std::pair(std::move(string), std::string(alignment));
  }

  base::Result<void> open_node() {
    const std::size_t bracket = at_;
    if (open_.size() == kMaxDepth) {
      return error_at(bracket, fmt::format("more than {} brackets inside one another", kMaxDepth));
    }
    ++at_;
    skip_gap();
    const std::size_t variable_at = at_;
    const std::string variable(take_until(kVariableEnds));
    if (variable.empty()) return error_at(variable_at, "a variable is missing after '('");
    const auto id = static_cast<NodeId>(tree_.nodes.size());
    const auto [known, is_new] = nodes_.try_emplace(variable, OpenNode{id, variable_at});
    if (!is_new) {
      return error_at(variable_at, fmt::format("the variable {} is that of a node at {}", variable,
                                               place(known->second.bracket)));
    }
    tree_.nodes.push_back({variable});
    open_.push_back({id, bracket});
    const std::size_t before_gap = at_;
    skip_gap();
    if (at_end() || peek() != '/') {
      // A node without a concept: the gap belongs to the next token, which is read again.
      at_ = before_gap;
      tree_.gaps.pop_back();
      return {};
    }
    ++at_;
    skip_gap();
    if (at_end() || peek() == '(' || peek() == ')' || peek() == ':') {
      return error_at(at_, "a concept is missing after '/'");
    }
    auto symbol = read_symbol();
    if (!symbol) return std::unexpected(symbol.error());
    std::tie(tree_.nodes[id].concept_name, tree_.nodes[id].alignment) = *std::move(symbol);
    return {};
  }

  // Reads the next branch of the innermost open node, or its closing bracket.
  base::Result<void> read_in_node() {
    skip_gap();
    if (at_end()) return error_at(open_.back().bracket, "this bracket is not closed");
    if (peek() == ')') {
      ++at_;
      open_.pop_back();
      return {};
    }
    if (peek() != ':') return error_at(at_, "expected a role, such as :ARG0, or a bracket ')'");
    const std::size_t role_at = at_;
    ++at_;
    auto [role, role_alignment] = split_alignment(take_until(kRoleEnds));
    if (role.empty()) return error_at(role_at, "a role without a name");
    skip_gap();
    if (at_end() || peek() == ')' || peek() == ':' || peek() == '/') {
      return error_at(role_at, fmt::format("the role :{} leads nowhere", role));
    }
    PenmanTree::Branch branch{std::move(role), std::move(role_alignment)};
    const NodeId parent = open_.back().node;
    if (peek() == '(') {
      branch.kind = PenmanTree::Target::Node;
      branch.node = static_cast<NodeId>(tree_.nodes.size());
      tree_.nodes[parent].branches.push_back(std::move(branch));
      return open_node();
    }
    auto symbol = read_symbol();
    if (!symbol) return std::unexpected(symbol.error());
    std::tie(branch.constant, branch.alignment) = *std::move(symbol);
    tree_.nodes[parent].branches.push_back(std::move(branch));
    return {};
  }

  // Resolves references at the end, when all variables are known.
  void resolve_references() {
    for (PenmanTree::Node& node : tree_.nodes) {
      for (PenmanTree::Branch& branch : node.branches) {
        if (branch.kind != PenmanTree::Target::Constant) continue;
        const auto found = nodes_.find(branch.constant);
        if (found == nodes_.end()) continue;
        branch.kind = PenmanTree::Target::Reference;
        branch.node = found->second.node;
        branch.constant.clear();
      }
    }
  }

  std::string_view text_;
  std::size_t first_line_;
  std::size_t at_ = 0;
  PenmanTree tree_;
  std::vector<OpenNode> open_;
  std::unordered_map<std::string, OpenNode> nodes_;  // the nodes and their places, by variable
};

}  // namespace

base::Result<PenmanTree> read_penman(std::string_view text, std::size_t first_line) {
  return PenmanReader(text, first_line).read();
}

}  // namespace noether::amr
