// A cluster: an initial expression and expressions that are equal to it.
//
// Expressions are E-Gen's prefix notation, one blank between tokens: it is what corpora hold, and
// what is a duplicate is told by these bytes. What produces or checks clusters reads them into an
// arena of its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/decide/verdict.h"
#include "noether/base/hash.h"

namespace noether::egen {

// Where a member has a value, compared with the cluster's initial expression. Unknown: there was no
// point at which this could be told.
enum class Domain : std::uint8_t { Same, Narrower, Wider, Crossing, Unknown };
std::string_view domain_name(Domain domain);  // same narrower wider crossing unknown

// Two members are equal wherever they come from.
struct SourceLine {
  std::uint32_t number = 0;  // from 1; 0 when there is none

  friend bool operator==(SourceLine, SourceLine) { return true; }
};

struct Member {
  std::string expression;
  algebra::Verdict verdict = algebra::Verdict::Unknown;
  Domain domain = Domain::Unknown;
  std::uint16_t shared_points = 0;  // at which both have a value, and the same one
  // The rules that its derivation from the initial expression is known to use, ascending; numbers
  // are positions in the corpus's list of rule names.
  std::vector<std::uint16_t> rules;
  SourceLine line = {};  // of the text it was read from, where that has one for each member

  friend bool operator==(const Member&, const Member&) = default;
};

struct Cluster {
  std::uint64_t id = 0;         // the number of its initial expression in the plan
  std::string origin;           // the template, or `file:line`
  base::Digest fingerprint;     // of the initial expression, names kept
  std::string available;        // how many members there are to choose from; decimal, may be large
  std::vector<Member> members;  // the initial expression first

  friend bool operator==(const Cluster&, const Cluster&) = default;
};

// Where a member stands: "dev.txt:57", or the origin of its cluster when it has no line of its own.
std::string member_origin(const Cluster& cluster, std::size_t member);

}  // namespace noether::egen
