#include "noether/answer/check/equation_lines.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "noether/answer/compute/asked_tokens.h"
#include "noether/base/ascii.h"

namespace noether::answer {
namespace {

constexpr auto kArrows = std::to_array<std::string_view>(
    {"\\implies", "\\Rightarrow", "\\Longrightarrow", "\\iff", "\\Leftrightarrow",
     "\\Longleftrightarrow", "\\therefore", "\\to", "\\rightarrow", "\\Leftarrow", "\\impliedby"});
// Signs between two operands.
constexpr auto kSigns = std::to_array<std::string_view>(
    {"+", "-", "\\pm", "\\mp", "\\cdot", "\\times", "\\div", "*", "/"});
constexpr auto kGaps = std::to_array<std::string_view>({"\\quad", "\\qquad"});
// Environments whose lines stand one below the other.
constexpr auto kDisplays = std::to_array<std::string_view>(
    {"align", "align*", "aligned", "equation", "equation*", "gather", "gather*", "gathered",
     "split", "eqnarray", "eqnarray*", "multline", "multline*", "alignat", "alignat*"});

// Reads a formula command by command.
class LineSplitter {
 public:
  explicit LineSplitter(std::string_view latex) : rest_(latex) {}

  std::vector<EquationLine> split() {
    while (!rest_.empty()) {
      const char c = rest_[0];
      if (c == '\\') {
        read_command();
        continue;
      }
      if (c == '{') ++depth_;
      if (c == '}') --depth_;
      if (c != '&' || depth_ > 0) line_ += c;
      rest_.remove_prefix(1);
    }
    end_line();
    return std::move(lines_);
  }

 private:
  void read_command() {
    std::size_t size = 1;
    while (size < rest_.size() && base::is_letter(rest_[size])) ++size;
    size = std::min(std::max<std::size_t>(size, 2), rest_.size());
    const std::string_view command = rest_.substr(0, size);
    rest_.remove_prefix(size);
    if (command == "\\begin" || command == "\\end") return read_environment(command);
    if (depth_ == 0 && command == "\\\\") return end_line();
    if (depth_ == 0 && std::ranges::find(kGaps, command) != kGaps.end()) return end_part();
    if (depth_ == 0 && std::ranges::find(kArrows, command) != kArrows.end()) {
      has_arrow_ = true;
      return end_part();
    }
    if (command == "\\tag" || command == "\\label") return skip_group();
    if (command == "\\nonumber" || command == "\\notag") return;
    line_ += command;
  }

  void read_environment(std::string_view command) {
    const std::size_t end = rest_.find('}');
    const std::string_view name =
        rest_.starts_with('{') && end != std::string_view::npos ? rest_.substr(1, end - 1) : "";
    const bool is_display = std::ranges::find(kDisplays, name) != kDisplays.end();
    if (is_display) {
      rest_.remove_prefix(end + 1);
      return;
    }
    // A matrix or a list of cases has lines of its own.
    depth_ += command == "\\begin" ? 1 : -1;
    line_ += command;
  }

  void skip_group() {
    const std::size_t end = rest_.find('}');
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  }

  void end_part() {
    const std::string_view part = trimmed(without_punctuation(line_));
    if (!part.empty()) add_part(part);
    if (!part.empty()) is_ended_ = part.size() < trimmed(line_).size();
    line_.clear();
  }

  void add_part(std::string_view part) {
    EquationLine* before = lines_.empty() || has_arrow_ ? nullptr : &lines_.back();
    const bool begins_with_sign =
        std::ranges::any_of(kSigns, [&](std::string_view sign) { return part.starts_with(sign); });
    const bool follows_sign = before != nullptr && ends_in_sign(before->latex);
    if (before != nullptr && !is_ended_ &&
        (follows_sign || (begins_with_sign && !has_equals_sign(part)))) {
      before->latex += ' ';
      before->latex += part;
      before->is_equation = has_equals_sign(before->latex);
      return;
    }
    // Of x = 1 and -x = -1 nobody can say.
    const bool may_be_cut = before != nullptr && begins_with_sign;
    if (may_be_cut) before->may_be_cut = true;
    lines_.push_back({.latex = std::string(part),
                      .is_equation = has_equals_sign(part),
                      .may_be_cut = may_be_cut});
  }

  static bool has_equals_sign(std::string_view part) {
    int depth = 0;  // of groups in a script, which begins behind _ or ^
    for (std::size_t i = 0; i < part.size(); ++i) {
      const char c = part[i];
      const bool begins_script = i > 0 && (part[i - 1] == '_' || part[i - 1] == '^');
      if (c == '{' && (depth > 0 || begins_script)) ++depth;
      if (c == '}' && depth > 0) --depth;
      if (c == '=' && depth == 0) return true;
    }
    return false;
  }

  static bool ends_in_sign(std::string_view part) {
    return part.ends_with('=') ||
           std::ranges::any_of(kSigns, [&](std::string_view sign) { return part.ends_with(sign); });
  }

  static std::string_view trimmed(std::string_view part) {
    const std::size_t first = part.find_first_not_of(" \n\t");
    if (first == std::string_view::npos) return {};
    return part.substr(first, part.find_last_not_of(" \n\t") + 1 - first);
  }

  void end_line() {
    end_part();
    for (std::size_t i = line_begin_; i < lines_.size(); ++i) lines_[i].follows_arrow = has_arrow_;
    line_begin_ = lines_.size();
    has_arrow_ = false;
  }

  std::string_view rest_;
  std::string line_;
  int depth_ = 0;
  bool has_arrow_ = false;
  bool is_ended_ = false;  // a comma or a full stop stands behind the part before
  std::size_t line_begin_ = 0;
  std::vector<EquationLine> lines_;
};

}  // namespace

std::vector<EquationLine> equation_lines(std::string_view latex) {
  return LineSplitter(latex).split();
}

}  // namespace noether::answer
