#include "noether/collection/unread_places.h"

#include <gtest/gtest.h>

namespace noether::collection {
namespace {

text::Document from(std::string source) {
  text::Document document;
  document.source = std::move(source);
  return document;
}

TEST(UnreadPlaces, HoldTheDocumentsOfTheirFilesAndNoOthers) {
  ProblemList problems;
  problems.unread("notes/bad.zip", "damaged");
  problems.unread("notes/sub/closed", "it cannot be read");
  const UnreadPlaces unread({"notes", "papers"}, problems);
  EXPECT_TRUE(unread.may_hold(0, from("notes/bad.zip/a.md")));
  EXPECT_TRUE(unread.may_hold(0, from("notes/bad.zip/a.md:12")));
  EXPECT_TRUE(unread.may_hold(0, from("notes/sub/closed/b.tex:3")));
  // The folder may have been given in any form when it was read.
  EXPECT_TRUE(unread.may_hold(0, from("../x/notes/./bad.zip/a.md")));
  EXPECT_FALSE(unread.may_hold(0, from("notes/not-bad.zip/a.md")));
  EXPECT_FALSE(unread.may_hold(0, from("notes/bad.zip.md")));
  EXPECT_FALSE(unread.may_hold(0, from("notes/closed/b.tex")));
  EXPECT_FALSE(unread.may_hold(1, from("papers/bad.zip/a.md"))) << "of another path";
}

TEST(UnreadPlaces, ThatMayHoldRecordsHoldThoseWithAnAddress) {
  ProblemList problems;
  problems.unread("notes/bad.pdf", "it is not a PDF");
  const text::Document record = from("https://example.org/1");
  EXPECT_FALSE(UnreadPlaces({"notes"}, problems).may_hold(0, record));
  problems.unread("notes/records.jsonl", "it cannot be read");
  EXPECT_TRUE(UnreadPlaces({"notes"}, problems).may_hold(0, record));
}

TEST(UnreadPlaces, AreAllOfAPathThatCouldNotBeReadItself) {
  ProblemList problems;
  problems.unread("notes/a.pdf", "it is not a PDF");
  const UnreadPlaces unread({"notes/a.pdf", "notes/b.pdf"}, problems);
  EXPECT_TRUE(unread.may_hold(0, from("anything")));
  EXPECT_FALSE(unread.may_hold(1, from("notes/b.pdf:1")));
}

TEST(UnreadPlaces, OutsideOfAllPathsMayHoldAnything) {
  ProblemList problems;
  problems.unread("book/part.tex", "it cannot be read");
  EXPECT_TRUE(UnreadPlaces({"book/main.tex"}, problems).may_hold(0, from("book/part.tex:7")));
}

}  // namespace
}  // namespace noether::collection
