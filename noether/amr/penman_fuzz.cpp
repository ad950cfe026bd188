// Reads any bytes as a bank, entry by entry. Checks that an entry that can be read is written as
// the same bytes, and that a graph laid out anew and read again has the same nodes and edges.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "noether/amr/bank.h"
#include "noether/amr/sorted_triples.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace noether::amr;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  BankReader reader(text);
  while (true) {
    const std::size_t begin = reader.position();
    const auto entry = reader.next();
    if (!entry) {
      if (entry.error().span.end > size) std::abort();
      continue;
    }
    if (!*entry) break;
    const PenmanTree& tree = (*entry)->tree;
    if (write_penman(tree) != text.substr(begin, reader.position() - begin)) std::abort();
    const Graph graph = graph_of(tree);
    // Nodes without a concept cannot be laid out.
    const auto made = lay_out(graph);
    if (!made) continue;
    const std::string written = write_penman(*made);
    const auto again = read_penman(written);
    if (!again || write_indented(*again) != written) std::abort();
    if (sorted_triples(graph_of(*again)) != sorted_triples(graph)) std::abort();
  }
  return 0;
}
