// The terms of one space, by key: the number of units of each, and the place of its list; and the
// texts of terms, for spaces that keep them.
//
// Blocks of 16 keys, Rice-coded as gaps, follow a sample of the first key of each. Keys are hashes,
// so the value of a key approximates the place of its block. A term in only one unit, like most
// terms, has its posting here and no list.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/segment/posting_list.h"

namespace noether::index {

struct DictionaryEntry {
  std::uint64_t key = 0;  // only the kept bits, as a number
  std::uint32_t count = 0;
  Posting only;              // when count is 1
  std::uint64_t offset = 0;  // else: of its list among the postings of the space
  std::uint64_t size = 0;
};

class DictionaryWriter {
 public:
  DictionaryWriter(std::uint32_t units, std::uint32_t key_bits);

  // Add entries in ascending order of key; lists are in the order of their entries, without gaps.
  void add(const DictionaryEntry& entry);
  // The bytes of the two sections.
  struct Bytes {
    std::string samples;
    std::string blocks;
  };
  Bytes finish();

  std::uint64_t terms() const { return terms_; }

 private:
  void flush();

  std::uint32_t units_;
  std::uint32_t key_bits_;
  std::uint64_t terms_ = 0;
  std::vector<DictionaryEntry> waiting_;
  Bytes bytes_;
};

class Dictionary {
 public:
  static constexpr std::size_t kBlock = 16;
  // The maximum size, because the places of blocks have 32 bits.
  static constexpr std::uint64_t kMaxBytes = UINT32_MAX;

  Dictionary() = default;
  // Returns an error if the sizes are inconsistent.
  static base::Result<Dictionary> open(std::string_view samples, std::string_view blocks,
                                       std::uint64_t terms, std::uint32_t units,
                                       std::uint32_t key_bits);

  std::uint64_t terms() const { return terms_; }
  std::size_t block_count() const { return samples_.size() / sample_bytes_; }
  // The block in which the key would be; empty if it is below all others.
  std::optional<std::size_t> block_of(std::uint64_t key) const;
  // The bytes to verify before the block is read.
  std::string_view block_bytes(std::size_t block) const;
  std::string_view samples() const { return samples_; }

  // The entry has the count 0 if the block lacks the key. Returns an error if the block is
  // inconsistent.
  base::Result<DictionaryEntry> find(std::size_t block, std::uint64_t key) const;
  base::Result<void> read(std::size_t block, std::vector<DictionaryEntry>& entries) const;

 private:
  std::size_t block_size(std::size_t block) const;
  std::uint64_t first_key(std::size_t block) const;
  std::size_t offset(std::size_t block) const;

  std::size_t sample_bytes_ = 12;
  std::uint64_t key_mask_ = 0;
  std::uint32_t key_bits_ = 64;
  std::string_view samples_;
  std::string_view blocks_;
  std::uint64_t terms_ = 0;
  std::uint32_t units_ = 0;
};

// The texts of the terms of a space, in alphabetical order of their bytes: for suggestions.
//
// They are stored in blocks of 16: the first text whole, each other text as the number of bytes
// that it shares with the one before, and the rest.

// Returns the bytes of the section. `texts` must be ascending and distinct.
std::string pack_texts(std::span<const std::string_view> texts);

class TermTexts {
 public:
  TermTexts() = default;
  static base::Result<TermTexts> open(std::string_view bytes);

  std::uint32_t size() const { return count_; }

  class Cursor {
   public:
    // Returns false at the end, or if the bytes are inconsistent; `damaged` reports the latter.
    bool next();
    const std::string& text() const { return text_; }
    // The number of the text, from 0 in alphabetical order; valid after `next`.
    std::uint32_t number() const { return number_ - 1; }
    bool damaged() const { return damaged_; }

   private:
    friend class TermTexts;
    Cursor(std::string_view rest, std::uint32_t number, std::uint32_t count)
        : rest_(rest), number_(number), count_(count) {}

    std::string_view rest_;
    std::uint32_t number_;  // of the text that is next
    std::uint32_t count_;
    std::string text_;
    bool damaged_ = false;
  };
  Cursor begin() const;
  // A cursor before the first text that is not below `text`: for a prefix, before the texts that
  // begin with it.
  Cursor lower_bound(std::string_view text) const;

 private:
  static constexpr std::uint32_t kBlock = 16;
  friend std::string pack_texts(std::span<const std::string_view> texts);
  Cursor at_block(std::uint32_t block) const;

  std::string_view offsets_;  // of the blocks, 4 bytes each
  std::string_view body_;
  std::uint32_t count_ = 0;
};

}  // namespace noether::index
