// Linearises as the paper's programs do, which read graphs in their own way: some names are
// replaced first, a value that is not a variable yet becomes a node only if it is long or does not
// begin with a letter, and values of attributes come before other children of the same role.
#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/amr/lower_case.h"
#include "noether/amr/mathamr/linearize.h"
#include "noether/amr/penman.h"
#include "noether/base/ascii.h"
#include "noether/base/utf8.h"

namespace noether::amr {
namespace {

struct Replacement {
  std::string_view from;
  std::string_view to;
};

// Names of types that no reader of PENMAN takes for variables.
constexpr auto kReplacements = std::to_array<Replacement>({{"(+1 / O", "( mes/ mathes"},
                                                           {"(+2 / O", "( mes/ mathes"},
                                                           {"(+2 / F", "( mes/ mathes"},
                                                           {" / :", " / $##$"},
                                                           {"(-1 /", "(a /"},
                                                           {"(-2 /", "(b /"},
                                                           {"(-3 /", "(c /"},
                                                           {"(-4 /", "(d /"},
                                                           {"(-5 /", "(p /"},
                                                           {"(-6 /", "(q /"},
                                                           {"(-7 /", "(r /"},
                                                           {"(-8 /", "(s /"},
                                                           {"(-9 /", "(t /"},
                                                           {"(+1 /", "(e /"},
                                                           {"(+2 /", "(f /"},
                                                           {"(+3 /", "(g /"},
                                                           {"(+4 /", "(h /"},
                                                           {"(+5 /", "(j /"},
                                                           {"(+6 /", "(k /"},
                                                           {"(+7 /", "(l /"},
                                                           {"(+8 /", "(m /"},
                                                           {"(+9 /", "(n /"},
                                                           {"(+10 /", "(o /"},
                                                           {"(+11 /", "(u /"},
                                                           {"(+12 /", "(v /"}});

std::string with_replacements(std::string text) {
  for (const auto& [from, to] : kReplacements) {
    std::string replaced;
    std::size_t done = 0;
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, done)) {
      replaced += text.substr(done, at - done);
      replaced += to;
      done = at + from.size();
    }
    if (done > 0) text = replaced += text.substr(done);
  }
  return text;
}

// The lines of the first graph as one line, without comments and runs of blanks.
std::string one_line(std::string text) {
  std::erase(text, '\r');
  text.erase(std::min(text.find("\n\n"), text.size()));
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view part = std::string_view(text).substr(at, end - at);
    const std::size_t first = part.find_first_not_of(kBlanks);
    if (first != std::string_view::npos && part[first] != '#') line += part;
    at = end + 1;
  }
  std::string out;
  for (const char c : line) {
    if (c != ' ' || !out.ends_with(' ')) out += c;
  }
  return out;
}

struct PaperToken {
  enum class Kind { Open, Close, Slash, Role, Symbol, Alignment, Unexpected, End };
  Kind kind = Kind::End;
  std::string_view text;
};

class PaperLexer {
 public:
  explicit PaperLexer(std::string_view text) : rest_(text) { advance(); }

  PaperToken::Kind kind() const { return token_.kind; }
  std::string_view take() {
    const std::string_view text = token_.text;
    advance();
    return text;
  }
  // Takes the next token if it is of that kind, and returns its text.
  std::string_view take_if(PaperToken::Kind kind) {
    return token_.kind == kind ? take() : std::string_view();
  }

 private:
  using Kind = PaperToken::Kind;

  void advance() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size()));
    if (rest_.empty() || rest_.front() == '#') {
      token_ = {};
      rest_ = {};
      return;
    }
    token_.text = rest_.substr(0, next_length());
    rest_.remove_prefix(token_.text.size());
  }

  // Sets the kind of the next token.
  std::size_t next_length() {
    constexpr std::string_view kEnds = " \t\n\r\f\v\"()/:~";
    const auto length_until = [&](std::size_t from) {
      return std::min(rest_.find_first_of(kEnds, from), rest_.size());
    };
    const auto is = [&](Kind kind, std::size_t length) {
      token_.kind = kind;
      return length;
    };
    switch (rest_.front()) {
      case '(':
        return is(Kind::Open, 1);
      case ')':
        return is(Kind::Close, 1);
      case '/':
        return is(Kind::Slash, 1);
      case ':':
        return is(Kind::Role, std::min(rest_.find_first_of(" \t\n\r\f\v()/:~", 1), rest_.size()));
      case '~':
        return alignment_length();
      case '"':
        break;
      default:
        return is(Kind::Symbol, length_until(0));
    }
    for (std::size_t at = 1; at < rest_.size(); ++at) {
      if (rest_[at] == '"') return is(Kind::Symbol, at + 1);
      if (rest_[at] == '\\') ++at;
    }
    return is(Kind::Unexpected, 1);
  }

  // The length of an alignment "~e.4,5": a letter and a dot that may be missing, then numbers.
  std::size_t alignment_length() {
    std::size_t at = 1;
    const auto is_at = [&](auto is) { return at < rest_.size() && is(rest_[at]); };
    if (is_at(base::is_letter)) {
      ++at;
      if (is_at([](char c) { return c == '.'; })) ++at;
    }
    std::size_t length = 1;
    while (is_at(base::is_digit)) {
      while (is_at(base::is_digit)) ++at;
      length = at;
      if (is_at([](char c) { return c == ','; })) ++at;
    }
    token_.kind = length > 1 ? Kind::Alignment : Kind::Unexpected;
    return length;
  }

  std::string_view rest_;
  PaperToken token_;
};

struct PaperTriple {
  std::string source;
  std::string role;
  std::optional<std::string> target;  // missing for a role or concept without a value
  bool is_concept = false;
};

// Reads the triples of a graph in the order of its text.
class PaperReader {
 public:
  explicit PaperReader(std::string_view line) : lexer_(line) {}

  base::Result<std::vector<PaperTriple>> read() {
    if (auto node = read_node(0); !node) return std::unexpected(node.error());
    return std::move(triples_);
  }

 private:
  using Kind = PaperToken::Kind;

  // Returns the variable of the node.
  base::Result<std::string> read_node(std::size_t depth) {
    if (depth == kMaxDepth) return base::fail("too many brackets inside one another");
    if (lexer_.kind() != Kind::Open) return base::fail("an opening bracket is missing");
    lexer_.take();
    if (lexer_.kind() != Kind::Symbol) return base::fail("a variable is missing");
    std::string variable(lexer_.take());
    std::optional<std::string> name;
    if (lexer_.kind() == Kind::Slash) {
      lexer_.take();
      if (lexer_.kind() == Kind::Symbol) {
        name = lexer_.take();
        lexer_.take_if(Kind::Alignment);
      }
    }
    triples_.push_back({variable, {}, std::move(name), true});
    while (lexer_.kind() != Kind::Close) {
      if (auto edge = read_edge(variable, depth); !edge) return std::unexpected(edge.error());
    }
    lexer_.take();
    return variable;
  }

  base::Result<void> read_edge(const std::string& variable, std::size_t depth) {
    if (lexer_.kind() != Kind::Role) return base::fail("a role is missing");
    std::string role(lexer_.take());
    lexer_.take_if(Kind::Alignment);
    if (lexer_.kind() == Kind::Open) {
      const std::size_t place = triples_.size();
      triples_.push_back({variable, std::move(role), std::nullopt});
      auto node = read_node(depth + 1);
      if (!node) return std::unexpected(node.error());
      triples_[place].target = *std::move(node);
      return {};
    }
    PaperTriple triple{variable, std::move(role), std::nullopt};
    if (lexer_.kind() == Kind::Symbol) {
      triple.target = lexer_.take();
      lexer_.take_if(Kind::Alignment);
    } else if (lexer_.kind() != Kind::Role && lexer_.kind() != Kind::Close) {
      return base::fail("a value is missing");
    }
    triples_.push_back(std::move(triple));
    return {};
  }

  PaperLexer lexer_;
  std::vector<PaperTriple> triples_;
};

bool begins_with_letter(std::string_view text) {
  const auto value = static_cast<utf8proc_int32_t>(base::decode_code_point(text).value);
  const auto category = utf8proc_category(value);
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

// Whether the paper's reader takes the name for a value rather than a variable.
bool looks_like_value(std::string_view text) {
  constexpr std::size_t kLongestVariable = 5;
  std::size_t characters = 0;
  for ([[maybe_unused]] const base::CodePoint& c : base::code_points(text)) {
    if (++characters > kLongestVariable) return true;
  }
  return !begins_with_letter(text);
}

struct PaperGraph {
  struct Child {
    std::string role;  // in lower case
    std::size_t node;
  };

  std::size_t root = 0;
  std::vector<std::string> names;  // if empty, nothing is printed
  std::vector<std::vector<Child>> children;

  std::size_t add(std::string name) {
    names.push_back(std::move(name));
    children.emplace_back();
    return names.size() - 1;
  }
};

base::Result<PaperGraph> paper_graph(const std::vector<PaperTriple>& triples) {
  PaperGraph graph;
  std::unordered_map<std::string, std::size_t> nodes;  // by variable, or a value like one
  std::set<std::string_view> declared;
  const auto node_of = [&](const std::string& variable) {
    const auto [found, is_new] = nodes.try_emplace(variable, graph.names.size());
    if (is_new) graph.add({});
    return found->second;
  };
  struct PaperEdge {
    std::size_t source;
    std::string role;
    std::size_t target;
  };
  std::vector<PaperEdge> constants;
  std::vector<PaperEdge> edges;
  std::set<std::tuple<std::string_view, std::string_view, std::string_view>> seen;
  graph.root = node_of(triples.front().source);
  for (const PaperTriple& triple : triples) {
    const auto source = nodes.find(triple.source);
    if (source == nodes.end()) {
      return base::fail(fmt::format("the variable {} looks like a value", triple.source));
    }
    if (triple.is_concept) {
      declared.insert(triple.source);
      graph.names[source->second] = triple.target.value_or("");
      continue;
    }
    if (!triple.target) return base::fail(fmt::format("the role {} leads nowhere", triple.role));
    std::string role = lower_case(triple.role);
    if (!declared.contains(*triple.target) && looks_like_value(*triple.target)) {
      if (!seen.emplace(triple.source, triple.role, *triple.target).second) continue;
      const std::size_t from = source->second;
      constants.push_back({from, std::move(role), graph.add(*triple.target)});
    } else {
      const std::size_t from = source->second;
      edges.push_back({from, std::move(role), node_of(*triple.target)});
    }
  }
  for (const auto* list : {&constants, &edges}) {
    for (const PaperEdge& edge : *list) {
      graph.children[edge.source].push_back({edge.role, edge.target});
    }
  }
  return graph;
}

std::string words_of(PaperGraph& graph) {
  std::string out;
  std::vector<bool> is_visited(graph.names.size());
  std::vector<std::size_t> stack = {graph.root};
  while (!stack.empty()) {
    const std::size_t node = stack.back();
    stack.pop_back();
    if (is_visited[node]) continue;
    is_visited[node] = true;
    if (!graph.names[node].empty()) {
      if (!out.empty()) out += ' ';
      out += graph.names[node];
    }
    // The last child is taken first: roles ascend, and children of equal roles come from last to
    // first.
    auto& children = graph.children[node];
    std::ranges::stable_sort(children, std::ranges::greater(), &PaperGraph::Child::role);
    for (const PaperGraph::Child& child : children) stack.push_back(child.node);
  }
  return out;
}

}  // namespace

base::Result<std::string> linearize_compatibly(std::string_view mathamr) {
  if (mathamr.size() > kMaxGraphBytes) {
    return base::fail(
        fmt::format("a graph of {} bytes; at most {} are read", mathamr.size(), kMaxGraphBytes));
  }
  const std::string line = one_line(with_replacements(std::string(mathamr)));
  const std::size_t begin = line.find_first_not_of(kBlanks);
  const std::size_t end = line.find_last_not_of(kBlanks);
  if (begin == std::string::npos || line[begin] != '(' || line[end] != ')') {
    return base::fail("a graph is enclosed in brackets");
  }
  const auto triples = PaperReader(line).read();
  if (!triples) return std::unexpected(triples.error());
  auto graph = paper_graph(*triples);
  if (!graph) return std::unexpected(graph.error());
  return words_of(*graph);
}

}  // namespace noether::amr
