#include "noether/answer/sentences.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "noether/embedding/text/passages.h"
#include "noether/embedding/text/read_fields.h"
#include "noether/index/nearest_passages.h"
#include "noether/text/sentences.h"
#include "noether/text/words.h"

namespace noether::answer {
namespace {

constexpr std::uint32_t kNoSentence = UINT32_MAX;

std::vector<std::string> stems_of(const text::Field& field) {
  std::vector<std::string> stems;
  text::WordReader reader;
  text::Word word;
  reader.start(field);
  while (reader.next(word)) {
    if (!word.stop_word) stems.emplace_back(word.stem);
  }
  return stems;
}

bool compares_tokens(const search::PassageEncoder* texts) {
  return texts != nullptr && texts->text().has_token_codes();
}

// The sentence that contains a byte of a field; kNoSentence between sentences.
std::uint32_t sentence_at(std::span<const SourceSentence> sentences, std::uint32_t field,
                          std::uint32_t byte) {
  const auto behind = std::ranges::upper_bound(
      sentences, std::pair(field, byte), {}, [](const SourceSentence& sentence) {
        return std::pair(sentence.field, sentence.span.begin);
      });
  if (behind == sentences.begin()) return kNoSentence;
  const SourceSentence& sentence = *std::prev(behind);
  if (sentence.field != field || byte >= sentence.span.end) return kNoSentence;
  return static_cast<std::uint32_t>(std::prev(behind) - sentences.begin());
}

}  // namespace

std::vector<SourceSentence> sentences_of(const text::Document& document) {
  std::vector<SourceSentence> sentences;
  for (std::uint32_t f = 0; f < document.fields.size(); ++f) {
    const text::Field& field = document.fields[f];
    if (!embedding::is_read(field)) continue;
    std::uint32_t last = 0;
    for (const base::Span& span : text::find_sentences(field)) {
      const std::string_view gap = std::string_view(field.text).substr(last, span.begin - last);
      sentences.push_back({f, span, span.begin == 0 || gap.contains('\n')});
      last = span.end;
    }
  }
  return sentences;
}

std::string_view text_of(const text::Document& document, const SourceSentence& sentence) {
  const auto [begin, end] = sentence.span;
  return std::string_view(document.fields[sentence.field].text).substr(begin, end - begin);
}

text::Field field_of(const text::Document& document, const SourceSentence& sentence) {
  const text::Field& whole = document.fields[sentence.field];
  const auto [begin, end] = sentence.span;
  text::Field field{
      .name = whole.name, .text = whole.text.substr(begin, end - begin), .formulas = {}};
  for (const text::FormulaSpan& formula : whole.formulas) {
    if (formula.begin < begin || formula.end > end) continue;
    field.formulas.push_back(formula);
    field.formulas.back().begin -= begin;
    field.formulas.back().end -= begin;
  }
  return field;
}

base::Result<QuestionParts> QuestionParts::read(const Question& question,
                                                const search::PassageEncoder* texts) {
  QuestionParts parts;
  parts.stems_ = stems_of(question.title);
  std::ranges::copy(stems_of(question.body), std::back_inserter(parts.stems_));
  std::ranges::sort(parts.stems_);
  parts.stems_.erase(std::ranges::unique(parts.stems_).begin(), parts.stems_.end());
  if (!compares_tokens(texts)) return parts;
  parts.texts_ = texts;
  const search::EncoderText asked = search::encoder_text(query_of(question));
  auto query = texts->text().encode_query(asked.text, asked.formulas);
  if (!query) return std::unexpected(std::move(query.error()));
  parts.query_ = *std::move(query);
  return parts;
}

std::size_t QuestionParts::count() const { return query_ ? query_->late->tokens() : stems_.size(); }

void QuestionParts::meet_stems(std::span<const std::string> stems,
                               std::span<float> nearness) const {
  for (const std::string& stem : stems) {
    const auto known = std::ranges::lower_bound(stems_, stem);
    if (known == stems_.end() || *known != stem) continue;
    nearness[static_cast<std::size_t>(known - stems_.begin())] = 1;
  }
}

base::Result<ComparedDocument> ComparedDocument::read(const index::IndexReader& index,
                                                      std::uint32_t number,
                                                      const search::PassageEncoder* texts) {
  ComparedDocument read;
  if (compares_tokens(texts)) {
    const auto passages = index::passages_of(index, number);
    if (!passages) return std::unexpected(passages.error());
    for (const index::Passage& passage : *passages) read.codes.push_back(passage.tokens);
    return read;
  }
  const auto document = index.document(number);
  if (!document) return std::unexpected(document.error());
  for (const text::Field& field : document->fields) {
    std::ranges::move(stems_of(field), std::back_inserter(read.stems));
  }
  return read;
}

std::vector<float> QuestionParts::nearness(const ComparedDocument& document) const {
  std::vector<float> nearness(count(), 0);
  if (query_) {
    for (const std::string_view codes : document.codes) query_->late->meet(codes, nearness);
  } else {
    meet_stems(document.stems, nearness);
  }
  return nearness;
}

base::Result<std::vector<float>> QuestionParts::nearness(const index::IndexReader& index,
                                                         std::uint32_t number) const {
  const auto document = ComparedDocument::read(index, number, texts_);
  if (!document) return std::unexpected(document.error());
  return nearness(*document);
}

void QuestionParts::meet_words(const text::Document& document,
                               std::vector<SourceSentence>& sentences) const {
  for (SourceSentence& sentence : sentences) {
    sentence.nearness.assign(stems_.size(), 0);
    meet_stems(stems_of(field_of(document, sentence)), sentence.nearness);
  }
}

// The tokens of a sentence are adjacent, so each run of them is compared at once.
void QuestionParts::meet_passage(std::span<const std::uint32_t> sentence_of, std::string_view codes,
                                 std::vector<SourceSentence>& sentences) const {
  const std::size_t bytes = texts_->text().token_codes().bytes();
  for (std::size_t begin = 0; begin < sentence_of.size();) {
    std::size_t end = begin;
    while (end < sentence_of.size() && sentence_of[end] == sentence_of[begin]) ++end;
    if (sentence_of[begin] != kNoSentence) {
      query_->late->meet(codes.substr(begin * bytes, (end - begin) * bytes),
                         sentences[sentence_of[begin]].nearness);
    }
    begin = end;
  }
}

base::Result<void> QuestionParts::meet(const index::IndexReader& index, std::uint32_t number,
                                       const text::Document& document,
                                       std::vector<SourceSentence>& sentences) const {
  if (!query_) {
    meet_words(document, sentences);
    return {};
  }
  const auto passages = index::passages_of(index, number);
  if (!passages) return std::unexpected(passages.error());
  const embedding::TextEncoder& encoder = texts_->text();
  const std::vector<embedding::Passage> cut = embedding::cut_passages(document, encoder);
  for (SourceSentence& sentence : sentences) sentence.nearness.assign(count(), 0);
  for (std::size_t p = 0; p < std::min(cut.size(), passages->size()); ++p) {
    const std::size_t tokens = cut[p].last_kept - cut[p].first_kept;
    // The encoder cuts the document differently now, so the stored codes do not belong to these
    // tokens.
    if ((*passages)[p].tokens.size() != tokens * encoder.token_codes().bytes()) continue;
    std::vector<std::uint32_t> sentence_of;
    for (std::size_t i = cut[p].first_kept; i < cut[p].last_kept; ++i) {
      const embedding::TokenPlace& place = cut[p].places[i];
      const bool is_special = place.span.end <= place.span.begin;
      sentence_of.push_back(is_special ? kNoSentence
                                       : sentence_at(sentences, place.field, place.span.begin));
    }
    meet_passage(sentence_of, (*passages)[p].tokens, sentences);
  }
  return {};
}

void raise(std::span<float> nearness, std::span<const float> other) {
  std::ranges::transform(nearness, other, nearness.begin(),
                         [](float a, float b) { return std::max(a, b); });
}

double mean_nearness(std::span<const float> nearness) {
  if (nearness.empty()) return 0;
  return std::accumulate(nearness.begin(), nearness.end(), 0.0) /
         static_cast<double>(nearness.size());
}

double coverage(std::span<const SourceSentence> stretch) {
  if (stretch.empty() || stretch.front().nearness.empty()) return 0;
  std::vector<float> nearest(stretch.front().nearness.size(), 0);
  for (const SourceSentence& sentence : stretch) raise(nearest, sentence.nearness);
  return mean_nearness(nearest);
}

}  // namespace noether::answer
