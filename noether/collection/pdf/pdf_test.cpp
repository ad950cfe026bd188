// PDFs: words of pages, and files that are broken or hostile.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "noether/collection/pdf/pdf_source.h"
#include "noether/collection/sample_collection.h"
#include "noether/text/pdf_page.h"

namespace noether::collection {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Pages of lines in Helvetica. The PDF has no table of its objects; the reader searches for them.
std::string pdf_of(const std::vector<std::vector<std::string>>& pages, const std::string& title) {
  std::string kids;
  std::string objects;
  int next = 4;
  for (const auto& lines : pages) {
    std::string stream = "BT /F1 12 Tf 72 720 Td 14 TL\n";
    for (const std::string& line : lines) {
      std::string escaped;
      for (const char c : line) {
        if (c == '(' || c == ')' || c == '\\') escaped += '\\';
        escaped += c;
      }
      stream += "(" + escaped + ") Tj T*\n";
    }
    stream += "ET\n";
    const std::string page = std::to_string(next++);
    const std::string content = std::to_string(next++);
    kids += page + " 0 R ";
    objects += page + " 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents " +
               content + " 0 R /Resources << /Font << /F1 3 0 R >> >> >>\nendobj\n" + content +
               " 0 obj\n<< /Length " + std::to_string(stream.size()) + " >>\nstream\n" + stream +
               "endstream\nendobj\n";
  }
  const std::string info = std::to_string(next);
  return "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
         "2 0 obj\n<< /Type /Pages /Kids [" +
         kids + "] /Count " + std::to_string(pages.size()) +
         " >>\nendobj\n3 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\n" +
         objects + info + " 0 obj\n<< /Title (" + title + ") /Author (Emmy) >>\nendobj\n" +
         "trailer\n<< /Root 1 0 R /Info " + info + " 0 R /Size " + std::to_string(next + 1) +
         " >>\n%%EOF\n";
}

TEST(Pdf, GivesTheWordsOfItsPages) {
  SampleFolder folder;
  folder.write("short.pdf", pdf_of({{"On mathe-", "matics and", "$x^2$ as it is."}, {"Page two."}},
                                   "A short one"));
  folder.write("no_title.pdf", pdf_of({{"Text."}}, ""));
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), ElementsAre("no_title.pdf", "short.pdf"));
  const text::Document& document = read["short.pdf"];
  EXPECT_EQ(document.kind, "article");
  EXPECT_EQ(text_of(document, "title"), "A short one");
  EXPECT_EQ(property_of(document, "author"), "Emmy");
  EXPECT_EQ(text_of(document, "body"), "On mathematics and $x^2$ as it is.\nPage two.");
  EXPECT_THAT(formulas_of(document), ElementsAre("x^2")) << "where the PDF carries it as LaTeX";
  EXPECT_EQ(text_of(read["no_title.pdf"], "title"), "no title");
  EXPECT_THAT(read.problems.kept(), IsEmpty());
}

TEST(Pdf, OfSomeLengthIsADocumentForEachPage) {
  const std::vector<std::string> lines(45, "Nothing is said in this sentence, and that at length.");
  SampleFolder folder;
  folder.write("long.pdf", pdf_of({lines, lines, lines}, "At length"));
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), ElementsAre("long.pdf#page-1", "long.pdf#page-2", "long.pdf#page-3"));
  EXPECT_EQ(read["long.pdf#page-2"].kind, "page");
  EXPECT_EQ(text_of(read["long.pdf#page-2"], "context"), "At length");
  EXPECT_THAT(read["long.pdf#page-2"].source, HasSubstr("long.pdf:2"));
}

TEST(Pdf, ThatIsDamagedIsSkippedAndReadingGoesOn) {
  const std::string good = pdf_of({{"Good."}}, "Good");
  SampleFolder folder;
  folder.write("a.pdf", "%PDF-1.7\nnothing more");
  folder.write("b.pdf", std::string(5'000, '\0'));
  folder.write("c.pdf", good);
  folder.write("d.pdf", "");
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), ElementsAre("c.pdf"));
  EXPECT_THAT(read.skipped(), ElementsAre(HasSubstr("a.pdf: skipped: it is not a PDF"),
                                          HasSubstr("b.pdf: skipped: it is not a PDF"),
                                          HasSubstr("d.pdf: skipped: it is not a PDF")));
  EXPECT_EQ(read.problems.unread_files().size(), 3);
  // A file that is cut off at any place gives its text or an error.
  for (std::size_t size = 0; size < good.size(); size += 37) {
    const auto cut = read_pdf(std::string_view(good).substr(0, size));
    EXPECT_TRUE(!cut || cut->pages.size() <= 1) << size;
  }
}

TEST(Pdf, LinesAreJoinedWhereAWordIsDivided) {
  EXPECT_EQ(text::read_pdf_page("non-\nEuclidean geo-\nmetry - and\nso on\n").text,
            "non- Euclidean geometry - and so on");
}

}  // namespace
}  // namespace noether::collection
