#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <set>

#include "noether/index/segment/bit_stream.h"
#include "noether/index/segment/dictionary.h"
#include "noether/index/segment/posting_cursor.h"

namespace noether::index {
namespace {

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  std::uint32_t operator()() { return static_cast<std::uint32_t>(engine_()); }

 private:
  std::mt19937 engine_;
};

// A simple codec that reads numbers bit by bit; the fast codec must agree with it.
std::uint32_t number_at(const std::string& packed, std::uint32_t width, std::uint32_t i) {
  std::uint32_t number = 0;
  for (std::uint32_t bit = 0; bit < width; ++bit) {
    const std::uint32_t in_lane = i / 4 * width + bit;
    const std::uint32_t at = 128 * (in_lane / 32) + 32 * (i % 4) + in_lane % 32;
    const std::uint32_t byte = static_cast<unsigned char>(packed[at / 8]);
    number |= (byte >> at % 8 & 1U) << bit;
  }
  return number;
}

TEST(BitPacking, AgreesWithReadingBitByBitForEveryWidth) {
  Random random(4);
  for (std::uint32_t width = 0; width <= 32; ++width) {
    alignas(16) std::array<std::uint32_t, kPackedBlock> numbers;
    alignas(16) std::array<std::uint32_t, kPackedBlock> unpacked;
    for (auto& number : numbers) number = width == 0 ? 0 : random() >> (32 - width);
    numbers[17] = width == 0 ? 0 : UINT32_MAX >> (32 - width);
    ASSERT_EQ(packed_width(numbers.data(), kPackedBlock), width);
    std::string packed;
    pack_block(numbers.data(), width, packed);
    ASSERT_EQ(packed.size(), packed_bytes(width));
    unpack_block(packed.data(), width, unpacked.data());
    EXPECT_EQ(unpacked, numbers) << "width " << width;
    unpack_ascending(packed.data(), width, 100, unpacked.data());
    std::uint32_t next = 100;
    for (std::uint32_t i = 0; i < kPackedBlock; ++i) {
      ASSERT_EQ(number_at(packed, width, i), numbers[i]) << "width " << width;
      ASSERT_EQ(unpacked[i], next + numbers[i]) << "width " << width << " number " << i;
      next = unpacked[i] + 1;
    }
  }
}

TEST(BitStream, ReadsWhatWasWritten) {
  std::mt19937_64 random(9);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> numbers;
  std::string bytes;
  {
    BitWriter bits(bytes);
    for (int i = 0; i < 2000; ++i) {
      const auto width = static_cast<std::uint32_t>(random() % 64 + 1);
      numbers.emplace_back(random() >> (64 - width), width);
      const auto& [number, low] = numbers.back();
      bits.fixed(number, width);
      bits.gamma(number / 2 + 1);
      bits.rice(number, low > 6 ? low - 6 : 0);
      bits.unary(number % 200);
    }
    bits.align();
  }
  BitReader bits(bytes);
  for (const auto& [number, width] : numbers) {
    ASSERT_EQ(bits.fixed(width), number);
    ASSERT_EQ(bits.gamma(), number / 2 + 1);
    ASSERT_EQ(bits.rice(width > 6 ? width - 6 : 0), number);
    ASSERT_EQ(bits.unary(), number % 200);
  }
  EXPECT_FALSE(bits.failed());
  for (int i = 0; i < 9; ++i) (void)bits.fixed(1);
  EXPECT_TRUE(bits.failed());
  EXPECT_EQ(bits.gamma(), 1);
}

TEST(BitPacking, UnpacksOneAsAll) {
  Random random(6);
  for (std::uint32_t width = 0; width <= 32; ++width) {
    alignas(16) std::array<std::uint32_t, kPackedBlock> numbers;
    for (auto& number : numbers) number = width == 0 ? 0 : random() >> (32 - width);
    std::string packed;
    pack_block(numbers.data(), width, packed);
    for (std::uint32_t i = 0; i < kPackedBlock; ++i) {
      ASSERT_EQ(unpack_one(packed.data(), width, i), numbers[i]) << "width " << width;
    }
  }
}

TEST(LengthClasses, BeginWhereTheyBegin) {
  for (const std::uint64_t average :
       {0ULL, 1ULL, 31ULL, 63ULL, 64ULL, 90ULL, 5000ULL, 1ULL << 31}) {
    const LengthClasses classes(10 * average, 10);
    EXPECT_EQ(classes.of(0), 0);
    for (std::uint32_t i = 1; i < LengthClasses::kCount; ++i) {
      if (classes.begin(i) == UINT32_MAX) continue;
      EXPECT_EQ(classes.of(classes.begin(i)), i) << "average " << average;
      EXPECT_EQ(classes.of(classes.begin(i) - 1), i - 1) << "average " << average;
    }
    EXPECT_LT(classes.of(UINT32_MAX), LengthClasses::kCount);
  }
}

TEST(PostingBounds, AreSafeForEveryWeight) {
  for (const std::uint32_t weight : {1U, 2U, 8U, 9U, 10U, 13U, 80U, 81U, 5000U, UINT32_MAX}) {
    const std::uint32_t code = PostingBounds::code_of(weight);
    ASSERT_LT(code, PostingBounds::kWeightCodes);
    EXPECT_GE(PostingBounds::weight_of(code), weight);
    EXPECT_LT(PostingBounds::weight_of(code - 1), weight);
  }
}

TEST(PostingBounds, OfTwoHoldForBoth) {
  Random random(8);
  for (int round = 0; round < 200; ++round) {
    PostingBounds all;
    std::array<std::uint32_t, LengthClasses::kCount> largest{};
    for (int i = 0; i < 10; ++i) {
      const std::uint32_t length_class = random() % LengthClasses::kCount;
      const std::uint32_t weight = 1 + random() % 100;
      all.include(length_class, weight);
      largest[length_class] = std::max(largest[length_class], weight);
    }
    for (std::uint32_t i = 0; i < LengthClasses::kCount; ++i) {
      EXPECT_EQ(all.code(i), PostingBounds::code_of(largest[i])) << "seed 8, round " << round;
    }
  }
}

struct List {
  std::vector<Posting> postings;
  PackedLengths lengths;
  std::string bytes;
  std::uint32_t units = 0;

  PostingCursor cursor() const {
    return {bytes, static_cast<std::uint32_t>(postings.size()), units, lengths.column()};
  }
  std::uint32_t length_class(std::uint32_t unit) const {
    return lengths.column().classes().of(lengths.column()[unit]);
  }
};

// Nearly all units, with gaps: the full blocks are dense.
constexpr std::uint32_t kDense = 0;

List random_list(Random& random, std::uint32_t count, std::uint32_t sparse) {
  List list;
  const auto gap = [&] {
    return sparse == kDense ? (random() % 16 == 0 ? 9 : 0) : random() % sparse;
  };
  std::uint32_t unit = gap();
  for (std::uint32_t i = 0; i < count; ++i, unit += 1 + gap()) {
    const std::uint32_t drawn = random();
    list.postings.push_back({unit, 1 + drawn % (1U << random() % 10)});
  }
  list.units = unit + 1;
  std::vector<std::uint32_t> lengths(list.units);
  for (auto& length : lengths) length = random() % 5000;
  list.lengths = pack_lengths(lengths);
  append_postings(list.bytes, list.postings, list.lengths.column());
  return list;
}

List random_list(Random& random, std::uint32_t count) {
  return random_list(random, count, random() % 4 == 0 ? kDense : 1U << random() % 12);
}

TEST(PostingCursor, GivesEveryPostingInOrder) {
  Random random(11);
  for (const std::uint32_t count :
       {2U, 3U, 64U, 127U, 128U, 129U, 255U, 256U, 257U, 1000U, 5000U}) {
    const List list = random_list(random, count);
    PostingCursor cursor = list.cursor();
    EXPECT_EQ(cursor.count(), count);
    for (const Posting& posting : list.postings) {
      ASSERT_EQ(cursor.unit(), posting.unit);
      ASSERT_EQ(cursor.weight(), posting.weight);
      cursor.next();
    }
    EXPECT_EQ(cursor.unit(), PostingCursor::kEnd);
    EXPECT_EQ(cursor.next(), PostingCursor::kEnd);
    EXPECT_FALSE(cursor.damaged());
  }
}

TEST(PostingCursor, AdvancesAsAWalkWould) {
  Random random(12);
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE(round);
    const List list = random_list(random, 2 + random() % 2000);
    PostingCursor cursor = list.cursor();
    auto walk = list.postings.begin();
    const std::uint32_t stride = 1U << random() % 15;
    for (std::uint32_t target = 0; target < list.units + stride; target += random() % stride + 1) {
      while (walk != list.postings.end() && walk->unit < target) ++walk;
      const std::uint32_t expected = walk == list.postings.end() ? PostingCursor::kEnd : walk->unit;
      if (random() % 2 == 0 && cursor.unit() <= target) {
        const auto block = cursor.block_at(target);
        ASSERT_EQ(block.last == PostingCursor::kEnd, expected == PostingCursor::kEnd);
        if (expected != PostingCursor::kEnd) {
          ASSERT_GE(block.last, expected);
          ASSERT_TRUE(block.bounds.holds_for(list.length_class(walk->unit), walk->weight));
        }
      }
      ASSERT_EQ(cursor.advance_to(target), expected);
      if (expected != PostingCursor::kEnd) {
        ASSERT_EQ(cursor.weight(), walk->weight);
      }
      if (random() % 4 == 0 && expected != PostingCursor::kEnd) {
        ++walk;
        ASSERT_EQ(cursor.next(), walk == list.postings.end() ? PostingCursor::kEnd : walk->unit);
      }
    }
  }
}

TEST(PostingCursor, FindsTheWeightsOfUnits) {
  Random random(15);
  for (int round = 0; round < 30; ++round) {
    SCOPED_TRACE(testing::Message() << "seed 15, round " << round);
    const List list = random_list(random, 2 + random() % 2000);
    PostingCursor cursor = list.cursor();
    auto walk = list.postings.begin();
    const std::uint32_t stride = 8U << random() % 6;
    for (std::uint32_t unit = 0; unit < list.units + stride; unit += random() % stride + 1) {
      while (walk != list.postings.end() && walk->unit < unit) ++walk;
      const bool is_there = walk != list.postings.end() && walk->unit == unit;
      if (random() % 8 == 0) cursor.advance_to(unit);
      ASSERT_EQ(cursor.find(unit), is_there ? walk->weight : 0) << unit;
    }
    EXPECT_FALSE(cursor.damaged());
  }
}

TEST(PostingCursor, BoundsEveryBlock) {
  Random random(13);
  for (const std::uint32_t count : {5U, 128U, 300U, 3000U}) {
    const List list = random_list(random, count);
    PostingCursor cursor = list.cursor();
    std::size_t seen = 0;
    for (std::uint32_t block = 0; block < cursor.blocks(); ++block) {
      const PostingBounds bounds = cursor.block_bounds(block);
      const auto [units, weights] = cursor.decode(block);
      EXPECT_EQ(units.back(), cursor.block_last(block));
      for (std::size_t i = 0; i < units.size(); ++i, ++seen) {
        EXPECT_EQ((Posting{units[i], weights[i]}), list.postings[seen]);
        EXPECT_TRUE(bounds.holds_for(list.length_class(units[i]), weights[i]));
      }
    }
    EXPECT_EQ(seen, count);
  }
}

// Dense blocks have no gaps.
TEST(PostingCursor, ReadsTheGapsOfFullBlocks) {
  Random random(17);
  for (const std::uint32_t count : {1U, 127U, 128U, 1000U, 1024U}) {
    const std::uint32_t sparse = count == 1024 ? kDense : 100;
    const List list = random_list(random, count, sparse);
    const PostingCursor cursor = list.cursor();
    PostingCursor::Gaps gaps;
    for (std::uint32_t block = 0; block < cursor.blocks(); ++block) {
      const bool is_full = (block + 1) * kPostingBlock <= count;
      const bool are_read = cursor.read_gaps(block, gaps);
      ASSERT_EQ(are_read, is_full && sparse != kDense) << "count " << count;
      if (!are_read) continue;
      std::uint32_t unit = gaps.before;
      for (std::uint32_t i = 0; i < kPostingBlock; ++i) {
        unit += gaps.gaps[i] + 1;
        const Posting expected = list.postings[block * kPostingBlock + i];
        ASSERT_EQ((Posting{unit, gaps.weights[i] + 1}), expected);
      }
    }
    EXPECT_FALSE(cursor.read_gaps(cursor.blocks(), gaps));
  }
}

TEST(PostingCursor, NeverGivesAUnitThatDoesNotExist) {
  Random random(14);
  int damaged = 0;
  for (int round = 0; round < 500; ++round) {
    List list = random_list(random, 2 + random() % 400);
    for (int flips = 0; flips < 3; ++flips) {
      char& byte = list.bytes[random() % std::min<std::size_t>(list.bytes.size(), 80)];
      byte = static_cast<char>(byte ^ (1 << random() % 8));
    }
    if (random() % 4 == 0) list.bytes.resize(random() % list.bytes.size());
    PostingCursor cursor = list.cursor();
    std::uint32_t before = 0;
    for (int i = 0; cursor.unit() != PostingCursor::kEnd; ++i) {
      ASSERT_LT(cursor.unit(), list.units);
      ASSERT_LT(i, 1000);
      before = cursor.unit();
      (void)cursor.weight();
      (void)cursor.block_at(before + 1);
      if (i % 3 == 0) {
        cursor.advance_to(before + random() % 50);
      } else {
        cursor.next();
      }
    }
    damaged += cursor.damaged() ? 1 : 0;
  }
  EXPECT_GT(damaged, 100);
}

TEST(PostingCursor, NeverDecodesAUnitThatDoesNotExist) {
  Random random(15);
  int damaged = 0;
  for (int round = 0; round < 500; ++round) {
    List list = random_list(random, 300 + random() % 300, round % 2 == 0 ? kDense : 5);
    // The last unit of a block that is not the last one is near the largest number, so that the
    // units after it overflow.
    const std::uint32_t last = UINT32_MAX - random() % 400;
    std::memcpy(list.bytes.data() + SkipEntry::kBytes * (random() % 2), &last, sizeof(last));
    PostingCursor cursor = list.cursor();
    for (std::uint32_t block = 0; block < cursor.blocks(); ++block) {
      for (const std::uint32_t unit : cursor.decode(block).units) {
        ASSERT_LT(unit, list.units) << "seed 15, round " << round << ", block " << block;
      }
    }
    damaged += cursor.damaged() ? 1 : 0;
    // A search from the block behind the wrong number, without a look at the one before.
    for (std::uint32_t first = 1; first < cursor.blocks(); ++first) {
      PostingCursor other = list.cursor();
      for (const std::uint32_t unit : other.decode(first).units) {
        ASSERT_LT(unit, list.units) << "seed 15, round " << round << ", block " << first;
      }
      if (!other.damaged()) continue;
      EXPECT_EQ(other.find(list.postings.back().unit), 0U);
    }
  }
  EXPECT_EQ(damaged, 500);
}

TEST(Dictionary, FindsEveryKeyAndNoOther) {
  std::mt19937_64 random(21);
  for (const std::size_t terms : {0UL, 1UL, 2UL, 63UL, 64UL, 65UL, 128UL, 1000UL}) {
    std::set<std::uint64_t> keys;
    const int shift = static_cast<int>(random() % 50);
    while (keys.size() < terms) keys.insert(random() >> shift);
    DictionaryWriter writer(5000, 64);
    std::vector<DictionaryEntry> entries;
    std::uint64_t offset = 0;
    for (const std::uint64_t key : keys) {
      DictionaryEntry& entry = entries.emplace_back();
      entry.key = key;
      entry.count = static_cast<std::uint32_t>(random() % 3 == 0 ? random() % 5000 + 1 : 1);
      entry.offset = offset;
      if (entry.count == 1) {
        entry.only = {static_cast<std::uint32_t>(random() % 5000),
                      static_cast<std::uint32_t>(random() % 9 + 1)};
      } else {
        entry.size = random() % 3000;
        offset += entry.size;
      }
      writer.add(entry);
    }
    const auto bytes = writer.finish();
    const auto dictionary = Dictionary::open(bytes.samples, bytes.blocks, terms, 5000, 64);
    ASSERT_TRUE(dictionary);
    for (const DictionaryEntry& entry : entries) {
      const auto block = dictionary->block_of(entry.key);
      ASSERT_TRUE(block);
      const auto found = dictionary->find(*block, entry.key);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->count, entry.count);
      EXPECT_EQ(found->size, entry.size);
      if (entry.count == 1) {
        EXPECT_EQ(found->only, entry.only);
      } else {
        EXPECT_EQ(found->offset, entry.offset);
      }
      const std::uint64_t other = entry.key + 1;
      if (keys.contains(other)) continue;
      EXPECT_EQ(dictionary->find(*dictionary->block_of(other), other)->count, 0);
      if (entry.key > 0 && !keys.contains(entry.key - 1)) {
        const auto before = dictionary->block_of(entry.key - 1);
        EXPECT_TRUE(!before || dictionary->find(*before, entry.key - 1)->count == 0);
      }
    }
    EXPECT_FALSE(Dictionary::open(bytes.samples, bytes.blocks, terms + 64, 5000, 64));
  }
}

TEST(TermTexts, FindsWhereAPrefixBegins) {
  std::set<std::string> words;
  Random random(5);
  while (words.size() < 500) {
    std::string word;
    for (std::uint32_t i = random() % 8; i > 0; --i) word += static_cast<char>('a' + random() % 3);
    words.insert(word);
  }
  const std::vector<std::string_view> views(words.begin(), words.end());
  const std::string bytes = pack_texts(views);
  const auto texts = TermTexts::open(bytes);
  ASSERT_TRUE(texts);
  for (const char* from : {"", "a", "abc", "b", "cccccccccc", "bb", "z"}) {
    auto cursor = texts->lower_bound(from);
    for (auto it = words.lower_bound(from); it != words.end(); ++it) {
      ASSERT_TRUE(cursor.next());
      ASSERT_EQ(cursor.text(), *it);
    }
    EXPECT_FALSE(cursor.next());
    EXPECT_FALSE(cursor.damaged());
  }
  EXPECT_FALSE(TermTexts::open(std::string_view(bytes).substr(0, 20)));
}

}  // namespace
}  // namespace noether::index
