// Judgements (qrels): for each topic, the grades of relevance that assessors gave to results.
//
// Lines are `topic iteration id grade`. A negative grade is the way of trec_eval to mark a result
// that is in the pool but not judged. Topics keep the order of the file, and so do the judgements
// of a topic.
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

  // Returns the existing judgement if there is one, which is then kept; otherwise null.
  Judgement* add(std::string_view id, std::int32_t grade);

  const std::string& topic() const { return topic_; }
  std::span<const Judgement> all() const { return judgements_; }
  const Judgement* find(std::string_view id) const { return find(id, id_hash(id)); }
  const Judgement* find(std::string_view id, std::uint64_t hash) const;
  bool has_grade(std::int32_t least) const;

 private:
  std::string topic_;
  std::vector<Judgement> judgements_;
  IdTable places_;  // for the ids in `judgements_`
};

class Judgements {
 public:
  // The topic is added if it is missing.
  TopicJudgements& topic(std::string_view name);
  const TopicJudgements* find(std::string_view topic) const;
  std::span<const TopicJudgements> topics() const { return topics_; }
  std::size_t size() const;  // over all topics

 private:
  std::vector<TopicJudgements> topics_;
  IdTable places_;
};

// Reads a file of lines `topic iteration id grade`, plain or gzip; "-" means standard input.
base::Result<Judgements> read_judgements(const std::string& path, const ReadOptions& options = {});
base::Result<Judgements> read_judgements(LineSource& lines);

// The lines of a qrels file, in the order of `judgements`.
std::string judgement_lines(const Judgements& judgements);

}  // namespace noether::evaluation
