#include "noether/amr/parser/fragment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <utility>

#include "noether/amr/lower_case.h"
#include "noether/amr/parser/lexicon.h"
#include "noether/amr/penman.h"
#include "noether/base/file_system.h"

namespace noether::amr {
namespace {

constexpr std::uint64_t kMostTableBytes = std::uint64_t{64} << 20;

}  // namespace

LabelId LabelTable::count(std::string_view name, std::uint32_t times) {
  const auto [found, is_new] = ids_.try_emplace(std::string(name), names_.size());
  if (is_new) {
    names_.emplace_back(name);
    counts_.push_back(0);
  }
  counts_[found->second] += times;
  return found->second;
}

std::optional<LabelId> LabelTable::find(std::string_view name) const {
  const auto found = ids_.find(std::string(name));
  if (found == ids_.end()) return std::nullopt;
  return found->second;
}

LabelTable LabelTable::frequent(std::uint32_t least, std::size_t kept) const {
  std::vector<LabelId> order(size());
  std::iota(order.begin(), order.end(), LabelId{0});
  const auto first = order.begin() + static_cast<std::ptrdiff_t>(std::min(kept, order.size()));
  std::sort(first, order.end(), [&](LabelId a, LabelId b) {
    return counts_[a] != counts_[b] ? counts_[a] > counts_[b] : names_[a] < names_[b];
  });
  LabelTable table;
  for (const LabelId id : order) {
    if (id < kept || counts_[id] >= least) table.count(names_[id], counts_[id]);
  }
  return table;
}

base::Result<LabelTable> LabelTable::parse(std::string_view text) {
  LabelTable table;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    std::uint32_t count = 0;
    const auto [after, error] = std::from_chars(line.data(), line.data() + line.size(), count);
    const auto blank = static_cast<std::size_t>(after - line.data());
    if (error != std::errc() || blank + 1 >= line.size() || line[blank] != ' ') {
      return base::fail(fmt::format("line {}: a count and a name are expected", number));
    }
    const std::string_view name = line.substr(blank + 1);
    if (table.find(name)) return base::fail(fmt::format("line {}: the name comes twice", number));
    table.count(name, count);
  }
  return table;
}

std::string LabelTable::text() const {
  std::string text;
  for (LabelId id = 0; id < size(); ++id) {
    text += fmt::format("{} {}\n", counts_[id], names_[id]);
  }
  return text;
}

base::Result<LabelTable> LabelTable::read(const std::string& path) {
  const auto text = base::FileSystem::real().read(path, kMostTableBytes);
  if (!text) return std::unexpected(text.error());
  auto table = parse(*text);
  if (!table) table.error().message = fmt::format("{}: {}", path, table.error().message);
  return table;
}

base::Result<void> LabelTable::write(const std::string& path) const {
  return base::write_atomically(base::FileSystem::real(), path, text());
}

namespace {

constexpr std::array<std::string_view, kSlots> kSlotNames = {
    "noun",   "verb", "adjective", "derived", "number", "month",
    "joined", "name", "wiki",      "text",    "formula"};

constexpr std::string_view kNothingName = "nothing";
constexpr std::string_view kContinuationName = "continuation";

// The slot at `at`, such as "{noun}", and its length with the braces.
std::optional<std::pair<Slot, std::size_t>> slot_at(std::string_view text, std::size_t at) {
  if (text[at] != '{') return std::nullopt;
  const std::size_t end = text.find('}', at);
  if (end == std::string_view::npos) return std::nullopt;
  const auto name = std::ranges::find(kSlotNames, text.substr(at + 1, end - at - 1));
  if (name == kSlotNames.end()) return std::nullopt;
  return std::pair(static_cast<Slot>(name - kSlotNames.begin()), end + 1 - at);
}

void find_slots(std::string_view text, Fragment& fragment) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (const auto slot = slot_at(text, at)) {
      fragment.slots |= 1U << static_cast<unsigned>(slot->first);
    }
  }
}

// The branches of a node in the order in which they are written.
struct WrittenBranch {
  std::string role;
  std::string target;  // for comparison: a constant or a concept
  std::size_t edge;

  auto operator<=>(const WrittenBranch&) const = default;
};

class FragmentWriter {
 public:
  explicit FragmentWriter(const Graph& graph)
      : graph_(graph), place_(graph.nodes.size(), kNoNode), is_written_(graph.edges.size()) {}

  std::string write() {
    write_node(0);
    return std::move(text_);
  }
  std::vector<NodeId> take_order() { return std::move(order_); }

 private:
  void write_node(NodeId node) {
    place_[node] = static_cast<NodeId>(order_.size());
    order_.push_back(node);
    text_ += fmt::format("(v{} / {}", place_[node], graph_.nodes[node].concept_name);
    std::vector<WrittenBranch> branches;
    for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
      const Edge& edge = graph_.edges[e];
      if (edge.source == node) {
        branches.push_back(
            {edge.role,
             edge.is_attribute() ? " " + edge.constant : graph_.nodes[edge.target].concept_name,
             e});
      } else if (edge.target == node) {
        branches.push_back({inverse_role(edge.role), graph_.nodes[edge.source].concept_name, e});
      }
    }
    std::ranges::sort(branches);
    for (const WrittenBranch& branch : branches) {
      if (is_written_[branch.edge]) continue;
      is_written_[branch.edge] = true;
      const Edge& edge = graph_.edges[branch.edge];
      text_ += fmt::format(" :{} ", branch.role);
      if (edge.is_attribute()) {
        text_ += edge.constant;
        continue;
      }
      const NodeId other = edge.source == node ? edge.target : edge.source;
      if (place_[other] == kNoNode) {
        write_node(other);
      } else {
        text_ += fmt::format("v{}", place_[other]);
      }
    }
    text_ += ')';
  }

  const Graph& graph_;
  std::vector<NodeId> place_;
  std::vector<NodeId> order_;
  std::vector<bool> is_written_;
  std::string text_;
};

// The text without signs that PENMAN cannot write: concepts are made from words, which may contain
// any signs.
std::string writable(std::string name) {
  if (is_value(name) && !name.starts_with('"')) return name;
  std::string out;
  for (const char c : name) {
    if (kSymbolEnds.contains(c) || c == '~' || c == '"') continue;
    if (out.empty() && (c == ':' || c == '/')) continue;
    out += c;
  }
  return is_value(out) ? out : "sign";
}

// The value of several words that form one number: "five hundred", "2 million".
std::optional<std::string> number_of(const Sentence& sentence, WordId first, WordId end) {
  if (end - first == 1) return number_value(sentence.words[first].lower);
  double total = 0;
  double current = 0;
  for (WordId w = first; w < end; ++w) {
    const auto value = number_value(sentence.words[w].lower);
    if (!value) continue;
    const double number = std::strtod(value->c_str(), nullptr);
    if (number >= 1000) {
      total += std::max(current, 1.0) * number;
      current = 0;
    } else if (number == 100) {
      current = std::max(current, 1.0) * number;
    } else {
      current += number;
    }
  }
  return fmt::format("{}", total + current);
}

}  // namespace

std::string_view slot_name(Slot slot) { return kSlotNames[static_cast<std::size_t>(slot)]; }

base::Result<Fragment> read_fragment(std::string_view text) {
  Fragment fragment;
  if (!text.starts_with('(')) {
    if (text.empty()) return base::fail("a fragment is missing");
    fragment.constant = text;
    find_slots(text, fragment);
    return fragment;
  }
  const auto tree = read_penman(text);
  if (!tree) return std::unexpected(tree.error());
  fragment.graph = graph_of(*tree);
  fragment.says_again = std::erase_if(fragment.graph.edges,
                                      [](const Edge& edge) { return edge.role == kAgainRole; }) > 0;
  for (const Node& node : fragment.graph.nodes) {
    find_slots(node.concept_name, fragment);
    if (node.concept_name.ends_with(kSenseMark)) fragment.frame = node.concept_name;
  }
  for (const Edge& edge : fragment.graph.edges) find_slots(edge.constant, fragment);
  return fragment;
}

std::string write_fragment(const Graph& graph, std::vector<NodeId>* order) {
  FragmentWriter writer(graph);
  std::string text = writer.write();
  if (order != nullptr) *order = writer.take_order();
  return text;
}

SlotValues slot_values(const Sentence& sentence, WordId first, WordId end, const Lexicon& lexicon) {
  SlotValues values;
  const Word& word = sentence.words[first];
  if (word.is_formula()) {
    values[Slot::Formula] = values[Slot::Text] = values[Slot::Name] = word.text;
    values[Slot::Noun] = "formula";
    values.names = {word.text};
    return values;
  }
  values[Slot::Noun] = lexicon.lemma(Lexicon::Form::Noun, word.lower);
  values[Slot::Verb] = lexicon.frame_lemma(word.lower);
  values[Slot::Adjective] = lexicon.lemma(Lexicon::Form::Adjective, word.lower);
  values[Slot::Derived] = lexicon.lemma(Lexicon::Form::Derived, word.lower);
  if (values[Slot::Derived] == values[Slot::Verb]) values[Slot::Derived].clear();
  values[Slot::Number] = number_of(sentence, first, end).value_or("");
  values[Slot::Month] = month_number(word.lower).value_or("");
  values[Slot::Text] = word.text;
  for (WordId w = first; w < end; ++w) {
    const Word& part = sentence.words[w];
    if (w == first || part.blank_before) {
      values.names.push_back(part.text);
    } else {
      values.names.back() += part.text;
    }
    if (part.shape == WordShape::Sign) continue;
    std::string& joined = values[Slot::Joined];
    if (!joined.empty()) joined += '-';
    joined += w + 1 == end ? lexicon.lemma(Lexicon::Form::Noun, part.lower) : part.lower;
  }
  values[Slot::Name] = values.names.front();
  for (const std::string& name : values.names) {
    if (!values[Slot::Wiki].empty()) values[Slot::Wiki] += '_';
    values[Slot::Wiki] += name;
  }
  const auto* page = lexicon.known_form(Lexicon::Form::Wiki, lower_case(values[Slot::Wiki]));
  if (page != nullptr) values[Slot::Wiki] = *page;
  return values;
}

bool can_fill(const Fragment& fragment, const SlotValues& values) {
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    if (fragment.has(static_cast<Slot>(slot)) && values.values[slot].empty()) return false;
  }
  return true;
}

std::string fill_slots(std::string_view text, const SlotValues& values, std::string_view sense) {
  // Values may contain signs that have a meaning in PENMAN.
  const bool is_quoted = text.starts_with('"');
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (const auto slot = slot_at(text, at)) {
      const std::string& value = values[slot->first];
      out += value.empty() ? values[Slot::Noun] : value;
      at += slot->second;
    } else {
      out += text[at++];
    }
  }
  if (is_quoted && out.size() > 1) return in_quotes(out.substr(1, out.size() - 2));
  if (!out.empty() && out.back() == kSenseMark) {
    out.pop_back();
    out += sense;
  }
  return out;
}

std::string frame_of(const Fragment& fragment, const SlotValues& values) {
  if (!fragment.has_sense()) return {};
  std::string frame = fill_slots(fragment.frame, values, "");
  if (frame.ends_with('-')) frame.pop_back();
  return frame;
}

NodeId add_fragment(const Fragment& fragment, const SlotValues& values, std::string_view sense,
                    Graph& graph) {
  const auto first = static_cast<NodeId>(graph.nodes.size());
  for (const Node& node : fragment.graph.nodes) {
    graph.add_node(writable(fill_slots(node.concept_name, values, sense)));
  }
  for (const Edge& edge : fragment.graph.edges) {
    if (!edge.is_attribute()) {
      graph.add_relation(first + edge.source, edge.role, first + edge.target);
    } else if (edge.constant == "{name}") {
      for (std::size_t i = 0; i < values.names.size(); ++i) {
        graph.add_attribute(first + edge.source, fmt::format("{}{}", edge.role, i + 1),
                            in_quotes(values.names[i]));
      }
    } else {
      graph.add_attribute(first + edge.source, edge.role, fill_slots(edge.constant, values, sense));
    }
  }
  return first;
}

FragmentTable::FragmentTable() {
  labels_.count(kNothingName, 0);
  labels_.count(kContinuationName, 0);
}

base::Result<FragmentTable> FragmentTable::from(LabelTable labels) {
  FragmentTable table;
  if (labels.size() < kFirst || labels.name(kNothing) != kNothingName ||
      labels.name(kContinuation) != kContinuationName) {
    return base::fail(fmt::format("a table of fragments begins with '{}' and '{}'", kNothingName,
                                  kContinuationName));
  }
  for (LabelId id = kFirst; id < labels.size(); ++id) {
    auto fragment = read_fragment(labels.name(id));
    if (!fragment) {
      fragment.error().message =
          fmt::format("fragment '{}': {}", labels.name(id), fragment.error().message);
      return std::unexpected(std::move(fragment.error()));
    }
    table.fragments_.push_back(*std::move(fragment));
  }
  table.labels_ = std::move(labels);
  return table;
}

base::Result<FragmentTable> FragmentTable::read(const std::string& path) {
  auto labels = LabelTable::read(path);
  if (!labels) return std::unexpected(std::move(labels.error()));
  auto table = from(*std::move(labels));
  if (!table) table.error().message = fmt::format("{}: {}", path, table.error().message);
  return table;
}

}  // namespace noether::amr
