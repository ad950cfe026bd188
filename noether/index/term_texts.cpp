#include "noether/index/term_texts.h"

#include <algorithm>
#include <cstring>

#include "noether/base/packed_bytes.h"

namespace noether::index {

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
