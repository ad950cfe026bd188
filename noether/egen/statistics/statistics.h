// Statistics of a corpus: the counts of the E-Gen paper's Table 3, and more.
//
// Clusters are counted one by one. Memory grows only by a few bytes for each different expression,
// which are needed to detect duplicates.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "noether/egen/cluster.h"
#include "noether/egen/clusters/digest_set.h"
#include "noether/egen/formats/corpus_manifest.h"
#include "noether/egen/prefix_tokens.h"

namespace noether::egen {

// Exact counts of whole numbers, for quantities with few different values: lengths, sizes, depths.
class Histogram {
 public:
  void add(std::uint64_t value, std::uint64_t times = 1) {
    counts_[value] += times;
    total_ += times;
  }

  std::uint64_t total() const { return total_; }
  double mean() const;
  // The smallest value that at least this share of the values does not exceed; 0 if nothing was
  // added.
  std::uint64_t quantile(double share) const;
  std::uint64_t smallest() const { return counts_.empty() ? 0 : counts_.begin()->first; }
  std::uint64_t largest() const { return counts_.empty() ? 0 : counts_.rbegin()->first; }
  const std::map<std::uint64_t, std::uint64_t>& counts() const { return counts_; }
  // The count of values from `first` to `last`, both included.
  std::uint64_t between(std::uint64_t first, std::uint64_t last) const;

 private:
  std::map<std::uint64_t, std::uint64_t> counts_;
  std::uint64_t total_ = 0;
};

// A range of values that a chart shows as one bar.
struct Bin {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  std::string label() const;  // `7`, `5–9`
  friend bool operator==(const Bin&, const Bin&) = default;
};

// At most `most` bins of equal width, from the smallest to the largest value of all histograms.
std::vector<Bin> even_bins(std::span<const Histogram* const> histograms, std::size_t most);
// 1, 2, 3–5, 6–10, 11–20, 21–50, ...: for quantities that span powers of ten.
std::vector<Bin> widening_bins(std::span<const Histogram* const> histograms);

struct TokenCount {
  std::string name;
  std::uint64_t occurrences = 0;
  std::uint64_t expressions = 0;  // expressions that contain it
  std::uint64_t roots = 0;        // expressions whose first token it is
};

class CorpusStatistics {
 public:
  void add(const Cluster& cluster);
  // Adds the checks of the members, which the manifest holds and the format of the corpus may not.
  // Call it after the clusters were added.
  void add_manifest(const CorpusManifest& manifest);

  std::uint64_t clusters() const { return sizes_.total(); }
  std::uint64_t expressions() const { return tokens_.total(); }
  // The number of ordered pairs of different members of one cluster.
  std::uint64_t pairs() const { return pairs_; }

  const Histogram& cluster_sizes() const { return sizes_; }
  const Histogram& tokens() const { return tokens_; }
  const Histogram& depths() const { return depths_; }
  // The number of different variables in each expression.
  const Histogram& variables() const { return variables_; }
  // The share of the most common first token in each cluster of two or more members, in whole
  // percent.
  const Histogram& root_shares() const { return root_shares_; }
  double mean_root_share() const;
  // The number of digits of the number of available members, for clusters that record it.
  const Histogram& available_digits() const { return available_digits_; }
  // the number of those clusters
  std::uint64_t available_known() const { return available_known_; }
  std::uint64_t available_thousand() const { return available_thousand_; }
  // The number of rules in the derivation of a member, where it is recorded.
  const Histogram& rules() const { return rules_; }
  std::size_t rules_used() const { return rules_seen_.size(); }

  // Tokens by descending frequency; equal ones are sorted by name.
  std::vector<TokenCount> counts(TokenKind kind) const;

  // Verdicts on all members but the first of each cluster. `recorded` returns whether the corpus
  // holds any verdicts.
  const std::array<std::uint64_t, 4>& verdicts() const { return verdicts_; }
  const std::array<std::uint64_t, 5>& domains() const { return domains_; }
  std::uint64_t without_shared_point() const { return without_shared_point_; }
  std::uint64_t checked() const { return checked_; }
  bool recorded() const;

  std::uint64_t repeated_within() const { return repeated_within_; }
  std::uint64_t repeated_across() const { return repeated_across_; }
  // Members that equal an earlier member of their cluster up to the order of operands of + and *.
  std::uint64_t twins_within() const { return twins_within_; }
  std::uint64_t incomplete() const { return incomplete_; }  // operators lack operands

 private:
  struct Tally {
    std::uint64_t occurrences = 0;
    std::uint64_t expressions = 0;
    std::uint64_t roots = 0;
    std::uint64_t last_seen = 0;  // the number of the last expression that contained it
  };

  void add_expression(const std::string& expression);
  void add_check(const Member& member);

  PrefixShapes shapes_;
  std::vector<Tally> tallies_;        // by token
  std::vector<std::uint32_t> roots_;  // of the current cluster
  Histogram sizes_;
  Histogram tokens_;
  Histogram depths_;
  Histogram variables_;
  Histogram root_shares_;
  Histogram available_digits_;
  Histogram rules_;
  std::vector<std::uint16_t> rules_seen_;  // ascending
  double root_share_sum_ = 0;
  std::uint64_t pairs_ = 0;
  std::array<std::uint64_t, 4> verdicts_{};
  std::array<std::uint64_t, 5> domains_{};
  std::uint64_t without_shared_point_ = 0;
  std::uint64_t checked_ = 0;
  std::uint64_t available_known_ = 0;
  std::uint64_t available_thousand_ = 0;
  std::uint64_t repeated_within_ = 0;
  std::uint64_t repeated_across_ = 0;
  std::uint64_t twins_within_ = 0;
  std::uint64_t incomplete_ = 0;
  DigestSet texts_;          // of all earlier clusters
  DigestSet cluster_texts_;  // of the current one
  DigestSet cluster_shapes_;
};

}  // namespace noether::egen
