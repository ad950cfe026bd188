// Vectors of a whole index: added, merged, searched, damaged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>

#include "noether/base/faulty_file_system.h"
#include "noether/base/temporary_folder.h"
#include "noether/index/check_index.h"
#include "noether/index/index_fixture.h"
#include "noether/index/nearest_formulas.h"
#include "noether/index/vectors/vectors_fixture.h"
#include "noether/index/writing/merge_vectors.h"

namespace noether::index {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::SizeIs;

const FormulaEmbedding kModel = made_up_embedding("one", "x^{1");

class IndexVectors : public testing::Test {
 protected:
  IndexWriter writer(std::uint32_t merge_factor = 8) {
    auto opened = IndexWriter::open(path(), test_schema(), {.merge_factor = merge_factor});
    EXPECT_TRUE(opened) << opened.error().message;
    return std::move(*opened);
  }
  void add(IndexWriter& to, int first, int last) {
    for (int i = first; i < last; ++i) {
      ASSERT_TRUE(to.add(random_.next(fmt::format("d{}", i), to)));
    }
    ASSERT_TRUE(to.commit());
  }
  IndexReader reader() const {
    auto opened = IndexReader::open(path());
    EXPECT_TRUE(opened) << opened.error().message;
    return std::move(*opened);
  }
  std::string path() const { return folder_ / "index"; }
  std::vector<std::string> damages() const {
    std::vector<std::string> all;
    const auto check =
        check_index(path(), [&](const base::Error& error) { all.push_back(error.message); });
    if (!check) all.push_back(check.error().message);
    return all;
  }
  std::vector<std::string> vector_files() const {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path())) {
      if (entry.path().filename().string().starts_with("vectors-")) files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
  }

  base::TemporaryFolder folder_;
  RandomEntries random_{3};
};

// The LaTeX of all found formulas, with cosines.
std::map<std::string, float> found_by(const IndexReader& index, const std::vector<float>& vector,
                                      std::uint32_t count) {
  const auto near = nearest_formulas(index, vector, {.count = count});
  EXPECT_TRUE(near) << near.error().message;
  std::map<std::string, float> found;
  for (const NearFormula& one : *near) found[index.formula(one.formula)->latex] = one.cosine;
  return found;
}

std::set<std::string> formulas_of(const IndexReader& index) {
  std::set<std::string> all;
  for (std::uint32_t i = 0; i < index.formulas(); ++i) {
    if (!index.places(i)->empty()) all.insert(index.formula(i)->latex);
  }
  return all;
}

// Every formula that the model can read is found by its own vector, and no other is.
void expect_vectors_of_all(const IndexReader& index, const std::string& model) {
  std::set<std::string> found;
  for (const auto& [latex, cosine] : found_by(index, made_up_vector("any", 24), UINT32_MAX)) {
    found.insert(latex);
  }
  for (const std::string& latex : formulas_of(index)) {
    EXPECT_EQ(found.contains(latex), !latex.starts_with("x^{1")) << latex;
    if (!found.contains(latex)) continue;
    EXPECT_NEAR(found_by(index, made_up_vector(model + latex, 24), 1)[latex], 1, 1e-4) << latex;
  }
  EXPECT_THAT(formulas_of(index), IsSupersetOf(found));
}

TEST_F(IndexVectors, TiesAreFoundBeyondTheCount) {
  // This model gives all formulas the same vector.
  FormulaEmbedding blind = kModel;
  blind.embed = [](std::span<const std::string> latex, std::span<float> vectors) {
    std::ranges::fill(vectors, 1.0F);
    return base::Result<std::vector<bool>>(std::vector<bool>(latex.size(), true));
  };
  auto writing = writer();
  add(writing, 0, 30);
  add(writing, 30, 50);
  ASSERT_TRUE(writing.add_vectors(blind));
  const IndexReader index = reader();
  ASSERT_GT(index.formulas(), 12U);
  const std::vector<float> vector(24, 1.0F);
  const auto found = [&](const TieOptions& ties) {
    const auto near = nearest_with_ties(index, vector, {.count = 3}, ties);
    EXPECT_TRUE(near) << near.error().message;
    std::vector<std::uint32_t> numbers;
    for (const NearFormula& one : *near) numbers.push_back(one.formula);
    return numbers;
  };
  EXPECT_THAT(found({}), ElementsAre(0, 1, 2));
  EXPECT_THAT(found({.most = 5}), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(found({.most = UINT32_MAX}), SizeIs(index.formulas()));
  const std::vector<std::uint32_t> first = {7, index.formulas() - 1};
  EXPECT_THAT(found({.most = 5, .first = first}), ElementsAre(7, index.formulas() - 1, 0, 1, 2));
}

TEST_F(IndexVectors, AreThereForAllThatTheModelReads) {
  auto writing = writer();
  add(writing, 0, 30);
  add(writing, 30, 50);
  EXPECT_THAT(vector_statistics(reader()).models, IsEmpty());
  const auto counts = writing.add_vectors(kModel);
  ASSERT_TRUE(counts) << counts.error().message;
  const IndexReader index = reader();
  ASSERT_EQ(index.segments().size(), 2);
  const VectorStatistics has = vector_statistics(index);
  EXPECT_EQ(has.readable, counts->embedded);
  EXPECT_EQ(has.unreadable, counts->unreadable);
  EXPECT_GT(has.unreadable, 0);
  EXPECT_EQ(has.readable + has.unreadable, index.formulas());
  EXPECT_EQ(has.untried, 0);
  expect_vectors_of_all(index, "one");
  EXPECT_THAT(damages(), IsEmpty());
}

TEST_F(IndexVectors, AreMadeOnlyForWhatIsNew) {
  auto writing = writer();
  add(writing, 0, 30);
  const auto first = *writing.add_vectors(kModel);
  add(writing, 30, 40);
  EXPECT_EQ(vector_statistics(reader()).untried, reader().segments()[1].reader->formulas());
  const auto second = *writing.add_vectors(kModel);
  EXPECT_EQ(second.kept, first.embedded);
  EXPECT_GT(second.embedded, 0);
  const std::uint64_t generation = reader().generation();
  const auto third = *writing.add_vectors(kModel);
  EXPECT_EQ(third.embedded, 0);
  EXPECT_EQ(reader().generation(), generation) << "there was nothing to commit";
  expect_vectors_of_all(reader(), "one");
}

TEST_F(IndexVectors, StayWhenSegmentsAreMerged) {
  auto writing = writer();
  add(writing, 0, 30);
  add(writing, 30, 50);
  ASSERT_TRUE(writing.add_vectors(kModel));
  add(writing, 50, 60);  // without vectors
  ASSERT_TRUE(writing.remove("d3"));
  ASSERT_TRUE(writing.merge_all());
  const IndexReader merged = reader();
  ASSERT_EQ(merged.segments().size(), 1);
  EXPECT_THAT(damages(), IsEmpty());
  const VectorStatistics has = vector_statistics(merged);
  EXPECT_GT(has.readable, 0);
  EXPECT_GT(has.untried, 0);
  const auto counts = *writing.add_vectors(kModel);
  EXPECT_EQ(counts.kept, has.readable);
  EXPECT_LE(counts.embedded, has.untried);
  EXPECT_EQ(vector_statistics(reader()).untried, 0);
  expect_vectors_of_all(reader(), "one");
}

// One formula each, except those that cannot be read.
SegmentVectors vectors_of(const FormulaEmbedding& model, const std::vector<std::string>& latex,
                          const std::string& path) {
  std::vector<float> numbers(latex.size() * model.model.width);
  const auto readable = *model.embed(latex, numbers);
  const auto count = static_cast<std::uint32_t>(latex.size());
  SegmentVectorsBuilder builder(model.model, count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto one = std::span<const float>(numbers).subspan(i * 24, 24);
    readable[i] ? builder.add(i, EncodedVector::encode(one)->code()) : builder.add_unreadable(i);
  }
  EXPECT_TRUE(builder.write(base::FileSystem::real(), path));
  return std::move(
      *SegmentVectors::open(std::move(*SectionFile::open(path, FileKind::Vectors)), count));
}

TEST_F(IndexVectors, OfMergedSegmentsAreThoseOfTheModelThatMostHave) {
  const SegmentVectors few = vectors_of(made_up_embedding("two", "?"), {"a", "b"}, folder_ / "few");
  const SegmentVectors most = vectors_of(kModel, {"b", "c", "d", "x^{1}"}, folder_ / "most");
  const FormulaNumbers of_few = {0, 1};
  const FormulaNumbers of_most = {1, 2, kDropped, 3};
  const FormulaNumbers of_none = {4};
  const std::vector<VectorsToMerge> sources = {
      {&few, &of_few}, {nullptr, &of_none}, {&most, &of_most}};
  const auto seal = merge_vectors(sources, 5, base::FileSystem::real(), folder_ / "merged");
  ASSERT_TRUE(seal && *seal);
  const auto merged =
      SegmentVectors::open(std::move(*SectionFile::open(folder_ / "merged", FileKind::Vectors)), 5);
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->model().name, "one");
  EXPECT_EQ(merged->readable(), 2);
  EXPECT_EQ(merged->unreadable(), 1);
  EXPECT_EQ(merged->untried(), 2);
  std::vector<std::uint32_t> formulas;
  const auto code = *EncodedVector::encode(made_up_vector("oneb", 24));
  const auto near = *nearest_vectors(*merged, code.code(), {.count = 1});
  ASSERT_TRUE(merged->formulas_of(near.at(0).number, formulas));
  EXPECT_THAT(formulas, ElementsAre(1));
  EXPECT_NEAR(near[0].cosine, 1, 1e-4);
}

TEST_F(IndexVectors, OfDeletedDocumentsAreNotFound) {
  auto writing = writer();
  add(writing, 0, 40);
  ASSERT_TRUE(writing.add_vectors(kModel));
  for (int i = 0; i < 30; ++i) ASSERT_TRUE(writing.remove(fmt::format("d{}", i)));
  ASSERT_TRUE(writing.commit());
  const IndexReader index = reader();
  std::size_t readable = 0;
  for (const std::string& latex : formulas_of(index)) readable += !latex.starts_with("x^{1");
  ASSERT_GT(readable, 4);
  expect_vectors_of_all(index, "one");
  EXPECT_EQ(found_by(index, made_up_vector("any", 24), 3).size(), 3)
      << "deleted formulas do not take the place of others";
}

TEST_F(IndexVectors, OfAnotherModelAreRefusedAndReplaced) {
  auto writing = writer();
  add(writing, 0, 20);
  const auto none = expect_vectors_of(reader(), kModel.model);
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("has no vectors"));
  EXPECT_THAT(none.error().hint, HasSubstr("noether embed-index"));
  ASSERT_TRUE(writing.add_vectors(kModel));
  EXPECT_TRUE(expect_vectors_of(reader(), kModel.model));
  const FormulaEmbedding other = made_up_embedding("two", "x^{1");
  const auto refused = expect_vectors_of(reader(), other.model);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("of the model 'one'"));
  EXPECT_THAT(refused.error().message, HasSubstr("those of 'two'"));
  EXPECT_FALSE(nearest_formulas(reader(), std::vector<float>{1, 2}));
  ASSERT_TRUE(writing.add_vectors(other));
  EXPECT_TRUE(expect_vectors_of(reader(), other.model));
  expect_vectors_of_all(reader(), "two");
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path())) {
    files += entry.path().filename().string().starts_with("vectors-");
  }
  EXPECT_EQ(files, 1) << "the old ones are gone";
}

TEST_F(IndexVectors, ThatBringNoNumberAreAnErrorWhichNamesTheFormula) {
  auto writing = writer();
  add(writing, 0, 20);
  FormulaEmbedding broken = kModel;
  broken.embed = [](std::span<const std::string> latex, std::span<float> vectors) {
    std::ranges::fill(vectors, std::nanf(""));
    return base::Result<std::vector<bool>>(std::vector<bool>(latex.size(), true));
  };
  const auto added = writing.add_vectors(broken);
  ASSERT_FALSE(added);
  EXPECT_THAT(added.error().message, HasSubstr("the model 'one' gives no vector for 'x^"));
}

TEST_F(IndexVectors, AnIndexWithoutThemIsWhatItWasBefore) {
  Manifest manifest;
  manifest.schema = test_schema();
  manifest.segments.resize(2);
  const std::string before = manifest_bytes(manifest);
  EXPECT_EQ(before[8], 4);
  manifest.segments[1].vectors = {{.made_in = 7, .file = {.bytes = 1234, .directory = {}}}};
  const std::string with = manifest_bytes(manifest);
  EXPECT_EQ(with[8], 5);
  EXPECT_EQ(*read_manifest(with), manifest);
  EXPECT_GT(with.size(), before.size());
}

TEST_F(IndexVectors, ReadingsSetsAndVersionsOfSpacesAreInTheManifest) {
  Manifest manifest;
  manifest.schema = test_schema();
  manifest.segments.resize(2);
  manifest.segments[0].vectors = {{.made_in = 7, .file = {.bytes = 1234, .directory = {}}}};
  for (const bool is_read_otherwise : {true, false}) {
    Manifest with = manifest;
    if (is_read_otherwise) {
      with.segments[0].vectors[0].reading = 3;
    } else {
      with.segments[0].vectors.push_back(
          {.set = {VectorUnit::Passage, "short-ones"}, .made_in = 8});
    }
    EXPECT_EQ(manifest_bytes(with)[8], 7);
    EXPECT_EQ(*read_manifest(manifest_bytes(with)), with);
    with.origins = {"/somewhere"};
    EXPECT_EQ(*read_manifest(manifest_bytes(with)), with);
  }
  Manifest versions = manifest;
  versions.schema.spaces[1].version = 2;
  EXPECT_EQ(manifest_bytes(versions)[8], 7);
  EXPECT_EQ(*read_manifest(manifest_bytes(versions)), versions);
  // Names become parts of file names, and a set occurs only once.
  Manifest wrong = manifest;
  wrong.segments[0].vectors.push_back({.set = {VectorUnit::Formula, "../up"}, .made_in = 8});
  EXPECT_FALSE(read_manifest(manifest_bytes(wrong)));
  wrong.segments[0].vectors[1] = wrong.segments[0].vectors[0];
  EXPECT_FALSE(read_manifest(manifest_bytes(wrong)));
}

TEST_F(IndexVectors, OfSeveralSetsStandSideBySide) {
  FormulaEmbedding second = made_up_embedding("two", "x^{1", 16);
  second.set.name = "second";
  const auto expect_both = [&] {
    EXPECT_THAT(damages(), IsEmpty());
    const IndexReader index = reader();
    EXPECT_THAT(vector_sets(index), ElementsAre(VectorSet{}, second.set));
    expect_vectors_of_all(index, "one");
    EXPECT_TRUE(expect_vectors_of(index, kModel.model));
    EXPECT_TRUE(expect_vectors_of(index, second.model, second.set));
    EXPECT_FALSE(expect_vectors_of(index, second.model));
    EXPECT_EQ(vector_statistics(index, second.set).readable, vector_statistics(index).readable);
    const auto near = nearest_formulas(index, made_up_vector("twox", 16), {.count = 1}, second.set);
    ASSERT_TRUE(near) << near.error().message;
    EXPECT_EQ(near->size(), 1);
    EXPECT_FALSE(nearest_formulas(index, made_up_vector("twox", 16), {.count = 1}))
        << "vectors of the other set have another width";
  };
  auto writing = writer();
  add(writing, 0, 20);
  ASSERT_TRUE(writing.add_vectors(kModel));
  ASSERT_TRUE(writing.add_vectors(second));
  expect_both();
  EXPECT_THAT(vector_files(), SizeIs(2));
  EXPECT_THAT(vector_files()[1], HasSubstr("-formula-second"));
  // Each set is brought up to date separately, and merging keeps both.
  add(writing, 20, 30);
  ASSERT_TRUE(writing.add_vectors(second));
  EXPECT_GT(vector_statistics(reader()).untried, 0);
  EXPECT_EQ(vector_statistics(reader(), second.set).untried, 0);
  ASSERT_TRUE(writing.merge_all());
  ASSERT_TRUE(writing.add_vectors(kModel));
  expect_both();
  EXPECT_THAT(vector_files(), SizeIs(2));
  // A damaged set does not affect the other one.
  const auto files = vector_files();
  const auto of_second = std::ranges::find_if(
      files, [](const std::string& file) { return file.ends_with("-formula-second"); });
  ASSERT_NE(of_second, files.end());
  std::ofstream(*of_second) << "not vectors";
  EXPECT_TRUE(expect_vectors_of(reader(), kModel.model));
  EXPECT_FALSE(expect_vectors_of(reader(), second.model, second.set));
  EXPECT_THAT(damages(), SizeIs(1));
  second.set.name = "Second one";
  EXPECT_THAT(writing.add_vectors(second).error().message, HasSubstr("is not a name for vectors"));
}

TEST_F(IndexVectors, OfAnOlderReadingAreRefusedWithTheWayToRenewThem) {
  FormulaEmbedding old = kModel;
  old.model.digest = base::digest_of("one, read in the old way");
  old.model.reading = 1;
  FormulaEmbedding now = kModel;
  now.model.reading = 2;
  auto writing = writer();
  add(writing, 0, 20);
  ASSERT_TRUE(writing.add_vectors(old));
  add(writing, 20, 30);
  ASSERT_TRUE(writing.add_vectors(old));
  ASSERT_TRUE(writing.merge_all());
  EXPECT_EQ(vector_statistics(reader()).models.at(0).reading, 1);
  const auto refused = expect_vectors_of(reader(), now.model);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("out of date"));
  EXPECT_THAT(refused.error().message,
              HasSubstr("read formulas by version 1 then, and by version 2 now"));
  EXPECT_THAT(refused.error().hint, HasSubstr("`noether embed-index INDEX`"));
  const auto counts = writing.add_vectors(now);
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->kept, 0);
  EXPECT_TRUE(expect_vectors_of(reader(), now.model));
  EXPECT_EQ(vector_statistics(reader()).models.at(0).reading, 2);
}

TEST_F(IndexVectors, AFlippedByteIsFoundAndNeverWorse) {
  {
    auto writing = writer();
    add(writing, 0, 30);
    ASSERT_TRUE(writing.add_vectors(kModel));
  }
  ASSERT_THAT(vector_files(), SizeIs(1));
  const std::string file = vector_files().front();
  const auto flip = [&](std::uint64_t at) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(at));
    const auto byte = static_cast<char>(stream.get() ^ 0x10);
    stream.seekp(static_cast<std::streamoff>(at));
    stream.put(byte);
  };
  const std::uint64_t size = std::filesystem::file_size(file);
  for (std::uint64_t at = 0; at < size; at += 41) {
    SCOPED_TRACE(at);
    flip(at);
    EXPECT_THAT(damages(), Not(IsEmpty()));
    const auto index = IndexReader::open(path());
    ASSERT_TRUE(index) << index.error().message;
    const auto near = nearest_formulas(*index, made_up_vector("any", 24), {.count = 1000});
    if (!near) {
      EXPECT_THAT(near.error().message, HasSubstr("vectors-"));
    }
    flip(at);
  }
  EXPECT_THAT(damages(), IsEmpty());
  std::filesystem::resize_file(file, size / 2);
  EXPECT_THAT(damages(), Not(IsEmpty()));
}

TEST_F(IndexVectors, WhatIsDamagedIsSaidAndMadeAnewAndTheRestGoesOn) {
  {
    auto writing = writer();
    add(writing, 0, 30);
    ASSERT_TRUE(writing.add_vectors(kModel));
    add(writing, 30, 40);
    ASSERT_TRUE(writing.add_vectors(kModel));
  }
  const auto everything = everything_in(reader());
  ASSERT_THAT(vector_files(), SizeIs(2));
  const auto damage_one = [&](const std::string& file) { std::ofstream(file) << "not vectors"; };
  const auto lose_one = [&](const std::string& file) { std::filesystem::remove(file); };
  for (const auto& harm : {std::function<void(const std::string&)>(damage_one),
                           std::function<void(const std::string&)>(lose_one)}) {
    harm(vector_files().front());
    const auto index = IndexReader::open(path());
    ASSERT_TRUE(index) << index.error().message;
    EXPECT_EQ(everything_in(*index), everything);
    EXPECT_THAT(damages(), SizeIs(1));
    const auto refused = expect_vectors_of(*index, kModel.model);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("vectors-"));
    EXPECT_THAT(refused.error().hint, HasSubstr("embed-index"));
    EXPECT_FALSE(nearest_formulas(*index, made_up_vector("any", 24), {.count = 3}));
    EXPECT_TRUE(vector_statistics(*index).damage);
    auto writing = writer();
    const auto counts = writing.add_vectors(kModel);
    ASSERT_TRUE(counts) << counts.error().message;
    EXPECT_GT(counts->embedded, 0);
    EXPECT_THAT(damages(), IsEmpty());
    expect_vectors_of_all(reader(), "one");
  }
}

TEST_F(IndexVectors, DamagedOnesAreLeftOutWhenSegmentsAreMerged) {
  {
    auto writing = writer();
    add(writing, 0, 10);
    ASSERT_TRUE(writing.add_vectors(kModel));
    add(writing, 10, 20);
    ASSERT_TRUE(writing.add_vectors(kModel));
  }
  std::ofstream(vector_files().front()) << "not vectors";
  ASSERT_TRUE(writer().merge_all());
  EXPECT_THAT(damages(), IsEmpty());
  const VectorStatistics has = vector_statistics(reader());
  EXPECT_FALSE(has.damage);
  EXPECT_GT(has.readable, 0);
  EXPECT_GT(has.untried, 0);
}

TEST_F(IndexVectors, AreWholeOrAbsentWhereverThePowerGoes) {
  {
    auto writing = writer();
    add(writing, 0, 10);
    add(writing, 10, 20);
  }
  const auto work = [&](const std::string& at, base::FileSystem& file_system) {
    auto writing = IndexWriter::open(at, {}, file_system);
    FormulaEmbedding second = kModel;
    second.set.name = "second";
    if (!writing || !writing->add_vectors(kModel) || !writing->add_vectors(second)) return;
    (void)writing->merge_all();
  };
  const auto copy_to = [&](const std::string& at) {
    std::filesystem::copy(path(), at, std::filesystem::copy_options::recursive);
  };
  const base::TemporaryFolder first;
  copy_to(first / "index");
  base::FaultyFileSystem sound;
  work(first / "index", sound);
  ASSERT_GT(sound.calls(), 30);
  const auto everything = everything_in(reader());
  for (std::uint64_t crash_at = 0; crash_at < sound.calls(); ++crash_at) {
    SCOPED_TRACE(fmt::format("power lost at call {} of {}", crash_at, sound.calls()));
    const base::TemporaryFolder folder;
    copy_to(folder / "index");
    base::FaultyFileSystem faulty(crash_at);
    work(folder / "index", faulty);
    const auto check = check_index(
        folder / "index", [](const base::Error& error) { ADD_FAILURE() << error.message; });
    ASSERT_TRUE(check) << check.error().message;
    const auto left = IndexReader::open(folder / "index");
    ASSERT_TRUE(left) << left.error().message;
    EXPECT_EQ(everything_in(*left), everything);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace noether::index
