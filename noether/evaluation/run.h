// Runs: for each topic, the results that a system found, with rank and score.
//
//   trec     topic Q0 id rank score tag
//   task1    topic post rank score tag                 (ARQMath Task 1)
//   task2    topic formula post rank score tag         (ARQMath Task 2)
// Columns are separated by tabs or blanks. trec_eval ignores the rank: it orders by falling score,
// and equal scores by falling id, compared as bytes. `order_results` does the same.
//
// Runs are written with tabs. Ranks begin at 1, scores never rise within a topic, and scores of
// different ranks are always written differently, because trec_eval ranks by them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/evaluation/id_table.h"
#include "noether/evaluation/line_source.h"

namespace noether::evaluation {

struct RankedResult {
  std::string id;
  std::int64_t rank = 0;  // as written in the file
  double score = 0;
  std::uint64_t line = 0;  // in the file; 0 if the result comes from elsewhere
};

struct TopicResults {
  std::string topic;
  std::vector<RankedResult> results;
};

struct Run {
  std::string tag;
  std::vector<TopicResults> topics;  // in the order of the file; results in trec_eval's order
};

enum class RunFormat : std::uint8_t { Trec, Task1, Task2 };
std::string_view run_format_name(RunFormat format);
std::optional<RunFormat> run_format_by_name(std::string_view name);
// Whether the topic is one of that task: A.301 in Tasks 1 and 3, B.301 in Task 2.
bool is_task_topic(std::string_view topic, char letter);

// Orders by falling score, then by falling id.
void order_results(std::vector<RankedResult>& results);
// Whether a result with a better rank has a lower score than a later one of the file.
bool has_disorder(std::span<const RankedResult> results);

// Reads a run in stretches of lines of the same topic. Memory is that of the longest stretch.
class RunReader {
 public:
  // A topic with more bytes is an error.
  static constexpr std::size_t kMaxTopicBytes = std::size_t{256} << 20;

  // `path` may be "-" for standard input, and gzip or zstd. The format follows from the first line
  // unless it is given.
  static base::Result<RunReader> open(const std::string& path, const ReadOptions& options = {},
                                      std::optional<RunFormat> format = std::nullopt);
  explicit RunReader(LineSource lines, std::optional<RunFormat> format = std::nullopt)
      : lines_(std::move(lines)), format_(format) {}

  // Returns false at the end. The results are in the order of the file. A topic that reappears
  // after others is a separate stretch.
  base::Result<bool> next(TopicResults& stretch);

  const std::string& name() const { return lines_.name(); }
  const std::string& tag() const { return tag_; }  // of the last line returned
  // Known after the first stretch.
  RunFormat format() const { return format_.value_or(RunFormat::Trec); }
  const ReadOptions& options() const { return lines_.options(); }

 private:
  // The texts live until the next line is read.
  struct Row {
    std::string_view topic;
    std::string_view id;
    std::string_view tag;
    std::int64_t rank = 0;
    double score = 0;
  };

  // Reads into `row_`. Returns false at the end.
  base::Result<bool> read_row();
  base::Result<bool> parse(std::string_view line);

  LineSource lines_;
  std::optional<RunFormat> format_;
  std::string tag_;
  Row row_;
  bool has_row_ = false;       // `row_` was read, but not returned yet
  std::size_t last_size_ = 0;  // size of the previous stretch
};

// Reads a whole run into memory. Topics that come back are joined. An id that occurs twice in a
// topic is an error; when reading leniently, the second one is skipped.
base::Result<Run> read_run(const std::string& path, const ReadOptions& options = {},
                           std::optional<RunFormat> format = std::nullopt);

// Checks the results of one topic before they are scored.
// An id may occur once: trec_eval stops at the second one, because its rank would be ambiguous. In
// runs of ARQMath a rank may also occur only once, and there are at most 1,000 results. A violation
// is an error; when reading leniently, the later line is skipped.
class TopicCheck {
 public:
  static constexpr std::size_t kMaxTaskResults = 1000;

  // `name` is that of the file; results must be in its order.
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

// A result of a run to be written.
struct RunItem {
  std::string id;    // the id of the post, or of the formula
  std::string post;  // the post that contains the formula; empty for posts
  double score = 0;
};

enum class RunLayout : std::uint8_t { Trec, Arqmath };

// The lines of one topic; `items` are the best first.
std::string run_lines(std::string_view topic, const std::vector<RunItem>& items, RunLayout format,
                      std::string_view tag);

// Whether the text can be a tag, which is one word.
bool is_run_tag(std::string_view tag);

}  // namespace noether::evaluation
