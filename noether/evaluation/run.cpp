#include "noether/evaluation/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

namespace noether::evaluation {
namespace {

constexpr std::size_t kRunColumns = 6;
constexpr std::size_t kMostReserved = 4096;

// The places of the columns in a format.
struct Layout {
  std::size_t count;
  std::size_t id;
  std::size_t rank;
  std::string_view columns;
};

constexpr Layout layout_of(RunFormat format) {
  switch (format) {
    case RunFormat::Task1:
      return {5, 1, 2, "topic, post, rank, score, tag"};
    case RunFormat::Task2:
      return {6, 1, 3, "topic, formula, post, rank, score, tag"};
    case RunFormat::Trec:
      break;
  }
  return {6, 2, 3, "topic, Q0, id, rank, score, tag"};
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<RunFormat> format_of(std::span<const Column> columns, std::size_t count) {
  if (count < 5) return std::nullopt;
  // A line with Q0 is a line of TREC that lacks a column, and the error should say so.
  if (count == 5) return columns[1].text == "Q0" ? RunFormat::Trec : RunFormat::Task1;
  const bool is_task2 = is_task_topic(columns[0].text, 'B') && is_digits(columns[1].text) &&
                        columns[1].text != "0" && is_digits(columns[2].text);
  return is_task2 ? RunFormat::Task2 : RunFormat::Trec;
}

struct RankAndScore {
  std::int64_t rank;
  double score;
};

bool comes_before(const RankedResult& a, const RankedResult& b) {
  if (a.score != b.score) return a.score > b.score;
  return a.id > b.id;
}

}  // namespace

std::string_view run_format_name(RunFormat format) {
  switch (format) {
    case RunFormat::Task1:
      return "task1";
    case RunFormat::Task2:
      return "task2";
    case RunFormat::Trec:
      break;
  }
  return "trec";
}

std::optional<RunFormat> run_format_by_name(std::string_view name) {
  for (const RunFormat format : {RunFormat::Trec, RunFormat::Task1, RunFormat::Task2}) {
    if (run_format_name(format) == name) return format;
  }
  return std::nullopt;
}

bool is_task_topic(std::string_view topic, char letter) {
  return topic.size() > 2 && topic[0] == letter && topic[1] == '.' && is_digits(topic.substr(2));
}

void order_results(std::vector<RankedResult>& results) {
  // Most runs are in order, except for ties.
  if (!std::ranges::is_sorted(results, comes_before)) std::ranges::sort(results, comes_before);
}

bool has_disorder(std::span<const RankedResult> results) {
  // Within a rank the best score comes first, so that the worst is next to the following rank.
  const auto comes_first = [](const RankAndScore& a, const RankAndScore& b) {
    return a.rank != b.rank ? a.rank < b.rank : a.score > b.score;
  };
  std::vector<RankAndScore> by_rank;
  by_rank.reserve(results.size());
  for (const RankedResult& result : results) by_rank.push_back({result.rank, result.score});
  // Most runs have their ranks in order.
  if (!std::ranges::is_sorted(by_rank, comes_first)) std::ranges::sort(by_rank, comes_first);
  return std::ranges::adjacent_find(by_rank, [](const RankAndScore& a, const RankAndScore& b) {
           return a.rank < b.rank && a.score < b.score;
         }) != by_rank.end();
}

base::Result<RunReader> RunReader::open(const std::string& path, const ReadOptions& options,
                                        std::optional<RunFormat> format) {
  auto lines = LineSource::open(path, options);
  if (!lines) return std::unexpected(std::move(lines.error()));
  return RunReader(std::move(*lines), format);
}

base::Result<bool> RunReader::next(TopicResults& stretch) {
  stretch.results.clear();
  // Topics have about as many results as the previous ones.
  stretch.results.reserve(std::min(last_size_, kMostReserved));
  if (!has_row_) {
    const auto more = read_row();
    if (!more || !*more) return more;
  }
  stretch.topic = row_.topic;
  std::size_t bytes = 0;
  while (has_row_ && row_.topic == stretch.topic) {
    bytes += sizeof(RankedResult) + row_.id.size();
    if (bytes > kMaxTopicBytes) {
      return base::fail(fmt::format("{}:{}: topic {} has more than {} MB of results", name(),
                                    lines_.line_number(), stretch.topic, kMaxTopicBytes >> 20),
                        {}, "cut the ranking of each topic, for example at 1,000 results");
    }
    if (row_.tag != tag_) tag_ = row_.tag;
    stretch.results.push_back({std::string(row_.id), row_.rank, row_.score, lines_.line_number()});
    if (const auto more = read_row(); !more) return more;
  }
  last_size_ = stretch.results.size();
  return true;
}

base::Result<bool> RunReader::read_row() {
  has_row_ = false;
  while (!has_row_) {
    const auto line = lines_.next();
    if (!line) return std::unexpected(line.error());
    if (!*line) return false;
    const auto good = parse((*line)->text);
    if (!good) return good;
    has_row_ = *good;
  }
  return true;
}

base::Result<bool> RunReader::parse(std::string_view line) {
  std::array<Column, kRunColumns> columns;
  const std::size_t count = split_columns(line, columns);
  const auto bad = [&](const Column& column, std::string_view expected) -> base::Result<bool> {
    if (auto done = lines_.malformed(
            column.at, fmt::format("expected {}, not {}", expected, found_text(column.text)));
        !done) {
      return std::unexpected(std::move(done.error()));
    }
    return false;
  };

  if (!format_) format_ = format_of(columns, count);
  const RunFormat format = format_.value_or(RunFormat::Trec);
  const Layout layout = layout_of(format);
  if (count < layout.count) {
    return bad(columns[count], fmt::format("{} columns ({})", layout.count, layout.columns));
  }
  // trec_eval ignores everything after the tag; runs of the tasks have nothing there.
  if (format == RunFormat::Task1 && count > layout.count) {
    return bad(columns[5], "the end of the line after five columns");
  }
  if (format != RunFormat::Trec) {
    const char letter = format == RunFormat::Task1 ? 'A' : 'B';
    if (!is_task_topic(columns[0].text, letter)) {
      return bad(columns[0], fmt::format("a topic such as {}.301", letter));
    }
    for (std::size_t i = layout.id; i < layout.rank; ++i) {
      if (!is_digits(columns[i].text)) {
        return bad(columns[i], format == RunFormat::Task2 && i == layout.id
                                   ? "the number of a formula"
                                   : "the number of a post");
      }
    }
  }
  const auto rank = whole_number(columns[layout.rank].text);
  if (!rank) return bad(columns[layout.rank], "a rank, a whole number");
  const auto score = decimal_number(columns[layout.rank + 1].text);
  if (!score) return bad(columns[layout.rank + 1], "a score, a number");

  row_ = {columns[0].text, columns[layout.id].text, columns[layout.rank + 2].text, *rank, *score};
  return true;
}

base::Result<Run> read_run(const std::string& path, const ReadOptions& options,
                           std::optional<RunFormat> format) {
  auto reader = RunReader::open(path, options, format);
  if (!reader) return std::unexpected(std::move(reader.error()));
  Run run;
  IdTable places;
  TopicResults stretch;
  while (true) {
    const auto more = reader->next(stretch);
    if (!more) return std::unexpected(more.error());
    if (!*more) break;
    const std::uint64_t hash = id_hash(stretch.topic);
    const std::uint32_t place =
        places.find(hash, [&](std::uint32_t i) { return run.topics[i].topic == stretch.topic; });
    if (place == IdTable::kNone) {
      places.add(hash, static_cast<std::uint32_t>(run.topics.size()));
      run.topics.push_back(std::move(stretch));
    } else {
      std::ranges::move(stretch.results, std::back_inserter(run.topics[place].results));
    }
  }
  run.tag = reader->tag();
  TopicCheck rules(reader->name(), reader->format(), options);
  for (TopicResults& topic : run.topics) {
    if (auto done = rules.check(topic); !done) return std::unexpected(std::move(done.error()));
    order_results(topic.results);
  }
  return run;
}

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
  // Ids are checked last, because their hashes must be those of the results that stay.
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

namespace {

// The decimals written. A step is far below any significant difference, and so are 100,000 steps
// together.
constexpr double kStep = 1e-9;

}  // namespace

std::string run_lines(std::string_view topic, const std::vector<RunItem>& items, RunLayout format,
                      std::string_view tag) {
  std::string lines;
  double last = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const RunItem& item = items[i];
    double score = std::round(item.score / kStep) * kStep;
    if (i > 0) score = std::min(score, last - kStep);
    last = score;
    auto out = std::back_inserter(lines);
    if (format == RunLayout::Trec) {
      fmt::format_to(out, "{}\tQ0\t{}\t{}\t{:.9f}\t{}\n", topic, item.id, i + 1, score, tag);
    } else if (item.post.empty()) {
      fmt::format_to(out, "{}\t{}\t{}\t{:.9f}\t{}\n", topic, item.id, i + 1, score, tag);
    } else {
      fmt::format_to(out, "{}\t{}\t{}\t{}\t{:.9f}\t{}\n", topic, item.id, item.post, i + 1, score,
                     tag);
    }
  }
  return lines;
}

bool is_run_tag(std::string_view tag) {
  return !tag.empty() && tag.find_first_of(" \t\r\n\f\v") == std::string_view::npos;
}

}  // namespace noether::evaluation
