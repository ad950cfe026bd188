#include "noether/egen/templates/initial_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "noether/algebra/notation/input_notation.h"
#include "noether/algebra/notation/operator_words.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/base/line_reader.h"

namespace noether::egen {
namespace {

using algebra::ExprId;
using algebra::Op;
using formula::Notation;

constexpr std::size_t kMaxLineBytes = std::size_t{1} << 16;
constexpr std::string_view kColumn = "formula";

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find('\t', begin), line.size());
    cells.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return cells;
}

// "a ""b""" is a "b".
std::string unquoted(std::string_view cell) {
  if (cell.size() < 2 || cell.front() != '"' || cell.back() != '"') return std::string(cell);
  cell = cell.substr(1, cell.size() - 2);
  std::string text;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    text += cell[i];
    if (cell[i] == '"' && i + 1 < cell.size() && cell[i + 1] == '"') ++i;
  }
  return text;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

bool is_there(Unfit unfit) {
  return unfit == Unfit::Repeated || unfit == Unfit::Twin || unfit == Unfit::Equal;
}

// The part that cannot be evaluated at real points, if there is one.
std::optional<std::string> unknown_part(const algebra::Expressions& pool, ExprId root) {
  for (const ExprId id : algebra::subexpressions(pool, root)) {
    const Op op = pool.op(id);
    if (op == Op::Call) {
      return "algebra cannot compute with " + algebra::words_for_unknown(pool, root, root);
    }
    if (op == Op::I) return "i has no real value";
    if (op == Op::Integral || op == Op::DefiniteIntegral) return "integrals are not evaluated";
  }
  return std::nullopt;
}

// Takes texts of any origin, one by one.
class ExpressionTaker {
 public:
  ExpressionTaker(const InitialFileRequest& request, algebra::Expressions& pool,
                  InitialFilter& filter, std::vector<std::string>& messages)
      : request_(request), pool_(pool), filter_(filter), messages_(messages) {}

  void set_place(std::string place) { place_ = std::move(place); }

  void take(std::string_view text) {
    pool_.clear();
    auto notation = request_.notation;
    if (!notation && text.starts_with('<')) notation = Notation::MathML;
    const auto input = algebra::read_input(reader_, notation, text, pool_);
    if (!input) {
      const base::Error& error = input.error();
      skip(Unfit::Unreadable,
           error.hint.empty() ? error.message : fmt::format("{} ({})", error.message, error.hint));
      return;
    }
    take(input->id);
  }

  // Takes an expression of the pool.
  void take(ExprId expression) {
    if (const auto unknown = unknown_part(pool_, expression)) {
      skip(Unfit::Unknown, *unknown);
      return;
    }
    if (!reads_back(expression)) {
      skip(Unfit::Unreadable, "a variable has a name that prefix tokens cannot contain");
      return;
    }
    const auto unfit = filter_.take(
        {.expression = expression, .max_tokens = request_.max_tokens, .demands = {.near = false}},
        place_);
    if (unfit && !is_there(*unfit)) say(reason(*unfit));
  }

  void skip(Unfit unfit, const std::string& why) {
    filter_.drop(unfit);
    say(why);
  }

 private:
  bool reads_back(ExprId root) {
    if (algebra::tree_size(pool_, root, request_.max_tokens + 1) > request_.max_tokens) return true;
    const auto text = algebra::write_expression(Notation::Prefix, pool_, root);
    if (!text) return false;
    const auto again = reader_.read(Notation::Prefix, *text, pool_);
    // A fraction is read as a quotient of two numbers, which has the same text.
    return again && algebra::write_expression(Notation::Prefix, pool_, *again) == *text;
  }

  std::string reason(Unfit unfit) const {
    switch (unfit) {
      case Unfit::Long:
        return fmt::format("more than {} tokens", request_.max_tokens);
      case Unfit::Bare:
        return "a variable alone";
      case Unfit::Constant:
        return "the same value everywhere";
      case Unfit::Undefined:
        return "no value at most real points between -5 and 5";
      case Unfit::Extreme:
        return "values too large or too small between -5 and 5";
      case Unfit::Unknown:
        return "a derivative that has no value";
      default:
        return std::string(unfit_name(unfit));
    }
  }

  void say(const std::string& why) {
    if (messages_.size() < InitialList::kMaxMessages) {
      messages_.push_back(fmt::format("{}: {}", place_, why));
    }
  }

  const InitialFileRequest& request_;
  algebra::Expressions& pool_;
  InitialFilter& filter_;
  std::vector<std::string>& messages_;
  algebra::ExpressionReader reader_;
  std::string place_;
};

class FileReader {
 public:
  FileReader(const InitialFileRequest& request, ExpressionTaker& expressions)
      : request_(request), expressions_(expressions) {}

  base::Result<void> read() {
    auto lines = base::LineReader::open(request_.path, kMaxLineBytes);
    if (!lines) return std::unexpected(lines.error());
    while (true) {
      const auto line = lines->next();
      if (!line) return std::unexpected(line.error());
      if (!*line) return {};
      place_ = fmt::format("{}:{}", request_.path, (*line)->number);
      expressions_.set_place(place_);
      if ((*line)->too_long) {
        expressions_.skip(Unfit::Unreadable,
                          fmt::format("the line has more than {} bytes", kMaxLineBytes));
      } else if ((*line)->number == 1 && (*line)->text.find('\t') != std::string_view::npos) {
        if (auto header = read_header((*line)->text); !header) return header;
      } else {
        read_line((*line)->text);
      }
    }
  }

 private:
  base::Result<void> read_header(std::string_view line) {
    const auto cells = cells_of(line);
    const auto column = std::ranges::find(cells, kColumn);
    if (column == cells.end()) {
      return base::fail(fmt::format("{}: the table has no column `{}`", place_, kColumn), {},
                        "name that column in the first line, or give one expression a line");
    }
    column_ = static_cast<std::size_t>(column - cells.begin());
    return {};
  }

  void read_line(std::string_view line) {
    if (!column_) {
      line = trimmed(line);
      if (!line.empty() && line.front() != '#') expressions_.take(line);
      return;
    }
    const auto cells = cells_of(line);
    if (*column_ >= cells.size()) {
      expressions_.skip(Unfit::Unreadable, fmt::format("the line has {} cells, `{}` is number {}",
                                                       cells.size(), kColumn, *column_ + 1));
      return;
    }
    const std::string cell = unquoted(cells[*column_]);
    expressions_.take(trimmed(cell));
  }

  const InitialFileRequest& request_;
  ExpressionTaker& expressions_;
  std::string place_;
  std::optional<std::size_t> column_;
};

}  // namespace

base::Result<void> take_file_expressions(const InitialFileRequest& request,
                                         algebra::Expressions& pool, InitialFilter& filter,
                                         std::vector<std::string>& messages) {
  ExpressionTaker expressions(request, pool, filter, messages);
  return FileReader(request, expressions).read();
}

void take_found_formulas(const std::vector<FoundFormula>& formulas, std::uint32_t max_tokens,
                         algebra::Expressions& pool, InitialFilter& filter,
                         std::vector<std::string>& messages) {
  const InitialFileRequest request{
      .path = {}, .notation = Notation::Latex, .max_tokens = max_tokens};
  ExpressionTaker expressions(request, pool, filter, messages);
  formula::FormulaReader reader;
  formula::Formula formula;
  for (const FoundFormula& found : formulas) {
    expressions.set_place(found.origin);
    const auto read =
        reader.read(Notation::Latex, found.latex, formula, formula::FormulaReader::Want::Operators);
    if (!read || formula.operators.empty()) {
      expressions.skip(Unfit::Unreadable, "it is not a formula");
      continue;
    }
    const formula::OperatorTree& tree = formula.operators;
    std::vector<formula::NodeId> sides;
    if (formula::is_relation(tree.op(tree.root()))) {
      // In a chain, the signs are between the sides.
      std::ranges::copy_if(tree.children(tree.root()), std::back_inserter(sides),
                           [&](formula::NodeId id) { return !formula::is_relation(tree.op(id)); });
    } else {
      sides = {tree.root()};
    }
    for (const formula::NodeId side : sides) {
      pool.clear();
      const auto expression = algebra::from_operators(tree, side, pool);
      if (expression) {
        expressions.take(*expression);
      } else {
        expressions.skip(Unfit::Unreadable, expression.error().message);
      }
    }
  }
}

}  // namespace noether::egen
