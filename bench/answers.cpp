// Measures the answers that Noether writes from the first answer it finds to a question of ARQMath:
// their content, their confidence and the time they take. All choices and fits for the topics of a
// year come from the other year, or from questions of the archive itself
// (ranking/hidden_threads.h). bench/answer_ranking measures which answer is found.
//
//   answers INDEX ARQMATH
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/ranking/hidden_threads.h"
#include "bench/ranking/logistic.h"
#include "noether/answer/agreement.h"
#include "noether/answer/candidates.h"
#include "noether/answer/confidence.h"
#include "noether/answer/extract.h"
#include "noether/answer/stretch.h"
#include "noether/base/cpu_clock.h"
#include "noether/collection/topics.h"
#include "noether/embedding/text/read_fields.h"
#include "noether/evaluation/answers/answer_measures.h"
#include "noether/evaluation/judgements.h"
#include "noether/index/index_reader.h"

namespace {

using namespace noether;
using namespace noether::bench;

constexpr int kYears[] = {2020, 2021};
constexpr int kRelevant = 2;
constexpr double kShares[] = {0.33, 0.4, 0.5};
constexpr double kAgreements[] = {0, 0.5, 1, 2};
constexpr double kJoinGains[] = {0.03, 0.06, 0.1, 1};
// The study asks one in this many questions without a duplicate while its thread is hidden.
constexpr std::size_t kOthersAsked = 8;

template <typename T>
T take(base::Result<T> result) {
  if (result) return *std::move(result);
  fmt::print(stderr, "{}\n", result.error().message);
  std::exit(2);
}

using Tokens = std::vector<std::string>;

// The length of a text and its overlap with the most similar reference.
struct Overlap {
  double f1 = 0;
  double characters = 0;

  Overlap& operator+=(const Overlap& other) {
    f1 += other.f1;
    characters += other.characters;
    return *this;
  }
};

struct StudyTopic {
  int year = 0;
  answer::Question question;
  std::vector<answer::Candidate> candidates;
  std::optional<int> grade;  // of the first candidate
  // Relevant answers except the first candidate, by document.
  std::map<std::uint32_t, Tokens> references;
  answer::Evidence evidence;
  Overlap whole;
  std::map<std::pair<double, double>, Overlap> stretches;  // by share and agreement
  std::map<double, Overlap> written;  // by the gain from which on another source joins
  double cpu_seconds = 0;

  bool is_right() const { return grade && *grade >= kRelevant; }
};

struct Study {
  std::unique_ptr<const answer::AnsweringIndex> answering;
  search::Searcher searcher;

  explicit Study(const std::string& folder)
      : answering(take(answer::AnsweringIndex::open(folder))),
        searcher(take(answering->new_searcher())) {}
};

std::string said_by(const text::Document& document) {
  std::string said;
  for (const text::Field& field : document.fields) {
    if (embedding::is_read(field)) said += field.text + "\n";
  }
  return said;
}

Overlap overlap_of(const std::string& text, const std::map<std::uint32_t, Tokens>& references) {
  Overlap overlap{.f1 = 0, .characters = static_cast<double>(text.size())};
  const Tokens tokens = answer::answer_tokens(text);
  for (const auto& [document, reference] : references) {
    overlap.f1 = std::max(overlap.f1, evaluation::token_f1(tokens, reference));
  }
  return overlap;
}

void measure_stretches(const std::vector<answer::ReadCandidate>& read, StudyTopic& topic) {
  const answer::ReadDocument& first = read.front().read;
  topic.whole = overlap_of(said_by(first.document), topic.references);
  answer::Agreement agreement = answer::agreement_with_others(read, read.front());
  for (const double share : kShares) {
    for (const double weight : kAgreements) {
      const auto stretch = answer::best_stretch(first.document, first.sentences, agreement,
                                                {.share = share, .agreement = weight});
      std::string text;
      for (std::size_t i = stretch ? stretch->first : 0; stretch && i < stretch->last; ++i) {
        text += answer::text_of(first.document, first.sentences[i]);
        text += " ";
      }
      topic.stretches[{share, weight}] = overlap_of(text, topic.references);
    }
  }
}

// A source that joins an answer is not a reference for it. If it is the only reference, the overlap
// of the topic counts as 0.
void measure_written(answer::Extractor& extractor, StudyTopic& topic) {
  for (const double gain : kJoinGains) {
    extractor.set_join_gain(gain);
    const auto written = take(extractor.extract(topic.question, topic.candidates, {}, {}));
    std::map<std::uint32_t, Tokens> references = topic.references;
    for (const answer::Source& source : written->sources) references.erase(source.document);
    topic.written[gain] = overlap_of(answer::answer_text(*written), references);
  }
}

StudyTopic study_topic(Study& study, const collection::Topic& asked, int year,
                       const evaluation::TopicJudgements& judged) {
  StudyTopic topic;
  topic.year = year;
  topic.question = answer::question_of(asked);
  const index::IndexReader& index = study.answering->index();
  answer::Extractor extractor(study.answering->ranking(), study.searcher, study.answering->texts());
  const double started = base::thread_cpu_seconds();
  topic.candidates =
      take(study.answering->ranking().rank(topic.question, study.searcher, answer::kCandidates));
  const auto written = take(extractor.extract(topic.question, topic.candidates, {}, {}));
  topic.cpu_seconds = base::thread_cpu_seconds() - started;
  if (topic.candidates.empty() || !written) return topic;
  for (const auto& [id, grade] : judged.all()) {
    const auto document = take(index.find_document(id));
    if (!document) continue;
    if (*document == topic.candidates.front().document) {
      topic.grade = grade;
    } else if (grade >= kRelevant) {
      topic.references[*document] = answer::answer_tokens(said_by(take(index.document(*document))));
    }
  }
  const auto parts = take(answer::QuestionParts::read(topic.question, study.answering->texts()));
  topic.evidence = take(answer::gather_evidence(index, parts, topic.candidates));
  if (topic.references.empty()) return topic;
  measure_stretches(take(answer::read_candidates(index, parts, topic.candidates)), topic);
  measure_written(extractor, topic);
  return topic;
}

std::vector<StudyTopic> study_topics(Study& study, const std::string& data) {
  std::vector<StudyTopic> topics;
  collection::ProblemList problems;
  for (const int year : kYears) {
    const auto judgements = take(evaluation::read_judgements(
        fmt::format("{}/qrels/in-collection/qrel_task1_{}.tsv", data, year)));
    const auto asked = take(collection::read_topic_file(
        fmt::format("{}/topics/Topics_Task1_{}.xml", data, year), problems));
    for (const collection::Topic& topic : asked) {
      const evaluation::TopicJudgements* judged = judgements.find(topic.number);
      if (judged != nullptr) topics.push_back(study_topic(study, topic, year, *judged));
    }
  }
  return topics;
}

// Prints means over the topics of a year that have a reference.
template <typename OverlapOf>
Overlap mean_overlap(const std::vector<StudyTopic>& topics, int year, const OverlapOf& overlap_of) {
  Overlap sum;
  double count = 0;
  for (const StudyTopic& topic : topics) {
    if (topic.year != year || topic.references.empty()) continue;
    sum += overlap_of(topic);
    ++count;
  }
  return {sum.f1 / count, sum.characters / count};
}

void print_stretches(const std::vector<StudyTopic>& topics) {
  fmt::print("lexical overlap (token F1) with the other relevant answers, and bytes\n");
  const auto print = [&](int year, std::string_view name, const auto& overlap_of) {
    const Overlap mean = mean_overlap(topics, year, overlap_of);
    fmt::print("  {}  {:44} {:.3f}  {:5.0f}\n", year, name, mean.f1, mean.characters);
  };
  for (const int year : kYears) {
    const int other = kYears[0] + kYears[1] - year;
    std::pair<double, double> best;
    double best_f1 = -1;
    for (const double share : kShares) {
      for (const double weight : kAgreements) {
        const Overlap mean = mean_overlap(topics, other, [&](const StudyTopic& topic) {
          return topic.stretches.at({share, weight});
        });
        if (mean.f1 <= best_f1) continue;
        best = {share, weight};
        best_f1 = mean.f1;
      }
    }
    print(year, "the whole answer", [](const StudyTopic& topic) { return topic.whole; });
    print(year, "half of it by coverage alone",
          [](const StudyTopic& topic) { return topic.stretches.at({0.5, 0}); });
    print(year,
          fmt::format("share {} and agreement {}, by the other year", best.first, best.second),
          [&](const StudyTopic& topic) { return topic.stretches.at(best); });
    for (const double gain : kJoinGains) {
      print(year, fmt::format("as it is written, sources join from {} on", gain),
            [&](const StudyTopic& topic) { return topic.written.at(gain); });
    }
  }
}

// The evidence that a confidence may use.
struct EvidenceChoice {
  std::string_view name;
  std::vector<double answer::Evidence::*> values;
};
const std::vector<EvidenceChoice>& evidence_choices() {
  using answer::Evidence;
  static const std::vector<EvidenceChoice> kChoices = {
      {"own, thread, lead", {&Evidence::own, &Evidence::thread, &Evidence::lead}},
      {"standing", {&Evidence::standing}},
      {"thread, standing", {&Evidence::thread, &Evidence::standing}},
      {"own, standing", {&Evidence::own, &Evidence::standing}},
      {"thread, lead, standing", {&Evidence::thread, &Evidence::lead, &Evidence::standing}},
      {"own, thread, lead, standing",
       {&Evidence::own, &Evidence::thread, &Evidence::lead, &Evidence::standing}},
  };
  return kChoices;
}

LogisticSample sample_of(const answer::Evidence& evidence, bool is_right,
                         const EvidenceChoice& choice) {
  LogisticSample sample{.values = {}, .is_right = is_right};
  for (const auto value : choice.values) sample.values.push_back(evidence.*value);
  return sample;
}

// Returns the argument of the logistic function.
double sum_of(const LogisticSample& sample, const std::vector<double>& weights) {
  double sum = weights.front();
  for (std::size_t i = 0; i < sample.values.size(); ++i) sum += weights[i + 1] * sample.values[i];
  return sum;
}

Forecast forecast_of(const LogisticSample& sample, const std::vector<double>& weights) {
  return {1 / (1 + std::exp(-sum_of(sample, weights))), sample.is_right};
}

std::vector<Forecast> forecasts_of(const std::vector<LogisticSample>& samples,
                                   const std::vector<double>& weights) {
  std::vector<Forecast> forecasts;
  for (const LogisticSample& sample : samples) forecasts.push_back(forecast_of(sample, weights));
  return forecasts;
}

// Returns the same weights with a scale and a bias fitted to other samples, because the share of
// right first answers and their certainty differ between hidden threads and judged topics.
std::vector<double> rescaled(std::vector<double> weights,
                             const std::vector<LogisticSample>& samples) {
  std::vector<LogisticSample> sums;
  for (const LogisticSample& sample : samples) {
    sums.push_back({{sum_of(sample, weights)}, sample.is_right});
  }
  const std::vector<double> line = fit_logistic(sums);
  for (double& weight : weights) weight *= line[1];
  weights.front() += line[0];
  return weights;
}

std::vector<LogisticSample> judged_samples(const std::vector<StudyTopic>& topics, int year,
                                           const EvidenceChoice& choice) {
  std::vector<LogisticSample> samples;
  for (const StudyTopic& topic : topics) {
    // Unjudged first answers are skipped: their number differs much between the years and is no
    // evidence.
    if (topic.year != year || !topic.grade) continue;
    samples.push_back(sample_of(topic.evidence, topic.is_right(), choice));
  }
  return samples;
}

std::vector<LogisticSample> hidden_samples(const std::vector<HiddenThread>& hidden,
                                           const EvidenceChoice& choice) {
  std::vector<LogisticSample> samples;
  for (const HiddenThread& one : hidden) {
    samples.push_back(sample_of(one.evidence, one.is_right, choice));
  }
  return samples;
}

// Forecasts for each fifth of the questions, fitted to the others.
std::vector<Forecast> cross_validated(const std::vector<HiddenThread>& hidden,
                                      const EvidenceChoice& choice) {
  constexpr std::uint32_t kFolds = 5;
  const std::vector<LogisticSample> all = hidden_samples(hidden, choice);
  std::vector<Forecast> forecasts;
  for (std::uint32_t fold = 0; fold < kFolds; ++fold) {
    std::vector<LogisticSample> others;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (hidden[i].question % kFolds != fold) others.push_back(all[i]);
    }
    const std::vector<double> weights = fit_logistic(others);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (hidden[i].question % kFolds == fold) forecasts.push_back(forecast_of(all[i], weights));
    }
  }
  return forecasts;
}

std::string quality_text(const std::vector<Forecast>& forecasts) {
  const ForecastQuality quality = quality_of(forecasts, answer::kEnough);
  return fmt::format(
      "{:4} asked, relevant {:.3f}, mean {:.3f}, Brier {:.3f} (constant {:.3f}), AUC {:.3f}, "
      "calibration error {:.3f}; from {} on {:.0f} % answered, {:.3f} of them relevant, {:.3f} of "
      "the others",
      forecasts.size(), quality.right, quality.mean, quality.brier,
      quality.right * (1 - quality.right), quality.auc, quality.calibration_error, answer::kEnough,
      100 * quality.kept, quality.right_kept, quality.right_left);
}

// The greatest multiple of a tenth that 95 in 100 right first answers reach, and the share of the
// others below it.
void print_enough(const std::vector<Forecast>& forecasts) {
  constexpr double kReached = 0.95;
  constexpr double kStep = 0.1;
  const auto share_from = [&](bool is_right, double least) {
    double all = 0;
    double kept = 0;
    for (const Forecast& one : forecasts) {
      if (one.is_right != is_right) continue;
      ++all;
      if (one.probability >= least) ++kept;
    }
    return kept / all;
  };
  double enough = 0;
  while (share_from(true, enough + kStep) >= kReached) enough += kStep;
  fmt::print("    enough is {:.2f}: {:.3f} of the right ones have it, {:.3f} of the others less\n",
             enough, share_from(true, enough), 1 - share_from(false, enough));
}

void print_confidence(const std::vector<StudyTopic>& topics,
                      const std::vector<HiddenThread>& hidden) {
  const auto asked = [&](bool is_linked, bool is_right) {
    return std::ranges::count_if(hidden, [&](const HiddenThread& one) {
      return one.is_linked == is_linked && one.is_right == is_right;
    });
  };
  fmt::print(
      "confidence that the first answer is relevant\n  questions of the archive with their threads "
      "hidden: {} linked to others, of which {} find such a one, and {} without links\n",
      asked(true, true) + asked(true, false), asked(true, true), asked(false, false));
  for (const EvidenceChoice& choice : evidence_choices()) {
    fmt::print("  {}\n    hidden threads, cross-validated  {}\n", choice.name,
               quality_text(cross_validated(hidden, choice)));
    const std::vector<double> weights = fit_logistic(hidden_samples(hidden, choice));
    std::vector<LogisticSample> all_judged;
    for (const int year : kYears) {
      const auto judged = judged_samples(topics, year, choice);
      all_judged.insert(all_judged.end(), judged.begin(), judged.end());
      const int other = kYears[0] + kYears[1] - year;
      const auto of_other = judged_samples(topics, other, choice);
      fmt::print(
          "    {0} by hidden threads alone       {1}\n    {0} scaled by {2}              {3}\n"
          "    {0} by {2} alone                {4}\n",
          year, quality_text(forecasts_of(judged, weights)), other,
          quality_text(forecasts_of(judged, rescaled(weights, of_other))),
          quality_text(forecasts_of(judged, fit_logistic(of_other))));
    }
    const std::vector<double> shipping = rescaled(weights, all_judged);
    print_enough(forecasts_of(hidden_samples(hidden, choice), shipping));
    fmt::print("    weights by hidden threads, scaled by both years:");
    for (const double weight : shipping) fmt::print(" {:.3f}", weight);
    fmt::print("\n");
  }
  fmt::print("  as it ships\n");
  for (const int year : kYears) {
    std::vector<Forecast> forecasts;
    for (const StudyTopic& topic : topics) {
      if (topic.year != year || !topic.grade) continue;
      forecasts.push_back(
          {answer::confidence_of(topic.evidence, answer::shipped_confidence()), topic.is_right()});
    }
    fmt::print("    {}                              {}\n", year, quality_text(forecasts));
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures the answers that Noether writes", "answers");
  std::string folder;
  std::string data;
  app.add_option("INDEX", folder, "an index of arqmath/collection")->required();
  app.add_option("ARQMATH", data, "the folder arqmath of the data")->required();
  CLI11_PARSE(app, argc, argv);

  Study study(folder);
  const index::IndexReader& index = study.answering->index();
  const std::vector<StudyTopic> topics = study_topics(study, data);
  print_stretches(topics);
  const auto hidden = take(
      ask_hidden_threads({index, study.answering->documents(), study.answering->chosen().profile,
                          study.answering->ranking(), study.searcher, study.answering->texts()},
                         kOthersAsked));
  print_confidence(topics, hidden);
  std::vector<double> seconds;
  for (const StudyTopic& topic : topics) seconds.push_back(topic.cpu_seconds);
  std::ranges::sort(seconds);
  fmt::print("an answer takes {:.0f} ms of one core, 95 % of them less than {:.0f} ms\n",
             seconds[seconds.size() / 2] * 1e3, seconds[(seconds.size() * 95 - 1) / 100] * 1e3);
}
