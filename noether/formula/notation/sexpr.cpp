#include "noether/formula/notation/sexpr.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "noether/formula/limits.h"
#include "noether/formula/notation/plain_labels.h"
#include "noether/formula/notation/prefix.h"

namespace noether::formula {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool ends_token(char c) { return is_blank(c) || c == '(' || c == ')' || c == '"'; }

// Whether a label may be written without quotes.
bool is_plain(std::string_view label) {
  return !label.empty() && std::ranges::none_of(label, [](char c) {
    return is_control(c) || ends_token(c) || c == ':' || c == '\\';
  });
}

// As an operand `d` is the letter; any other operator name means its operator.
bool is_letter_operand(std::string_view name) { return name.size() == 1 && name[0] == 'd'; }

bool is_plain_name(std::string_view label) {
  return is_plain(label) && label != "_" && !looks_like_number(label) &&
         !looks_like_negative_number(label);
}

bool is_plain_variable(std::string_view label) {
  return is_plain_name(label) && (is_letter_operand(label) || !op_by_name(label)) &&
         !op_by_sign(label);
}

// %, <>, @@ cannot be names of functions, so an operator was meant.
bool is_all_signs(std::string_view word) {
  return std::ranges::all_of(word, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return byte < 0x80 && !is_letter && !is_digit(c) && c != '_';
  });
}

// The names of arithmetic and comparison, which messages list.
std::string usual_operators() {
  std::string names;
  constexpr auto all = std::to_array<Op>({
#define NOETHER_OP(id, ...) Op::id,
#include "noether/formula/operators.def"
#undef NOETHER_OP
  });
  for (const Op op : all) {
    const OpInfo& info = op_info(op);
    const bool is_sign = info.klass == OpClass::Relation && is_all_signs(info.name);
    if (info.klass != OpClass::Arithmetic && !is_sign) continue;
    if (!names.empty()) names += ' ';
    names += info.name;
  }
  return names;
}

bool is_plain_call(std::string_view label) {
  if (!is_plain_name(label) || op_by_name(label) || op_by_sign(label)) return false;
  if (is_all_signs(label)) return false;
  const EgenName* name = egen_name(label);
  return name == nullptr || (name->op == Op::Call && name->label == label);
}

bool is_plain_number(std::string_view label) { return looks_like_number(label) && is_plain(label); }

class SexprWriter {
 public:
  SexprWriter(const OperatorTree& tree, std::string& out) : tree_(tree), out_(out) {}

  void node(NodeId id) {
    const auto children = tree_.children(id);
    if (!children.empty()) {
      application(id, children);
      return;
    }
    const std::string_view label = tree_.label(id);
    switch (tree_.op(id)) {
      case Op::Number:
        if (is_plain_number(label)) return put(label);
        break;
      case Op::Variable:
        if (is_plain_variable(label)) return put(label);
        break;
      case Op::Text:
        return quoted(label);
      case Op::Missing:
        return put("_");
      case Op::Error:
      case Op::Call:
      case Op::Derivative:
        return application(id, children);
      default:
        // Without operands, {} is the empty set and not the operator itself.
        if (op_info(tree_.op(id)).klass == OpClass::Structure) return application(id, children);
        break;
    }
    head(id);
  }

 private:
  void put(std::string_view text) { out_ += text; }

  void application(NodeId id, std::span<const NodeId> children) {
    if (tree_.op(id) == Op::Negate && children.size() == 1 && tree_.op(children[0]) == Op::Number &&
        tree_.children(children[0]).empty() && is_plain_number(tree_.label(children[0]))) {
      put("-");
      put(tree_.label(children[0]));
      return;
    }
    put("(");
    head(id);
    if (tree_.op(id) == Op::Derivative && children.size() >= 2) {
      operand(children[1]);
      operand(children[0]);
      children = children.subspan(2);
    }
    for (const NodeId child : children) operand(child);
    put(")");
  }

  void operand(NodeId id) {
    put(" ");
    node(id);
  }

  void head(NodeId id) {
    const Op op = tree_.op(id);
    const std::string_view label = tree_.label(id);
    if (op == Op::Call && is_plain_call(label)) return put(label);
    if (op == Op::Root && tree_.children(id).size() == 1) return put("sqrt");
    put(op_info(op).name);
    if (op == Op::Error) {
      put(" ");
      quoted(label);
    } else if (!label.empty()) {
      put(":");
      is_plain(label) ? put(label) : quoted(label);
    }
  }

  void quoted(std::string_view text) {
    constexpr std::string_view hex = "0123456789abcdef";
    put("\"");
    for (const char c : text) {
      switch (c) {
        case '"':
          put("\\\"");
          break;
        case '\\':
          put("\\\\");
          break;
        case '\n':
          put("\\n");
          break;
        case '\t':
          put("\\t");
          break;
        case '\r':
          put("\\r");
          break;
        default:
          if (is_control(c)) {
            put("\\x");
            out_ += hex[static_cast<std::size_t>(c) >> 4];
            out_ += hex[static_cast<std::size_t>(c) & 15];
          } else {
            out_ += c;
          }
      }
    }
    put("\"");
  }

  const OperatorTree& tree_;
  std::string& out_;
};

class SexprReader {
 public:
  SexprReader(std::string_view text, OperatorTree& tree) : text_(text), tree_(tree) {}

  base::Result<void> read() {
    skip_blanks();
    if (at_ == text_.size()) return {};
    const auto root = expression(1);
    if (!root) return std::unexpected(root.error());
    skip_blanks();
    if (at_ != text_.size()) return error("text after the end of the expression", at_, at_ + 1);
    if (tree_.too_deep()) return error("nested too deeply", 0, text_.size());
    tree_.set_root(*root);
    return {};
  }

 private:
  struct Token {
    Op op = Op::Missing;
    bool names_operator = false;  // an operator given by its name, not a plain word
    std::string_view word;
    std::string_view label;
  };

  std::unexpected<base::Error> error(std::string message, std::size_t begin, std::size_t end,
                                     std::string hint = {}) const {
    return base::fail(std::move(message),
                      {static_cast<std::uint32_t>(begin),
                       static_cast<std::uint32_t>(std::min(end, text_.size()))},
                      std::move(hint));
  }

  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  NodeId add(Op op, std::string_view label, std::span<const NodeId> children, std::size_t begin) {
    return tree_.add(op, label, children,
                     {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)});
  }

  base::Result<NodeId> expression(int depth) {
    const std::size_t begin = at_;
    if (depth > kMaxOperatorDepth || tree_.node_count() + 2 > kMaxNodes) {
      return error("the expression is too large", begin, begin + 1,
                   "expressions nest at most " + std::to_string(kMaxOperatorDepth) + " levels");
    }
    if (text_[at_] == ')') return error("an operand is missing before ')'", at_, at_ + 1);
    if (text_[at_] == '(') return application(depth);
    if (text_[at_] == '"') {
      const auto text = string();
      if (!text) return std::unexpected(text.error());
      return add(Op::Text, *text, {}, begin);
    }
    const auto token = read_token();
    if (!token) return std::unexpected(token.error());
    if (token->names_operator && !is_letter_operand(token->word)) {
      return add(token->op, token->label, {}, begin);
    }
    if (token->word == "_") return add(Op::Missing, "", {}, begin);
    if (looks_like_number(token->word)) return add(Op::Number, token->word, {}, begin);
    if (looks_like_negative_number(token->word)) {
      const NodeId number = add(Op::Number, token->word.substr(1), {}, begin + 1);
      return add(Op::Negate, "", {&number, 1}, begin);
    }
    return add(Op::Variable, token->word, {}, begin);
  }

  base::Result<NodeId> application(int depth) {
    const std::size_t begin = at_++;
    skip_blanks();
    if (at_ == text_.size() || text_[at_] == '(' || text_[at_] == ')' || text_[at_] == '"') {
      return error("the name of an operator or function is missing after '('", begin, at_ + 1,
                   "write (apply f x) to apply something that is not a name");
    }
    const std::size_t head_begin = at_;
    const auto head = read_token();
    if (!head) return std::unexpected(head.error());
    Op op = head->op;
    std::string label(head->label);
    if (!head->names_operator) {
      if (looks_like_number(head->word) || looks_like_negative_number(head->word) ||
          head->word == "_") {
        return error("only an operator or a function can be applied", head_begin, at_);
      }
      const EgenName* name = egen_name(head->word);
      const bool known = name != nullptr && name->op != Op::Variable;
      if (!known && is_all_signs(head->word)) {
        return error("'" + std::string(head->word) + "' is not an operator", head_begin, at_,
                     "operators are " + usual_operators() + "; (call:" + std::string(head->word) +
                         " x) is a function of this name");
      }
      op = known ? name->op : Op::Call;
      label = known ? name->label : head->word;
    }
    skip_blanks();
    if (op == Op::Error && at_ < text_.size() && text_[at_] == '"') {
      const auto text = string();
      if (!text) return std::unexpected(text.error());
      label = *text;
    }
    const std::size_t first = operands_.size();
    for (;;) {
      skip_blanks();
      if (at_ == text_.size()) return error("')' is missing", begin, at_);
      if (text_[at_] == ')') break;
      const auto operand = expression(depth + 1);
      if (!operand) return operand;
      operands_.push_back(*operand);
    }
    ++at_;
    if (op == Op::Derivative && operands_.size() - first >= 2) {
      std::swap(operands_[first], operands_[first + 1]);
    }
    const NodeId id = add(op, label, std::span<const NodeId>(operands_).subspan(first), begin);
    operands_.resize(first);
    return id;
  }

  // A word, or op:label; the label may be quoted.
  base::Result<Token> read_token() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && !ends_token(text_[at_])) ++at_;
    Token token;
    token.word = text_.substr(begin, at_ - begin);
    auto named = op_by_name(token.word);
    if (!named) named = op_by_sign(token.word);
    if (const auto op = named) {
      token.op = *op;
      token.names_operator = true;
      return token;
    }
    const std::size_t colon = token.word.find(':', 1);
    if (colon == std::string_view::npos) return token;
    const auto op = op_by_name(token.word.substr(0, colon));
    if (!op || !op_info(*op).labelled) {
      return error(
          "no labelled operator has the name '" + std::string(token.word.substr(0, colon)) + "'",
          begin, begin + colon, "write variable:\"…\" for a name with a colon");
    }
    token.op = *op;
    token.names_operator = true;
    token.label = token.word.substr(colon + 1);
    if (token.label.empty() && at_ < text_.size() && text_[at_] == '"') {
      const auto text = string();
      if (!text) return std::unexpected(text.error());
      token.label = *text;
    }
    return token;
  }

  // The inside of a quoted string; valid until the next one is read.
  base::Result<std::string_view> string() {
    const std::size_t begin = at_++;
    scratch_.clear();
    for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] != '\\') {
        scratch_ += text_[at_];
      } else if (++at_ == text_.size()) {
        break;
      } else if (text_[at_] == 'x') {
        const int high = at_ + 2 < text_.size() ? hex_digit(text_[at_ + 1]) : -1;
        const int low = at_ + 2 < text_.size() ? hex_digit(text_[at_ + 2]) : -1;
        if (high < 0 || low < 0) {
          return error("\\x needs two hexadecimal digits", at_ - 1, at_ + 3);
        }
        scratch_ += static_cast<char>(high << 4 | low);
        at_ += 2;
      } else {
        const char c = text_[at_];
        scratch_ += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
      }
    }
    if (at_ >= text_.size()) return error("the string has no closing '\"'", begin, text_.size());
    ++at_;
    return std::string_view(scratch_);
  }

  static int hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
  }

  std::string_view text_;
  OperatorTree& tree_;
  std::size_t at_ = 0;
  std::vector<NodeId> operands_;
  std::string scratch_;
};

}  // namespace

std::optional<Op> op_by_sign(std::string_view sign) {
  constexpr auto signs = std::to_array<std::pair<std::string_view, Op>>({
      {"^", Op::Power},
      {"**", Op::Power},
      {"×", Op::Times},
      {"·", Op::Times},
      {"⋅", Op::Times},
      {"÷", Op::Divide},
      {"−", Op::Minus},
      {"±", Op::PlusMinus},
      {"!=", Op::NotEqual},
      {"≠", Op::NotEqual},
      {"≤", Op::LessEqual},
      {"≥", Op::GreaterEqual},
      {"==", Op::Equal},
      {"!", Op::Factorial},
  });
  for (const auto& [written, op] : signs) {
    if (written == sign) return op;
  }
  return std::nullopt;
}

base::Result<void> read_sexpr(std::string_view text, OperatorTree& out) {
  out.clear();
  if (text.size() > kMaxInputBytes) return base::fail("the expression is longer than 1 MiB");
  return SexprReader(text, out).read();
}

void write_sexpr(const OperatorTree& tree, std::string& out) {
  if (!tree.empty()) SexprWriter(tree, out).node(tree.root());
}

}  // namespace noether::formula
