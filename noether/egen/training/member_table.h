// The expressions of a corpus in memory, by cluster: their concatenated texts, and eight further
// bytes for each.
//
// Refuted members and repetitions inside a cluster are left out, so any two members of a cluster
// form a pair. Members are numbered from 0 in the order of the corpus.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/hash.h"
#include "noether/egen/cluster.h"

namespace noether::egen {

class MemberTable {
 public:
  static base::Result<MemberTable> read(ClusterSource& source);

  std::size_t cluster_count() const { return clusters_.size(); }
  std::uint64_t member_count() const { return ends_.size(); }

  std::uint64_t cluster_id(std::size_t cluster) const { return clusters_[cluster].id; }
  // The fingerprint of the initial expression, names kept; computed if the corpus does not hold it.
  const base::Digest& fingerprint(std::size_t cluster) const {
    return clusters_[cluster].fingerprint;
  }
  // Its members are first_member(cluster) ... + size_of(cluster) - 1, the initial expression first.
  std::uint64_t first_member(std::size_t cluster) const { return clusters_[cluster].first; }
  std::uint64_t size_of(std::size_t cluster) const {
    return (cluster + 1 < clusters_.size() ? clusters_[cluster + 1].first : ends_.size()) -
           clusters_[cluster].first;
  }
  std::size_t cluster_of(std::uint64_t member) const;
  std::string_view expression(std::uint64_t member) const {
    const std::uint64_t begin = member == 0 ? 0 : ends_[member - 1];
    return std::string_view(texts_).substr(begin, ends_[member] - begin);
  }

  // The digest of all the above; it identifies the source corpus.
  base::Digest digest() const;
  std::size_t bytes() const;

 private:
  struct ClusterRow {
    std::uint64_t id = 0;
    std::uint64_t first = 0;
    base::Digest fingerprint;
  };
  std::string texts_;
  std::vector<std::uint64_t> ends_;
  std::vector<ClusterRow> clusters_;
};

}  // namespace noether::egen
