#include "noether/embedding/text/passages.h"

#include <algorithm>
#include <utility>

#include "noether/text/sentences.h"

namespace noether::embedding {
namespace {

using neural::TokenId;
using neural::tokens::Encoding;

// The tokens of a field, with the places where it may be cut.
struct Borders {
  std::vector<base::Span> spans;       // of the sentences
  std::vector<std::size_t> sentences;  // the tokens that begin a sentence
  std::vector<bool> is_in_formula;     // for each token: it does not begin outside of a formula
};

Borders borders_of(const text::Field& field, const Encoding& tokens) {
  Borders borders;
  borders.spans = text::find_sentences(field);
  std::size_t token = 0;
  for (const base::Span& sentence : borders.spans) {
    while (token < tokens.spans.size() && tokens.spans[token].begin < sentence.begin) ++token;
    borders.sentences.push_back(token);
  }
  std::size_t formula = 0;
  for (const base::Span& span : tokens.spans) {
    while (formula < field.formulas.size() && field.formulas[formula].end <= span.begin) ++formula;
    borders.is_in_formula.push_back(formula < field.formulas.size() &&
                                    field.formulas[formula].begin < span.begin);
  }
  return borders;
}

// The end of a passage that begins at a token and takes at most `room` tokens, none of them after
// `all`. It takes at least half of the room, so that long sentences do not produce many short
// passages.
std::size_t end_of_passage(const Borders& borders, std::size_t begin, std::size_t all,
                           std::size_t room) {
  if (all - begin <= room) return all;
  const std::size_t most = begin + room;
  const std::size_t least = begin + (room + 1) / 2;
  const auto behind = std::ranges::upper_bound(borders.sentences, most);
  if (behind != borders.sentences.begin() && *(behind - 1) >= least) return *(behind - 1);
  for (std::size_t end = most; end >= least; --end) {
    if (!borders.is_in_formula[end]) return end;
  }
  return most;
}

Encoding tokens_of(const text::Field& field, const TextEncoder& encoder) {
  return encoder.tokenizer().encode(field.text, formulas_of(field), {.special_tokens = false});
}

// Whether a formula begins in the span.
bool has_formula(const text::Field& field, base::Span span) {
  const auto first =
      std::ranges::lower_bound(field.formulas, span.begin, {}, &text::FormulaSpan::begin);
  return first != field.formulas.end() && first->begin < span.end;
}

}  // namespace

std::vector<Passage> cut_passages(const text::Document& document, const TextEncoder& encoder) {
  const std::size_t room_of_all = encoder.most_tokens() - encoder.special_tokens();
  Encoding context;
  const auto title = std::ranges::find(document.fields, kTitle, &text::Field::name);
  const auto title_number = static_cast<std::uint32_t>(title - document.fields.begin());
  if (title != document.fields.end()) {
    context = tokens_of(*title, encoder);
    const std::size_t kept = std::min({context.ids.size(), kMostContext, room_of_all / 2});
    context.ids.resize(kept);
    context.spans.resize(kept);
  }
  std::vector<Passage> passages;
  const auto add = [&](std::uint32_t field, base::Span span, std::span<const TokenId> ids,
                       std::span<const base::Span> spans) {
    Passage& passage = passages.emplace_back();
    passage.field = field;
    passage.span = span;
    std::vector<TokenId> all = context.ids;
    all.insert(all.end(), ids.begin(), ids.end());
    passage.sequence = encoder.with_special_tokens(all);
    passage.places.resize(passage.sequence.size());
    auto place =
        passage.places.begin() + static_cast<std::ptrdiff_t>(encoder.special_tokens_before());
    for (const base::Span& token : context.spans) *place++ = {title_number, token};
    for (const base::Span& token : spans) *place++ = {field, token};
    const bool is_first = passages.size() == 1;
    passage.first_kept = is_first ? 0 : encoder.special_tokens_before() + context.ids.size();
    passage.last_kept = is_first ? passage.sequence.size() : passage.first_kept + ids.size();
  };
  const std::size_t room = room_of_all - context.ids.size();
  for (std::size_t number = 0; number < document.fields.size(); ++number) {
    const text::Field& field = document.fields[number];
    if (!is_read(field)) continue;
    const Encoding tokens = tokens_of(field, encoder);
    const Borders borders = borders_of(field, tokens);
    for (std::size_t begin = 0; begin < tokens.ids.size() && passages.size() < kMostPassages;) {
      const std::size_t end = end_of_passage(borders, begin, tokens.ids.size(), room);
      add(static_cast<std::uint32_t>(number),
          {tokens.spans[begin].begin, tokens.spans[end - 1].end},
          std::span(tokens.ids).subspan(begin, end - begin),
          std::span(tokens.spans).subspan(begin, end - begin));
      begin = end;
    }
  }
  if (passages.empty() && !context.ids.empty()) {
    add(title_number, {0, static_cast<std::uint32_t>(title->text.size())}, {}, {});
  }
  return passages;
}

std::vector<FormulaSentence> cut_formula_sentences(const text::Document& document,
                                                   const TextEncoder& encoder) {
  const std::size_t room = encoder.most_tokens() - encoder.special_tokens();
  std::vector<FormulaSentence> found;
  for (std::size_t number = 0; number < document.fields.size(); ++number) {
    const text::Field& field = document.fields[number];
    if (field.formulas.empty()) continue;
    const Encoding tokens = tokens_of(field, encoder);
    const Borders borders = borders_of(field, tokens);
    for (std::size_t s = 0; s < borders.spans.size(); ++s) {
      if (!has_formula(field, borders.spans[s])) continue;
      const std::size_t all =
          s + 1 < borders.sentences.size() ? borders.sentences[s + 1] : tokens.ids.size();
      base::Span span = borders.spans[s];
      for (std::size_t begin = borders.sentences[s]; begin < all;) {
        const std::size_t end = end_of_passage(borders, begin, all, room);
        span.end = end < all ? tokens.spans[end].begin : borders.spans[s].end;
        if (found.size() == kMostFormulaSentences) return found;
        if (has_formula(field, span)) {
          found.push_back(
              {static_cast<std::uint32_t>(number), span,
               encoder.with_special_tokens(std::span(tokens.ids).subspan(begin, end - begin))});
        }
        begin = end;
        span.begin = span.end;
      }
    }
  }
  return found;
}

}  // namespace noether::embedding
