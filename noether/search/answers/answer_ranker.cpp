#include "noether/search/answers/answer_ranker.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "noether/search/answers/language_scorer.h"

namespace noether::search {
namespace {

using Matter = Signal::Matter;
using Scope = Signal::Scope;

text::Field tag_field(const std::vector<std::string>& tags) {
  text::Field field;
  for (const std::string& tag : tags) field.text += tag + "\n";
  return field;
}

// The input of language models for a topic: its title, then the rest.
EncoderText asked_text(const collection::Topic& topic) {
  Query query;
  query.add(topic.title);
  query.add(topic.question);
  return encoder_text(query);
}

}  // namespace

AnswerRanker::AnswerRanker(const AnswerCollection& collection)
    : collection_(&collection), postings_(collection.index().schema().spaces.size()) {}

AnswerRanker::Term& AnswerRanker::term_of(std::uint64_t key) {
  const auto [at, is_new] = place_of_term_.try_emplace(key, terms_.size());
  if (is_new) terms_.push_back({key, 0, 0, 0});
  return terms_[at->second];
}

void AnswerRanker::add_words(const text::Field& field, double Term::* part) {
  for (const index::QueryWord& word : analyzer_.count_words(field)) {
    if (!word.stop_word) term_of(word.key).*part += word.count;
  }
}

void AnswerRanker::add_features(Matter matter, const text::Field& field, double Term::* part) {
  if (matter == Matter::Tuples) {
    for (const index::FeatureCount& tuple : analyzer_.count_tuples(field)) {
      term_of(tuple.key).*part += tuple.count;
    }
    return;
  }
  index::FormulaAnalyzer& formulas = analyzer_.formulas();
  for (const text::FormulaSpan& span : field.formulas) {
    const auto& formula =
        formulas.read(std::string_view(field.text).substr(span.begin, span.end - span.begin));
    for (const index::FeatureCount& path :
         formulas.count_paths(formulas.paths(formula.operators))) {
      term_of(path.key).*part += path.count;
    }
  }
}

void AnswerRanker::read_terms(Matter matter, const collection::Topic& topic) {
  terms_.clear();
  place_of_term_.clear();
  if (matter == Matter::Words) {
    add_words(topic.title, &Term::title);
    add_words(topic.question, &Term::body);
    add_words(tag_field(topic.tags), &Term::tags);
  } else {
    add_features(matter, topic.title, &Term::title);
    add_features(matter, topic.question, &Term::body);
  }
}

base::Result<void> AnswerRanker::read_postings(std::uint32_t space, std::uint64_t key) {
  std::vector<Posting>& postings = postings_[space];
  postings.clear();
  const index::Unit unit = collection_->index().schema().spaces[space].unit;
  for (const index::OpenSegment& segment : collection_->index().segments()) {
    const std::uint32_t first = segment.first_unit(unit);
    auto cursor = segment.reader->postings(space, key);
    if (!cursor) return std::unexpected(std::move(cursor.error()));
    for (std::uint32_t block = 0; block < cursor->blocks(); ++block) {
      const auto [units, weights] = cursor->decode(block);
      for (std::size_t i = 0; i < units.size(); ++i) {
        postings.push_back({first + units[i], weights[i]});
      }
    }
    if (cursor->damaged()) return base::fail("a list of postings contradicts itself");
  }
  return {};
}

// Adds up the weights of the current term by unit.
void AnswerRanker::count(std::size_t s) {
  const Signal& signal = collection_->signals()[s];
  const AnswerCollection::Units& units = collection_->units(s);
  const auto add = [&](std::uint32_t unit, std::uint32_t weight) {
    if (frequency_[unit] == 0) touched_.push_back(unit);
    frequency_[unit] += static_cast<float>(weight);
  };
  touched_.clear();
  for (const std::uint32_t space : spaces_of(signal)) {
    for (const Posting& posting : postings_[space]) {
      if (signal.matter == Matter::Paths) {
        const std::uint32_t end = units.first_place[posting.number + 1];
        for (std::uint32_t i = units.first_place[posting.number]; i < end; ++i) {
          add(units.places[i], posting.weight);
        }
      } else if (units.unit_of[posting.number] != Threads::kNone) {
        add(units.unit_of[posting.number], posting.weight);
      }
    }
  }
}

void AnswerRanker::score(std::size_t s, const Term& term) {
  const Signal& signal = collection_->signals()[s];
  const double asked =
      signal.title * term.title + signal.body * term.body + signal.tags * term.tags;
  if (asked <= 0) return;
  const AnswerCollection::Units& units = collection_->units(s);
  count(s);
  const auto all = static_cast<double>(units.norm.size());
  const auto with = static_cast<double>(touched_.size());
  const auto factor = static_cast<float>(asked / (asked + signal.saturation) * (signal.k1 + 1) *
                                         std::log(1 + (all - with + 0.5) / (with + 0.5)));
  std::vector<float>& scores = scores_[s];
  for (const std::uint32_t unit : touched_) {
    const float frequency = frequency_[unit];
    scores[unit] += factor * frequency / (frequency + units.norm[unit]);
    frequency_[unit] = 0;
  }
}

base::Result<void> AnswerRanker::score_terms(Signal::Matter matter) {
  std::vector<std::size_t> signals;
  std::vector<std::uint32_t> spaces;
  for (std::size_t s = 0; s < collection_->signals().size(); ++s) {
    const Signal& signal = collection_->signals()[s];
    if (signal.matter != matter) continue;
    signals.push_back(s);
    const auto more = spaces_of(signal);
    spaces.insert(spaces.end(), more.begin(), more.end());
  }
  std::ranges::sort(spaces);
  const auto rest = std::ranges::unique(spaces);
  spaces.erase(rest.begin(), rest.end());
  for (const Term& term : terms_) {
    for (const std::uint32_t space : spaces) {
      if (auto read = read_postings(space, term.key); !read) return read;
    }
    for (const std::size_t s : signals) score(s, term);
  }
  return {};
}

void AnswerRanker::spread_over_duplicates(std::size_t signal) {
  const Threads& threads = collection_->threads();
  std::vector<float> sums(threads.count());
  for (std::size_t s = 0; s < scores_.size(); ++s) {
    const Signal& other = collection_->signals()[s];
    if (!other.is_of_terms() || other.scope != Scope::Thread) continue;
    for (std::size_t t = 0; t < sums.size(); ++t) sums[t] += scores_[s][t];
  }
  for (std::uint32_t t = 0; t < threads.count(); ++t) {
    for (const std::uint32_t other : threads.duplicates(t)) {
      scores_[signal][t] = std::max(scores_[signal][t], sums[other]);
    }
  }
}

base::Result<void> AnswerRanker::score_language(const collection::Topic& topic) {
  const bool with_late = std::ranges::find(collection_->signals(), Matter::Late, &Signal::matter) !=
                         collection_->signals().end();
  LanguageScorer scorer(collection_->index(), *collection_->encoder(), with_late);
  if (auto asked = scorer.ask(asked_text(topic)); !asked) return asked;
  for (std::uint32_t c = 0; c < collection_->candidates().size(); ++c) {
    const auto scores = scorer.score(collection_->candidates()[c], collection_->question_of(c));
    if (!scores) return std::unexpected(scores.error());
    for (std::size_t s = 0; s < scores_.size(); ++s) {
      const Signal& signal = collection_->signals()[s];
      if (!signal.is_of_language()) continue;
      const LanguageScores::Pair& pair =
          signal.matter == Matter::Late ? scores->late : scores->vectors;
      scores_[s][c] = signal.scope == Scope::Own        ? pair.own
                      : signal.scope == Scope::Question ? pair.question
                                                        : pair.both;
    }
  }
  return {};
}

base::Result<void> AnswerRanker::score_all(const collection::Topic& topic) {
  const auto& signals = collection_->signals();
  const Threads& threads = collection_->threads();
  scores_.resize(signals.size());
  std::size_t most = 0;
  for (std::size_t s = 0; s < signals.size(); ++s) {
    const bool is_of_answers = signals[s].is_of_answers();
    scores_[s].assign(is_of_answers ? collection_->candidates().size() : threads.count(), 0);
    most = std::max(most, scores_[s].size());
  }
  frequency_.assign(most, 0);
  for (const Matter matter : {Matter::Words, Matter::Tuples, Matter::Paths}) {
    if (std::ranges::find(signals, matter, &Signal::matter) == signals.end()) continue;
    read_terms(matter, topic);
    if (auto scored = score_terms(matter); !scored) return scored;
  }
  if (collection_->encoder() != nullptr) {
    if (auto scored = score_language(topic); !scored) return scored;
  }
  for (std::size_t s = 0; s < signals.size(); ++s) {
    if (signals[s].matter == Matter::Duplicates) spread_over_duplicates(s);
    if (signals[s].matter == Matter::Links) {
      for (std::uint32_t t = 0; t < threads.count(); ++t) {
        scores_[s][t] = std::log1p(static_cast<float>(threads.links(t)));
      }
    }
    if (signals[s].matter == Matter::Size) {
      std::ranges::transform(collection_->sizes(), scores_[s].begin(), [](std::uint32_t size) {
        return std::log1p(static_cast<float>(size));
      });
    }
  }
  return {};
}

base::Result<std::vector<double>> AnswerRanker::cross(
    const collection::Topic& topic, std::span<const std::uint32_t> candidates) const {
  const embedding::CrossEncoder& encoder = *collection_->cross_encoder();
  const embedding::PairWindow window = encoder.bounded({});
  const EncoderText asked = asked_text(topic);
  const auto question = encoder.read(asked.text, asked.formulas, window.question);
  std::vector<embedding::CrossEncoder::Pair> pairs;
  for (const std::uint32_t candidate : candidates) {
    const auto answer = collection_->index().document(collection_->candidates()[candidate]);
    if (!answer) return std::unexpected(answer.error());
    pairs.push_back(encoder.pair(question, encoder.read(*answer, window.pair), window));
  }
  return encoder.score(pairs);
}

void lift_above_least(std::vector<double>& scores) {
  if (scores.empty()) return;
  const double least = *std::ranges::min_element(scores);
  for (double& score : scores) score -= least;
}

base::Result<void> AnswerRanker::score_cross(const collection::Topic& topic) {
  std::vector<ScoredUnit> first;
  for (const double sum : sums()) {
    first.push_back({static_cast<std::uint32_t>(first.size()), sum});
  }
  sort_by_score(first, kCrossAnswers);
  std::vector<std::uint32_t> candidates;
  for (const ScoredUnit& unit : first) candidates.push_back(unit.unit);
  auto scores = cross(topic, candidates);
  if (!scores) return std::unexpected(std::move(scores.error()));
  lift_above_least(*scores);
  for (std::size_t s = 0; s < scores_.size(); ++s) {
    if (collection_->signals()[s].matter != Matter::Cross) continue;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      scores_[s][candidates[i]] = static_cast<float>((*scores)[i]);
    }
  }
  return {};
}

std::vector<double> AnswerRanker::sums() const {
  std::vector<double> sums(collection_->candidates().size());
  for (std::uint32_t c = 0; c < sums.size(); ++c) {
    for (std::size_t s = 0; s < scores_.size(); ++s) {
      sums[c] += collection_->signals()[s].weight * static_cast<double>(value(s, c));
    }
  }
  return sums;
}

float AnswerRanker::value(std::size_t signal, std::uint32_t candidate) const {
  if (collection_->signals()[signal].is_of_answers()) return scores_[signal][candidate];
  return scores_[signal][collection_->threads().thread_of(collection_->candidates()[candidate])];
}

base::Result<std::vector<float>> AnswerRanker::rank_threads(const collection::Topic& topic) {
  if (auto scored = score_all(topic); !scored) return std::unexpected(std::move(scored.error()));
  std::vector<float> sums(collection_->threads().count());
  for (std::size_t s = 0; s < scores_.size(); ++s) {
    const Signal& signal = collection_->signals()[s];
    if (signal.is_of_answers()) continue;
    const auto weight = static_cast<float>(signal.weight);
    for (std::size_t t = 0; t < sums.size(); ++t) sums[t] += weight * scores_[s][t];
  }
  return sums;
}

base::Result<std::vector<std::vector<float>>> AnswerRanker::signals(
    const collection::Topic& topic) {
  if (auto scored = score_all(topic); !scored) return std::unexpected(std::move(scored.error()));
  std::vector<std::vector<float>> values(scores_.size());
  for (std::size_t s = 0; s < scores_.size(); ++s) {
    for (std::uint32_t c = 0; c < collection_->candidates().size(); ++c) {
      values[s].push_back(value(s, c));
    }
  }
  return values;
}

base::Result<std::vector<ScoredUnit>> AnswerRanker::rank(const collection::Topic& topic,
                                                         std::size_t top) {
  if (auto scored = score_all(topic); !scored) return std::unexpected(std::move(scored.error()));
  if (collection_->cross_encoder() != nullptr) {
    if (auto scored = score_cross(topic); !scored) return std::unexpected(scored.error());
  }
  std::vector<ScoredUnit> ranking;
  for (const double sum : sums()) {
    ranking.push_back({collection_->candidates()[ranking.size()], sum});
  }
  sort_by_score(ranking, top);
  return ranking;
}

}  // namespace noether::search
