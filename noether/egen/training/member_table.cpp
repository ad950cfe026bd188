#include "noether/egen/training/member_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/egen/prefix_tokens.h"

namespace noether::egen {
namespace {

base::Result<base::Digest> fingerprint_of(const Cluster& cluster) {
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool(vocabulary);
  const std::string& initial = cluster.members[0].expression;
  const auto root = algebra::read_expression(formula::Notation::Prefix, initial, pool);
  if (!root) {
    return base::fail(fmt::format("cluster {}: its initial expression `{}` cannot be read: {}",
                                  cluster.id, initial, root.error().message),
                      {}, root.error().hint);
  }
  return algebra::fingerprint(pool, *root, algebra::Names::Keep);
}

}  // namespace

base::Result<MemberTable> MemberTable::read(ClusterSource& source) {
  MemberTable table;
  Cluster cluster;
  std::unordered_set<std::uint64_t> seen;
  while (true) {
    const auto more = source.next(cluster);
    if (!more) return std::unexpected(more.error());
    if (!*more) break;
    if (cluster.members.empty()) continue;
    ClusterRow row{
        .id = cluster.id, .first = table.ends_.size(), .fingerprint = cluster.fingerprint};
    if (row.fingerprint == base::Digest{}) {
      const auto computed = fingerprint_of(cluster);
      if (!computed) return std::unexpected(computed.error());
      row.fingerprint = *computed;
    }
    table.clusters_.push_back(row);
    seen.clear();
    for (const Member& member : cluster.members) {
      if (member.verdict == algebra::Verdict::Refuted) continue;
      if (!seen.insert(text_key(member.expression)).second) continue;
      table.texts_ += member.expression;
      table.ends_.push_back(table.texts_.size());
    }
  }
  return table;
}

std::size_t MemberTable::cluster_of(std::uint64_t member) const {
  const auto after = std::ranges::upper_bound(clusters_, member, {}, &ClusterRow::first);
  return static_cast<std::size_t>(after - clusters_.begin()) - 1;
}

base::Digest MemberTable::digest() const {
  base::Hasher hasher;
  hasher.add_text(texts_);
  for (const std::uint64_t end : ends_) hasher.add_number(end);
  for (const ClusterRow& row : clusters_) {
    hasher.add_number(row.id);
    hasher.add_number(row.first);
    hasher.add_number(row.fingerprint.high);
    hasher.add_number(row.fingerprint.low);
  }
  return hasher.digest();
}

std::size_t MemberTable::bytes() const {
  return texts_.capacity() + ends_.capacity() * sizeof(ends_[0]) +
         clusters_.capacity() * sizeof(clusters_[0]);
}

}  // namespace noether::egen
