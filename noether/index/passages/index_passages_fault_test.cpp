// Tests the passages of an index after the machine stops, the disk is full, or a byte is flipped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "noether/base/faulty_file_system.h"
#include "noether/base/sanitized.h"
#include "noether/index/passages/index_passages_fixture.h"

namespace noether::index {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

using IndexPassagesFaults = IndexPassages;

TEST_F(IndexPassagesFaults, AFlippedByteIsFoundAndNeverWorse) {
  {
    auto writing = writer();
    add(writing, 0, 30);
    ASSERT_TRUE(writing.add_passages(kPassageModel));
  }
  ASSERT_THAT(passage_files(), SizeIs(1));
  const std::string file = passage_files().front();
  const std::string good = bytes_of_file(file);
  for (std::size_t at = 0; at < good.size(); at += 41) {
    SCOPED_TRACE(at);
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    std::ofstream(file, std::ios::binary) << bad;
    EXPECT_THAT(damages(), Not(IsEmpty()));
    const auto index = IndexReader::open(folder_ / "index");
    ASSERT_TRUE(index) << index.error().message;
    const auto near = nearest_passages(*index, made_up_vector("any", 24), {.count = 1000});
    if (!near) {
      EXPECT_THAT(near.error().message, HasSubstr("-passage-passages"));
    }
    for (std::uint32_t document = 0; document < 30; ++document) {
      (void)passages_of(*index, document);
    }
    (void)passage_statistics(*index);
  }
  std::ofstream(file, std::ios::binary) << good.substr(0, good.size() / 2);
  EXPECT_THAT(damages(), Not(IsEmpty()));
}

TEST_F(IndexPassagesFaults, WhatIsDamagedIsSaidAndMadeAnewAndTheRestGoesOn) {
  {
    auto writing = writer();
    add(writing, 0, 30);
    add(writing, 30, 40);
    ASSERT_TRUE(writing.add_passages(kPassageModel));
  }
  const auto everything = everything_in(reader());
  for (const bool is_lost : {true, false}) {
    const std::string file = passage_files().front();
    std::filesystem::remove(file);
    if (!is_lost) std::ofstream(file) << "no passages";
    const IndexReader index = reader();
    EXPECT_EQ(everything_in(index), everything);
    EXPECT_THAT(damages(), SizeIs(1));
    const auto refused = expect_passages_of(index, kPassageModel.model);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("-passage-passages"));
    EXPECT_THAT(refused.error().hint, HasSubstr("noether index --dense"));
    EXPECT_FALSE(nearest_passages(index, made_up_vector("any", 24)));
    EXPECT_FALSE(passages_of(index, 0));
    EXPECT_TRUE(passage_statistics(index).damage);
    EXPECT_EQ(writer().add_passages(kPassageModel)->documents, 30);
    EXPECT_THAT(damages(), IsEmpty());
    expect_passages_of_all(reader(), kPassageModel);
  }
}

TEST_F(IndexPassagesFaults, DamageInsideAnUnfinishedFileIsMended) {
  {
    auto writing = writer();
    add(writing, 0, 30);
    const WatchedModel half(kPassageModel, 12);
    EXPECT_FALSE(writing.add_passages(half.embedding));
  }
  const std::string file = passage_files().front();
  std::string bytes = bytes_of_file(file);
  bytes[40] = static_cast<char>(bytes[40] ^ 1);  // of the first document's tokens
  std::ofstream(file, std::ios::binary) << bytes;
  EXPECT_EQ(writer().add_passages(kPassageModel)->documents, 30);
  EXPECT_THAT(damages(), IsEmpty());
  expect_passages_of_all(reader(), kPassageModel);
}

TEST_F(IndexPassagesFaults, AreWholeOrAbsentWhereverThePowerGoes) {
  {
    auto writing = writer();
    add(writing, 0, 8);
    add(writing, 8, 14);
  }
  PassageEmbedding often = kPassageModel;
  often.batch = 3;
  often.commit_every = std::chrono::seconds(0);
  const auto work = [&](const std::string& at, base::FileSystem& file_system) {
    auto writing = IndexWriter::open(at, {}, file_system);
    PassageEmbedding second = made_up_passage_model("records", 0, 1);
    second.set = kSentenceGraphs;
    if (!writing || !writing->add_passages(often) || !writing->add_passages(second)) return;
    (void)writing->merge_all();
  };
  const auto copy_to = [&](const std::string& at) {
    std::filesystem::copy(folder_ / "index", at, std::filesystem::copy_options::recursive);
  };
  const base::TemporaryFolder first;
  copy_to(first / "index");
  base::FaultyFileSystem sound;
  work(first / "index", sound);
  ASSERT_GT(sound.calls(), 60);
  const auto everything = everything_in(reader());
  std::set<std::uint64_t> tried;
  const std::uint64_t every = base::kSanitized ? 5 : 1;
  for (std::uint64_t crash_at = 0; crash_at < sound.calls(); crash_at += every) {
    SCOPED_TRACE(fmt::format("power lost at call {} of {}", crash_at, sound.calls()));
    const base::TemporaryFolder folder;
    copy_to(folder / "index");
    base::FaultyFileSystem faulty(crash_at);
    work(folder / "index", faulty);
    const auto check = check_index(
        folder / "index", [](const base::Error& error) { ADD_FAILURE() << error.message; });
    ASSERT_TRUE(check) << check.error().message;
    {
      const auto left = IndexReader::open(folder / "index");
      ASSERT_TRUE(left) << left.error().message;
      EXPECT_EQ(everything_in(*left), everything);
      tried.insert(passage_statistics(*left).documents);
    }
    // The next run leaves nothing behind and makes the rest.
    {
      auto again = IndexWriter::open(folder / "index");
      ASSERT_TRUE(again) << again.error().message;
      ASSERT_TRUE(again->add_passages(kPassageModel));
    }
    EXPECT_EQ(files_below(folder / "index"), files_of_commit(folder / "index"));
    EXPECT_EQ(passage_statistics(*IndexReader::open(folder / "index")).untried, 0);
    if (HasFailure()) return;
  }
  EXPECT_THAT(tried, ElementsAre(0, 3, 6, 8, 11, 14));
}

TEST_F(IndexPassagesFaults, AFullDiskKeepsTheLastCommit) {
  {
    auto writing = writer();
    add(writing, 0, 14);
  }
  PassageEmbedding often = kPassageModel;
  often.batch = 3;
  often.commit_every = std::chrono::seconds(0);
  std::size_t stopped = 0;
  for (std::uint64_t bytes = 0; bytes < 40'000; bytes += 1777) {
    SCOPED_TRACE(bytes);
    const base::TemporaryFolder folder;
    std::filesystem::copy(folder_ / "index", folder / "index",
                          std::filesystem::copy_options::recursive);
    base::FaultyFileSystem full;
    full.limit_bytes(bytes);
    {
      auto writing = IndexWriter::open(folder / "index", {}, full);
      if (writing && !writing->add_passages(often)) ++stopped;
    }
    (void)check_index(folder / "index",
                      [](const base::Error& error) { ADD_FAILURE() << error.message; });
    EXPECT_EQ(files_below(folder / "index"), files_of_commit(folder / "index"));
  }
  EXPECT_GT(stopped, 3);
}

}  // namespace
}  // namespace noether::index
