// The annotations of answers beside their relevance: whether an answer is machine-generated, and
// whether it contains information that does not belong to the question.
// Lines `topic id machine-generated unrelated`, with 1 for yes, 0 for no and - for not annotated.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "noether/base/error.h"
#include "noether/evaluation/line_source.h"
#include "noether/evaluation/read_options.h"

namespace noether::evaluation {

struct Annotation {
  std::optional<bool> machine_generated;
  std::optional<bool> unrelated;
};

class Annotations {
 public:
  // False when the answer has one already.
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
