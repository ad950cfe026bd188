// Training batches that never repeat: new clusters made of those of a corpus.
//
// Two clusters A and B of the corpus, each with x perhaps replaced by a small expression, and two
// contexts V and W that differ in one token, such as ln(.) and exp(.), make a family of six groups
// of equal expressions: A, V(A), W(A), B, V(B), W(B). So every group has another near it that looks
// the same and means something else, in all its forms. A share of families, by the configuration,
// is made of no clusters of the corpus but of small expressions made by chance, in forms that
// identities lead to; there, what V does to A it does to B, which is an analogy. Of each group a
// batch holds some members, each taken a few steps further by identities, and changed ones: members
// with one change that makes them different. In a share of groups, by the configuration, the second
// member is a few steps from the first: a pair that a model which writes can learn a step from.
//
// Batch b of a run is a function of the corpus, the seed and b, so any thread can make any batch
// and a run goes on where it stopped. An epoch takes every cluster once, in an order of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "noether/train/expression/config.h"
#include "noether/train/expression/encoded_corpus.h"
#include "noether/train/variety/identity_walk.h"
#include "noether/train/variety/random_expressions.h"
#include "noether/train/variety/value_signature.h"

namespace noether::train {

struct FamilyBatch {
  std::vector<Tokens> expressions;
  // Equal for expressions that are equal and defined together, as far as values at points tell.
  std::vector<std::int64_t> labels;
  // Of every expression, the points of one after the other. Two with different labels may be equal
  // where both are defined.
  std::vector<float> values;
  // x1 is to y1 as x2 is to y2: places of such expressions, one after the other.
  std::vector<std::int64_t> x1, y1, x2, y2;
};

class FamilySampler {
 public:
  static constexpr std::uint64_t kGroups = 6;
  static constexpr std::uint64_t kMembers = 3;
  static constexpr std::uint64_t kChanged = 2;
  static constexpr std::uint64_t kGroup = kMembers + kChanged;  // expressions
  static constexpr std::uint64_t kFamily = kGroups * kGroup;

  // The corpus outlives this. What equals a cluster of `held_out` is never made.
  static base::Result<FamilySampler> create(const EncodedCorpus& corpus,
                                            std::span<const EncodedCorpus* const> held_out,
                                            const TrainingConfig& config,
                                            const embedding::ExpressionTokenizer& tokenizer);

  std::uint64_t clusters() const { return usable_.size(); }
  std::uint64_t families_per_batch() const { return families_; }
  std::uint64_t expressions_per_batch() const { return families_ * kFamily; }

  FamilyBatch sample(std::uint64_t batch) const;

 private:
  // Forms of one function.
  struct Group {
    Tokens reference;  // of the widest domain, as far as is known
    std::vector<Tokens> forms;
    std::size_t room = 16;        // tokens that members may be longer than the forms
    RealValues::Values values{};  // of the reference
    bool has_values = false;      // that tell it from others
    std::int64_t label = 0;
  };
  // What all samplers of a tokenizer share; they know the address of the first.
  struct Variety {
    explicit Variety(const embedding::ExpressionTokenizer& tokenizer) : grammar(tokenizer) {}
    TokenGrammar grammar;
    IdentityWalk walk{grammar};
    OneChange change{grammar};
    SmallExpressions small{grammar, change};
    RealValues values{grammar};
    ComplexValues complex_values{grammar};
  };

  FamilySampler(const EncodedCorpus& corpus, const embedding::ExpressionTokenizer& tokenizer)
      : corpus_(&corpus), variety_(std::make_shared<const Variety>(tokenizer)) {}

  void hold_out(const EncodedCorpus& corpus);
  // Only x, and it is not what is derived by.
  bool may_replace_x(const Group& group) const;
  Group draw_group(std::uint64_t cluster, RandomStream& random) const;
  Group draw_fresh_group(RandomStream& random) const;
  Group wrap(const Group& group, const Context& context, std::uint64_t first) const;
  // Values and label of the reference; false for what must not be made.
  bool sign(Group& group, bool must_have_values, RandomStream& random) const;
  // By real values, by complex ones where there are few of those, by chance where there are none:
  // then no two are known to be equal but by where they come from.
  std::int64_t label_of(const Tokens& expression, const RealValues::Values& values,
                        RandomStream& random) const;
  bool is_held_out(const RealValues::Values& values) const;
  void add(Tokens expression, const RealValues::Values& values, std::int64_t label,
           FamilyBatch& batch) const;
  void add_group(const Group& group, RandomStream& random, FamilyBatch& batch) const;
  bool add_family(std::uint64_t a, std::uint64_t b, RandomStream& random, FamilyBatch& batch) const;

  const EncodedCorpus* corpus_;
  std::shared_ptr<const Variety> variety_;
  std::vector<std::uint32_t> usable_;
  std::unordered_set<std::uint64_t> held_out_;
  std::uint64_t families_ = 0;
  std::uint64_t seed_ = 0;
  double fresh_ = 0;
  double near_ = 0;
  std::size_t max_tokens_ = 0;
};

}  // namespace noether::train
