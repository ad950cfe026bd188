// Templates as text: expressions with placeholders, grouped by family into files.
//
//     # Functions of shifted arguments
//     set odd: sin tan asin atan
//     set number: -9..9 without -1 0 1
//     shifted: (?odd (+ x ~number)) @draws 2
//     power: pow ?odd x ~number
//
// `?set` is every member of the set in turn; `~set` is one of them, drawn at random for each
// expansion. The same placeholder twice in a template is the same choice; ?set.1 and ?set.2 are
// different ones. A set holds operators with the same number of operands, or values: numbers,
// ranges of whole numbers, variables, pi, e, and expressions in parentheses, whose placeholders are
// chosen anew at each use. ?other in a set stands for all members of that other set. Sets may be
// defined in any order. An indented line continues the one above; `#` starts a comment.
//
// The time and memory of reading are proportional to the length of any text: a text that would take
// more is refused.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/expression/vocabulary.h"
#include "noether/base/error.h"

namespace noether::egen {

inline constexpr std::size_t kMaxTemplateFileBytes = 1 << 20;
inline constexpr std::size_t kMaxSetMembers = 10'000;
inline constexpr std::size_t kMaxAllMembers = 200'000;    // of all sets together
inline constexpr std::uint32_t kMaxTemplateTokens = 100;  // of any expansion
inline constexpr std::uint64_t kMaxExpansions = 100'000;  // that templates ask for, together
inline constexpr std::uint64_t kMaxSpace = 1ULL << 60;    // of one template, all draws counted
inline constexpr std::uint32_t kMaxDraws = 1000;

// An expression with placeholders: its nodes in prefix order.
struct Pattern {
  static constexpr std::uint32_t kNoSlot = 0xFFFFFFFF;
  struct Node {
    algebra::Head head = {};       // if there is no slot
    std::uint32_t slot = kNoSlot;  // which gives the operator or the value
    std::uint32_t arity = 0;
  };
  struct Slot {
    std::uint32_t set = 0;
    bool drawn = false;
    std::string text;  // as written; equal texts are the same placeholder
  };
  std::vector<Node> nodes;
  std::vector<Slot> slots;
  std::uint64_t asked = 1;   // expansions, drawn placeholders counted once
  std::uint64_t space = 1;   // expansions, every placeholder counted
  std::uint32_t tokens = 0;  // of the longest expansion
};

struct TemplateSet {
  std::string name;
  std::uint32_t arity = 0;  // of its operators; 0: values
  // Members are single operators when the arity is not 0. Positions in TemplateBook::patterns.
  std::vector<std::uint32_t> members;
  std::vector<std::uint64_t> asked;  // of the members up to and with this one
  std::vector<std::uint64_t> space;
  bool only_variables = false;
  std::uint32_t tokens = 0;
};

struct Template {
  std::string name;
  std::string family;  // the name of the file without folder and extension
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t pattern = 0;
  std::uint32_t draws = 1;  // the number of draws for each of its expansions
  bool may_be_constant = false;
};

struct TemplateText {
  std::string_view file;  // for messages
  std::string_view text;
};

struct TemplateBook {
  std::vector<Pattern> patterns;
  std::vector<TemplateSet> sets;  // those that are used
  std::vector<Template> templates;
};

// All texts form one book: a set of one text is visible in the others, and every name must be
// unique. A set that no text defines is looked up in `library`, whose templates are not used.
// Errors begin with file:line:column. Numbers and variables are heads of the vocabulary.
base::Result<TemplateBook> read_templates(std::span<const TemplateText> texts,
                                          std::span<const TemplateText> library,
                                          algebra::Vocabulary& vocabulary);

}  // namespace noether::egen
