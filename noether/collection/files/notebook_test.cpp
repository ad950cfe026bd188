#include "noether/collection/files/file_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/collection/sample_collection.h"

namespace noether::collection {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kNotebook = R"({
 "cells": [
  {"cell_type": "raw", "metadata": {}, "source": "---\ntitle: Waves\ntags: [physics]\n---"},
  {"cell_type": "markdown", "metadata": {},
   "source": ["# Head\n", "\n", "Let $x^2$ be, an #example.\n"]},
  {"cell_type": "code", "metadata": {}, "execution_count": 1, "source": "y = 1 # secret",
   "outputs": [
    {"output_type": "execute_result",
     "data": {"text/plain": ["x**2 hidden"], "text/latex": ["$\\displaystyle \\frac{x}{2}$"]}},
    {"output_type": "display_data", "data": {"text/latex": "\\sqrt{z}", "image/png": "aGlkZGVu"}},
    {"output_type": "stream", "name": "stdout", "text": ["printed"]}]},
  {"cell_type": "markdown", "metadata": {}, "source": "## Sub\n\nDone."}
 ],
 "metadata": {"authors": [{"name": "Emmy"}]}, "nbformat": 4, "nbformat_minor": 5})";

TEST(Notebook, HasTheMarkdownOfItsCellsAndOutputsInLatex) {
  SampleFolder folder;
  folder.write("waves.ipynb", kNotebook);
  const ReadCollection read = read_all({folder.path()});
  ASSERT_THAT(read.ids(), ElementsAre("waves.ipynb"));
  const text::Document& document = read.documents[0];
  EXPECT_EQ(document.kind, "article");
  EXPECT_EQ(text_of(document, "title"), "Waves");
  EXPECT_THAT(document.tags, ElementsAre("physics", "example"));
  EXPECT_EQ(property_of(document, "author"), "Emmy");
  EXPECT_EQ(text_of(document, "body"),
            "Head\nLet $x^2$ be, an example.\n$\\displaystyle \\frac{x}{2}$\n$\\sqrt{z}$\nSub\n"
            "Done.");
  EXPECT_THAT(formulas_of(document),
              ElementsAre("x^2", "\\displaystyle \\frac{x}{2}", "\\sqrt{z}"));
  EXPECT_THAT(read.problems.kept(), IsEmpty());
}

TEST(Notebook, OfAnOlderVersionIsReadToo) {
  const text::Note note = read_notebook(R"({"nbformat": 3, "worksheets": [{"cells": [
    {"cell_type": "heading", "level": 2, "source": ["Old"]},
    {"cell_type": "markdown", "source": "Is $a$."},
    {"cell_type": "code", "input": "1", "outputs": [{"output_type": "pyout", "latex": ["$$b$$"]}]}
  ]}]})");
  ASSERT_EQ(note.pieces.size(), 1);
  EXPECT_EQ(note.pieces[0].level, 2);
  EXPECT_EQ(note.pieces[0].title.text, "Old");
  EXPECT_EQ(note.pieces[0].body.text, "Is $a$.\n$b$");
}

TEST(Notebook, WithACellThatIsNotClosedKeepsTheOthersApart) {
  const text::Note note = read_notebook(R"({"cells": [
    {"cell_type": "markdown", "source": "```\nopen"},
    {"cell_type": "markdown", "source": "# Next $x$"}]})");
  ASSERT_EQ(note.pieces.size(), 2);
  EXPECT_EQ(note.pieces[1].title.text, "Next $x$");
}

TEST(Notebook, ThatIsBrokenIsReported) {
  SampleFolder folder;
  folder.write("broken.ipynb", "{\"cells\": [");
  folder.write("other.ipynb", "{\"rows\": []}");
  folder.write("odd.ipynb",
               "{\"cells\": [1, null, {\"cell_type\": 5}, {\"cell_type\": \"code\", "
               "\"outputs\": {\"a\": 1}}]}");
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), IsEmpty());
  EXPECT_THAT(read.skipped(), ElementsAre(HasSubstr("broken.ipynb: skipped: not JSON"),
                                          HasSubstr("other.ipynb: skipped: it has no cells")));
  EXPECT_EQ(read.problems.unread_files().size(), 2);
}

}  // namespace
}  // namespace noether::collection
