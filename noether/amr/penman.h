// A meaning graph as PENMAN writes it: a tree of brackets, in which a variable alone refers to a
// node that is written elsewhere.
//
//   (w / want-01
//         :ARG0 (b / boy)
//         :ARG1 (g / go-02
//               :ARG0 b))
//
// A tree that was read is written again as the same bytes: it keeps the order, inverted roles,
// alignments (`~e.4`) and the blanks and comments between tokens.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/amr/graph.h"
#include "noether/base/error.h"

namespace noether::amr {

// Brackets nested deeper are an error.
inline constexpr std::size_t kMaxDepth = 1000;
// The same for the bytes of one graph.
inline constexpr std::size_t kMaxGraphBytes = std::size_t{16} << 20;

struct PenmanTree {
  enum class Target {
    Node,       // written here, in brackets
    Reference,  // the variable of a node that is written elsewhere, before or after
    Constant,
  };

  struct Branch {
    std::string role;                 // without its colon, as written: "ARG0", "ARG1-of"
    std::string role_alignment = {};  // "~e.4", or empty
    Target kind = Target::Constant;
    NodeId node = kNoNode;
    std::string constant = {};
    std::string alignment = {};  // of a reference or a constant; that of a node is in the node

    friend bool operator==(const Branch&, const Branch&) = default;
  };

  struct Node {
    std::string variable;
    std::string concept_name = {};  // may be missing: `(b)`
    std::string alignment = {};     // of the concept
    std::vector<Branch> branches = {};

    friend bool operator==(const Node&, const Node&) = default;
  };

  std::vector<Node> nodes;  // in the order of their opening brackets; the first is the root
  // The blanks and comments before each token, and after the last. Empty for a tree that was made.
  std::vector<std::string> gaps;
};

// An error says line and column, both from 1; `first_line` is the number of the text's first line.
base::Result<PenmanTree> read_penman(std::string_view text, std::size_t first_line = 1);

// The bytes that were read. A tree without its gaps, or with others than those of its tokens, is
// indented.
std::string write_penman(const PenmanTree& tree);
// The usual form: each branch on its own line, six blanks deeper than its node.
std::string write_indented(const PenmanTree& tree);
// The whole graph in one line.
std::string write_in_one_line(const PenmanTree& tree);

// Every edge in its normal direction. An inverted role with a constant stays as it is.
Graph graph_of(const PenmanTree& tree);

// A tree for a graph that was built: depth first along the edges, against an edge only where a node
// cannot be reached otherwise. Nodes without a variable get the first letter of their concept and a
// number. An error when the root does not connect all nodes, when two nodes have one variable, or
// when PENMAN cannot write a name. `places` gets the node of the tree for each of the graph.
base::Result<PenmanTree> lay_out(const Graph& graph, std::vector<NodeId>* places = nullptr);

// The names of PENMAN: where they end, and which ones survive writing and reading.
inline constexpr std::string_view kBlanks = " \t\n\r\f\v";
inline constexpr std::string_view kSymbolEnds = " \t\n\r\f\v()";
inline constexpr std::string_view kRoleEnds = " \t\n\r\f\v()\"";
inline constexpr std::string_view kVariableEnds = " \t\n\r\f\v()\"/:~";

// "~e.4,5", "~4": a letter and a dot that may be missing, then numbers.
bool is_alignment(std::string_view text);
// The part of a token before its alignment, and the alignment, which may be empty.
std::pair<std::string, std::string> split_alignment(std::string_view token);

bool is_variable(std::string_view text);
bool is_role(std::string_view text);
// A concept or the value of an attribute: a symbol or a string in quotes.
bool is_value(std::string_view text);

}  // namespace noether::amr
