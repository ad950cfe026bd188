#include "noether/algebra/expression/bound_names.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>

#include "noether/algebra/expression/call_names.h"
#include "noether/base/utf8.h"

namespace noether::algebra {
namespace {

using FormulaOp = formula::Op;
using formula::OpClass;

std::string height_name(std::size_t height) { return kBoundMark + std::to_string(height); }

// The length of the letter, or of the mark with its height, at the front. In a subscript no digit
// follows a mark: parts that are not numbers there are letters.
std::size_t piece_length(std::string_view text) {
  if (text.front() != kBoundMark) {
    return std::max<std::size_t>(base::decode_code_point(text).bytes.size(), 1);
  }
  return std::min(text.find_first_not_of("0123456789", 1), text.size());
}

// `name` with `from` replaced: the name itself, its subscript, or an item of its subscript. Nothing
// if it does not occur.
std::optional<std::string> renamed(std::string_view name, std::string_view from,
                                   std::string_view to) {
  if (name == from) return std::string(to);
  const std::size_t line = name.find('_', 1);
  if (line == std::string_view::npos) return std::nullopt;
  const std::string_view below = name.substr(line + 1);
  std::string out(name.substr(0, line + 1));
  if (below == from) return out.append(to);
  if (!below.starts_with('{')) return std::nullopt;
  bool found = false;
  for (std::size_t at = 0; at < below.size();) {
    const std::string_view piece = below.substr(at, piece_length(below.substr(at)));
    found |= piece == from;
    out += piece == from ? to : piece;
    at += piece.size();
  }
  if (!found) return std::nullopt;
  return out;
}

// The positions of the parts of a binder.
struct Binder {
  std::size_t names = 0;            // the operand that names the bound variables
  std::vector<std::size_t> scopes;  // the operands in which they are bound
  bool has_bare_name = false;       // `k` alone below the sign; it may also be a set
};

std::optional<Binder> binder_at(const Expressions& pool, ExprId id) {
  const auto operands = pool.operands(id);
  if (pool.op(id) == Op::DefiniteIntegral) return Binder{1, {0}};
  if (pool.op(id) != Op::Call || operands.size() < 2) return std::nullopt;
  const auto called = operator_of_call(pool.vocabulary().function_name(pool.head(id)));
  if (!called) return std::nullopt;
  const auto is_missing = [&](ExprId part) {
    return pool.op(part) == Op::Call &&
           pool.vocabulary().function_name(pool.head(part)) == "missing:";
  };
  switch (called->op) {
    case FormulaOp::Integral:
      // Without bounds it is an antiderivative.
      if (operands.size() < 3 || std::ranges::all_of(operands.subspan(2), is_missing)) {
        return std::nullopt;
      }
      return Binder{1, {0}};
    case FormulaOp::ContourIntegral:
      return Binder{1, {0}};
    case FormulaOp::DoubleIntegral:
    case FormulaOp::TripleIntegral:
      return std::nullopt;
    case FormulaOp::SetBuilder:
    case FormulaOp::ForAll:
    case FormulaOp::Exists:
    case FormulaOp::ExistsUnique:
    case FormulaOp::NotExists:
      return Binder{0, {1}};
    default:
      break;
  }
  if (formula::op_info(called->op).klass != OpClass::Big) return std::nullopt;
  Binder binder{1, {0}, true};
  return binder;
}

// The variables named by the operand `id` of a binder: x; x = a, x \in S, x \to a; several.
void add_bound(const Expressions& pool, ExprId id, bool is_relation_needed,
               std::vector<ExprId>& bound) {
  if (pool.op(id) == Op::Variable) {
    if (!is_relation_needed) bound.push_back(id);
    return;
  }
  if (pool.op(id) != Op::Call) return;
  const auto called = operator_of_call(pool.vocabulary().function_name(pool.head(id)));
  const auto operands = pool.operands(id);
  if (!called || operands.empty()) return;
  if (called->op == FormulaOp::List || called->op == FormulaOp::Tuple) {
    for (const ExprId operand : operands) add_bound(pool, operand, is_relation_needed, bound);
  } else if (called->op == FormulaOp::Chain) {
    // 1 <= i < j <= n: the inner members.
    for (std::size_t i = 2; i + 2 < operands.size(); i += 2) {
      if (pool.op(operands[i]) == Op::Variable) bound.push_back(operands[i]);
    }
  } else if (formula::is_relation(called->op) && pool.op(operands[0]) == Op::Variable) {
    bound.push_back(operands[0]);
  }
}

bool is_free_in(const Expressions& pool, ExprId root, std::string_view name) {
  return std::ranges::any_of(subexpressions(pool, root), [&](ExprId id) {
    return pool.op(id) == Op::Variable &&
           mentions_name(pool.vocabulary().variable_name(pool.head(id)), name);
  });
}

class HeightNames {
 public:
  HeightNames(Expressions& pool, std::vector<std::string>* written)
      : pool_(pool), written_(written) {}

  ExprId name(ExprId root) {
    std::vector<ExprId> operands;
    for (const ExprId id : subexpressions(pool_, root)) {
      operands.clear();
      std::size_t height = 0;
      for (const ExprId operand : pool_.operands(id)) {
        operands.push_back(image_[operand]);
        height = std::max(height, height_[operand]);
      }
      if (const auto binder = binder_at(pool_, id)) height = bind(id, *binder, operands, height);
      height_[id] = height;
      image_[id] = pool_.make(pool_.head(id), operands);
    }
    return image_[root];
  }

 private:
  // Renames the variables of the binder in its operands; returns the height.
  std::size_t bind(ExprId id, const Binder& binder, std::vector<ExprId>& operands,
                   std::size_t height) {
    const bool evaluates =
        pool_.op(id) == Op::Call &&
        pool_.vocabulary().function_name(pool_.head(id)).starts_with("evaluated-at:");
    std::vector<ExprId> bound;
    add_bound(pool_, operands[binder.names], evaluates, bound);
    for (const ExprId variable : bound) {
      const std::string name(pool_.vocabulary().variable_name(pool_.head(variable)));
      if (name.starts_with(kBoundMark)) continue;
      const bool bare = binder.has_bare_name && operands[binder.names] == variable;
      if (bare && !is_free_in(pool_, operands[binder.scopes[0]], name)) continue;
      ++height;
      note(height, name);
      const std::string to = height_name(height);
      operands[binder.names] = rename_named(operands[binder.names], name, to);
      for (const std::size_t scope : binder.scopes) {
        operands[scope] = rename_in(operands[scope], name, to);
      }
    }
    return height;
  }

  void note(std::size_t height, const std::string& name) {
    if (written_ == nullptr) return;
    if (written_->size() < height) written_->resize(height);
    if ((*written_)[height - 1].empty()) (*written_)[height - 1] = name;
  }

  // In x = a, x \in S, x \to a the other side is outside the scope; in a chain the sides cannot be
  // distinguished, and the name occurs nowhere else.
  ExprId rename_named(ExprId id, std::string_view from, std::string_view to) {
    if (pool_.op(id) == Op::Variable) return rename_in(id, from, to);
    std::vector<ExprId> operands(pool_.operands(id).begin(), pool_.operands(id).end());
    const auto called = operator_of_call(pool_.vocabulary().function_name(pool_.head(id)));
    const bool is_list = called->op == FormulaOp::List || called->op == FormulaOp::Tuple;
    const bool is_chain = called->op == FormulaOp::Chain;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (is_list) {
        operands[i] = pool_.op(operands[i]) == Op::Variable || pool_.op(operands[i]) == Op::Call
                          ? rename_named(operands[i], from, to)
                          : operands[i];
      } else if (i == 0 || is_chain) {
        operands[i] = rename_in(operands[i], from, to);
      }
    }
    return pool_.make(pool_.head(id), operands);
  }

  ExprId rename_in(ExprId root, std::string_view from, std::string_view to) {
    std::unordered_map<ExprId, ExprId> image;
    std::vector<ExprId> operands;
    for (const ExprId id : subexpressions(pool_, root)) {
      if (pool_.op(id) == Op::Variable) {
        const auto name = renamed(pool_.vocabulary().variable_name(pool_.head(id)), from, to);
        image[id] = name ? pool_.variable(*name) : id;
        continue;
      }
      operands.clear();
      for (const ExprId operand : pool_.operands(id)) operands.push_back(image[operand]);
      image[id] = pool_.make(pool_.head(id), operands);
    }
    return image[root];
  }

  Expressions& pool_;
  std::vector<std::string>* written_;
  std::unordered_map<ExprId, ExprId> image_;
  std::unordered_map<ExprId, std::size_t> height_;
};

// Replaces every mark of a height by its name.
std::string spoken(std::string_view name, const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t at = 0; at < name.size();) {
    if (name[at] != kBoundMark) {
      out += name[at++];
      continue;
    }
    const std::size_t length = piece_length(name.substr(at));
    out += names[std::stoul(std::string(name.substr(at + 1, length - 1))) - 1];
    at += length;
  }
  return out;
}

}  // namespace

bool mentions_name(std::string_view name, std::string_view bound) {
  return renamed(name, bound, bound).has_value();
}

bool is_binder(const Expressions& pool, ExprId id) { return binder_at(pool, id).has_value(); }

bool binds_names(const Expressions& pool, ExprId root) {
  return std::ranges::any_of(subexpressions(pool, root),
                             [&](ExprId id) { return binder_at(pool, id).has_value(); });
}

ExprId name_by_height(Expressions& pool, ExprId root, std::vector<std::string>* written) {
  return HeightNames(pool, written).name(root);
}

void share_bound_names(Expressions& pool, std::span<ExprId> roots) {
  if (std::ranges::none_of(roots, [&](ExprId root) { return binds_names(pool, root); })) return;
  std::vector<std::string> written;
  for (ExprId& root : roots) root = name_by_height(pool, root, &written);
  // A name without a mark is free, and so is a name whose only mark is in the subscript.
  std::set<std::string, std::less<>> taken;
  for (const ExprId root : roots) {
    for (const Head variable : variables_of(pool, root)) {
      for (const base::CodePoint& letter :
           base::code_points(pool.vocabulary().variable_name(variable))) {
        taken.emplace(letter.bytes);
      }
      taken.emplace(pool.vocabulary().variable_name(variable));
    }
  }
  constexpr std::array kUsual = std::to_array<std::string_view>(
      {"k", "j", "m", "t", "s", "u", "v", "w", "p", "q", "r", "l", "n", "x", "y", "z"});
  const auto choose = [&](const std::string& wanted) {
    if (!wanted.empty() && taken.insert(wanted).second) return wanted;
    for (const std::string_view usual : kUsual) {
      if (taken.emplace(usual).second) return std::string(usual);
    }
    for (int number = 1;; ++number) {
      std::string name = "k_" + std::to_string(number);
      if (taken.insert(name).second) return name;
    }
  };
  std::vector<std::string> names;
  for (const std::string& name : written) names.push_back(choose(name));
  for (ExprId& root : roots) {
    for (const Head variable : variables_of(pool, root)) {
      const std::string name(pool.vocabulary().variable_name(variable));
      if (name.find(kBoundMark) == std::string::npos) continue;
      root = substitute(pool, root, variable, pool.variable(spoken(name, names)));
    }
  }
}

}  // namespace noether::algebra
