// A meaning graph as PENMAN writes it: a tree of brackets, in which a variable alone refers to a
// node that is written elsewhere.
//
//   (w / want-01
//         :ARG0 (b / boy)
//         :ARG1 (g / go-02
//               :ARG0 b))
//
// A tree that was read is written as the same bytes: it keeps the order, inverted roles, alignments
// (`~e.4`), and the blanks and comments between tokens.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/amr/graph.h"
#include "noether/base/error.h"

namespace noether::amr {

// The maximum depth of nested brackets.
inline constexpr std::size_t kMaxDepth = 1000;
// The maximum size of one graph in bytes.
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
    std::string alignment = {};  // of a reference or a constant; a node has its own

    friend bool operator==(const Branch&, const Branch&) = default;
  };

  struct Node {
    std::string variable;
    std::string concept_name = {};  // may be missing: `(b)`
    std::string alignment = {};     // for the concept
    std::vector<Branch> branches = {};

    friend bool operator==(const Node&, const Node&) = default;
  };

  std::vector<Node> nodes;  // in the order of their opening brackets; the first is the root
  // The blanks and comments before each token, and after the last. Empty for a tree that was not
  // read.
  std::vector<std::string> gaps;
};

// An error gives line and column, both counted from 1; `first_line` is the number of the text's
// first line.
base::Result<PenmanTree> read_penman(std::string_view text, std::size_t first_line = 1);

// Writes the bytes that were read. A tree whose gaps are missing or do not fit its tokens is
// indented.
std::string write_penman(const PenmanTree& tree);
// Writes the usual form: each branch on its own line, six blanks deeper than its node.
std::string write_indented(const PenmanTree& tree);
// Writes the whole graph in one line.
std::string write_in_one_line(const PenmanTree& tree);

// The graph of a tree, with every edge in its normal direction. An inverted role with a constant
// stays inverted.
Graph graph_of(const PenmanTree& tree);

// Makes a tree for a graph: depth first along the edges, and against an edge only if a node cannot
// be reached otherwise. Nodes without a variable get the first letter of their concept and a
// number. Returns an error if the root does not connect all nodes, if two nodes have the same
// variable, or if PENMAN cannot write a name. `places` gets the tree node of each graph node.
base::Result<PenmanTree> lay_out(const Graph& graph, std::vector<NodeId>* places = nullptr);

// The rules for names in PENMAN: where they end, and which ones survive writing and reading.
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
// Whether the text is a concept or the value of an attribute: a symbol or a string in quotes.
bool is_value(std::string_view text);

}  // namespace noether::amr
