#include "noether/search/semantic/near_words.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string_view>
#include <utility>

#include "noether/text/words.h"

namespace noether::search {
namespace {

// At most this many of the nearest passages of a document are examined.
constexpr std::size_t kMostLookedAt = 8;
// A longer document is not marked: all of it is read again to find its tokens, 7 ms for 100 kB.
constexpr std::size_t kMostBytesToMark = std::size_t{1} << 18;

bool is_long(const text::Document& document) {
  std::size_t bytes = 0;
  for (const text::Field& field : document.fields) bytes += field.text.size();
  return bytes > kMostBytesToMark;
}
// At most this many of the nearest words of a passage are marked: a mark should be noticeable.
constexpr std::size_t kMostNear = 6;
// Single letters and digits are names, whose meaning is that of their neighbours.
constexpr std::size_t kShortestNearWord = 3;  // bytes

bool is_content(const text::Word& word) {
  return !word.stop_word && word.text.size() >= kShortestNearWord &&
         (word.text.front() < '0' || word.text.front() > '9');
}

bool overlap(base::Span a, base::Span b) { return a.begin < b.end && b.begin < a.end; }

// Adds the words of a field that may be marked, and its formulas, as matches without a clause.
void add_pieces(const text::Field& field, std::uint32_t number, base::Span window,
                std::vector<NearWords::Piece>& pieces) {
  const std::size_t first = pieces.size();
  text::WordReader reader;
  text::Word word;
  reader.start(field);
  while (reader.next(word) && word.end <= window.end) {
    if (word.begin < window.begin || !is_content(word)) continue;
    pieces.push_back({.field = number,
                      .span = {word.begin, word.end},
                      .is_formula = false,
                      .stem = std::string(word.stem)});
  }
  for (const text::FormulaSpan& formula : field.formulas) {
    if (formula.begin < window.begin || formula.end > window.end) continue;
    pieces.push_back({.field = number, .span = {formula.begin, formula.end}, .is_formula = true});
  }
  std::ranges::sort(pieces.begin() + static_cast<std::ptrdiff_t>(first), pieces.end(), {},
                    [](const NearWords::Piece& piece) { return piece.span.begin; });
}

}  // namespace

NearWords::NearWords(const Query& query, const embedding::TextEncoder& encoder,
                     const embedding::TextEncoder::Query& encoded, float near_enough)
    : encoder_(&encoder), encoded_(&encoded), near_enough_(near_enough) {
  add_words(query);
}

void NearWords::add_words(const Query& query) {
  const EncoderText read = encoder_text(query);
  const std::string_view text = read.text;
  const auto clause_of = [&](std::string_view stem) {
    return std::ranges::find_if(query.clauses, [&](const Clause& clause) {
      return clause.occurrence != Occurrence::Excluded &&
             std::ranges::find(clause.stems, stem) != clause.stems.end();
    });
  };
  std::vector<text::FormulaSpan> spans;
  for (const base::Span& formula : read.formulas)
    spans.push_back({formula.begin, formula.end, {}, {}});
  text::WordReader reader;
  text::Word word;
  reader.start(text, spans);
  while (reader.next(word)) {
    const auto clause = clause_of(word.stem);
    if (!is_content(word) || clause == query.clauses.end()) continue;
    if (std::ranges::find(asked_, word.stem, &Asked::stem) != asked_.end()) continue;
    Asked asked{.text = std::string(text.substr(word.begin, word.end - word.begin)),
                .stem = std::string(word.stem),
                .clause = static_cast<std::uint32_t>(clause - query.clauses.begin()),
                .tokens = {}};
    for (std::size_t i = 0; i < encoded_->spans.size(); ++i) {
      if (overlap(encoded_->spans[i], {word.begin, word.end})) asked.tokens.push_back(i);
    }
    if (!asked.tokens.empty()) asked_.push_back(std::move(asked));
  }
}

// Collects the cosines of the tokens of each piece. The tokens of the title, in the first passage,
// precede those of the text, so tokens and pieces are in the same order.
std::vector<NearWords::Piece> NearWords::meet(const text::Document& document,
                                              const embedding::Passage& cut,
                                              std::string_view codes) const {
  const std::size_t bytes = encoder_->token_codes().bytes();
  const auto places = std::span(cut.places).subspan(cut.first_kept, cut.last_kept - cut.first_kept);
  std::vector<Piece> pieces;
  std::size_t piece = 0;
  for (std::size_t begin = 0; begin < places.size();) {
    const std::uint32_t field = places[begin].field;
    std::size_t end = begin;
    base::Span window = {UINT32_MAX, 0};
    for (; end < places.size() && places[end].field == field; ++end) {
      if (places[end].span.end <= places[end].span.begin) continue;
      window.begin = std::min(window.begin, places[end].span.begin);
      window.end = std::max(window.end, places[end].span.end);
    }
    if (field < document.fields.size() && window.begin < window.end) {
      add_pieces(document.fields[field], field, window, pieces);
    }
    for (; begin < end; ++begin) {
      while (piece < pieces.size() && pieces[piece].span.end <= places[begin].span.begin) ++piece;
      if (piece == pieces.size() || !overlap(pieces[piece].span, places[begin].span)) continue;
      std::vector<float>& cosines = pieces[piece].cosines;
      cosines.resize(encoded_->late->tokens(), embedding::kNotMet);
      encoded_->late->meet(codes.substr(begin * bytes, bytes), cosines);
    }
    piece = pieces.size();
  }
  std::erase_if(pieces, [](const Piece& one) { return one.cosines.empty(); });
  return pieces;
}

float NearWords::nearness(const Asked& asked, const Piece& piece) {
  float sum = 0;
  for (const std::size_t token : asked.tokens) sum += piece.cosines[token];
  return sum / static_cast<float>(asked.tokens.size());
}

// The nearest pairs come first: a word that is near to several words of the query is marked for the
// nearest of them, and the others take the next best word.
void NearWords::find_in(std::span<const Piece> pieces, std::vector<Match>& found) const {
  struct Pair {
    float nearness;
    const Asked* asked;
    const Piece* piece;
  };
  std::vector<Pair> pairs;
  for (const Asked& asked : asked_) {
    if (std::ranges::find(pieces, asked.stem, &Piece::stem) != pieces.end()) continue;
    for (const Piece& piece : pieces) {
      const float near = nearness(asked, piece);
      if (near >= near_enough_) pairs.push_back({near, &asked, &piece});
    }
  }
  std::ranges::stable_sort(pairs, std::greater(), &Pair::nearness);
  std::vector<Pair> marked;
  for (const Pair& pair : pairs) {
    if (marked.size() == kMostNear) break;
    const auto is_taken = [&](const Pair& other) {
      return other.asked == pair.asked || other.piece == pair.piece;
    };
    if (std::ranges::none_of(marked, is_taken)) marked.push_back(pair);
  }
  for (const auto& [near, asked, piece] : marked) {
    found.push_back({.clause = asked->clause,
                     .field = piece->field,
                     .span = piece->span,
                     .is_formula = piece->is_formula,
                     .parts = {},
                     .score = std::min(1.0, static_cast<double>(near)),
                     .near = asked->text});
    if (piece->is_formula) found.back().parts = {piece->span};
  }
}

NearText NearWords::find(const text::Document& document,
                         std::span<const index::Passage> passages) const {
  NearText near;
  if (passages.empty()) return near;
  std::vector<double> scores;
  for (const index::Passage& passage : passages) {
    std::vector<float> best(encoded_->late->tokens(), embedding::kNotMet);
    encoded_->late->meet(passage.tokens, best);
    scores.push_back(embedding::late_score(best));
  }
  std::vector<std::size_t> order(passages.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return scores[i]; });
  near.passage = {passages[order.front()].field, passages[order.front()].span};
  order.resize(std::min(order.size(), kMostLookedAt));
  if (asked_.empty() || is_long(document)) return near;
  const std::vector<embedding::Passage> cut = embedding::cut_passages(document, *encoder_);
  const std::size_t bytes = encoder_->token_codes().bytes();
  for (const std::size_t i : order) {
    if (i >= cut.size()) continue;
    const std::size_t tokens = cut[i].last_kept - cut[i].first_kept;
    if (passages[i].tokens.size() != tokens * bytes) continue;
    find_in(meet(document, cut[i], passages[i].tokens), near.matches);
  }
  std::ranges::sort(near.matches, [](const Match& a, const Match& b) {
    return a.field != b.field ? a.field < b.field : a.span.begin < b.span.begin;
  });
  return near;
}

}  // namespace noether::search
