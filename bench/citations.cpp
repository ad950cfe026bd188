// Measures how well nearness, or a cross-encoder, recognises that a source supports a sentence. The
// truth is known by construction: an answer supports its own sentences, and answers to other
// questions do not, not even the one that the search finds first. The model is fitted to one half
// of the threads and measured on the other. Other answers to the same question may or may not
// support the sentence; they are shown separately.
//
//   citations INDEX [--threads 400] [--words | --cross DIR]
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
#include "noether/answer/candidates.h"
#include "noether/answer/generate/citations.h"
#include "noether/answer/generate/writer.h"
#include "noether/answer/read_candidates.h"
#include "noether/embedding/text/cross_encoder.h"
#include "noether/evaluation/runs/answer_writing.h"

namespace {

using namespace noether;
using namespace noether::bench;

constexpr std::size_t kShortestSentence = 40;  // bytes; shorter ones say too little
constexpr std::size_t kSentencesOfAnswer = 2;

template <typename T>
T take(base::Result<T> result) {
  if (result) return *std::move(result);
  fmt::print(stderr, "{}\n", result.error().message);
  std::exit(2);
}

enum class Pair : std::uint8_t { Own, Sibling, Found, Random };
constexpr std::string_view kPairNames[] = {"own answer", "other answer to the question",
                                           "found for the question", "at random"};

struct PairSample {
  bool is_first_half = false;
  Pair pair = Pair::Own;
  double nearness = 0;
};

// The two halves of the threads, with all pairs of their sentences.
class CitationStudy {
 public:
  // `cross` is null if nearness decides.
  CitationStudy(const std::string& folder, bool by_words, const embedding::CrossEncoder* cross)
      : answering_(take(answer::AnsweringIndex::open(folder))),
        searcher_(take(answering_->new_searcher())),
        texts_(by_words ? nullptr : answering_->texts()),
        cross_(cross) {
    const search::DocumentTable& documents = answering_->documents();
    for (std::uint32_t d = 0; d < answering_->index().documents(); ++d) {
      if (documents.kinds().name(documents.kind(d)) != answer::kAnswerKind) continue;
      if (documents.thread(d) != d) threads_[documents.thread(d)].push_back(d);
    }
  }

  std::vector<PairSample> samples(std::size_t most_threads) {
    std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> threads;
    for (const auto& thread : threads_) {
      if (thread.second.size() >= 2) threads.emplace_back(thread);
    }
    const std::size_t step = std::max<std::size_t>(1, threads.size() / most_threads);
    std::vector<PairSample> all;
    for (std::size_t t = 0; t < threads.size(); t += step) {
      const auto& [question, answers] = threads[t];
      const auto& elsewhere = threads[(t + threads.size() / 2) % threads.size()].second;
      add_thread((t / step) % 2 == 0, question, answers, elsewhere.front(), all);
    }
    return all;
  }

 private:
  void add_thread(bool is_first_half, std::uint32_t question,
                  const std::vector<std::uint32_t>& answers, std::uint32_t random,
                  std::vector<PairSample>& all) {
    const auto found = found_elsewhere(question);
    const auto read = take(answer::read_document(answering_->index(), answers[0]));
    std::size_t used = 0;
    for (const answer::SourceSentence& sentence : read.sentences) {
      if (sentence.span.end - sentence.span.begin < kShortestSentence) continue;
      const text::Field field = answer::field_of(read.document, sentence);
      std::vector<std::pair<Pair, std::uint32_t>> compared = {
          {Pair::Own, answers[0]}, {Pair::Sibling, answers[1]}, {Pair::Random, random}};
      if (found) compared.emplace_back(Pair::Found, *found);
      const std::vector<double> values =
          cross_ != nullptr ? scores_of(field, compared) : nearness_of(field, compared);
      for (std::size_t i = 0; i < compared.size(); ++i) {
        all.push_back({is_first_half, compared[i].first, values[i]});
      }
      if (++used == kSentencesOfAnswer) break;
    }
  }

  using Compared = std::vector<std::pair<Pair, std::uint32_t>>;

  std::vector<double> nearness_of(const text::Field& sentence, const Compared& compared) const {
    const auto parts = take(answer::QuestionParts::read({.title = {}, .body = sentence}, texts_));
    std::vector<double> values;
    for (const auto& [pair, document] : compared) {
      values.push_back(answer::mean_nearness(take(parts.nearness(answering_->index(), document))));
    }
    return values;
  }

  // A passage has at most kPassageCharacters; this takes the first ones.
  std::vector<double> scores_of(const text::Field& sentence, const Compared& compared) const {
    std::vector<std::string> passages;
    for (const auto& [pair, document] : compared) {
      passages.push_back(evaluation::beginning_of(take(answering_->index().document(document)),
                                                  answer::kPassageCharacters));
    }
    const std::vector<std::string_view> texts(passages.begin(), passages.end());
    return take(cross_->score(sentence.text, texts));
  }

  // Returns the best answer from another thread to a question of the index.
  std::optional<std::uint32_t> found_elsewhere(std::uint32_t number) {
    const text::Document document = take(answering_->index().document(number));
    answer::Question question;
    for (const text::Field& field : document.fields) {
      if (field.name == "title") question.title = field;
      if (field.name == "body") question.body = field;
    }
    for (const answer::Candidate& candidate :
         take(answering_->ranking().rank(question, searcher_, 10))) {
      if (answering_->documents().thread(candidate.document) != number) return candidate.document;
    }
    return std::nullopt;
  }

  std::unique_ptr<const answer::AnsweringIndex> answering_;
  search::Searcher searcher_;
  const search::PassageEncoder* texts_;
  const embedding::CrossEncoder* cross_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> threads_;
};

void print_quantiles(const std::vector<PairSample>& samples) {
  fmt::print("{:<30} {:>6} {:>6} {:>6} {:>6}\n", "nearness to", "pairs", "10 %", "50 %", "90 %");
  for (const Pair pair : {Pair::Own, Pair::Sibling, Pair::Found, Pair::Random}) {
    std::vector<double> values;
    for (const PairSample& sample : samples) {
      if (sample.pair == pair) values.push_back(sample.nearness);
    }
    if (values.empty()) continue;
    std::ranges::sort(values);
    const auto at = [&](double share) {
      return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
    };
    fmt::print("{:<30} {:>6} {:>6.3f} {:>6.3f} {:>6.3f}\n",
               kPairNames[static_cast<std::size_t>(pair)], values.size(), at(0.1), at(0.5),
               at(0.9));
  }
}

double auc_of(const std::vector<PairSample>& samples, Pair right, Pair wrong) {
  std::vector<Forecast> forecasts;
  for (const PairSample& sample : samples) {
    if (sample.pair == right || sample.pair == wrong) {
      forecasts.push_back({sample.nearness, sample.pair == right});
    }
  }
  return quality_of(forecasts, answer::kSupported).auc;
}

void measure_half(const std::vector<PairSample>& samples, bool fits_first) {
  std::vector<LogisticSample> fitted;
  std::vector<PairSample> rest;
  for (const PairSample& sample : samples) {
    const bool is_used = sample.pair == Pair::Own || sample.pair == Pair::Found;
    if (sample.is_first_half != fits_first) {
      rest.push_back(sample);
    } else if (is_used) {
      fitted.push_back({{sample.nearness}, sample.pair == Pair::Own});
    }
  }
  const std::vector<double> weights = fit_logistic(fitted);
  fmt::print("\nfitted to the {} half: bias {:.2f}, weight {:.2f}, so from a nearness of {:.3f}\n",
             fits_first ? "first" : "second", weights[0], weights[1], -weights[0] / weights[1]);
  for (const Pair pair : {Pair::Own, Pair::Sibling, Pair::Found, Pair::Random}) {
    std::size_t all = 0;
    std::size_t called = 0;
    for (const PairSample& sample : rest) {
      if (sample.pair != pair) continue;
      ++all;
      called += answer::support_of(sample.nearness, {weights[0], weights[1]}) >= answer::kSupported;
    }
    fmt::print(
        "  {:<30} {:5.1f} % of {} called supported\n", kPairNames[static_cast<std::size_t>(pair)],
        100.0 * static_cast<double>(called) / static_cast<double>(std::max<std::size_t>(1, all)),
        all);
  }
  for (const Pair right : {Pair::Own, Pair::Sibling}) {
    for (const Pair wrong : {Pair::Found, Pair::Random}) {
      fmt::print("  AUC of {} against {}: {:.3f}\n", kPairNames[static_cast<std::size_t>(right)],
                 kPairNames[static_cast<std::size_t>(wrong)], auc_of(rest, right, wrong));
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures how well nearness recognises that a source supports a sentence");
  std::string folder;
  std::size_t threads = 400;
  bool by_words = false;
  std::string cross_folder;
  app.add_option("INDEX", folder, "An index with answers, and passages")->required();
  app.add_option("--threads", threads, "Number of threads")->capture_default_str();
  CLI::Option* words = app.add_flag("--words", by_words, "By words, as without passages");
  app.add_option("--cross", cross_folder, "By the cross-encoder of this folder")->excludes(words);
  CLI11_PARSE(app, argc, argv);
  std::optional<embedding::CrossEncoder> cross;
  if (!cross_folder.empty()) cross = take(embedding::CrossEncoder::open(cross_folder));
  CitationStudy study(folder, by_words, cross ? &*cross : nullptr);
  const std::vector<PairSample> samples = study.samples(threads);
  print_quantiles(samples);
  measure_half(samples, true);
  measure_half(samples, false);
  return 0;
}
