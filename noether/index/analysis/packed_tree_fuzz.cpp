// Reads any bytes as a packed tree: they are refused, or give a tree that packs and unpacks as
// itself.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "noether/index/analysis/packed_tree.h"
#include "noether/index/features/operator_paths.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace noether;
  index::TreeUnpacker unpacker;
  formula::OperatorTree tree;
  if (!unpacker.unpack({reinterpret_cast<const char*>(data), size}, tree)) return 0;
  index::OperatorPaths paths;
  index::OperatorPathReader().read(tree, paths);
  std::string again;
  index::pack_tree(tree, again);
  formula::OperatorTree other;
  if (!unpacker.unpack(again, other) || !formula::same_operators(tree, other)) std::abort();
  return 0;
}
