#include "noether/evaluation/experiment/written_scores.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "noether/answer/agreement.h"
#include "noether/base/utf8.h"
#include "noether/evaluation/answers/answer_scores.h"
#include "noether/evaluation/runs/answer_writing.h"
#include "noether/neural/pieces/problem_text.h"

namespace noether::evaluation {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

// In the order of the columns of a score table.
enum AnswerColumn : std::uint8_t {
  kRelevance,
  kPrecisionAtOne,
  kOverlap,
  kSimilarity,
  kBits,
  kRepeats,
  kLength,
  kAnswerColumns
};
// Lengths are not compared, because longer is neither better nor worse. Neither are bits, because a
// text that repeats itself needs the fewest, nor repeats, because a single word has none.
constexpr Measure answer_measure(std::string_view name, std::string_view help,
                                 bool is_compared = true) {
  Measure measure{};
  measure.name = name;
  measure.help = help;
  measure.of_topics = is_compared;
  return measure;
}
constexpr std::array<Measure, kAnswerColumns> kAnswerMeasures = {
    answer_measure("ar", "The grade of the first source"),
    answer_measure("p@1", "Whether the first source is relevant"),
    answer_measure("lo", "Lexical overlap with the most similar reference"),
    answer_measure("cs", "Contextual similarity with the most similar reference"),
    answer_measure("bits", "Bits for a character, by a decoder", false),
    answer_measure("repeats", "Share of four-token sequences that occur before in the answer",
                   false),
    answer_measure("length", "Unicode characters", false),
};

// The decoder's bits per character, a measure of its surprise. NaN for a text that it cannot read.
double bits_of_character(const neural::Generator& decoder, std::string_view answer) {
  const neural::TextLikelihood read = decoder.likelihood("", neural::solution_text(answer));
  if (read.characters == 0) return kNothing;
  return -read.log_probability / std::numbers::ln2 / static_cast<double>(read.characters);
}

// NaN for a text that is shorter than such a sequence.
double repeats_of(std::string_view answer) {
  constexpr std::size_t kTokens = 4;
  const std::vector<std::string> tokens = answer::answer_tokens(answer);
  if (tokens.size() < kTokens) return kNothing;
  const std::size_t sequences = tokens.size() - kTokens + 1;
  std::set<std::vector<std::string>> seen;
  for (std::size_t i = 0; i < sequences; ++i) {
    const auto begin = tokens.begin() + static_cast<std::ptrdiff_t>(i);
    seen.emplace(begin, begin + kTokens);
  }
  return static_cast<double>(sequences - seen.size()) / static_cast<double>(sequences);
}

// Copies the values of one measure into a column, by topic.
void put(const AnswerScores& scores, std::string_view name, std::size_t column, ScoreTable& table) {
  const auto measure = std::ranges::find(scores.measures, name, &AnswerMeasure::name);
  if (measure == scores.measures.end()) return;
  const TopicScores& values = measure->scores;
  for (std::size_t i = 0; i < values.topics.size(); ++i) {
    const auto at = std::ranges::lower_bound(table.topics, values.topics[i]);
    table.values[static_cast<std::size_t>(at - table.topics.begin())][column] = values.values[i];
  }
}

double mean_of_column(const ScoreTable& table, std::size_t column) {
  double sum = 0;
  double count = 0;
  for (const std::vector<double>& row : table.values) {
    if (std::isnan(row[column])) continue;
    sum += row[column];
    ++count;
  }
  return count > 0 ? sum / count : kNothing;
}

}  // namespace

const Measure* find_answer_measure(std::string_view name) {
  const auto same = [&](const Measure& measure) {
    return std::ranges::equal(measure.name, name, [](char small, char any) {
      return small == any || (any >= 'A' && any <= 'Z' && small == any - 'A' + 'a');
    });
  };
  const auto found = std::ranges::find_if(kAnswerMeasures, same);
  return found == kAnswerMeasures.end() ? nullptr : &*found;
}

base::Result<KnownAnswers> judged_posts(const Judgements& judgements,
                                        const index::IndexReader& index) {
  KnownAnswers posts;
  for (const TopicJudgements& topic : judgements.topics()) {
    for (const Judgement& judgement : topic.all()) {
      const auto number = index.find_document(judgement.id);
      if (!number) return std::unexpected(number.error());
      if (!*number) continue;
      const auto document = index.document(**number);
      if (!document) return std::unexpected(document.error());
      std::string text = said_by(*document);
      std::vector<std::string> tokens = answer::answer_tokens(text);
      posts.add(topic.topic(), {.id = std::string(judgement.id),
                                .grade = judgement.grade,
                                .tokens = std::move(tokens),
                                .text = std::move(text)});
    }
  }
  return posts;
}

base::Result<ScoreTable> score_written(AnswerRun run, const WrittenScoring& scoring) {
  std::erase_if(run.answers, [&](const WrittenAnswer& answer) {
    const TopicJudgements* judged = scoring.judgements->find(answer.topic);
    return judged == nullptr || (scoring.skips_empty && !judged->has_grade(scoring.threshold));
  });
  std::ranges::sort(run.answers, {}, &WrittenAnswer::topic);
  ScoreTable table;
  table.system = run.tag;
  for (const Measure& measure : kAnswerMeasures) table.measures.emplace_back(measure.name);
  for (const WrittenAnswer& answer : run.answers) {
    table.topics.push_back(answer.topic);
    std::vector<double>& row = table.values.emplace_back(kAnswerColumns, kNothing);
    row[kLength] = static_cast<double>(base::count_characters(answer.answer));
    row[kRepeats] = repeats_of(answer.answer);
    if (scoring.decoder != nullptr) {
      row[kBits] = bits_of_character(*scoring.decoder, answer.answer);
    }
    if (answer.sources.empty()) continue;
    const Judgement* judgement = scoring.judgements->find(answer.topic)
                                     ->find(answer.sources.substr(0, answer.sources.find(',')));
    const std::int32_t grade = judgement == nullptr ? 0 : std::max(0, judgement->grade);
    row[kRelevance] = grade;
    row[kPrecisionAtOne] = grade >= scoring.threshold ? 1 : 0;
  }
  const auto scores = score_answers(run, {.known = scoring.posts,
                                          .embeddings = scoring.embeddings,
                                          .threshold = scoring.threshold,
                                          .without_sources = true});
  if (!scores) return std::unexpected(scores.error());
  put(*scores, "lo", kOverlap, table);
  put(*scores, "cs", kSimilarity, table);
  for (std::size_t c = 0; c < kAnswerColumns; ++c) table.means.push_back(mean_of_column(table, c));
  return table;
}

}  // namespace noether::evaluation
