// What must hold of the results of one topic before they are scored.
//
// An id may be there once: trec_eval stops at the second one, since no rank is then the right one.
// The runs of ARQMath may also have a rank only once, and at most 1,000 results. What breaks the
// rules is an error; when reading leniently, it is the later line that is skipped.
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
  // Of the ids of the topic that was checked last, in the order of its results.
  std::span<const std::uint64_t> hashes() const { return hashes_; }

 private:
  // Skips the results that `is_bad` speaks of; it gives what is wrong, or nothing.
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
