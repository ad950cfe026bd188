// Properties that hold for any input: random bytes, random combinations of real notation, and every
// file of the available collections.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/cpu_clock.h"
#include "noether/base/sanitized.h"
#include "noether/base/utf8.h"
#include "noether/text/delimited_text.h"
#include "noether/text/field_check.h"
#include "noether/text/html/html_text.h"
#include "noether/text/note.h"
#include "noether/text/tex/tex_text.h"
#include "noether/text/words.h"

namespace noether::text {
namespace {

std::string random_text(std::mt19937& random, const std::vector<std::string>& parts) {
  std::string text;
  const std::size_t count = random() % 40;
  for (std::size_t i = 0; i < count; ++i) text += parts[random() % parts.size()];
  return text;
}

const std::vector<std::string> kHtmlParts = {
    "<p>",        "</p>",     "<b>",
    "</b>",       "<i id=",   "<table>",
    "<td>",       "</table>", "<math>",
    "<mi>x</mi>", "</math>",  "<span class=\"math-container\" id=\"3\">",
    "</span>",    "$",        "$$",
    "x",          " and ",    "5. Then ",
    "\\(",        "\\)",      "<pre>",
    "</pre>",     "<script>", "</script>",
    "<svg>",      "&amp;",    "é",
    "\xff",       "\n",       "<span class=\"katex\">",
    "<code>",     "</code>",  "<!--",
    "-->",        "<li>",     "<"};

const std::vector<std::string> kTexParts = {"\\begin{theorem}",
                                            "\\end{theorem}",
                                            "\\begin{align}",
                                            "\\end{align}",
                                            "$",
                                            "$$",
                                            "\\(",
                                            "\\)",
                                            "\\[",
                                            "\\]",
                                            "{",
                                            "}",
                                            "x",
                                            " word. Then ",
                                            "\\section{",
                                            "\\newcommand{\\a}[1]{#1 x}",
                                            "\\a",
                                            "\\def\\b{\\a}",
                                            "\\b",
                                            "\\begin{verbatim}",
                                            "\\end{verbatim}",
                                            "%",
                                            "\n\n",
                                            "\n",
                                            "[",
                                            "]",
                                            "\\\"o",
                                            "\\verb|",
                                            "|",
                                            "\\item",
                                            "\\label{l}",
                                            "\\title{",
                                            "\\end{document}",
                                            "\\begin{document}",
                                            "\xff",
                                            "é",
                                            "\\text{",
                                            "\\ensuremath{",
                                            "\\iffalse",
                                            "\\fi",
                                            "^",
                                            "_",
                                            "&",
                                            "~",
                                            "#1",
                                            "\\\\",
                                            "\\"};

TEST(TextProperties, FieldsKeepTheirPromisesWhateverTheHtml) {
  const unsigned seed = 20261115;
  std::mt19937 random(seed);
  WordReader words;
  for (int i = 0; i < 3'000; ++i) {
    const std::string html = random_text(random, kHtmlParts);
    const HtmlOptions options{.delimited_formulas = random() % 2 == 0};
    ASSERT_EQ(field_fault(read_html(html, "body", options), words), "")
        << "seed " << seed << ": " << html;
    const HtmlPage page = read_html_page(html, options);
    ASSERT_EQ(field_fault(page.body, words), "") << "seed " << seed << ": " << html;
    for (const Piece& piece : read_markdown(html)) {
      ASSERT_EQ(field_fault(piece.body, words), "") << "seed " << seed << ": " << html;
    }
  }
}

TEST(TextProperties, PiecesKeepTheirPromisesWhateverTheLatex) {
  const unsigned seed = 20261115;
  std::mt19937 random(seed);
  WordReader words;
  TexReader reader;
  for (int i = 0; i < 5'000; ++i) {
    const std::string tex = random_text(random, kTexParts);
    const TexDocument document = reader.read(tex);
    for (std::size_t j = 0; j < document.pieces.size(); ++j) {
      const Piece& piece = document.pieces[j];
      ASSERT_LT(piece.parent, static_cast<std::int32_t>(j)) << "seed " << seed << ": " << tex;
      ASSERT_EQ(field_fault(piece.title, words), "") << "seed " << seed << ": " << tex;
      ASSERT_EQ(field_fault(piece.body, words), "") << "seed " << seed << ": " << tex;
    }
  }
}

std::string repeated(const std::string& part, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += part;
  return text;
}

// A query is written and read again, so a folded word must read as itself.
class WordsReadAgain : public testing::Test {
 protected:
  void check(std::string_view text) {
    Word word;
    Word again;
    texts_.start(text);
    while (texts_.next(word)) {
      words_.start(word.text);
      ASSERT_TRUE(words_.next(again)) << word.text << " of " << text;
      EXPECT_EQ(again.text, word.text) << text;
      EXPECT_EQ(again.end, word.text.size()) << word.text << " of " << text;
    }
  }

  WordReader texts_;
  WordReader words_;
};

// All readers of a thread share the cache of stems; a stem stays valid until its reader returns the
// next one.
TEST_F(WordsReadAgain, WhileAnotherReaderReads) {
  Word word;
  texts_.start("running");
  ASSERT_TRUE(texts_.next(word));
  std::string others;
  for (int i = 0; i < 100'000; ++i) others += "word" + std::to_string(i) + " ";
  Word other;
  words_.start(others);
  while (words_.next(other)) ASSERT_EQ(word.stem, "run");
}

TEST_F(WordsReadAgain, WithEveryCharacter) {
  for (char32_t c = 1; c < 0x30000; ++c) {
    const std::string character = base::encode_code_point(c);
    check(character);
    check("a" + character + "b");
    check("Let's" + character + "ve");
    if (HasFailure()) FAIL() << "U+" << std::hex << static_cast<std::uint32_t>(c);
  }
}

TEST_F(WordsReadAgain, WhateverIsJoined) {
  const std::vector<std::string> parts = {
      "a", "s", "ll", "7",  "1,000", ".", "'",      "’",      "é",
      "ﷺ", "ｱ", "ゟ", "漢", "１",    " ", "\u00AD", "\u0301", std::string(60, 'x')};
  std::mt19937 random(3);
  for (int i = 0; i < 20'000; ++i) check(random_text(random, parts));
}

TEST(TextProperties, HostileInputCostsTimeInProportion) {
  const std::size_t bytes = base::kSanitized ? 100'000 : 300'000;
  std::string attributes = "<p ";
  std::string formatting;
  for (int i = 0; i < 40'000; ++i) attributes += "a" + std::to_string(i) + " ";
  for (int i = 0; i < 15'000; ++i) formatting += "<p><b id=" + std::to_string(i) + ">x</p>";
  const std::vector<std::string> pages = {
      repeated("<div>", bytes),
      repeated("<b><p>", bytes),
      repeated("<table><tr><td>", bytes),
      repeated("<div><table><tr><td></div>", bytes),
      repeated("<math><mrow>", bytes),
      repeated("<svg><desc><div>", bytes),
      repeated("<a><p></a>", bytes),
      repeated("<div><!--</div>-->", bytes),
      repeated("<div><!--></div>-->", bytes),
      repeated("<div><? </div>", bytes),
      repeated("<div><textarea></div></textarea>", bytes),
      "<select><title></select>" + repeated("<div>", bytes),
      "<svg><p>" + repeated("<x/>", bytes),
      "<svg><desc>" + repeated("<div><textarea></div></textarea>", bytes),
      "<svg>" + repeated("<g><![CDATA[</g>]]>", bytes),
      repeated("<!-", bytes),
      repeated("<!--", bytes),
      repeated("$", bytes),
      repeated("<p>$x", bytes),
      repeated("\\(", bytes),
      repeated("\\begin{align}", bytes),
      repeated("$x {", bytes),
      attributes + ">text",
      formatting,
      "<b><i><u><s><em><strong>" + repeated("<p>x", bytes),
  };
  for (const std::string& page : pages) {
    const double start = base::thread_cpu_seconds();
    read_html(page, "body", {.delimited_formulas = true});
    EXPECT_LT(base::thread_cpu_seconds() - start, 10.0) << page.substr(0, 40);
  }
  for (const char* part : {"*a ", "_", "`", "``` ", "[", "![](", "> ", "- ", "\\(", "$x ", "<div>",
                           "|", "&", "$$\n", "    \n", "#"}) {
    const double start = base::thread_cpu_seconds();
    read_markdown(repeated(part, bytes));
    EXPECT_LT(base::thread_cpu_seconds() - start, 10.0) << "Markdown: " << part;
  }
  std::vector<std::string> documents = {"\\newcommand{\\a}[1]{#1#1}" + repeated("\\a{", bytes)};
  for (const char* part : {"{", "\\begin{theorem}", "\\begin{center}\\end{x}", "$x", "\\section{",
                           "\\title{", "\\item[", "\\PMlinkname{", "\\@ifnextchar{", "\\\"{",
                           "\\verb|", "\\begin{align}", "\\frac{", "\\newcommand{\\a}{",
                           "\\ensuremath{", "\\let\\a\\b", "%\n", "\\a\n\n", "\\begin{verbatim}"}) {
    documents.push_back(repeated(part, bytes));
  }
  for (const std::string& document : documents) {
    const double start = base::thread_cpu_seconds();
    TexReader().read(document);
    EXPECT_LT(base::thread_cpu_seconds() - start, 10.0) << document.substr(0, 40);
  }
}

TEST(TextProperties, MacrosThatGrowWithoutEndAreStopped) {
  std::string tex;
  for (char c = 'b'; c <= 'z'; ++c) {
    const std::string before(1, static_cast<char>(c - 1));
    tex += "\\newcommand{\\m" + std::string(1, c) + "}{\\m" + before + "\\m" + before + "}";
  }
  tex += "\\newcommand{\\ma}{x}$\\mz$ and \\mz\\mz\\mz then \\def\\r{\\r x}\\r end.";
  TexReader reader;
  const TexDocument document = reader.read(tex);
  ASSERT_FALSE(document.pieces.empty());
  EXPECT_TRUE(document.pieces.back().body.text.ends_with("end."));
  EXPECT_LT(document.pieces.back().body.text.size(), 10'000'000u);
}

TEST(TexReader, UsesTheDefinitionsOfAnotherFile) {
  TexReader reader;
  reader.read_definitions("\\newcommand{\\R}{\\mathbb{R}}\\newtheorem{satz}{Theorem}");
  for (int i = 0; i < 2; ++i) {
    const TexDocument document = reader.read("\\begin{satz}In $\\R$.\\end{satz}");
    ASSERT_EQ(document.pieces.size(), 1u);
    EXPECT_EQ(document.pieces[0].kind, "theorem");
    EXPECT_EQ(document.pieces[0].body.text, "In $\\mathbb{R}$.");
  }
}

TEST(TexReader, ForgetsTheDefinitionsOfADocument) {
  TexReader reader;
  reader.read("\\newcommand{\\R}{\\mathbb{R}}$\\R$");
  EXPECT_EQ(reader.read("$\\R$").pieces.at(0).body.text, "$\\R$");
}

TEST(TexReader, TakesBytesThatAreNotUtf8ForLatin1) {
  EXPECT_EQ(TexReader()
                .read("G\xf6"
                      "del")
                .pieces.at(0)
                .body.text,
            "Gödel");
}

TEST(TexReader, KnowsTheLineOfAPiece) {
  const TexDocument document = TexReader().read("one\n\n\\section{A}\ntwo\n\\begin{lemma}\nthree");
  ASSERT_EQ(document.pieces.size(), 3u);
  EXPECT_EQ(document.pieces[1].line, 3u);
  EXPECT_EQ(document.pieces[2].line, 5u);
}

TEST(Collections, EveryLatexFileIsReadWithFieldsThatKeepTheirPromises) {
  const char* set = std::getenv("NOETHER_DATA");
  const std::filesystem::path data = set != nullptr ? set : NOETHER_SOURCE_DIR "/../shared/data";
  if (!std::filesystem::exists(data / "text")) {
    GTEST_SKIP() << "no data: ../shared/data is not there and NOETHER_DATA is not set";
  }
  TexReader reader;
  WordReader words;
  std::size_t files = 0;
  std::size_t empty = 0;
  std::size_t seen = 0;
  const std::size_t every = base::kSanitized ? 10 : 1;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data / "text")) {
    if (entry.path().extension() != ".tex" || seen++ % every != 0) continue;
    std::ifstream file(entry.path());
    const std::string tex{std::istreambuf_iterator<char>(file), {}};
    const TexDocument document = reader.read(tex);
    ++files;
    if (document.pieces.empty()) ++empty;
    for (const Piece& piece : document.pieces) {
      ASSERT_EQ(field_fault(piece.title, words), "") << entry.path();
      ASSERT_EQ(field_fault(piece.body, words), "") << entry.path();
    }
  }
  EXPECT_GE(files, 9'000u / every);
  EXPECT_LE(empty, 40u) << "entries that say nothing are few";
}

// Otherwise a folded word would read as two words.
TEST(WordFold, MakesOnlyPartsOfWordsFromParts) {
  std::array<char, kMaxFoldedBytes> folded;
  std::size_t letters = 0;
  for (char32_t c = 0x80; c < 0x20000; ++c) {
    if (word_part(c) != WordPart::Letter) continue;
    ++letters;
    std::string_view rest(folded.data(), fold_character(c, folded.data()));
    while (!rest.empty()) {
      const auto part = base::decode_code_point(rest);
      EXPECT_NE(word_part(part.value), WordPart::None) << std::hex << static_cast<unsigned>(c);
      rest.remove_prefix(part.bytes.size());
    }
  }
  EXPECT_GT(letters, 40'000U);
}

TEST(WordFold, DropsTheDotOfAnL) {
  std::array<char, kMaxFoldedBytes> folded;
  EXPECT_EQ(std::string_view(folded.data(), fold_character(U'ŀ', folded.data())), "l");
}

std::string bodies(std::string_view tex) {
  TexReader reader;
  std::string text;
  for (const Piece& piece : reader.read(tex).pieces) text += piece.body.text + '|';
  return text;
}

TEST(TexText, ComesToTheEndOfAnEnvironmentThatEndsItself) {
  const std::string definition = "\\newenvironment{e}{b}{\\end{e}z}";
  EXPECT_TRUE(bodies(definition + "before \\begin{e}x\\end{e} after").contains("after"));
  EXPECT_TRUE(bodies(definition + "before $\\begin{e}x\\end{e}$ after").contains("after"));
}

TEST(TexText, WritesTheEndOfAnEnvironmentOnce) {
  EXPECT_EQ(bodies("\\newenvironment{e}{begin }{ end}\\begin{e}x\\end{e}"), "begin x end|");
}

}  // namespace
}  // namespace noether::text
