// Writes trees of PENMAN token by token; the forms differ in what stands before a token.
#include <concepts>
#include <string>
#include <utility>
#include <vector>

#include "noether/amr/penman.h"

namespace noether::amr {
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

// With `before_role(depth)` in front of each role, and one blank between other tokens.
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
