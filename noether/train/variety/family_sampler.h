// Training batches that never repeat: new clusters generated from those of a corpus.
//
// A family has six groups of equal expressions: A, V(A), W(A), B, V(B), W(B). A and B are two
// clusters of the corpus, in which a small expression may replace x. V and W are two contexts that
// differ in one token, such as ln(.) and exp(.). Every group therefore has a neighbour whose forms
// look similar but mean something else. The configuration sets the share of families that use small
// random expressions and their forms by identities instead of clusters; in these families V does to
// B the same as to A, which is an analogy. A batch holds some members of each group, transformed by
// a few more identities, and changed members: members with one change that makes them different.
// The configuration also sets the share of groups in which the second member is only a few steps
// from the first, so that a decoder can learn single steps.
//
// Batch b of a run is a function of the corpus, the seed and b, so any thread can make any batch,
// and a run can resume where it stopped. Each epoch uses every cluster once, in a different order.
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
  // The same for expressions that are equal and have the same domain, judged by their values at
  // some points.
  std::vector<std::int64_t> labels;
  // The values at these points, expression by expression. Expressions with different labels may
  // still be equal where both are defined.
  std::vector<float> values;
  // Analogies as indices of expressions: x1[i] is to y1[i] as x2[i] is to y2[i].
  std::vector<std::int64_t> x1, y1, x2, y2;
};

class FamilySampler {
 public:
  static constexpr std::uint64_t kGroups = 6;
  static constexpr std::uint64_t kMembers = 3;
  static constexpr std::uint64_t kChanged = 2;
  static constexpr std::uint64_t kGroup = kMembers + kChanged;  // expressions of a group
  static constexpr std::uint64_t kFamily = kGroups * kGroup;

  // The corpus must outlive the sampler. The sampler never makes an expression that equals a
  // cluster of `held_out`.
  static base::Result<FamilySampler> create(const EncodedCorpus& corpus,
                                            std::span<const EncodedCorpus* const> held_out,
                                            const TrainingConfig& config,
                                            const embedding::ExpressionTokenizer& tokenizer);

  std::uint64_t clusters() const { return usable_.size(); }
  std::uint64_t families_per_batch() const { return families_; }
  std::uint64_t expressions_per_batch() const { return families_ * kFamily; }

  FamilyBatch sample(std::uint64_t batch) const;

 private:
  // Expressions of one function.
  struct Group {
    Tokens reference;  // the form with the widest known domain
    std::vector<Tokens> forms;
    std::size_t room = 16;        // most tokens by which members may exceed the forms
    RealValues::Values values{};  // of the reference
    bool has_values = false;      // whether the values distinguish it from others
    std::int64_t label = 0;
  };
  // The parts that all samplers of a tokenizer share. They refer to `grammar` by its address.
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
  // Whether x is the only variable and no form contains a derivative.
  bool may_replace_x(const Group& group) const;
  Group draw_group(std::uint64_t cluster, RandomStream& random) const;
  Group draw_fresh_group(RandomStream& random) const;
  Group wrap(const Group& group, const Context& context, std::uint64_t first) const;
  // Sets the values and the label of the reference. Returns false if the group must not be used.
  bool sign(Group& group, bool must_have_values, RandomStream& random) const;
  // The label is a function of the real values or, if these are too few, of the complex ones.
  // Without values it is random, so that only expressions of the same group count as equal.
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
