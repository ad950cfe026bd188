#include "noether/index/segment/dictionary.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "noether/base/packed_bytes.h"
#include "noether/index/section_file.h"
#include "noether/index/segment/bit_stream.h"

namespace noether::index {
namespace {

constexpr std::uint32_t kOffsetBits = 40;
constexpr std::uint32_t kSizeLowBits = 3;

// At least four, so that a sample can be read as eight bytes.
std::uint32_t key_bytes(std::uint32_t key_bits) { return std::max((key_bits + 7) / 8, 4U); }
constexpr std::uint32_t kPlaceBytes = 4;

std::uint32_t width_of(std::uint32_t units) {
  return units == 0 ? 0 : static_cast<std::uint32_t>(std::bit_width(units - 1));
}

// Optimal for gaps that are equally likely to end at any point, as the gaps between hashes are.
std::uint32_t rice_bits(std::uint64_t mean_gap) {
  const std::uint64_t median = mean_gap / 16 * 11 + mean_gap % 16 * 11 / 16;
  return median == 0 ? 0 : static_cast<std::uint32_t>(std::bit_width(median)) - 1;
}

// The part of a block behind the keys.
class EntryReader {
 public:
  EntryReader(BitReader& bits, std::uint32_t units)
      : bits_(bits), units_(units), unit_width_(width_of(units)) {
    offset_ = bits_.fixed(kOffsetBits);
  }
  // Returns false if the entry is inconsistent.
  bool next(DictionaryEntry& entry) {
    const std::uint64_t count = bits_.gamma();
    if (count > units_) return false;
    entry.count = static_cast<std::uint32_t>(count);
    entry.offset = offset_;
    entry.size = 0;
    entry.only = {};
    if (count == 1) {
      entry.only.unit = static_cast<std::uint32_t>(bits_.fixed(unit_width_));
      const std::uint64_t weight = bits_.gamma();
      if (entry.only.unit >= units_ || weight > UINT32_MAX) return false;
      entry.only.weight = static_cast<std::uint32_t>(weight);
    } else {
      const std::uint64_t high = bits_.gamma() - 1;
      if (high >> 40 != 0) return false;
      entry.size = high << kSizeLowBits | bits_.fixed(kSizeLowBits);
      offset_ += entry.size;
    }
    return !bits_.failed();
  }

 private:
  BitReader& bits_;
  std::uint32_t units_;
  std::uint32_t unit_width_;
  std::uint64_t offset_ = 0;
};

std::unexpected<base::Error> contradiction() {
  return base::fail("has a dictionary that contradicts itself");
}

}  // namespace

DictionaryWriter::DictionaryWriter(std::uint32_t units, std::uint32_t key_bits)
    : units_(units), key_bits_(key_bits) {}

void DictionaryWriter::add(const DictionaryEntry& entry) {
  waiting_.push_back(entry);
  ++terms_;
  if (waiting_.size() == Dictionary::kBlock) flush();
}

void DictionaryWriter::flush() {
  if (waiting_.empty()) return;
  base::append_fixed(bytes_.samples, waiting_.front().key, static_cast<int>(key_bytes(key_bits_)));
  base::append_fixed(bytes_.samples, bytes_.blocks.size(), kPlaceBytes);
  BitWriter bits(bytes_.blocks);
  const std::uint64_t range = waiting_.back().key - waiting_.front().key;
  const std::uint32_t low = waiting_.size() > 1 ? rice_bits(range / (waiting_.size() - 1)) : 0;
  bits.fixed(low, 6);
  for (std::size_t i = 1; i < waiting_.size(); ++i) {
    bits.rice(waiting_[i].key - waiting_[i - 1].key - 1, low);
  }
  const auto first = std::ranges::find_if(waiting_, [](const auto& e) { return e.count > 1; });
  bits.fixed(first == waiting_.end() ? 0 : first->offset, kOffsetBits);
  for (const DictionaryEntry& entry : waiting_) {
    bits.gamma(entry.count);
    if (entry.count == 1) {
      bits.fixed(entry.only.unit, width_of(units_));
      bits.gamma(entry.only.weight);
    } else {
      bits.gamma((entry.size >> kSizeLowBits) + 1);
      bits.fixed(entry.size & ((1U << kSizeLowBits) - 1), kSizeLowBits);
    }
  }
  bits.align();
  waiting_.clear();
}

DictionaryWriter::Bytes DictionaryWriter::finish() {
  flush();
  return std::move(bytes_);
}

base::Result<Dictionary> Dictionary::open(std::string_view samples, std::string_view blocks,
                                          std::uint64_t terms, std::uint32_t units,
                                          std::uint32_t key_bits) {
  Dictionary dictionary;
  dictionary.sample_bytes_ = key_bytes(key_bits) + kPlaceBytes;
  dictionary.key_mask_ = ~std::uint64_t{0} >> (64 - 8 * key_bytes(key_bits));
  dictionary.key_bits_ = key_bits;
  dictionary.samples_ = samples;
  dictionary.blocks_ = blocks;
  dictionary.terms_ = terms;
  dictionary.units_ = units;
  const std::uint64_t expected = terms / kBlock + (terms % kBlock == 0 ? 0 : 1);
  if (samples.size() % dictionary.sample_bytes_ != 0 || dictionary.block_count() != expected) {
    return contradiction();
  }
  return dictionary;
}

std::size_t Dictionary::block_size(std::size_t block) const {
  return block + 1 < block_count() ? kBlock : terms_ - block * kBlock;
}

std::uint64_t Dictionary::first_key(std::size_t block) const {
  return load_number<std::uint64_t>(samples_, block * sample_bytes_) & key_mask_;
}

std::size_t Dictionary::offset(std::size_t block) const {
  return load_number<std::uint32_t>(samples_, (block + 1) * sample_bytes_ - kPlaceBytes);
}

std::optional<std::size_t> Dictionary::block_of(std::uint64_t key) const {
  constexpr std::size_t kNear = 32;
  const std::size_t count = block_count();
  if (count == 0) return std::nullopt;
  // Begins where the key would be if keys were spread evenly, then moves to its actual block.
  const std::uint64_t share = key_bits_ >= 32 ? key >> (key_bits_ - 32) : key << (32 - key_bits_);
  const std::size_t guess = std::min<std::size_t>((share * count) >> 32, count - 1);
  std::size_t low = guess > kNear ? guess - kNear : 0;
  std::size_t high = std::min(guess + kNear, count);
  if (low > 0 && first_key(low) > key) {
    high = low;
    low = 0;
  } else if (high < count && first_key(high) <= key) {
    low = high;
    high = count;
  }
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (first_key(middle) <= key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == 0) return std::nullopt;
  return low - 1;
}

std::string_view Dictionary::block_bytes(std::size_t block) const {
  const std::size_t begin = offset(block);
  const std::size_t end = block + 1 < block_count() ? offset(block + 1) : blocks_.size();
  if (begin > end || end > blocks_.size()) return {};
  return blocks_.substr(begin, end - begin);
}

base::Result<DictionaryEntry> Dictionary::find(std::size_t block, std::uint64_t key) const {
  BitReader bits(block_bytes(block));
  const auto low = static_cast<std::uint32_t>(bits.fixed(6));
  const std::size_t size = block_size(block);
  auto here = first_key(block);
  std::size_t number = 0;
  std::size_t found = SIZE_MAX;
  if (here == key) found = 0;
  // All keys must be read to reach the entries behind them.
  while (++number < size) {
    here += bits.rice(low) + 1;
    if (here == key) found = number;
    if (here > key && found == SIZE_MAX) return DictionaryEntry{};
  }
  if (bits.failed()) return contradiction();
  if (found == SIZE_MAX) return DictionaryEntry{};
  EntryReader entries(bits, units_);
  DictionaryEntry entry;
  for (number = 0; number <= found; ++number) {
    if (!entries.next(entry)) return contradiction();
  }
  entry.key = key;
  return entry;
}

base::Result<void> Dictionary::read(std::size_t block,
                                    std::vector<DictionaryEntry>& entries) const {
  BitReader bits(block_bytes(block));
  const auto low = static_cast<std::uint32_t>(bits.fixed(6));
  entries.assign(block_size(block), {});
  auto key = first_key(block);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i > 0) {
      const std::uint64_t next = key + bits.rice(low) + 1;
      if (next <= key) return contradiction();
      key = next;
    }
    entries[i].key = key;
  }
  EntryReader reader(bits, units_);
  for (DictionaryEntry& entry : entries) {
    if (!reader.next(entry)) return contradiction();
  }
  return {};
}

std::string pack_texts(std::span<const std::string_view> texts) {
  std::string offsets;
  std::string body;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i % TermTexts::kBlock == 0) {
      base::append_fixed(offsets, body.size(), 4);
      base::append_text(body, texts[i]);
      continue;
    }
    const auto differ = std::ranges::mismatch(texts[i - 1], texts[i]).in2;
    const auto shared = static_cast<std::size_t>(differ - texts[i].begin());
    base::append_varint(body, shared);
    base::append_text(body, texts[i].substr(shared));
  }
  std::string bytes;
  base::append_fixed(bytes, texts.size(), 4);
  return bytes + offsets + body;
}

base::Result<TermTexts> TermTexts::open(std::string_view bytes) {
  TermTexts texts;
  if (bytes.empty()) return texts;
  base::PackedReader reader(bytes);
  texts.count_ = static_cast<std::uint32_t>(reader.fixed(4));
  const std::size_t table = 4 * std::size_t{texts.count_ / kBlock + (texts.count_ % kBlock != 0)};
  if (reader.failed() || table > bytes.size() - 4) {
    return base::fail("has texts of terms that contradict themselves");
  }
  texts.offsets_ = bytes.substr(4, table);
  texts.body_ = bytes.substr(4 + table);
  return texts;
}

TermTexts::Cursor TermTexts::at_block(std::uint32_t block) const {
  std::uint32_t offset = 0;
  std::memcpy(&offset, offsets_.data() + 4 * std::size_t{block}, 4);
  return {body_.substr(std::min<std::size_t>(offset, body_.size())), block * kBlock, count_};
}

TermTexts::Cursor TermTexts::begin() const { return count_ == 0 ? Cursor({}, 0, 0) : at_block(0); }

TermTexts::Cursor TermTexts::lower_bound(std::string_view text) const {
  std::uint32_t low = 0;
  std::uint32_t high = static_cast<std::uint32_t>(offsets_.size() / 4);
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    Cursor first = at_block(middle);
    if (first.next() && first.text() < text) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (count_ == 0) return begin();
  Cursor cursor = at_block(low == 0 ? 0 : low - 1);
  Cursor before = cursor;
  while (cursor.next() && cursor.text() < text) before = cursor;
  return before;
}

bool TermTexts::Cursor::next() {
  if (damaged_ || number_ >= count_) return false;
  base::PackedReader reader(rest_);
  const std::size_t before = reader.left();
  const std::size_t shared = number_ % kBlock == 0 ? 0 : reader.varint(text_.size());
  const std::string_view rest = reader.text();
  if (reader.failed()) {
    damaged_ = true;
    return false;
  }
  text_.resize(shared);
  text_ += rest;
  rest_.remove_prefix(before - reader.left());
  ++number_;
  return true;
}

}  // namespace noether::index
