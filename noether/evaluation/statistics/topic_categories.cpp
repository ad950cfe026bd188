#include "noether/evaluation/statistics/topic_categories.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

namespace noether::evaluation {

namespace {

using Columns = std::array<Column, TopicCategories::kMaxDimensions + 1>;

struct CategoryMistake {
  std::size_t column = 1;
  std::string what;
};

std::optional<CategoryMistake> take_header(std::span<const Column> columns,
                                           TopicCategories& categories) {
  if (columns.front().text != "topic") {
    return CategoryMistake{columns.front().at, fmt::format("expected the column topic, not {}",
                                                           found_text(columns.front().text))};
  }
  for (const Column& column : columns.subspan(1)) {
    const bool is_new = std::ranges::none_of(
        categories.dimensions,
        [&](const TopicCategories::Dimension& known) { return known.name == column.text; });
    if (!is_new) {
      return CategoryMistake{column.at, fmt::format("the column {} occurs twice", column.text)};
    }
    categories.dimensions.push_back({std::string(column.text), {}});
  }
  return std::nullopt;
}

std::size_t category_number(TopicCategories::Dimension& dimension, std::string_view name) {
  if (name == "-") return TopicCategories::kUnknown;
  const auto found = std::ranges::find(dimension.categories, name);
  const auto number = static_cast<std::size_t>(found - dimension.categories.begin());
  if (found == dimension.categories.end()) dimension.categories.emplace_back(name);
  return number;
}

std::optional<CategoryMistake> take_topic(std::span<const Column> columns,
                                          TopicCategories& categories) {
  const std::string topic(columns.front().text);
  if (categories.topics.contains(topic)) {
    return CategoryMistake{columns.front().at, fmt::format("topic {} occurs twice", topic)};
  }
  std::vector<std::size_t>& numbers = categories.topics[topic];
  for (std::size_t d = 0; d < categories.dimensions.size(); ++d) {
    numbers.push_back(category_number(categories.dimensions[d], columns[d + 1].text));
  }
  return std::nullopt;
}

}  // namespace

base::Result<TopicCategories> read_topic_categories(const std::string& path,
                                                    const ReadOptions& options) {
  auto lines = LineSource::open(path, options);
  if (!lines) return std::unexpected(lines.error());
  return read_topic_categories(*lines);
}

base::Result<TopicCategories> read_topic_categories(LineSource& lines) {
  TopicCategories categories;
  bool has_header = false;
  while (true) {
    const auto line = lines.next();
    if (!line) return std::unexpected(line.error());
    if (!*line) return categories;
    Columns columns;
    const std::size_t count = split_columns((*line)->text, columns);
    std::optional<CategoryMistake> mistake;
    if (count < 2 || count > columns.size()) {
      mistake = CategoryMistake{1, fmt::format("expected a topic and 1 to {} categories",
                                               TopicCategories::kMaxDimensions)};
    } else if (!has_header) {
      mistake = take_header(std::span(columns).first(count), categories);
      // Without names of columns nothing else can be read, so a mistake in this line is never
      // skipped.
      if (mistake) {
        return base::fail(fmt::format("{}:{}:{}: {}", lines.name(), lines.line_number(),
                                      mistake->column, mistake->what));
      }
      has_header = true;
    } else if (count != categories.dimensions.size() + 1) {
      mistake = CategoryMistake{columns[std::min(count, categories.dimensions.size())].at,
                                fmt::format("expected {} columns, as in the first line, not {}",
                                            categories.dimensions.size() + 1, count)};
    } else {
      mistake = take_topic(std::span(columns).first(count), categories);
    }
    if (!mistake) continue;
    if (auto skipped = lines.malformed(mistake->column, mistake->what); !skipped) {
      return std::unexpected(skipped.error());
    }
  }
}

namespace {

double arithmetic_mean(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

std::vector<CategoryScores> category_scores(const ScoreTable& table,
                                            const TopicCategories& categories,
                                            std::span<const MeasureRequest> measures) {
  std::vector<CategoryScores> all;
  for (std::size_t d = 0; d < categories.dimensions.size(); ++d) {
    const TopicCategories::Dimension& dimension = categories.dimensions[d];
    const std::size_t first = all.size();
    for (const std::string& category : dimension.categories) {
      all.push_back({dimension.name, category, 0, std::vector<double>(table.measures.size())});
    }
    std::vector<std::vector<std::size_t>> topics(dimension.categories.size());
    for (std::size_t t = 0; t < table.topics.size(); ++t) {
      const auto found = categories.topics.find(table.topics[t]);
      if (found == categories.topics.end()) continue;
      const std::size_t number = found->second[d];
      if (number == TopicCategories::kUnknown) continue;
      topics[number].push_back(t);
    }
    for (std::size_t c = 0; c < topics.size(); ++c) {
      CategoryScores& scores = all[first + c];
      scores.topics = topics[c].size();
      if (scores.topics == 0) continue;
      std::vector<double> column(scores.topics);
      for (std::size_t m = 0; m < table.measures.size(); ++m) {
        for (std::size_t t = 0; t < column.size(); ++t) column[t] = table.values[topics[c][t]][m];
        scores.means[m] =
            m < measures.size() ? mean_of(*measures[m].measure, column) : arithmetic_mean(column);
      }
    }
  }
  return all;
}

}  // namespace noether::evaluation
