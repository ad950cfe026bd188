// The problems of a collection: each broken record with file and line, all counted.
// Reading continues after a problem. A listener gets every problem; the list itself keeps only the
// first ones of each kind, so that a file of a million broken records costs no memory.
// Contents that could not be read are not treated as deleted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace noether::collection {

struct Problem {
  enum class Severity : std::uint8_t {
    Skipped,  // a record or a file that is left out of the documents
    Flawed,   // it is among the documents, but a part of it is missing or was guessed
    Remark,   // no fault: something was left out on purpose
  };

  Severity severity = Severity::Skipped;
  std::string file;
  std::uint64_t line = 0;  // from 1; 0 if the problem concerns the whole file
  std::string message;

  friend bool operator==(const Problem&, const Problem&) = default;
};

// "Posts.xml:17: skipped: this question has no Body"
std::string problem_text(const Problem& problem);

class ProblemList {
 public:
  using Listener = std::function<void(const Problem&)>;
  static constexpr std::size_t kKept = 100;  // of each severity

  void listen(Listener listener) { listener_ = std::move(listener); }
  void report(Problem problem);

  void skipped(std::string file, std::uint64_t line, std::string message) {
    report({Problem::Severity::Skipped, std::move(file), line, std::move(message)});
  }
  // A file or folder that exists and could not be read, or not to its end. Its contents are
  // unknown, so a caller must not conclude from this run that they are gone.
  void unread(std::string file, std::string message) {
    unread_files_.push_back(file);
    skipped(std::move(file), 0, std::move(message));
  }
  void flawed(std::string file, std::uint64_t line, std::string message) {
    report({Problem::Severity::Flawed, std::move(file), line, std::move(message)});
  }
  void remark(std::string file, std::uint64_t line, std::string message) {
    report({Problem::Severity::Remark, std::move(file), line, std::move(message)});
  }

  std::uint64_t count(Problem::Severity severity) const {
    return counts_[static_cast<std::size_t>(severity)];
  }
  const std::vector<std::string>& unread_files() const { return unread_files_; }
  // The first problems, in the order in which they were reported.
  const std::vector<Problem>& kept() const { return kept_; }

 private:
  Listener listener_;
  std::uint64_t counts_[3] = {0, 0, 0};
  std::vector<std::string> unread_files_;
  std::vector<Problem> kept_;
};

}  // namespace noether::collection
