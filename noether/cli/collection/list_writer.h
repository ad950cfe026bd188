// Lists of texts as `noether lists` writes them, and the candidates of topics for them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/result_file.h"
#include "noether/evaluation/judgements.h"
#include "noether/evaluation/run.h"

namespace noether::cli {

struct ListedText {
  std::string_view id;
  std::optional<std::int32_t> grade;
  std::string_view text;
};

// Ends the program if the file cannot be written.
class ListWriter {
 public:
  // `sources` are the inputs of the lists; the output file must not be one of them.
  ListWriter(const std::string& path, const std::vector<std::string>& sources);

  void write(std::string_view id, const std::string& query, std::span<const ListedText> texts);

  // Prints a summary of what was written; returns false if there is no list.
  bool commit();

 private:
  base::ResultFile output_;
  std::uint64_t lists_ = 0;
  std::uint64_t right_ = 0;
  std::uint64_t wrong_ = 0;
  std::uint64_t ungraded_ = 0;
};

// The candidates of topics: judged ids with their grades, then the first ids of a run. Either file
// may be left out.
class TopicCandidates {
 public:
  // Ends the program if a file cannot be read.
  TopicCandidates(const std::string& judgements, const std::string& run, std::uint32_t top);

  struct Candidate {
    std::string_view id;
    std::optional<std::int32_t> grade;
  };
  // Returns each id once.
  std::vector<Candidate> of(std::string_view topic) const;

 private:
  evaluation::Judgements judgements_;
  evaluation::Run run_;
  std::uint32_t top_;
};

}  // namespace noether::cli
