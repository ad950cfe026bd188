// Reads any bytes as the record of a sentence: they are refused, or give a record that can be
// written.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/search/contexts/sentence_record.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)noether::search::unpack_declarations(bytes);
  const auto record = noether::search::unpack_record(bytes);
  if (!record) return 0;
  const auto packed = noether::search::pack_record(*record);
  if (!packed || noether::search::unpack_record(*packed) != *record) std::abort();
  return 0;
}
