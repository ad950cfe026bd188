// The triples of a graph that Smatch compares: its concepts, attributes and relations.
// Names are compared in lower case and without quotes. The root has the attribute `TOP top`. A
// relation `:mod` counts as the inverse of `:domain`, as in the public program.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "noether/amr/graph.h"

namespace noether::amr {

struct Triples {
  struct Attribute {
    NodeId node;
    std::string role;
    std::string value;
  };
  struct Relation {
    NodeId source;
    std::string role;
    NodeId target;
  };

  std::vector<std::string> concepts;  // by node
  std::vector<Attribute> attributes;
  std::vector<Relation> relations;

  std::size_t size() const { return concepts.size() + attributes.size() + relations.size(); }
};

Triples triples_of(const Graph& graph);

// The triples without the names of roles; that of the root is kept.
Triples without_roles(Triples triples);
// The triples without the senses of concepts: `want-01` becomes `want`.
Triples without_senses(Triples triples);
// The relations to arguments (`:ARG0`, ...), and the concepts of their nodes.
Triples argument_triples(const Graph& graph);
// The relations to nodes that several relations lead to, and the concepts of their nodes.
Triples reentrant_triples(const Graph& graph);

// A name as Smatch compares it: in lower case, without quotes and underscores at its end.
std::string compared_name(std::string_view name);

}  // namespace noether::amr
