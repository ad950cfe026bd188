// Folders of LaTeX, Markdown, HTML, JSON Lines and plain text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "noether/base/cpu_clock.h"
#include "noether/collection/files/file_source.h"
#include "noether/collection/sample_collection.h"

namespace noether::collection {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// Text that makes a file long enough to be split.
std::string filler() {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "Nothing is said in this sentence, and that at length. ";
  return text;
}

TEST(TexFolder, AShortFileStaysWhole) {
  SampleFolder folder;
  folder.write("short.tex",
               "\\documentclass{article}\\title{On sums}\n\\newcommand{\\N}{\\mathbb{N}}\n"
               "\\begin{document}\nLet $n\\in\\N$.\n\\begin{theorem}It is $2n$.\\end{theorem}\n"
               "\\end{document}\n");
  const ReadCollection read = read_all({folder.path()});
  ASSERT_THAT(read.ids(), ElementsAre("short.tex"));
  EXPECT_EQ(read.documents[0].kind, "article");
  EXPECT_EQ(text_of(read.documents[0], "title"), "On sums");
  EXPECT_THAT(formulas_of(read.documents[0]), ElementsAre("n\\in\\mathbb{N}", "2n"));
}

TEST(TexFolder, ALongFileIsSectionsAndTheoremsWithTheirProofs) {
  SampleFolder folder;
  folder.write("long.tex",
               "\\documentclass{article}\\title{Lengths}\\newtheorem{thm}{Theorem}\n"
               "\\begin{document}\nBefore all.\n\\section{Short ones}\\label{sec:s}\n" +
                   filler() +
                   "\n\\begin{thm}\\label{thm:a}All is $a$.\\end{thm}\n"
                   "\\begin{proof}Since $b$.\\end{proof}\n"
                   "\\section{Long ones}\nAt last.\n\\end{document}\n");
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(),
              ElementsAre("long.tex", "long.tex#sec:s", "long.tex#thm:a", "long.tex#section-1"));
  const text::Document& theorem = read["long.tex#thm:a"];
  EXPECT_EQ(theorem.kind, "theorem");
  EXPECT_EQ(theorem.parent, "long.tex#sec:s");
  EXPECT_EQ(text_of(theorem, "context"), "Lengths\nShort ones");
  EXPECT_EQ(text_of(theorem, "body"), "All is $a$.");
  EXPECT_EQ(text_of(theorem, "proof"), "Since $b$.");
  EXPECT_THAT(theorem.source, HasSubstr("long.tex:6"));
  EXPECT_EQ(text_of(read["long.tex"], "title"), "Lengths");
  EXPECT_EQ(text_of(read["long.tex#section-1"], "title"), "Long ones");
}

TEST(TexFolder, IncludedFilesAreReadOnceWithTheMacrosAroundThem) {
  SampleFolder folder;
  folder.write("main.tex",
               "\\documentclass{book}\\usepackage{house}\\input{macros}\n"
               "\\begin{document}\n% \\input{absent-but-commented}\n"
               "\\include{chapters/one}\\input chapters/two \n\\end{document}\n");
  folder.write("macros.tex", "\\newcommand{\\R}{\\mathbb{R}}\n");
  folder.write("house.sty", "\\newcommand{\\C}{\\mathbb{C}}\n");
  folder.write("chapters/one.tex", "One is $x\\in\\R$ or $\\C$. \\newcommand{\\later}{y_1}\n");
  folder.write("chapters/two.tex", "Two is $\\later$.\n");
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), ElementsAre("chapters/one.tex", "chapters/two.tex"));
  EXPECT_THAT(formulas_of(read["chapters/one.tex"]),
              ElementsAre("x\\in\\mathbb{R}", "\\mathbb{C}"));
  EXPECT_THAT(formulas_of(read["chapters/two.tex"]), ElementsAre("y_1"));
  EXPECT_THAT(read.flawed(), IsEmpty());
}

TEST(TexFolder, MissingFilesAndCirclesAreReported) {
  SampleFolder folder;
  folder.write("a.tex", "\\begin{document}First.\n\\input{b}\n\\input{nowhere}\n\\end{document}");
  folder.write("b.tex", "Second.\n\\input{b}\n\\input{c}");
  folder.write("c.tex", "Third.\n\n\\input{b}");
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), ElementsAre("a.tex", "b.tex", "c.tex"));
  EXPECT_THAT(read.flawed(),
              UnorderedElementsAre(HasSubstr("a.tex:3: it includes 'nowhere', which is not"),
                                   HasSubstr("b.tex:2: it includes 'b'"),
                                   HasSubstr("c.tex:3: it includes 'b'")));
}

TEST(TexFolder, FilesThatOnlyIncludeEachOtherAreReadToo) {
  SampleFolder folder;
  folder.write("x.tex", "Egg. \\input{y}");
  folder.write("y.tex", "Hen. \\input{x}");
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), ElementsAre("x.tex", "y.tex"));
  EXPECT_EQ(read.problems.count(Problem::Severity::Flawed), 2U);
}

TEST(TexFolder, ASingleFileBringsWhatItIncludes) {
  SampleFolder folder;
  const std::string path =
      folder.write("main.tex", "\\input{macros}\\begin{document}\\input{part}\\end{document}");
  folder.write("macros.tex", "\\newcommand{\\R}{\\mathbb{R}}");
  folder.write("part.tex", "In $\\R$.");
  folder.write("stranger.tex", "Not asked for.");
  const ReadCollection read = read_all({path});
  EXPECT_THAT(read.ids(), ElementsAre("part.tex"));
  EXPECT_THAT(formulas_of(read["part.tex"]), ElementsAre("\\mathbb{R}"));
}

TEST(TexFolder, FilesOutsideTheFolderAreNotRead) {
  SampleFolder folder;
  const std::string secret = folder.write("secret.tex", "Secret.");
  folder.write("book/..notes.tex", "Own.");
  const std::string path = folder.write(
      "book/main.tex", "Open.\n\\input{" + secret + "}\n\\input{../secret}\n\\import{" +
                           folder.path() + "/}{secret.tex}\n\\input{part/../../secret}\n" +
                           "\\input{/../" + secret + "}\n\\input{part/../..notes}\n");
  const ReadCollection read = read_all({path});
  EXPECT_THAT(read.ids(), ElementsAre("main.tex", "..notes.tex"));
  EXPECT_THAT(
      read.flawed(),
      ElementsAre(HasSubstr("main.tex:2: it includes '" + secret + "', which is not in"),
                  HasSubstr("main.tex:3: it includes '../secret', which is not in"),
                  HasSubstr("main.tex:4: it includes"), HasSubstr("main.tex:5: it includes"),
                  HasSubstr("main.tex:6: it includes")));
  EXPECT_THAT(read_all({folder.path() + "/book"}).ids(), ElementsAre("main.tex"));
}

TEST(TexFolder, DefinitionsThatAreMentionedTwiceEverywhereAreReadOnce) {
  SampleFolder folder;
  const int files = 30;
  folder.write("main.tex", "\\input{f0}\n\\begin{document}In $\\R$.\n\\input{part}\\end{document}");
  folder.write("part.tex", "Part of $\\R$.");
  for (int i = 0; i < files; ++i) {
    const std::string next = "\\input{f" + std::to_string(i + 1) + "}\n";
    folder.write("f" + std::to_string(i) + ".tex", next + next);
  }
  folder.write("f" + std::to_string(files) + ".tex", "\\newcommand{\\R}{\\mathbb{R}}");
  const double start = base::thread_cpu_seconds();
  const ReadCollection read = read_all({folder.path()});
  EXPECT_LT(base::thread_cpu_seconds() - start, 5.0);
  EXPECT_THAT(read.ids(), ElementsAre("main.tex", "part.tex"));
  EXPECT_THAT(formulas_of(read["part.tex"]), ElementsAre("\\mathbb{R}"));
  EXPECT_THAT(read.flawed(), IsEmpty());
}

TEST(TexFolder, DefinitionsThatCannotBeReadAreReported) {
  SampleFolder folder;
  folder.write("main.tex", "\n\\input{macros}\\begin{document}Text.\\end{document}");
  // A file that is too large to be read, but takes no space on the disk.
  std::filesystem::resize_file(folder.write("macros.tex", ""), kMaxFileBytes + 1);
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), ElementsAre("main.tex"));
  EXPECT_THAT(read.flawed(),
              ElementsAre(HasSubstr("main.tex:2: it includes 'macros', which cannot be read")));
}

TEST(TexFolder, AnOpenDollarSignAndAnOpenEnvironmentLoseNoText) {
  SampleFolder folder;
  folder.write("open.tex", "Before $x+1 and after.\n\n\\begin{theorem}Never closed.");
  const ReadCollection read = read_all({folder.path()});
  ASSERT_EQ(read.documents.size(), 1U);
  EXPECT_THAT(text_of(read.documents[0], "body"), HasSubstr("Before"));
  EXPECT_THAT(text_of(read.documents[0], "body"), HasSubstr("Never closed."));
}

TEST(MarkdownFolder, SplitsALongFileByItsHeadings) {
  SampleFolder folder;
  folder.write("notes/short.md", "# Limits\n\nLet $x\\to 0$.\n\n## Rules\n\nNone.\n");
  folder.write("notes/long.md",
               "# Series\n\n" + filler() + "\n\n## Geometric\n\nHere $\\sum q^n$.\n");
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(),
              ElementsAre("notes/long.md#section-1", "notes/long.md#section-2", "notes/short.md"));
  EXPECT_EQ(text_of(read["notes/short.md"], "title"), "Limits");
  EXPECT_EQ(text_of(read["notes/short.md"], "body"), "Let $x\\to 0$.\nRules\nNone.");
  EXPECT_EQ(read["notes/long.md#section-2"].parent, "notes/long.md#section-1");
  EXPECT_EQ(text_of(read["notes/long.md#section-2"], "context"), "Series");
}

TEST(MarkdownFolder, FrontMatterIsWhatAFileSaysAboutItself) {
  SampleFolder folder;
  folder.write(
      "short.md",
      "---\ntitle: Limits\ntags: [analysis]\ndate: 2024-05-01\naliases: [Grenzwerte]\n---\n"
      "# A heading\n\nOn $x$ and #sequences.\n");
  folder.write("long.md", "---\ntags: series\n---\n# Series\n\n" + filler() +
                              "\n\n## Geometric\n\nHere $\\sum q^n$.\n");
  folder.write("broken.md", "---\ntitle: Lemma: broken\n---\nText.\n");
  const ReadCollection read = read_all({folder.path()});
  const text::Document& document = read["short.md"];
  EXPECT_EQ(text_of(document, "title"), "Limits");
  EXPECT_EQ(text_of(document, "body"), "A heading\nOn $x$ and sequences.");
  EXPECT_THAT(document.tags, ElementsAre("analysis", "sequences"));
  EXPECT_EQ(property_of(document, "date"), "2024-05-01");
  EXPECT_EQ(property_of(document, "alias"), "Grenzwerte");
  EXPECT_EQ(text_of(document, "keywords"), "Grenzwerte") << "it is searched for";
  EXPECT_THAT(read["long.md#section-2"].tags, ElementsAre("series")) << "of every part";
  EXPECT_THAT(read["long.md#section-1"].source, HasSubstr("long.md:4"));
  EXPECT_EQ(text_of(read["broken.md"], "title"), "Lemma: broken");
  EXPECT_THAT(read.flawed(),
              ElementsAre(HasSubstr("broken.md:1: the front matter is not valid YAML")));
}

TEST(NoteFolders, OtherMarkupsAreReadByTheirEndings) {
  SampleFolder folder;
  folder.write("a.rst", "Title\n=====\n\nLet :math:`x^2` be.\n");
  folder.write("b.org", "#+TITLE: Rings\n#+FILETAGS: :algebra:\nLet \\(y^2\\) be.\n");
  folder.write("c.adoc", "= Groups\n\nLet latexmath:[z^2] be.\n");
  folder.write("d.qmd", "---\ntitle: Fields\n---\nLet $w^2$ be.\n");
  const ReadCollection read = read_all({folder.path()});
  EXPECT_EQ(text_of(read["a.rst"], "title"), "Title");
  EXPECT_THAT(formulas_of(read["a.rst"]), ElementsAre("x^2"));
  EXPECT_EQ(text_of(read["b.org"], "title"), "Rings");
  EXPECT_THAT(read["b.org"].tags, ElementsAre("algebra"));
  EXPECT_THAT(formulas_of(read["b.org"]), ElementsAre("y^2"));
  EXPECT_EQ(text_of(read["c.adoc"], "title"), "Groups");
  EXPECT_THAT(formulas_of(read["c.adoc"]), ElementsAre("z^2"));
  EXPECT_EQ(text_of(read["d.qmd"], "title"), "Fields");
  EXPECT_THAT(read.problems.kept(), IsEmpty());
}

TEST(HtmlFolder, ReadsPagesWithTheirTitles) {
  SampleFolder folder;
  folder.write("a.html",
               "<html><head><title>Ants</title></head><body><p>Six legs, \\(6=3+3\\).</p></body>");
  folder.write("b_c.htm", "<p>No title.</p>");
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), ElementsAre("a.html", "b_c.htm"));
  EXPECT_EQ(text_of(read["a.html"], "title"), "Ants");
  EXPECT_THAT(formulas_of(read["a.html"]), ElementsAre("6=3+3"));
  EXPECT_EQ(text_of(read["b_c.htm"], "title"), "b c");
}

TEST(PlainText, IsADocumentForEachFile) {
  SampleFolder folder;
  folder.write("n.txt", "It costs $5, or $x+y$ of them.\n\nSecond.\n");
  const ReadCollection read = read_all({folder.path()});
  ASSERT_THAT(read.ids(), ElementsAre("n.txt"));
  EXPECT_THAT(formulas_of(read["n.txt"]), ElementsAre("x+y"));
}

TEST(Files, OtherEncodingsAndBinariesAreReported) {
  SampleFolder folder;
  folder.write("latin.txt",
               "One line.\nGo\xF6"
               "del.\n");
  folder.write("binary.txt", std::string("a\0b", 3));
  folder.write("mark.txt", "\xEF\xBB\xBFMarked.");
  folder.write("empty.txt", "");
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), ElementsAre("latin.txt", "mark.txt"));
  EXPECT_THAT(text_of(read["latin.txt"], "body"), HasSubstr("Goödel."));
  EXPECT_EQ(text_of(read["mark.txt"], "body"), "Marked.");
  EXPECT_THAT(read.flawed(), ElementsAre(HasSubstr("latin.txt:2: not UTF-8")));
  EXPECT_THAT(read.skipped(), ElementsAre(HasSubstr("binary.txt: skipped: it is not text")));
}

std::string utf16(std::u16string_view text, bool big_endian) {
  std::string bytes;
  for (const char16_t unit : text) {
    const char high = static_cast<char>(unit / 256);
    const char low = static_cast<char>(unit % 256);
    bytes += big_endian ? high : low;
    bytes += big_endian ? low : high;
  }
  return bytes;
}

TEST(Files, Utf16WithAByteOrderMarkIsRead) {
  SampleFolder folder;
  folder.write("big.txt", utf16(u"\uFEFFGödel 𝔸 $x^2$.", true));
  folder.write("little.md", utf16(u"\uFEFF# Gödel\n\nOn $x^2$.", false));
  folder.write("main.tex",
               utf16(u"\uFEFF\\input{part}\\begin{document}$\\R$\\end{document}", false));
  folder.write("part.tex", utf16(u"\uFEFF\\newcommand{\\R}{\\mathbb{R}}", true));
  folder.write("rows.jsonl", utf16(u"\uFEFF{\"id\":\"j\",\"text\":\"Gödel\"}\n", false));
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), UnorderedElementsAre("main.tex", "little.md", "j", "big.txt"));
  EXPECT_EQ(text_of(read["big.txt"], "body"), "Gödel 𝔸 $x^2$.");
  EXPECT_EQ(text_of(read["little.md"], "title"), "Gödel");
  EXPECT_THAT(formulas_of(read["main.tex"]), ElementsAre("\\mathbb{R}"));
  EXPECT_EQ(text_of(read["j"], "body"), "Gödel");
  EXPECT_THAT(read.problems.kept(), IsEmpty());
  // A file that is given by its own path is recognised by its content.
  EXPECT_EQ(
      read_all({folder.write("unnamed", utf16(u"\uFEFF# Head\n\nx", true))}).documents[0].kind,
      "article");
}

TEST(Files, BrokenUtf16IsReportedWithItsLine) {
  SampleFolder folder;
  const std::u16string text = {u'\xFEFF', u'a', u'\n', char16_t{0xD800}, u'b'};
  folder.write("half.txt", utf16(text, false) + "x");
  const ReadCollection read = read_all({folder.path()});
  EXPECT_EQ(text_of(read["half.txt"], "body"), "a \uFFFDb\uFFFD");
  EXPECT_THAT(read.flawed(), ElementsAre(HasSubstr("half.txt:2: not UTF-16 here")));
  folder.write("wide.txt", std::string("\xFF\xFE\0\0a\0\0\0", 8));
  EXPECT_THAT(read_all({folder.path()}).skipped(), ElementsAre(HasSubstr("it is not text")));
}

TEST(Collections, OfSeveralFormatsAndFoldersAreOne) {
  SampleFolder folder;
  folder.write("one/a.tex", "Tex.");
  folder.write("one/b.md", "Mark.");
  folder.write("one/c.jsonl", "{\"id\":\"j\",\"text\":\"Line.\"}\n");
  folder.write("one/LICENSE", "Free.");
  folder.write("one/.hidden/d.tex", "Hidden.");
  folder.write("two/a.tex", "Other.");
  const ReadCollection read = read_all({folder.path() + "/one", folder.path() + "/two/"});
  EXPECT_THAT(read.ids(), ElementsAre("one/a.tex", "one/b.md", "j", "two/a.tex"));
  EXPECT_THAT(read.messages(Problem::Severity::Remark),
              ElementsAre(HasSubstr(
                  "all sources: 1 file of another kind was left out: without an ending 1")));
  CollectionOptions only_markdown;
  only_markdown.format = Format::Markdown;
  EXPECT_THAT(read_all({folder.path() + "/one"}, only_markdown).ids(), ElementsAre("b.md"));
}

TEST(Collections, AllKindsThatAreLeftOutAreCountedInOneRemarkAtTheEnd) {
  SampleFolder folder;
  folder.write("one/a.txt", "A.");
  for (const char* name : {"1.png", "2.PNG", "sub/3.png", "x.docx", "Makefile", "odd.e n"}) {
    folder.write(std::string("one/") + name, "other");
  }
  folder.write("two/b.txt", "B.");
  folder.write("two/4.png", "other");
  const ReadCollection one = read_all({folder.path() + "/one"});
  EXPECT_THAT(one.messages(Problem::Severity::Remark),
              ElementsAre("one: 6 files of other kinds were left out: .png 3, without an ending 2, "
                          ".docx 1"));
  const ReadCollection both = read_all({folder.path() + "/one", folder.path() + "/two"});
  EXPECT_THAT(both.messages(Problem::Severity::Remark),
              ElementsAre(HasSubstr("7 files of other kinds were left out: .png 4, ")));
}

TEST(Collections, AFolderOfOtherKindsSaysWhichOnes) {
  SampleFolder folder;
  folder.write("a.docx", "other");
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), IsEmpty());
  EXPECT_THAT(
      read.messages(Problem::Severity::Remark),
      ElementsAre(HasSubstr("it contains no readable file; readable formats are: arqmath, "),
                  HasSubstr("1 file of another kind was left out: .docx 1")));
}

TEST(Collections, AnEmptyFolderHasNoDocumentsAndIsNoError) {
  const SampleFolder folder;
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), IsEmpty());
  EXPECT_EQ(read.problems.count(Problem::Severity::Skipped), 0);
  EXPECT_THAT(read.problems.unread_files(), IsEmpty());
}

TEST(Collections, LinksOutOfTheFolderAreFollowedOnlyWhenAsked) {
  SampleFolder folder;
  namespace fs = std::filesystem;
  folder.write("one/a.txt", "A.");
  folder.write("elsewhere/b.txt", "B.");
  folder.write("secret.txt", "C.");
  fs::create_directory_symlink(folder.path() + "/elsewhere", folder.path() + "/one/link");
  fs::create_symlink(folder.path() + "/secret.txt", folder.path() + "/one/c.txt");
  fs::create_symlink("a.txt", folder.path() + "/one/same.txt");
  fs::create_symlink("nowhere.txt", folder.path() + "/one/broken.txt");
  const ReadCollection read = read_all({folder.path() + "/one"});
  EXPECT_THAT(read.ids(), ElementsAre("a.txt", "same.txt"));
  EXPECT_THAT(
      read.messages(Problem::Severity::Remark),
      ElementsAre("one: 2 links out of the folder were not followed (--follow-links follows them): "
                  "c.txt, link",
                  "one: 1 link leads nowhere: broken.txt"));
  EXPECT_THAT(read.skipped(), IsEmpty());
  CollectionOptions follow;
  follow.follow_links = true;
  EXPECT_THAT(read_all({folder.path() + "/one"}, follow).ids(),
              ElementsAre("a.txt", "c.txt", "link/b.txt", "same.txt"));
}

TEST(Collections, LinksThatLeadInACircleEnd) {
  SampleFolder folder;
  namespace fs = std::filesystem;
  folder.write("one/a.txt", "A.");
  folder.write("two/b.txt", "B.");
  fs::create_directory_symlink(folder.path() + "/one", folder.path() + "/one/circle");
  fs::create_directory_symlink(folder.path() + "/two", folder.path() + "/one/other");
  fs::create_directory_symlink(folder.path() + "/one", folder.path() + "/two/back");
  fs::create_symlink("itself", folder.path() + "/one/itself");
  EXPECT_THAT(read_all({folder.path() + "/one"}).ids(), ElementsAre("a.txt"));
  CollectionOptions follow;
  follow.follow_links = true;
  const ReadCollection read = read_all({folder.path() + "/one"}, follow);
  EXPECT_THAT(read.ids(), ElementsAre("a.txt", "other/b.txt"));
  EXPECT_THAT(read.messages(Problem::Severity::Remark),
              ElementsAre(HasSubstr("2 links to folders were not followed"),
                          HasSubstr("1 link leads nowhere: itself")));
}

TEST(TexFolder, AFileThatIncludesALinkOutOfItsFolderDoesNotReadIt) {
  SampleFolder folder;
  folder.write("secret.tex", "Secret.");
  const std::string path = folder.write("book/main.tex", "Open.\n\\input{part}\n");
  std::filesystem::create_symlink(folder.path() + "/secret.tex", folder.path() + "/book/part.tex");
  EXPECT_THAT(read_all({path}).ids(), ElementsAre("main.tex"));
  CollectionOptions follow;
  follow.follow_links = true;
  EXPECT_THAT(read_all({path}, follow).ids(), ElementsAre("main.tex", "part.tex"));
}

TEST(Collections, AFolderThatIsPassedOverIsNotWalked) {
  SampleFolder folder;
  folder.write("a.txt", "A.");
  folder.write("notes.idx/lock", "");
  CollectionOptions options;
  options.passed_over = folder.path() + "/notes.idx";
  const ReadCollection read = read_all({folder.path()}, options);
  EXPECT_THAT(read.ids(), ElementsAre("a.txt"));
  EXPECT_THAT(read.problems.kept(), IsEmpty());
}

TEST(Collections, FoldersThatCannotBeReadAreReported) {
  SampleFolder folder;
  namespace fs = std::filesystem;
  folder.write("a.txt", "A.");
  folder.write("closed/b.txt", "B.");
  folder.write("open/c.txt", "C.");
  for (const char* name : {"", "/a.txt", "/open", "/open/c.txt"}) {
    fs::permissions(folder.path() + name, fs::perms::all);
  }
  fs::permissions(folder.path() + "/closed", fs::perms::none);
  // The superuser can read everything, so the folder is read as the user "nobody".
  constexpr uid_t kNobody = 65534;
  const uid_t user = geteuid();
  if (user == 0 && seteuid(kNobody) != 0) GTEST_SKIP() << "the superuser cannot be nobody here";
  const bool can_try = std::ifstream(folder.path() + "/a.txt").good();
  const ReadCollection read = can_try ? read_all({folder.path()}) : ReadCollection();
  ASSERT_EQ(seteuid(user), 0);
  fs::permissions(folder.path() + "/closed", fs::perms::owner_all);
  if (!can_try) GTEST_SKIP() << "nobody cannot reach the temporary folder";
  EXPECT_THAT(read.ids(), ElementsAre("a.txt", "open/c.txt"));
  EXPECT_THAT(read.skipped(), ElementsAre("closed: skipped: it cannot be read"));
}

TEST(Collections, FormatsAreRecognisedByContent) {
  SampleFolder folder;
  const auto kind_of = [&](std::string_view text) {
    const ReadCollection read = read_all({folder.write("unnamed", text)});
    return read.documents.empty() ? "none" : read.documents[0].kind;
  };
  EXPECT_EQ(kind_of("{\"kind\": \"fact\", \"text\": \"x\"}"), "fact");
  EXPECT_EQ(kind_of("<!DOCTYPE html><p>x</p>"), "page");
  EXPECT_EQ(kind_of("\\documentclass{article}\\begin{document}x\\end{document}"), "article");
  EXPECT_EQ(kind_of("# Head\n\nx"), "article");
  EXPECT_EQ(kind_of("just words"), "text");
}

TEST(Collections, WhatCannotBeOpenedIsAnError) {
  SampleFolder folder;
  ProblemList problems;
  EXPECT_FALSE(open_collection({}, {}, problems));
  EXPECT_FALSE(open_collection({folder.path() + "/absent"}, {}, problems));
  EXPECT_FALSE(open_collection({folder.write("x.bin", std::string(9, '\0'))}, {}, problems));
  CollectionOptions options;
  options.format = Format::Arqmath;
  EXPECT_FALSE(open_collection({folder.path()}, options, problems));
}

TEST(ProblemList, CountsAllAndKeepsTheFirst) {
  ProblemList problems;
  std::uint64_t heard = 0;
  problems.listen([&](const Problem&) { ++heard; });
  for (std::uint64_t i = 1; i <= 1000; ++i) problems.skipped("f", i, "bad");
  problems.flawed("f", 0, "odd");
  EXPECT_EQ(heard, 1001U);
  EXPECT_EQ(problems.count(Problem::Severity::Skipped), 1000U);
  EXPECT_EQ(problems.kept().size(), ProblemList::kKept + 1);
  EXPECT_EQ(problem_text(problems.kept().front()), "f:1: skipped: bad");
  EXPECT_EQ(problem_text(problems.kept().back()), "f: odd");
}

}  // namespace
}  // namespace noether::collection
