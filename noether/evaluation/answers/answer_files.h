// The files with which written answers are measured: answers of known relevance, teams,
// annotations.
//
// Known answers, with which new ones are compared, are a file of JSON Lines with an object for each
// answer: "topic", "id" and "text" are strings; "grade" is an integer, and an answer without one
// counts as relevant; "runs" are the tags of the runs that returned it; "tokens" is a list of
// strings, made from the text by default.
//
// Annotations complement the relevance: they say whether an answer is machine-generated, and
// whether it contains information that does not belong to the question. They are lines `topic id
// machine-generated unrelated`, with 1 for yes, 0 for no and - for not annotated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/base/error.h"
#include "noether/evaluation/line_source.h"

namespace noether::evaluation {

struct KnownAnswer {
  std::string id = {};
  std::optional<std::int32_t> grade = {};
  std::vector<std::string> runs = {};
  std::vector<std::string> tokens = {};
  std::string text = {};  // may be empty if the tokens are given
};

class KnownAnswers {
 public:
  // Returns false if the topic already has an answer with this id.
  bool add(const std::string& topic, KnownAnswer answer);
  const KnownAnswer* find(const std::string& topic, const std::string& id) const;
  std::span<const KnownAnswer> of_topic(const std::string& topic) const;
  std::size_t size() const { return places_.size(); }

 private:
  std::unordered_map<std::string, std::vector<KnownAnswer>> topics_;
  std::map<std::pair<std::string, std::string>, std::size_t> places_;
};

base::Result<KnownAnswers> read_known_answers(const std::string& path,
                                              const ReadOptions& options = {});
base::Result<KnownAnswers> read_known_answers(LineSource& lines);

// The teams of runs: lines `run team`. A run that is not listed is its own team.
class Teams {
 public:
  bool add(const std::string& run, const std::string& team) {
    return teams_.emplace(run, team).second;
  }
  const std::string& of(const std::string& run) const {
    const auto found = teams_.find(run);
    return found == teams_.end() ? run : found->second;
  }

 private:
  std::unordered_map<std::string, std::string> teams_;
};

base::Result<Teams> read_teams(const std::string& path, const ReadOptions& options = {});
base::Result<Teams> read_teams(LineSource& lines);

// The relevant answers of a topic, except the answer of this run (its id is the run's tag), and
// except answers that only runs of its team returned.
std::vector<const KnownAnswer*> references_for(const KnownAnswers& known, const std::string& topic,
                                               const std::string& run, const Teams& teams,
                                               std::int32_t threshold);

struct Annotation {
  std::optional<bool> machine_generated;
  std::optional<bool> unrelated;
};

class Annotations {
 public:
  // Returns false if the answer already has an annotation.
  bool add(const std::string& topic, const std::string& id, Annotation annotation) {
    return annotations_.emplace(std::pair(topic, id), annotation).second;
  }
  const Annotation* find(const std::string& topic, const std::string& id) const {
    const auto found = annotations_.find({topic, id});
    return found == annotations_.end() ? nullptr : &found->second;
  }
  std::size_t size() const { return annotations_.size(); }

 private:
  std::map<std::pair<std::string, std::string>, Annotation> annotations_;
};

base::Result<Annotations> read_annotations(const std::string& path,
                                           const ReadOptions& options = {});
base::Result<Annotations> read_annotations(LineSource& lines);

}  // namespace noether::evaluation
