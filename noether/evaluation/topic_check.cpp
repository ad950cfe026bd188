#include "noether/evaluation/topic_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

namespace noether::evaluation {

template <typename IsBad>
base::Result<void> TopicCheck::drop(TopicResults& topic, IsBad is_bad) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < topic.results.size(); ++i) {
    const RankedResult& result = topic.results[i];
    const std::string wrong = is_bad(kept, result);
    if (wrong.empty()) {
      if (kept != i) topic.results[kept] = std::move(topic.results[i]);
      ++kept;
      continue;
    }
    const std::string what = fmt::format("topic {} {}", topic.topic, wrong);
    if (!options_.lenient) {
      const std::string place =
          result.line == 0 ? name_ : fmt::format("{}:{}:1", name_, result.line);
      return base::fail(fmt::format("{}: {}", place, what), {},
                        "--lenient skips such lines and counts them");
    }
    if (options_.problems != nullptr) options_.problems->skipped(name_, result.line, what);
  }
  topic.results.resize(kept);
  return {};
}

base::Result<void> TopicCheck::check(TopicResults& topic) {
  // Ids last: their hashes are those of the results that stay.
  if (format_ != RunFormat::Trec) {
    if (auto done = check_count(topic); !done) return done;
    if (auto done = check_ranks(topic); !done) return done;
  }
  return check_ids(topic);
}

base::Result<void> TopicCheck::check_ids(TopicResults& topic) {
  places_.reset(topic.results.size());
  hashes_.clear();
  return drop(topic, [&](std::size_t place, const RankedResult& result) -> std::string {
    const std::uint64_t hash = id_hash(result.id);
    const std::uint32_t first =
        places_.find(hash, [&](std::uint32_t i) { return topic.results[i].id == result.id; });
    if (first == IdTable::kNone) {
      places_.add(hash, static_cast<std::uint32_t>(place));
      hashes_.push_back(hash);
      return {};
    }
    const std::uint64_t line = topic.results[first].line;
    return fmt::format("has {} twice{}", result.id,
                       line == 0 ? "" : fmt::format(", first in line {}", line));
  });
}

base::Result<void> TopicCheck::check_ranks(TopicResults& topic) {
  const bool rises = std::ranges::adjacent_find(topic.results, std::greater_equal<>(),
                                                &RankedResult::rank) == topic.results.end();
  if (rises) return {};
  std::set<std::int64_t> seen;
  return drop(topic, [&](std::size_t, const RankedResult& result) -> std::string {
    if (seen.insert(result.rank).second) return {};
    return fmt::format("has rank {} twice", result.rank);
  });
}

base::Result<void> TopicCheck::check_count(TopicResults& topic) {
  return drop(topic, [&](std::size_t place, const RankedResult&) -> std::string {
    return place < kMaxTaskResults ? "" : "has more than 1,000 results";
  });
}

}  // namespace noether::evaluation
