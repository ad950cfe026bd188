#include "noether/index/analysis/build_index.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <random>
#include <set>
#include <string>

#include "noether/base/faulty_file_system.h"
#include "noether/base/temporary_folder.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/check_index.h"
#include "noether/index/index_fixture.h"
#include "noether/index/index_reader.h"
#include "noether/index/index_writer.h"
#include "noether/index/stored_blocks.h"

namespace noether::index {
namespace {

using testing::AnyOf;
using testing::ElementsAre;
using testing::Eq;
using testing::HasSubstr;
using testing::IsEmpty;

// Documents of random words and formulas, with the given number of bytes; the same for one seed.
class Stream {
 public:
  Stream(std::uint64_t seed, std::size_t documents, std::size_t words)
      : random_(seed), documents_(documents), words_(words) {}

  base::Result<bool> operator()(text::Document& document) {
    if (made_ == documents_) return false;
    document = {};
    document.id = fmt::format("d{}", made_++);
    document.kind = made_ % 2 == 0 ? "answer" : "question";
    document.tags = {fmt::format("tag{}", random_() % 7)};
    text::Field& field = document.fields.emplace_back();
    field.name = "body";
    for (std::size_t i = 0; i < words_; ++i) {
      const std::uint64_t drawn = random_();
      field.text += fmt::format("w{:x} ", drawn % (random_() % 5000 + 1));
    }
    const std::uint64_t exponent = random_() % 40;
    const std::string latex = fmt::format("x^{{{}}}+{}", exponent, random_() % 3);
    const auto begin = static_cast<std::uint32_t>(field.text.size() + 1);
    field.text += "$" + latex + "$";
    field.formulas = {
        {begin, begin + static_cast<std::uint32_t>(latex.size()), fmt::format("{}", made_), ""}};
    return true;
  }
  std::size_t made() const { return made_; }

 private:
  std::mt19937_64 random_;
  std::size_t documents_;
  std::size_t words_;
  std::size_t made_ = 0;
};

std::vector<std::string> files_of(const std::string& folder) {
  const auto index = IndexReader::open(folder);
  EXPECT_TRUE(index) << index.error().message;
  std::vector<std::string> contents;
  for (const OpenSegment& segment : index->segments()) {
    for (const char* name : {"terms", "documents", "formulas"}) {
      const auto bytes = base::FileSystem::real().read(
          fmt::format("{}/segments/{:06}/{}", folder, segment.number, name), 1 << 30);
      EXPECT_TRUE(bytes);
      contents.push_back(bytes ? *bytes : "");
    }
  }
  return contents;
}

std::uint64_t damage_count(const std::string& folder) {
  const auto check =
      check_index(folder, [](const base::Error& error) { ADD_FAILURE() << error.message; });
  EXPECT_TRUE(check) << check.error().message;
  return check ? check->damages : 1;
}

TEST(BuildIndex, MakesTheSameBytesWithAnyNumberOfThreads) {
  const base::TemporaryFolder folder;
  std::vector<std::vector<std::string>> made;
  for (const unsigned threads : {1U, 4U}) {
    const std::string path = folder / fmt::format("index{}", threads);
    const auto counts = build_index(path, Stream(1, 500, 1200),
                                    {.threads = threads, .memory_bytes = std::uint64_t{64} << 20});
    ASSERT_TRUE(counts) << counts.error().message;
    EXPECT_EQ(counts->documents, 500);
    EXPECT_EQ(counts->formulas, 500);
    EXPECT_GT(counts->segments, 2) << "there is nothing to share";
    EXPECT_EQ(damage_count(path), 0);
    made.push_back(files_of(path));
  }
  EXPECT_EQ(made[0].size(), 3) << "one segment";
  EXPECT_TRUE(made[0] == made[1]);
}

TEST(BuildIndex, ReplacesDocumentsThatTheIndexHas) {
  const base::TemporaryFolder folder;
  ASSERT_TRUE(build_index(folder / "index", Stream(1, 40, 10)));
  const auto counts = build_index(folder / "index", Stream(2, 10, 5));
  ASSERT_TRUE(counts) << counts.error().message;
  EXPECT_EQ(counts->documents, 10);
  EXPECT_EQ(counts->replaced, 10);
  const auto index = IndexReader::open(folder / "index");
  EXPECT_EQ(index->documents() - index->deleted_documents(), 40);
  Stream again(2, 10, 5);
  for (text::Document document; *again(document);) {
    const auto number = index->find_document(document.id);
    ASSERT_TRUE(number && *number);
    EXPECT_EQ(*index->document(**number), document);
  }
  EXPECT_EQ(damage_count(folder / "index"), 0);
}

TEST(BuildIndex, KeepsTheFirstOfTwoDocumentsOfOneId) {
  const base::TemporaryFolder folder;
  int next = 0;
  std::vector<std::string> refused;
  const auto counts = build_index(folder / "index",
                                  [&](text::Document& document) -> base::Result<bool> {
                                    document = {};
                                    document.id = "same";
                                    document.kind = next == 0 ? "first" : "later";
                                    return next++ < 3;
                                  },
                                  {.refused = [&](const std::string& id, const base::Error& why) {
                                    refused.push_back(id + ": " + why.message);
                                  }});
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->documents, 1);
  EXPECT_EQ(counts->refused, 2);
  EXPECT_EQ(refused.size(), 2);
  EXPECT_THAT(refused[0], HasSubstr("same: a document of this id"));
  EXPECT_EQ(IndexReader::open(folder / "index")->document(0)->kind, "first");
}

TEST(BuildIndex, KeepsTheOldDocumentWhenTheNewOneIsRefused) {
  const base::TemporaryFolder folder;
  ASSERT_TRUE(build_index(folder / "index", Stream(1, 3, 10)));
  // The text of d0 is refused while reading, the property of d1 when it is to be stored.
  Stream stream(2, 3, 10);
  std::vector<std::string> refused;
  const auto counts = build_index(folder / "index",
                                  [&](text::Document& document) -> base::Result<bool> {
                                    const auto more = stream(document);
                                    std::string large(kMaxRecordBytes + 1, ' ');
                                    if (stream.made() == 1) document.fields[0].text = large;
                                    if (stream.made() == 2) document.properties = {{"note", large}};
                                    return more;
                                  },
                                  {.refused = [&](const std::string& id, const base::Error& why) {
                                    refused.push_back(id + ": " + why.message);
                                  }});
  ASSERT_TRUE(counts) << counts.error().message;
  EXPECT_EQ(counts->documents, 1);
  EXPECT_EQ(counts->replaced, 1);
  EXPECT_EQ(counts->refused, 2);
  EXPECT_THAT(refused, ElementsAre(HasSubstr("d0: its text has 67108865 bytes"),
                                   HasSubstr("and the index takes 67108864")));
  const auto index = IndexReader::open(folder / "index");
  ASSERT_TRUE(index);
  EXPECT_EQ(index->documents() - index->deleted_documents(), 3);
  Stream old(1, 3, 10);
  Stream fresh(2, 3, 10);
  for (text::Document was, now; *old(was) && *fresh(now);) {
    const auto number = index->find_document(was.id);
    ASSERT_TRUE(number && *number) << was.id;
    EXPECT_EQ(*index->document(**number), was.id == "d2" ? now : was);
  }
  EXPECT_EQ(damage_count(folder / "index"), 0);
}

TEST(BuildIndex, LeavesTheLastCommitWhenReadingFails) {
  const base::TemporaryFolder folder;
  ASSERT_TRUE(build_index(folder / "index", Stream(1, 20, 10)));
  const auto before = files_of(folder / "index");
  Stream stream(2, 100, 10);
  const auto failed = build_index(folder / "index",
                                  [&](text::Document& document) -> base::Result<bool> {
                                    if (stream.made() == 50) return base::fail("the disk is gone");
                                    return stream(document);
                                  },
                                  {.threads = 3});
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "the disk is gone");
  EXPECT_TRUE(files_of(folder / "index") == before);
}

// Whether the work ends well or not, the index is as before or as intended. The documents are few
// and there is only one thread, because each call that changes the disk fails once.
TEST(BuildIndex, LosesNothingCommittedWhereverThePowerGoesOrTheDiskIsFull) {
  const base::TemporaryFolder folder;
  const auto build = [&](const std::string& name, std::uint64_t seed, std::size_t documents,
                         base::FileSystem& file_system) {
    Stream stream(seed, documents, 5);
    const auto next = [&](text::Document& document) -> base::Result<bool> {
      auto more = stream(document);
      document.properties = {{"score", "1"}};
      return more;
    };
    return build_index(folder / name, next, {}, file_system);
  };
  const auto said_by = [&](const std::string& name) {
    const auto index = IndexReader::open(folder / name);
    return index ? everything_in(*index) : std::vector{index.error().message};
  };
  const auto copy = [&](const std::string& name) {
    std::filesystem::remove_all(folder / name);
    std::filesystem::copy(folder / "before", folder / name,
                          std::filesystem::copy_options::recursive);
  };
  base::FaultyFileSystem first;
  ASSERT_TRUE(build("before", 1, 3, first));
  copy("after");
  base::FaultyFileSystem sound;
  const auto counts = build("after", 2, 4, sound);
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->replaced, 3);
  const auto before = said_by("before");
  const auto after = said_by("after");
  ASSERT_NE(before, after);
  ASSERT_GT(sound.calls(), 40);
  std::set<bool> came_through;
  const auto expect_a_commit = [&](base::FaultyFileSystem& faulty) {
    copy("index");
    const auto built = build("index", 2, 4, faulty);
    const auto said = said_by("index");
    EXPECT_THAT(said, AnyOf(Eq(before), Eq(after)));
    if (built) {
      EXPECT_EQ(said, after);
    } else {
      came_through.insert(said == after);
    }
    EXPECT_EQ(damage_count(folder / "index"), 0);
    if (!faulty.crashed()) {
      EXPECT_EQ(files_below(folder / "index"), files_of_commit(folder / "index"));
    }
    // The work can also continue from there.
    base::FaultyFileSystem again;
    EXPECT_TRUE(build("index", 2, 4, again));
    EXPECT_EQ(said_by("index"), after);
    EXPECT_EQ(files_below(folder / "index"), files_of_commit(folder / "index"));
  };
  for (std::uint64_t crash_at = 0; crash_at < sound.calls(); ++crash_at) {
    SCOPED_TRACE(fmt::format("power lost at call {} of {}", crash_at, sound.calls()));
    base::FaultyFileSystem faulty(crash_at);
    expect_a_commit(faulty);
    ASSERT_TRUE(faulty.crashed());
    if (HasFailure()) return;
  }
  EXPECT_THAT(came_through, ElementsAre(false, true))
      << "it never failed before and after a commit";
  for (std::uint64_t bytes = 0; bytes < 20'000; bytes += 997) {
    SCOPED_TRACE(fmt::format("the disk takes {} bytes", bytes));
    base::FaultyFileSystem full;
    full.limit_bytes(bytes);
    expect_a_commit(full);
    if (HasFailure()) return;
  }
}

// Documents of the given ids, all from one source.
base::Result<BuildCounts> sync(const std::string& index, const std::string& origin,
                               const std::vector<std::string>& ids, BuildOptions options = {},
                               base::FileSystem& file_system = base::FileSystem::real()) {
  std::size_t at = 0;
  options.origins = {origin};
  options.origin = [] { return std::size_t{0}; };
  if (!options.is_complete) options.is_complete = [] { return true; };
  return build_index(
      index,
      [&](text::Document& document) -> base::Result<bool> {
        if (at == ids.size()) return false;
        document = {};
        document.id = ids[at++];
        document.kind = "text";
        document.fields = {{.name = "body", .text = "of " + document.id, .formulas = {}}};
        return true;
      },
      options, file_system);
}

std::vector<std::string> ids_in(const std::string& folder) {
  const auto index = IndexReader::open(folder);
  EXPECT_TRUE(index) << index.error().message;
  std::vector<std::string> ids;
  for (std::uint32_t i = 0; i < index->documents(); ++i) {
    if (!index->is_deleted(i)) ids.emplace_back(*index->document_id(i));
  }
  std::ranges::sort(ids);
  return ids;
}

TEST(BuildIndex, WhatIsGoneFromASourceLeavesTheIndexAndNothingElseDoes) {
  const base::TemporaryFolder folder;
  const std::string index = folder / "index";
  ASSERT_TRUE(build_index(index, Stream(1, 2, 3)));  // d0 and d1, whose source is unknown
  ASSERT_TRUE(sync(index, "/notes", {"a", "b", "c"}));
  ASSERT_TRUE(sync(index, "/papers", {"p", "q"}));
  const auto counts = sync(index, "/notes", {"a", "c", "e"});
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->documents, 3);
  EXPECT_EQ(counts->replaced, 2);
  EXPECT_EQ(counts->removed, 1);
  EXPECT_EQ(counts->of_unknown_origin, 2);
  EXPECT_THAT(ids_in(index), ElementsAre("a", "c", "d0", "d1", "e", "p", "q"));
  // Merging keeps the source of each document.
  ASSERT_TRUE(IndexWriter::open(index)->merge_all());
  const auto reader = IndexReader::open(index);
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->documents_from("/notes").size(), 3);
  EXPECT_EQ(reader->documents_from("/papers").size(), 2);
  EXPECT_EQ(reader->documents_from("").size(), 2);
  EXPECT_EQ(reader->documents_from("/elsewhere").size(), 0);
  EXPECT_EQ(reader->origin(**reader->find_document("q")), "/papers");
  EXPECT_EQ(reader->origin(**reader->find_document("d0")), "");
  EXPECT_EQ(sync(index, "/papers", {"q"})->removed, 1);
  EXPECT_THAT(ids_in(index), ElementsAre("a", "c", "d0", "d1", "e", "q"));
}

TEST(BuildIndex, NothingLeavesWhenNotAllWasSeen) {
  const base::TemporaryFolder folder;
  const std::string index = folder / "index";
  ASSERT_TRUE(sync(index, "/notes", {"a", "b", "c"}));
  BuildOptions partly;
  partly.is_complete = [] { return false; };
  const auto counts = sync(index, "/notes", {"a"}, partly);
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->removed, 0);
  EXPECT_EQ(counts->not_seen, 2);
  EXPECT_THAT(ids_in(index), ElementsAre("a", "b", "c"));
}

TEST(BuildIndex, WhatIsKnownToBeGoneLeavesWhenNotAllWasSeen) {
  const base::TemporaryFolder folder;
  const std::string index = folder / "index";
  ASSERT_TRUE(sync(index, "/notes", {"a", "b", "c"}));
  BuildOptions partly;
  partly.is_complete = [] { return false; };
  partly.is_gone = [](std::string_view origin, const text::Document& document) {
    return origin == "/notes" && document.fields.front().text == "of b";
  };
  const auto counts = sync(index, "/notes", {"a"}, partly);
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->removed, 1);
  EXPECT_EQ(counts->not_seen, 1);
  EXPECT_THAT(ids_in(index), ElementsAre("a", "c"));
}

TEST(BuildIndex, OfASourceThatIsEmptiedIsEmptyAndTakesDocumentsAgain) {
  const base::TemporaryFolder folder;
  const std::string index = folder / "index";
  ASSERT_TRUE(sync(index, "/notes", {"a", "b"}));
  const auto emptied = sync(index, "/notes", {});
  ASSERT_TRUE(emptied) << emptied.error().message;
  EXPECT_EQ(emptied->removed, 2);
  EXPECT_THAT(ids_in(index), IsEmpty());
  ASSERT_TRUE(sync(index, "/notes", {}));
  ASSERT_TRUE(sync(index, "/notes", {"c"}));
  EXPECT_THAT(ids_in(index), ElementsAre("c"));
}

TEST(BuildIndex, PassesOverWhatDidNotChangeWhenAsked) {
  const base::TemporaryFolder folder;
  const std::string index = folder / "index";
  ASSERT_TRUE(sync(index, "/notes", {"a", "b"}));
  const std::uint64_t before = IndexReader::open(index)->generation();
  const auto same = sync(index, "/notes", {"a", "b"}, {.skip_unchanged = true});
  ASSERT_TRUE(same);
  EXPECT_EQ(same->unchanged, 2);
  EXPECT_EQ(same->documents, 0);
  EXPECT_EQ(IndexReader::open(index)->generation(), before) << "there is nothing to commit";
  // A document with the same id from another source is a different one, whatever its text.
  EXPECT_EQ(sync(index, "/moved", {"a", "b"}, {.skip_unchanged = true})->replaced, 2);
  EXPECT_EQ(sync(index, "/notes", {"c"}, {.skip_unchanged = true})->removed, 0);
}

// New documents and removals are in one commit: there is no moment with only one of the two.
TEST(BuildIndex, SyncsAtOnceWhereverThePowerGoes) {
  const base::TemporaryFolder folder;
  base::FaultyFileSystem quick;
  ASSERT_TRUE(sync(folder / "before", "/notes", {"a", "b"}, {}, quick));
  std::set<std::vector<std::string>> seen;
  for (std::uint64_t crash_at = 0;; ++crash_at) {
    SCOPED_TRACE(crash_at);
    const base::TemporaryFolder here;
    std::filesystem::copy(folder / "before", here / "index",
                          std::filesystem::copy_options::recursive);
    base::FaultyFileSystem faulty(crash_at);
    (void)sync(here / "index", "/notes", {"b", "c"}, {}, faulty);
    seen.insert(ids_in(here / "index"));
    if (!faulty.crashed() || HasFailure()) break;
  }
  EXPECT_THAT(seen, ElementsAre(ElementsAre("a", "b"), ElementsAre("b", "c")));
}

TEST(BuildIndex, LeavesTheLastCommitWhenItIsKilled) {
  const base::TemporaryFolder folder;
  ASSERT_TRUE(build_index(folder / "index", Stream(1, 20, 10)));
  const auto before = files_of(folder / "index");
  const pid_t child = ::fork();
  if (child == 0) {
    Stream stream(2, 3000, 300);
    (void)build_index(folder / "index",
                      [&](text::Document& document) -> base::Result<bool> {
                        if (stream.made() == 2500) ::kill(::getpid(), SIGKILL);
                        return stream(document);
                      },
                      {.memory_bytes = std::uint64_t{64} << 20});
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_GT(base::FileSystem::real().list(folder / "index/segments")->size(), 1)
      << "it was killed before it had written anything";
  EXPECT_TRUE(files_of(folder / "index") == before);
  EXPECT_EQ(damage_count(folder / "index"), 0);
  // The next writer can open the index, and removes the remaining files.
  ASSERT_TRUE(build_index(folder / "index", Stream(3, 30, 10)));
  EXPECT_EQ(base::FileSystem::real().list(folder / "index/segments")->size(), 1);
  EXPECT_EQ(files_below(folder / "index"), files_of_commit(folder / "index"));
}

TEST(BuildIndex, RefusesAnIndexOfOtherSpacesAndASecondWriter) {
  const base::TemporaryFolder folder;
  const Schema other{{{.name = "letters"}}};
  ASSERT_TRUE(IndexWriter::open(folder / "other", other)->commit());
  EXPECT_THAT(build_index(folder / "other", Stream(1, 1, 1)).error().message,
              HasSubstr("other spaces"));
  ASSERT_TRUE(build_index(folder / "index", Stream(1, 1, 1)));
  const auto writer = IndexWriter::open(folder / "index");
  EXPECT_THAT(build_index(folder / "index", Stream(1, 1, 1)).error().hint,
              HasSubstr("another program writes this index"));
}

TEST(BuildIndex, BlamesNoOtherProgramWhenTheLockCannotBeMade) {
  const base::TemporaryFolder folder;
  ASSERT_TRUE(build_index(folder / "index", Stream(1, 1, 1)));
  std::filesystem::create_directory(folder / "index/lock");
  const auto failed = build_index(folder / "index", Stream(1, 1, 1));
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().message, HasSubstr("/lock': Is a directory"));
  EXPECT_EQ(failed.error().hint, "");
}

}  // namespace
}  // namespace noether::index
