#include "noether/egen/initial_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "noether/algebra/input_notation.h"
#include "noether/algebra/write_expression.h"
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

// Which part cannot be evaluated at real points; none when there is no such part.
std::optional<std::string> unknown_part(const algebra::Expressions& pool, ExprId root) {
  for (const ExprId id : algebra::subexpressions(pool, root)) {
    const Op op = pool.op(id);
    if (op == Op::Call) {
      return fmt::format("`{}` is a function that algebra does not know",
                         pool.vocabulary().name(pool.head(id)));
    }
    if (op == Op::I) return "i has no real value";
    if (op == Op::Integral || op == Op::DefiniteIntegral) return "integrals are not evaluated";
  }
  return std::nullopt;
}

class FileReader {
 public:
  FileReader(const InitialFileRequest& request, algebra::Expressions& pool, InitialFilter& filter,
             std::vector<std::string>& messages)
      : request_(request), pool_(pool), filter_(filter), messages_(messages) {}

  base::Result<void> read() {
    auto lines = base::LineReader::open(request_.path, kMaxLineBytes);
    if (!lines) return std::unexpected(lines.error());
    while (true) {
      const auto line = lines->next();
      if (!line) return std::unexpected(line.error());
      if (!*line) return {};
      place_ = fmt::format("{}:{}", request_.path, (*line)->number);
      if ((*line)->too_long) {
        skip(Unfit::Unreadable, fmt::format("the line has more than {} bytes", kMaxLineBytes));
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
      if (!line.empty() && line.front() != '#') read_expression(line);
      return;
    }
    const auto cells = cells_of(line);
    if (*column_ >= cells.size()) {
      skip(Unfit::Unreadable, fmt::format("the line has {} cells, `{}` is number {}", cells.size(),
                                          kColumn, *column_ + 1));
      return;
    }
    const std::string cell = unquoted(cells[*column_]);
    read_expression(trimmed(cell));
  }

  void read_expression(std::string_view text) {
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
    if (const auto unknown = unknown_part(pool_, input->id)) {
      skip(Unfit::Unknown, *unknown);
      return;
    }
    if (!reads_back(input->id)) {
      skip(Unfit::Unreadable, "a variable has a name that prefix tokens do not have");
      return;
    }
    const auto unfit = filter_.take(
        {.expression = input->id, .max_tokens = request_.max_tokens, .demands = {.near = false}},
        place_);
    if (unfit && !is_there(*unfit)) say(reason(*unfit));
  }

  bool reads_back(ExprId root) {
    if (algebra::tree_size(pool_, root, request_.max_tokens + 1) > request_.max_tokens) return true;
    const auto text = algebra::write_expression(Notation::Prefix, pool_, root);
    if (!text) return false;
    const auto again = reader_.read(Notation::Prefix, *text, pool_);
    // A fraction is read as a quotient of two numbers, which is written the same.
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

  void skip(Unfit unfit, const std::string& why) {
    filter_.drop(unfit);
    say(why);
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
  std::optional<std::size_t> column_;
};

}  // namespace

base::Result<void> take_file_expressions(const InitialFileRequest& request,
                                         algebra::Expressions& pool, InitialFilter& filter,
                                         std::vector<std::string>& messages) {
  return FileReader(request, pool, filter, messages).read();
}

}  // namespace noether::egen
