// Arbitrary bytes as a line of every task file: no crash, and a parsed line is read back the same
// after writing.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/egen/tasks/task_files.h"

namespace {

template <typename Item>
void read_and_write(std::string_view line) {
  Item item;
  if (!noether::egen::read_json_line(line, item)) return;
  Item again;
  if (!noether::egen::read_json_line(noether::egen::json_line(item), again)) std::abort();
  if (item != again) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  read_and_write<noether::egen::SemanticChoice>(line);
  read_and_write<noether::egen::Derivation>(line);
  read_and_write<noether::egen::Analogy>(line);
  read_and_write<noether::egen::PoolEntry>(line);
  read_and_write<noether::egen::RetrievalCluster>(line);
  return 0;
}
