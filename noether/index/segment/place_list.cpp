#include "noether/index/segment/place_list.h"

#include <fmt/format.h>

#include "noether/base/packed_bytes.h"

namespace noether::index {

bool is_number_name(std::string_view name, std::uint64_t& number) {
  constexpr std::size_t kMostDigits = 18;
  if (name.empty() || name.size() > kMostDigits || (name[0] == '0' && name.size() > 1)) {
    return false;
  }
  number = 0;
  for (const char c : name) {
    if (c < '0' || c > '9') return false;
    number = 10 * number + static_cast<std::uint64_t>(c - '0');
  }
  return true;
}

NameCode NamePool::code(std::string_view name) {
  if (name.empty()) return 0;
  std::uint64_t number = 0;
  if (is_number_name(name, number)) return 2 * (number + 1);
  // The places of one formula follow each other and often have the same visual id.
  if (texts_.empty() || texts_.back() != name) texts_.emplace_back(name);
  return 2 * (texts_.size() - 1) + 1;
}

namespace {

// Appends 0 for no name, 1 and a text, or the difference of a number to `before`, the previous
// number.
void append_name(std::string& bytes, NameCode code, const NamePool& names, std::uint64_t& before) {
  if (code == 0) {
    base::append_varint(bytes, 0);
  } else if (code % 2 == 1) {
    base::append_varint(bytes, 1);
    base::append_text(bytes, names.text(code));
  } else {
    const std::uint64_t number = code / 2 - 1;
    const std::uint64_t change =
        number >= before ? 2 * (number - before) : 2 * (before - number) - 1;
    base::append_varint(bytes, change + 2);
    before = number;
  }
}

void read_name(base::PackedReader& reader, std::uint64_t& before, std::string* name) {
  const std::uint64_t code = reader.varint();
  if (code == 1) {
    const std::string_view text = reader.text();
    if (name != nullptr) *name = text;
  } else if (code > 1) {
    const std::uint64_t change = code - 2;
    before += change % 2 == 0 ? change / 2 : 0 - (change / 2 + 1);
    if (name != nullptr) *name = fmt::format_int(before).str();
  }
}

Place& place_in(Place& place) { return place; }
Place& place_in(NamedPlace& named) { return named.place; }
std::string* id_in(Place&) { return nullptr; }
std::string* id_in(NamedPlace& named) { return &named.id; }
std::string* visual_id_in(Place&) { return nullptr; }
std::string* visual_id_in(NamedPlace& named) { return &named.visual_id; }

template <typename P>
bool read(std::string_view bytes, std::uint32_t number, std::uint32_t documents,
          std::vector<P>& out) {
  base::PackedReader reader(bytes);
  for (std::uint32_t i = 0; i <= number; ++i) {
    out.resize(reader.count(6));
    std::uint64_t document = 0;
    std::uint64_t id = 0;
    std::uint64_t visual_id = 0;
    for (P& one : out) {
      Place& place = place_in(one);
      document += reader.varint(UINT32_MAX);
      if (document >= documents) return false;
      place.document = static_cast<std::uint32_t>(document);
      place.field = static_cast<std::uint32_t>(reader.varint(UINT32_MAX));
      place.begin = static_cast<std::uint32_t>(reader.varint(UINT32_MAX));
      place.end = place.begin + static_cast<std::uint32_t>(reader.varint(UINT32_MAX - place.begin));
      read_name(reader, id, i == number ? id_in(one) : nullptr);
      read_name(reader, visual_id, i == number ? visual_id_in(one) : nullptr);
    }
  }
  return !reader.failed();
}

}  // namespace

void PlaceListWriter::add(std::span<const CodedPlace> places, const NamePool& names) {
  if (count_++ % kPlacesSample == 0) base::append_fixed(offsets_, bytes_.size(), 8);
  base::append_varint(bytes_, places.size());
  std::uint32_t document = 0;
  std::uint64_t id = 0;
  std::uint64_t visual_id = 0;
  for (const CodedPlace& one : places) {
    base::append_varint(bytes_, one.place.document - document);
    base::append_varint(bytes_, one.place.field);
    base::append_varint(bytes_, one.place.begin);
    base::append_varint(bytes_, one.place.end - one.place.begin);
    document = one.place.document;
    append_name(bytes_, one.id, names, id);
    append_name(bytes_, one.visual_id, names, visual_id);
  }
}

bool read_places(std::string_view bytes, std::uint32_t number, std::uint32_t documents,
                 std::vector<Place>& places) {
  return read(bytes, number, documents, places);
}

bool read_places(std::string_view bytes, std::uint32_t number, std::uint32_t documents,
                 std::vector<NamedPlace>& places) {
  return read(bytes, number, documents, places);
}

}  // namespace noether::index
