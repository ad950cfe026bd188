#include "noether/formula/notation/tangent.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "noether/base/utf8.h"
#include "noether/formula/limits.h"
#include "noether/formula/notation/plain_labels.h"
#include "noether/formula/notation/tangent_names.h"

namespace noether::formula {
namespace {

constexpr char kFenceSeparator = '\x1f';  // written &sep;
constexpr std::string_view kStack = "O!stack";

struct Tag {
  SymbolKind kind = SymbolKind::Operator;
  bool plain = false;    // an operator without a prefix; an enclosure if it has a symbol within
  std::size_t skip = 0;  // bytes before the label
  std::uint16_t rows = 0;
  std::uint16_t columns = 0;
  std::size_t fence_bytes = 0;  // Group: the bytes before the sizes
};

// Reads the "2x3" at the end of a group's tag.
bool read_sizes(std::string_view tag, Tag& out) {
  std::size_t columns_at = tag.size();
  while (columns_at > 0 && is_digit(tag[columns_at - 1])) --columns_at;
  if (columns_at == tag.size() || columns_at < 2 || tag[columns_at - 1] != 'x') return false;
  std::size_t rows_at = columns_at - 1;
  while (rows_at > 0 && is_digit(tag[rows_at - 1])) --rows_at;
  const auto number = [&](std::size_t begin, std::size_t end, std::uint16_t& value) {
    const auto result = std::from_chars(tag.data() + begin, tag.data() + end, value);
    return result.ec == std::errc() && result.ptr == tag.data() + end;
  };
  out.fence_bytes = rows_at;
  return number(rows_at, columns_at - 1, out.rows) && number(columns_at, tag.size(), out.columns);
}

Tag classify(std::string_view text) {
  Tag tag;
  tag.plain = true;
  if (text.size() < 2 || text[1] != '!') return tag;
  Tag prefixed;
  prefixed.skip = 2;
  switch (text[0]) {
    case 'V':
      prefixed.kind = SymbolKind::Variable;
      return prefixed;
    case 'N':
      prefixed.kind = SymbolKind::Number;
      return prefixed;
    case 'T':
      prefixed.kind = SymbolKind::Text;
      return prefixed;
    case 'W':
      prefixed.kind = SymbolKind::Blank;
      return prefixed;
    case 'E':
      prefixed.kind = SymbolKind::Error;
      return prefixed;
    case 'B':
      prefixed.kind = SymbolKind::Enclosure;
      return prefixed;
    case 'P':
      return prefixed;
    case 'M':
      prefixed.kind = SymbolKind::Group;
      return read_sizes(text.substr(2), prefixed) ? prefixed : tag;
    case 'O':
      prefixed.skip = text.size();
      if (text == "O!root") {
        prefixed.kind = SymbolKind::Root;
        return prefixed;
      }
      if (text == "O!divide" || text == kStack) {
        prefixed.kind = SymbolKind::Fraction;
        return prefixed;
      }
      return tag;
    default:
      return tag;
  }
}

std::size_t first_character_bytes(std::string_view text) {
  return text.empty() ? 0 : base::decode_code_point(text).bytes.size();
}

class SltWriter {
 public:
  SltWriter(const LayoutTree& tree, std::string& out) : tree_(tree), out_(out) {}

  void write() {
    open(tree_.root());
    while (!stack_.empty()) {
      Frame& frame = stack_.back();
      const LayoutNode& node = tree_.node(frame.node);
      NodeId child = kNoNode;
      while (frame.relation < kRelationCount && child == kNoNode) {
        const Relation relation = in_order(node, frame.relation++);
        child = node.link(relation);
        if (child != kNoNode && relation != Relation::Next) {
          out_ += ',';
          out_ += relation_code(relation);
        }
      }
      if (child != kNoNode) {
        open(child);
      } else {
        out_ += ']';
        stack_.pop_back();
      }
    }
  }

 private:
  struct Frame {
    NodeId node;
    int relation;
  };

  static Relation in_order(const LayoutNode& node, int index) {
    const Relation relation = kRelations[static_cast<std::size_t>(index)];
    if (node.kind != SymbolKind::Fraction || !node.barless) return relation;
    if (relation == Relation::Over) return Relation::Under;
    if (relation == Relation::Under) return Relation::Over;
    return relation;
  }

  void open(NodeId id) {
    out_ += '[';
    tag(id);
    stack_.push_back({id, 0});
  }

  void tag(NodeId id) {
    const LayoutNode& node = tree_.node(id);
    const std::string_view label = tree_.label(id);
    const bool has_inside = node.link(Relation::Within) != kNoNode;
    switch (node.kind) {
      case SymbolKind::Variable:
        return prefixed("V!", label);
      case SymbolKind::Number:
        return prefixed("N!", label);
      case SymbolKind::Text:
        return prefixed("T!", label);
      case SymbolKind::Blank:
        return prefixed("W!", label);
      case SymbolKind::Error:
        return prefixed("E!", label);
      case SymbolKind::Root:
        return prefixed("O!root", "");
      case SymbolKind::Fraction: {
        const bool halves =
            node.link(Relation::Over) != kNoNode && node.link(Relation::Under) != kNoNode;
        return prefixed(node.barless && !halves ? kStack : "O!divide", "");
      }
      case SymbolKind::Group:
        return group(id);
      case SymbolKind::Enclosure:
        return prefixed(has_inside && classify(label).plain ? "" : "B!", label);
      case SymbolKind::Operator:
        if (has_inside || !classify(label).plain) return prefixed("P!", label);
        // Tangent-S escapes ? in names and texts, but not at the start of an operator.
        if (label.starts_with('?')) return prefixed("?", label.substr(1));
        return prefixed("", label);
    }
  }

  void prefixed(std::string_view prefix, std::string_view label) {
    out_ += prefix;
    append_escaped(out_, label);
  }

  void group(NodeId id) {
    const LayoutNode& node = tree_.node(id);
    const std::string_view open = tree_.open_fence(id);
    const std::string_view close = tree_.close_fence(id);
    out_ += "M!";
    append_escaped(out_, open);
    if (first_character_bytes(tree_.label(id)) == open.size() &&
        (close.empty() || !is_digit(close.back())) && (open.empty() || !is_digit(open.back()))) {
      append_escaped(out_, close);
    } else {
      append_escaped(out_, {&kFenceSeparator, 1});
      append_escaped(out_, close);
      append_escaped(out_, {&kFenceSeparator, 1});
    }
    out_ += std::to_string(node.rows);
    out_ += 'x';
    out_ += std::to_string(node.columns);
  }

  const LayoutTree& tree_;
  std::string& out_;
  std::vector<Frame> stack_;
};

class SltReader {
 public:
  SltReader(std::string_view text, LayoutTree& tree) : text_(text), tree_(tree) {}

  base::Result<void> read() {
    if (text_.empty()) return {};
    if (text_[0] != '[') {
      return error("a layout tree starts with '['", 0, 1, "for example [V!x,a[N!2]]");
    }
    if (auto result = open(Relation::Next); !result) return result;
    while (!stack_.empty()) {
      if (at_ == text_.size()) return error("']' is missing", at_, at_);
      const char c = text_[at_];
      if (c == ']') {
        ++at_;
        close();
      } else if (c == '[') {
        if (auto result = open(Relation::Next); !result) return result;
      } else {
        // The tag ends at one of , [ ], so this is a comma.
        ++at_;
        const auto relation = read_relation();
        if (!relation) return std::unexpected(relation.error());
        if (auto result = open(*relation); !result) return result;
      }
    }
    if (at_ != text_.size()) return error("text after the end of the tree", at_, text_.size());
    return {};
  }

 private:
  struct Frame {
    NodeId node;
    Relation relation;  // to the node below it on the stack
    int depth;
    bool plain;
    std::uint16_t row_height;  // height of the row from this symbol on, including further cells
  };

  std::unexpected<base::Error> error(std::string message, std::size_t begin, std::size_t end,
                                     std::string hint = {}) const {
    return base::fail(std::move(message),
                      {static_cast<std::uint32_t>(begin),
                       static_cast<std::uint32_t>(std::min(end, text_.size()))},
                      std::move(hint));
  }

  base::Result<Relation> read_relation() {
    if (at_ < text_.size()) {
      for (const Relation relation : kRelations) {
        if (text_[at_] == relation_code(relation)) {
          ++at_;
          if (at_ < text_.size() && text_[at_] == '[') return relation;
          return error("'[' is missing after the relation", at_ - 1, at_ + 1);
        }
      }
    }
    return error("not a relation of layout trees", at_, at_ + 1,
                 "the relations are a b o u c d w e");
  }

  // Reads "[TAG" and links the new node to the open one.
  base::Result<void> open(Relation relation) {
    const std::size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != '[' && text_[at_] != ']') ++at_;
    if (at_ < text_.size() && text_[at_] == ',' && at_ + 1 == text_.size()) {
      return error("the tree ends after ','", at_, at_ + 1);
    }
    const int depth = stack_.empty() ? 1
                                     : stack_.back().depth + (relation != Relation::Next &&
                                                              relation != Relation::Element);
    if (depth > kMaxLayoutDepth || tree_.node_count() == kMaxNodes) {
      return error("the tree is too large", begin - 1, at_,
                   "trees nest at most " + std::to_string(kMaxLayoutDepth) + " levels");
    }
    const std::string_view text = text_.substr(begin, at_ - begin);
    const Tag tag = classify(text);
    const NodeId id =
        make_node(tag, text, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)});
    if (stack_.empty()) {
      tree_.set_root(id);
    } else {
      LayoutNode& parent = tree_.node(stack_.back().node);
      if (parent.link(relation) != kNoNode) {
        return error("the relation '" + std::string(relation_name(relation)) + "' is given twice",
                     begin - 1, at_);
      }
      parent.link(relation) = id;
      if (parent.kind == SymbolKind::Fraction && relation == Relation::Over &&
          parent.link(Relation::Under) != kNoNode) {
        parent.barless = true;
      }
    }
    stack_.push_back({id, relation, depth, tag.plain, 0});
    return {};
  }

  NodeId make_node(const Tag& tag, std::string_view text, base::Span source) {
    scratch_.clear();
    if (tag.kind != SymbolKind::Group) {
      if (tag.kind == SymbolKind::Fraction) scratch_ = "divide";
      if (tag.kind == SymbolKind::Root) scratch_ = "root";
      append_unescaped(scratch_, text.substr(tag.skip));
      const NodeId id = tree_.add(tag.kind, scratch_, source);
      tree_.node(id).barless = text == kStack;
      return id;
    }
    append_unescaped(scratch_, text.substr(tag.skip, tag.fence_bytes));
    std::string_view open = scratch_;
    std::string_view close;
    if (const std::size_t end = open.find(kFenceSeparator); end != std::string_view::npos) {
      close = open.substr(end + 1);
      close = close.substr(0, close.find(kFenceSeparator));
      open = open.substr(0, end);
    } else {
      const std::size_t bytes = first_character_bytes(open);
      close = open.substr(bytes);
      open = open.substr(0, bytes);
    }
    return tree_.add_group(open, close, tag.rows, tag.columns, source);
  }

  void close() {
    const Frame frame = stack_.back();
    stack_.pop_back();
    LayoutNode& node = tree_.node(frame.node);
    if (frame.plain && node.link(Relation::Within) != kNoNode) node.kind = SymbolKind::Enclosure;
    if (stack_.empty()) return;
    const std::uint16_t row_height = std::max(frame.row_height, node.height);
    if (frame.relation == Relation::Next || frame.relation == Relation::Element) {
      stack_.back().row_height = std::max(stack_.back().row_height, row_height);
    } else {
      std::uint16_t& height = tree_.node(stack_.back().node).height;
      height = std::max(height, static_cast<std::uint16_t>(row_height + 1));
    }
  }

  std::string_view text_;
  LayoutTree& tree_;
  std::size_t at_ = 0;
  std::vector<Frame> stack_;
  std::string scratch_;
};

}  // namespace

base::Result<void> read_tangent_slt(std::string_view text, LayoutTree& out) {
  out.clear();
  if (text.size() > kMaxInputBytes) return base::fail("the tree is longer than 1 MiB");
  std::string storage;
  auto result = SltReader(without_csv_quotes(text, storage), out).read();
  if (!result) out.clear();
  return result;
}

void write_tangent_slt(const LayoutTree& tree, std::string& out) {
  if (!tree.empty()) SltWriter(tree, out).write();
}

}  // namespace noether::formula
