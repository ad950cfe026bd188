// Tests an index after the machine stops, the disk is full, or a byte is flipped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "noether/base/faulty_file_system.h"
#include "noether/base/sanitized.h"
#include "noether/base/temporary_folder.h"
#include "noether/index/check_index.h"
#include "noether/index/index_fixture.h"
#include "noether/index/manifest.h"

namespace noether::index {
namespace {

using testing::AnyOf;
using testing::Eq;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> damages_in(const std::string& folder) {
  std::vector<std::string> damages;
  const auto check =
      check_index(folder, [&](const base::Error& error) { damages.push_back(error.message); });
  if (!check) damages.push_back(check.error().message);
  return damages;
}

// Adds, deletes, replaces, commits and merges; stops at the first error. After each successful
// commit, calls `committed` with the content of the index.
template <typename Committed>
void work(const std::string& folder, base::FileSystem& file_system, const Committed& committed) {
  RandomEntries random(5);
  auto writer = IndexWriter::open(folder, test_schema(), {.merge_factor = 3}, file_system);
  if (!writer) return;
  for (int round = 0; round < 5; ++round) {
    for (int i = 0; i < 4; ++i) {
      if (!writer->add(random.next(fmt::format("d{}", 3 * round + i), *writer))) return;
    }
    if (!writer->remove(fmt::format("d{}", 2 * round))) return;
    if (!writer->commit()) return;
    committed();
  }
  if (!writer->merge_all()) return;
  committed();
}

std::vector<std::string> said_by(const std::string& folder) {
  const auto reader = IndexReader::open(folder);
  if (!reader) return {reader.error().message};
  return everything_in(*reader);
}

using States = std::vector<std::vector<std::string>>;

// The content of the index after each commit of `work`.
States states_of_work(base::FileSystem& file_system) {
  States states;
  const base::TemporaryFolder folder;
  work(folder / "index", file_system, [&] { states.push_back(said_by(folder / "index")); });
  return states;
}

// The content after this many commits and then an error. The commit that failed may be complete
// nevertheless.
void expect_last_commit(const std::string& folder, const States& states, std::size_t commits) {
  if (!base::FileSystem::real().exists(folder + "/manifest")) {
    EXPECT_EQ(commits, 0);
    return;
  }
  const auto& next = states[std::min(commits, states.size() - 1)];
  const auto& last = commits == 0 ? next : states[commits - 1];
  EXPECT_THAT(said_by(folder), AnyOf(Eq(last), Eq(next)));
  EXPECT_THAT(damages_in(folder), IsEmpty());
}

TEST(IndexFaults, LosesNothingCommittedWhereverThePowerGoes) {
  base::FaultyFileSystem sound;  // counts the calls that can fail
  const States states = states_of_work(sound);
  ASSERT_EQ(states.size(), 6);
  ASSERT_GT(sound.calls(), 150);
  const std::uint64_t every = base::kSanitized ? 5 : 1;
  for (std::uint64_t crash_at = 0; crash_at < sound.calls(); crash_at += every) {
    SCOPED_TRACE(fmt::format("power lost at call {} of {}", crash_at, sound.calls()));
    const base::TemporaryFolder folder;
    base::FaultyFileSystem faulty(crash_at);
    std::size_t commits = 0;
    work(folder / "index", faulty, [&] { ++commits; });
    ASSERT_TRUE(faulty.crashed());
    expect_last_commit(folder / "index", states, commits);
    // The next writer, which need not write anything, leaves only the files of that commit.
    if (base::FileSystem::real().exists(folder / "index/manifest")) {
      {
        ASSERT_TRUE(IndexWriter::open(folder / "index"));
      }
      EXPECT_EQ(files_below(folder / "index"), files_of_commit(folder / "index"));
    }
    // The work can also continue from there.
    std::vector<std::string> last;
    base::FaultyFileSystem again;  // never fails, and does not wait for the disk
    work(folder / "index", again, [&] { last = said_by(folder / "index"); });
    EXPECT_FALSE(last.empty());
    EXPECT_THAT(damages_in(folder / "index"), IsEmpty());
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(IndexFaults, KeepsTheLastCommitWhenTheDiskIsFull) {
  base::FaultyFileSystem sound;
  const States states = states_of_work(sound);
  ASSERT_EQ(states.size(), 6);
  std::size_t stopped = 0;  // after a commit and before the last one
  for (std::uint64_t bytes = 0; bytes < 60'000; bytes += 1777) {
    SCOPED_TRACE(bytes);
    const base::TemporaryFolder folder;
    base::FaultyFileSystem full;
    full.limit_bytes(bytes);
    std::size_t commits = 0;
    work(folder / "index", full, [&] { ++commits; });
    if (commits > 0 && commits < states.size()) ++stopped;
    expect_last_commit(folder / "index", states, commits);
    // No file of an unfinished index is left: no segment, no folder, no lock.
    EXPECT_EQ(files_below(folder / "index"), files_of_commit(folder / "index"));
    EXPECT_EQ(std::filesystem::exists(folder / "index"),
              std::filesystem::exists(folder / "index/manifest"));
  }
  EXPECT_GT(stopped, 3) << "the disk was never full between commits";
}

class DamagedIndex : public testing::Test {
 protected:
  DamagedIndex() {
    auto writer = IndexWriter::open(folder_ / "index", test_schema());
    RandomEntries random(8);
    for (int i = 0; i < 12; ++i) {
      EXPECT_TRUE(writer->add(random.next(fmt::format("d{}", i), *writer)));
    }
    EXPECT_TRUE(writer->commit());
    EXPECT_TRUE(writer->remove("d3"));
    EXPECT_TRUE(writer->commit());
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_ / "index")) {
      if (entry.is_regular_file() && entry.path().filename() != "lock") {
        files_.push_back(entry.path().string());
      }
    }
  }

  static std::string read(const std::string& path) {
    return *base::FileSystem::real().read(path, 1 << 30);
  }
  static void write(const std::string& path, std::string_view bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
  }

  base::TemporaryFolder folder_;
  std::vector<std::string> files_;
};

TEST_F(DamagedIndex, NamesTheFileOfEveryFlippedByte) {
  ASSERT_EQ(files_.size(), 5);
  for (const std::string& file : files_) {
    const std::string good = read(file);
    const std::string name = std::filesystem::path(file).filename().string();
    for (std::size_t at = 0; at < good.size(); at += 1 + at % 13) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ (1 << at % 8));
      write(file, bad);
      const auto damages = damages_in(folder_ / "index");
      ASSERT_THAT(damages, Not(IsEmpty())) << name << " byte " << at << " of " << good.size();
      EXPECT_THAT(damages[0], HasSubstr(name)) << at;
      // A reader reports an error, or never reads the byte.
      (void)said_by(folder_ / "index");
    }
    write(file, good);
  }
  EXPECT_THAT(damages_in(folder_ / "index"), IsEmpty());
}

TEST_F(DamagedIndex, NoticesFilesThatAreCutOffOrMissing) {
  for (const std::string& file : files_) {
    const std::string good = read(file);
    for (std::size_t size = 0; size < good.size(); size += 1 + good.size() / 97) {
      write(file, std::string_view(good).substr(0, size));
      ASSERT_THAT(damages_in(folder_ / "index"), Not(IsEmpty())) << file << " " << size;
      ASSERT_FALSE(IndexReader::open(folder_ / "index")) << file << " " << size;
    }
    std::filesystem::remove(file);
    EXPECT_THAT(damages_in(folder_ / "index"), Not(IsEmpty()));
    write(file, good);
  }
}

TEST_F(DamagedIndex, SaysWhenAFileIsOfAnotherVersion) {
  for (const std::string& file : files_) {
    const std::string good = read(file);
    std::string other = good;
    other[8] = 9;
    write(file, other);
    EXPECT_THAT(IndexReader::open(folder_ / "index").error().message,
                HasSubstr("version 9, and this program reads version 4"));
    write(file, good);
  }
}

TEST_F(DamagedIndex, NoticesAFileOfAnotherIndex) {
  const std::string mine = folder_ / "index/segments/000001/documents";
  {
    auto writer = IndexWriter::open(folder_ / "other", test_schema());
    RandomEntries random(9);
    for (int i = 0; i < 12; ++i) {
      ASSERT_TRUE(writer->add(random.next(fmt::format("d{}", i), *writer)));
    }
    ASSERT_TRUE(writer->commit());
  }
  write(mine, read(folder_ / "other/segments/000001/documents"));
  EXPECT_THAT(damages_in(folder_ / "index"),
              testing::Contains(HasSubstr("not the file that the manifest names")));
}

TEST(Index, AnswersReadersWhileAWriterWorks) {
  const base::TemporaryFolder folder;
  const auto open = [&] {
    return IndexWriter::open(folder / "index", test_schema(), {.merge_factor = 2});
  };
  {
    auto writer = open();
    ASSERT_TRUE(writer->commit());
  }
  std::atomic<bool> done = false;
  std::thread writing([&] {
    auto writer = open();
    RandomEntries random(17);
    for (int i = 0; i < 60; ++i) {
      // Three documents a commit, always with the same number at the end.
      for (int j = 0; j < 3; ++j) {
        EXPECT_TRUE(writer->add(random.next(fmt::format("d{}", j), *writer)));
      }
      EXPECT_TRUE(writer->commit());
    }
    done = true;
  });
  std::uint64_t before = 0;
  while (!done) {
    const auto reader = IndexReader::open(folder / "index");
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_GE(reader->generation(), before);
    before = reader->generation();
    const std::uint32_t alive = reader->documents() - reader->deleted_documents();
    EXPECT_EQ(alive, reader->generation() < 2 ? 0 : 3);
    for (std::uint32_t j = 0; j < alive; ++j) {
      const auto found = reader->find_document(fmt::format("d{}", j));
      ASSERT_TRUE(found && *found);
      EXPECT_TRUE(reader->document(**found));
    }
  }
  writing.join();
}

TEST(Manifest, ComesBackAsItWas) {
  Manifest manifest;
  manifest.generation = 12;
  manifest.next_segment = 300;
  manifest.schema = test_schema();
  manifest.segments.resize(2);
  manifest.segments[1].number = 5;
  manifest.segments[1].documents = 9;
  manifest.segments[1].deleted = 2;
  manifest.segments[1].deleted_in = 11;
  manifest.segments[1].deletions = {100, base::digest_of("x")};
  const auto comes_back = [&] {
    const std::string bytes = manifest_bytes(manifest);
    ASSERT_TRUE(read_manifest(bytes));
    EXPECT_EQ(*read_manifest(bytes), manifest);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_FALSE(read_manifest(std::string_view(bytes).substr(0, size)));
    }
  };
  comes_back();
  EXPECT_EQ(manifest_bytes(manifest)[8], 4)
      << "what older programs read is written as they read it";
  manifest.origins = {"/home/me/notes", "/home/me/papers"};
  manifest.segments[1].origins = {{5, 2}, {3, 0}, {1, 1}};
  comes_back();
  EXPECT_EQ(manifest_bytes(manifest)[8], 6);
}

TEST(Manifest, SourcesOfOtherDocumentsThanThereAreAreDamage) {
  Manifest manifest;
  manifest.schema = test_schema();
  manifest.origins = {"/home/me/notes"};
  manifest.segments.resize(1);
  manifest.segments[0].documents = 9;
  for (const std::vector<OriginRun>& runs :
       {std::vector<OriginRun>{{8, 1}}, {{10, 1}}, {{9, 2}}, {{9, 1}, {0, 0}}}) {
    manifest.segments[0].origins = runs;
    EXPECT_FALSE(read_manifest(manifest_bytes(manifest)));
  }
  manifest.segments[0].origins = {{9, 1}};
  EXPECT_TRUE(read_manifest(manifest_bytes(manifest)));
}

}  // namespace
}  // namespace noether::index
