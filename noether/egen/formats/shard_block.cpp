#include "noether/egen/formats/shard_block.h"

#include <fmt/format.h>

#include <utility>

#include "noether/base/packed_bytes.h"
#include "noether/formula/limits.h"

namespace noether::egen {
namespace {

// Verdict and domain share a byte.
constexpr unsigned kVerdicts = 4;
constexpr unsigned kDomains = 5;
// A small cluster may refer to long tokens many times, so its text has a separate limit.
constexpr std::uint64_t kMaxClusterTextBytes = std::uint64_t{512} << 20;

std::unexpected<base::Error> contradiction() {
  return base::fail("a cluster in it contradicts itself", {}, "make the corpus again");
}

struct ClusterHead {
  std::uint64_t id = 0;
  std::string_view origin;
  base::Digest fingerprint;
  std::string_view available;
  std::size_t members = 0;
};

ClusterHead read_head(base::PackedReader& reader) {
  ClusterHead head;
  head.id = reader.varint();
  head.origin = reader.text();
  head.fingerprint = reader.digest();
  head.available = reader.text();
  head.members = reader.count(5);  // a member has at least five numbers
  return head;
}

// Reads all data of a member except its tokens; returns their number.
std::size_t read_member(base::PackedReader& reader, Member& member) {
  const std::uint64_t flags = reader.varint(kVerdicts * kDomains - 1);
  member.verdict = static_cast<algebra::Verdict>(flags % kVerdicts);
  member.domain = static_cast<Domain>(flags / kVerdicts);
  member.shared_points = static_cast<std::uint16_t>(reader.varint(UINT16_MAX));
  member.rules.resize(reader.count(1));
  std::uint64_t rule = 0;
  for (std::size_t i = 0; i < member.rules.size(); ++i) {
    // The first number is stored itself, each later one as the distance from its predecessor, minus
    // one.
    if (i > 0) ++rule;
    if (rule > UINT16_MAX) rule = 0, reader.refuse();
    rule += reader.varint(UINT16_MAX - rule);
    member.rules[i] = static_cast<std::uint16_t>(rule);
  }
  return reader.count(1);
}

}  // namespace

base::Result<std::uint64_t> BlockEncoder::append_tokens(std::string_view expression,
                                                        ShardIndex& index) {
  token_numbers_.clear();
  while (!expression.empty()) {
    const std::string_view token = expression.substr(0, expression.find(' '));
    expression.remove_prefix(std::min(expression.size(), token.size() + 1));
    auto it = numbers_.find(token);
    if (it == numbers_.end()) {
      if (token.empty() || token.size() > kMaxTokenBytes) {
        return base::fail(fmt::format("a token has {} bytes; shards take tokens of 1 to {} bytes",
                                      token.size(), kMaxTokenBytes));
      }
      it = numbers_.emplace(token, static_cast<std::uint32_t>(numbers_.size())).first;
      index.vocabulary.emplace_back(token);
    }
    token_numbers_.push_back(it->second);
  }
  base::append_varint(body_, token_numbers_.size());
  for (const std::uint32_t number : token_numbers_) base::append_varint(body_, number);
  return token_numbers_.size();
}

base::Result<void> BlockEncoder::add(const Cluster& cluster, ShardIndex& index) {
  const std::size_t begin = body_.size();
  base::append_varint(body_, cluster.id);
  base::append_text(body_, cluster.origin);
  base::append_digest(body_, cluster.fingerprint);
  base::append_text(body_, cluster.available);
  base::append_varint(body_, cluster.members.size());
  std::uint64_t tokens = 0;
  for (const Member& member : cluster.members) {
    base::append_varint(body_, static_cast<unsigned>(member.verdict) +
                                   kVerdicts * static_cast<unsigned>(member.domain));
    base::append_varint(body_, member.shared_points);
    base::append_varint(body_, member.rules.size());
    for (std::size_t i = 0; i < member.rules.size(); ++i) {
      base::append_varint(body_, i == 0
                                     ? member.rules[0]
                                     : std::uint64_t{member.rules[i]} - member.rules[i - 1] - 1U);
    }
    const auto added = append_tokens(member.expression, index);
    if (!added) {
      body_.resize(begin);
      return std::unexpected(added.error());
    }
    tokens += *added;
  }
  // Half, because the sizes of the clusters need space too.
  if (body_.size() - begin > kMaxBlockBytes / 2) {
    body_.resize(begin);
    return base::fail(fmt::format("cluster {} is too large for a shard", cluster.id), {},
                      "ask for fewer members per cluster, or another format");
  }
  sizes_.push_back(body_.size() - begin);
  index.clusters += 1;
  index.members += cluster.members.size();
  index.tokens += tokens;
  return {};
}

std::string BlockEncoder::take() {
  std::string out;
  out.reserve(body_.size() + 4 * sizes_.size() + 16);
  base::append_varint(out, sizes_.size());
  for (const std::size_t size : sizes_) base::append_varint(out, size);
  out += body_;
  sizes_.clear();
  body_.clear();
  return out;
}

base::Result<DecodedBlock> DecodedBlock::open(std::string bytes, std::uint64_t clusters) {
  DecodedBlock block;
  base::PackedReader reader(bytes);
  block.ends_.resize(reader.count(1));
  std::uint64_t end = 0;
  for (std::size_t& cluster_end : block.ends_) {
    end += reader.varint(kMaxBlockBytes);
    cluster_end = end;
  }
  if (reader.failed() || block.ends_.size() != clusters || end != reader.left()) {
    return contradiction();
  }
  block.begin_ = bytes.size() - reader.left();
  block.bytes_ = std::move(bytes);
  return block;
}

std::string_view DecodedBlock::body(std::size_t number) const {
  const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
  return std::string_view(bytes_).substr(begin_ + begin, ends_[number] - begin);
}

base::Result<void> DecodedBlock::read(std::size_t number,
                                      const std::vector<std::string>& vocabulary,
                                      Cluster& cluster) const {
  base::PackedReader reader(body(number));
  const ClusterHead head = read_head(reader);
  cluster.id = head.id;
  cluster.origin = head.origin;
  cluster.fingerprint = head.fingerprint;
  cluster.available = head.available;
  cluster.members.clear();
  cluster.members.reserve(head.members);
  std::uint64_t text_bytes = 0;
  for (std::size_t i = 0; i < head.members && !reader.failed(); ++i) {
    Member& member = cluster.members.emplace_back();
    for (std::size_t left = read_member(reader, member); left > 0; --left) {
      const std::uint64_t token = reader.varint();
      if (reader.failed() || token >= vocabulary.size() ||
          member.expression.size() > formula::kMaxInputBytes) {
        return contradiction();
      }
      if (!member.expression.empty()) member.expression += ' ';
      member.expression += vocabulary[token];
    }
    text_bytes += member.expression.size();
    if (member.expression.empty() || text_bytes > kMaxClusterTextBytes) return contradiction();
  }
  if (reader.failed() || reader.left() > 0 || cluster.members.empty()) return contradiction();
  return {};
}

base::Result<void> DecodedBlock::read(std::size_t number,
                                      const std::vector<std::string>& vocabulary,
                                      TokenCluster& cluster) const {
  base::PackedReader reader(body(number));
  const ClusterHead head = read_head(reader);
  cluster.tokens.clear();
  cluster.ends.clear();
  Member member;
  for (std::size_t i = 0; i < head.members && !reader.failed(); ++i) {
    for (std::size_t left = read_member(reader, member); left > 0; --left) {
      const std::uint64_t token = reader.varint();
      if (token >= vocabulary.size()) return contradiction();
      cluster.tokens.push_back(static_cast<std::uint32_t>(token));
    }
    cluster.ends.push_back(static_cast<std::uint32_t>(cluster.tokens.size()));
  }
  if (reader.failed() || reader.left() > 0 || cluster.ends.empty()) return contradiction();
  return {};
}

}  // namespace noether::egen
