#include "noether/search/formula/flat_tree.h"

#include <algorithm>
#include <array>

#include "noether/index/features/feature_key.h"
#include "noether/index/features/path_classes.h"

namespace noether::search {
namespace {

using formula::Op;
using index::extend_key;
using index::key_of;

FlatNode flat_node(Op op, std::string_view label, bool leaf) {
  FlatNode node;
  node.leaf = leaf;
  node.letter_call = !leaf && index::is_letter_call(op, label);
  const Op named = node.letter_call ? Op::Variable : op;
  node.label = extend_key(index::operator_key(named), key_of(label));
  if (leaf) {
    node.type = op == Op::Symbol ? node.label : index::operator_key(op);
    node.symbol = op == Op::Variable || op == Op::Number;
    return node;
  }
  node.type = index::path_class(op, label);
  node.symbol = node.letter_call;
  node.silent = op == Op::Negate;
  node.apart = index::keeps_operands_apart(op);
  node.commutes = op_info(op).unordered;
  node.unordered = node.commutes || op == Op::Minus;
  return node;
}

// Words of two letters and more, whatever their case.
class WordFinder {
 public:
  explicit WordFinder(std::vector<std::uint64_t>& words) : words_(words) {}
  ~WordFinder() { end(); }
  void add(std::string_view text) {
    for (const char c : text) {
      const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!is_letter) {
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

}  // namespace

void FlatTree::add_words(const formula::OperatorTree& tree, formula::NodeId node) {
  WordFinder finder(words_);
  if (tree.op(node) != Op::Times) {
    finder.add(tree.label(node));
    return;
  }
  for (const formula::NodeId operand : tree.children(node)) {
    const std::string_view label = tree.label(operand);
    // The last letter of gcd(a, b) is read as a function.
    const bool is_call = index::is_letter_call(tree.op(operand), label);
    if (label.size() == 1 && (tree.op(operand) == Op::Variable || is_call)) finder.add(label);
    if (tree.op(operand) != Op::Variable || label.size() != 1) finder.end();
  }
}

bool FlatTree::assign(const formula::OperatorTree& tree) {
  nodes_.clear();
  sources_.clear();
  pending_.clear();
  words_.clear();
  if (tree.empty() || tree.op(tree.root()) == Op::Missing) return false;
  pending_.push_back({tree.root(), 0, 0});
  while (!pending_.empty()) {
    Visit& visit = pending_.back();
    const auto operands = tree.children(visit.node);
    while (visit.next < operands.size() && tree.op(operands[visit.next]) == Op::Missing) {
      ++visit.next;
    }
    if (visit.next < operands.size()) {
      pending_.push_back({operands[visit.next++], 0, static_cast<std::uint16_t>(nodes_.size())});
      continue;
    }
    if (nodes_.size() == kMaxNodes) {
      nodes_.clear();
      return false;
    }
    FlatNode node = flat_node(tree.op(visit.node), tree.label(visit.node), operands.empty());
    const auto at = static_cast<std::uint16_t>(nodes_.size());
    node.size = static_cast<std::uint16_t>(at - visit.first + 1);
    node.parent = kNoParent;
    nodes_.push_back(node);
    sources_.push_back(visit.node);
    if (tree.op(visit.node) == Op::Times || tree.label(visit.node).size() > 1) {
      add_words(tree, visit.node);
    }
    for_each_operand(nodes_, at, [&](std::size_t operand) { nodes_[operand].parent = at; });
    pending_.pop_back();
    if (!pending_.empty()) {
      nodes_[at].operand = static_cast<std::uint16_t>(pending_.back().next - 1);
    }
  }
  std::ranges::sort(words_);
  const auto rest = std::ranges::unique(words_);
  words_.erase(rest.begin(), rest.end());
  return true;
}

}  // namespace noether::search
