#include "noether/formula/notation/prefix.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/formula/limits.h"
#include "noether/formula/notation/plain_labels.h"

namespace noether::formula {
namespace {

constexpr auto kEgenNames = std::to_array<EgenName>({
    {"sin", Op::Call, "sin"},       {"asin", Op::Call, "arcsin"},   {"cos", Op::Call, "cos"},
    {"acos", Op::Call, "arccos"},   {"tan", Op::Call, "tan"},       {"atan", Op::Call, "arctan"},
    {"cot", Op::Call, "cot"},       {"acot", Op::Call, "arccot"},   {"sec", Op::Call, "sec"},
    {"asec", Op::Call, "arcsec"},   {"csc", Op::Call, "csc"},       {"acsc", Op::Call, "arccsc"},
    {"sinh", Op::Call, "sinh"},     {"asinh", Op::Call, "arcsinh"}, {"cosh", Op::Call, "cosh"},
    {"acosh", Op::Call, "arccosh"}, {"tanh", Op::Call, "tanh"},     {"atanh", Op::Call, "arctanh"},
    {"coth", Op::Call, "coth"},     {"acoth", Op::Call, "arccoth"}, {"sech", Op::Call, "sech"},
    {"asech", Op::Call, "arcsech"}, {"csch", Op::Call, "csch"},     {"acsch", Op::Call, "arccsch"},
    {"ln", Op::Call, "ln"},         {"exp", Op::Call, "exp"},       {"sqrt", Op::Root, ""},
    {"pi", Op::Variable, "π"},
});

}  // namespace

const EgenName* egen_name(std::string_view egen) {
  static const auto index = [] {
    std::unordered_map<std::string_view, const EgenName*> names;
    for (const EgenName& name : kEgenNames) names.emplace(name.egen, &name);
    return names;
  }();
  const auto it = index.find(egen);
  return it == index.end() ? nullptr : it->second;
}

const EgenName* egen_name_of(Op op, std::string_view label) {
  static const auto index = [] {
    std::unordered_map<std::string_view, const EgenName*> names;
    for (const EgenName& name : kEgenNames) names.emplace(name.label, &name);
    return names;
  }();
  const auto it = index.find(label);
  return it == index.end() || it->second->op != op ? nullptr : it->second;
}

namespace {

bool needs_escape(char c) { return is_control(c) || c == ' ' || c == '#' || c == '%' || c == ':'; }

bool is_plain_token(std::string_view label) {
  return !label.empty() && std::ranges::none_of(label, needs_escape);
}

// Whether a token with that name is read as anything but a variable.
bool has_other_meaning(std::string_view token) {
  return token == "_" || looks_like_number(token) || looks_like_negative_number(token) ||
         op_by_name(token) || egen_name(token) != nullptr;
}

bool is_number_token(std::string_view label) {
  return looks_like_number(label) && is_plain_token(label);
}

class PrefixWriter {
 public:
  PrefixWriter(const OperatorTree& tree, std::string& out) : tree_(tree), out_(out) {}

  void node(NodeId id) {
    auto children = tree_.children(id);
    if (is_negated_number(id)) {
      out_ += '-';
      out_ += tree_.label(children[0]);
      return;
    }
    token(id, children.size());
    if (tree_.op(id) == Op::Derivative && children.size() >= 2) {
      operand(children[1]);
      operand(children[0]);
      children = children.subspan(2);
    }
    for (const NodeId child : children) operand(child);
  }

 private:
  bool is_negated_number(NodeId id) const {
    if (tree_.op(id) != Op::Negate || tree_.children(id).size() != 1) return false;
    const NodeId number = tree_.child(id, 0);
    return tree_.op(number) == Op::Number && tree_.children(number).empty() &&
           is_number_token(tree_.label(number));
  }

  void operand(NodeId id) {
    out_ += ' ';
    node(id);
  }

  void token(NodeId id, std::size_t count) {
    const Op op = tree_.op(id);
    const std::string_view label = tree_.label(id);
    if (count == 0) {
      if (op == Op::Missing) return put("_");
      if (op == Op::Number && is_number_token(label)) return put(label);
      if (op == Op::Variable) {
        if (const EgenName* name = egen_name_of(op, label)) return put(name->egen);
        if (is_plain_token(label) && !has_other_meaning(label)) return put(label);
      }
    }
    if (op == Op::Root && count == 1) return put("sqrt");
    if (op == Op::Call) {
      if (const EgenName* name = egen_name_of(op, label); name != nullptr) {
        put(name->egen);
        return counted(count, 1);
      }
      if (is_plain_token(label) && !has_other_meaning(label)) {
        put(label);
        return always_counted(count);
      }
    }
    put(op_info(op).name);
    if (!label.empty()) {
      out_ += ':';
      escaped(label);
    }
    counted(count, op_info(op).prefix_arity);
  }

  void put(std::string_view text) { out_ += text; }

  void counted(std::size_t count, int usual) {
    if (count != static_cast<std::size_t>(usual)) always_counted(count);
  }

  void always_counted(std::size_t count) {
    out_ += '#';
    out_ += std::to_string(count);
  }

  void escaped(std::string_view label) {
    constexpr std::string_view hex = "0123456789ABCDEF";
    for (const char c : label) {
      if (needs_escape(c)) {
        const auto byte = static_cast<unsigned char>(c);
        out_ += '%';
        out_ += hex[byte >> 4];
        out_ += hex[byte & 15];
      } else {
        out_ += c;
      }
    }
  }

  const OperatorTree& tree_;
  std::string& out_;
};

class PrefixReader {
 public:
  PrefixReader(std::string_view text, OperatorTree& tree) : text_(text), tree_(tree) {}

  base::Result<void> read() {
    skip_blanks();
    if (at_ == text_.size()) return {};
    if (auto result = expression(); !result) return result;
    skip_blanks();
    if (at_ != text_.size()) {
      return error("tokens after the end of the expression", at_, text_.size(),
                   "an operator with more operands than usual carries their number: +#3");
    }
    tree_.set_root(operands_.back());
    return {};
  }

 private:
  struct Frame {
    Op op;
    std::string_view label;  // still escaped
    std::size_t first_operand;
    std::size_t missing;  // operands that are still expected
    std::uint32_t begin;
    std::uint32_t end;
  };

  std::unexpected<base::Error> error(std::string message, std::size_t begin, std::size_t end,
                                     std::string hint = {}) const {
    return base::fail(std::move(message),
                      {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
                      std::move(hint));
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) {
      ++at_;
    }
  }

  base::Result<void> expression() {
    do {
      skip_blanks();
      if (at_ == text_.size()) {
        const Frame& frame = frames_.back();
        return error("an operand is missing", frame.begin, frame.end,
                     "an operator with fewer operands than usual carries their number: +#1");
      }
      if (frames_.size() >= static_cast<std::size_t>(kMaxOperatorDepth) ||
          tree_.node_count() + 2 > kMaxNodes) {
        return error("the expression is too large", at_, at_ + 1,
                     "expressions nest at most " + std::to_string(kMaxOperatorDepth) + " levels");
      }
      if (auto result = token(); !result) return result;
      while (!frames_.empty() && frames_.back().missing == 0) close();
    } while (!frames_.empty());
    if (tree_.too_deep()) return error("nested too deeply", 0, text_.size());
    return {};
  }

  base::Result<void> token() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ' ' && text_[at_] != '\t' && text_[at_] != '\r') {
      ++at_;
    }
    std::string_view word = text_.substr(begin, at_ - begin);
    Frame frame{Op::Variable,
                word,
                operands_.size(),
                0,
                static_cast<std::uint32_t>(begin),
                static_cast<std::uint32_t>(at_)};
    if (looks_like_negative_number(word)) {
      const NodeId number =
          tree_.add_leaf(Op::Number, word.substr(1), {frame.begin + 1, frame.end});
      operands_.push_back(tree_.add(Op::Negate, "", {&number, 1}, {frame.begin, frame.end}));
      return operand_read();
    }
    std::size_t count = 0;
    const bool counted = take_count(word, count);
    if (!meaning(word, counted, frame)) {
      return error("no labelled operator has this name", begin, at_,
                   "a colon in a name is written %3A");
    }
    frame.missing = counted ? count : frame.missing;
    frames_.push_back(frame);
    return {};
  }

  // Splits the number of operands off a token.
  static bool take_count(std::string_view& word, std::size_t& count) {
    const std::size_t hash = word.rfind('#');
    if (hash == std::string_view::npos || hash == 0 || hash + 1 == word.size()) return false;
    const char* end = word.data() + word.size();
    const auto result = std::from_chars(word.data() + hash + 1, end, count);
    if (result.ec != std::errc() || result.ptr != end) return false;
    word = word.substr(0, hash);
    return true;
  }

  // Fills in operator, label and usual number of operands.
  static bool meaning(std::string_view word, bool counted, Frame& frame) {
    const auto be = [&](Op op, std::string_view label, int arity) {
      frame.op = op;
      frame.label = label;
      frame.missing = static_cast<std::size_t>(arity);
      return true;
    };
    if (const auto op = op_by_name(word)) return be(*op, "", op_info(*op).prefix_arity);
    if (const EgenName* name = egen_name(word)) {
      return be(name->op, name->label, name->op == Op::Variable ? 0 : 1);
    }
    const std::size_t colon = word.find(':', 1);
    if (colon != std::string_view::npos) {
      const auto op = op_by_name(word.substr(0, colon));
      if (!op || !op_info(*op).labelled) return false;
      return be(*op, word.substr(colon + 1), op_info(*op).prefix_arity);
    }
    if (counted) return be(Op::Call, word, 1);
    if (word == "_") return be(Op::Missing, "", 0);
    return be(looks_like_number(word) ? Op::Number : Op::Variable, word, 0);
  }

  void close() {
    const Frame frame = frames_.back();
    frames_.pop_back();
    const auto first = operands_.begin() + static_cast<std::ptrdiff_t>(frame.first_operand);
    if (frame.op == Op::Derivative && operands_.end() - first >= 2) std::swap(first[0], first[1]);
    const NodeId id = tree_.add(frame.op, unescaped(frame.label), {first, operands_.end()},
                                {frame.begin, frame.end});
    operands_.resize(frame.first_operand);
    operands_.push_back(id);
    if (!frames_.empty()) --frames_.back().missing;
  }

  base::Result<void> operand_read() {
    if (!frames_.empty()) --frames_.back().missing;
    return {};
  }

  std::string_view unescaped(std::string_view label) {
    if (label.find('%') == std::string_view::npos) return label;
    const auto hex = [](char c) {
      return is_digit(c) ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    };
    scratch_.clear();
    for (std::size_t i = 0; i < label.size(); ++i) {
      const bool coded = label[i] == '%' && i + 2 < label.size() && hex(label[i + 1]) >= 0 &&
                         hex(label[i + 2]) >= 0;
      if (coded) {
        scratch_ += static_cast<char>(hex(label[i + 1]) << 4 | hex(label[i + 2]));
        i += 2;
      } else {
        scratch_ += label[i];
      }
    }
    return scratch_;
  }

  std::string_view text_;
  OperatorTree& tree_;
  std::size_t at_ = 0;
  std::vector<Frame> frames_;
  std::vector<NodeId> operands_;
  std::string scratch_;
};

}  // namespace

base::Result<void> read_prefix(std::string_view text, OperatorTree& out) {
  out.clear();
  if (text.size() > kMaxInputBytes) return base::fail("the expression is longer than 1 MiB");
  return PrefixReader(text, out).read();
}

void write_prefix(const OperatorTree& tree, std::string& out) {
  if (!tree.empty()) PrefixWriter(tree, out).node(tree.root());
}

}  // namespace noether::formula
