// Measures the ranking of answers, and learns the weights of a profile's signals again. Each year
// is ranked with weights learned from the other, because a choice made on the measured topics says
// nothing about others.
//
// A profile with `signal own cross` uses the cross-encoder of $NOETHER_RERANKER, or the shipped
// one.
//
//   answer_ranking INDEX ARQMATH [--profile NAME_OR_FILE] [--write FILE]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "bench/ranking/linear_ranking.h"
#include "bench/ranking/measures.h"
#include "noether/base/file_system.h"
#include "noether/collection/topics.h"
#include "noether/evaluation/judgements.h"
#include "noether/evaluation/runs/topic_ranking.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_reader.h"
#include "noether/search/answers/answer_ranker.h"
#include "noether/search/pipeline/profile.h"

namespace {

using namespace noether;
using namespace noether::bench;

constexpr int kYears[] = {2020, 2021};
// Learning uses the best candidates of each signal over terms of threads, and all judged ones. A
// candidate that no such signal finds is not a rival, however many links it has.
constexpr std::size_t kLearnedFrom = 80;

struct StudyTopic {
  collection::Topic asked;
  int year = 0;
  bool is_measured = false;                 // whether it has an answer of grade 2 or more
  std::map<std::uint32_t, int> grades;      // by candidate
  std::vector<std::vector<float>> signals;  // by signal and candidate, scaled to spread 1
  ListwiseTopic learned;
};

[[noreturn]] void stop(const base::Error& error) {
  fmt::print(stderr, "{}\n", error.message);
  std::exit(2);
}

ListwiseTopic sample_of(const StudyTopic& topic, const std::vector<search::Signal>& signals) {
  std::set<std::uint32_t> chosen;
  for (const auto& [candidate, grade] : topic.grades) chosen.insert(candidate);
  std::vector<std::uint32_t> order(topic.signals.front().size());
  const std::size_t count = std::min(kLearnedFrom, order.size());
  for (std::size_t s = 0; s < signals.size(); ++s) {
    const std::vector<float>& values = topic.signals[s];
    if (!signals[s].is_of_terms() || signals[s].scope != search::Signal::Scope::Thread) continue;
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(count),
                              [&](std::uint32_t a, std::uint32_t b) {
                                return values[a] != values[b] ? values[a] > values[b] : a < b;
                              });
    chosen.insert(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count));
  }
  ListwiseTopic sample;
  sample.features = topic.signals.size();
  for (const std::uint32_t candidate : chosen) {
    const auto grade = topic.grades.find(candidate);
    sample.judged.push_back(grade != topic.grades.end());
    sample.grades.push_back(sample.judged.back() ? static_cast<float>(grade->second) : 0);
    for (const auto& values : topic.signals) sample.values.push_back(values[candidate]);
  }
  return sample;
}

// The standard deviation.
double spread_of(const std::vector<float>& values) {
  double mean = 0;
  double square = 0;
  for (const float value : values) {
    mean += static_cast<double>(value);
    square += static_cast<double>(value) * static_cast<double>(value);
  }
  const auto count = static_cast<double>(values.size());
  return std::sqrt(std::max(0.0, square / count - mean * mean / (count * count)));
}

// Divides each signal by its average standard deviation within a topic, and returns these
// deviations.
std::vector<double> scale(std::vector<StudyTopic>& topics) {
  std::vector<double> spreads;
  for (std::size_t s = 0; s < topics.front().signals.size(); ++s) {
    double sum = 0;
    for (const StudyTopic& topic : topics) sum += spread_of(topic.signals[s]);
    const double spread = sum > 0 ? sum / static_cast<double>(topics.size()) : 1;
    spreads.push_back(spread);
    for (StudyTopic& topic : topics) {
      for (float& value : topic.signals[s]) value /= static_cast<float>(spread);
    }
  }
  return spreads;
}

// Returns all candidates, best first.
std::vector<std::uint32_t> ranked(const StudyTopic& topic, const std::vector<double>& weights) {
  std::vector<double> scores(topic.signals.front().size());
  for (std::size_t s = 0; s < weights.size(); ++s) {
    for (std::size_t c = 0; c < scores.size(); ++c) {
      scores[c] += weights[s] * static_cast<double>(topic.signals[s][c]);
    }
  }
  std::vector<std::uint32_t> ranking(scores.size());
  for (std::uint32_t c = 0; c < ranking.size(); ++c) ranking[c] = c;
  std::ranges::sort(ranking, [&](std::uint32_t a, std::uint32_t b) {
    return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
  });
  return ranking;
}

std::vector<double> learn(const std::vector<const StudyTopic*>& topics) {
  std::vector<const ListwiseTopic*> samples;
  for (const StudyTopic* topic : topics) samples.push_back(&topic->learned);
  return learn_listwise(samples, {});
}

// The signal of a cross-encoder, if the profile has one. It covers the first answers of each topic
// by the weights of all other signals, so it is recomputed for each set of weights: weights of the
// measured year must not influence which answers it covers.
class CrossSignal {
 public:
  explicit CrossSignal(const search::AnswerCollection& answers)
      : signals_(&answers.signals()), ranker_(answers) {
    const auto found =
        std::ranges::find(*signals_, search::Signal::Matter::Cross, &search::Signal::matter);
    if (found != signals_->end()) {
      number_ = static_cast<std::size_t>(found - signals_->begin());
      is_there_ = true;
    }
  }

  // `spreads` receives the divisors of the values.
  void fill(std::vector<StudyTopic>& topics, std::vector<double> weights,
            std::vector<double>& spreads) {
    if (!is_there_) return;
    weights[number_] = 0;
    double sum = 0;
    for (StudyTopic& topic : topics) sum += fill(topic, weights);
    spreads[number_] = sum > 0 ? sum / static_cast<double>(topics.size()) : 1;
    for (StudyTopic& topic : topics) {
      for (float& value : topic.signals[number_]) value /= static_cast<float>(spreads[number_]);
      topic.learned = sample_of(topic, *signals_);
    }
  }

  void clear(std::vector<StudyTopic>& topics) const {
    if (!is_there_) return;
    for (StudyTopic& topic : topics) {
      std::ranges::fill(topic.signals[number_], 0.0F);
      topic.learned = sample_of(topic, *signals_);
    }
  }

 private:
  double fill(StudyTopic& topic, const std::vector<double>& weights) {
    std::vector<std::uint32_t> first = ranked(topic, weights);
    first.resize(std::min(first.size(), search::kCrossAnswers));
    std::map<std::uint32_t, double>& known = known_[topic.asked.number];
    std::vector<std::uint32_t> missing;
    std::ranges::copy_if(first, std::back_inserter(missing),
                         [&](std::uint32_t candidate) { return !known.contains(candidate); });
    const auto scored = ranker_.cross(topic.asked, missing);
    if (!scored) stop(scored.error());
    for (std::size_t i = 0; i < missing.size(); ++i) known[missing[i]] = (*scored)[i];
    std::vector<double> scores;
    for (const std::uint32_t candidate : first) scores.push_back(known[candidate]);
    search::lift_above_least(scores);
    std::vector<float>& values = topic.signals[number_];
    std::ranges::fill(values, 0.0F);
    for (std::size_t i = 0; i < first.size(); ++i) {
      values[first[i]] = static_cast<float>(scores[i]);
    }
    return spread_of(values);
  }

  const std::vector<search::Signal>* signals_;
  search::AnswerRanker ranker_;
  std::size_t number_ = 0;
  bool is_there_ = false;
  std::map<std::string, std::map<std::uint32_t, double>> known_;  // by topic and candidate
};

// Learns weights from some topics, and fills in the cross-encoder's signal for all topics with
// them.
std::vector<double> learn_with(CrossSignal& cross, const std::vector<const StudyTopic*>& from,
                               std::vector<StudyTopic>& topics, std::vector<double>& spreads) {
  cross.clear(topics);
  cross.fill(topics, learn(from), spreads);
  return learn(from);
}

class YearMeans {
 public:
  void add(const StudyTopic& topic, const std::vector<double>& weights) {
    if (!topic.is_measured) return;
    sums_[topic.year] += measure(ranked(topic, weights), topic.grades);
    ++counts_[topic.year];
  }
  void print(std::string_view name) {
    fmt::print("{:36}", name);
    for (const int year : kYears) {
      const Measures m = sums_[year] / counts_[year];
      fmt::print(
          "  {}: nDCG' {:.3f}, unjudged as 0 {:.3f}, P'@10 {:.3f}, first {:.2f}, P'@1 {:.3f}", year,
          m.ndcg, m.ndcg_unjudged, m.precision, m.first_grade, m.first_right);
    }
    fmt::print("\n");
  }

 private:
  std::map<int, Measures> sums_;
  std::map<int, double> counts_;
};

std::vector<StudyTopic> read_topics(const search::AnswerCollection& answers,
                                    const std::string& data) {
  search::AnswerRanker ranker(answers);
  std::map<std::string, std::uint32_t, std::less<>> numbers;
  for (std::uint32_t c = 0; c < answers.candidates().size(); ++c) {
    const auto id = answers.index().document_id(answers.candidates()[c]);
    if (!id) stop(id.error());
    numbers[std::string(*id)] = c;
  }
  std::vector<StudyTopic> topics;
  collection::ProblemList problems;
  for (const int year : kYears) {
    const auto judgements = evaluation::read_judgements(
        fmt::format("{}/qrels/in-collection/qrel_task1_{}.tsv", data, year));
    if (!judgements) stop(judgements.error());
    const auto asked = collection::read_topic_file(
        fmt::format("{}/topics/Topics_Task1_{}.xml", data, year), problems);
    if (!asked) stop(asked.error());
    for (const collection::Topic& topic : *asked) {
      const evaluation::TopicJudgements* judged = judgements->find(topic.number);
      if (judged == nullptr) continue;
      StudyTopic& made = topics.emplace_back();
      made.asked = topic;
      made.year = year;
      for (const auto& [id, grade] : judged->all()) {
        const auto number = numbers.find(id);
        if (number == numbers.end()) continue;
        made.grades[number->second] = grade;
        made.is_measured |= grade >= 2;
      }
      auto signals = ranker.signals(topic);
      if (!signals) stop(signals.error());
      made.signals = std::move(*signals);
    }
  }
  return topics;
}

// Prints the weights for a profile, which has no spreads, and returns their texts.
std::vector<std::string> print_weights(std::string_view title, const search::Profile& profile,
                                       const std::vector<double>& weights,
                                       const std::vector<double>& spreads) {
  fmt::print("{}:\n", title);
  std::vector<std::string> texts;
  for (std::size_t s = 0; s < weights.size(); ++s) {
    texts.push_back(fmt::format("{:.4f}", weights[s] / spreads[s]));
    fmt::print("  signal {:8} {:10} weight={}\n", search::scope_name(profile.signals[s].scope),
               search::matter_name(profile.signals[s].matter), texts.back());
  }
  return texts;
}

// Sets the weight in the n-th line for a signal to the n-th weight.
void write_weights(const std::string& file, const std::vector<std::string>& weights) {
  constexpr std::string_view kKey = " weight=";
  const auto text = base::FileSystem::real().read(file, 1 << 20);
  if (!text) stop(text.error());
  std::string changed;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text->size();) {
    const std::size_t end = std::min(text->find('\n', begin), text->size() - 1) + 1;
    std::string line = text->substr(begin, end - begin);
    begin = end;
    if (line.starts_with("signal ") && number < weights.size()) {
      const std::size_t value = line.find(kKey) + kKey.size();
      line.replace(value, line.find_first_of(" \n", value) - value, weights[number++]);
    }
    changed += line;
  }
  if (number != weights.size()) stop({file + " does not have the signals of the profile", {}, ""});
  auto done = base::write_atomically(base::FileSystem::real(), file, changed);
  if (!done) stop(done.error());
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures the ranking of answers", "answer_ranking");
  std::string folder;
  std::string data;
  std::string profile_name = "lexical";
  std::string written;
  app.add_option("INDEX", folder, "an index of arqmath/collection")->required();
  app.add_option("ARQMATH", data, "the folder arqmath of the data")->required();
  app.add_option("--profile", profile_name, "profile whose signals are weighted")
      ->capture_default_str();
  app.add_option("--write", written, "profile file to write the weights of all topics to");
  CLI11_PARSE(app, argc, argv);

  const auto profile = search::find_profile(profile_name);
  if (!profile) stop(profile.error());
  const auto index = index::open_search_index(folder);
  if (!index) stop(index.error());
  const auto answers =
      search::AnswerCollection::read(*index, profile->signals, evaluation::kAnswerKind);
  if (!answers) stop(answers.error());
  std::vector<StudyTopic> topics = read_topics(*answers, data);
  std::vector<double> spreads = scale(topics);
  CrossSignal cross(*answers);
  std::vector<const StudyTopic*> all;
  for (StudyTopic& topic : topics) {
    topic.learned = sample_of(topic, profile->signals);
    all.push_back(&topic);
  }

  fmt::print("mini collection, Task 1, {} answers ranked\n", answers->candidates().size());
  fmt::print(
      "known: BM25 words .722 .384 (2020), .606 .447 (2021); Approach0 .765 .470, .698 .583;\n"
      "       words + tuples .756 .611, .665 .614; random .667 .138, .572 .158\n");
  std::vector<double> shipped;
  for (std::size_t s = 0; s < spreads.size(); ++s) {
    shipped.push_back(profile->signals[s].weight * spreads[s]);
  }
  cross.fill(topics, shipped, spreads);
  for (std::size_t s = 0; s < spreads.size(); ++s) {
    shipped[s] = profile->signals[s].weight * spreads[s];
  }
  YearMeans as_shipped;
  for (const StudyTopic& topic : topics) as_shipped.add(topic, shipped);
  as_shipped.print("weights of the profile");

  YearMeans left_out;
  for (const int year : kYears) {
    std::vector<const StudyTopic*> others;
    for (const StudyTopic* topic : all) {
      if (topic->year != year) others.push_back(topic);
    }
    const std::vector<double> learned = learn_with(cross, others, topics, spreads);
    for (const StudyTopic* topic : all) {
      if (topic->year == year) left_out.add(*topic, learned);
    }
    print_weights(fmt::format("weights for {}", year), *profile, learned, spreads);
  }
  left_out.print("weights of the other year");

  const std::vector<double> weights = learn_with(cross, all, topics, spreads);
  const std::vector<std::string> texts =
      print_weights("weights from all topics", *profile, weights, spreads);
  if (!written.empty()) write_weights(written, texts);
}
