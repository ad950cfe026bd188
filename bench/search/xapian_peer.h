// Xapian on the same documents and queries, to be measured beside Noether.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/search/synthetic_collection.h"

namespace noether::bench {

class XapianPeer {
 public:
  // Begins anew in the folder.
  explicit XapianPeer(const std::string& folder);
  ~XapianPeer();
  XapianPeer(const XapianPeer&) = delete;
  XapianPeer& operator=(const XapianPeer&) = delete;

  void add(const SyntheticCollection& collection,
           const std::vector<SyntheticCollection::Count>& words);
  void commit();
  // BM25 with k1 1.2 and b 0.75, as Noether's; how many were found.
  std::size_t search(const std::vector<std::string>& words, std::uint32_t top);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace noether::bench
