// Checks the results of one topic before they are scored.
// An id may occur once: trec_eval stops at the second one, because its rank would be ambiguous. In
// runs of ARQMath a rank may also occur only once, and there are at most 1,000 results. A violation
// is an error; when reading leniently, the later line is skipped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/evaluation/id_table.h"
#include "noether/evaluation/run.h"

namespace noether::evaluation {

class TopicCheck {
 public:
  static constexpr std::size_t kMaxTaskResults = 1000;

  // `name` is that of the file; results are in its order.
  TopicCheck(std::string name, RunFormat format, const ReadOptions& options)
      : name_(std::move(name)), format_(format), options_(options) {}

  base::Result<void> check(TopicResults& topic);
  // The hashes of the ids of the last checked topic, in the order of its results.
  std::span<const std::uint64_t> hashes() const { return hashes_; }

 private:
  // Skips the results for which `is_bad` returns a problem.
  template <typename IsBad>
  base::Result<void> drop(TopicResults& topic, IsBad is_bad);
  base::Result<void> check_ids(TopicResults& topic);
  base::Result<void> check_ranks(TopicResults& topic);
  base::Result<void> check_count(TopicResults& topic);

  std::string name_;
  RunFormat format_;
  ReadOptions options_;
  std::vector<std::uint64_t> hashes_;
  IdTable places_;
};

}  // namespace noether::evaluation
