// Makes a cluster from its initial expression: saturates, counts, samples and verifies.
//
// The cluster is a function of the text, the options, the id and the seed alone, and does not
// depend on earlier clusters of the same maker. There is no time limit, so a slow machine makes the
// same cluster.
//
// Unless sampling is uniform, members are drawn so that root operators share the cluster as equally
// as the class allows, then sizes; draws with rules not seen before are preferred. Each draw is
// checked against the initial expression before it becomes a member; a refused one is replaced.
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
  // members, with the initial expression; fewer if the class has fewer
  std::size_t per_cluster = 100;
  std::uint32_t max_tokens = 25;
  std::size_t made_nodes = 10'000;  // of the e-graph; saturation stops there
  bool twins = false;               // a + b and b + a are two members
  Sampling sampling = Sampling::Stratified;
  bool shared_domain = false;  // members may have another domain than the initial expression
};

// Reasons why a drawn term did not become a member.
enum class Refusal : std::uint8_t {
  Refuted,       // a certain counterexample: a wrong rule, or a derivative's domain
  OtherDomain,   // certain to be undefined where the initial expression has a value, or vice versa
  TooFewPoints,  // too few points at which both certainly have the same value
  ArccotRange,   // equal only if the values of arccot are on both sides of zero
  Hopeless,      // plain double arithmetic is far from the true value
  TooLong,       // the text has more tokens than allowed
  Duplicate,     // the text is a member already, or differs from one only in the order of operands
};
inline constexpr std::size_t kRefusals = 7;
std::string_view refusal_name(Refusal refusal);

struct MadeCluster {
  Cluster cluster;  // without members if it was dropped
  // the reason why there is no cluster: `has no value at any point`; else empty
  std::string dropped;
  std::array<std::uint64_t, kRefusals> refused{};
  std::uint64_t drawn = 0;
  std::size_t graph_nodes = 0;
  // Measured on this machine in this run; not part of the result that the arguments determine.
  double saturate_seconds = 0;
  double count_seconds = 0;
  double sample_seconds = 0;
  double verify_seconds = 0;
};

// Keeps its working memory from one cluster to the next. Each thread needs its own.
class ClusterMaker {
 public:
  explicit ClusterMaker(const ClusterOptions& options);
  ~ClusterMaker();
  ClusterMaker(ClusterMaker&&) noexcept;
  ClusterMaker& operator=(ClusterMaker&&) noexcept;

  // `initial` is in E-Gen's prefix notation; an error if it cannot be read.
  base::Result<MadeCluster> make(std::string_view initial, std::string origin, std::uint64_t id,
                                 std::uint64_t seed);

  // The names of the numbers in Member::rules, the same for all makers with these options.
  std::vector<std::string> rule_names() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The two ranges that books give to arccot.
//
// Noether's arccot(x) is arctan(1/x), with values on both sides of zero. In other books it is pi/2
// - arctan(x), from 0 to pi, which is the same for positive x and larger by pi for negative x.
// Readers of a corpus use either definition, so its members must equal their initial expression
// under both.

// Returns `root` with every arccot rewritten in the other definition; the same id if it contains no
// arccot.
algebra::ExprId with_positive_arccot(algebra::Expressions& pool, algebra::ExprId root);

}  // namespace noether::egen
