#include "noether/evaluation/runs/tf_idf_scan.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <unordered_map>

#include "noether/index/analysis/spaces.h"
#include "noether/text/words.h"

namespace noether::evaluation {
namespace {

constexpr double kK1 = 1.2;
constexpr double kB = 0.75;

struct TermUse {
  std::uint32_t topic;
  double count;  // occurrences in the topic
};

class Scan {
 public:
  Scan(std::span<const collection::Topic> topics, LatexWords words) : words_(words) {
    for (std::uint32_t t = 0; t < topics.size(); ++t) {
      learn_ = true;
      read(topics[t].title);
      read(topics[t].question);
      for (const std::uint32_t term : found_) {
        if (uses_[term].empty() || uses_[term].back().topic != t) uses_[term].push_back({t, 0});
        uses_[term].back().count += 1;
      }
      clear();
    }
    learn_ = false;
    with_.resize(uses_.size());
  }

  void read(const text::Document& document) {
    clear();
    for (const text::Field& field : document.fields) {
      const index::FieldUse use = index::use_of_field(field.name);
      if (use.own && use.space == index::space::words) read(field);
    }
    std::ranges::sort(found_);
  }

  void count() {
    ++documents_;
    total_length_ += length_;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      if (i == 0 || found_[i] != found_[i - 1]) ++with_[found_[i]];
    }
  }

  void score(std::vector<double>& scores) const {
    const double average = std::max(1.0, total_length_ / std::max(1.0, documents_));
    const double norm = kK1 * (1 - kB + kB * length_ / average);
    for (std::size_t i = 0; i < found_.size();) {
      const std::uint32_t term = found_[i];
      double frequency = 0;
      for (; i < found_.size() && found_[i] == term; ++i) frequency += 1;
      const double gain =
          kK1 * frequency / (frequency + norm) * std::log2(documents_ / with_[term] + 1);
      for (const TermUse& use : uses_[term]) scores[use.topic] += use.count * gain;
    }
  }

 private:
  void clear() {
    found_.clear();
    length_ = 0;
  }

  void add(std::string_view text) {
    key_.assign(text);
    const auto at = terms_.find(key_);
    length_ += 1;
    if (at != terms_.end()) {
      found_.push_back(at->second);
    } else if (learn_) {
      found_.push_back(static_cast<std::uint32_t>(terms_.size()));
      terms_.emplace(key_, found_.back());
      uses_.emplace_back();
    }
  }

  void read(const text::Field& field) {
    reader_.start(field);
    text::Word word;
    while (reader_.next(word)) {
      if (!word.stop_word) add(word.stem);
    }
    for (const text::FormulaSpan& span : field.formulas) {
      for_each_latex_word(std::string_view(field.text).substr(span.begin, span.end - span.begin),
                          words_, [this](std::string_view symbol) { add(symbol); });
    }
  }

  LatexWords words_;
  text::WordReader reader_;
  bool learn_ = false;
  std::string key_;
  std::unordered_map<std::string, std::uint32_t> terms_;
  std::vector<std::vector<TermUse>> uses_;  // by term
  std::vector<double> with_;                // number of documents that have the term
  std::vector<std::uint32_t> found_;  // terms of the current text, repeated as often as they occur
  double length_ = 0;
  double documents_ = 0;
  double total_length_ = 0;
};

}  // namespace

base::Result<std::vector<std::vector<search::ScoredUnit>>> scan_tf_idf(
    const index::IndexReader& index, std::span<const std::uint32_t> documents,
    std::span<const collection::Topic> topics, LatexWords words, std::size_t top) {
  Scan scan(topics, words);
  for (const std::uint32_t number : documents) {
    const auto document = index.document(number);
    if (!document) return std::unexpected(document.error());
    scan.read(*document);
    scan.count();
  }
  std::vector<std::vector<search::ScoredUnit>> best(topics.size());
  std::vector<double> scores(topics.size());
  for (const std::uint32_t number : documents) {
    const auto document = index.document(number);
    if (!document) return std::unexpected(document.error());
    scan.read(*document);
    std::ranges::fill(scores, 0);
    scan.score(scores);
    for (std::size_t t = 0; t < topics.size(); ++t) {
      if (scores[t] <= 0) continue;
      best[t].push_back({number, scores[t]});
      if (best[t].size() >= 4 * top + 1000) sort_by_score(best[t], top);
    }
  }
  for (std::vector<search::ScoredUnit>& list : best) sort_by_score(list, top);
  return best;
}

}  // namespace noether::evaluation
