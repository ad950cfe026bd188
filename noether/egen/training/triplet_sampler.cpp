#include "noether/egen/training/triplet_sampler.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "noether/base/mix.h"
#include "noether/egen/prefix_tokens.h"

namespace noether::egen {
namespace {

// The number of similar members that are examined.
constexpr std::size_t kLooks = 24;
// Lengths that differ by less than this count as similar.
constexpr std::size_t kLengthStep = 5;

std::uint64_t shape_of(std::string_view expression, PrefixTokens& tokens, std::string& shape) {
  split_prefix(expression, tokens);
  if (tokens.empty()) return text_key(expression);
  shape.clear();
  for (const PrefixToken& token : tokens) {
    if (token.op == algebra::Op::Derivative) {
      shape += 'd';
    } else if (token.arity > 0) {
      shape += std::to_string(token.arity);
    } else {
      shape += is_number_token(token.text) ? 'n' : 'v';
    }
  }
  return text_key(shape);
}

std::uint64_t functions_of(std::string_view expression, PrefixTokens& tokens) {
  split_prefix(expression, tokens);
  std::array<bool, algebra::kOpCount> has{};
  for (const PrefixToken& token : tokens) {
    if (token.op) has[static_cast<std::size_t>(*token.op)] = true;
  }
  std::string key = std::to_string(tokens.size() / kLengthStep);
  for (std::size_t op = static_cast<std::size_t>(algebra::Op::Power); op < has.size(); ++op) {
    if (has[op]) key += ' ' + std::to_string(op);
  }
  return text_key(key);
}

// Counts the differing tokens of two expressions of one shape.
std::size_t different_tokens(const PrefixTokens& a, const PrefixTokens& b) {
  std::size_t different = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i].text != b[i].text) ++different;
  }
  return different;
}

}  // namespace

template <typename Key>
HardNegatives::Index HardNegatives::index_by(const Key& key_of) const {
  const auto count = static_cast<std::size_t>(table_->member_count());
  std::vector<std::pair<std::uint64_t, std::uint32_t>> rows(count);
  for (std::uint32_t member = 0; member < count; ++member) {
    rows[member] = {key_of(table_->expression(member)), member};
  }
  std::ranges::sort(rows);
  Index index;
  index.keys.reserve(count);
  index.members.reserve(count);
  for (const auto& [key, member] : rows) {
    index.keys.push_back(key);
    index.members.push_back(member);
  }
  return index;
}

HardNegatives::HardNegatives(const MemberTable& table) : table_(&table) {
  PrefixTokens tokens;
  std::string shape;
  by_shape_ = index_by([&](std::string_view text) { return shape_of(text, tokens, shape); });
  by_functions_ = index_by([&](std::string_view text) { return functions_of(text, tokens); });
}

// Adds the nearest among some random members with the key, up to `how_many` in all.
template <typename Distance>
void HardNegatives::look(const Index& index, std::uint64_t key, std::uint64_t member,
                         const Distance& distance, std::size_t how_many, egraph::Random& random,
                         std::vector<std::uint64_t>& found) const {
  const auto alike = std::ranges::equal_range(index.keys, key);
  const auto begin = static_cast<std::size_t>(alike.begin() - index.keys.begin());
  const auto count = static_cast<std::size_t>(alike.size());
  const base::Digest& own = table_->fingerprint(table_->cluster_of(member));
  PrefixTokens tokens;
  std::vector<std::tuple<std::size_t, std::uint64_t>> nearest;
  for (std::size_t i = 0; i < kLooks && count > 1; ++i) {
    const std::uint64_t other = index.members[begin + random.below(count)];
    if (table_->fingerprint(table_->cluster_of(other)) == own) continue;
    split_prefix(table_->expression(other), tokens);
    const std::size_t apart = distance(tokens);
    if (apart > 0) nearest.emplace_back(apart, other);
  }
  std::ranges::sort(nearest);
  for (const auto& [apart, other] : nearest) {
    const bool is_new = std::ranges::find(found, other) == found.end();
    if (is_new && found.size() < how_many) found.push_back(other);
  }
}

std::vector<std::uint64_t> HardNegatives::near(std::uint64_t member, std::size_t how_many,
                                               egraph::Random& random) const {
  PrefixTokens tokens;
  std::string shape;
  std::vector<std::uint64_t> found;
  const std::string_view expression = table_->expression(member);
  look(
      by_shape_, shape_of(expression, tokens, shape), member,
      [&](const PrefixTokens& other) { return different_tokens(tokens, other); }, how_many, random,
      found);
  if (found.size() == how_many) return found;
  look(
      by_functions_, functions_of(expression, tokens), member,
      [&](const PrefixTokens& other) { return token_distance(tokens, other); }, how_many, random,
      found);
  return found;
}

namespace {

constexpr std::array<std::string_view, kNegativeKinds> kNames = {"random", "near", "hard"};
constexpr std::size_t kRandomTries = 8;
constexpr std::size_t kHardTries = 4;

}  // namespace

std::string_view negative_kind_name(NegativeKind kind) {
  return kNames[static_cast<std::size_t>(kind)];
}

std::optional<NegativeKind> negative_kind_by_name(std::string_view name) {
  const auto* const found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<NegativeKind>(found - kNames.begin());
}

TripletSampler::TripletSampler(const MemberTable& table, const HardNegatives& hard,
                               const TripletOptions& options)
    : table_(&table),
      hard_(&hard),
      options_(options),
      pairs_(table, options.seed, options.uniform) {}

std::optional<std::string> TripletSampler::negative(const MemberPair& pair, NegativeKind kind,
                                                    egraph::Random& random) {
  const base::Digest& own = table_->fingerprint(pair.cluster);
  switch (kind) {
    case NegativeKind::Random:
      for (std::size_t i = 0; i < kRandomTries; ++i) {
        const auto cluster = static_cast<std::size_t>(random.below(table_->cluster_count()));
        const std::uint64_t size = table_->size_of(cluster);
        if (size == 0 || table_->fingerprint(cluster) == own) continue;
        const std::uint64_t member = table_->first_member(cluster) + random.below(size);
        if (check_.differs(table_->expression(member))) {
          return std::string(table_->expression(member));
        }
      }
      return std::nullopt;
    case NegativeKind::Near: {
      auto made = distractors_.make(table_->expression(pair.positive), 1, random);
      if (made.empty()) return std::nullopt;
      return std::move(made[0].expression);
    }
    case NegativeKind::Hard:
      for (const std::uint64_t member : hard_->near(pair.positive, kHardTries, random)) {
        if (check_.differs(table_->expression(member))) {
          return std::string(table_->expression(member));
        }
      }
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Triplet> TripletSampler::at(std::uint64_t item) {
  const MemberPair pair = pairs_.at(item);
  egraph::Random random(options_.seed * base::kGoldenRatio + item);
  Triplet triplet{.cluster_id = table_->cluster_id(pair.cluster),
                  .anchor = table_->expression(pair.anchor),
                  .positive = table_->expression(pair.positive),
                  .negative = {}};
  if (!check_.set_reference(triplet.anchor)) return std::nullopt;
  for (std::size_t turn = 0; turn < options_.kinds.size(); ++turn) {
    triplet.kind = options_.kinds[(item + turn) % options_.kinds.size()];
    if (auto found = negative(pair, triplet.kind, random)) {
      triplet.negative = *std::move(found);
      return triplet;
    }
  }
  return std::nullopt;
}

}  // namespace noether::egen
