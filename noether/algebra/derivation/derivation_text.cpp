#include "noether/algebra/derivation/derivation_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "noether/base/ascii.h"

namespace noether::algebra {
namespace {

// Returns whether `text` begins with the whole word.
bool begins_with(std::string_view text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  return text.size() == word.size() || !base::is_letter(word.back()) ||
         !base::is_letter(text[word.size()]);
}

// The length of a leading arrow or word that says that the line follows.
std::size_t arrow_length(std::string_view text) {
  constexpr std::array arrows = std::to_array<std::string_view>({"\\Leftrightarrow",
                                                                 "\\Longleftrightarrow",
                                                                 "\\iff",
                                                                 "\\Rightarrow",
                                                                 "\\Longrightarrow",
                                                                 "\\implies",
                                                                 "\\therefore",
                                                                 "\\leadsto",
                                                                 "\\Longleftarrow",
                                                                 "\\Leftarrow",
                                                                 "<=>",
                                                                 "=>",
                                                                 "⇔",
                                                                 "⇒",
                                                                 "⟺",
                                                                 "⟹",
                                                                 "∴",
                                                                 "so ",
                                                                 "thus ",
                                                                 "hence ",
                                                                 "then ",
                                                                 "therefore "});
  for (const std::string_view arrow : arrows) {
    if (begins_with(text, arrow)) return arrow.size();
  }
  return 0;
}

constexpr std::array kSpaces =
    std::to_array<std::string_view>({"\\quad", "\\qquad", "\\,", "\\;", "\\:", "\\ ", "~", "\\!"});

std::size_t space_length(std::string_view text) {
  for (const std::string_view space : kSpaces) {
    if (begins_with(text, space)) return space.size();
  }
  return 0;
}

// The upright words at the front, as in \text{ or }; empty if there are none.
std::string_view set_words(std::string_view text, std::size_t& length) {
  constexpr std::array commands = std::to_array<std::string_view>(
      {"\\text{", "\\mbox{", "\\mathrm{", "\\textrm{", "\\operatorname{"});
  for (const std::string_view command : commands) {
    if (!text.starts_with(command)) continue;
    const std::size_t end = text.find('}', command.size());
    if (end == std::string_view::npos) return {};
    length = end + 1;
    return without_blanks(text.substr(command.size(), end - command.size()));
  }
  return {};
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

}  // namespace

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(base::kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(base::kBlanks) - begin + 1);
}

std::string_view without_spaces_behind(std::string_view text) {
  while (true) {
    text = without_blanks(text);
    const auto* const space =
        std::ranges::find_if(kSpaces, [&](std::string_view one) { return text.ends_with(one); });
    if (space == kSpaces.end()) return text;
    text.remove_suffix(space->size());
  }
}

std::string_view without_layout(std::string_view line) {
  line = without_blanks(line);
  while (line.size() > 2 && line.starts_with('$') && line.ends_with('$')) {
    line = without_blanks(line.substr(1, line.size() - 2));
  }
  if (line.starts_with('&')) line = without_blanks(line.substr(1));
  if (line.ends_with(']')) {  // \\[2pt]
    const std::size_t open = line.rfind("\\\\[");
    if (open != std::string_view::npos) line = without_blanks(line.substr(0, open + 2));
  }
  if (line.ends_with("\\\\")) line = without_blanks(line.substr(0, line.size() - 2));
  if (line.ends_with('.') || line.ends_with(',') || line.ends_with(';')) {
    line = without_blanks(line.substr(0, line.size() - 1));
  }
  return line;
}

bool is_display_frame(std::string_view line) {
  constexpr std::array displays = std::to_array<std::string_view>(
      {"align", "align*", "aligned", "alignat", "equation", "equation*", "eqnarray", "eqnarray*",
       "gather", "gather*", "gathered", "split", "multline", "multline*"});
  if (line == "\\[" || line == "\\]" || line == "$$") return true;
  const std::size_t open = line.starts_with("\\begin{") ? 7 : line.starts_with("\\end{") ? 5 : 0;
  if (open == 0 || !line.ends_with('}')) return false;
  const std::string_view name = line.substr(open, line.size() - open - 1);
  return std::ranges::find(displays, name) != displays.end();
}

std::string_view without_arrows(std::string_view line, bool& follows) {
  while (true) {
    line = without_blanks(line);
    if (line.starts_with('&')) line.remove_prefix(1);
    const std::size_t arrow = arrow_length(line);
    const std::size_t length = std::max(arrow, space_length(line));
    if (length == 0 || length == line.size()) break;
    follows |= arrow > 0;
    line.remove_prefix(length);
  }
  return without_spaces_behind(line);
}

std::string_view without_note(std::string_view line) {
  if (std::ranges::count(line, '|') != 1 || line.find('=') == std::string_view::npos) return line;
  const std::size_t bar = line.find('|');
  const bool is_command = bar > 0 && line[bar - 1] == '\\';
  const std::string_view note = without_blanks(line.substr(bar + 1));
  if (is_command || note.empty() || line.find("\\left|") != std::string_view::npos) return line;
  constexpr std::array starts = std::to_array<std::string_view>(
      {"+", "-", ":", "/", "*", "\\cdot", "\\div", "\\sqrt", "\\ln", "\\log", "(", "\\times"});
  const bool is_note =
      std::ranges::any_of(starts, [&](std::string_view start) { return note.starts_with(start); });
  return is_note ? without_spaces_behind(line.substr(0, bar)) : line;
}

std::string with_sign(std::string_view text, bool upper) {
  std::string out(text);
  const auto replace = [&](std::string_view sign, char by) {
    for (std::size_t at = out.find(sign); at != std::string::npos; at = out.find(sign, at + 1)) {
      if (sign.front() == '\\' && at + sign.size() < out.size() &&
          base::is_letter(out[at + sign.size()])) {
        continue;
      }
      out.replace(at, sign.size(), std::string(sign.size() - 1, ' ') + by);
    }
  };
  replace("\\pm", upper ? '+' : '-');
  replace("±", upper ? '+' : '-');
  replace("+-", upper ? '+' : '-');
  replace("\\mp", upper ? '-' : '+');
  replace("∓", upper ? '-' : '+');
  return out;
}

std::size_t find_approximation(std::string_view line) {
  std::size_t first = std::string_view::npos;
  for (const std::string_view sign : {"\\approx", "≈", "\\doteq", "\\simeq"}) {
    first = std::min(first, line.find(sign));
  }
  return first;
}

bool says_none(std::string_view line) {
  std::size_t length = 0;
  const std::string_view set = set_words(line, length);
  const std::string words = lower_case(set.empty() || length < line.size() ? line : set);
  constexpr std::array none = std::to_array<std::string_view>(
      {"no solution", "no solutions", "no real solution", "no real solutions", "\\emptyset",
       "\\varnothing", "∅", "\\{\\}", "no roots", "no real roots", "contradiction", "false"});
  return std::ranges::find(none, words) != none.end();
}

bool says_all(std::string_view line) {
  std::size_t length = 0;
  const std::string_view set = set_words(line, length);
  const std::string words = lower_case(set.empty() || length < line.size() ? line : set);
  constexpr std::array all = std::to_array<std::string_view>(
      {"all real numbers", "all numbers", "every number", "true", "always true"});
  return std::ranges::find(all, words) != all.end();
}

std::vector<LinePart> split_line(std::string_view line, std::size_t offset) {
  std::vector<LinePart> parts;
  // an environment, such as a matrix or cases, is taken whole
  if (line.find("\\begin{") != std::string_view::npos) {
    parts.push_back({Joint::None, std::string(line), offset});
    return parts;
  }
  int depth = 0;
  std::size_t begin = 0;
  Joint before = Joint::None;
  const auto cut = [&](std::size_t at, std::size_t length, Joint joint) {
    std::string_view text = without_spaces_behind(line.substr(begin, at - begin));
    while (const std::size_t space = space_length(text)) text = without_blanks(text.substr(space));
    // `x = 2, or x = 3`: a single separator suffices.
    if (text.empty()) {
      if (joint != Joint::Comma) before = joint;
    } else {
      parts.push_back({before, std::string(text),
                       offset + static_cast<std::size_t>(text.data() - line.data())});
      before = joint;
    }
    begin = at + length;
  };
  constexpr std::array signs = std::to_array<std::pair<std::string_view, Joint>>({
      {"\\lor", Joint::Or},
      {"\\vee", Joint::Or},
      {"∨", Joint::Or},
      {"\\land", Joint::And},
      {"\\wedge", Joint::And},
      {"∧", Joint::And},
      {"or", Joint::Or},
      {"and", Joint::And},
  });
  for (std::size_t at = 0; at < line.size();) {
    const std::string_view rest = line.substr(at);
    if (rest.starts_with("\\{") || rest.starts_with("\\}")) {
      depth += rest[1] == '{' ? 1 : -1;
      at += 2;
      continue;
    }
    if (rest.front() == '{' || rest.front() == '(' || rest.front() == '[') ++depth;
    if (rest.front() == '}' || rest.front() == ')' || rest.front() == ']') --depth;
    std::size_t length = 0;
    if (depth == 0) {
      const std::string words = lower_case(set_words(rest, length));
      if (words == "or" || words == "and") {
        cut(at, length, words == "or" ? Joint::Or : Joint::And);
        at += length;
        continue;
      }
      length = 0;
      for (const auto& [sign, joint] : signs) {
        const bool is_word = base::is_letter(sign.front());
        const bool is_apart = !is_word || (at > 0 && line[at - 1] == ' ' &&
                                           rest.size() > sign.size() && rest[sign.size()] == ' ');
        if (!begins_with(rest, sign) || !is_apart) continue;
        length = sign.size();
        cut(at, length, joint);
        break;
      }
      const bool is_mark = rest.front() == ',' || rest.front() == ';';
      const bool in_number = at > 0 && base::is_digit(line[at - 1]) && rest.size() > 1 &&
                             base::is_digit(rest[1]) && rest.front() == ',';
      if (length == 0 && is_mark && !in_number) {
        length = 1;
        cut(at, length, Joint::Comma);
      }
    }
    if (length == 0 && rest.front() == '\\') {  // a whole command
      length = 1;
      while (length < rest.size() && base::is_letter(rest[length])) ++length;
      if (length == 1) length = std::min<std::size_t>(2, rest.size());
    }
    at += std::max<std::size_t>(length, 1);
  }
  cut(line.size(), 0, Joint::None);
  return parts;
}

}  // namespace noether::algebra
