#include "noether/search/formula/flat_tree.h"

#include <algorithm>
#include <array>

#include "noether/index/analysis/packed_tree.h"
#include "noether/index/features/feature.h"
#include "noether/index/features/operator_paths.h"

namespace noether::search {
namespace {

using formula::Op;
using index::extend_key;
using index::key_of;

// All kinds of dots are treated as this one.
constexpr std::string_view kDots = "…";

FlatNode flat_node(Op op, std::string_view label, bool leaf) {
  FlatNode node;
  if (leaf && is_dots(label)) label = kDots;
  node.leaf = leaf;
  node.letter_call = !leaf && index::is_letter_call(op, label);
  const Op named = node.letter_call ? Op::Variable : op;
  node.label = extend_key(index::operator_key(named), key_of(label));
  if (leaf) {
    node.type = op == Op::Symbol ? node.label : index::operator_key(op);
    node.fixed = op == Op::Variable && is_fixed_letter(label);
    node.symbol = (op == Op::Variable || op == Op::Number) && !node.fixed;
    return node;
  }
  node.type = index::path_class(op, label);
  node.symbol = node.letter_call;
  node.silent = op == Op::Negate;
  node.apart = index::keeps_operands_apart(op);
  node.commutes = op_info(op).unordered;
  node.unordered = node.commutes || op == Op::Minus || op == Op::List || op == Op::Tuple;
  return node;
}

bool is_word_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Finds words of two or more letters, whatever their case.
class WordFinder {
 public:
  explicit WordFinder(std::vector<std::uint64_t>& words) : words_(words) {}
  ~WordFinder() { end(); }
  void add(std::string_view text) {
    for (const char c : text) {
      if (!is_word_letter(c)) {
        end();
      } else if (length_ < word_.size()) {
        word_[length_++] = static_cast<char>(c | 0x20);
      }
    }
  }
  void end() {
    if (length_ > 1) words_.push_back(key_of({word_.data(), length_}));
    length_ = 0;
  }

 private:
  std::vector<std::uint64_t>& words_;
  std::array<char, 32> word_;
  std::size_t length_ = 0;
};

// The most frequent nodes, made once: operators and leaves without a label, letters and digits.
struct UsualNodes {
  std::array<FlatNode, 256> letters;
  std::vector<FlatNode> leaves;     // by operator
  std::vector<FlatNode> operators;  // by operator

  UsualNodes() {
    for (char c = '0'; c <= '9'; ++c) set(Op::Number, c);
    for (char c = 'a'; c <= 'z'; ++c) set(Op::Variable, c);
    for (char c = 'A'; c <= 'Z'; ++c) set(Op::Variable, c);
    constexpr auto kAll = std::to_array<Op>({
#define NOETHER_OP(id, ...) Op::id,
#include "noether/formula/operators.def"
#undef NOETHER_OP
    });
    for (const Op op : kAll) {
      leaves.push_back(flat_node(op, "", true));
      operators.push_back(flat_node(op, "", false));
    }
  }
  void set(Op op, char c) {
    letters[static_cast<unsigned char>(c)] = flat_node(op, std::string_view(&c, 1), true);
  }
};

FlatNode make_node(Op op, std::string_view label, bool leaf) {
  static const UsualNodes usual;
  if (label.empty()) return (leaf ? usual.leaves : usual.operators)[static_cast<std::size_t>(op)];
  if (leaf && label.size() == 1) {
    const char c = label.front();
    const bool is_number = op == Op::Number && c >= '0' && c <= '9';
    if (is_number || (op == Op::Variable && is_word_letter(c))) {
      return usual.letters[static_cast<unsigned char>(c)];
    }
  }
  return flat_node(op, label, leaf);
}

constexpr std::uint16_t kMissing = 0xFFFF;

// The first code point of a label, which is UTF-8.
char32_t first_code_point(std::string_view label) {
  const auto byte = [&](std::size_t i) {
    return i < label.size() ? static_cast<char32_t>(static_cast<unsigned char>(label[i])) : 0U;
  };
  if (byte(0) < 0x80) return byte(0);
  if (byte(0) < 0xE0) return (byte(0) & 0x1FU) << 6 | (byte(1) & 0x3FU);
  if (byte(0) < 0xF0) {
    return (byte(0) & 0x0FU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU);
  }
  return (byte(0) & 0x07U) << 18 | (byte(1) & 0x3FU) << 12 | (byte(2) & 0x3FU) << 6 |
         (byte(3) & 0x3FU);
}

}  // namespace

bool is_dots(std::string_view label) {
  return label == "…" || label == "⋯" || label == "⋮" || label == "⋱";
}

bool is_fixed_letter(std::string_view label) {
  if (label.size() < 3 || label.size() > 4) return false;
  if (is_dots(label)) return true;
  const char32_t letter = first_code_point(label);
  const bool is_double_struck =
      std::u32string_view(U"ℂℍℕℙℚℝℤ").contains(letter) || (letter >= U'𝔸' && letter <= U'𝕫');
  return is_double_struck || letter == U'∞' || letter == U'∅';
}

void FlatTree::clear() {
  nodes_.clear();
  letters_.clear();
  sources_.clear();
  waiting_.clear();
  pending_.clear();
  words_.clear();
  has_dots_ = false;
}

// Finds runs of letters in a product; the last letter of gcd(a, b) is read as a function.
void FlatTree::add_words(std::span<const std::uint16_t> operands) {
  WordFinder finder(words_);
  for (const std::uint16_t operand : operands) {
    const char letter = operand == kMissing ? '\0' : letters_[operand];
    if (letter != '\0') finder.add(std::string_view(&letter, 1));
    if (letter == '\0' || !nodes_[operand].leaf) finder.end();
  }
}

void FlatTree::add(Op op, std::string_view label, std::size_t operands) {
  const std::size_t first = waiting_.size() - operands;
  if (op == Op::Missing && operands == 0) {
    waiting_.push_back(kMissing);
    return;
  }
  const auto at = static_cast<std::uint16_t>(nodes_.size());
  FlatNode node = make_node(op, label, operands == 0);
  node.parent = kNoParent;
  for (std::size_t i = 0; i < operands; ++i) {
    const std::uint16_t operand = waiting_[first + i];
    if (operand == kMissing) continue;
    nodes_[operand].parent = at;
    nodes_[operand].operand = static_cast<std::uint16_t>(i);
    node.size = static_cast<std::uint16_t>(node.size + nodes_[operand].size);
  }
  const bool is_name = label.size() == 1 && (node.letter_call || (node.leaf && op == Op::Variable));
  letters_.push_back(is_name && is_word_letter(label.front()) ? label.front() : '\0');
  if (op == Op::Times) add_words(std::span(waiting_).subspan(first));
  if (label.size() > 1) {
    WordFinder(words_).add(label);
    has_dots_ = has_dots_ || (node.leaf && is_dots(label));
  }
  nodes_.push_back(node);
  waiting_.resize(first);
  waiting_.push_back(at);
}

bool FlatTree::finish() {
  if (nodes_.empty() || nodes_.size() > kMaxNodes || waiting_.size() != 1) {
    clear();
    return false;
  }
  std::ranges::sort(words_);
  const auto rest = std::ranges::unique(words_);
  words_.erase(rest.begin(), rest.end());
  return true;
}

bool FlatTree::assign(const formula::OperatorTree& tree) {
  clear();
  if (!tree.empty()) pending_.push_back({tree.root(), 0});
  while (!pending_.empty() && nodes_.size() <= kMaxNodes) {
    Visit& visit = pending_.back();
    const auto operands = tree.children(visit.node);
    if (visit.next < operands.size()) {
      const formula::NodeId operand = operands[visit.next++];
      pending_.push_back({operand, 0});
      continue;
    }
    const std::size_t before = nodes_.size();
    add(tree.op(visit.node), tree.label(visit.node), operands.size());
    if (nodes_.size() > before) sources_.push_back(visit.node);
    pending_.pop_back();
  }
  return finish();
}

bool FlatTree::assign(std::string_view packed) {
  clear();
  index::PackedTreeReader reader(packed);
  for (index::PackedTreeReader::Node node; nodes_.size() <= kMaxNodes && reader.next(node);) {
    add(node.op, node.label, node.operands);
  }
  if (!reader.is_tree()) {
    clear();
    return false;
  }
  return finish();
}

namespace {

using formula::LayoutNode;
using formula::SymbolKind;
using index::extend_key;
using index::key_of;

// Whether the label is one character, whose first byte determines its length.
bool is_one_letter(std::string_view label) {
  if (label.empty()) return false;
  const auto lead = static_cast<unsigned char>(label.front());
  const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  return label.size() == bytes;
}

FlatNode flat_node(const LayoutNode& from, std::string_view label) {
  FlatNode node;
  if (is_dots(label)) label = "…";
  node.apart = true;
  node.type = extend_key(static_cast<std::uint64_t>(from.kind), 1);
  node.label = extend_key(node.type, key_of(label));
  if (from.kind == SymbolKind::Group) {
    node.label =
        extend_key(node.label, (std::uint64_t{from.rows} << 16) | std::uint64_t{from.columns});
  }
  node.symbol =
      from.kind == SymbolKind::Number ||
      (from.kind == SymbolKind::Variable && is_one_letter(label) && !is_fixed_letter(label));
  if (!node.symbol) node.type = node.label;
  return node;
}

}  // namespace

bool FlatLayout::assign(const formula::LayoutTree& tree) {
  nodes_.clear();
  pending_.clear();
  waiting_.clear();
  if (!tree.empty()) pending_.push_back({tree.root(), 0, 0, 0});
  while (!pending_.empty() && nodes_.size() + pending_.size() <= FlatTree::kMaxNodes) {
    Visit& visit = pending_.back();
    const LayoutNode& from = tree.node(visit.node);
    while (visit.next < formula::kRelationCount && from.links[visit.next] == formula::kNoNode) {
      ++visit.next;
    }
    if (visit.next < formula::kRelationCount) {
      const std::uint8_t relation = visit.next++;
      pending_.push_back(
          {from.links[relation], relation, 0, static_cast<std::uint16_t>(nodes_.size())});
      continue;
    }
    const auto at = static_cast<std::uint16_t>(nodes_.size());
    FlatNode node = flat_node(from, tree.label(visit.node));
    node.parent = FlatTree::kNoParent;
    node.operand = visit.relation;
    node.size = static_cast<std::uint16_t>(at + 1 - visit.first);
    node.leaf = node.size == 1;
    while (!waiting_.empty() && waiting_.back() >= visit.first) {
      nodes_[waiting_.back()].parent = at;
      waiting_.pop_back();
    }
    nodes_.push_back(node);
    waiting_.push_back(at);
    pending_.pop_back();
  }
  if (!pending_.empty()) nodes_.clear();
  return !nodes_.empty();
}

}  // namespace noether::search
