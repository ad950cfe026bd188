// Judgements (qrels): for each topic, how relevant assessors found which results.
//
// Lines are `topic iteration id grade`. A negative grade is trec_eval's way to say "in the pool,
// but not judged". Topics keep the order of the file, and so do the judgements of a topic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/error.h"
#include "noether/evaluation/id_table.h"
#include "noether/evaluation/line_source.h"

namespace noether::evaluation {

struct Judgement {
  std::string id;
  std::int32_t grade = 0;
};

class TopicJudgements {
 public:
  explicit TopicJudgements(std::string topic) : topic_(std::move(topic)) {}

  // The judgement that is there already when there is one, which then stays; otherwise null.
  Judgement* add(std::string_view id, std::int32_t grade);

  const std::string& topic() const { return topic_; }
  std::span<const Judgement> all() const { return judgements_; }
  const Judgement* find(std::string_view id) const { return find(id, id_hash(id)); }
  const Judgement* find(std::string_view id, std::uint64_t hash) const;
  bool has_grade(std::int32_t least) const;

 private:
  std::string topic_;
  std::vector<Judgement> judgements_;
  IdTable places_;  // of the ids in `judgements_`
};

class Judgements {
 public:
  // Made when it is not there yet.
  TopicJudgements& topic(std::string_view name);
  const TopicJudgements* find(std::string_view topic) const;
  std::span<const TopicJudgements> topics() const { return topics_; }
  std::size_t size() const;  // of all topics

 private:
  std::vector<TopicJudgements> topics_;
  IdTable places_;
};

// A file of lines `topic iteration id grade`, plain or gzip; "-" for standard input.
base::Result<Judgements> read_judgements(const std::string& path, const ReadOptions& options = {});
base::Result<Judgements> read_judgements(LineSource& lines);

// The lines of a qrels file, in the order of `judgements`.
std::string judgement_lines(const Judgements& judgements);

}  // namespace noether::evaluation
