#include "noether/evaluation/answers/answer_scores.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "noether/answer/agreement.h"
#include "noether/evaluation/answers/answer_measures.h"

namespace noether::evaluation {

namespace {

class Measured {
 public:
  Measured(std::string system, std::string name)
      : measure_{std::move(name), {std::move(system), {}, {}}} {}
  void add(const std::string& topic, double value) {
    measure_.scores.topics.push_back(topic);
    measure_.scores.values.push_back(value);
  }
  AnswerMeasure take() { return std::move(measure_); }

 private:
  AnswerMeasure measure_;
};

// Average relevance and precision of one result for each topic.
class Relevance {
 public:
  Relevance(const std::string& system, const AnswerEvidence& evidence)
      : evidence_(evidence), relevance_(system, "ar"), precision_(system, "p@1") {}

  void add(const std::string& topic, const std::string& id) {
    const TopicJudgements* judged = evidence_.judgements->find(topic);
    if (judged == nullptr) return;
    const Judgement* judgement = judged->find(id);
    ++(judgement == nullptr ? unjudged_ : judged_);
    const std::int32_t grade = judgement == nullptr ? 0 : std::max(0, judgement->grade);
    relevance_.add(topic, grade);
    precision_.add(topic, grade >= evidence_.threshold ? 1 : 0);
  }

  // If no answer was judged, the answers come from a new system, for which zeros would be wrong.
  void finish(AnswerScores& scores) {
    scores.unjudged = unjudged_;
    if (judged_ == 0) return;
    scores.measures.push_back(relevance_.take());
    scores.measures.push_back(precision_.take());
  }

 private:
  const AnswerEvidence& evidence_;
  Measured relevance_;
  Measured precision_;
  std::size_t judged_ = 0;
  std::size_t unjudged_ = 0;
};

// Whether the answer names the id among its sources, which commas separate.
bool is_source(const WrittenAnswer& answer, std::string_view id) {
  for (std::string_view left = answer.sources; !left.empty();) {
    const std::string_view one = left.substr(0, left.find(','));
    if (one == id) return true;
    left.remove_prefix(std::min(left.size(), one.size() + 1));
  }
  return false;
}

std::optional<double> overlap(const AnswerRun& run, const WrittenAnswer& answer,
                              const std::vector<const KnownAnswer*>& references,
                              const KnownAnswers& known) {
  if (references.empty()) return std::nullopt;
  // The answer may be among the known ones, with tokens made elsewhere.
  const KnownAnswer* self = known.find(answer.topic, run.tag);
  const std::vector<std::string> tokens =
      self != nullptr ? self->tokens : answer::answer_tokens(answer.answer);
  double best = 0;
  for (const KnownAnswer* reference : references) {
    best = std::max(best, token_f1(tokens, reference->tokens));
  }
  return best;
}

base::Result<std::optional<double>> similarity(const AnswerRun& run, const WrittenAnswer& answer,
                                               const std::vector<const KnownAnswer*>& references,
                                               const AnswerEmbeddings& embeddings) {
  const auto own = embeddings.embed(answer.topic, run.tag, answer.answer);
  if (!own) return std::unexpected(own.error());
  std::optional<double> best;
  if (!*own) return best;
  for (const KnownAnswer* reference : references) {
    const auto other = embeddings.embed(answer.topic, reference->id, reference->text);
    if (!other) return std::unexpected(other.error());
    if (*other) best = std::max(best.value_or(0), bert_score(**own, **other).f1);
  }
  return best;
}

void add_annotated(const AnswerRun& run, const Annotations& annotations, AnswerScores& scores) {
  Measured generated(run.tag, "mg");
  Measured unrelated(run.tag, "ui");
  for (const WrittenAnswer& answer : run.answers) {
    const Annotation* annotation = annotations.find(answer.topic, run.tag);
    if (annotation == nullptr) continue;
    if (annotation->machine_generated) generated.add(answer.topic, *annotation->machine_generated);
    if (annotation->unrelated) unrelated.add(answer.topic, *annotation->unrelated);
  }
  scores.measures.push_back(generated.take());
  scores.measures.push_back(unrelated.take());
}

}  // namespace

std::optional<double> AnswerMeasure::mean() const {
  if (scores.values.empty()) return std::nullopt;
  double sum = 0;
  for (const double value : scores.values) sum += value;
  return sum / static_cast<double>(scores.values.size());
}

base::Result<AnswerScores> score_answers(const AnswerRun& run, const AnswerEvidence& evidence) {
  AnswerScores scores;
  scores.system = run.tag;
  if (evidence.judgements != nullptr) {
    Relevance relevance(run.tag, evidence);
    for (const WrittenAnswer& answer : run.answers) relevance.add(answer.topic, run.tag);
    relevance.finish(scores);
  }
  if (evidence.known != nullptr) {
    const Teams nobody;
    const Teams& teams = evidence.teams != nullptr ? *evidence.teams : nobody;
    Measured lexical(run.tag, "lo");
    Measured contextual(run.tag, "cs");
    for (const WrittenAnswer& answer : run.answers) {
      auto references =
          references_for(*evidence.known, answer.topic, run.tag, teams, evidence.threshold);
      if (evidence.without_sources) {
        std::erase_if(references,
                      [&](const KnownAnswer* known) { return is_source(answer, known->id); });
      }
      const auto shared = overlap(run, answer, references, *evidence.known);
      if (shared) lexical.add(answer.topic, *shared);
      if (evidence.embeddings == nullptr) continue;
      const auto alike = similarity(run, answer, references, *evidence.embeddings);
      if (!alike) return std::unexpected(alike.error());
      if (*alike) contextual.add(answer.topic, **alike);
    }
    scores.measures.push_back(lexical.take());
    if (evidence.embeddings != nullptr) scores.measures.push_back(contextual.take());
  }
  if (evidence.annotations != nullptr) add_annotated(run, *evidence.annotations, scores);
  return scores;
}

AnswerScores score_first_results(const Run& run, const AnswerEvidence& evidence) {
  AnswerScores scores;
  scores.system = run.tag;
  if (evidence.judgements == nullptr) return scores;
  Relevance relevance(run.tag, evidence);
  for (const TopicResults& topic : run.topics) {
    if (!topic.results.empty()) relevance.add(topic.topic, topic.results.front().id);
  }
  relevance.finish(scores);
  return scores;
}

}  // namespace noether::evaluation
