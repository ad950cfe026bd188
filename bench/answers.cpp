// What Noether makes of the first answer that it finds to a question of ARQMath: how much of it is
// said, how sure it is, and how long that takes. Whatever is chosen or fitted for the topics of a
// year comes from the other. bench/answer_ranking measures which answer is found.
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

#include "bench/ranking/logistic.h"
#include "noether/answer/confidence.h"
#include "noether/answer/extract.h"
#include "noether/answer/stretch.h"
#include "noether/answer/tokens.h"
#include "noether/base/cpu_clock.h"
#include "noether/collection/topics.h"
#include "noether/embedding/text/read_fields.h"
#include "noether/evaluation/answers/lexical_overlap.h"
#include "noether/evaluation/judgements.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/index_reader.h"
#include "noether/search/document_table.h"
#include "noether/search/profile/chosen_profile.h"

namespace {

using namespace noether;
using namespace noether::bench;

constexpr int kYears[] = {2020, 2021};
constexpr int kRelevant = 2;
constexpr double kShares[] = {0.33, 0.4, 0.5};
constexpr double kAgreements[] = {0, 0.5, 1, 2};

template <typename T>
T take(base::Result<T> result) {
  if (result) return *std::move(result);
  fmt::print(stderr, "{}\n", result.error().message);
  std::exit(2);
}

using Tokens = std::vector<std::string>;

// How long a text is, and what it has in common with the most similar reference.
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
  std::optional<int> grade;        // of the first candidate
  std::vector<Tokens> references;  // relevant answers, but the first candidate
  answer::Evidence evidence;
  Overlap whole;
  std::map<std::pair<double, double>, Overlap> stretches;  // by share and agreement
  Overlap written;
  double cpu_seconds = 0;

  bool is_right() const { return grade && *grade >= kRelevant; }
};

struct Study {
  std::shared_ptr<const index::IndexReader> index;
  search::ChosenProfile chosen;
  std::optional<search::Searcher> searcher;
  std::optional<search::DocumentTable> documents;
  std::optional<answer::CandidateRanking> ranking;

  explicit Study(const std::string& folder)
      : index(std::make_shared<const index::IndexReader>(take(index::open_search_index(folder)))),
        chosen(take(search::choose_profile(std::string(search::kDefaultProfile), *index))) {
    searcher =
        take(search::Searcher::open(index, chosen.profile.search, chosen.profile.formula_weights));
    if (chosen.encoder) searcher->set_text_encoder(chosen.encoder);
    documents = take(search::DocumentTable::read(*index));
    ranking = take(answer::CandidateRanking::open(*index, *documents, chosen.profile));
  }
};

std::string said_by(const text::Document& document) {
  std::string said;
  for (const text::Field& field : document.fields) {
    if (embedding::is_read(field)) said += field.text + "\n";
  }
  return said;
}

Overlap overlap_of(const std::string& text, const std::vector<Tokens>& references) {
  Overlap overlap{.f1 = 0, .characters = static_cast<double>(text.size())};
  const Tokens tokens = answer::answer_tokens(text);
  for (const Tokens& reference : references) {
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

StudyTopic study_topic(Study& study, const collection::Topic& asked, int year,
                       const evaluation::TopicJudgements& judged) {
  StudyTopic topic;
  topic.year = year;
  topic.question = answer::question_of(asked);
  const answer::Extractor extractor(*study.ranking, *study.searcher, study.chosen.encoder.get());
  const double started = base::thread_cpu_seconds();
  topic.candidates =
      take(study.ranking->rank(topic.question, *study.searcher, answer::kCandidates));
  const auto written = take(extractor.extract(topic.question, topic.candidates, {}, {}));
  topic.cpu_seconds = base::thread_cpu_seconds() - started;
  if (topic.candidates.empty() || !written) return topic;
  for (const auto& [id, grade] : judged.all()) {
    const auto document = take(study.index->find_document(id));
    if (!document) continue;
    if (*document == topic.candidates.front().document) {
      topic.grade = grade;
    } else if (grade >= kRelevant) {
      topic.references.push_back(
          answer::answer_tokens(said_by(take(study.index->document(*document)))));
    }
  }
  const auto parts = take(answer::QuestionParts::read(topic.question, study.chosen.encoder.get()));
  topic.evidence = take(answer::gather_evidence(*study.index, parts, topic.candidates));
  if (topic.references.empty()) return topic;
  measure_stretches(take(answer::read_candidates(*study.index, parts, topic.candidates)), topic);
  topic.written = overlap_of(answer::answer_text(*written), topic.references);
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

// Means over the topics of a year that have a reference.
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
    print(year, "as it is written, with definitions",
          [](const StudyTopic& topic) { return topic.written; });
  }
}

std::vector<LogisticSample> samples_of(const std::vector<StudyTopic>& topics, int without) {
  std::vector<LogisticSample> samples;
  for (const StudyTopic& topic : topics) {
    if (topic.year == without || !topic.grade) continue;
    const auto values = answer::values_of(topic.evidence);
    samples.push_back({{values.begin(), values.end()}, topic.is_right()});
  }
  return samples;
}

answer::ConfidenceModel model_of(const std::vector<LogisticSample>& samples) {
  const std::vector<double> weights = fit_logistic(samples);
  answer::ConfidenceModel model;
  model.bias = weights.front();
  std::ranges::copy(weights.begin() + 1, weights.end(), model.weights.begin());
  return model;
}

void print_confidence(const std::vector<StudyTopic>& topics) {
  // How many first answers nobody judged differs much between the years, and says nothing.
  fmt::print(
      "confidence that the first answer, if judged, is relevant; fitted to the other year\n");
  for (const int year : kYears) {
    const answer::ConfidenceModel model = model_of(samples_of(topics, year));
    std::vector<Forecast> forecasts;
    for (const StudyTopic& topic : topics) {
      if (topic.year != year || !topic.grade) continue;
      forecasts.push_back({answer::confidence_of(topic.evidence, model), topic.is_right()});
    }
    const ForecastQuality quality = quality_of(forecasts, answer::kEnough);
    fmt::print(
        "  {}  {} topics, relevant {:.3f}, mean confidence {:.3f}; Brier {:.3f} (constant {:.3f}), "
        "AUC {:.3f};"
        " from {} on: {:.0f} % answered, {:.3f} of them relevant, {:.3f} of the others\n",
        year, forecasts.size(), quality.right, quality.mean, quality.brier,
        quality.right * (1 - quality.right), quality.auc, answer::kEnough, 100 * quality.kept,
        quality.right_kept, quality.right_left);
  }
  const answer::ConfidenceModel model = model_of(samples_of(topics, 0));
  fmt::print("  from both years: {:.3f} + {:.3f} own + {:.3f} thread + {:.3f} lead\n", model.bias,
             model.weights[0], model.weights[1], model.weights[2]);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("What is made of the first answer to a question", "answers");
  std::string folder;
  std::string data;
  app.add_option("INDEX", folder, "an index of arqmath/collection")->required();
  app.add_option("ARQMATH", data, "the folder arqmath of the data")->required();
  CLI11_PARSE(app, argc, argv);

  Study study(folder);
  const std::vector<StudyTopic> topics = study_topics(study, data);
  print_stretches(topics);
  print_confidence(topics);
  std::vector<double> seconds;
  for (const StudyTopic& topic : topics) seconds.push_back(topic.cpu_seconds);
  std::ranges::sort(seconds);
  fmt::print("an answer takes {:.0f} ms of one core, 95 % of them less than {:.0f} ms\n",
             seconds[seconds.size() / 2] * 1e3, seconds[(seconds.size() * 95 - 1) / 100] * 1e3);
}
