// Nothing that an author wrote is lost between LaTeX and the layout tree. This is tested for the
// commands of KaTeX and MathJax, which command_names.txt lists, and for the formulas of ARQMath if
// they are available.
#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/sanitized.h"
#include "noether/base/utf8.h"
#include "noether/formula/latex/command_table.h"
#include "noether/formula/latex/lexer.h"
#include "noether/formula/latex/reader.h"
#include "noether/formula/math_alphabet.h"

namespace noether::formula {
namespace {

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file.is_open()) << path;
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

// All drawn labels, one after another.
std::string drawn(std::string_view latex) {
  LatexReader reader;
  LayoutTree tree;
  std::vector<base::Error> diagnostics;
  reader.read(latex, tree, diagnostics);
  std::string labels;
  std::vector<NodeId> pending = {tree.root()};
  while (!pending.empty()) {
    const NodeId id = pending.back();
    pending.pop_back();
    if (id == kNoNode) continue;
    labels += tree.label(id);
    for (const Relation relation : kRelations) pending.push_back(tree.node(id).link(relation));
  }
  return labels;
}

// The arguments of a command that are not content. An option in brackets is argument 0.
const std::map<std::string_view, std::set<int>>& without_content() {
  static const std::map<std::string_view, std::set<int>> arguments = {
      // lengths and sizes
      {"hspace", {0, 1}},
      {"vspace", {0, 1}},
      {"mspace", {0, 1}},
      {"rule", {0, 1, 2}},
      {"raisebox", {0, 1}},
      {"genfrac", {3, 4}},
      {"\\", {0}},
      {"newline", {0}},
      {"cr", {0}},
      {"makebox", {0}},
      {"framebox", {0}},
      {"smash", {0}},
      {"cfrac", {0}},
      {"bbox", {0}},
      // colours and styles
      {"color", {0, 1}},
      {"textcolor", {0, 1}},
      {"colorbox", {0, 1}},
      {"pagecolor", {0, 1}},
      {"fcolorbox", {0, 1, 2}},
      {"definecolor", {0, 1, 2, 3}},
      {"class", {0, 1}},
      {"cssId", {0, 1}},
      {"style", {0, 1}},
      {"htmlClass", {0, 1}},
      {"htmlId", {0, 1}},
      {"htmlStyle", {0, 1}},
      {"htmlData", {0, 1}},
      {"mmlToken", {0, 1}},
      {"enclose", {1}},
      {"arrayrulecolor", {0, 1}},
      {"rowcolor", {0, 1}},
      {"columncolor", {0, 1}},
      {"cellcolor", {0, 1}},
      // labels, addresses, packages
      {"label", {0, 1}},
      {"tag", {0, 1}},
      {"ref", {0, 1}},
      {"eqref", {0, 1}},
      {"cite", {0, 1}},
      {"href", {0, 1}},
      {"require", {0, 1}},
      {"unicode", {0}},
      {"cline", {0, 1}},
      // contents that take space but are not drawn
      {"phantom", {0, 1}},
      {"hphantom", {0, 1}},
      {"vphantom", {0, 1}},
      // one formula in four sizes
      {"mathchoice", {2, 3, 4}},
      // definitions
      {"def", {0, 1, 2, 3, 4}},
  };
  return arguments;
}

// Commands that open or close something, or define macros, are not commands with arguments.
bool is_structural(std::string_view name) {
  static const std::set<std::string_view> names = {
      "begin", "end", "left",       "right",        "middle",         "(",
      ")",     "[",   "]",          "def",          "gdef",           "edef",
      "xdef",  "let", "newcommand", "renewcommand", "providecommand", "DeclareMathOperator",
      "%"};
  return names.contains(name);
}

// Letters that no command name contains.
constexpr std::array<std::string_view, 5> kSentinels = {"ж", "ц", "ш", "ы", "ю"};

TEST(LatexContent, NoCommandLosesAnArgument) {
  const auto names = lines_of(NOETHER_SOURCE_DIR "/noether/formula/latex/command_names.txt");
  ASSERT_GT(names.size(), 1500u);
  std::vector<std::string> lost;
  for (const std::string& name : names) {
    if (is_structural(name)) continue;
    const auto found = without_content().find(name);
    // These commands have no option, so a bracket would be their first argument.
    const bool optionless = name == "genfrac" || name == "mathchoice";
    for (const bool option : {false, true}) {
      if (option && optionless) continue;
      std::string latex = "a\\" + name;
      if (option) latex += "[" + std::string(kSentinels[0]) + "]";
      for (int i = 1; i < 5; ++i)
        latex += "{" + std::string(kSentinels[static_cast<std::size_t>(i)]) + "}";
      const std::string labels = drawn(latex);
      for (int i = option ? 0 : 1; i < 5; ++i) {
        if (found != without_content().end() && found->second.contains(i)) continue;
        if (labels.find(kSentinels[static_cast<std::size_t>(i)]) == std::string::npos) {
          lost.push_back(latex + ": argument " + std::to_string(i));
        }
      }
    }
  }
  for (const std::string& one : lost) ADD_FAILURE() << one;
  std::cout << "commands: " << names.size() << ", arguments lost: " << lost.size() << "\n";
}

TEST(LatexContent, NoEnvironmentLosesACell) {
  for (const std::string name : {"matrix",
                                 "pmatrix",
                                 "bmatrix",
                                 "Bmatrix",
                                 "vmatrix",
                                 "Vmatrix",
                                 "smallmatrix",
                                 "cases",
                                 "dcases",
                                 "rcases",
                                 "align",
                                 "align*",
                                 "aligned",
                                 "gather",
                                 "gathered",
                                 "split",
                                 "multline",
                                 "eqnarray",
                                 "flalign",
                                 "equation",
                                 "equation*",
                                 "CD",
                                 "unknownenvironment",
                                 "pmatrix*"}) {
    const std::string labels = drawn("\\begin{" + name + "}[ж,ц]&ш\\\\[ы,ж]&ю\\end{" + name + "}");
    for (const std::string_view sentinel : kSentinels) {
      EXPECT_NE(labels.find(sentinel), std::string::npos) << name << " loses " << sentinel;
    }
  }
  const std::string labels = drawn("\\begin{array}[t]{cc}ж&ц\\\\[2pt]ш&ы\\end{array}ю");
  for (const std::string_view sentinel : kSentinels) {
    EXPECT_NE(labels.find(sentinel), std::string::npos) << sentinel;
  }
}

TEST(LatexContent, KeepsWhatFollowsALengthWithoutAUnit) {
  EXPECT_EQ(drawn("\\kern ab"), "ab");
  EXPECT_EQ(drawn("\\kern 3ptab"), "ab");
  EXPECT_EQ(drawn("\\smash[b]{x}"), "x");
  EXPECT_EQ(drawn("\\unicode{x2264}"), "≤");
  EXPECT_EQ(drawn("\\unicode[Arial]{65}"), "A");
}

// --- the formulas of ARQMath ---

std::filesystem::path arqmath() {
  const char* folder = std::getenv("NOETHER_DATA");
  const std::filesystem::path data =
      folder != nullptr ? folder : NOETHER_SOURCE_DIR "/../shared/data";
  return data / "arqmath";
}

using Letters = std::map<char, int>;

// The plain letter or digit of a character in one of the alphabets; 0 for other characters.
char plain_character(char32_t character) {
  static const std::map<char32_t, char> plain = [] {
    std::map<char32_t, char> made;
    for (char c = '0'; c <= 'z'; ++c) {
      if (!std::isalnum(static_cast<unsigned char>(c))) continue;
      for (const Alphabet alphabet :
           {Alphabet::Plain, Alphabet::Bold, Alphabet::BoldItalic, Alphabet::DoubleStruck,
            Alphabet::Fraktur, Alphabet::Script, Alphabet::SansSerif, Alphabet::Monospace}) {
        made.emplace(to_alphabet(static_cast<char32_t>(c), alphabet), c);
      }
    }
    return made;
  }();
  const auto found = plain.find(character);
  return found == plain.end() ? '\0' : found->second;
}

void add_letters(std::string_view text, Letters& letters) {
  for (const base::CodePoint& character : base::code_points(text)) {
    if (const char plain = plain_character(character.value); plain != '\0') ++letters[plain];
  }
}

// The letters and digits that a formula must draw, found token by token without the parser: its
// own, and those of its named functions and unknown commands. Returns false if the formula defines
// macros or has an error, because then they are unknown.
class ExpectedLetters {
 public:
  explicit ExpectedLetters(std::string_view latex) {
    LatexLexer lexer;
    lexer.reset(strip_delimiters(latex));
    for (;;) {
      tokens_.push_back(lexer.next());
      if (tokens_.back().kind == TokenKind::End) break;
    }
  }

  bool count(Letters& letters) {
    while (token().kind != TokenKind::End) {
      if (token().kind == TokenKind::Command) {
        if (!command(letters)) return false;
      } else {
        if (token().kind == TokenKind::Parameter || token().is_character("$")) return false;
        if (token().kind == TokenKind::Character) add_letters(token().text, letters);
        ++at_;
      }
    }
    return true;
  }

 private:
  const Token& token() const { return tokens_[std::min(at_, tokens_.size() - 1)]; }

  std::string skip_group() {
    std::string text;
    if (token().kind != TokenKind::OpenBrace) {
      text = token().text;
      ++at_;
      return text;
    }
    int depth = 0;
    do {
      if (token().kind == TokenKind::OpenBrace) ++depth;
      if (token().kind == TokenKind::CloseBrace) --depth;
      if (token().kind == TokenKind::End) return text;
      if (token().kind == TokenKind::Character) text += token().text;
      ++at_;
    } while (depth > 0);
    return text;
  }

  void skip_option() {
    if (!token().is_character("[")) return;
    while (token().kind != TokenKind::End && !token().is_character("]")) ++at_;
    ++at_;
  }

  bool command(Letters& letters) {
    const std::string_view name = token().text;
    ++at_;
    if (name.empty()) return true;
    if (name == "begin" || name == "end") {
      const std::string environment = skip_group();
      if (name == "end") return true;
      skip_option();
      const bool columns = environment.starts_with("array") || environment.starts_with("alignat") ||
                           environment.starts_with("alignedat") || environment == "tabular" ||
                           environment == "subarray";
      if (columns && token().kind == TokenKind::OpenBrace) skip_group();
      return environment != "CD";
    }
    if (name == "newcommand" || name == "renewcommand" || name == "def" || name == "let" ||
        name == "DeclareMathOperator" || name == "providecommand" || name == "gdef" ||
        name == "mathchoice") {
      return false;
    }
    if (ends_line_command(name)) {
      if (token().is_character("[") && !token().space_before) skip_option();
      return true;
    }
    if (name.ends_with("kern") || name.ends_with("skip") || name == "raise" || name == "lower" ||
        name.starts_with("above") || name.starts_with("move")) {
      while (token().kind == TokenKind::Character &&
             std::string_view("+-.0123456789").contains(token().text)) {
        ++at_;
      }
      if (is_ascii_letter(token())) at_ += 2;
      return true;
    }
    if (const auto found = without_content().find(name); found != without_content().end()) {
      if (token().is_character("*")) ++at_;
      if (found->second.contains(0)) skip_option();
      if (name == "genfrac") {
        for (int i = 0; i < 4; ++i) skip_group();
        return true;
      }
      for (int i = 1; i < 5; ++i) {
        if (found->second.contains(i)) skip_group();
      }
      return true;
    }
    if (name == "pmod" || name == "bmod" || name == "mod") {
      add_letters("mod", letters);
      return true;
    }
    if (name.starts_with("varlim") || name.starts_with("varinjlim") ||
        name.starts_with("varprojlim")) {
      add_letters("lim", letters);
      return true;
    }
    const Command* known = CommandTable::standard().find(name);
    if (name == "of" || name == "displaylimits" || is_infix_fraction(tokens_[at_ - 1])) return true;
    if (known == nullptr) add_letters(name, letters);
    if (known != nullptr && known->symbol != nullptr) add_letters(known->symbol->glyph, letters);
    return true;
  }

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

void sweep(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no ARQMath data at " << path;
  std::size_t formulas = 0;
  std::size_t lost = 0;
  std::size_t seen = 0;  // the header is the first
  const std::size_t every = base::kSanitized ? 8 : 1;
  LatexReader reader;
  LayoutTree tree;
  for (const std::string& line : lines_of(path)) {
    const std::string latex = line.substr(line.rfind('\t') + 1);
    const std::size_t row = seen++;
    if (row == 0 || row % every != every / 2 || latex.empty()) continue;
    Letters expected;
    std::vector<base::Error> diagnostics;
    reader.read(latex, tree, diagnostics);
    if (!diagnostics.empty() || !ExpectedLetters(latex).count(expected)) continue;
    ++formulas;
    Letters found;
    std::vector<NodeId> pending = {tree.root()};
    while (!pending.empty()) {
      const NodeId id = pending.back();
      pending.pop_back();
      if (id == kNoNode) continue;
      const SymbolKind kind = tree.node(id).kind;
      if (kind != SymbolKind::Fraction && kind != SymbolKind::Root &&
          kind != SymbolKind::Enclosure) {
        add_letters(tree.label(id), found);
      }
      for (const Relation relation : kRelations) pending.push_back(tree.node(id).link(relation));
    }
    std::string missing;
    for (const auto& [letter, count] : expected) {
      if (found[letter] < count) missing += letter;
    }
    if (missing.empty()) continue;
    if (++lost <= 20) ADD_FAILURE() << "lost " << missing << " of " << latex;
  }
  EXPECT_EQ(lost, 0u);
  std::cout << "formulas: " << formulas << ", with a letter lost: " << lost << "\n";
}

TEST(LatexContent, NoFormulaOfTheCollectionLosesALetter) {
  sweep(arqmath() / "collection" / "latex_representation_v3" / "1.tsv");
}

TEST(LatexContent, NoFormulaOfTheTopicsLosesALetter) {
  sweep(arqmath() / "topics" / "formulas_latex.tsv");
}

}  // namespace
}  // namespace noether::formula
