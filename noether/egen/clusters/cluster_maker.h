// A cluster from its initial expression: saturated, counted, sampled, verified.
//
// What is made is a function of the text, the options, the id and the seed alone, whatever the same
// maker made before. There is no limit in seconds, so a slow machine makes the same cluster.
//
// Unless every term is to have the same chance, members are drawn so that root operators share the
// cluster as equally as the class allows, then sizes; of the draws those are taken first that show
// rules not seen before. Each is checked against the initial expression before it is taken; one
// that is refused is replaced.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/base/error.h"
#include "noether/egen/cluster.h"
#include "noether/egen/clusters/member_choice.h"

namespace noether::egen {

struct ClusterOptions {
  std::size_t per_cluster = 100;  // members, with the initial expression; fewer if there are fewer
  std::uint32_t max_tokens = 25;
  std::size_t made_nodes = 10'000;  // of the e-graph; where saturation stops
  bool twins = false;               // a + b and b + a are two members
  Sampling sampling = Sampling::Stratified;
  bool shared_domain = false;  // members may be defined elsewhere than the initial expression
};

// Why a term that was drawn did not become a member.
enum class Refusal : std::uint8_t {
  Refuted,       // a certain counterexample: a wrong rule, or a derivative's domain
  OtherDomain,   // certain to be undefined where the initial expression has a value, or vice versa
  TooFewPoints,  // too few points at which both are certain to have the same value
  ArccotRange,   // equal only where the values of arccot are on both sides of zero
  Hopeless,      // plain double arithmetic does not come near the true value
  TooLong,       // as text it has more tokens than are allowed
  Duplicate,     // the text, or but for the order of operands, is there already
};
inline constexpr std::size_t kRefusals = 7;
std::string_view refusal_name(Refusal refusal);

struct MadeCluster {
  Cluster cluster;      // without members when it was dropped
  std::string dropped;  // why there is no cluster: `has no value at any point`; else empty
  std::array<std::uint64_t, kRefusals> refused{};
  std::uint64_t drawn = 0;
  std::size_t graph_nodes = 0;
  // On this machine, this time: no part of what is a function of the arguments.
  double saturate_seconds = 0;
  double count_seconds = 0;
  double sample_seconds = 0;
  double verify_seconds = 0;
};

// Keeps its working memory from one cluster to the next. One for each thread.
class ClusterMaker {
 public:
  explicit ClusterMaker(const ClusterOptions& options);
  ~ClusterMaker();
  ClusterMaker(ClusterMaker&&) noexcept;
  ClusterMaker& operator=(ClusterMaker&&) noexcept;

  // `initial` is E-Gen's prefix notation; an error when it cannot be read.
  base::Result<MadeCluster> make(std::string_view initial, std::string origin, std::uint64_t id,
                                 std::uint64_t seed);

  // What the numbers in Member::rules mean, the same for all makers of these options.
  std::vector<std::string> rule_names() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The two ranges that books give to arccot.
//
// Noether's arccot(x) is arctan(1/x), with values on both sides of zero; for others it is
// pi/2 - arctan(x), from 0 to pi, which is the same where x is positive and larger by pi where it
// is negative. A corpus is read by both, so its members must equal their initial expression either
// way.

// `root` with every arccot written out as the others mean it; the same id when there is none.
algebra::ExprId with_positive_arccot(algebra::Expressions& pool, algebra::ExprId root);

}  // namespace noether::egen
