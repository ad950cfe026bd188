// Archives read as folders, and the limits of hostile archives.
#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "noether/collection/archive/archive_files.h"
#include "noether/collection/sample_collection.h"

namespace noether::collection {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

using ArchiveEntries = std::vector<std::pair<std::string, std::string>>;

// `filter` is an ARCHIVE_FILTER_ code, `format` an ARCHIVE_FORMAT_ code.
std::string archive_of(const ArchiveEntries& entries, int format, int filter) {
  std::string bytes(std::size_t{1} << 20, '\0');
  std::size_t used = 0;
  ::archive* archive = ::archive_write_new();
  ::archive_write_set_format(archive, format);
  ::archive_write_add_filter(archive, filter);
  ::archive_write_set_bytes_in_last_block(archive, 1);
  ::archive_write_open_memory(archive, bytes.data(), bytes.size(), &used);
  for (const auto& [name, text] : entries) {
    ::archive_entry* entry = ::archive_entry_new();
    ::archive_entry_set_pathname(entry, name.c_str());
    // A name with an arrow is that of a link: "a -> b".
    if (const std::size_t arrow = name.find(" -> "); arrow != std::string_view::npos) {
      ::archive_entry_set_pathname(entry, name.substr(0, arrow).c_str());
      ::archive_entry_set_filetype(entry, AE_IFLNK);
      ::archive_entry_set_symlink(entry, name.substr(arrow + 4).c_str());
    } else {
      ::archive_entry_set_filetype(entry, AE_IFREG);
      ::archive_entry_set_size(entry, static_cast<::la_int64_t>(text.size()));
    }
    ::archive_entry_set_perm(entry, 0644);
    ::archive_write_header(archive, entry);
    ::archive_write_data(archive, text.data(), text.size());
    ::archive_entry_free(entry);
  }
  ::archive_write_close(archive);
  ::archive_write_free(archive);
  bytes.resize(used);
  return bytes;
}

std::string tar_gz(const ArchiveEntries& entries) {
  return archive_of(entries, ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_GZIP);
}
std::string tar(const ArchiveEntries& entries) {
  return archive_of(entries, ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_NONE);
}
std::string zip(const ArchiveEntries& entries) {
  return archive_of(entries, ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE);
}
std::string gz(const std::string& text) {
  return archive_of({{"data", text}}, ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_GZIP);
}

const ArchiveEntries kPaper = {
    {"./main.tex", "\\input{macros}\\begin{document}In $\\R$.\\input{sub/part}\\end{document}"},
    {"./macros.tex", "\\newcommand{\\R}{\\mathbb{R}}"},
    {"./sub/part.tex", "Part of $\\R$."},
    {"./notes.md", "# Note\n\nOn $x$."},
    {"./figure.png", "picture"},
    {"./.git/config", "hidden"},
};

TEST(Archives, AreReadLikeFolders) {
  SampleFolder folder;
  folder.write("paper.tar.gz", tar_gz(kPaper));
  folder.write("paper.tar", tar(kPaper));
  folder.write("paper.zip", zip(kPaper));
  const ReadCollection read = read_all({folder.path()});
  for (const std::string name : {"paper.tar.gz", "paper.tar", "paper.zip"}) {
    EXPECT_THAT(formulas_of(read[name + "/main.tex"]), ElementsAre("\\mathbb{R}")) << name;
    EXPECT_THAT(formulas_of(read[name + "/sub/part.tex"]), ElementsAre("\\mathbb{R}")) << name;
    EXPECT_EQ(text_of(read[name + "/notes.md"], "title"), "Note");
    EXPECT_EQ(read[name + "/notes.md"].source, folder.path() + "/" + name + "/notes.md");
  }
  EXPECT_EQ(read.documents.size(), 9);
  EXPECT_THAT(read.messages(Problem::Severity::Remark),
              ElementsAre(HasSubstr("3 files of other kinds were left out: .png 3")));
  EXPECT_THAT(read.flawed(), IsEmpty());
  // The same for an archive that is given by its own path, under any name.
  EXPECT_EQ(read_all({folder.path() + "/paper.zip"}).documents.size(), 3);
  EXPECT_EQ(read_all({folder.write("2101.00001", tar_gz(kPaper))}).documents.size(), 3);
}

TEST(Archives, ASingleCompressedFileIsThatFile) {
  SampleFolder folder;
  folder.write("2101.00002.gz",
               gz("\\documentclass{article}\\begin{document}Let $y$.\\end{document}"));
  folder.write("note.md.gz", gz("# N\n\nOn $z$."));
  folder.write("picture.png.gz", gz(std::string("\x89PNG\0\0", 6)));
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), ElementsAre("2101.00002.gz", "note.md.gz"));
  EXPECT_THAT(formulas_of(read["2101.00002.gz"]), ElementsAre("y"));
  EXPECT_EQ(text_of(read["note.md.gz"], "title"), "N");
  EXPECT_THAT(read.messages(Problem::Severity::Remark), ElementsAre(HasSubstr(".png 1")));
}

TEST(Archives, FilesThatAreCalledByANumberOfArxivAreWhatIsInThem) {
  SampleFolder folder;
  folder.write("2101.00001v2", tar_gz(kPaper));
  folder.write("1405.0001", gz("\\section{A} Let $y$."));
  folder.write("2101.1", gz("\\section{A} Let $y$."));
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), ElementsAre("1405.0001", "2101.00001v2/main.tex",
                                      "2101.00001v2/sub/part.tex", "2101.00001v2/notes.md"));
}

TEST(Archives, OfArchivesAreReadAsFarAsTheyMayBeNested) {
  // The layout in which arXiv delivers the papers of a month.
  const std::string month = tar({{"2101/2101.00001.gz", tar_gz(kPaper)},
                                 {"2101/2101.00002.gz", gz("\\section{A} Let $y$.")}});
  SampleFolder folder;
  folder.write("month.tar", month);
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), UnorderedElementsAre("month.tar/2101/2101.00001.gz/main.tex",
                                               "month.tar/2101/2101.00001.gz/sub/part.tex",
                                               "month.tar/2101/2101.00001.gz/notes.md",
                                               "month.tar/2101/2101.00002.gz"));
  std::string deep = zip({{"a.md", "# Deep"}});
  for (int i = 0; i < 5; ++i) deep = zip({{"b.zip", deep}});
  SampleFolder other;
  other.write("deep.zip", deep);
  const ReadCollection nested = read_all({other.path()});
  EXPECT_THAT(nested.ids(), IsEmpty());
  EXPECT_THAT(nested.skipped(), ElementsAre(HasSubstr("nested in too many archives")));
}

TEST(Archives, NamesAndLinksThatLeadOutsideAreNotRead) {
  SampleFolder folder;
  folder.write("secret.md", "# Secret");
  folder.write("in/evil.tar.gz", tar_gz({{"../secret.md", "# One"},
                                         {"a/../../up.md", "# Two"},
                                         {"/etc/absolute.md", "# Inside all the same"},
                                         {"link.md -> ../secret.md", ""}}));
  const ReadCollection read = read_all({folder.path() + "/in"});
  EXPECT_THAT(read.ids(), ElementsAre("evil.tar.gz/etc/absolute.md"));
  EXPECT_THAT(read.flawed(), ElementsAre(HasSubstr("names that lead out of the archive")));
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/up.md"));
}

TEST(Archives, ThatAreCutOffGiveWhatIsThereAndAreReportedAsUnread) {
  SampleFolder folder;
  const std::string whole = tar({{"a.md", "# A"}, {"b.md", std::string(100'000, 'b')}});
  folder.write("cut.tar", whole.substr(0, 20'000));
  folder.write("none.zip", "PK\x03\x04 and nothing more");
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), ElementsAre("cut.tar/a.md"));
  EXPECT_EQ(read.problems.unread_files().size(), 2) << "so nothing of them leaves an index";
}

TEST(Archives, ThatAreNoneAreReportedAsSuch) {
  SampleFolder folder;
  for (const char* name : {"bad.gz", "bad.tar.gz", "bad.tar", "bad.zip"}) {
    folder.write(name, "This is text, whatever its name says.");
  }
  const ReadCollection read = read_all({folder.path()});
  EXPECT_THAT(read.ids(), IsEmpty());
  EXPECT_THAT(read.skipped(),
              ElementsAre("bad.gz: skipped: it cannot be unpacked: it is neither an archive nor "
                          "compressed",
                          HasSubstr("bad.tar: skipped: it cannot be unpacked: "),
                          "bad.tar.gz: skipped: it cannot be unpacked: it is neither an archive "
                          "nor compressed",
                          HasSubstr("bad.zip: skipped: it cannot be unpacked: ")));
  EXPECT_EQ(read.problems.unread_files().size(), 4);
}

TEST(Archives, AnArchiveBombIsNotUnpacked) {
  // A hundred files of a megabyte, in a few kilobytes.
  ArchiveEntries zeros;
  for (int i = 0; i < 100; ++i) {
    zeros.emplace_back("z" + std::to_string(i) + (i % 2 == 0 ? ".txt" : ".png"),
                       std::string(1 << 20, ' '));
  }
  const std::string bomb = tar_gz(zeros);
  ASSERT_LT(bomb.size(), 500'000);
  SampleFolder folder;
  const FoundFile file{folder.write("bomb.tar.gz", bomb), "bomb.tar.gz", bomb.size()};
  ArchiveBudget few_bytes{.bytes = 5 << 20, .files = 1'000};
  const auto by_bytes = read_archive(file, few_bytes);
  ASSERT_TRUE(by_bytes);
  EXPECT_THAT(by_bytes->stopped, HasSubstr("its unpacked size is over the limit"));
  EXPECT_LE(by_bytes->files.size(), 3);
  ArchiveBudget few_files{.bytes = std::uint64_t{1} << 30, .files = 10};
  const auto by_files = read_archive(file, few_files);
  ASSERT_TRUE(by_files);
  EXPECT_THAT(by_files->stopped, HasSubstr("too many files"));
}

TEST(Archives, OfFilesOfOneNameTheLastOneCounts) {
  SampleFolder folder;
  folder.write("twice.tar", tar({{"a.md", "# Old"}, {"./a.md", "# New"}}));
  EXPECT_EQ(text_of(read_all({folder.path()})["twice.tar/a.md"], "title"), "New");
}

TEST(Archives, GiveOnlyTheFormatThatIsAskedFor) {
  SampleFolder folder;
  folder.write("paper.zip", zip(kPaper));
  CollectionOptions options;
  options.format = Format::Markdown;
  EXPECT_THAT(read_all({folder.path()}, options).ids(), ElementsAre("paper.zip/notes.md"));
  EXPECT_THAT(read_all({folder.path() + "/paper.zip"}, options).ids(),
              ElementsAre("paper.zip/notes.md"));
}

TEST(Archives, LeaveNothingInTheTemporaryFolder) {
  SampleFolder folder;
  folder.write("in/paper.zip", zip(kPaper));
  std::filesystem::create_directories(folder.path() + "/tmp");
  const char* before = std::getenv("TMPDIR");
  const std::string old = before == nullptr ? "" : before;
  ASSERT_EQ(::setenv("TMPDIR", (folder.path() + "/tmp").c_str(), 1), 0);
  const auto names_while_open = [&] {
    ProblemList problems;
    auto source = open_collection({folder.path() + "/in"}, {}, problems);
    text::Document document;
    EXPECT_TRUE(source && *(*source)->next(document));
    return std::distance(std::filesystem::directory_iterator(folder.path() + "/tmp"),
                         std::filesystem::directory_iterator());
  }();
  if (before == nullptr) {
    ::unsetenv("TMPDIR");
  } else {
    ::setenv("TMPDIR", old.c_str(), 1);
  }
  EXPECT_EQ(names_while_open, 0) << "not even while they are read, so that a kill leaves nothing";
}

}  // namespace
}  // namespace noether::collection
