// The texts of the terms of a space, in alphabetical order of their bytes: for suggestions.
//
// Blocks of 16: the first whole, the others as how much they share with the one before, and the
// rest.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "noether/base/error.h"

namespace noether::index {

// `texts` ascending and different. The bytes of the section.
std::string pack_texts(std::span<const std::string_view> texts);

class TermTexts {
 public:
  TermTexts() = default;
  static base::Result<TermTexts> open(std::string_view bytes);

  std::uint32_t size() const { return count_; }

  class Cursor {
   public:
    // Returns false at the end, and if the bytes are inconsistent, which `damaged` reports.
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
  // Before the first text that is not below `text`: with a prefix, before those that begin so.
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
