#include "noether/index/analysis/document_analyzer.h"

#include <unordered_map>
#include <utility>

#include "noether/index/analysis/spaces.h"

namespace noether::index {
namespace {

// The words of one document in one space.
class WordBag {
 public:
  void clear() {
    counts_.clear();
    texts_.clear();
    ends_.clear();
    length_ = 0;
  }
  // Whether the word is new here.
  bool add(std::string_view stem, std::uint32_t weight) {
    std::uint32_t& count = counts_[term_key(stem)];
    const bool is_new = count == 0;
    count += weight;
    length_ += weight;
    if (is_new) {
      texts_ += stem;
      ends_.push_back(texts_.size());
    }
    return is_new;
  }
  // The texts live until the next `clear` or `add`.
  void take(std::uint32_t space, SpaceTerms& out) const {
    out.space = space;
    out.length = length_;
    const auto counts = counts_.counts();
    out.terms.resize(counts.size());
    std::size_t begin = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      out.terms[i] = {.key = counts[i].key,
                      .weight = counts[i].count,
                      .text = std::string_view(texts_).substr(begin, ends_[i] - begin)};
      begin = ends_[i];
    }
  }
  std::span<const FeatureCount> counts() const { return counts_.counts(); }

 private:
  FeatureCounter counts_;
  std::string texts_;
  std::vector<std::size_t> ends_;
  std::uint32_t length_ = 0;
};

bool is_blank(std::string_view latex) {
  return latex.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// A cache of the tuples of formulas. Most formulas that recur are short, so only these are kept.
// When the cache reaches its bound it is emptied, which costs only time.
class TupleCache {
 public:
  const std::vector<FeatureCount>* find(const base::Digest& latex) const {
    const auto it = known_.find(latex);
    return it == known_.end() ? nullptr : &it->second;
  }
  void add(const base::Digest& latex, std::span<const Term> terms) {
    if (kept_ + terms.size() > kMostKept) {
      known_.clear();
      kept_ = 0;
    }
    if (terms.size() > kMostKept / 64) return;
    auto& counts = known_[latex];
    counts.clear();
    for (const Term& term : terms) counts.push_back({term.key, term.weight});
    kept_ += terms.size();
  }

 private:
  static constexpr std::size_t kMostKept = std::size_t{1} << 20;
  std::unordered_map<base::Digest, std::vector<FeatureCount>> known_;
  std::size_t kept_ = 0;
};

}  // namespace

struct DocumentAnalyzer::State {
  void add_words(std::string_view text, std::span<const text::FormulaSpan> spans,
                 const FieldUse& use);
  base::Result<void> add_formulas(std::uint32_t number, const text::Field& field,
                                  const FieldUse& use, SegmentBuilder& builder,
                                  DocumentEntry& entry);
  base::Result<void> add_formula(std::string_view latex, SegmentBuilder& builder,
                                 std::optional<std::uint32_t>& formula);
  void add_tuples(std::string_view latex);

  text::WordReader words;
  FormulaAnalyzer formulas;
  WordBag bags[3];  // of the spaces words, context, comments
  WordBag tags;
  WordBag kinds;
  FeatureCounter tuples;
  TupleCache cache;
  FormulaEntry formula_entry;
};

DocumentAnalyzer::DocumentAnalyzer() : state_(std::make_unique<State>()) {}
DocumentAnalyzer::DocumentAnalyzer(DocumentAnalyzer&&) noexcept = default;
DocumentAnalyzer& DocumentAnalyzer::operator=(DocumentAnalyzer&&) noexcept = default;
DocumentAnalyzer::~DocumentAnalyzer() = default;
FormulaAnalyzer& DocumentAnalyzer::formulas() { return state_->formulas; }

void DocumentAnalyzer::State::add_words(std::string_view text,
                                        std::span<const text::FormulaSpan> spans,
                                        const FieldUse& use) {
  words.start(text, spans);
  text::Word word;
  while (words.next(word)) bags[use.space].add(word.stem, use.weight);
}

base::Result<void> DocumentAnalyzer::State::add_formula(std::string_view latex,
                                                        SegmentBuilder& builder,
                                                        std::optional<std::uint32_t>& formula) {
  formula = builder.find_formula(latex);
  if (formula) return {};
  formulas.analyze(latex, formula_entry);
  const auto added = builder.add_formula(formula_entry);
  if (!added) return std::unexpected(added.error());
  formula = *added;
  cache.add(base::digest_of(latex), formula_entry.terms.back().terms);
  return {};
}

void DocumentAnalyzer::State::add_tuples(std::string_view latex) {
  const base::Digest digest = base::digest_of(latex);
  if (const auto* known = cache.find(digest)) {
    for (const FeatureCount& tuple : *known) tuples[tuple.key] += tuple.count;
    return;
  }
  for (const FeatureCount& tuple : formulas.tuples(formulas.read(latex).layout)) {
    tuples[tuple.key] += tuple.count;
  }
}

base::Result<void> DocumentAnalyzer::State::add_formulas(std::uint32_t number,
                                                         const text::Field& field,
                                                         const FieldUse& use,
                                                         SegmentBuilder& builder,
                                                         DocumentEntry& entry) {
  for (const text::FormulaSpan& span : field.formulas) {
    const std::string_view latex =
        std::string_view(field.text).substr(span.begin, span.end - span.begin);
    if (is_blank(latex)) continue;
    if (use.own) {
      std::optional<std::uint32_t> formula;
      if (auto done = add_formula(latex, builder, formula); !done) return done;
      entry.formulas.push_back({*formula, number, span.begin, span.end});
    }
    if (use.space != space::comments) add_tuples(latex);
  }
  return {};
}

base::Result<void> DocumentAnalyzer::analyze(text::Document document, SegmentBuilder& builder,
                                             DocumentEntry& entry) {
  State& state = *state_;
  for (WordBag& bag : state.bags) bag.clear();
  state.tags.clear();
  state.kinds.clear();
  state.tuples.clear();
  entry.formulas.clear();
  entry.document = std::move(document);
  for (std::uint32_t i = 0; i < entry.document.fields.size(); ++i) {
    const text::Field& field = entry.document.fields[i];
    const FieldUse use = use_of_field(field.name);
    state.add_words(field.text, field.formulas, use);
    if (auto done = state.add_formulas(i, field, use, builder, entry); !done) return done;
  }
  for (const std::string& tag : entry.document.tags) {
    state.tags.add(tag, 1);
    state.add_words(tag, {}, {.space = space::context, .weight = kTagWeight});
  }
  if (!entry.document.kind.empty()) state.kinds.add(entry.document.kind, 1);
  entry.terms.resize(space::document_tuples + 1);
  state.bags[space::words].take(space::words, entry.terms[space::words]);
  state.bags[space::context].take(space::context, entry.terms[space::context]);
  state.bags[space::comments].take(space::comments, entry.terms[space::comments]);
  state.tags.take(space::tags, entry.terms[space::tags]);
  state.kinds.take(space::kinds, entry.terms[space::kinds]);
  SpaceTerms& tuples = entry.terms[space::document_tuples];
  tuples.space = space::document_tuples;
  tuples.length = 0;
  tuples.terms.clear();
  for (const FeatureCount& tuple : state.tuples.counts()) {
    tuples.terms.push_back({.key = tuple.key, .weight = tuple.count});
    tuples.length += tuple.count;
  }
  return {};
}

std::vector<QueryWord> DocumentAnalyzer::count_words(const text::Field& field) {
  std::vector<QueryWord> found;
  WordBag& bag = state_->bags[space::words];
  bag.clear();
  state_->words.start(field);
  text::Word word;
  while (state_->words.next(word)) {
    if (bag.add(word.stem, 1)) {
      found.push_back({.stem = std::string(word.stem), .stop_word = word.stop_word});
    }
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    found[i].key = bag.counts()[i].key;
    found[i].count = bag.counts()[i].count;
  }
  return found;
}

std::vector<FeatureCount> DocumentAnalyzer::count_tuples(const text::Field& field) {
  state_->tuples.clear();
  for (const text::FormulaSpan& span : field.formulas) {
    const std::string_view latex =
        std::string_view(field.text).substr(span.begin, span.end - span.begin);
    if (!is_blank(latex)) state_->add_tuples(latex);
  }
  const auto counts = state_->tuples.counts();
  return {counts.begin(), counts.end()};
}

}  // namespace noether::index
