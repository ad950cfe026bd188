#include "noether/index/analysis/packed_tree.h"

#include <array>
#include <cstdint>

#include "noether/base/packed_bytes.h"

namespace noether::index {
namespace {

using formula::NodeId;
using formula::Op;

constexpr std::size_t kOps = 0
#define NOETHER_OP(...) +1  // NOLINT: a term of the sum
#include "noether/formula/operators.def"
#undef NOETHER_OP
    ;

constexpr unsigned char kCounted = 0;
constexpr std::uint8_t kNoOp = 0xFF;

constexpr bool is_letter(unsigned char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}
constexpr bool is_digit(unsigned char byte) { return byte >= '0' && byte <= '9'; }

struct Shape {
  bool labelled;
  std::uint8_t operands;
};

struct Codes {
  std::array<unsigned char, kOps> of_op{};
  std::array<std::uint8_t, 256> op{};  // kNoOp: no operator has this byte
  std::array<Shape, kOps> shapes{};
};

constexpr Codes make_codes() {
  Codes codes;
  codes.op.fill(kNoOp);
  std::size_t number = 0;
  unsigned byte = kCounted + 1;
  // The class is spelled out so that a leaf, whatever its arity, has no operands.
#define NOETHER_OP(id, name, klass, unordered, labelled, content, symbol, tangent, latex, arity) \
  while (is_letter(static_cast<unsigned char>(byte)) ||                                          \
         is_digit(static_cast<unsigned char>(byte))) {                                           \
    ++byte;                                                                                      \
  }                                                                                              \
  codes.of_op[number] = static_cast<unsigned char>(byte);                                        \
  codes.op[byte++] = static_cast<std::uint8_t>(number);                                          \
  codes.shapes[number++] = {labelled, arity};
#include "noether/formula/operators.def"
#undef NOETHER_OP
  return codes;
}
static_assert(kOps < 255 - 62, "operators no longer fit into a byte");
constexpr Codes kCodes = make_codes();

void pack_node(const formula::OperatorTree& tree, NodeId id, std::string& out) {
  const auto op = static_cast<std::size_t>(tree.op(id));
  const std::string_view label = tree.label(id);
  const std::size_t operands = tree.children(id).size();
  if (label.size() == 1 && operands == 0) {
    const auto byte = static_cast<unsigned char>(label[0]);
    if ((tree.op(id) == Op::Variable && is_letter(byte)) ||
        (tree.op(id) == Op::Number && is_digit(byte))) {
      out += label;
      return;
    }
  }
  const Shape shape = kCodes.shapes[op];
  if (operands != shape.operands) {
    out += static_cast<char>(kCounted);
    base::append_varint(out, operands);
  }
  out += static_cast<char>(kCodes.of_op[op]);
  if (shape.labelled) base::append_text(out, label);
}

}  // namespace

void pack_tree(const formula::OperatorTree& tree, std::string& out) {
  if (tree.empty()) return;
  struct Visit {
    NodeId node;
    std::size_t next;  // operand
  };
  std::array<Visit, 32> near;  // most trees are not deeper
  std::vector<Visit> far;
  std::size_t depth = 0;
  const auto push = [&](NodeId node) {
    if (depth < near.size()) {
      near[depth] = {node, 0};
    } else {
      far.push_back({node, 0});
    }
    ++depth;
  };
  push(tree.root());
  while (depth > 0) {
    Visit& visit = depth <= near.size() ? near[depth - 1] : far.back();
    const auto operands = tree.children(visit.node);
    if (visit.next < operands.size()) {
      push(operands[visit.next++]);
      continue;
    }
    pack_node(tree, visit.node, out);
    if (depth > near.size()) far.pop_back();
    --depth;
  }
}

bool PackedTreeReader::next(Node& node) {
  if (rest_.empty()) return false;
  auto byte = static_cast<unsigned char>(rest_.front());
  if (is_letter(byte) || is_digit(byte)) {
    node = {is_digit(byte) ? Op::Number : Op::Variable, 0, rest_.substr(0, 1)};
    rest_.remove_prefix(1);
    ++waiting_;
    return true;
  }
  base::PackedReader reader(rest_.substr(1));
  const bool is_counted = byte == kCounted;
  std::size_t count = 0;
  if (is_counted) {
    count = reader.varint(waiting_);
    byte = static_cast<unsigned char>(reader.fixed(1));
  }
  const std::uint8_t op = kCodes.op[byte];
  if (reader.failed() || op == kNoOp) return false;
  const Shape shape = kCodes.shapes[op];
  if (!is_counted) count = shape.operands;
  const std::string_view label = shape.labelled ? reader.text() : std::string_view();
  if (reader.failed() || count > waiting_) return false;
  node = {static_cast<Op>(op), count, label};
  rest_.remove_prefix(rest_.size() - reader.left());
  waiting_ = waiting_ - count + 1;
  return true;
}

bool TreeUnpacker::unpack(std::string_view bytes, formula::OperatorTree& tree) {
  tree.clear();
  operands_.clear();
  PackedTreeReader reader(bytes);
  for (PackedTreeReader::Node next; reader.next(next);) {
    const std::size_t first = operands_.size() - next.operands;
    const NodeId node =
        tree.add(next.op, next.label, std::span(operands_).subspan(first, next.operands));
    operands_.resize(first);
    operands_.push_back(node);
  }
  if (!reader.is_tree()) {
    tree.clear();
    return false;
  }
  tree.set_root(operands_.front());
  return true;
}

}  // namespace noether::index
