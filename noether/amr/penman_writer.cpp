// Writes trees of PENMAN token by token. The forms differ in the text before each token.
#include <concepts>
#include <string>
#include <utility>
#include <vector>

#include "noether/amr/penman.h"
#include "noether/base/ascii.h"

namespace noether::amr {
namespace {

bool is_run_without(std::string_view ends, std::string_view text) {
  return !text.empty() && text.find_first_of(ends) == std::string_view::npos;
}

bool is_string(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return false;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '"' || text[i] == '\n') return false;
    if (text[i] == '\\') ++i;
    if (i + 1 == text.size()) return false;
  }
  return true;
}

}  // namespace

bool is_alignment(std::string_view text) {
  if (!text.starts_with('~')) return false;
  std::size_t at = 1;
  const bool has_letter = at < text.size() && base::is_letter(text[at]);
  if (has_letter) ++at;
  if (has_letter && at < text.size() && text[at] == '.') ++at;
  bool after_digit = false;
  for (; at < text.size(); ++at) {
    const bool is_digit = base::is_digit(text[at]);
    if (!is_digit && !(text[at] == ',' && after_digit)) return false;
    after_digit = is_digit;
  }
  return after_digit;
}

std::pair<std::string, std::string> split_alignment(std::string_view token) {
  const std::size_t tilde = token.rfind('~');
  if (tilde == std::string_view::npos || tilde == 0 || !is_alignment(token.substr(tilde))) {
    return {std::string(token), {}};
  }
  return {std::string(token.substr(0, tilde)), std::string(token.substr(tilde))};
}

bool is_variable(std::string_view text) { return is_run_without(kVariableEnds, text); }

bool is_role(std::string_view text) {
  return is_run_without(kRoleEnds, text) && split_alignment(text).second.empty();
}

bool is_value(std::string_view text) {
  if (text.starts_with('"')) return is_string(text);
  return is_run_without(kSymbolEnds, text) && text.front() != ':' && text.front() != '/' &&
         split_alignment(text).second.empty();
}

namespace {

enum class Token { Open, Variable, Slash, Concept, Role, Target, Close };

// Calls `put(token, text, depth)` for all tokens in order; the root has depth 0.
template <std::invocable<Token, std::string_view, std::size_t> Put>
void for_each_token(const PenmanTree& tree, Put put) {
  struct Place {
    NodeId node;
    std::size_t next;
  };
  std::vector<Place> open;
  const auto open_node = [&](NodeId id) {
    const PenmanTree::Node& node = tree.nodes[id];
    put(Token::Open, "(", open.size());
    put(Token::Variable, node.variable, open.size());
    if (!node.concept_name.empty()) {
      put(Token::Slash, "/", open.size());
      put(Token::Concept, node.concept_name + node.alignment, open.size());
    }
    open.push_back({id, 0});
  };
  if (tree.nodes.empty()) return;
  open_node(0);
  while (!open.empty()) {
    const std::size_t depth = open.size();
    Place& place = open.back();
    const PenmanTree::Node& node = tree.nodes[place.node];
    if (place.next == node.branches.size()) {
      open.pop_back();
      put(Token::Close, ")", depth - 1);
      continue;
    }
    const PenmanTree::Branch& branch = node.branches[place.next++];
    put(Token::Role, ":" + branch.role + branch.role_alignment, depth);
    if (branch.kind == PenmanTree::Target::Node) {
      open_node(branch.node);
    } else if (branch.kind == PenmanTree::Target::Reference) {
      put(Token::Target, tree.nodes[branch.node].variable + branch.alignment, depth);
    } else {
      put(Token::Target, branch.constant + branch.alignment, depth);
    }
  }
}

std::size_t count_tokens(const PenmanTree& tree) {
  std::size_t count = 0;
  for_each_token(tree, [&](Token, std::string_view, std::size_t) { ++count; });
  return count;
}

// Writes `before_role(depth)` before each role, and one blank between other tokens.
template <typename BeforeRole>
std::string write_made(const PenmanTree& tree, BeforeRole before_role) {
  std::string out;
  for_each_token(tree, [&](Token token, std::string_view text, std::size_t depth) {
    if (token == Token::Role) {
      out += before_role(depth);
    } else if (token == Token::Slash || token == Token::Concept || token == Token::Target ||
               (token == Token::Open && depth > 0)) {
      out += ' ';
    }
    out += text;
  });
  return out;
}

}  // namespace

std::string write_penman(const PenmanTree& tree) {
  if (tree.gaps.size() != count_tokens(tree) + 1) return write_indented(tree);
  std::string out;
  std::size_t next = 0;
  for_each_token(tree, [&](Token, std::string_view text, std::size_t) {
    out += tree.gaps[next++];
    out += text;
  });
  return out + tree.gaps.back();
}

std::string write_indented(const PenmanTree& tree) {
  constexpr std::size_t kIndent = 6;
  return write_made(tree,
                    [](std::size_t depth) { return "\n" + std::string(kIndent * depth, ' '); });
}

std::string write_in_one_line(const PenmanTree& tree) {
  return write_made(tree, [](std::size_t) { return " "; });
}

}  // namespace noether::amr
