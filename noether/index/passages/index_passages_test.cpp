// Passages of a whole index: added, merged, searched.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "noether/index/passages/index_passages_fixture.h"

namespace noether::index {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(IndexPassages, AreThereForAllDocuments) {
  auto writing = writer();
  add(writing, 0, 30);
  add(writing, 30, 50);
  const auto counts = writing.add_passages(kPassageModel);
  ASSERT_TRUE(counts) << counts.error().message;
  const IndexReader index = reader();
  ASSERT_EQ(index.segments().size(), 2);
  const PassageStatistics has = passage_statistics(index);
  EXPECT_EQ(counts->documents, 50);
  EXPECT_EQ(counts->kept, 0);
  EXPECT_EQ(has.documents, 50);
  EXPECT_EQ(has.untried, 0);
  EXPECT_LE(has.with_passages, 45);
  EXPECT_GT(has.with_passages, 30);
  EXPECT_EQ(has.passages, counts->passages);
  EXPECT_GT(has.tokens, has.passages);
  EXPECT_EQ(has.token_bytes, 3);
  EXPECT_EQ(has.token_code_bytes, 3 * has.tokens);
  EXPECT_THAT(has.models, ElementsAre(kPassageModel.model));
  EXPECT_FALSE(has.damage);
  expect_passages_of_all(index, kPassageModel);
  EXPECT_THAT(damages(), IsEmpty());
  EXPECT_EQ(check_index(folder_ / "index", [](const base::Error&) {})->passages, has.passages);
}

TEST_F(IndexPassages, AreMadeOnlyForWhatIsNew) {
  auto writing = writer();
  add(writing, 0, 30);
  ASSERT_TRUE(writing.add_passages(kPassageModel));
  add(writing, 30, 40);
  EXPECT_EQ(passage_statistics(reader()).untried, 10);
  const WatchedModel watched(kPassageModel);
  const auto second = *writing.add_passages(watched.embedding);
  EXPECT_EQ(second.kept, 30);
  EXPECT_EQ(second.documents, 10);
  EXPECT_THAT(watched.seen, SizeIs(10));
  const std::uint64_t generation = reader().generation();
  EXPECT_EQ(writing.add_passages(kPassageModel)->documents, 0);
  EXPECT_EQ(reader().generation(), generation) << "there was nothing to commit";
  // A document that was replaced is new.
  add(writing, 5, 6);
  EXPECT_EQ(passage_statistics(reader()).untried, 1);
  EXPECT_THAT(*passages_of(reader(), **reader().find_document("d5")), IsEmpty());
  const WatchedModel again(kPassageModel);
  ASSERT_TRUE(writing.add_passages(again.embedding));
  EXPECT_THAT(again.seen, ElementsAre("d5"));
  expect_passages_of_all(reader(), kPassageModel);
}

TEST_F(IndexPassages, ThatWereMadeBeforeAnErrorAreKept) {
  auto writing = writer();
  add(writing, 0, 30);
  WatchedModel first(kPassageModel, 10);
  const auto failed = writing.add_passages(first.embedding);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "the model has had enough");
  EXPECT_THAT(first.seen, SizeIs(8));
  EXPECT_EQ(passage_statistics(reader()).documents, 8);
  EXPECT_EQ(passage_statistics(reader()).untried, 22);
  EXPECT_THAT(damages(), IsEmpty());
  // If the model fails at once, nothing changes, and no file is left.
  const std::uint64_t generation = reader().generation();
  const WatchedModel none(kPassageModel, 0);
  EXPECT_FALSE(writing.add_passages(none.embedding));
  EXPECT_EQ(reader().generation(), generation);
  EXPECT_THAT(passage_files(), SizeIs(1));
  // The writer continues with the rest.
  const WatchedModel second(kPassageModel);
  const auto counts = writing.add_passages(second.embedding);
  ASSERT_TRUE(counts) << counts.error().message;
  EXPECT_EQ(counts->kept, 8);
  EXPECT_EQ(counts->documents, 22);
  std::set<std::string> all(first.seen.begin(), first.seen.end());
  for (const std::string& id : second.seen) EXPECT_TRUE(all.insert(id).second) << id;
  EXPECT_THAT(all, SizeIs(30));
  expect_passages_of_all(reader(), kPassageModel);
  EXPECT_THAT(passage_files(), SizeIs(1));
}

TEST_F(IndexPassages, AreCommittedNowAndThen) {
  auto writing = writer();
  add(writing, 0, 30);
  WatchedModel watched(kPassageModel);
  watched.embedding.commit_every = std::chrono::seconds(0);
  std::vector<std::uint64_t> heard;
  std::vector<std::uint64_t> visible;
  PassageProgress progress;
  progress.encoded = [&](std::uint64_t documents) {
    heard.push_back(documents);
    visible.push_back(passage_statistics(reader()).documents);
  };
  ASSERT_TRUE(writing.add_passages(watched.embedding, progress));
  EXPECT_THAT(heard, ElementsAre(4, 8, 12, 16, 20, 24, 28, 30));
  EXPECT_THAT(visible, ElementsAre(0, 4, 8, 12, 16, 20, 24, 28));
  expect_passages_of_all(reader(), kPassageModel);
  // The bytes are the same as without an interruption.
  auto other = writer("other");
  add(other, 0, 30);
  ASSERT_TRUE(other.add_passages(kPassageModel));
  EXPECT_TRUE(bytes_of_file(passage_files()[0]) == bytes_of_file(passage_files("other")[0]));
}

TEST_F(IndexPassages, OfMergedSegmentsAreThoseOfOne) {
  {
    auto writing = writer();
    add(writing, 0, 30);
    add(writing, 30, 50);
    ASSERT_TRUE(writing.add_passages(kPassageModel));
    add(writing, 50, 60);  // without passages
    ASSERT_TRUE(writing.remove("d3"));
    ASSERT_TRUE(writing.merge_all());
    EXPECT_THAT(damages(), IsEmpty());
    const PassageStatistics has = passage_statistics(reader());
    EXPECT_EQ(has.documents, 49);
    EXPECT_EQ(has.untried, 10);
    const WatchedModel watched(kPassageModel);
    EXPECT_EQ(writing.add_passages(watched.embedding)->kept, 49);
    EXPECT_THAT(watched.seen, SizeIs(10));
    expect_passages_of_all(reader(), kPassageModel);
  }
  auto fresh = writer("fresh");
  add(fresh, 0, 30);
  add(fresh, 30, 50);
  add(fresh, 50, 60);
  ASSERT_TRUE(fresh.remove("d3"));
  ASSERT_TRUE(fresh.merge_all());
  ASSERT_TRUE(fresh.add_passages(kPassageModel));
  ASSERT_THAT(passage_files(), SizeIs(1));
  EXPECT_TRUE(bytes_of_file(passage_files()[0]) == bytes_of_file(passage_files("fresh")[0]));
}

TEST_F(IndexPassages, OfAnotherModelAreDroppedWhenMerging) {
  auto writing = writer();
  add(writing, 0, 30);
  ASSERT_TRUE(writing.add_passages(kPassageModel));
  add(writing, 30, 40);
  // A set has one model at a time, but an index may be changing to another one.
  const PassageEmbedding other = made_up_passage_model("two", 16);
  const WatchedModel half(other, 30);
  EXPECT_FALSE(writing.add_passages(half.embedding));
  EXPECT_THAT(passage_statistics(reader()).models, SizeIs(1));
  add(writing, 40, 50);
  ASSERT_TRUE(writing.merge_all());
  EXPECT_THAT(damages(), IsEmpty());
  EXPECT_TRUE(expect_passages_of(reader(), other.model));
  EXPECT_FALSE(expect_passages_of(reader(), kPassageModel.model));
  ASSERT_TRUE(writing.add_passages(other));
  expect_passages_of_all(reader(), other);
}

TEST_F(IndexPassages, OfDeletedDocumentsAreNotFound) {
  auto writing = writer();
  add(writing, 0, 40);
  ASSERT_TRUE(writing.add_passages(kPassageModel));
  for (int i = 0; i < 35; ++i) ASSERT_TRUE(writing.remove(fmt::format("d{}", i)));
  ASSERT_TRUE(writing.commit());
  const IndexReader index = reader();
  expect_passages_of_all(index, kPassageModel);
  EXPECT_EQ(passage_statistics(index).documents, 5);
  EXPECT_EQ(nearest_passages(index, made_up_vector("any", 24), {.count = 3})->size(), 3)
      << "deleted passages do not take the place of others";
  EXPECT_EQ(writing.add_passages(kPassageModel)->documents, 0);
  EXPECT_EQ(reader().generation(), index.generation());
}

TEST_F(IndexPassages, OfDeletedDocumentsAreNotMade) {
  auto writing = writer();
  add(writing, 0, 10);
  ASSERT_TRUE(writing.remove("d4"));
  const WatchedModel watched(kPassageModel);
  ASSERT_TRUE(writing.add_passages(watched.embedding));
  EXPECT_THAT(watched.seen, SizeIs(9));
  EXPECT_EQ(passage_statistics(reader()).untried, 0);
}

TEST_F(IndexPassages, OfJoinedIndexesAreFoundInBoth) {
  {
    auto first = writer("first");
    add(first, 0, 20);
    ASSERT_TRUE(first.add_passages(kPassageModel));
    auto second = writer("second");
    add(second, 100, 130);
    ASSERT_TRUE(second.add_passages(kPassageModel));
  }
  const IndexReader first = reader("first");
  const IndexReader second = reader("second");
  const std::vector<IndexReader::Named> named = {{"first", &first}, {"second", &second}};
  const auto joined = IndexReader::join(named);
  ASSERT_TRUE(joined);
  expect_passages_of_all(*joined, kPassageModel);
  EXPECT_EQ(passage_statistics(*joined).passages,
            passage_statistics(first).passages + passage_statistics(second).passages);
  const auto all = *nearest_passages(*joined, made_up_vector("any", 24), {.count = UINT32_MAX});
  EXPECT_EQ(all.size(), passage_statistics(*joined).passages);
  EXPECT_TRUE(std::ranges::is_sorted(all, std::ranges::greater(), &NearPassage::cosine));
}

TEST_F(IndexPassages, GetAGraphWhenTheyAreComplete) {
  const PassageEmbedding narrow = made_up_passage_model("narrow", 8, 0);
  auto writing = writer();
  const RandomEntries random(1);
  for (int i = 0; i < 900; ++i) {
    DocumentEntry entry;
    entry.document.id = fmt::format("d{}", i);
    entry.document.fields = {{.name = "title", .text = entry.document.id, .formulas = {}},
                             {.name = "body", .text = {}, .formulas = {}}};
    for (int word = 0; word < 45; ++word) {
      entry.document.fields[1].text += fmt::format("{:8} ", i * word);
    }
    ASSERT_TRUE(writing.add(entry));
  }
  ASSERT_TRUE(writing.commit());
  const WatchedModel half(narrow, 800);
  EXPECT_FALSE(writing.add_passages(half.embedding));
  EXPECT_EQ(passage_statistics(reader()).graph_bytes, 0);
  ASSERT_GT(passage_statistics(reader()).passages, kLeastForGraph);
  std::uint32_t linked = 0;
  PassageProgress progress;
  progress.linked = [&](std::uint32_t passages) { linked = passages; };
  ASSERT_TRUE(writing.add_passages(narrow, progress));
  const PassageStatistics has = passage_statistics(reader());
  EXPECT_EQ(has.passages, linked);
  EXPECT_GT(has.graph_bytes, 0);
  EXPECT_EQ(has.tokens, 0);
  EXPECT_THAT(damages(), IsEmpty());
  const std::vector<float> query = made_up_vector("narrowany", 8);
  const auto exact = *nearest_passages(reader(), query, {.count = 20, .exact = true});
  const auto walked = *nearest_passages(reader(), query, {.count = 20});
  EXPECT_THAT(exact, SizeIs(20));
  std::size_t same = 0;
  for (const NearPassage& one : walked) {
    same += static_cast<std::size_t>(std::ranges::count(exact, one));
  }
  EXPECT_GE(same, 18);
}

TEST_F(IndexPassages, ThatCannotBeAreAnErrorAndNotWritten) {
  auto writing = writer();
  add(writing, 0, 20);
  const std::uint64_t generation = reader().generation();
  const auto refused = [&](const std::function<void(EncodedPassage&)>& spoil) {
    PassageEmbedding wrong = kPassageModel;
    wrong.encode = [&](std::span<const text::Document> documents) {
      auto encoded = kPassageModel.encode(documents);
      for (auto& passages : *encoded) {
        if (!passages.empty()) spoil(passages.back());
      }
      return encoded;
    };
    const auto added = writing.add_passages(wrong);
    EXPECT_FALSE(added);
    EXPECT_EQ(reader().generation(), generation);
    EXPECT_THAT(passage_files(), IsEmpty());
    EXPECT_THAT(added.error().message, HasSubstr("the model 'one' gives passage"));
    EXPECT_THAT(added.error().message, HasSubstr("of document 'd"));
    return added.error().message;
  };
  EXPECT_THAT(refused([](EncodedPassage& one) { one.vector.pop_back(); }),
              HasSubstr("has a vector of 23 numbers, not 24"));
  EXPECT_THAT(refused([](EncodedPassage& one) { one.vector[3] = std::nanf(""); }),
              HasSubstr("not finite"));
  EXPECT_THAT(refused([](EncodedPassage& one) { std::ranges::fill(one.vector, 0.0F); }),
              HasSubstr("all 0"));
  EXPECT_THAT(refused([](EncodedPassage& one) { one.tokens = "abcd"; }),
              HasSubstr("has 4 bytes of tokens of 3 each"));
  EXPECT_THAT(refused([](EncodedPassage& one) { one.span.end += 1; }), HasSubstr("of a field of"));
  EXPECT_THAT(refused([](EncodedPassage& one) { std::swap(one.span.begin, one.span.end); }),
              HasSubstr("of a field of"));
  EXPECT_THAT(refused([](EncodedPassage& one) { one.field = 7; }),
              HasSubstr("is in field 7, but the number of fields is 1"));
  PassageEmbedding few = kPassageModel;
  few.encode = [](std::span<const text::Document>) {
    return base::Result<std::vector<std::vector<EncodedPassage>>>();
  };
  EXPECT_THAT(writing.add_passages(few).error().message,
              HasSubstr("gives passages of 0 documents, not of 20"));
  PassageEmbedding named = kPassageModel;
  named.set.name = "No Name";
  EXPECT_THAT(writing.add_passages(named).error().message, HasSubstr("is not a name for passages"));
  named.set = {};
  EXPECT_FALSE(writing.add_passages(named));
  PassageEmbedding flat = kPassageModel;
  flat.model.width = 0;
  flat.token_bytes = 0;
  EXPECT_FALSE(writing.add_passages(flat));
  // The writer can still be used.
  EXPECT_TRUE(writing.add_passages(kPassageModel));
}

TEST_F(IndexPassages, OfAnotherModelAreRefusedAndReplaced) {
  auto writing = writer();
  add(writing, 0, 20);
  const auto none = expect_passages_of(reader(), kPassageModel.model);
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("has no vectors of passages"));
  EXPECT_THAT(none.error().hint, HasSubstr("noether index --dense"));
  EXPECT_THAT(*nearest_passages(reader(), made_up_vector("any", 24)), IsEmpty());
  ASSERT_TRUE(writing.add_passages(kPassageModel));
  EXPECT_TRUE(expect_passages_of(reader(), kPassageModel.model));
  const PassageEmbedding other = made_up_passage_model("two", 16, 0);
  const auto refused = expect_passages_of(reader(), other.model);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("of the model 'one'"));
  EXPECT_FALSE(nearest_passages(reader(), std::vector<float>{1, 2}));
  EXPECT_FALSE(nearest_passages(reader(), std::vector<float>(24, 0.0F)));
  ASSERT_TRUE(writing.add_passages(other));
  expect_passages_of_all(reader(), other);
  EXPECT_THAT(passage_files(), SizeIs(1));
  // The same model with other tokens, and with another reading.
  PassageEmbedding tokens = made_up_passage_model("two", 16, 5);
  EXPECT_EQ(writing.add_passages(tokens)->documents, 20);
  expect_passages_of_all(reader(), tokens);
  tokens.model.reading = 2;
  tokens.model.digest = base::digest_of("two, read in a new way");
  const auto old = expect_passages_of(reader(), tokens.model);
  ASSERT_FALSE(old);
  EXPECT_THAT(old.error().message, HasSubstr("out of date"));
  ASSERT_TRUE(writing.add_passages(tokens));
  EXPECT_EQ(passage_statistics(reader()).models.at(0).reading, 2);
}

TEST_F(IndexPassages, StandBesideVectorsOfFormulasAndOtherSets) {
  PassageEmbedding second = made_up_passage_model("two", 16);
  second.set.name = "second";
  const FormulaEmbedding formulas = made_up_embedding("formulas", "x^{1");
  auto writing = writer();
  add(writing, 0, 20);
  const auto before = everything_in(reader());
  ASSERT_TRUE(writing.add_passages(kPassageModel));
  ASSERT_TRUE(writing.add_vectors(formulas));
  ASSERT_TRUE(writing.add_passages(second));
  EXPECT_EQ(everything_in(reader()), before);
  add(writing, 20, 30);
  ASSERT_TRUE(writing.add_passages(second));
  EXPECT_EQ(passage_statistics(reader()).untried, 10);
  ASSERT_TRUE(writing.merge_all());
  ASSERT_TRUE(writing.add_passages(kPassageModel));
  expect_passages_of_all(reader(), kPassageModel);
  expect_passages_of_all(reader(), second);
  EXPECT_THAT(damages(), IsEmpty());
  EXPECT_THAT(passage_files(), SizeIs(2));
}

// Sentences are passages of another unit.
PassageEmbedding made_up_sentence_model(const std::string& name) {
  PassageEmbedding model = made_up_passage_model(name, 16, 0);
  model.set = kSentenceVectors;
  return model;
}

TEST_F(IndexPassages, OfSentencesStandBesideThoseOfPassages) {
  const PassageEmbedding sentences = made_up_sentence_model("sentences");
  auto writing = writer();
  add(writing, 0, 20);
  ASSERT_TRUE(writing.add_passages(kPassageModel));
  const auto none = expect_passages_of(reader(), sentences.model, kSentenceVectors);
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("has no vectors of sentences"));
  EXPECT_THAT(none.error().hint, HasSubstr("noether index --dense"));
  // The next run continues an interrupted one.
  WatchedModel first(sentences, 10);
  EXPECT_FALSE(writing.add_passages(first.embedding));
  WatchedModel second(sentences);
  ASSERT_TRUE(writing.add_passages(second.embedding));
  EXPECT_THAT(first.seen, SizeIs(8));
  EXPECT_THAT(second.seen, SizeIs(12));
  expect_passages_of_all(reader(), sentences);
  expect_passages_of_all(reader(), kPassageModel);
  // Documents added later are encoded after a merge, which keeps the other passages.
  add(writing, 20, 30);
  ASSERT_TRUE(writing.merge_all());
  WatchedModel third(sentences);
  ASSERT_TRUE(writing.add_passages(third.embedding));
  EXPECT_THAT(third.seen, SizeIs(10));
  expect_passages_of_all(reader(), sentences);
  EXPECT_THAT(damages(), IsEmpty());
  const auto check = check_index(folder_ / "index", [](const base::Error&) {});
  EXPECT_EQ(check->sentences, passage_statistics(reader(), kSentenceVectors).passages);
  EXPECT_EQ(check->passages, passage_statistics(reader()).passages);
  // Vectors of another model are refused and replaced.
  const PassageEmbedding other = made_up_sentence_model("other");
  const auto refused = expect_passages_of(reader(), other.model, kSentenceVectors);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("has sentences of the model 'sentences'"));
  ASSERT_TRUE(writing.add_passages(other));
  expect_passages_of_all(reader(), other);
}

TEST_F(IndexPassages, OfSentencesAreCheckedForTheirOrder) {
  PassageEmbedding sentences = made_up_sentence_model("sentences");
  sentences.encode = [encode = sentences.encode](std::span<const text::Document> documents) {
    auto all = encode(documents);
    for (auto& one : *all) std::ranges::reverse(one);
    return all;
  };
  auto writing = writer();
  add(writing, 0, 5);
  ASSERT_TRUE(writing.add_passages(sentences));
  EXPECT_THAT(damages(), ElementsAre(HasSubstr("out of order")));
}

TEST_F(IndexPassages, WithoutVectorsAreRecordsThatStay) {
  PassageEmbedding records = made_up_passage_model("records", 0, 1);
  records.set = kSentenceGraphs;
  auto writing = writer();
  add(writing, 0, 30);
  WatchedModel first(records, 10);
  EXPECT_FALSE(writing.add_passages(first.embedding));
  ASSERT_TRUE(writing.add_passages(records));
  add(writing, 30, 40);
  add(writing, 5, 6);
  ASSERT_TRUE(writing.remove("d7"));
  ASSERT_TRUE(writing.merge_all());
  WatchedModel second(records);
  ASSERT_TRUE(writing.add_passages(second.embedding));
  EXPECT_THAT(second.seen, SizeIs(11)) << "those that are new and the one that changed";
  const IndexReader index = reader();
  for (std::uint32_t number = 0; number < index.documents(); ++number) {
    const auto kept = passages_of(index, number, records.set);
    ASSERT_TRUE(kept) << kept.error().message;
    const auto expected = made_up_passages(*index.document(number), records);
    ASSERT_EQ(kept->size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ((*kept)[i].span, expected[i].span);
      EXPECT_EQ((*kept)[i].tokens, expected[i].tokens);
      EXPECT_TRUE((*kept)[i].code.high.empty());
    }
  }
  EXPECT_THAT(damages(), IsEmpty());
  EXPECT_FALSE(nearest_passages(index, made_up_vector("any", 24), {}, records.set));
  const auto other =
      expect_passages_of(index, made_up_passage_model("other", 0, 1).model, records.set);
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().hint, HasSubstr("noether index --contexts"));
}

TEST_F(IndexPassages, WithoutVectorsNeverWaitForAGraph) {
  PassageEmbedding records = made_up_passage_model("records", 0, 1);
  auto writing = writer();
  DocumentEntry entry;
  entry.document.id = "long";
  entry.document.fields = {
      {.name = "body",
       .text = std::string(std::size_t{kLeastForGraph} * kMadeUpPassageBytes, 'x'),
       .formulas = {}}};
  ASSERT_TRUE(writing.add(entry));
  ASSERT_TRUE(writing.add_passages(records));
  const std::uint64_t generation = reader().generation();
  ASSERT_EQ(passage_statistics(reader()).passages, kLeastForGraph);
  ASSERT_TRUE(writing.add_passages(records));
  EXPECT_EQ(reader().generation(), generation) << "there was nothing to commit";
}

TEST_F(IndexPassages, ADamagedFileOfSentencesIsSaidAndMadeAnew) {
  const PassageEmbedding sentences = made_up_sentence_model("sentences");
  {
    auto writing = writer();
    add(writing, 0, 20);
    ASSERT_TRUE(writing.add_passages(sentences));
  }
  for (const std::string& file : files_below(folder_ / "index")) {
    if (!file.contains("-sentence-")) continue;
    std::ofstream(folder_ / "index/" + file, std::ios::binary) << "cut off";
  }
  EXPECT_THAT(damages(), SizeIs(1));
  const auto refused = expect_passages_of(reader(), sentences.model, kSentenceVectors);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().hint, HasSubstr("noether index --dense"));
  auto again = writer();
  ASSERT_TRUE(again.add_passages(sentences));
  EXPECT_THAT(damages(), IsEmpty());
  expect_passages_of_all(reader(), sentences);
}

}  // namespace
}  // namespace noether::index
