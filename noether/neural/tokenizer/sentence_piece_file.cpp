#include "noether/neural/tokenizer/tokenizer_folder.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include "noether/base/utf8.h"

namespace noether::neural::tokens {
namespace {

// The fields of one message, one after another. Numbers of any width become 64 bits; fields with a
// length become bytes.
class Message {
 public:
  explicit Message(std::string_view bytes) : rest_(bytes) {}

  struct Field {
    std::uint32_t number = 0;
    std::uint64_t value = 0;
    std::string_view bytes;
  };

  // Empty at the end, and if the bytes are invalid; is_broken distinguishes the two.
  std::optional<Field> next() {
    if (rest_.empty() || is_broken_) return std::nullopt;
    Field field;
    const std::uint64_t tag = varint();
    field.number = static_cast<std::uint32_t>(tag >> 3);
    switch (tag & 7U) {
      case 0:
        field.value = varint();
        break;
      case 1:
        field.value = fixed(8);
        break;
      case 2: {
        const std::uint64_t size = varint();
        if (size > rest_.size()) is_broken_ = true;
        field.bytes = rest_.substr(0, static_cast<std::size_t>(size));
        if (!is_broken_) rest_.remove_prefix(static_cast<std::size_t>(size));
        break;
      }
      case 5:
        field.value = fixed(4);
        break;
      default:  // groups are obsolete
        is_broken_ = true;
    }
    if (field.number == 0) is_broken_ = true;
    return is_broken_ ? std::nullopt : std::optional(field);
  }
  bool is_broken() const { return is_broken_; }

 private:
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return value;
    }
    is_broken_ = true;
    return 0;
  }
  std::uint64_t fixed(std::size_t size) {
    std::uint64_t value = 0;
    if (rest_.size() < size) {
      is_broken_ = true;
      return 0;
    }
    for (std::size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(rest_[i]);
    rest_.remove_prefix(size);
    return value;
  }

  std::string_view rest_;
  bool is_broken_ = false;
};

std::unexpected<base::Error> cut_off() {
  return base::fail("not a model of SentencePiece, or cut off", {},
                    "copy spiece.model again, as a binary file");
}

}  // namespace

base::Result<SentencePieceFile> SentencePieceFile::read(std::string_view bytes) {
  SentencePieceFile file;
  bool has_rules = false;  // they follow the pieces, so a file without them is truncated
  Message model(bytes);
  while (const auto field = model.next()) {
    Message inner(field->bytes);
    if (field->number == 1) {
      Entry entry;
      while (const auto part = inner.next()) {
        if (part->number == 1) entry.text = part->bytes;
        if (part->number == 2)
          entry.score = std::bit_cast<float>(static_cast<std::uint32_t>(part->value));
        if (part->number == 3) {
          if (part->value < 1 || part->value > 6) return cut_off();
          entry.kind = static_cast<Kind>(part->value);
        }
      }
      if (entry.text.empty() || base::find_invalid_utf8(entry.text) ||
          !std::isfinite(entry.score)) {
        return base::fail(
            fmt::format("piece {} of the model is not a text with a score", file.entries.size()));
      }
      file.entries.push_back(std::move(entry));
    } else if (field->number == 2) {
      while (const auto part = inner.next()) {
        if (part->number == 3) {
          if (part->value < 1 || part->value > 4) return cut_off();
          file.algorithm = static_cast<Algorithm>(part->value);
        }
        if (part->number == 35) file.has_byte_fallback = part->value != 0;
      }
    } else if (field->number == 3) {
      has_rules = true;
      while (const auto part = inner.next()) {
        if (part->number == 2) file.charsmap = part->bytes;
        if (part->number == 3) file.adds_prefix = part->value != 0;
        if (part->number == 4) file.removes_extra_spaces = part->value != 0;
      }
    }
    if (inner.is_broken() && field->number <= 3) return cut_off();
  }
  if (model.is_broken() || file.entries.empty() || !has_rules) return cut_off();
  return file;
}

}  // namespace noether::neural::tokens
