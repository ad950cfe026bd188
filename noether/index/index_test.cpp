#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/base/temporary_folder.h"
#include "noether/index/check_index.h"
#include "noether/index/index_fixture.h"

namespace noether::index {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> damages_of(const std::string& folder) {
  std::vector<std::string> damages;
  const auto check =
      check_index(folder, [&](const base::Error& error) { damages.push_back(error.message); });
  if (!check) damages.push_back(check.error().message);
  return damages;
}

void add_documents(IndexWriter& writer, RandomEntries& random, int first, int last) {
  for (int i = first; i < last; ++i) {
    const auto added = writer.add(random.next(fmt::format("d{}", i), writer));
    ASSERT_TRUE(added) << added.error().message;
  }
}

IndexReader reader_of(const std::string& folder) {
  auto reader = IndexReader::open(folder);
  EXPECT_TRUE(reader) << reader.error().message;
  return std::move(*reader);
}

// A segment for every `commit_each` documents, never merged.
void build(const std::string& folder, std::uint64_t seed, int documents, int commit_each) {
  auto writer = IndexWriter::open(folder, test_schema(), {.merge_factor = 1000});
  ASSERT_TRUE(writer) << writer.error().message;
  RandomEntries random(seed);
  for (int first = 0; first < documents; first += commit_each) {
    add_documents(*writer, random, first, std::min(documents, first + commit_each));
    ASSERT_TRUE(writer->commit());
  }
}

TEST(Index, GivesBackWhatWasPutIn) {
  const base::TemporaryFolder folder;
  RandomEntries random(7);
  std::vector<DocumentEntry> entries;
  {
    auto writer = IndexWriter::open(folder / "index", test_schema());
    ASSERT_TRUE(writer) << writer.error().message;
    for (int i = 0; i < 500; ++i) {
      entries.push_back(random.next(fmt::format("d{}", i), *writer));
      ASSERT_TRUE(writer->add(entries.back()));
    }
    EXPECT_EQ(*writer->commit(), 1);
    EXPECT_EQ(*writer->commit(), 1) << "nothing was changed";
  }
  const IndexReader index = reader_of(folder / "index");
  EXPECT_THAT(damages_of(folder / "index"), IsEmpty());
  ASSERT_EQ(index.documents(), 500);
  std::uint64_t length = 0;
  for (std::uint32_t i = 0; i < 500; ++i) {
    const text::Document& expected = entries[i].document;
    EXPECT_EQ(*index.document(i), expected);
    EXPECT_EQ(*index.document_id(i), expected.id);
    EXPECT_EQ(*index.find_document(expected.id), std::optional(i));
    length += entries[i].terms[0].length;
    for (const Term& term : entries[i].terms[0].terms) {
      auto cursor = index.segments()[0].reader->postings(0, term.key);
      ASSERT_TRUE(cursor);
      EXPECT_EQ(cursor->advance_to(i), i);
      EXPECT_EQ(cursor->weight(), term.weight);
      EXPECT_EQ(*index.frequency(0, term.key), cursor->count());
    }
  }
  EXPECT_EQ(index.total_length(0), length);
  EXPECT_EQ(*index.find_document("nobody"), std::nullopt);
  EXPECT_EQ(*index.frequency(0, term_key("nothing")), 0);
  EXPECT_FALSE(index.document(500));
  EXPECT_FALSE(index.formula(index.formulas()));
}

TEST(Index, StoresAFormulaOnceWithAllItsPlaces) {
  const base::TemporaryFolder folder;
  auto writer = IndexWriter::open(folder / "index", test_schema());
  FormulaEntry formula;
  formula.latex = "x+1";
  formula.identities[1] = base::digest_of("renamed");
  for (const char* id : {"a", "b"}) {
    DocumentEntry entry;
    entry.document.id = id;
    entry.document.fields = {{"title", "$x+1$ or $x+1$", {{1, 4, "", ""}, {10, 13, "", ""}}}};
    EXPECT_EQ(*writer->add_formula(formula), 0);
    EXPECT_EQ(writer->find_formula("x+1"), std::optional(0U));
    entry.formulas = {{0, 0, 1, 4}, {0, 0, 10, 13}};
    ASSERT_TRUE(writer->add(entry));
  }
  ASSERT_TRUE(writer->commit());
  const IndexReader index = reader_of(folder / "index");
  EXPECT_EQ(index.formulas(), 1);
  EXPECT_EQ(index.formula(0)->latex, "x+1");
  EXPECT_THAT(*index.places(0), ElementsAre(Place{0, 0, 1, 4}, Place{0, 0, 10, 13},
                                            Place{1, 0, 1, 4}, Place{1, 0, 10, 13}));
  EXPECT_THAT(*index.find_formulas(Identity::Renaming, base::digest_of("renamed")), ElementsAre(0));
  EXPECT_THAT(*index.find_formulas(Identity::Meaning, base::digest_of("renamed")), IsEmpty());
  EXPECT_THAT(*index.find_formulas(Identity::Meaning, base::Digest{}), IsEmpty());
}

TEST(Index, TellsWhatTheCollectionCallsAPlace) {
  const base::TemporaryFolder folder;
  auto writer = IndexWriter::open(folder / "index", test_schema(), {.merge_factor = 1000});
  FormulaEntry formula;
  formula.latex = "x";
  formula.payload = "tree";
  const std::vector<std::pair<std::string, std::string>> names = {
      {"17", "5"},      {"3", "5"},          {"", ""},   {"q_4", ""},
      {"", "drawn so"}, {"007", "drawn so"}, {"0", "7"}, {"999999999999999999", "6"}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    DocumentEntry entry;
    entry.document.id = fmt::format("d{}", i);
    entry.document.fields = {{"body", "$x$", {{1, 2, names[i].first, names[i].second}}}};
    entry.formulas = {{*writer->add_formula(formula), 0, 1, 2}};
    ASSERT_TRUE(writer->add(entry));
    if (i == 2) {
      ASSERT_TRUE(writer->commit());
    }
  }
  ASSERT_TRUE(writer->commit());
  ASSERT_TRUE(writer->merge_all());
  const IndexReader index = reader_of(folder / "index");
  EXPECT_EQ(*index.payload(0), "tree");
  EXPECT_FALSE(index.payload(1));
  const auto places = index.named_places(0);
  ASSERT_EQ(places->size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto document = static_cast<std::uint32_t>(i);
    EXPECT_EQ((*places)[i],
              (NamedPlace{Place{document, 0, 1, 2}, names[i].first, names[i].second}));
  }
}

TEST(Index, ReadsTheHeadOfADocumentByItself) {
  const base::TemporaryFolder folder;
  auto writer = IndexWriter::open(folder / "index", test_schema());
  DocumentEntry entry;
  entry.document.id = "7";
  entry.document.kind = "question";
  entry.document.tags = {"limits"};
  entry.document.fields = {{"body", "All of $y$.", {{8, 9, "2", ""}}},
                           {"title", "About $x$", {{7, 8, "1", ""}}},
                           {"comment", "no", {}}};
  ASSERT_TRUE(writer->add(entry));
  ASSERT_TRUE(writer->commit());
  const IndexReader index = reader_of(folder / "index");
  EXPECT_EQ(*index.document(0), entry.document);
  text::Document head = entry.document;
  head.fields = {head.fields[1]};
  EXPECT_EQ(*index.document_head(0), head);
  EXPECT_FALSE(index.document_head(1));
}

TEST(Index, KeepsTheTextsOfWordsInOrder) {
  const base::TemporaryFolder folder;
  build(folder / "index", 5, 300, 300);
  const IndexReader index = reader_of(folder / "index");
  const auto texts = index.segments()[0].reader->texts(0);
  ASSERT_TRUE(texts);
  EXPECT_EQ(texts->size(), index.segments()[0].reader->terms(0));
  auto cursor = texts->lower_bound("word12");
  std::vector<std::string> found;
  while (cursor.next() && cursor.text().starts_with("word12")) found.push_back(cursor.text());
  EXPECT_THAT(found, Contains("word12"));
  EXPECT_TRUE(std::ranges::is_sorted(found));
  EXPECT_FALSE(texts->lower_bound("z").next());
}

TEST(Index, AnswersTheSameFromManySegmentsMergedOrAtOnce) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const base::TemporaryFolder folder;
    build(folder / "once", seed, 700, 700);
    build(folder / "many", seed, 700, 37);
    const auto expected = everything_in(reader_of(folder / "once"));
    const IndexReader many = reader_of(folder / "many");
    EXPECT_EQ(many.segments().size(), 19);
    EXPECT_EQ(everything_in(many), expected);
    auto writer = IndexWriter::open(folder / "many");
    ASSERT_TRUE(writer->merge_all());
    EXPECT_THAT(damages_of(folder / "many"), IsEmpty());
    const IndexReader merged = reader_of(folder / "many");
    EXPECT_EQ(merged.segments().size(), 1);
    EXPECT_EQ(everything_in(merged), expected);
    for (const char* file : {"terms", "documents", "formulas"}) {
      const std::string path = fmt::format("segments/000020/{}", file);
      EXPECT_EQ(*base::FileSystem::real().read(folder / ("many/" + path), 1 << 30),
                *base::FileSystem::real().read(
                    folder / fmt::format("once/segments/000001/{}", file), 1 << 30))
          << "merging gives the bytes of building at once: " << file;
    }
    // The old reader still answers though its files are gone.
    EXPECT_EQ(everything_in(many), expected);
    EXPECT_EQ(base::FileSystem::real().list(folder / "many/segments")->size(), 1);
  }
}

TEST(Index, ForgetsWhatIsDeletedAndReplacesWhatIsAddedAgain) {
  const base::TemporaryFolder folder;
  build(folder / "index", 3, 200, 50);
  auto writer = IndexWriter::open(folder / "index", {.merge_factor = 1000});
  for (int i = 0; i < 200; i += 3) {
    EXPECT_EQ(*writer->remove(fmt::format("d{}", i)), true);
    EXPECT_EQ(*writer->remove(fmt::format("d{}", i)), false);
  }
  RandomEntries random(99);
  add_documents(*writer, random, 100, 110);
  add_documents(*writer, random, 105, 107);
  const IndexReader before = reader_of(folder / "index");
  ASSERT_TRUE(writer->commit());
  EXPECT_EQ(before.deleted_documents(), 0);
  const IndexReader after = reader_of(folder / "index");
  EXPECT_EQ(*after.find_document("d0"), std::nullopt);
  EXPECT_NE(*after.find_document("d1"), std::nullopt);
  EXPECT_GE(**after.find_document("d105"), 210);
  EXPECT_EQ(after.documents() - after.deleted_documents(), 200 - 67 + 3);
  const auto expected = everything_in(after);
  ASSERT_TRUE(writer->merge_all());
  const IndexReader merged = reader_of(folder / "index");
  EXPECT_EQ(merged.deleted_documents(), 0);
  EXPECT_EQ(everything_in(merged), expected);
  EXPECT_THAT(damages_of(folder / "index"), IsEmpty());
}

TEST(Index, WritesASegmentWhenTheMemoryIsUsedUpAndMergesThem) {
  const base::TemporaryFolder folder;
  auto writer = IndexWriter::open(folder / "index", test_schema(),
                                  {.memory_bytes = 200'000, .merge_factor = 4});
  RandomEntries random(3);
  add_documents(*writer, random, 0, 1500);
  EXPECT_GT(writer->segments(), 4);
  ASSERT_TRUE(writer->commit());
  EXPECT_LT(writer->segments(), 4);
  build(folder / "once", 3, 1500, 1500);
  EXPECT_EQ(everything_in(reader_of(folder / "index")), everything_in(reader_of(folder / "once")));
}

TEST(Index, LetsOneWriterInAtATime) {
  const base::TemporaryFolder folder;
  auto writer = IndexWriter::open(folder / "index", test_schema());
  ASSERT_TRUE(writer->commit());
  EXPECT_THAT(IndexWriter::open(folder / "index").error().message, HasSubstr("locked"));
  EXPECT_THAT(IndexWriter::open(folder / "index", test_schema()).error().hint,
              HasSubstr("another program"));
}

TEST(Index, RefusesWhatIsNoIndexOrOneOfOtherSpaces) {
  const base::TemporaryFolder folder;
  EXPECT_THAT(IndexReader::open(folder.path()).error().message, HasSubstr("is not an index"));
  EXPECT_THAT(IndexWriter::open(folder.path()).error().message, HasSubstr("is not an index"));
  ASSERT_TRUE(base::FileSystem::real().make_folder(folder / "holiday"));
  EXPECT_THAT(IndexWriter::open(folder.path(), test_schema()).error().message,
              HasSubstr("holds 'holiday'"));
  build(folder / "index", 1, 2, 2);
  Schema other = test_schema();
  other.spaces[0].name = "names";
  EXPECT_THAT(IndexWriter::open(folder / "index", other).error().message,
              HasSubstr("other spaces"));
  other.spaces[1].name = "names";
  EXPECT_THAT(IndexWriter::open(folder / "new", other).error().message,
              HasSubstr("two spaces of the name 'names'"));
}

TEST(Index, RefusesADocumentThatContradictsTheSchemaOrItself) {
  SegmentBuilder builder(test_schema());
  DocumentEntry entry;
  entry.terms = {{.space = 1, .length = 1, .terms = {}}};
  EXPECT_THAT(builder.add(entry).error().message, HasSubstr("'paths' is one of formulas"));
  entry.terms = {{.space = 9, .length = 1, .terms = {}}};
  EXPECT_THAT(builder.add(entry).error().message, HasSubstr("no space 9"));
  entry.terms = {{.space = 0, .length = 1, .terms = {{.key = 1, .text = "one"}}}};
  EXPECT_THAT(builder.add(entry).error().message, HasSubstr("'one' is not the text of its key"));
  entry.terms = {};
  entry.formulas = {{0, 0, 0, 0}};
  EXPECT_THAT(builder.add(entry).error().message, HasSubstr("a place outside of its text"));
  entry.formulas = {};
  entry.document.fields = {{"body", "ab", {{1, 3, "", ""}}}};
  EXPECT_THAT(builder.add(entry).error().message, HasSubstr("out of order"));
  EXPECT_EQ(builder.documents(), 0);
}

}  // namespace
}  // namespace noether::index
