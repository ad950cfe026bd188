#include "noether/train/variety/family_sampler.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "noether/base/mix.h"

namespace noether::train {
namespace {

constexpr double kInnerShare = 0.4;
constexpr int kMaxSteps = 3;          // steps of the walk from a member of the corpus
constexpr double kWalkedShare = 0.5;  // share of changed members that are then rewritten
constexpr int kTriesForAFamily = 4;   // attempts with the same clusters

// For groups that start with a small expression: the steps from it to their forms, and their
// length.
constexpr std::uint64_t kFreshSteps = 12;
constexpr std::uint64_t kFreshLonger = 6;
constexpr std::size_t kFreshRoom = 3;

}  // namespace

base::Result<FamilySampler> FamilySampler::create(const EncodedCorpus& corpus,
                                                  std::span<const EncodedCorpus* const> held_out,
                                                  const TrainingConfig& config,
                                                  const embedding::ExpressionTokenizer& tokenizer) {
  FamilySampler sampler(corpus, tokenizer);
  sampler.seed_ = config.seed;
  sampler.fresh_ = config.fresh;
  sampler.near_ = config.near;
  sampler.max_tokens_ = config.model.positions - 2;
  for (std::uint64_t c = 0; c < corpus.clusters() && c <= UINT32_MAX; ++c) {
    // Other clusters have too few forms; without its first member a cluster has no reference.
    if (corpus.size_of(c) >= 2 && !corpus.member(corpus.first_member(c)).empty()) {
      sampler.usable_.push_back(static_cast<std::uint32_t>(c));
    }
  }
  if (sampler.usable_.size() < 4) {
    return base::fail("the corpus has fewer than four clusters with two expressions");
  }
  for (const EncodedCorpus* const one : held_out) sampler.hold_out(*one);
  sampler.families_ = std::clamp<std::uint64_t>(config.batch / 2, 1, sampler.usable_.size() / 2);
  return sampler;
}

void FamilySampler::hold_out(const EncodedCorpus& corpus) {
  // Members may differ in their domains, so all of them count.
  for (std::uint64_t m = 0; m < corpus.members(); ++m) {
    const auto values = variety_->values.at_points(corpus.member(m));
    if (const auto known = signature(values); known && !is_constant(values)) {
      held_out_.insert(*known);
    }
  }
}

bool FamilySampler::is_held_out(const RealValues::Values& values) const {
  const auto known = signature(values);
  return known && held_out_.contains(*known);
}

bool FamilySampler::may_replace_x(const Group& group) const {
  const TokenGrammar& grammar = variety_->grammar;
  const neural::TokenId x = grammar.id("x");
  const neural::TokenId derivative = grammar.id("d");
  const auto has_only_x = [&](const Tokens& form) {
    return std::ranges::all_of(form, [&](neural::TokenId token) {
      return (grammar.kind(token) != TokenGrammar::Kind::Variable || token == x) &&
             token != derivative;
    });
  };
  return has_only_x(group.reference) && std::ranges::all_of(group.forms, has_only_x);
}

FamilySampler::Group FamilySampler::draw_fresh_group(RandomStream& random) const {
  Group group;
  group.room = kFreshRoom;
  group.reference = variety_->small.whole(random);
  group.forms.assign(3 * kMembers, group.reference);
  for (Tokens& form : group.forms) {
    const std::size_t room = group.reference.size() + 2 + random.below(kFreshLonger);
    const int steps = 2 + static_cast<int>(random.below(kFreshSteps));
    variety_->walk.walk(form, steps, std::min(max_tokens_, room), random);
  }
  return group;
}

FamilySampler::Group FamilySampler::draw_group(std::uint64_t cluster, RandomStream& random) const {
  const std::uint64_t begin = corpus_->first_member(cluster);
  const std::uint64_t size = corpus_->size_of(cluster);
  const auto copy_of = [&](std::uint64_t member) {
    const TokenSpan tokens = corpus_->member(member);
    return Tokens(tokens.begin(), tokens.end());
  };
  Group group;
  group.reference = copy_of(begin);
  const base::IndexShuffle order(size, random.next());
  for (std::uint64_t i = 0; group.forms.size() < 3 * kMembers; ++i) {
    Tokens form = copy_of(begin + order[i % size]);
    if (!form.empty()) group.forms.push_back(std::move(form));
  }

  if (random.chance(kInnerShare) && may_replace_x(group)) {
    const Context inside{.before = {}, .after = {}, .for_x = variety_->small.inner(random)};
    const auto replace = [&](Tokens& form) {
      Tokens replaced = variety_->small.apply(inside, form);
      if (replaced.size() <= max_tokens_) form = std::move(replaced);
    };
    replace(group.reference);
    for (Tokens& form : group.forms) replace(form);
  }
  return group;
}

FamilySampler::Group FamilySampler::wrap(const Group& group, const Context& context,
                                         std::uint64_t first) const {
  Group result;
  result.room = group.room;
  result.reference = variety_->small.apply(context, group.reference);
  for (std::uint64_t i = 0; i < kMembers; ++i) {
    result.forms.push_back(variety_->small.apply(context, group.forms[first + i]));
  }
  return result;
}

bool FamilySampler::sign(Group& group, bool must_have_values, RandomStream& random) const {
  if (group.reference.size() > max_tokens_) return false;
  group.values = variety_->values.at_points(group.reference);
  group.has_values = signature(group.values) && !is_constant(group.values);
  group.label = label_of(group.reference, group.values, random);
  return group.has_values ? !is_held_out(group.values) : !must_have_values;
}

std::int64_t FamilySampler::label_of(const Tokens& expression, const RealValues::Values& values,
                                     RandomStream& random) const {
  auto known = signature(values);
  if (!known) known = signature(variety_->complex_values.at_points(expression));
  return static_cast<std::int64_t>((known ? *known : random.next()) >> 1);
}

void FamilySampler::add(Tokens expression, const RealValues::Values& values, std::int64_t label,
                        FamilyBatch& batch) const {
  batch.expressions.push_back(std::move(expression));
  batch.labels.push_back(label);
  const BentValues numbers = bent(values);
  batch.values.insert(batch.values.end(), numbers.begin(), numbers.end());
}

void FamilySampler::add_group(const Group& group, RandomStream& random, FamilyBatch& batch) const {
  std::array<Tokens, kMembers> members;
  const bool has_near = near_ > 0 && random.chance(near_);
  for (std::uint64_t i = 0; i < kMembers; ++i) {
    const Tokens& form = i == 1 && has_near ? members[0] : group.forms[i];
    members[i] = form;
    const std::size_t room = std::min(max_tokens_, form.size() + group.room);
    variety_->walk.walk(members[i], static_cast<int>(random.below(kMaxSteps + 1)), room, random);
    auto values = variety_->values.at_points(members[i]);
    if (members[i].size() > max_tokens_ || !agree(values, group.values)) {
      members[i] = group.reference;
      values = group.values;
    }
    add(members[i], values, group.label, batch);
  }
  for (std::uint64_t i = 0; i < kChanged; ++i) {
    const Tokens& member = members[random.below(kMembers)];
    // The copy remains an equal member if no change makes a difference.
    Tokens changed = member;
    auto values = variety_->values.at_points(member);
    std::int64_t label = group.label;
    for (int tries = 0; tries < 8 && label == group.label; ++tries) {
      Tokens candidate = member;
      if (!variety_->change.apply(candidate, random)) continue;
      const auto other = variety_->values.at_points(candidate);
      if (!clearly_differ(other, group.values) || is_held_out(other)) continue;
      label = label_of(candidate, other, random);
      changed = std::move(candidate);
      values = other;
    }
    // Mistakes happen between different forms, so the changed member also differs in form.
    if (label != group.label && random.chance(kWalkedShare)) {
      Tokens further = changed;
      const std::size_t room = std::min(max_tokens_, further.size() + group.room);
      variety_->walk.walk(further, 1 + static_cast<int>(random.below(2)), room, random);
      const auto there = variety_->values.at_points(further);
      if (label_of(further, there, random) == label) {
        changed = std::move(further);
        values = there;
      }
    }
    add(std::move(changed), values, label, batch);
  }
}

bool FamilySampler::add_family(std::uint64_t a, std::uint64_t b, RandomStream& random,
                               FamilyBatch& batch) const {
  const bool is_fresh = random.chance(fresh_);
  Group of_a = is_fresh ? draw_fresh_group(random) : draw_group(a, random);
  Group of_b = is_fresh ? draw_fresh_group(random) : draw_group(b, random);
  if (!sign(of_a, false, random) || !sign(of_b, false, random)) return false;
  const Context v = variety_->small.context(random);
  if (v.is_inside() && !(may_replace_x(of_a) && may_replace_x(of_b))) return false;
  const Context w = variety_->small.neighbour_of(v, random);
  std::array<Group, 4> wrapped = {wrap(of_a, v, kMembers), wrap(of_a, w, 2 * kMembers),
                                  wrap(of_b, v, kMembers), wrap(of_b, w, 2 * kMembers)};
  for (std::size_t i = 0; i < wrapped.size(); ++i) {
    if (!sign(wrapped[i], (i < 2 ? of_a : of_b).has_values, random)) return false;
  }
  constexpr auto kGroupSize = static_cast<std::int64_t>(kGroup);
  const auto first = static_cast<std::int64_t>(batch.expressions.size());
  // The index of a member of a group of this family.
  const auto place = [&](std::int64_t group, std::int64_t member) {
    return first + group * kGroupSize + member;
  };
  add_group(of_a, random, batch);
  add_group(wrapped[0], random, batch);
  add_group(wrapped[1], random, batch);
  add_group(of_b, random, batch);
  add_group(wrapped[2], random, batch);
  add_group(wrapped[3], random, batch);
  if (!is_fresh) return true;
  const auto add_analogy = [&](std::int64_t from, std::int64_t to, std::int64_t context) {
    batch.x1.push_back(place(from, context));
    batch.y1.push_back(place(from + context, context));
    batch.x2.push_back(place(to, context));
    batch.y2.push_back(place(to + context, context));
  };
  for (const std::int64_t context : {1, 2}) {
    add_analogy(0, 3, context);
    add_analogy(3, 0, context);
  }
  return true;
}

FamilyBatch FamilySampler::sample(std::uint64_t number) const {
  const std::uint64_t per_epoch = usable_.size() / (2 * families_);
  const std::uint64_t epoch = number / per_epoch;
  const std::uint64_t first = number % per_epoch * (2 * families_);
  const base::IndexShuffle order(usable_.size(), seed_of(seed_, epoch));
  RandomStream random(seed_of(seed_ + 1, number));
  FamilyBatch batch;
  batch.expressions.reserve(expressions_per_batch());
  batch.labels.reserve(expressions_per_batch());
  batch.values.reserve(expressions_per_batch() * embedding::kValuePoints);
  for (std::uint64_t i = 0; i < families_; ++i) {
    std::uint64_t a = usable_[order[first + 2 * i]];
    std::uint64_t b = usable_[order[first + 2 * i + 1]];
    // After some attempts, tries random clusters instead. If the corpus yields no family, the batch
    // is shorter.
    for (int tries = 1; tries < 16 * kTriesForAFamily && !add_family(a, b, random, batch);
         ++tries) {
      if (tries % kTriesForAFamily != 0) continue;
      a = usable_[random.below(usable_.size())];
      b = usable_[random.below(usable_.size())];
    }
  }
  return batch;
}

}  // namespace noether::train
