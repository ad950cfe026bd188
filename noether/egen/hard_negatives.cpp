#include "noether/egen/hard_negatives.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "noether/egen/prefix_tokens.h"

namespace noether::egen {
namespace {

// So many members of the same shape are looked at.
constexpr std::size_t kLooks = 24;

std::uint64_t shape_of(std::string_view expression, PrefixTokens& tokens, std::string& shape) {
  split_prefix(expression, tokens);
  if (tokens.empty()) return text_key(expression);
  shape.clear();
  for (const PrefixToken& token : tokens) {
    const std::size_t arity = token.op ? algebra::op_arity(*token.op) : 0;
    if (token.op == algebra::Op::Derivative) {
      shape += 'd';
    } else if (arity > 0) {
      shape += static_cast<char>('0' + arity);
    } else {
      shape += is_number_token(token.text) ? 'n' : 'v';
    }
  }
  return text_key(shape);
}

// Of two expressions of one shape.
std::size_t different_tokens(const PrefixTokens& a, const PrefixTokens& b) {
  std::size_t different = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i].text != b[i].text) ++different;
  }
  return different;
}

}  // namespace

HardNegatives::HardNegatives(const MemberTable& table) : table_(&table) {
  const auto count = static_cast<std::size_t>(table.member_count());
  std::vector<std::pair<std::uint64_t, std::uint32_t>> rows(count);
  PrefixTokens tokens;
  std::string shape;
  for (std::uint32_t member = 0; member < count; ++member) {
    rows[member] = {shape_of(table.expression(member), tokens, shape), member};
  }
  std::ranges::sort(rows);
  shapes_.reserve(count);
  members_.reserve(count);
  for (const auto& [key, member] : rows) {
    shapes_.push_back(key);
    members_.push_back(member);
  }
}

std::vector<std::uint64_t> HardNegatives::near(std::uint64_t member, std::size_t how_many,
                                               egraph::Random& random) const {
  PrefixTokens tokens;
  PrefixTokens others;
  std::string shape;
  const std::uint64_t key = shape_of(table_->expression(member), tokens, shape);
  const auto alike = std::ranges::equal_range(shapes_, key);
  const auto begin = static_cast<std::size_t>(alike.begin() - shapes_.begin());
  const auto count = static_cast<std::size_t>(alike.size());
  const base::Digest& own = table_->fingerprint(table_->cluster_of(member));

  std::vector<std::tuple<std::size_t, std::uint64_t>> found;
  for (std::size_t look = 0; look < kLooks && count > 1; ++look) {
    const std::uint64_t other = members_[begin + random.below(count)];
    if (table_->fingerprint(table_->cluster_of(other)) == own) continue;
    split_prefix(table_->expression(other), others);
    const std::size_t distance = different_tokens(tokens, others);
    if (distance > 0) found.emplace_back(distance, other);
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<std::uint64_t> members;
  for (const auto& [distance, other] : found) {
    if (members.size() < how_many) members.push_back(other);
  }
  return members;
}

}  // namespace noether::egen
