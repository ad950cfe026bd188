#include "noether/search/answers/answer_ranker.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>

#include "noether/index/analysis/spaces.h"

namespace noether::search {
namespace {

using Matter = Signal::Matter;
using Scope = Signal::Scope;

std::vector<std::uint32_t> spaces_of(const Signal& signal) {
  if (signal.matter == Matter::tuples) return {index::space::document_tuples};
  return signal.spaces;
}

text::Field tag_field(const std::vector<std::string>& tags) {
  text::Field field;
  for (const std::string& tag : tags) field.text += tag + "\n";
  return field;
}

}  // namespace

base::Result<AnswerCollection> AnswerCollection::read(const index::IndexReader& index,
                                                      std::vector<Signal> signals,
                                                      std::string_view kind) {
  AnswerCollection collection;
  collection.index_ = &index;
  collection.signals_ = std::move(signals);
  auto threads = Threads::read(index);
  if (!threads) return std::unexpected(std::move(threads.error()));
  collection.threads_ = std::move(*threads);
  collection.candidates_ = collection.threads_.documents_of(kind);
  for (const Signal& signal : collection.signals_) {
    auto units = collection.make_units(signal);
    if (!units) return std::unexpected(std::move(units.error()));
    collection.units_.push_back(std::move(*units));
  }
  return collection;
}

base::Result<AnswerCollection::Units> AnswerCollection::make_units(const Signal& signal) const {
  Units units;
  if (!signal.is_of_terms()) return units;
  units.unit_of.assign(index_->documents(), Threads::kNone);
  std::size_t count = threads_.count();
  if (signal.scope == Scope::own) {
    count = candidates_.size();
    for (std::uint32_t c = 0; c < count; ++c) units.unit_of[candidates_[c]] = c;
  } else {
    for (std::uint32_t d = 0; d < index_->documents(); ++d) {
      if (signal.scope == Scope::thread || threads_.is_first(d)) {
        units.unit_of[d] = threads_.thread_of(d);
      }
    }
  }

  std::vector<double> lengths(count);
  double total = 0;
  for (const std::uint32_t space : spaces_of(signal)) {
    for (const index::OpenSegment& segment : index_->segments()) {
      const auto column = segment.reader->lengths(space);
      if (!column) return std::unexpected(column.error());
      for (std::uint32_t i = 0; i < segment.reader->documents(); ++i) {
        const std::uint32_t unit = units.unit_of[segment.first_document + i];
        if (unit == Threads::kNone) continue;
        lengths[unit] += (*column)[i];
        total += (*column)[i];
      }
    }
  }
  const double average =
      std::max(1.0, total / static_cast<double>(std::max<std::size_t>(1, count)));
  units.norm.reserve(count);
  for (const double length : lengths) {
    units.norm.push_back(
        static_cast<float>(signal.k1 * (1 - signal.b + signal.b * length / average)));
  }
  return units;
}

AnswerRanker::AnswerRanker(const AnswerCollection& collection)
    : collection_(&collection), postings_(collection.index().schema().spaces.size()) {}

void AnswerRanker::read_words(const collection::Topic& topic) {
  terms_.clear();
  std::unordered_map<std::uint64_t, std::size_t> place;
  const auto add = [&](const text::Field& field, double Term::* part) {
    for (const index::QueryWord& word : analyzer_.count_words(field)) {
      if (word.stop_word) continue;
      const auto [at, is_new] = place.try_emplace(word.key, terms_.size());
      if (is_new) terms_.push_back({word.key, 0, 0, 0});
      terms_[at->second].*part += word.count;
    }
  };
  add(topic.title, &Term::title);
  add(topic.question, &Term::body);
  add(tag_field(topic.tags), &Term::tags);
}

void AnswerRanker::read_tuples(const collection::Topic& topic) {
  terms_.clear();
  std::unordered_map<std::uint64_t, std::size_t> place;
  const auto add = [&](const text::Field& field, double Term::* part) {
    for (const index::FeatureCount& tuple : analyzer_.count_tuples(field)) {
      const auto [at, is_new] = place.try_emplace(tuple.key, terms_.size());
      if (is_new) terms_.push_back({tuple.key, 0, 0, 0});
      terms_[at->second].*part += tuple.count;
    }
  };
  add(topic.title, &Term::title);
  add(topic.question, &Term::body);
}

base::Result<void> AnswerRanker::read_postings(std::uint32_t space, std::uint64_t key) {
  std::vector<Posting>& postings = postings_[space];
  postings.clear();
  for (const index::OpenSegment& segment : collection_->index().segments()) {
    auto cursor = segment.reader->postings(space, key);
    if (!cursor) return std::unexpected(std::move(cursor.error()));
    for (std::uint32_t block = 0; block < cursor->blocks(); ++block) {
      const auto [units, weights] = cursor->decode(block);
      for (std::size_t i = 0; i < units.size(); ++i) {
        postings.push_back({segment.first_document + units[i], weights[i]});
      }
    }
    if (cursor->damaged()) return base::fail("a list of postings contradicts itself");
  }
  return {};
}

void AnswerRanker::score(std::size_t s, const Term& term) {
  const Signal& signal = collection_->signals()[s];
  const double asked =
      signal.title * term.title + signal.body * term.body + signal.tags * term.tags;
  if (asked <= 0) return;
  const AnswerCollection::Units& units = collection_->units(s);
  touched_.clear();
  for (const std::uint32_t space : spaces_of(signal)) {
    for (const Posting& posting : postings_[space]) {
      const std::uint32_t unit = units.unit_of[posting.document];
      if (unit == Threads::kNone) continue;
      if (frequency_[unit] == 0) touched_.push_back(unit);
      frequency_[unit] += static_cast<float>(posting.weight);
    }
  }
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
    if (!other.is_of_terms() || other.scope != Scope::thread) continue;
    for (std::size_t t = 0; t < sums.size(); ++t) sums[t] += scores_[s][t];
  }
  for (std::uint32_t t = 0; t < threads.count(); ++t) {
    for (const std::uint32_t other : threads.duplicates(t)) {
      scores_[signal][t] = std::max(scores_[signal][t], sums[other]);
    }
  }
}

base::Result<void> AnswerRanker::score_all(const collection::Topic& topic) {
  const auto& signals = collection_->signals();
  const Threads& threads = collection_->threads();
  scores_.resize(signals.size());
  std::size_t most = 0;
  for (std::size_t s = 0; s < signals.size(); ++s) {
    const bool is_own = signals[s].is_of_terms() && signals[s].scope == Scope::own;
    scores_[s].assign(is_own ? collection_->candidates().size() : threads.count(), 0);
    most = std::max(most, scores_[s].size());
  }
  frequency_.assign(most, 0);
  read_words(topic);
  if (auto scored = score_terms(Matter::words); !scored) return scored;
  read_tuples(topic);
  if (auto scored = score_terms(Matter::tuples); !scored) return scored;
  for (std::size_t s = 0; s < signals.size(); ++s) {
    if (signals[s].matter == Matter::duplicates) spread_over_duplicates(s);
    if (signals[s].matter != Matter::links) continue;
    for (std::uint32_t t = 0; t < threads.count(); ++t) {
      scores_[s][t] = std::log1p(static_cast<float>(threads.links(t)));
    }
  }
  return {};
}

float AnswerRanker::value(std::size_t signal, std::uint32_t candidate) const {
  const Signal& s = collection_->signals()[signal];
  if (s.is_of_terms() && s.scope == Scope::own) return scores_[signal][candidate];
  return scores_[signal][collection_->threads().thread_of(collection_->candidates()[candidate])];
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
  const auto candidates = collection_->candidates();
  std::vector<ScoredUnit> ranking(candidates.size());
  for (std::uint32_t c = 0; c < candidates.size(); ++c) {
    ranking[c].unit = candidates[c];
    for (std::size_t s = 0; s < scores_.size(); ++s) {
      ranking[c].score += collection_->signals()[s].weight * static_cast<double>(value(s, c));
    }
  }
  sort_by_score(ranking, top);
  return ranking;
}

}  // namespace noether::search
