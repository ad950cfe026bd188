#include "noether/egen/training/triplet_sampler.h"

#include <algorithm>
#include <array>

#include "noether/base/mix.h"

namespace noether::egen {
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
