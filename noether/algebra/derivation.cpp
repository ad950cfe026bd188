#include "noether/algebra/derivation.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "noether/algebra/input_notation.h"

namespace noether::algebra {
namespace {

using formula::Notation;
using FormulaOp = formula::Op;

// Deciding leaves expressions behind; a derivation of any length must not grow without bound.
constexpr std::size_t kMaxPoolSize = std::size_t{1} << 18;

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

// The line without what only sets it in a display: & before =, \\ at the end, and the full stop.
std::string_view without_layout(std::string_view line) {
  line = trimmed(line);
  if (line.starts_with('&')) line = trimmed(line.substr(1));
  if (line.ends_with(']')) {  // \\[2pt]
    const std::size_t open = line.rfind("\\\\[");
    if (open != std::string_view::npos) line = trimmed(line.substr(0, open + 2));
  }
  if (line.ends_with("\\\\")) line = trimmed(line.substr(0, line.size() - 2));
  if (line.ends_with('.') || line.ends_with(',')) line = trimmed(line.substr(0, line.size() - 1));
  return line;
}

// A line that only opens or closes a display.
bool is_frame(std::string_view line) {
  constexpr std::array displays = std::to_array<std::string_view>(
      {"align", "align*", "aligned", "alignat", "equation", "equation*", "eqnarray", "eqnarray*",
       "gather", "gather*", "gathered", "split", "multline", "multline*"});
  if (line == "\\[" || line == "\\]" || line == "$$") return true;
  const std::size_t open = line.starts_with("\\begin{") ? 7 : line.starts_with("\\end{") ? 5 : 0;
  if (open == 0 || !line.ends_with('}')) return false;
  const std::string_view name = line.substr(open, line.size() - open - 1);
  return std::ranges::find(displays, name) != displays.end();
}

ExprId copy(const Expressions& from, ExprId root, Expressions& to) {
  std::unordered_map<ExprId, ExprId> image;
  std::vector<ExprId> operands;
  for (const ExprId id : subexpressions(from, root)) {
    operands.clear();
    for (const ExprId operand : from.operands(id)) operands.push_back(image[operand]);
    image[id] = to.make(from.head(id), operands);
  }
  return image[root];
}

bool is_about_domain(const Decision& decision) {
  return decision.left_value == "undefined" || decision.right_value == "undefined";
}

}  // namespace

std::string_view step_verdict_name(StepVerdict verdict) {
  switch (verdict) {
    case StepVerdict::Right:
      return "right";
    case StepVerdict::Wrong:
      return "wrong";
    case StepVerdict::Undecided:
      return "undecided";
    case StepVerdict::Unreadable:
      return "unreadable";
  }
  return "unreadable";
}

std::vector<CheckedStep> DerivationChecker::check_line(std::string_view line) {
  forget_old_expressions();
  line = without_layout(line);
  if (line.empty() || line.starts_with('#') || is_frame(line)) return {};
  const std::string_view plain =
      line.starts_with('=') ? without_layout(line.substr(1)) : std::string_view(line);
  const Notation notation = options_.notation.value_or(guess_notation(plain));
  const auto chain = read_line(line, notation);
  std::vector<CheckedStep> steps;
  if (!chain) {
    previous_.reset();
    CheckedStep step;
    step.error = chain.error();
    step.notation = notation;
    steps.push_back(std::move(step));
    return steps;
  }
  started_ = true;
  if (!chain->continues) previous_.reset();
  for (const ExprId expression : chain->expressions) {
    if (previous_) {
      steps.push_back(check(*previous_, expression));
      steps.back().notation = notation;
    }
    previous_ = expression;
  }
  return steps;
}

base::Result<DerivationChecker::Chain> DerivationChecker::read_line(std::string_view line,
                                                                    Notation notation) {
  const bool tokens = style_of(notation) == TreeStyle::Tokens;
  if (tokens && line.starts_with('=')) {
    // `= + x 1` continues; `= x 1` is an equation. No text is both.
    const auto rest = reader_.read(notation, trimmed(line.substr(1)), pool_);
    if (rest) return Chain{{*rest}};
  }
  if (!options_.notation && notation == Notation::Latex) {
    if (auto bare = find_bare_function(line)) return std::unexpected(*std::move(bare));
  }
  const auto tree = reader_.read_tree(notation, line);
  if (!tree) return std::unexpected(tree.error());
  return read_relation(**tree, notation);
}

// The sides of a = b = c; one side when the tree is no equation.
base::Result<DerivationChecker::Chain> DerivationChecker::read_relation(
    const formula::OperatorTree& tree, Notation notation) {
  std::vector<formula::NodeId> sides;
  const formula::NodeId root = tree.root();
  if (!tree.empty() && tree.op(root) == FormulaOp::Equal && tree.children(root).size() == 2) {
    sides.assign(tree.children(root).begin(), tree.children(root).end());
  } else if (!tree.empty() && tree.op(root) == FormulaOp::Chain) {
    const auto parts = tree.children(root);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i % 2 == 0) {
        sides.push_back(parts[i]);
      } else if (tree.op(parts[i]) != FormulaOp::Equal || !tree.children(parts[i]).empty()) {
        return base::fail("only = joins the steps of a derivation", tree.node(parts[i]).source);
      }
    }
  } else {
    sides.push_back(root);
  }
  Chain chain;
  if (sides.size() > 1 && tree.op(sides[0]) == FormulaOp::Missing) {
    sides.erase(sides.begin());
  } else if (sides.size() > 1) {
    chain.continues = false;
  }
  for (const formula::NodeId side : sides) {
    const auto expression = from_operators(tree, side, pool_, style_of(notation));
    if (!expression) return std::unexpected(expression.error());
    chain.expressions.push_back(*expression);
  }
  return chain;
}

CheckedStep DerivationChecker::check(ExprId left, ExprId right) {
  CheckedStep step;
  step.left = left;
  step.right = right;
  DecideOptions options = options_.decide;
  step.decision = decide(pool_, left, right, options);
  if (step.decision.verdict == Verdict::Refuted && is_about_domain(step.decision) &&
      options.equality == Equality::Strict && !options_.strict) {
    options.equality = Equality::WhereBothDefined;
    step.domain_change = std::exchange(step.decision, decide(pool_, left, right, options));
  }
  switch (step.decision.verdict) {
    case Verdict::Proven:
      step.verdict = StepVerdict::Right;
      break;
    case Verdict::Refuted:
      step.verdict = StepVerdict::Wrong;
      break;
    case Verdict::Agrees:
    case Verdict::Unknown:
      step.verdict = StepVerdict::Undecided;
      break;
  }
  return step;
}

void DerivationChecker::forget_old_expressions() {
  if (pool_.size() <= kMaxPoolSize) return;
  Expressions fresh(vocabulary_);
  if (previous_) previous_ = copy(pool_, *previous_, fresh);
  pool_ = std::move(fresh);
}

}  // namespace noether::algebra
