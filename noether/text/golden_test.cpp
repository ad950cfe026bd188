// Golden cases: the output of each reader of this module for a text.
//
// A case of golden/*.txt is a note ("%% ..."), the input, a line "==>", and the expected output.
// Empty lines at the end of the input and of the output are ignored. The name of the file selects
// the reader. To change the expected output, edit the file.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "noether/text/delimited_text.h"
#include "noether/text/field_check.h"
#include "noether/text/html/html_text.h"
#include "noether/text/note.h"
#include "noether/text/sentences.h"
#include "noether/text/tex/tex_text.h"
#include "noether/text/words.h"

namespace noether::text {
namespace {

struct Case {
  std::string note;
  std::string input;
  std::string expected;
};

void trim_end(std::string& text) {
  while (text.ends_with('\n')) text.pop_back();
}

std::vector<Case> read_cases(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<Case> cases;
  std::string line;
  bool expected = false;
  while (std::getline(file, line)) {
    if (line.starts_with("%% ")) {
      cases.push_back({line.substr(3), {}, {}});
      expected = false;
    } else if (line == "==>") {
      expected = true;
    } else if (!cases.empty()) {
      (expected ? cases.back().expected : cases.back().input) += line + "\n";
    }
  }
  for (Case& one : cases) {
    trim_end(one.input);
    trim_end(one.expected);
  }
  return cases;
}

std::string read_words(const std::string& input) {
  const Field field = read_plain_text(input, "");
  std::string out;
  WordReader reader;
  Word word;
  reader.start(field);
  while (reader.next(word)) {
    out += std::to_string(word.position) + " " + std::string(word.text);
    if (word.stem != word.text) out += " " + std::string(word.stem);
    if (word.stop_word) out += " (stop)";
    out += "\n";
  }
  return out;
}

std::string read_sentences(const std::string& input) {
  const Field field = read_plain_text(input, "");
  std::string out;
  for (const base::Span& sentence : find_sentences(field)) {
    out += field.text.substr(sentence.begin, sentence.end - sentence.begin) + "\n";
  }
  return out;
}

std::string read_tex(const std::string& input) {
  TexReader reader;
  const TexDocument document = reader.read(input);
  std::string out;
  if (!document.title.text.empty()) out += "title: " + rendered(document.title) + "\n";
  for (const auto& [name, value] : document.properties) out += name + ": " + value + "\n";
  return out + rendered(document.pieces);
}

std::string read_page(const std::string& input) {
  const HtmlPage page = read_html_page(input, {.delimited_formulas = true});
  return "title: " + rendered(page.title) + "\n" + rendered(page.body);
}

std::string rendered_note(const Note& note) {
  std::string out;
  if (!note.title.text.empty()) out += "title: " + rendered(note.title) + "\n";
  for (std::size_t i = 0; i < note.tags.size(); ++i) {
    out += (i == 0 ? "tags: " : ", ") + note.tags[i] + (i + 1 == note.tags.size() ? "\n" : "");
  }
  for (const auto& [name, value] : note.properties) out += name + ": " + value + "\n";
  if (!note.flaw.empty()) out += "flaw at line " + std::to_string(note.flaw_line) + "\n";
  return out + rendered(note.pieces);
}

using Reader = std::string (*)(const std::string&);

const std::map<std::string, Reader> kReaders = {
    {"asciidoc", [](const std::string& in) { return rendered_note(read_asciidoc(in)); }},
    {"delimited", [](const std::string& in) { return rendered(read_plain_text(in, "")); }},
    {"html", [](const std::string& in) { return rendered(read_html(in, "body")); }},
    {"html_delimited",
     [](const std::string& in) {
       return rendered(read_html(in, "body", {.delimited_formulas = true}));
     }},
    {"html_page", read_page},
    {"markdown", [](const std::string& in) { return rendered(read_markdown(in)); }},
    {"markdown_note", [](const std::string& in) { return rendered_note(read_markdown_note(in)); }},
    {"org", [](const std::string& in) { return rendered_note(read_org(in)); }},
    {"rst", [](const std::string& in) { return rendered_note(read_rst(in)); }},
    {"sentences", read_sentences},
    {"tex", read_tex},
    {"words", read_words},
};

class TextGolden : public testing::TestWithParam<std::string> {};

TEST_P(TextGolden, ReadsEveryTextAsExpected) {
  const std::vector<Case> cases =
      read_cases(NOETHER_SOURCE_DIR "/noether/text/golden/" + GetParam() + ".txt");
  ASSERT_GE(cases.size(), 5u);
  for (const Case& one : cases) {
    std::string read = kReaders.at(GetParam())(one.input);
    trim_end(read);
    EXPECT_EQ(read, one.expected) << GetParam() << ".txt: " << one.note;
  }
}

std::vector<std::string> reader_names() {
  std::vector<std::string> names;
  for (const auto& [name, reader] : kReaders) names.push_back(name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Readers, TextGolden, testing::ValuesIn(reader_names()),
                         [](const auto& reader) { return reader.param; });

}  // namespace
}  // namespace noether::text
